//! `duelfish tournament`.

use std::cell::Cell;

use anyhow::{Result, bail};
use duelfish_arena::{
    MatchError, RecordingIn, RunWatch, Scores, Shard, TournamentSpec, run_tournament,
};
use duelfish_cards::{Deck, Parsed};
use duelfish_engine::Catalogue;

use crate::args::{ListFormat, RunArgs, TournamentArgs, Weighted};
use crate::missing::{PrintedMissing, Ready};
use crate::{ExitVerdict, input, interrupt, missing, output, report};

pub(crate) fn run(args: &TournamentArgs) -> Result<ExitVerdict> {
    let cards = args.own.catalogue()?.into_owned();
    let (mut parsed, weights) = weighted_decks(&cards, &args.decks)?;
    if parsed.len() < 2 {
        bail!("a tournament takes two decks or more, or a directory of decks");
    }
    let how = &args.missing.missing;
    let Ready { cards, replaced, .. } = missing::ready(cards, &args.run.rules, &mut parsed, how)?;
    let decks: Vec<Deck> = parsed.into_iter().map(|parsed| parsed.deck).collect();
    let note = replaced.warned();
    let spec = TournamentSpec {
        decks,
        bot: args.bot.clone(),
        rules: args.run.rules.clone(),
        games: args.games,
        seed: args.run.seed,
        threads: args.run.thread_count(),
        shard: args.run.shard.unwrap_or(Shard::WHOLE),
        field: Some(weights),
        time_control: args.run.time_control,
    };
    let done = watched(spec.duels(), |watch, cell_done| {
        run_tournament(&cards, &spec, watch, recording_in(&args.run, &note), cell_done)
    })?;
    match args.format {
        ListFormat::Json => {
            output::json(&PrintedMissing { report: &done, missing: &replaced, note: &note })?;
        }
        ListFormat::Table => {
            let mut shown = done.clone();
            replaced.mark(0, &mut shown.decks);
            output::text(&replaced.marked(&report::field::tournament(&shown)))?;
        }
        ListFormat::Csv => output::text(&report::csv::of_tournament(&done, &note)?)?,
    }
    output::warn_of_forfeits(&done.forfeits);
    if done.interrupted {
        output::warning(interrupt::NOTE);
        return Ok(ExitVerdict::Interrupted);
    }
    Ok(ExitVerdict::Good)
}

/// Plays several matches with one progress bar over all of their duels. `play` gets what each match is
/// watched with, and whom to tell of the duels of all other matches before one is played.
pub(super) fn watched<T>(
    duels: u64,
    play: impl FnOnce(RunWatch<'_>, &dyn Fn(u64)) -> Result<T, MatchError>,
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
    let done = play(RunWatch { stop: &stop, progress: &progress }, &match_done);
    bar.finish_and_clear();
    Ok(done?)
}

/// Reads the decks of a field, with their weights. A deck that stands there twice would be two decks of
/// one name.
pub(super) fn weighted_decks(
    cards: &Catalogue,
    decks: &[Weighted],
) -> Result<(Vec<Parsed>, Vec<f64>)> {
    let (mut all, mut weights) = (Vec::<Parsed>::new(), Vec::new());
    for Weighted { deck, weight } in decks {
        for file in input::decks_at(std::slice::from_ref(deck))? {
            let parsed = input::deck(cards, &file)?;
            let name = &parsed.deck.name;
            if all.iter().any(|other| other.deck.name == *name) {
                bail!("{name}: two decks have this name; rename a file or leave one out");
            }
            all.push(parsed);
            weights.push(*weight);
        }
    }
    Ok((all, weights))
}

/// Where a run of several matches is recorded, if it is.
pub(super) fn recording_in<'a>(run: &'a RunArgs, note: &'a str) -> Option<RecordingIn<'a>> {
    let directory = run.record.as_deref()?;
    let RunArgs { resume, drop_damaged, .. } = *run;
    Some(RecordingIn { directory, resume, drop_damaged, note })
}
