//! Reports of runs as tables for people.

pub(crate) mod csv;
mod details;
pub(crate) mod field;

use duelfish_arena::{
    BoutsReport, FirstCount, ForfeitReport, Paired, Precision, Report, SprtReport, stats,
};

use crate::output::{self, Align};

/// A match of two decks. `marks` stand behind the names of decks that are not what they seem.
pub(crate) fn match_table(report: &Report, marks: [&str; 2]) -> String {
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
    let games_of = if report.bouts.is_some() { "bouts" } else { "games" };
    let columns = ["", games_of, "wins", "win rate", "95% interval"];
    let table = output::table(Some(columns), [Left, Right, Right, Right, Right], rows);
    let bouts = report.bouts.as_ref().map_or_else(String::new, |bouts| of_bouts(bouts, report));
    let details = report.details.as_ref().map_or_else(String::new, |details| {
        format!("\n{}", details::in_tables(details, &report.decks))
    });
    format!("{table}\n{bouts}{}{details}", in_words(report))
}

fn row(name: String, games: u64, wins: u64) -> [String; 5] {
    let rate = if games == 0 { f64::NAN } else { wins as f64 / games as f64 };
    let [low, high] = stats::wilson95(wins, games).map(percent);
    let interval = format!("{low} - {high:>7}");
    [name, games.to_string(), wins.to_string(), percent(rate), interval]
}

/// The first, second, ... duels of all bouts.
fn of_bouts(bouts: &BoutsReport, report: &Report) -> String {
    use Align::{Left, Right};
    let rows = bouts.by_duel.iter().enumerate().map(|(at, duel)| {
        let share = |wins: u64, [low, high]: [f64; 2]| {
            let rate = wins as f64 / duel.games.max(1) as f64;
            format!("{} ({} - {})", percent(rate), percent(low), percent(high))
        };
        let first = duel.wins_going_first as f64 / duel.games.max(1) as f64;
        [
            format!("duel {}", at + 1),
            duel.games.to_string(),
            share(duel.wins_a, duel.ci95_a),
            share(duel.wins_b, duel.ci95_b),
            percent(first),
        ]
    });
    let columns = ["", "duels", "A wins (95% interval)", "B wins", "who goes first wins"];
    let table = output::table(Some(columns), [Left, Right, Right, Right, Right], rows);
    let decks = bouts.sided.iter().zip(&report.decks).zip(["A", "B"]);
    let sided: String = decks
        .filter(|((sided, deck), _)| sided != deck)
        .map(|((sided, _), side)| format!("; {side} plays {sided} from the second duel on"))
        .collect();
    format!("best of {}: {} duels{sided}\n{table}\n", bouts.best_of, bouts.duels)
}

/// The numbers that do not fit in the table.
fn in_words(report: &Report) -> String {
    let ended = report.ended_by;
    let mut text = format!("draws {}; ended by LP {}", report.draws, ended.lp);
    text += &format!(", deck-out {}", ended.deckout);
    text += &format!(", card {}, limit {}", ended.card, ended.limit);
    if ended.forfeit > 0 {
        text += &format!(", forfeit {}", ended.forfeit);
    }
    text += "\n";
    if let Some(paired) = &report.paired {
        text += &in_pairs(paired);
    }
    if let Some(until) = &report.until {
        text += &precision(until, report.games);
    }
    let turns = report.turns;
    text += &format!("turns: mean {:.1}, median {}, ", turns.mean, turns.median);
    text += &format!("at most {} in 95% of the duels\n", turns.p95);
    text + &last_lines(report)
}

/// How far the interval reaches of a run that was to end when it is narrow enough.
fn precision(of: &Precision, games: u64) -> String {
    let Precision { wanted, reach, reached } = *of;
    let [reach_now, asked] = [reach, wanted].map(|share| format!("{:.2}", 100.0 * share));
    let mut text =
        format!("the interval reaches {reach_now} points to either side, {asked} were asked for");
    if !reached && games > 0 {
        // A mean of four times as many duels is twice as precise.
        let needed = games as f64 * (reach / wanted).powi(2);
        text += &format!(": not narrow enough yet, about {needed:.0} in all would do");
    }
    text + "\n"
}

