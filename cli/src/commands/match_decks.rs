//! `duelfish match`.

use anyhow::{Result, bail};
use duelfish_arena::{
    BestOf, MatchSpec, Pairing, Recording, Report, RunWatch, Scores, Shard, StopRule, run_recorded,
};
use duelfish_cards::Deck;
use duelfish_engine::Catalogue;

use crate::args::{ListFormat, MatchArgs, RunArgs};
use crate::missing::{Missing, PrintedMissing, Ready, Replaced};
use crate::{ExitVerdict, input, interrupt, missing, output, report};

/// Percentage points in a whole.
const POINTS: f64 = 100.0;

pub(crate) fn run(args: &MatchArgs) -> Result<ExitVerdict> {
    let stop = interrupt::flag()?;
    let cards = args.own.catalogue()?.into_owned();
    let mut parsed = [input::deck(&cards, &args.a)?, input::deck(&cards, &args.b)?];
    let originals = parsed.each_ref().map(|parsed| parsed.deck.clone());
    let how = &args.missing.missing;
    let Ready { cards, replaced, recorded } =
        missing::ready(cards, &args.run.rules, &mut parsed, how)?;
    let (decks, note) = (parsed.map(|parsed| parsed.deck), replaced.warned());
    let best_of = bouts(args, &cards, &originals, &decks)?;
    let spec = MatchSpec {
        until: until(args.precision)?,
        best_of,
        threads: args.run.thread_count(),
        pairing: if args.paired { Pairing::Seats } else { Pairing::None },
        shard: args.run.shard.unwrap_or(Shard::WHOLE),
        details: args.details,
        time_control: args.run.time_control,
        replaced: recorded,
        ..MatchSpec::new(
            decks,
            [args.bot_a.clone(), args.bot_b.clone()],
            args.run.rules.clone(),
            args.games,
            args.run.seed,
        )
    };
    let bar = output::progress(
        spec.header(&cards, "").plan().count(),
        if args.best_of.is_some() { "bouts" } else { "duels" },
    );
    let progress = |scores: &Scores| bar.set_position(scores.games());
    let watch = RunWatch { stop: &stop, progress: &progress };
    let report = run_recorded(&cards, &spec, watch, recording(&args.run, &note));
    bar.finish_and_clear();
    let report = report?;
    print(args.format, &report, &replaced, &note)?;
    output::warn_of_forfeits(&report.forfeits);
    if report.interrupted {
        output::warning(interrupt::NOTE);
    }
    Ok(if report.interrupted { ExitVerdict::Interrupted } else { ExitVerdict::Good })
}

/// When the run may end early.
fn until(precision: Option<f64>) -> Result<StopRule> {
    match precision {
        None => Ok(StopRule::Played),
        Some(points) if points > 0.0 && points < 50.0 => Ok(StopRule::Narrow(points / POINTS)),
        Some(points) => {
            bail!("--precision {points}: an interval reaches more than 0 and less than 50 points")
        }
    }
}

/// The bouts that were asked for, with decks that come from these originals.
fn bouts(
    args: &MatchArgs,
    cards: &Catalogue,
    originals: &[Deck; 2],
    decks: &[Deck; 2],
) -> Result<Option<BestOf>> {
    let Some(duels) = args.best_of else { return Ok(None) };
    let files = [&args.sided_a, &args.sided_b];
    if args.missing.missing != Missing::Refuse && files.iter().any(|file| file.is_some()) {
        bail!(
            "--sided-a and --sided-b are for decks that can be played as they are; leave --missing out"
        );
    }
    let mut sided = decks.clone();
    for ((file, original), sided) in files.into_iter().zip(originals).zip(&mut sided) {
        let Some(file) = file else { continue };
        *sided = input::playable_deck(cards, &args.run.rules, file)?;
        if let Err(error) = original.check_sided(sided, cards) {
            bail!("{}: {error}", input::shown(file));
        }
    }
    Ok(Some(BestOf { duels, sided }))
}

/// Where a run is recorded, if it is.
pub(crate) fn recording<'a>(args: &'a RunArgs, note: &'a str) -> Option<Recording<'a>> {
    let path = args.record.as_deref()?;
    Some(Recording { path, resume: args.resume, drop_damaged: args.drop_damaged, note })
}

/// Prints a report with marks at everything that is no result of the real decks.
pub(super) fn print(
    format: ListFormat,
    report: &Report,
    replaced: &Replaced,
    note: &str,
) -> Result<()> {
    match format {
        ListFormat::Json => output::json(&PrintedMissing { report, missing: replaced, note }),
        ListFormat::Table => output::text(&marked_table(report, replaced, note)),
        ListFormat::Csv => output::text(&report::csv::of_match(report, note)?),
    }
}

fn marked_table(report: &Report, replaced: &Replaced, note: &str) -> String {
    let mut shown = report.clone();
    let table = if report.kind == "sprt" {
        replaced.mark(0, &mut shown.decks);
        report::sprt_table(&shown)
    } else {
        let mut marks = [String::new(), String::new()];
        replaced.mark(0, &mut marks);
        report::match_table(report, marks.each_ref().map(String::as_str))
    };
    // Older records say in words alone what was not played as it is.
    if replaced.is_nothing() && !note.is_empty() {
        return format!("{note}\n\n{table}");
    }
    replaced.marked(&table)
}
