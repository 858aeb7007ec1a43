//! Results as one page of HTML that needs nothing else: no network, no other file.

mod bots;
mod chart;
mod data;

use duelfish_arena::stats::wilson95;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::report::field::points;
use chart::{Scale, percent};
use data::{Comparison, Match, PageBouts, PageCard, PageDetails, Share, Tournament};
pub(crate) use data::{Results, SCHEMA};

const STYLE: &str = include_str!("page.css");
/// Sorts a table by the column whose heading is clicked.
const SCRIPT: &str = include_str!("page.js");

/// Turns whose Life Points are drawn: those that at least this share of the duels reached.
const REACHED: f64 = 0.05;

/// The page with these results, each with the name of the file that it came from.
pub(crate) fn page(results: &[(String, Results)]) -> String {
    let content = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Duelfish results" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    @for (file, of) in results {
                        section {
                            @let note = of.note();
                            @if !note.is_empty() { p.warning { strong { (note) } } }
                            @match of {
                                Results::Tournament(of) => (tournament(of)),
                                Results::Comparison(of) => (comparison(of)),
                                Results::Match(of) if of.is_of_bots() => (bots::of_bots(of)),
                                Results::Match(of) => (of_match(of)),
                            }
                            @if of.is_interrupted() {
                                p.warning { "This run was interrupted: the numbers are about the duels that were finished before." }
                            }
                            p.note { "From " (file) ", played by engine " (of.engine()) ". Intervals are 95% intervals." }
                        }
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    content.into_string()
}

fn pilots(bots: &[&str], rules: &str, texts: &str, seed: u64, played: &str) -> Markup {
    let mut bots = bots.to_vec();
    bots.dedup();
    html! {
        p.pilots {
            (played) ", played by " strong { (bots.join(" and ")) } "; rules " (rules) ", " (texts)
            " card texts, seed " (seed) "."
        }
    }
}

fn tournament(of: &Tournament) -> Markup {
    let count = of.decks.len();
    let mut scores = vec![vec![None; count]; count];
    for cell in of.cells.iter().filter(|cell| cell.games > 0) {
        let [a, b] = cell.decks;
        if a < count && b < count {
            scores[a][b] = cell.paired.score;
            scores[b][a] = cell.paired.score.map(|score| 1.0 - score);
        }
    }
    let mut order: Vec<usize> = (0..count.min(of.standings.len())).collect();
    order.sort_by(|a, b| of.standings[*b].elo.total_cmp(&of.standings[*a].elo));
    let strengths: Vec<_> = order
        .iter()
        .map(|deck| {
            let standing = &of.standings[*deck];
            (of.decks[*deck].clone(), standing.elo, standing.elo_ci95)
        })
        .collect();
    let reach = strengths.iter().flat_map(|(_, _, ends)| ends.map(f64::abs)).fold(50.0, f64::max);
    let widest = of.cells.iter().map(|cell| cell.paired.ci95[1] - cell.paired.ci95[0]);
    let widest = widest.fold(0.0, f64::max) / 2.0;
    html! {
        h1 { "Round robin of " (count) " decks" }
        (pilots(&[&of.bot], &of.rules, &of.texts, of.seed, &duels(of.games)))
        h2 { "Who beats whom" }
        p { "What the deck of a line scores against the deck of a column, in percent; each is known to within "
            (percent(widest)) " or better." }
        (chart::heat_map(&of.decks, &scores))
        h2 { "Strength" }
        p { "Elo above the mean of these decks, by the model of Bradley and Terry."
            @if of.rated_with_prior { " Some decks won or lost everything, or did not meet: half a point more was counted for both sides of each pairing." } }
        (chart::intervals(&strengths, Scale::Elo, reach))
        div.scroll { table.sorts {
            thead { tr { th { "deck" } th { "Elo" } th { "interval" } th { "score vs field" } th { "interval" } th { "Nash mix" } th { "Nash interval" } } }
            tbody { @for deck in order {
                @let standing = &of.standings[deck];
                tr {
                    th { (of.decks[deck]) }
                    (number(standing.elo, &format!("{:+.0}", standing.elo)))
                    td { (format!("{:+.0} to {:+.0}", standing.elo_ci95[0], standing.elo_ci95[1])) }
                    (number(standing.score, &percent(standing.score)))
                    td { (range(standing.score_ci95)) }
                    (number(standing.nash, &percent(standing.nash)))
                    td { (range(standing.nash_ci95)) }
                }
            } }
        } }
    }
}

