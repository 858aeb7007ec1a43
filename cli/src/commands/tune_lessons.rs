//! The parts that trainings on lessons have in common.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Result, anyhow, bail};
use duelfish_arena::Collecting;
use duelfish_arena::lessons::{
    LessonExamples, LessonPlay, LessonTraining, Lessons, collect_lessons,
};
use duelfish_arena::net::TrainingWatch;
use duelfish_engine::Catalogue;
use duelfish_search::Spec;

use super::self_play::{all_played, all_trained, self_play_spec};
use crate::args::{NetArgs, TuneArgs};
use crate::{ExitVerdict, input, interrupt, output};

/// A kind of weights that is trained on lessons.
pub(super) trait LessonLearner {
    /// The lessons as these weights read them.
    type Examples: LessonExamples;
    /// The weights.
    type Weights;
    /// The option that asks for them.
    const OPTION: &str;
    /// A word for the examples, in the plural.
    const EXAMPLES: &str;
    /// Says what to do where there is no example.
    const NONE: &str;

    /// The bot that looks at decisions.
    fn teacher(args: &TuneArgs) -> Spec;
    /// Trains; returns the numbers of the examples that only test. None if it was stopped.
    fn train(
        cards: &Catalogue,
        examples: &Self::Examples,
        training: &LessonTraining,
        about: &str,
        watch: TrainingWatch<'_>,
    ) -> Option<(Self::Weights, Vec<u32>)>;
    /// The file of these weights.
    fn bytes(weights: &Self::Weights) -> Vec<u8>;
    /// Lines that say how good the weights are for these examples.
    fn score(
        examples_of: &str,
        cards: &Catalogue,
        examples: &Self::Examples,
        numbers: &[u32],
        weights: &Self::Weights,
    ) -> String;
}

pub(super) fn run<L: LessonLearner>(args: &TuneArgs) -> Result<ExitVerdict> {
    let NetArgs { samples, from, held_out_from, teacher, .. } = &args.net;
    let weights = [&args.bot, teacher].into_iter().filter_map(|bot| bot.weights());
    let weights: Vec<PathBuf> = weights.map(|weights| PathBuf::from(&weights.file)).collect();
    let decks = || args.decks.iter().chain(&args.held_out).chain(&weights);
    let read = || decks().chain(from).chain(held_out_from);
    output::refuse_to_overwrite(args.out.as_deref(), read())?;
    output::refuse_to_overwrite(samples.as_deref(), read())?;
    if args.out.is_none() && samples.is_none() {
        bail!(
            "nowhere to write: give --out FILE for the {}, or --samples FILE for lessons",
            L::OPTION
        );
    }
    let cards = args.own.catalogue()?;
    let stop = interrupt::flag()?;
    let mut read = ReadLessons::<L>::default();
    if from.is_empty() {
        let Some(lessons) = self_play::<L>(args, &cards, &args.decks, args.seed, &stop)? else {
            return Ok(ExitVerdict::Interrupted);
        };
        if let Some(file) = samples {
            output::write(file, &lessons.to_bytes()?)?;
        }
        read.add(&cards, &lessons)?;
    }
    for file in from {
        read.add_file(&cards, file)?;
    }
    let Some(out) = &args.out else { return Ok(ExitVerdict::Good) };
    if read.examples.is_empty() {
        bail!("{}", L::NONE);
    }
    let Some((weights, tested)) = trained(args, &cards, &read, &stop) else {
        output::warning(&format!("interrupted; no {} is written", L::OPTION));
        return Ok(ExitVerdict::Interrupted);
    };
    output::write(out, &L::bytes(&weights))?;
    output::text(&L::score("new duels", &cards, &read.examples, &tested, &weights))?;
    test_elsewhere::<L>(args, &cards, &weights, &stop)
}

/// Lessons as weights read them.
struct ReadLessons<L: LessonLearner> {
    examples: L::Examples,
    duels: usize,
}

impl<L: LessonLearner> Default for ReadLessons<L> {
    fn default() -> Self {
        Self { examples: L::Examples::default(), duels: 0 }
    }
}

impl<L: LessonLearner> ReadLessons<L> {
    fn add(&mut self, cards: &Catalogue, lessons: &Lessons) -> Result<()> {
        self.duels += lessons.duels.len();
        self.examples.append(&L::Examples::read(cards, lessons)?);
        Ok(())
    }

    fn add_file(&mut self, cards: &Catalogue, file: &Path) -> Result<()> {
        let lessons = input::lessons(file)?;
        self.add(cards, &lessons).map_err(|error| anyhow!("{}: {error}", input::shown(file)))
    }
}

/// The weights that these lessons train, and the numbers of the examples that only test them; none if it was stopped.
fn trained<L: LessonLearner>(
    args: &TuneArgs,
    cards: &Catalogue,
    read: &ReadLessons<L>,
    stop: &AtomicBool,
) -> Option<(L::Weights, Vec<u32>)> {
    let training = LessonTraining {
        epochs: args.net.epochs as u32,
        rate: args.net.rate as f32 / 1e6,
        decay: args.net.decay as f32 / 1e3,
        seed: args.seed,
        ..LessonTraining::default()
    };
    let about = format!(
        "Trained by `duelfish tune --{}` on {} {} of {} duels, seed {}, {} epochs.",
        L::OPTION,
        read.examples.len(),
        L::EXAMPLES,
        read.duels,
        args.seed,
        training.epochs
    );
    all_trained(stop, |watch| L::train(cards, &read.examples, &training, &about, watch))
}

/// Says how good the weights are for duels of other decks.
fn test_elsewhere<L: LessonLearner>(
    args: &TuneArgs,
    cards: &Catalogue,
    weights: &L::Weights,
    stop: &AtomicBool,
) -> Result<ExitVerdict> {
    let mut others = ReadLessons::<L>::default();
    if !args.held_out.is_empty() {
        let seed = args.seed.wrapping_add(1);
        let Some(lessons) = self_play::<L>(args, cards, &args.held_out, seed, stop)? else {
            return Ok(ExitVerdict::Interrupted);
        };
        others.add(cards, &lessons)?;
    }
    for file in &args.net.held_out_from {
        others.add_file(cards, file)?;
    }
    if others.duels > 0 {
        let all = others.examples.of_duels(|_| true);
        output::text(&L::score("other decks", cards, &others.examples, &all, weights))?;
    }
    Ok(ExitVerdict::Good)
}

/// Plays the duels; none if they were stopped.
fn self_play<L: LessonLearner>(
    args: &TuneArgs,
    cards: &Catalogue,
    decks: &[PathBuf],
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<Lessons>> {
    let spec = LessonPlay {
        play: self_play_spec(args, cards, decks, seed)?,
        teacher: L::teacher(args),
        share: args.net.lessons as u32,
        stray: args.net.stray as u32,
        vary: args.net.vary as u32,
    };
    let play = |watch: Collecting<'_>| collect_lessons(cards, &spec, watch);
    all_played(args.games, stop, play, |lessons| lessons.duels.len())
}
