//! `duelfish match`.

use anyhow::Result;
use duelfish_arena::{MatchSpec, Pairing, Recording, Report, Scores, Shard, Watch, run_recorded};
use serde::Serialize;

use crate::args::{Format, MatchArgs, RunArgs};
use crate::missing::{Ready, Replaced};
use crate::{Verdict, input, interrupt, missing, output, report};

pub(crate) fn run(args: &MatchArgs) -> Result<Verdict> {
    let stop = interrupt::flag()?;
    let cards = args.own.catalogue()?.into_owned();
    let parsed = [input::deck(&cards, &args.a)?, input::deck(&cards, &args.b)?];
    let Ready { cards, decks, replaced } =
        missing::ready(cards, &args.run.rules, parsed, &args.missing)?;
    let note = if replaced.is_nothing() { String::new() } else { replaced.in_words() };
    if !note.is_empty() {
        output::warning(&note);
    }
    let spec = MatchSpec {
        threads: args.run.thread_count(),
        pairing: if args.paired { Pairing::Seats } else { Pairing::None },
        shard: args.run.shard.unwrap_or(Shard::WHOLE),
        details: args.details,
        ..MatchSpec::new(
            decks,
            [args.bot_a.clone(), args.bot_b.clone()],
            args.run.rules.clone(),
            args.games,
            args.run.seed,
        )
    };
    let bar = output::progress(spec.header(&cards, "").plan().count(), "duels");
    let progress = |scores: &Scores| bar.set_position(scores.games());
    let watch = Watch { stop: &stop, progress: &progress };
    let report = run_recorded(&cards, &spec, watch, recording(&args.run, &note));
    bar.finish_and_clear();
    let report = report?;
    match args.format {
        Format::Json => output::json(&Printed { report: &report, missing: &replaced })?,
        Format::Table => output::text(&marked_table(&report, &replaced))?,
    }
    Ok(if report.interrupted { Verdict::Bad } else { Verdict::Good })
}

/// Where a run is recorded, if it is.
pub(crate) fn recording<'a>(args: &'a RunArgs, note: &'a str) -> Option<Recording<'a>> {
    let path = args.record.as_deref()?;
    Some(Recording { path, resume: args.resume, note })
}

/// The report as programs read it.
#[derive(Debug, Serialize)]
struct Printed<'r> {
    #[serde(flatten)]
    report: &'r Report,
    missing: &'r Replaced,
}

/// The table with marks at everything that is no result of the real decks.
fn marked_table(report: &Report, replaced: &Replaced) -> String {
    if replaced.is_nothing() {
        return report::match_table(report, [""; 2]);
    }
    let marks =
        [0, 1].map(|side| if replaced.cards.iter().any(|c| c.is_in(side)) { "*" } else { "" });
    let (heading, table) = (missing::HEADING, report::match_table(report, marks));
    format!("{heading} (see *)\n\n{table}\n* {}\n", replaced.in_words())
}
