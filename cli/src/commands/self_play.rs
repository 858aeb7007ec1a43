//! The self-play from which `duelfish tune` learns, and the bars that show how far it is.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use duelfish_arena::net::TrainingWatch;
use duelfish_arena::{Collecting, SelfPlaySpec};
use duelfish_engine::{Catalogue, SetupError};

use crate::args::TuneArgs;
use crate::{input, output};

/// The duels of the bot against itself between these decks, which are files or folders.
pub(super) fn self_play_spec(
    args: &TuneArgs,
    cards: &Catalogue,
    decks: &[PathBuf],
    seed: u64,
) -> Result<SelfPlaySpec> {
    let paths = input::decks_at(decks)?;
    let decks = paths.iter().map(|path| input::playable_deck(cards, &args.rules, path));
    Ok(SelfPlaySpec {
        decks: decks.collect::<Result<Vec<_>>>()?,
        bot: args.bot.clone(),
        rules: args.rules.clone(),
        games: args.games,
        seed,
    })
}

/// Plays so many duels. None if they were stopped, since some of them would look like all; `duels` counts those of a
/// result.
pub(super) fn all_played<T>(
    games: u64,
    stop: &AtomicBool,
    play: impl FnOnce(Collecting<'_>) -> Result<T, SetupError>,
    duels: impl FnOnce(&T) -> usize,
) -> Result<Option<T>> {
    let bar = output::progress(games, "duels");
    let watch = Collecting { stop, finished: &|| bar.inc(1) };
    let played = play(watch);
    bar.finish_and_clear();
    let played = played?;
    let duels = duels(&played);
    if duels as u64 >= games {
        return Ok(Some(played));
    }
    output::warning(&format!("interrupted after {duels} of {games} duels; nothing is written"));
    Ok(None)
}

/// Trains. None if it was stopped.
pub(super) fn all_trained<T>(
    stop: &AtomicBool,
    train: impl FnOnce(TrainingWatch<'_>) -> Option<T>,
) -> Option<T> {
    let bar = output::progress(1000, "thousandths of the training");
    let done = |share: f64| bar.set_position((1000.0 * share) as u64);
    let trained = train(TrainingWatch { stop, done: &done });
    bar.finish_and_clear();
    trained
}
