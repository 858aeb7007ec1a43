//! `duelfish tournament`.

use std::cell::Cell;

use anyhow::{Result, bail};
use duelfish_arena::{
    MatchError, RecordingIn, Scores, Shard, TournamentSpec, Watch, run_tournament,
};
use duelfish_cards::Deck;
use duelfish_engine::{Catalogue, Rules};

use crate::args::{ListFormat, RunArgs, TournamentArgs, Weighted};
use crate::{Verdict, input, interrupt, output, report};

pub(crate) fn run(args: &TournamentArgs) -> Result<Verdict> {
    let cards = args.own.catalogue()?;
    let field = weighted_decks(&cards, &args.run.rules, &args.decks)?;
    let (decks, weights): (Vec<Deck>, Vec<f64>) = field.into_iter().unzip();
    let spec = TournamentSpec {
        decks,
        bot: args.bot.clone(),
        rules: args.run.rules.clone(),
        games: args.games,
        seed: args.run.seed,
        threads: args.run.thread_count(),
        shard: args.run.shard.unwrap_or(Shard::WHOLE),
        field: Some(weights),
    };
    let done = watched(spec.duels(), |watch, cell_done| {
        run_tournament(&cards, &spec, watch, recording_in(&args.run), cell_done)
    })?;
    match args.format {
        ListFormat::Json => output::json(&done)?,
        ListFormat::Table => output::text(&report::field::tournament(&done))?,
        ListFormat::Csv => output::text(&report::csv::of_tournament(&done)?)?,
    }
    if done.interrupted {
        output::warning(interrupt::NOTE);
        return Ok(Verdict::Interrupted);
    }
    Ok(Verdict::Good)
}

/// Plays several matches with one progress bar over all of their duels. `play` gets what each match is
/// watched with, and whom to tell of the duels of all other matches before one is played.
pub(super) fn watched<T>(
    duels: u64,
    play: impl FnOnce(Watch<'_>, &dyn Fn(u64)) -> Result<T, MatchError>,
) -> Result<T> {
    let stop = interrupt::flag()?;
    let bar = output::progress(duels, "duels");
    let before = Cell::new(0);
    let progress = |scores: &Scores| bar.set_position(before.get() + scores.games());
    let match_done = |duels| {
        before.set(duels);
        // The match that comes next has its own duels in addition, of which it tells itself.
        if duels > bar.position() {
            bar.set_position(duels);
        }
    };
    let done = play(Watch { stop: &stop, progress: &progress }, &match_done);
    bar.finish_and_clear();
    Ok(done?)
}

/// Reads the decks of a field. A deck that stands there twice would be two decks of one name.
pub(super) fn weighted_decks(
    cards: &Catalogue,
    rules: &Rules,
    decks: &[Weighted],
) -> Result<Vec<(Deck, f64)>> {
    let mut all = Vec::<(Deck, f64)>::new();
    for Weighted { deck, weight } in decks {
        let deck = input::playable_deck(cards, rules, deck)?;
        if all.iter().any(|(other, _)| other.name == deck.name) {
            bail!("{}: two decks have this name; rename a file or leave one out", deck.name);
        }
        all.push((deck, *weight));
    }
    Ok(all)
}

/// Where a run of several matches is recorded, if it is.
pub(super) fn recording_in(run: &RunArgs) -> Option<RecordingIn<'_>> {
    let directory = run.record.as_deref()?;
    let RunArgs { resume, drop_damaged, .. } = *run;
    Some(RecordingIn { directory, resume, drop_damaged, note: "" })
}
