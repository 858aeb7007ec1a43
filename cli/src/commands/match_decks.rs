//! `duelfish match`.

use anyhow::Result;
use duelfish_arena::{FirstCount, MatchSpec, Report, Watch, run_match, stats};
use serde::Serialize;

use crate::args::{Format, MatchArgs};
use crate::missing::{Ready, Replaced};
use crate::output::Align;
use crate::{Verdict, input, interrupt, missing, output};

pub(crate) fn run(args: &MatchArgs) -> Result<Verdict> {
    let stop = interrupt::flag()?;
    let cards = args.own.catalogue()?.into_owned();
    let parsed = [input::deck(&cards, &args.a)?, input::deck(&cards, &args.b)?];
    let Ready { cards, decks, replaced } = missing::ready(cards, parsed, &args.missing)?;
    if !replaced.is_nothing() {
        output::warning(&replaced.in_words());
    }
    let spec = MatchSpec {
        decks,
        bots: [args.bot_a.clone(), args.bot_b.clone()],
        rules: args.rules.clone(),
        games: args.games,
        seed: args.seed,
        threads: args.threads.map_or(0, usize::from),
    };
    let bar = output::progress(args.games, "duels");
    let progress = |finished| bar.set_position(finished);
    let watch = Watch { stop: &stop, progress: &progress };
    let report = run_match(&cards, &spec, watch);
    bar.finish_and_clear();
    let report = report?;
    match args.format {
        Format::Json => output::json(&Printed { report: &report, missing: &replaced })?,
        Format::Table => output::text(&marked_table(&report, &replaced))?,
    }
    Ok(if report.interrupted { Verdict::Bad } else { Verdict::Good })
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
        return table(report, [""; 2]);
    }
    let marks =
        [0, 1].map(|side| if replaced.cards.iter().any(|c| c.is_in(side)) { "*" } else { "" });
    let (heading, table) = (missing::HEADING, table(report, marks));
    format!("{heading} (see *)\n\n{table}\n* {}\n", replaced.in_words())
}

fn table(report: &Report, marks: [&str; 2]) -> String {
    use Align::{Left, Right};
    let [a, b] =
        [0, 1].map(|side| format!("{}{} ({})", report.decks[side], marks[side], report.bots[side]));
    let games = report.games;
    let FirstCount { games: a_first, wins_a: wins_going_first } = report.by_first.a_first;
    let FirstCount { games: b_first, wins_a: wins_going_second } = report.by_first.b_first;
    let rows = [
        row(format!("A  {a}"), games, report.wins_a),
        // Each side's interval counts its own wins: a draw is a win of neither.
        row(format!("B  {b}"), games, report.wins_b),
        row("A when A goes first".to_owned(), a_first, wins_going_first),
        row("A when B goes first".to_owned(), b_first, wins_going_second),
    ];
    let columns = ["", "games", "wins", "win rate", "95% interval"];
    let table = output::table(Some(columns), [Left, Right, Right, Right, Right], rows);
    format!("{table}\n{}", in_words(report))
}

fn row(name: String, games: u64, wins: u64) -> [String; 5] {
    let percent = |share: f64| format!("{:.2}%", 100.0 * share);
    let rate = wins as f64 / games.max(1) as f64;
    let [low, high] = stats::wilson95(wins, games).map(percent);
    let interval = format!("{low} - {high:>7}");
    [name, games.to_string(), wins.to_string(), percent(rate), interval]
}

/// What does not fit in the table.
fn in_words(report: &Report) -> String {
    let ended = report.ended_by;
    let mut text = format!("draws {}; ended by LP {}", report.draws, ended.lp);
    text += &format!(", deck-out {}", ended.deckout);
    text += &format!(", card {}, limit {}\n", ended.card, ended.limit);
    let turns = report.turns;
    text += &format!("turns: mean {:.1}, median {}, ", turns.mean, turns.median);
    text += &format!("at most {} in 95% of the duels\n", turns.p95);
    text += &format!(
        "{} duels in {:.2} s, {:.0} duels/s; rules {}, seed {}\n",
        report.games, report.seconds, report.duels_per_second, report.rules, report.seed
    );
    if report.interrupted {
        text += "interrupted: the numbers are about the duels that were finished before\n";
    }
    text
}
