//! Runs that end when their interval is narrow enough.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::common::deck;
use duelfish_arena::stats::wilson95;
use duelfish_arena::{
    DuelResult, MatchSpec, Pairing, ProgramEnd, Recording, Report, RunWatch, Scores, Shard, Side,
    StopRule, merge, run_match, run_recorded,
};
use duelfish_cards::catalogue;
use duelfish_engine::{Outcome, Player, Reason, Rules};
use duelfish_search::Spec;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tempfile::TempDir;

fn spec(pairing: Pairing, reach: f64) -> MatchSpec {
    let decks = [deck("yugi"), deck("kaiba")];
    let spec = MatchSpec::new(decks, [Spec::Random, Spec::Random], Rules::MR5, 4000, 9);
    MatchSpec { pairing, threads: 2, until: StopRule::Narrow(reach), ..spec }
}

fn run(spec: &MatchSpec, path: &Path, resume: bool) -> Report {
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let recording = Recording { path, resume, drop_damaged: false, note: "" };
    run_recorded(catalogue(), spec, watch, Some(recording)).unwrap().without_times()
}

#[test]
fn a_run_ends_at_the_first_look_that_sees_enough() {
    let directory = TempDir::new().unwrap();
    for (pairing, wanted) in [(Pairing::None, 0.05), (Pairing::Seats, 0.04)] {
        let path = |name: &str| directory.path().join(format!("{pairing:?}{name}"));
        let spec = spec(pairing, wanted);
        let report = run(&spec, &path("whole"), false);
        let until = report.until.unwrap();
        assert!(until.reached && until.reach <= wanted && !report.interrupted);
        assert!(report.games.is_multiple_of(StopRule::LOOK) && report.games < spec.games);
        let [low, high] = report.paired.map_or(report.ci95, |paired| paired.ci95);
        assert!(((high - low) / 2.0 - until.reach).abs() < 1e-12);

        // One look before, it was not narrow enough.
        let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
        let shorter = MatchSpec { games: report.games - StopRule::LOOK, ..spec.clone() };
        let shorter = run_match(catalogue(), &shorter, watch).unwrap();
        assert!(!shorter.until.unwrap().reached && shorter.until.unwrap().reach > wanted);
        assert!(!shorter.interrupted);

        // Threads and shards, which can't know, change nothing.
        let bytes = std::fs::read(path("whole")).unwrap();
        let one = MatchSpec { threads: 1, ..spec.clone() };
        assert_eq!(run(&one, &path("one"), false), report);
        assert!(std::fs::read(path("one")).unwrap() == bytes);
        assert_eq!(run(&spec, &path("whole"), true), report);
        let shards: Vec<PathBuf> = (0..2).map(|index| path(&format!("shard{index}"))).collect();
        for (index, path) in (0..).zip(&shards) {
            run(&MatchSpec { shard: Shard { index, of: 2 }, ..spec.clone() }, path, false);
        }
        let merged = merge(&shards, Some(&path("merged")), None).unwrap();
        assert_eq!(merged.report.without_times(), report);
        assert!(std::fs::read(path("merged")).unwrap() == bytes);
    }
}

/// Duels that A wins with this chance; in a pair that is one half of the time the same in both.
fn simulated(rng: &mut ChaCha8Rng, chance: f64, paired: bool, wanted: f64) -> [f64; 2] {
    let mut draw = || (rng.next_u32() as f64 + 0.5) / 2f64.powi(32);
    let mut scores = Scores::new(paired, 1, StopRule::Narrow(wanted));
    let mut last = false;
    for number in 0_u64.. {
        let again = paired && number % 2 == 1 && draw() < 0.5;
        let won = if again { last } else { draw() < chance };
        last = won;
        let first = Side::first_in(number);
        let seat = if (first == Side::A) == won { Player::FIRST } else { Player::SECOND };
        let outcome = Outcome::Win(seat, Reason::LifePoints);
        if scores.add(&DuelResult {
            end: ProgramEnd::Rules(outcome),
            turns: 1,
            decisions: 1,
            first,
        }) {
            break;
        }
    }
    match scores.pairs() {
        Some(pairs) => [pairs.score() - scores.reach(), pairs.score() + scores.reach()],
        None => wilson95(scores.tally().wins(Side::A), scores.games()),
    }
}

/// Ending a run by the width of its interval hardly changes how often the interval holds the truth: of
/// 1,000 intervals of 95% fewer than 925 do by chance alone once in some thousands of tries.
#[test]
fn intervals_that_end_a_run_hold_the_truth_as_often_as_they_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    for (chance, paired, wanted, runs) in [
        (0.5, false, 0.05, 1000),
        (0.6, false, 0.06, 1000),
        (0.9, false, 0.03, 1000),
        (0.55, true, 0.07, 300),
    ] {
        let held = (0..runs)
            .map(|_| simulated(&mut rng, chance, paired, wanted))
            .filter(|[low, high]| (*low..=*high).contains(&chance))
            .count();
        let share = held as f64 / f64::from(runs);
        let spread = (0.05 * 0.95 / f64::from(runs)).sqrt();
        assert!(share > 0.95 - 3.6 * spread - 0.005, "{chance} {paired} {wanted}: {share}");
    }
}
