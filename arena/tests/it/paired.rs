//! Paired duels: the same luck for both, and exactly even for equals.

use std::sync::atomic::AtomicBool;

use crate::common::{deck, vanilla};
use duelfish_arena::stats::{Model, Sprt};
use duelfish_arena::{MatchError, MatchSpec, Pairing, Report, RunWatch, StopRule, run_match};
use duelfish_cards::{Deck, catalogue};
use duelfish_engine::Rules;
use duelfish_search::Spec;

fn spec(pairing: Pairing, decks: Vec<Deck>, bots: [Spec; 2], games: u64) -> MatchSpec {
    let two = [vanilla(), vanilla()];
    MatchSpec { decks, pairing, threads: 2, ..MatchSpec::new(two, bots, Rules::MR5, games, 4) }
}

fn run(spec: &MatchSpec) -> Report {
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    run_match(catalogue(), spec, watch).unwrap()
}

fn starters() -> Vec<Deck> {
    vec![deck("yugi"), deck("kaiba")]
}

#[test]
fn a_bot_against_itself_scores_exactly_half() {
    let mirror = || vec![deck("yugi"), deck("yugi")];
    let runs = [
        (Pairing::Seats, mirror()),
        (Pairing::Bots, starters()),
        (Pairing::Bots, vec![deck("kaiba")]),
        (Pairing::Bots, vec![deck("kaiba"), deck("yugi"), vanilla()]),
    ];
    for (pairing, decks) in runs {
        for bot in [Spec::Random, Spec::Greedy] {
            let report = run(&spec(pairing, decks.clone(), [bot.clone(), bot], 120));
            let paired = report.paired.unwrap();
            // Each pair is one duel twice, with the sides swapped.
            assert_eq!(paired.counts, [0, 0, 60, 0, 0], "{pairing:?}");
            assert_eq!((paired.score, paired.ci95, paired.elo), (0.5, [0.5, 0.5], 0.0));
            assert_eq!(report.wins_a, report.wins_b);
        }
    }
}

#[test]
fn a_better_bot_is_better_by_pairs_too() {
    for pairing in [Pairing::Seats, Pairing::Bots] {
        let report = run(&spec(pairing, starters(), [Spec::Greedy, Spec::Random], 200));
        let paired = report.paired.unwrap();
        assert!(paired.ci95[0] > 0.8 && paired.los > 0.999, "{paired:?}");
        // Even if it won every pair, that is no certainty.
        assert!(paired.ci95[0] < 1.0, "{paired:?}");
        let report = run(&spec(pairing, starters(), [Spec::Random, Spec::Greedy], 200));
        assert!(report.paired.unwrap().ci95[1] < 0.2);
    }
}

#[test]
fn pairs_narrow_the_interval_between_decks() {
    let bots = [Spec::Random, Spec::Random];
    let paired = run(&spec(Pairing::Seats, starters(), bots, 2000)).paired.unwrap();
    let pairs: u64 = paired.counts.iter().sum();
    assert_eq!(pairs, 1000);
    let [low, high] = paired.ci95;
    assert!(low < paired.score && paired.score < high);
    // Half the width of the 95% interval of as many coins.
    let coin = 1.96 * 0.5 / 2000_f64.sqrt();
    assert!((high - low) / 2.0 < 1.15 * coin, "{low} {high}");
}

#[test]
fn a_test_stops_at_the_same_pair_on_any_number_of_threads() {
    let test = Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Logistic).unwrap();
    let base = spec(Pairing::Bots, starters(), [Spec::Greedy, Spec::Random], 4000);
    let runs = [1, 2, 3].map(|threads| {
        run(&MatchSpec { until: StopRule::Decided(test), threads, ..base.clone() }).without_times()
    });
    let sprt = runs[0].sprt.unwrap();
    assert_eq!(sprt.verdict, Some("H1"));
    assert!(sprt.llr >= sprt.bounds[1] && runs[0].games < 4000 && !runs[0].interrupted);
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
    let other_way = [Spec::Random, Spec::Greedy];
    let base = spec(Pairing::Bots, starters(), other_way, 4000);
    let report = run(&MatchSpec { until: StopRule::Decided(test), ..base.clone() });
    assert_eq!(report.sprt.unwrap().verdict, Some("H0"));
    // Equal bots never decide: their pairs say nothing either way but that they are equal.
    let equal = spec(Pairing::Bots, starters(), [Spec::Random, Spec::Random], 40);
    let report = run(&MatchSpec { until: StopRule::Decided(test), ..equal });
    assert!(report.sprt.unwrap().llr.is_finite());
}

#[test]
fn runs_that_cannot_be_are_refused() {
    let bots = [Spec::Random, Spec::Random];
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let test = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Logistic).unwrap();
    let odd = spec(Pairing::Seats, starters(), bots.clone(), 11);
    let three = spec(Pairing::Seats, vec![vanilla(), vanilla(), vanilla()], bots.clone(), 10);
    let unpaired = MatchSpec {
        until: StopRule::Decided(test),
        ..spec(Pairing::None, starters(), bots.clone(), 10)
    };
    let none = spec(Pairing::Bots, Vec::new(), bots, 10);
    for spec in [odd, three, unpaired, none] {
        let error = run_match(catalogue(), &spec, watch).unwrap_err();
        assert!(matches!(error, MatchError::Spec(_)), "{error}");
    }
}