/// Duels, time, rules and seed.
fn last_lines(report: &Report) -> String {
    let bouts = report.bouts.as_ref();
    let mut text = bouts.map_or_else(String::new, |_| format!("{} bouts, ", report.games));
    let duels = bouts.map_or(report.games, |bouts| bouts.duels);
    text += &time(duels, report.played, report.seconds, report.duels_per_second);
    text +=
        &format!("; rules {}, {} card texts, seed {}\n", report.rules, report.texts, report.seed);
    text += &as_line(report.unrepeatable_because.as_deref());
    text += &forfeits_in_words(&report.forfeits);
    if report.interrupted {
        text += "interrupted: the numbers are about the duels that were finished before\n";
    }
    text
}

/// A line of its own, if there is something to say.
pub(crate) fn as_line(said: Option<&str>) -> String {
    said.map_or_else(String::new, |said| format!("{said}\n"))
}

/// A line for each bot that lost duels because it gave no legal answer, or its time was over.
pub(crate) fn forfeits_in_words(forfeits: &[ForfeitReport]) -> String {
    forfeits.iter().map(|forfeit| format!("{}\n", forfeit.said)).collect()
}

/// How many duels there are, and how fast those were played that were not in a record already.
fn time(duels: u64, played: u64, seconds: Option<f64>, per_second: Option<f64>) -> String {
    match (seconds, per_second) {
        (Some(seconds), Some(rate)) if played < duels => {
            format!("{duels} duels, {played} of them now in {seconds:.2} s, {rate:.0} duels/s")
        }
        (Some(seconds), Some(rate)) => {
            format!("{duels} duels in {seconds:.2} s, {rate:.0} duels/s")
        }
        (Some(_), None) if duels > 0 => format!("{duels} duels, all of them played before"),
        _ => format!("{duels} duels"),
    }
}

/// A match of two bots and the test that it is put to.
pub(crate) fn sprt_table(report: &Report) -> String {
    let [a, b] = &report.bots;
    let together = if report.two_by_two { 2 } else { 1 };
    let decks = report.decks.chunks(together).map(|decks| decks.join(" against "));
    let decks: Vec<String> = decks.collect();
    let mut text = format!("A  {a}\nB  {b}\ndecks  {}\n\n", decks.join(", "));
    if let Some(paired) = &report.paired {
        text += &in_pairs(paired);
    }
    if let Some(test) = &report.sprt {
        text += &test_in_words(test);
    }
    text + &last_lines(report)
}

fn in_pairs(paired: &Paired) -> String {
    if paired.pairs == 0 {
        return "no pair of duels was finished\n".to_owned();
    }
    let elo =
        |elo: f64| if elo.is_finite() { format!("{elo:+.1}") } else { "unbounded".to_owned() };
    let [low, high] = paired.ci95.map(percent);
    let [elo_low, elo_high] = paired.elo_ci95.map(elo);
    let counts = paired.counts.map(|count| count.to_string()).join(", ");
    let mut text = format!("{} pairs; A scored 0, 1/4, 1/2, 3/4, 1 in {counts}\n", paired.pairs);
    let score = percent(paired.score);
    text += &format!("score of A {score}, 95% interval {low} - {high}\n");
    text += &format!("Elo {}, 95% interval {elo_low} to {elo_high}", elo(paired.elo));
    let (normalised, los) = (elo(paired.normalised_elo), percent(paired.los));
    text + &format!("; normalised Elo {normalised}; A is better with likelihood {los}\n")
}

fn test_in_words(test: &SprtReport) -> String {
    let SprtReport { elo0, elo1, alpha, beta, model, llr, bounds: [low, high], .. } = test;
    let mut text = format!("SPRT of {model} Elo {elo0} against {elo1}");
    text += &format!(" (alpha {alpha}, beta {beta}): LLR {llr:.3} of {low:.3} to {high:.3}\n");
    text + match test.verdict {
        Some("H1") => "H1 is accepted: A is better\n",
        Some(_) => "H0 is accepted: A is not better by so much\n",
        None => "undecided\n",
    }
}

/// A share in percent; a dash where there is none.
fn percent(share: f64) -> String {
    if share.is_nan() {
        return "-".to_owned();
    }
    format!("{:.2}%", 100.0 * share)
}
