//! Records: the same bytes whatever happens on the way, and never believed when they are damaged.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{deck, vanilla};
use duelfish_arena::record::{DuelRecord, RecordError, RecordFault, RecordReader};
use duelfish_arena::stats::{Model, Sprt};
use duelfish_arena::{
    MatchError, MatchSpec, MergeError, Pairing, Recording, Replay, ReplayError, Report, RunWatch,
    Scores, Shard, StopRule, merge, run_recorded,
};
use duelfish_cards::{catalogue, parse};
use duelfish_engine::{Action, Outcome, Rules};
use duelfish_search::Spec;
use tempfile::TempDir;

/// The start of a record: magic bytes and format.
const BEGIN: usize = 12;

fn spec(pairing: Pairing, games: u64) -> MatchSpec {
    let decks = [deck("yugi"), deck("kaiba")];
    let bots = [Spec::Greedy, Spec::Random];
    MatchSpec { pairing, threads: 2, ..MatchSpec::new(decks, bots, Rules::MR5, games, 9) }
}

fn try_run(spec: &MatchSpec, path: &Path, resume: bool) -> Result<Report, MatchError> {
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let recording = Recording { path, resume, drop_damaged: false, note: "" };
    run_recorded(catalogue(), spec, watch, Some(recording))
}

fn run(spec: &MatchSpec, path: &Path, resume: bool) -> Report {
    try_run(spec, path, resume).unwrap().without_times()
}

fn duels(path: &Path) -> Vec<DuelRecord> {
    RecordReader::open(path).unwrap().collect::<Result<_, _>>().unwrap()
}

fn file(directory: &TempDir, name: &str) -> PathBuf {
    directory.path().join(name)
}

#[test]
fn threads_change_no_byte() {
    let directory = TempDir::new().unwrap();
    for pairing in [Pairing::None, Pairing::Seats, Pairing::Bots] {
        let of = |threads: usize| {
            let path = file(&directory, &format!("{pairing:?}{threads}"));
            let report = run(&MatchSpec { threads, ..spec(pairing, 90) }, &path, false);
            (std::fs::read(path).unwrap(), report)
        };
        let (one, two) = (of(1), of(2));
        assert!(one.0 == two.0, "{pairing:?}");
        assert_eq!(one.1, two.1);
    }
}

#[test]
fn every_recorded_duel_plays_again() {
    let directory = TempDir::new().unwrap();
    for pairing in [Pairing::None, Pairing::Seats, Pairing::Bots] {
        let path = file(&directory, &format!("{pairing:?}"));
        let report = run(&spec(pairing, 30), &path, false);
        let reader = RecordReader::open(&path).unwrap();
        let replay = Replay::new(reader.header(), catalogue()).unwrap();
        let mut scores = Scores::new(pairing != Pairing::None, 1, StopRule::Played);
        for duel in duels(&path) {
            replay.check(&duel).unwrap();
            scores.add(&duel.result().unwrap());
        }
        assert_eq!((scores.games(), scores.tally().decisions()), (30, report.decisions));
    }
}

