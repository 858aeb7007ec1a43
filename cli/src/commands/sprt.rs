//! `duelfish sprt`.

use std::path::PathBuf;

use anyhow::Result;
use duelfish_arena::stats::{Model, Sprt};
use duelfish_arena::{MatchSpec, Pairing, Report, RunWatch, Scores, Shard, StopRule, run_recorded};
use duelfish_cards::{Deck, Parsed};

use super::match_decks::recording;
use crate::args::{Format, SprtArgs};
use crate::missing::{PrintedMissing, Ready};
use crate::{ExitVerdict, input, interrupt, missing, output, report};

pub(crate) fn run(args: &SprtArgs) -> Result<ExitVerdict> {
    let model = if args.normalised { Model::Normalised } else { Model::Logistic };
    let test = Sprt::new(args.elo0, args.elo1, args.alpha, args.beta, model)?;
    let stop = interrupt::flag()?;
    let cards = args.own.catalogue()?.into_owned();
    let read = |path: &PathBuf| input::deck(&cards, path);
    let files = input::decks_at(&args.decks)?;
    let mut parsed: Vec<Parsed> = files.iter().map(read).collect::<Result<_>>()?;
    let how = &args.missing.missing;
    let Ready { cards, replaced, recorded } =
        missing::ready(cards, &args.run.rules, &mut parsed, how)?;
    let decks: Vec<Deck> = parsed.into_iter().map(|parsed| parsed.deck).collect();
    let note = replaced.warned();
    let spec = MatchSpec {
        threads: args.run.thread_count(),
        pairing: if args.two_by_two { Pairing::BotsByTwos } else { Pairing::Bots },
        shard: args.run.shard.unwrap_or(Shard::WHOLE),
        until: StopRule::Decided(test),
        time_control: args.run.time_control,
        replaced: recorded,
        ..MatchSpec::of_bots(
            decks,
            [args.a.clone(), args.b.clone()],
            args.run.rules.clone(),
            args.games,
            args.run.seed,
        )
    };
    let bar = output::progress(spec.header(&cards, "").plan().count(), "duels");
    let progress = |scores: &Scores| {
        bar.set_position(scores.games());
        if let Some(pairs) = scores.pairs() {
            let [low, high] = test.bounds();
            bar.set_message(format!(
                "LLR {:.2} ({low:.2} to {high:.2}), score of A {:.1}%",
                scores.llr(),
                100.0 * pairs.score()
            ));
        }
    };
    let watch = RunWatch { stop: &stop, progress: &progress };
    let report = run_recorded(&cards, &spec, watch, recording(&args.run, &note));
    bar.finish_and_clear();
    let report = report?;
    match args.format {
        Format::Json => {
            output::json(&PrintedMissing { report: &report, missing: &replaced, note: &note })?;
        }
        Format::Table => {
            let mut shown = report.clone();
            replaced.mark(0, &mut shown.decks);
            output::text(&replaced.marked(&report::sprt_table(&shown)))?;
        }
    }
    output::warn_of_forfeits(&report.forfeits);
    if report.interrupted {
        output::warning(interrupt::NOTE);
    }
    Ok(verdict(&report))
}

/// The verdict of a test that the exit code tells: a shard of one is well when it has played its
/// duels.
pub(crate) fn verdict(report: &Report) -> ExitVerdict {
    if report.interrupted {
        return ExitVerdict::Interrupted;
    }
    match report.sprt.as_ref().map(|test| test.verdict) {
        Some(Some("H1")) => ExitVerdict::Good,
        Some(Some(_)) => ExitVerdict::Bad,
        Some(None) => ExitVerdict::Undecided,
        None => ExitVerdict::Good,
    }
}
