//! Round robins and comparisons as tables for people.

use duelfish_arena::{ComparisonReport, TournamentReport};

use super::{as_line, forfeits_in_words, percent, time};
use crate::output::{self, Align};

/// A round robin: the scores of the decks against each other, and their strengths.
pub(crate) fn tournament(report: &TournamentReport) -> String {
    let mut text = format!("{}\n{}\n", matrix(report), standings(report));
    if report.rated_with_prior {
        text += "some decks won or lost everything, or did not meet: strengths count half a point more for both sides of each pairing\n";
    }
    text += &format!("every number is about these decks as {} plays them\n", report.bot);
    text += &time(report.games, report.played, Some(report.seconds), report.duels_per_second);
    text +=
        &format!("; rules {}, {} card texts, seed {}\n", report.rules, report.texts, report.seed);
    text += &as_line(report.unrepeatable_because.as_deref());
    text += &forfeits_in_words(&report.forfeits);
    text + interruption(report.interrupted)
}

/// The score of each deck against each other one, in percent with half of the interval's width.
fn matrix(report: &TournamentReport) -> String {
    let decks = report.decks.len();
    let mut rows: Vec<Vec<String>> = vec![vec![String::new(); decks + 1]; decks + 1];
    for (deck, name) in report.decks.iter().enumerate() {
        rows[0][deck + 1] = (deck + 1).to_string();
        rows[deck + 1][0] = format!("{} {name}", deck + 1);
        rows[deck + 1][deck + 1] = "-".to_owned();
    }
    // A cell that was not played before an interruption stays empty.
    for cell in report.cells.iter().filter(|cell| cell.games > 0) {
        let [a, b] = cell.decks.map(|deck| deck + 1);
        let [low, high] = cell.paired.ci95;
        let reach = 50.0 * (high - low);
        let shown = |score: f64| format!("{:.0}±{reach:.0}", 100.0 * score);
        rows[a][b] = shown(cell.paired.score);
        rows[b][a] = shown(1.0 - cell.paired.score);
    }
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=decks).map(width).collect();
    let line = |row: &Vec<String>| {
        let name = format!("{:<1$}", row[0], widths[0]);
        let cells =
            row.iter().zip(&widths).skip(1).map(|(cell, width)| format!("  {cell:>width$}"));
        format!("{name}{}\n", cells.collect::<String>())
    };
    let table: String = rows.iter().map(line).collect();
    format!("score of the deck of the line, in percent (± half of the 95% interval)\n{table}")
}

fn standings(report: &TournamentReport) -> String {
    use Align::{Left, Right};
    let mut order: Vec<usize> = (0..report.decks.len()).collect();
    order.sort_by(|a, b| report.standings[*b].elo.total_cmp(&report.standings[*a].elo));
    let rows = order.into_iter().map(|deck| {
        let standing = &report.standings[deck];
        let [low, high] = standing.elo_ci95;
        [
            report.decks[deck].clone(),
            format!("{:+.0}", standing.elo),
            format!("{low:+.0} to {high:+.0}"),
            percent(standing.score),
            interval(standing.score_ci95),
            percent(standing.nash),
            interval(standing.nash_ci95),
        ]
    });
    let columns =
        ["", "Elo", "95% interval", "vs field", "95% interval", "Nash mix", "Nash interval"];
    output::table(Some(columns), [Left, Right, Right, Right, Right, Right, Right], rows)
}

/// A comparison: the results against each opponent, and all of them together.
pub(crate) fn comparison(report: &ComparisonReport) -> String {
    use Align::{Left, Right};
    let [old, new] = &report.decks;
    let [gone, added] = report.changes.each_ref().map(|changes| {
        let of = |(copies, name): &(u64, String)| format!("{copies} {name}");
        changes.iter().map(of).collect::<Vec<_>>().join(", ")
    });
    let mut text = format!("old  {old} ({})\nnew  {new} ({})\n", report.bots[0], report.bots[0]);
    if gone.is_empty() && added.is_empty() {
        text += "both decks have the same cards\n";
    } else {
        let or_nothing = |list: String| if list.is_empty() { "nothing".to_owned() } else { list };
        text += &format!("out  {}\nin   {}\n", or_nothing(gone), or_nothing(added));
    }
    let rows = report.opponents.iter().map(|against| {
        [
            format!("{} ({})", against.deck, report.bots[1]),
            percent(against.weight),
            against.games.to_string(),
            or_dash(against.scores, |scores| percent(scores[0])),
            or_dash(against.scores, |scores| percent(scores[1])),
            or_dash(against.difference, points),
            or_dash(against.ci95, |[low, high]| format!("{} to {}", points(low), points(high))),
        ]
    });
    let columns = ["against", "share", "duels each", "old", "new", "difference", "95% interval"];
    let table =
        output::table(Some(columns), [Left, Right, Right, Right, Right, Right, Right], rows);
    text += &format!("\n{table}\n");
    text += &match report.difference.zip(report.ci95) {
        Some((difference, ends)) => {
            let ([low, high], difference) = (ends.map(points), points(difference));
            format!("new minus old: {difference}, 95% interval {low} to {high}: ")
        }
        None => "not every opponent has met both decks: ".to_owned(),
    };
    text += match report.finding {
        "better" => "the new deck is better\n",
        "worse" => "the new deck is worse\n",
        _ => "undecided\n",
    };
    if report.finding == "undecided" {
        text += &still_needed(report);
    }
    if report.saved_by_same_luck > 1.0 {
        let saved = report.saved_by_same_luck;
        text += &format!("the same luck for both decks is worth {saved:.1} times as many duels\n");
    }
    text += &time(report.games, report.played, Some(report.seconds), report.duels_per_second);
    text +=
        &format!("; rules {}, {} card texts, seed {}\n", report.rules, report.texts, report.seed);
    text += &as_line(report.unrepeatable_because.as_deref());
    text += &forfeits_in_words(&report.forfeits);
    text + interruption(report.interrupted)
}

fn still_needed(report: &ComparisonReport) -> String {
    let mut text = String::new();
    if let Some(duels) = report.needed_for_seen {
        text += &format!(
            "if it is as large as that, {duels} duels of each deck against each opponent show it in 80% of all cases\n"
        );
    }
    if let Some(duels) = report.needed_for_detect {
        text += &format!("for a difference of {} it takes {duels}\n", points(report.detect));
    }
    text
}

/// A value in words; a dash where there is none.
fn or_dash<T>(value: Option<T>, in_words: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), in_words)
}

/// A difference in percentage points.
pub(crate) fn points(difference: f64) -> String {
    format!("{:+.2}", 100.0 * difference)
}

fn interval([low, high]: [f64; 2]) -> String {
    format!("{} - {}", percent(low), percent(high))
}

const fn interruption(interrupted: bool) -> &'static str {
    if interrupted {
        "interrupted: the numbers are about the duels that were finished before; --record and --resume keep them\n"
    } else {
        ""
    }
}
