//! `duelfish tune --belief`.

use std::fmt::Write;
use std::sync::Arc;

use duelfish_arena::belief::{GuessScore, HiddenExamples, guess, train_inference};
use duelfish_arena::lessons::LessonTraining;
use duelfish_arena::net::TrainingWatch;
use duelfish_engine::Catalogue;
use duelfish_search::Spec;
use duelfish_search::belief::Inference;

use super::tune_lessons::LessonLearner;
use crate::args::TuneArgs;

/// Hidden cards from which an inference learns.
pub(super) struct BeliefLesson;

impl LessonLearner for BeliefLesson {
    type Examples = HiddenExamples;
    type Weights = Arc<Inference>;
    const OPTION: &str = "belief";
    const EXAMPLES: &str = "hidden cards";
    const NONE: &str =
        "no decision was looked at; take a bot that searches, or play more duels with --games";

    /// Only positions are asked for, and the quickest bot finds nothing.
    fn teacher(_: &TuneArgs) -> Spec {
        Spec::Heuristic
    }

    fn train(
        cards: &Catalogue,
        examples: &HiddenExamples,
        training: &LessonTraining,
        about: &str,
        watch: TrainingWatch<'_>,
    ) -> Option<(Arc<Inference>, Vec<u32>)> {
        let (inference, tested) = train_inference(cards, examples, training, about, watch)?;
        Some((Arc::new(inference), tested))
    }

    fn bytes(inference: &Arc<Inference>) -> Vec<u8> {
        inference.to_bytes()
    }

    fn score(
        examples_of: &str,
        cards: &Catalogue,
        examples: &HiddenExamples,
        numbers: &[u32],
        inference: &Arc<Inference>,
    ) -> String {
        let kinds = ["cards in hands", "Set monsters", "Set Spells and Traps"];
        let mut text = String::new();
        for (kind, score) in kinds.iter().zip(guess(cards, examples, numbers, inference)) {
            let GuessScore { cards, loss, even } = score;
            let _ = writeln!(
                text,
                "{cards} {kind} of {examples_of}: log loss {loss:.4} (each card equally likely: {even:.4})"
            );
        }
        text
    }
}
