//! `duelfish tune --policy`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, anyhow, bail};
use duelfish_arena::Collecting;
use duelfish_arena::lessons::{LessonPlay, Lessons, collect_lessons};
use duelfish_arena::policy::{Examples, PolicyScore, PolicyTraining, foresee, train_policy};
use duelfish_engine::Catalogue;
use duelfish_search::policy::Policy;

use super::self_play::{all_played, all_trained, self_play_spec};
use crate::args::{NetArgs, TuneArgs};
use crate::{ExitVerdict, input, interrupt, output};

pub(crate) fn run(args: &TuneArgs) -> Result<ExitVerdict> {
    let NetArgs { samples, from, held_out_from, teacher, .. } = &args.net;
    let weights = [&args.bot, teacher].into_iter().filter_map(|bot| bot.weights());
    let weights: Vec<PathBuf> = weights.map(|weights| PathBuf::from(&weights.file)).collect();
    let decks = || args.decks.iter().chain(&args.held_out).chain(&weights);
    let read = || decks().chain(from).chain(held_out_from);
    output::refuse_to_overwrite(args.out.as_deref(), read())?;
    output::refuse_to_overwrite(samples.as_deref(), read())?;
    if args.out.is_none() && samples.is_none() {
        bail!("nowhere to write: give --out FILE for the policy, or --samples FILE for lessons");
    }
    let cards = args.own.catalogue()?;
    let stop = interrupt::flag()?;
    let mut read = ReadLessons::default();
    if from.is_empty() {
        let Some(lessons) = self_play(args, &cards, &args.decks, args.seed, &stop)? else {
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
        bail!(
            "no decision was looked at; take a bot and a teacher that search, or play more duels with --games"
        );
    }
    let Some((policy, tested)) = trained(args, &cards, &read, &stop) else {
        output::warning("interrupted; no policy is written");
        return Ok(ExitVerdict::Interrupted);
    };
    output::write(out, &policy.to_bytes())?;
    let policy = Arc::new(policy);
    output::text(&foreseen("new duels", &cards, &read.examples, &tested, &policy))?;
    test_elsewhere(args, &cards, &policy, &stop)
}

/// Lessons as a policy reads them.
#[derive(Default)]
struct ReadLessons {
    examples: Examples,
    duels: usize,
}

impl ReadLessons {
    fn add(&mut self, cards: &Catalogue, lessons: &Lessons) -> Result<()> {
        self.duels += lessons.duels.len();
        self.examples.append(&Examples::read(cards, lessons)?);
        Ok(())
    }

    fn add_file(&mut self, cards: &Catalogue, file: &Path) -> Result<()> {
        let lessons = input::lessons(file)?;
        self.add(cards, &lessons).map_err(|error| anyhow!("{}: {error}", input::shown(file)))
    }
}

/// The policy that these lessons train, and the numbers of those that only test it; none if it was stopped.
fn trained(
    args: &TuneArgs,
    cards: &Catalogue,
    read: &ReadLessons,
    stop: &AtomicBool,
) -> Option<(Policy, Vec<u32>)> {
    let training = PolicyTraining {
        epochs: args.net.epochs as u32,
        rate: args.net.rate as f32 / 1e6,
        decay: args.net.decay as f32 / 1e3,
        seed: args.seed,
        ..PolicyTraining::default()
    };
    let about = format!(
        "Trained by `duelfish tune --policy` on {} decisions of {} duels, seed {}, {} epochs.",
        read.examples.len(),
        read.duels,
        args.seed,
        training.epochs
    );
    all_trained(stop, |watch| train_policy(cards, &read.examples, &training, &about, watch))
}

/// Says how well the policy foresees decisions of other decks.
fn test_elsewhere(
    args: &TuneArgs,
    cards: &Catalogue,
    policy: &Arc<Policy>,
    stop: &AtomicBool,
) -> Result<ExitVerdict> {
    let mut others = ReadLessons::default();
    if !args.held_out.is_empty() {
        let seed = args.seed.wrapping_add(1);
        let Some(lessons) = self_play(args, cards, &args.held_out, seed, stop)? else {
            return Ok(ExitVerdict::Interrupted);
        };
        others.add(cards, &lessons)?;
    }
    for file in &args.net.held_out_from {
        others.add_file(cards, file)?;
    }
    if others.duels > 0 {
        let all = others.examples.of_duels(|_| true);
        output::text(&foreseen("other decks", cards, &others.examples, &all, policy))?;
    }
    Ok(ExitVerdict::Good)
}

/// A line that says how well a policy foresees decisions.
fn foreseen(
    what: &str,
    cards: &Catalogue,
    examples: &Examples,
    decisions: &[u32],
    policy: &Arc<Policy>,
) -> String {
    let PolicyScore { loss, first, third } = foresee(cards, examples, decisions, policy);
    let (count, [first, third]) = (decisions.len(), [first, third].map(|share| 100.0 * share));
    format!(
        "{count} decisions of {what}: cross entropy {loss:.4}; the best move is its first in {first:.1}%, among its first three in {third:.1}%\n"
    )
}

/// Plays the duels; none if they were stopped.
fn self_play(
    args: &TuneArgs,
    cards: &Catalogue,
    decks: &[PathBuf],
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<Lessons>> {
    let spec = LessonPlay {
        play: self_play_spec(args, cards, decks, seed)?,
        teacher: args.net.teacher.clone(),
        share: args.net.lessons as u32,
        stray: args.net.stray as u32,
        vary: args.net.vary as u32,
    };
    let play = |watch: Collecting<'_>| collect_lessons(cards, &spec, watch);
    all_played(args.games, stop, play, |lessons| lessons.duels.len())
}
