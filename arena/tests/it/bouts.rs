//! Bouts: best of three, with Side Decks.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::common::{deck, vanilla};
use duelfish_arena::record::{DuelRecord, RecordReader};
use duelfish_arena::{
    BestOf, Bout, MatchSpec, Pairing, Recording, Replay, Report, RunWatch, Shard, Side, merge,
    run_match, run_recorded,
};
use duelfish_cards::{Deck, catalogue};
use duelfish_engine::Rules;
use duelfish_search::Spec;
use tempfile::TempDir;

fn spec(pairing: Pairing, games: u64) -> MatchSpec {
    let decks = [deck("yugi"), deck("kaiba")];
    let best_of = BestOf { duels: 3, sided: [deck("joey"), deck("kaiba")] };
    let bots = [Spec::Greedy, Spec::Random];
    let spec = MatchSpec::new(decks, bots, Rules::MR5, games, 9);
    MatchSpec { pairing, threads: 2, best_of: Some(best_of), ..spec }
}

fn run(spec: &MatchSpec, path: &Path, resume: bool) -> Report {
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let recording = Recording { path, resume, drop_damaged: false, note: "" };
    run_recorded(catalogue(), spec, watch, Some(recording)).unwrap().without_times()
}

fn duels(path: &Path) -> Vec<DuelRecord> {
    RecordReader::open(path).unwrap().collect::<Result<_, _>>().unwrap()
}

fn file(directory: &TempDir, name: &str) -> PathBuf {
    directory.path().join(name)
}

#[test]
fn bouts_go_as_tournaments_play_them() {
    let directory = TempDir::new().unwrap();
    let path = file(&directory, "run");
    let report = run(&spec(Pairing::None, 60), &path, false);
    let replay = Replay::new(RecordReader::open(&path).unwrap().header(), catalogue()).unwrap();
    let (mut bout, mut number, mut wins) = (Bout::new(3), 0, [0; 2]);
    let mut before: Option<DuelRecord> = None;
    let all = duels(&path);
    for duel in &all {
        replay.check(duel).unwrap();
        let result = duel.result().unwrap();
        let place = bout.played();
        assert_eq!(duel.number, number * 3 + u64::from(place));
        // Side Decks come in after the first duel.
        let decks = Side::BOTH.map(|side| side.index() as u32 + if place > 0 { 2 } else { 0 });
        let seats = if duel.b_first { [decks[1], decks[0]] } else { decks };
        assert_eq!(duel.decks, seats);
        // Sides take turns in going first in the first duel; then the loser does.
        let first = match &before {
            None => Side::first_in(number),
            Some(before) => match before.result().unwrap().winner() {
                Some(Side::A) => Side::B,
                Some(Side::B) => Side::A,
                None => before.result().unwrap().first,
            },
        };
        assert_eq!(result.first, first);
        before = Some(duel.clone());
        if bout.add(result.winner()) {
            if let Some(winner) = bout.winner() {
                wins[winner.index()] += 1;
            }
            (bout, number, before) = (Bout::new(3), number + 1, None);
        }
    }
    assert_eq!((number, bout.played()), (60, 0));
    assert_eq!((report.games, [report.wins_a, report.wins_b]), (60, wins));
    let bouts = report.bouts.unwrap();
    assert_eq!((bouts.best_of, bouts.duels), (3, all.len() as u64));
    assert_eq!(bouts.sided, ["joey", "kaiba"].map(str::to_owned));
    assert_eq!((bouts.by_duel[0].games, bouts.by_duel[1].games), (60, 60));
    let seeds: std::collections::BTreeSet<u64> = all.iter().map(|duel| duel.seed).collect();
    assert_eq!(seeds.len(), all.len(), "duels of a bout have shuffles of their own");
}

#[test]
fn threads_shards_and_interruptions_change_no_byte() {
    let directory = TempDir::new().unwrap();
    for pairing in [Pairing::None, Pairing::Seats] {
        let name = |part: &str| file(&directory, &format!("{pairing:?}{part}"));
        let spec = spec(pairing, 60);
        let expected = run(&MatchSpec { threads: 1, ..spec.clone() }, &name("one"), false);
        let whole = std::fs::read(name("one")).unwrap();
        assert_eq!(run(&spec, &name("two"), false), expected);
        assert!(std::fs::read(name("two")).unwrap() == whole);

        let shards: Vec<PathBuf> = (0..3).map(|index| name(&format!("shard{index}"))).collect();
        for (index, path) in (0..).zip(&shards) {
            run(&MatchSpec { shard: Shard { index, of: 3 }, ..spec.clone() }, path, false);
        }
        let merged = merge(&shards, Some(&name("merged")), None).unwrap();
        assert_eq!(merged.report.without_times(), expected);
        assert!(std::fs::read(name("merged")).unwrap() == whole);

        // Cut off anywhere, also between two duels of a bout.
        for end in (whole.len() - 9000..whole.len()).step_by(613) {
            let path = name(&format!("cut{end}"));
            std::fs::write(&path, &whole[..end]).unwrap();
            assert_eq!(run(&spec, &path, true), expected);
            assert!(std::fs::read(&path).unwrap() == whole, "{end}");
        }
    }
}

#[test]
fn a_mirror_is_even() {
    let decks: [Deck; 2] = [vanilla(), vanilla()];
    let best_of = Some(BestOf { duels: 3, sided: decks.clone() });
    let spec = MatchSpec::new(decks, [Spec::Greedy, Spec::Greedy], Rules::MR5, 100, 2);
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let spec = MatchSpec { pairing: Pairing::Seats, best_of, ..spec };
    let report = run_match(catalogue(), &spec, watch).unwrap();
    assert_eq!(report.paired.unwrap().counts, [0, 0, 50, 0, 0]);
}

#[test]
fn what_can_t_be_a_bout_is_an_error() {
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let best_of = |duels| Some(BestOf { duels, sided: [vanilla(), vanilla()] });
    for (spec, part) in [
        (MatchSpec { best_of: best_of(2), ..spec(Pairing::None, 2) }, "best of 3, 5, 7 or 9"),
        (MatchSpec { best_of: best_of(1), ..spec(Pairing::None, 2) }, "best of 3, 5, 7 or 9"),
        (MatchSpec { best_of: best_of(11), ..spec(Pairing::None, 2) }, "best of 3, 5, 7 or 9"),
        (spec(Pairing::Bots, 2), "between two decks"),
        (MatchSpec { details: true, ..spec(Pairing::None, 2) }, "not about bouts"),
    ] {
        let error = run_match(catalogue(), &spec, watch).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
