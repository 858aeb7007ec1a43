//! The score of two bots against each other, by pairs of duels; and the test that it was put to.

use maud::{Markup, html};

use super::chart::{self, Scale, percent};
use super::data::{Match, PagePaired, PageTest};
use super::{duels, range};

/// A test of two bots, both of which played all decks in all seats.
pub(super) fn of_bots(of: &Match) -> Markup {
    let [a, b] = &of.bots;
    let together = if of.two_by_two { 2 } else { 1 };
    let decks: Vec<String> =
        of.decks.chunks(together).map(|decks| decks.join(" against ")).collect();
    html! {
        h1 { (a) " against " (b) }
        p.pilots {
            (duels(of.games)) " of bot A, " strong { (a) } ", against bot B, " strong { (b) }
            "; rules " (of.rules) ", " (of.texts) " card texts, seed " (of.seed) "."
        }
        p { "Both bots played all of these decks, with the same shuffles and in the same seats: " (decks.join(", ")) "." }
        @if let Some(test) = &of.sprt { (of_test(test)) }
        @if let Some(paired) = &of.paired { (of_pairs(paired)) }
        p { "Turns of either player: mean " (format!("{:.1}", of.turns.mean)) ", median " (of.turns.median)
            ", at most " (of.turns.p95) " in 95% of the duels." }
    }
}

/// Where a sequential test stands.
fn of_test(test: &PageTest) -> Markup {
    let [low, high] = test.bounds;
    let row = ("LLR".to_owned(), test.llr, [test.llr; 2]);
    html! {
        p.verdict { @match test.verdict.as_deref() {
            Some("H1") => "H1 is accepted: A is better.",
            Some(_) => "H0 is accepted: A is not better by so much.",
            None => "Undecided.",
        } }
        h2 { "The test" }
        p { "SPRT of " (test.model) " Elo: H0 says that A leads by " (test.elo0) ", H1 by " (test.elo1) "; alpha " (test.alpha)
            ", beta " (test.beta) ". The log-likelihood ratio (LLR) is " (format!("{:.3}", test.llr)) "; H0 is accepted at "
            (format!("{low:.3}")) " and H1 at " (format!("{high:.3}")) ", the left and the right end of the line." }
        (chart::intervals(&[row], Scale::Ratio(test.bounds), 1.0))
    }
}

/// The score of A by pairs of duels, with what it is in Elo.
pub(super) fn of_pairs(of: &PagePaired) -> Markup {
    let Some(score) = of.score.filter(|_| of.pairs > 0) else {
        return html! { p { "No pair of duels was finished." } };
    };
    let row = ("score of A".to_owned(), score, of.ci95);
    let counts = of.counts.map(|count| count.to_string()).join(", ");
    let [low, high] = of.elo_ci95.map(elo);
    html! {
        h2 { "Score by pairs" }
        (chart::intervals(&[row], Scale::Shares, 1.0))
        div.scroll { table {
            thead { tr { th { "" } th { "A" } th { "interval" } } }
            tbody {
                tr { th { "score" } td { (percent(score)) } td { (range(of.ci95)) } }
                tr { th { "Elo" } td { (elo(of.elo)) } td { (low) " to " (high) } }
                tr { th { "normalised Elo" } td { (elo(of.normalised_elo)) } td { "" } }
            }
        } }
        p { (of.pairs) " pairs of duels with the same shuffles, in which A scored 0, 1/4, 1/2, 3/4, 1 in " (counts) ". "
            @if let Some(los) = of.los { "A is better with likelihood " (percent(los)) "." } }
    }
}

/// A difference in Elo.
fn elo(elo: Option<f64>) -> String {
    elo.map_or_else(|| "unbounded".to_owned(), |elo| format!("{elo:+.1}"))
}
