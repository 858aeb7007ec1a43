//! `duelfish compare`.

use anyhow::{Result, bail};
use duelfish_arena::{ComparisonSpec, Shard, compare};

use super::tournament::{recording_in, watched, weighted_decks};
use crate::args::{CompareArgs, ListFormat};
use crate::missing::{PrintedMissing, Ready};
use crate::{ExitVerdict, input, interrupt, missing, output, report};

/// Percentage points in a whole.
const POINTS: f64 = 100.0;

pub(crate) fn run(args: &CompareArgs) -> Result<ExitVerdict> {
    if !(args.detect > 0.0 && args.detect <= POINTS) {
        bail!("--detect {}: a difference that matters is more than 0 and at most 100", args.detect);
    }
    let cards = args.own.catalogue()?.into_owned();
    let (old, new) = (input::deck(&cards, &args.old)?, input::deck(&cards, &args.new)?);
    let (field, weights) = weighted_decks(&cards, &args.vs)?;
    let mut parsed = [vec![old, new], field].concat();
    let how = &args.missing.missing;
    let Ready { cards, replaced, .. } = missing::ready(cards, &args.run.rules, &mut parsed, how)?;
    let note = replaced.warned();
    let mut decks = parsed.into_iter().map(|parsed| parsed.deck);
    let (Some(old), Some(new)) = (decks.next(), decks.next()) else { bail!("give two decks") };
    let spec = ComparisonSpec {
        decks: [old, new],
        field: decks.zip(weights).collect(),
        bots: [args.bot.clone(), args.bot_vs.clone().unwrap_or_else(|| args.bot.clone())],
        rules: args.run.rules.clone(),
        games: args.games,
        seed: args.run.seed,
        threads: args.run.thread_count(),
        shard: args.run.shard.unwrap_or(Shard::WHOLE),
        detect: args.detect / POINTS,
        time_control: args.run.time_control,
    };
    let done = watched(spec.duels(), |watch, match_done| {
        compare(&cards, &spec, watch, recording_in(&args.run, &note), match_done)
    })?;
    match args.format {
        ListFormat::Json => {
            output::json(&PrintedMissing { report: &done, missing: &replaced, note: &note })?;
        }
        ListFormat::Table => {
            let mut shown = done.clone();
            replaced.mark(0, &mut shown.decks);
            replaced.mark(2, shown.opponents.iter_mut().map(|opponent| &mut opponent.deck));
            output::text(&replaced.marked(&report::field::comparison(&shown)))?;
        }
        ListFormat::Csv => output::text(&report::csv::of_comparison(&done, &note)?)?,
    }
    output::warn_of_forfeits(&done.forfeits);
    if done.interrupted {
        output::warning(interrupt::NOTE);
        return Ok(ExitVerdict::Interrupted);
    }
    Ok(match done.finding {
        "better" => ExitVerdict::Good,
        "worse" => ExitVerdict::Bad,
        _ => ExitVerdict::Undecided,
    })
}