#[test]
fn a_step_back_is_the_step_before_byte_for_byte() {
    let directory = TempDir::new().unwrap();
    let path = file(&directory, "run");
    run(&spec(Pairing::None, 2), &path, false);
    let reader = RecordReader::open(&path).unwrap();
    let replay = Replay::new(reader.header(), catalogue()).unwrap();
    for duel in duels(&path) {
        let mut stepper = replay.begin(&duel).unwrap();
        let mut states = vec![*stepper.duel()];
        while stepper.forward().unwrap() {
            states.push(*stepper.duel());
        }
        stepper.compare_end().unwrap();
        assert_eq!(states.len(), duel.actions.len() + 1);
        while stepper.back() {
            assert!(*stepper.duel() == states[stepper.at()]);
        }
        while stepper.forward().unwrap() {
            assert!(*stepper.duel() == states[stepper.at()]);
        }
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let directory = TempDir::new().unwrap();
    for pairing in [Pairing::None, Pairing::Bots] {
        let whole = file(&directory, &format!("whole{pairing:?}"));
        let spec = spec(pairing, 300);
        let expected = run(&spec, &whole, false);
        let parts = file(&directory, &format!("parts{pairing:?}"));
        for goal in [40, 41, 150, 299] {
            let stop = AtomicBool::new(false);
            let progress = |scores: &Scores| {
                if scores.games() >= goal {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            let recording = Recording { path: &parts, resume: true, drop_damaged: false, note: "" };
            let watch = RunWatch { stop: &stop, progress: &progress };
            run_recorded(catalogue(), &spec, watch, Some(recording)).unwrap();
        }
        assert_eq!(run(&spec, &parts, true), expected);
        assert!(std::fs::read(&parts).unwrap() == std::fs::read(&whole).unwrap());
        // A finished run has nothing to go on with.
        assert_eq!(run(&spec, &parts, true), expected);
    }
}

#[test]
fn a_run_goes_on_from_a_file_cut_off_anywhere() {
    let directory = TempDir::new().unwrap();
    let whole = file(&directory, "whole");
    let spec = spec(Pairing::Seats, 12);
    let expected = run(&spec, &whole, false);
    let bytes = std::fs::read(&whole).unwrap();
    let cut = file(&directory, "cut");
    let every = (0..40).chain((40..bytes.len()).step_by(997)).chain(bytes.len() - 3..bytes.len());
    for length in every {
        std::fs::write(&cut, &bytes[..length]).unwrap();
        assert_eq!(run(&spec, &cut, true), expected, "cut at {length}");
        assert!(std::fs::read(&cut).unwrap() == bytes, "cut at {length}");
    }
}

#[test]
fn shards_join_to_the_run_in_one_piece() {
    let directory = TempDir::new().unwrap();
    let test = Sprt::new(0.0, 60.0, 0.05, 0.05, Model::Logistic).unwrap();
    for (name, spec) in [
        ("plain", spec(Pairing::None, 100)),
        ("paired", spec(Pairing::Seats, 102)),
        ("test", MatchSpec { until: StopRule::Decided(test), ..spec(Pairing::Bots, 400) }),
    ] {
        let whole = file(&directory, name);
        let expected = run(&spec, &whole, false);
        let mut shards: Vec<PathBuf> = (0..7)
            .map(|index| {
                let path = file(&directory, &format!("{name}{index}"));
                run(&MatchSpec { shard: Shard { index, of: 7 }, ..spec.clone() }, &path, false);
                path
            })
            .collect();
        shards.reverse();
        let out = file(&directory, &format!("{name}-joined"));
        assert_eq!(merge(&shards, Some(&out), None).unwrap().report.without_times(), expected);
        assert!(std::fs::read(&out).unwrap() == std::fs::read(&whole).unwrap(), "{name}");
        if name == "test" {
            assert!(expected.games < 400, "the test should have stopped the run");
        }

        let twice = [shards.as_slice(), &shards[..1]].concat();
        let error = merge(&twice, None, None).unwrap_err().to_string();
        assert!(error.contains("7/7 was given twice"), "{error}");
        let error = merge(&shards[1..], None, None).unwrap_err().to_string();
        assert_eq!(error, "shard 7/7 is missing");
        let error = merge(&shards[..6], None, None).unwrap_err().to_string();
        assert_eq!(error, "shard 1/7 is missing");
    }
}

#[test]
fn an_unfinished_shard_is_named() {
    let directory = TempDir::new().unwrap();
    let paths = [0, 1].map(|index| {
        let path = file(&directory, &format!("{index}"));
        let shard = Shard { index, of: 2 };
        run(&MatchSpec { shard, ..spec(Pairing::None, 20) }, &path, false);
        path
    });
    let reader = RecordReader::open(&paths[1]).unwrap();
    assert_eq!(reader.header().plan().count(), 10);
    let bytes = std::fs::read(&paths[1]).unwrap();
    let ends = frame_ends(&bytes);
    std::fs::write(&paths[1], &bytes[..ends[4]]).unwrap();
    let error = merge(&paths, None, None).unwrap_err();
    assert!(matches!(error, MergeError::Unfinished { found: 4, expected: 10, .. }), "{error}");
    assert!(error.to_string().contains("--resume"));
}

/// Where each frame of a record ends, the header's first.
fn frame_ends(bytes: &[u8]) -> Vec<usize> {
    let (mut at, mut ends) = (BEGIN, Vec::new());
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        at += 12 + length as usize;
        ends.push(at);
    }
    assert_eq!(at, bytes.len());
    ends
}

#[test]
fn no_flipped_bit_is_believed() {
    let directory = TempDir::new().unwrap();
    let path = file(&directory, "run");
    let spec = spec(Pairing::None, 8);
    run(&spec, &path, false);
    let (bytes, right) = (std::fs::read(&path).unwrap(), duels(&path));
    let ends = frame_ends(&bytes);
    let broken = file(&directory, "broken");
    for at in (0..bytes.len()).step_by(61).chain(ends[..8].iter().copied()) {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1 << (at % 8);
        std::fs::write(&broken, &wrong).unwrap();
        let before = ends.iter().filter(|end| **end <= at).count();
        let error = match RecordReader::open(&broken) {
            Err(error) => {
                assert_eq!(before, 0, "byte {at}: {error}");
                error
            }
            Ok(reader) => {
                let mut read: Vec<_> = reader.collect();
                let error = read.pop().unwrap().unwrap_err();
                let read: Vec<DuelRecord> = read.into_iter().collect::<Result<_, _>>().unwrap();
                // Everything before the damage is still there.
                assert!(read == right[..before - 1], "byte {at}");
                let RecordFault::Damaged { at: said, duels, .. } = &error.fault else {
                    panic!("byte {at}: {error}")
                };
                assert_eq!((*said, *duels), (ends[before - 1] as u64, before as u64 - 1));
                error
            }
        };
        let text = error.to_string();
        assert!(text.lines().count() == 1 && text.contains("broken"), "{text}");
        // And nobody goes on behind it.
        assert!(try_run(&spec, &broken, true).is_err(), "byte {at}");
        assert!(std::fs::read(&broken).unwrap() == wrong, "byte {at}");
    }
}

#[test]
fn other_files_are_refused_in_words() {
    let directory = TempDir::new().unwrap();
    let path = file(&directory, "other");
    let fault = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let RecordError { fault, .. } = RecordReader::open(&path).unwrap_err();
        fault
    };
    assert!(matches!(fault(b""), RecordFault::Foreign));
    assert!(matches!(fault(b"#main\n46986414\n"), RecordFault::Foreign));
    for other in [1, 5] {
        let bytes = [&b"DUELFISH"[..], &[other, 0, 0, 0]].concat();
        assert!(
            matches!(fault(&bytes), RecordFault::Version { found } if found == u32::from(other))
        );
    }
    assert!(matches!(fault(b"DUELFISH\x03\0\0\0"), RecordFault::Header));
    assert!(matches!(fault(b"DUELFISH\x03\0\0\0\xff\xff\xff\xff"), RecordFault::Header));
    let missing = RecordReader::open(&file(&directory, "missing")).unwrap_err();
    assert!(matches!(missing.fault, RecordFault::Io(_)));
}

#[test]
fn a_record_of_another_run_is_not_gone_on_with() {
    let directory = TempDir::new().unwrap();
    let path = file(&directory, "run");
    let ours = spec(Pairing::None, 6);
    run(&ours, &path, false);
    let refused =
        |spec: &MatchSpec, resume: bool| try_run(spec, &path, resume).unwrap_err().to_string();
    assert!(refused(&ours, false).contains("exists already"));
    let others = [
        ("seed", MatchSpec { seed: 10, ..ours.clone() }),
        ("duels", MatchSpec { games: 4, ..ours.clone() }),
        ("bots", MatchSpec { bots: [Spec::Random, Spec::Random].map(Into::into), ..ours.clone() }),
        ("decks", MatchSpec { decks: vec![vanilla(), vanilla()], ..ours.clone() }),
        ("rules", MatchSpec { rules: Rules::preset("goat").unwrap(), ..ours.clone() }),
        ("pairing", MatchSpec { pairing: Pairing::Seats, ..ours.clone() }),
        ("shard", MatchSpec { shard: Shard { index: 0, of: 2 }, ..ours.clone() }),
    ];
    for (word, other) in others {
        let text = refused(&other, true);
        assert!(text.contains("records another run") && text.contains(word), "{word}: {text}");
    }
}

#[test]
fn decks_that_cannot_be_played_leave_no_file_behind() {
    let directory = TempDir::new().unwrap();
    let path = file(&directory, "run");
    let mut spec = spec(Pairing::None, 2);
    spec.decks[0].main.push(catalogue().by_name("Yu-Jo Friendship").unwrap());
    assert!(try_run(&spec, &path, false).is_err());
    assert!(!path.exists());
}

#[test]
fn a_record_of_another_pool_says_so() {
    let directory = TempDir::new().unwrap();
    let path = file(&directory, "run");
    run(&spec(Pairing::None, 2), &path, false);
    let reader = RecordReader::open(&path).unwrap();
    let mut header = reader.header().clone();
    assert!(Replay::new(&header, catalogue()).is_ok());
    header.pool ^= 1;
    let error = Replay::new(&header, catalogue()).unwrap_err();
    assert!(matches!(error, ReplayError::Pool { .. }), "{error}");
    assert!(error.to_string().contains("might play differently"));

    // A card of a deck that does something else is another pool; other cards are not.
    let hash = |cards: &duelfish_engine::Catalogue| {
        let deck = |name: &str| {
            let path = format!("{}/../decks/starter/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
            parse(&std::fs::read(&path).unwrap(), &path).unwrap().deck
        };
        duelfish_arena::record::pool_hash(cards, &[deck("yugi"), deck("kaiba")])
    };
    let cards = catalogue();
    assert_eq!(hash(cards), reader.header().pool);
    let without = |name: &str| {
        let code = cards.by_name(name).unwrap();
        cards.clone().with_scripts(cards.scripts().clone().without(code))
    };
    assert_ne!(hash(&without("Dark Hole")), hash(cards));
    let stranger = cards.by_name("Accesscode Talker").unwrap();
    assert_eq!(hash(&cards.clone().with_blanks(&[stranger]).unwrap()), hash(cards));
}

#[test]
fn a_duel_that_goes_another_way_is_noticed() {
    let directory = TempDir::new().unwrap();
    let path = file(&directory, "run");
    run(&spec(Pairing::None, 1), &path, false);
    let reader = RecordReader::open(&path).unwrap();
    let replay = Replay::new(reader.header(), catalogue()).unwrap();
    let duel = duels(&path).remove(0);
    let diverges = |duel: &DuelRecord| {
        let error = replay.check(duel).unwrap_err();
        assert!(matches!(error, ReplayError::Diverged { number: 0, .. }), "{error}");
    };
    diverges(&DuelRecord { turns: duel.turns + 1, ..duel.clone() });
    let other = Outcome::Draw(duelfish_engine::Reason::Card);
    diverges(&DuelRecord { ending: duelfish_arena::record::Ending::new(other), ..duel.clone() });
    diverges(&DuelRecord { decks: [7, 0], ..duel.clone() });
    let mut actions = duel.actions.clone();
    actions[3] = Action::YES.to_bits();
    diverges(&DuelRecord { actions, ..duel.clone() });
    let mut actions = duel.actions.clone();
    actions.pop();
    diverges(&DuelRecord { actions, ..duel.clone() });
    let mut answers = duel.answers.clone();
    answers.pop();
    diverges(&DuelRecord { answers, ..duel.clone() });
    let mut answers = duel.answers.clone();
    answers.push(0);
    diverges(&DuelRecord { answers, ..duel.clone() });
    let mut answers = duel.answers.clone();
    answers[0] = 1000;
    diverges(&DuelRecord { answers, ..duel });
}

/// A record of an older format lacks the end of its header: of both, the time control and whether the bots can be
/// repeated, of the first one, weights and replaced cards too.
#[test]
fn records_of_the_format_before_can_be_read() {
    for (format, lacks) in [(2, 6), (3, 3)] {
        let directory = TempDir::new().unwrap();
        let path = file(&directory, "run");
        let spec = spec(Pairing::None, 4);
        let expected = run(&spec, &path, false);
        let bytes = std::fs::read(&path).unwrap();
        let end = frame_ends(&bytes)[0];
        let header = &bytes[BEGIN + 12..end];
        let (older, lacking) = header.split_at(header.len() - lacks);
        assert!(lacking.iter().all(|byte| *byte == 0));
        let length = (older.len() as u32).to_le_bytes();
        let sums = [crc32fast::hash(&length), crc32fast::hash(older)].map(u32::to_le_bytes);
        let version = [format, 0, 0, 0];
        let begin = [b"DUELFISH", &version[..], &length, &sums[0], &sums[1], older].concat();
        std::fs::write(&path, [&begin, &bytes[end..]].concat()).unwrap();
        let reader = RecordReader::open(&path).unwrap();
        assert!(reader.header().weights == [None; 2] && reader.header().replaced.is_empty());
        assert!(reader.header().time_control.is_none());
        assert_eq!(reader.count(), 4);
        assert_eq!(
            merge(std::slice::from_ref(&path), None, None).unwrap().report.without_times(),
            expected
        );
        assert_eq!(run(&spec, &path, true), expected);
    }
}
