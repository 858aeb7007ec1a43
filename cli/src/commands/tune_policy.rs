//! `duelfish tune --policy`.

use std::sync::Arc;

use duelfish_arena::lessons::LessonTraining;
use duelfish_arena::net::TrainingWatch;
use duelfish_arena::policy::{Examples, PolicyScore, foresee, train_policy};
use duelfish_engine::Catalogue;
use duelfish_search::Spec;
use duelfish_search::policy::Policy;

use super::tune_lessons::LessonLearner;
use crate::args::TuneArgs;

/// Decisions from which a policy learns.
pub(super) struct PolicyLesson;

impl LessonLearner for PolicyLesson {
    type Examples = Examples;
    type Weights = Arc<Policy>;
    const OPTION: &str = "policy";
    const EXAMPLES: &str = "decisions";
    const NONE: &str = "no decision was looked at; take a bot and a teacher that search, or play more duels with --games";

    fn teacher(args: &TuneArgs) -> Spec {
        args.net.teacher.clone()
    }

    fn train(
        cards: &Catalogue,
        examples: &Examples,
        training: &LessonTraining,
        about: &str,
        watch: TrainingWatch<'_>,
    ) -> Option<(Arc<Policy>, Vec<u32>)> {
        let (policy, tested) = train_policy(cards, examples, training, about, watch)?;
        Some((Arc::new(policy), tested))
    }

    fn bytes(policy: &Arc<Policy>) -> Vec<u8> {
        policy.to_bytes()
    }

    fn score(
        examples_of: &str,
        cards: &Catalogue,
        examples: &Examples,
        decisions: &[u32],
        policy: &Arc<Policy>,
    ) -> String {
        let PolicyScore { loss, first, third } = foresee(cards, examples, decisions, policy);
        let (count, [first, third]) = (decisions.len(), [first, third].map(|share| 100.0 * share));
        format!(
            "{count} decisions of {examples_of}: cross entropy {loss:.4}; the best move is its first in {first:.1}%, among its first three in {third:.1}%\n"
        )
    }
}
