//! `duelfish match`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use duelfish_arena::{FirstCount, MatchSpec, Report, Watch, run_match, stats};

use crate::args::{Format, MatchArgs};
use crate::{Verdict, input, output};

pub(crate) fn run(args: &MatchArgs) -> Result<Verdict> {
    let spec = MatchSpec {
        decks: [input::playable_deck(&args.a)?, input::playable_deck(&args.b)?],
        bots: [args.bot_a.clone(), args.bot_b.clone()],
        rules: args.rules.clone(),
        games: args.games,
        seed: args.seed,
        threads: args.threads.map_or(0, usize::from),
    };
    let stop = stop_on_interrupt()?;
    let bar = output::progress(args.games, "duels");
    let progress = |finished| bar.set_position(finished);
    let watch = Watch { stop: &stop, progress: &progress };
    let report = run_match(duelfish_cards::catalogue(), &spec, watch)?;
    bar.finish_and_clear();
    match args.format {
        Format::Json => output::json(&report)?,
        Format::Table => output::text(&table(&report))?,
    }
    Ok(if report.interrupted { Verdict::Bad } else { Verdict::Good })
}

/// The first Ctrl-C asks the match to stop, so that what is finished is reported; the second one
/// ends the program as usual.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).context("can't listen for Ctrl-C")?;
    Ok(stop)
}

fn table(report: &Report) -> String {
    let mut table = output::table();
    let [a, b] = [0, 1].map(|side| format!("{} ({})", report.decks[side], report.bots[side]));
    table.set_header(["", "games", "wins", "win rate", "95% interval"]);
    let ci = report.ci95;
    table.add_row(row(&format!("A  {a}"), report.games, report.wins_a, ci));
    // Each side's interval counts its own wins: a draw is a win of neither.
    let ci_b = stats::wilson95(report.wins_b, report.games);
    table.add_row(row(&format!("B  {b}"), report.games, report.wins_b, ci_b));
    for (name, FirstCount { games, wins_a }) in [
        ("A when A goes first", report.by_first.a_first),
        ("A when B goes first", report.by_first.b_first),
    ] {
        table.add_row(row(name, games, wins_a, stats::wilson95(wins_a, games)));
    }
    let ended = report.ended_by;
    let mut text = format!("{table}\n\n");
    text +=
        &format!("draws {}; ended by LP {}, deck-out {}", report.draws, ended.lp, ended.deckout);
    text += &format!(", card {}, limit {}\n", ended.card, ended.limit);
    let turns = report.turns;
    text += &format!("turns: mean {:.1}, median {}, 95% {}\n", turns.mean, turns.median, turns.p95);
    text += &format!(
        "{} duels in {:.2} s, {:.0} duels/s; rules {}, seed {}\n",
        report.games, report.seconds, report.duels_per_second, report.rules, report.seed
    );
    if report.interrupted {
        text += "interrupted: the numbers are about the duels that were finished\n";
    }
    text
}

fn row(name: &str, games: u64, wins: u64, ci: [f64; 2]) -> [String; 5] {
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let rate = wins as f64 / games.max(1) as f64;
    let interval = format!("{} - {}", percent(ci[0]), percent(ci[1]));
    [name.to_owned(), games.to_string(), wins.to_string(), percent(rate), interval]
}
