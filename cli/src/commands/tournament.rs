//! `duelfish tournament`.

use std::cell::Cell;

use anyhow::{Result, bail};
use duelfish_arena::{
    MatchError, RecordingIn, Scores, TournamentReport, TournamentSpec, Watch, run_tournament,
};
use duelfish_cards::Deck;
use duelfish_engine::{Catalogue, Rules};

use crate::args::{FieldFormat, RunArgs, TournamentArgs, Weighted};
use crate::{Verdict, input, interrupt, output, report};

pub(crate) fn run(args: &TournamentArgs) -> Result<Verdict> {
    let cards = args.own.catalogue()?;
    let field = weighted_decks(&cards, &args.run.rules, &args.decks)?;
    no_shards(&args.run)?;
    let (decks, weights): (Vec<Deck>, Vec<f64>) = field.into_iter().unzip();
    let spec = TournamentSpec {
        decks,
        bot: args.bot.clone(),
        rules: args.run.rules.clone(),
        games: args.games,
        seed: args.run.seed,
        threads: args.run.thread_count(),
        field: Some(weights),
    };
    let done = watched(spec.duels(), |watch, cell_done| {
        run_tournament(&cards, &spec, watch, recording_in(&args.run), cell_done)
    })?;
    match args.format {
        FieldFormat::Json => output::json(&done)?,
        FieldFormat::Table => output::text(&report::field::tournament(&done))?,
        FieldFormat::Csv => output::text(&csv_of(&done)?)?,
    }
    Ok(if done.interrupted { Verdict::Bad } else { Verdict::Good })
}

/// Plays several matches with one progress bar over all of their duels. `play` gets what each match is
/// watched with, and whom to tell of the duels of all matches so far when one is done.
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
        bar.set_position(duels);
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

/// A run of several matches is not split into shards of each.
pub(super) fn no_shards(run: &RunArgs) -> Result<()> {
    if run.shard.is_some() {
        bail!("--shard is for single matches; give each machine a part of the decks or opponents");
    }
    Ok(())
}

/// Where a run of several matches is recorded, if it is.
pub(super) fn recording_in(run: &RunArgs) -> Option<RecordingIn<'_>> {
    let directory = run.record.as_deref()?;
    Some(RecordingIn { directory, resume: run.resume, note: "" })
}

/// A line for each two decks.
fn csv_of(done: &TournamentReport) -> Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "deck_a",
        "deck_b",
        "bot",
        "games",
        "wins_a",
        "wins_b",
        "score_a",
        "score_a_low",
        "score_a_high",
        "mean_turns",
    ])?;
    for cell in &done.cells {
        let [a, b] = cell.decks.map(|deck| done.decks[deck].clone());
        let [low, high] = cell.paired.ci95;
        let numbers = [cell.paired.score, low, high].map(|share| format!("{share:.6}"));
        let counts = [cell.games, cell.wins[0], cell.wins[1]].map(|count| count.to_string());
        let mut line = vec![a, b, done.bot.clone()];
        line.extend(counts);
        line.extend(numbers);
        line.push(format!("{:.2}", cell.mean_turns));
        out.write_record(&line)?;
    }
    Ok(String::from_utf8(out.into_inner()?)?)
}
