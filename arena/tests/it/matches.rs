//! Matches: the same for any number of threads, fair, and to be stopped at any time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::common::{deck, vanilla};
use duelfish_arena::{MatchError, MatchSpec, Report, RunWatch, Scores, run_match};
use duelfish_cards::catalogue;
use duelfish_engine::{Rules, SetupError};
use duelfish_search::Spec;

fn spec(bots: [Spec; 2], games: u64, seed: u64, threads: usize) -> MatchSpec {
    let decks = [vanilla(), deck("normal46")];
    MatchSpec { threads, ..MatchSpec::new(decks, bots, Rules::MR5, games, seed) }
}

fn mirror(bots: [Spec; 2], games: u64) -> MatchSpec {
    MatchSpec { decks: vec![vanilla(), vanilla()], ..spec(bots, games, 11, 2) }
}

fn run(spec: &MatchSpec) -> Report {
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    run_match(catalogue(), spec, watch).unwrap()
}

#[test]
fn threads_change_no_result() {
    for bots in [[Spec::Random, Spec::Random], [Spec::Greedy, Spec::Random]] {
        // More duels than a chunk of one thread, fewer than one of two.
        let [one, two, three] =
            [1, 2, 3].map(|threads| run(&spec(bots.clone(), 700, 5, threads)).without_times());
        assert_eq!(one, two);
        assert_eq!(one, three);
        assert_eq!(one.games, 700);
        assert_ne!(one, run(&spec(bots, 700, 6, 1)).without_times());
    }
}

#[test]
fn a_report_adds_up() {
    let report = run(&spec([Spec::Random, Spec::Random], 301, 3, 2));
    let ended = report.ended_by;
    assert_eq!(report.wins_a + report.wins_b + report.draws + ended.limit, 301);
    assert_eq!(ended.lp + ended.deckout + ended.card + ended.limit, 301);
    assert_eq!((report.by_first.a_first.games, report.by_first.b_first.games), (151, 150));
    let by_first = report.by_first.a_first.wins_a + report.by_first.b_first.wins_a;
    assert_eq!(by_first, report.wins_a);
    assert!(report.turns.median <= report.turns.p95 && report.turns.mean > 1.0);
}

#[test]
fn the_fields_of_a_report_are_fixed() {
    let mut report = run(&spec([Spec::Greedy, Spec::Random], 10, 3, 1)).without_times();
    let keys = |report: &Report| -> Vec<String> {
        let value = serde_json::to_value(report).unwrap();
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    let mut expected = vec![
        "schema",
        "kind",
        "engine",
        "games",
        "wins_a",
        "wins_b",
        "draws",
        "win_rate_a",
        "ci95",
        "by_first",
        "turns",
        "ended_by",
        "decisions",
        "played",
        "seconds",
        "duels_per_second",
        "seed",
        "rules",
        "texts",
        "bots",
        "decks",
    ];
    expected.sort_unstable();
    assert_eq!(keys(&report), expected);
    let value = serde_json::to_value(&report).unwrap();
    assert_eq!(value["schema"], 1);
    assert_eq!(value["bots"], serde_json::json!(["greedy", "random"]));
    assert_eq!(value["decks"], serde_json::json!(["vanilla-40", "normal46"]));
    assert_eq!(value["rules"], "mr5");
    report.interrupted = true;
    expected.push("interrupted");
    expected.sort_unstable();
    assert_eq!(keys(&report), expected);
}

#[test]
fn greedy_beats_random_from_either_side() {
    let as_a = run(&mirror([Spec::Greedy, Spec::Random], 400));
    assert!(as_a.ci95[0] > 0.5, "{as_a:?}");
    let as_b = run(&mirror([Spec::Random, Spec::Greedy], 400));
    assert!(as_b.ci95[1] < 0.5, "{as_b:?}");
    // Going second does not turn it round.
    for count in [as_a.by_first.a_first, as_a.by_first.b_first] {
        let [low, _] = duelfish_arena::stats::wilson95(count.wins_a, count.games);
        assert!(low > 0.5, "{as_a:?}");
    }
}

#[test]
fn a_mirror_is_about_even() {
    for bot in [Spec::Random, Spec::Greedy] {
        let report = run(&mirror([bot.clone(), bot], 2000));
        let decided = report.wins_a + report.wins_b;
        // Four standard deviations of a fair coin.
        let reach = 4.0 * 0.5 / (decided as f64).sqrt();
        let share = report.wins_a as f64 / decided as f64;
        assert!((share - 0.5).abs() < reach, "{report:?}");
    }
}

#[test]
fn a_stopped_match_reports_what_came_before() {
    let stop = AtomicBool::new(false);
    let most = AtomicU64::new(0);
    let progress = |scores: &Scores| {
        most.fetch_max(scores.games(), Ordering::Relaxed);
        if scores.games() >= 600 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let spec = spec([Spec::Random, Spec::Random], 1_000_000, 5, 2);
    let report =
        run_match(catalogue(), &spec, RunWatch { stop: &stop, progress: &progress }).unwrap();
    assert!(report.interrupted);
    // Duels behind one that a busy machine had not finished yet don't count.
    assert!(report.games <= most.load(Ordering::Relaxed), "{report:?}");

    // The prefix of a longer match is the shorter match.
    let shorter = run(&MatchSpec { games: report.games, ..spec });
    let uninterrupted = Report { interrupted: false, ..report };
    assert_eq!(uninterrupted.without_times(), shorter.without_times());
}

#[test]
fn a_match_that_is_stopped_at_once_is_empty() {
    let stop = AtomicBool::new(true);
    let spec = spec([Spec::Random, Spec::Random], 10, 5, 1);
    let report =
        run_match(catalogue(), &spec, RunWatch { stop: &stop, progress: &|_| () }).unwrap();
    assert!(report.interrupted);
    assert!(report.win_rate_a.is_nan());
    assert_eq!((report.games, report.ci95), (0, [0.0, 1.0]));
}

#[test]
fn decks_that_cannot_be_played_are_an_error() {
    let mut decks = vec![vanilla(), vanilla()];
    decks[1].main.push(catalogue().by_name("Yu-Jo Friendship").unwrap());
    let spec = MatchSpec { decks, ..spec([Spec::Random, Spec::Random], 10, 5, 2) };
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let error = run_match(catalogue(), &spec, watch).unwrap_err();
    let MatchError::Setup(SetupError::Unsupported { name, .. }) = error else {
        panic!("{error}");
    };
    assert_eq!(name, "Yu-Jo Friendship");
}

#[test]
fn the_order_of_a_deck_file_does_not_matter() {
    let straight = spec([Spec::Greedy, Spec::Random], 50, 5, 1);
    let mut turned = straight.clone();
    turned.decks[0].main.reverse();
    assert_eq!(run(&straight).without_times(), run(&turned).without_times());
}