fn comparison(of: &Comparison) -> Markup {
    let list = |changes: &[(u64, String)]| {
        let of = changes.iter().map(|(copies, name)| format!("{copies} {name}"));
        of.collect::<Vec<_>>().join(", ")
    };
    let row = |name: &str, difference: Option<f64>, ends: Option<[f64; 2]>| {
        Some((name.to_owned(), difference?, ends?))
    };
    let opponents = of.opponents.iter();
    let rows = opponents.map(|against| row(&against.deck, against.difference, against.ci95));
    let all = row("all of the field", of.difference, of.ci95);
    let rows: Vec<_> = rows.chain([all]).flatten().collect();
    let reach = rows.iter().flat_map(|(_, _, ends)| ends.map(f64::abs)).fold(0.02, f64::max);
    html! {
        h1 { (of.decks[1]) " against " (of.decks[0]) }
        (pilots(&[&of.bots[0], &of.bots[1]], &of.rules, &of.texts, of.seed, &duels(of.games)))
        p.verdict { @match of.finding.as_str() {
            "better" => "The new deck is better.",
            "worse" => "The new deck is worse.",
            _ => "Undecided.",
        } " " @match of.difference.zip(of.ci95) {
            Some((difference, [low, high])) => {
                (points(difference)) " percentage points, interval " (points(low)) " to " (points(high)) "."
            }
            None => "Not every opponent has met both decks.",
        } }
        @if let (Some(duels), "undecided") = (of.needed_for_detect, of.finding.as_str()) {
            p { "A difference of " (points(of.detect)) " points takes " (duels) " duels of each deck against each opponent." }
        }
        p { "Out: " (list(&of.changes[0])) ". In: " (list(&of.changes[1])) "." }
        h2 { "New minus old, by opponent" }
        (chart::intervals(&rows, Scale::Points, reach))
        div.scroll { table.sorts {
            thead { tr { th { "against" } th { "share" } th { "duels each" } th { "old" } th { "new" } th { "difference" } th { "interval" } } }
            tbody { @for against in &of.opponents { tr {
                th { (against.deck) }
                (number(against.weight, &percent(against.weight)))
                (number(against.games as f64, &against.games.to_string()))
                @match (against.scores, against.difference, against.ci95) {
                    (Some([old, new]), Some(difference), Some([low, high])) => {
                        (number(old, &percent(old))) (number(new, &percent(new)))
                        (number(difference, &points(difference)))
                        td { (points(low)) " to " (points(high)) }
                    }
                    _ => { td { "–" } td { "–" } td { "–" } td { "–" } }
                }
            } } }
        } }
    }
}

fn of_match(of: &Match) -> Markup {
    let name = |side: usize| {
        of.decks.get(side).map_or(String::new(), |name| name.clone() + of.mark.of_deck(side))
    };
    let row = |what: String, wins: u64, games: u64| {
        (what, wins as f64 / games.max(1) as f64, wilson95(wins, games))
    };
    let played = match &of.bouts {
        None => duels(of.games),
        Some(bouts) => {
            format!("{} bouts, best of {}, of {}", of.games, bouts.best_of, duels(bouts.duels))
        }
    };
    let (first, second) = (&of.by_first.a_first, &of.by_first.b_first);
    let rows = [
        row(format!("A  {}", name(0)), of.wins_a, of.games),
        row(format!("B  {}", name(1)), of.wins_b, of.games),
        row("A going first".to_owned(), first.wins_a, first.games),
        row("A going second".to_owned(), second.wins_a, second.games),
    ];
    html! {
        h1 { (name(0)) " against " (name(1)) }
        (pilots(&[&of.bots[0], &of.bots[1]], &of.rules, &of.texts, of.seed, &played))
        @if let Some(paired) = &of.paired { (bots::of_pairs(paired)) }
        h2 { "Share of wins" }
        // The two duels of a pair are not independent: shares of single duels have no such interval.
        @let paired = of.paired.is_some();
        @if !paired { (chart::intervals(&rows, Scale::Shares, 1.0)) }
        div.scroll { table {
            thead { tr { th { "" } th { "share of wins" } @if !paired { th { "interval" } } } }
            tbody { @for (what, share, ends) in &rows { tr {
                th { (what) } td { (percent(*share)) } @if !paired { td { (range(*ends)) } }
            } } }
        } }
        p { "Turns of either player: mean " (format!("{:.1}", of.turns.mean)) ", median " (of.turns.median)
            ", at most " (of.turns.p95) " in 95% of the duels. Ended by Life Points " (of.ended_by.lp) ", deck-out "
            (of.ended_by.deckout) ", a card " (of.ended_by.card) ", a limit " (of.ended_by.limit) "; draws " (of.draws) "." }
        @if let Some(bouts) = &of.bouts { (by_duel(of, bouts)) }
        @if let Some(details) = &of.details { (in_detail(of, details)) }
    }
}

