//! `duelfish compare`.

use anyhow::{Result, bail};
use duelfish_arena::{ComparisonSpec, Shard, compare};

use super::tournament::{recording_in, watched, weighted_decks};
use crate::args::{CompareArgs, ListFormat};
use crate::{Verdict, input, interrupt, output, report};

/// Percentage points in a whole.
const POINTS: f64 = 100.0;

pub(crate) fn run(args: &CompareArgs) -> Result<Verdict> {
    if !(args.detect > 0.0 && args.detect <= POINTS) {
        bail!("--detect {}: a difference that matters is more than 0 and at most 100", args.detect);
    }
    let cards = args.own.catalogue()?;
    let read = |path| input::playable_deck(&cards, &args.run.rules, path);
    let spec = ComparisonSpec {
        decks: [read(&args.old)?, read(&args.new)?],
        field: weighted_decks(&cards, &args.run.rules, &args.vs)?,
        bots: [args.bot.clone(), args.bot_vs.clone().unwrap_or_else(|| args.bot.clone())],
        rules: args.run.rules.clone(),
        games: args.games,
        seed: args.run.seed,
        threads: args.run.thread_count(),
        shard: args.run.shard.unwrap_or(Shard::WHOLE),
        detect: args.detect / POINTS,
    };
    let done = watched(spec.duels(), |watch, match_done| {
        compare(&cards, &spec, watch, recording_in(&args.run), match_done)
    })?;
    match args.format {
        ListFormat::Json => output::json(&done)?,
        ListFormat::Table => output::text(&report::field::comparison(&done))?,
        ListFormat::Csv => output::text(&report::csv::of_comparison(&done)?)?,
    }
    if done.interrupted {
        output::warning(interrupt::NOTE);
        return Ok(Verdict::Interrupted);
    }
    Ok(match done.finding {
        "better" => Verdict::Good,
        "worse" => Verdict::Bad,
        _ => Verdict::Undecided,
    })
}