fn duels(count: u64) -> String {
    format!("{count} duels")
}

/// The first, second, ... duels of all bouts.
fn by_duel(of: &Match, bouts: &PageBouts) -> Markup {
    let share = |wins: u64, games: u64| percent(wins as f64 / games.max(1) as f64);
    html! {
        h2 { "First, second and further duels" }
        p { "The loser of a duel goes first in the next one."
            @for (sided, (deck, side)) in bouts.sided.iter().zip(of.decks.iter().zip(["A", "B"])) {
                @if sided != deck { " From the second duel on " (side) " plays " (sided) "." }
            } }
        div.scroll { table {
            thead { tr { th { "duel" } th { "played" } th { "A wins" } th { "interval" } th { "B wins" } th { "interval" } } }
            tbody { @for (at, duel) in bouts.by_duel.iter().enumerate() { tr {
                th { (at + 1) } td { (duel.games) }
                td { (share(duel.wins_a, duel.games)) } td { (range(duel.ci95_a)) }
                td { (share(duel.wins_b, duel.games)) } td { (range(duel.ci95_b)) }
            } } }
        } }
    }
}

fn in_detail(of: &Match, details: &PageDetails) -> Markup {
    let reached: Vec<_> = details
        .lp_by_turn
        .iter()
        .take_while(|turn| turn.games as f64 >= REACHED * of.games as f64)
        .map(|turn| data::Lp { turn: turn.turn, games: turn.games, lp: turn.lp })
        .collect();
    html! {
        h2 { "Life Points" }
        p { "Mean at the end of each turn, of the duels that lasted so long: "
            span.a { "A" } " and " span.b { "B" } "." }
        (chart::life_points(&reached))
        h2 { "Decisions" }
        p { @for ((side, bot), spec) in ["A", "B"].into_iter().zip(&details.bots).zip(&of.bots) {
            (side) " (" (spec) "): " (bot.decisions) " decisions"
            @if let Some(micros) = bot.microseconds_per_decision { ", " (format!("{micros:.1}")) " microseconds each" }
            ". "
        } }
        @for (side, cards) in ["A", "B"].into_iter().zip(&details.cards) {
            h2 { "Cards of " (side) }
            p { "How often the deck won when at least one copy was in the opening hand, was seen, was not seen, was "
                "played. Longer duels see more cards, so a card that wins when it is seen need not win the duel. "
                "Click a heading to sort." }
            div.scroll { table.sorts {
                thead { tr { th { "card" } th { "copies" } th { "opened" } th { "wins" } th { "seen" } th { "wins" } th { "wins if not" } th { "played" } th { "wins" } } }
                tbody { @for card in cards { (card_row(card, of.games)) } }
            } }
        }
    }
}

fn card_row(card: &PageCard, games: u64) -> Markup {
    let share = |of: Share| {
        let share = of.games as f64 / games.max(1) as f64;
        number(share, &percent(share))
    };
    let wins = |of: Share| {
        let reach = 50.0 * (of.ci95[1] - of.ci95[0]);
        let text = if of.games == 0 {
            "–".to_owned()
        } else {
            format!("{:.0} ± {reach:.0}", 100.0 * of.win_rate)
        };
        number(of.win_rate, &text)
    };
    html! {
        tr {
            th { (card.name) }
            (number(card.copies as f64, &card.copies.to_string()))
            (share(card.opened)) (wins(card.opened))
            (share(card.seen)) (wins(card.seen)) (wins(card.not_seen))
            (share(card.played)) (wins(card.played))
        }
    }
}

/// A cell that sorts by a number.
fn number(value: f64, text: &str) -> Markup {
    html! { td data-value=(value) { (text) } }
}

fn range([low, high]: [f64; 2]) -> String {
    format!("{} – {}", percent(low), percent(high))
}
