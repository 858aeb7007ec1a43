//! Positions and puzzles of which it is known whether the turn player can win at once
//! (`solve/*.txt`, `puzzles/*.lua`).
//!
//! The first line of each says which, and why. They come in pairs that differ in one thing: a win,
//! and a near-miss that is proven to be none.

use std::path::PathBuf;

use duelfish_cards::{Puzzle, catalogue};
use duelfish_engine::{Player, Position};
use duelfish_search::Leaf;
use duelfish_search::duels::{DuelJudge, Evaluator, World, main_line};
use duelfish_search::solver::{Verdict, solve, verify};

fn positions() -> Vec<(PathBuf, String)> {
    files("solve")
}

/// The files of a folder with what they say.
fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = format!("{}/tests/{folder}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut positions: Vec<_> =
        files.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect();
    positions.sort();
    positions
}

#[test]
fn wins_are_proven_and_near_misses_are_proven_to_be_none() {
    let cards = catalogue();
    let mut wins = 0;
    let positions = positions();
    for (path, text) in &positions {
        let path = path.display();
        let position = Position::parse(text, cards).unwrap_or_else(|e| panic!("{path}: {e}"));
        let game = position.game(cards);
        let duel = position.start(&game, &mut position.script(), &mut ());
        let mut world = World::open(&game, duel, position.script());
        let mut evaluator = Evaluator::default();
        let mut judge = DuelJudge::new(&mut evaluator, Leaf::Quiet, &world);
        let (verdict, _) = solve(&mut world, &mut judge, 2_000_000);
        assert!(world.duel == duel, "{path}: all is taken back");
        match verdict {
            Verdict::Win(proof) => {
                assert!(text.starts_with("# win: "), "{path}: a win was found");
                let ends = verify(&mut world, Player::FIRST.number(), &proof);
                assert!(ends.is_some_and(|ends| ends > 0), "{path}: the proof does not hold");
                let line = main_line(&mut world, &proof);
                assert_eq!(line.first().map(|(player, _)| *player), Some(Player::FIRST), "{path}");
                wins += 1;
            }
            Verdict::NoWin => assert!(text.starts_with("# no win: "), "{path}: no win was found"),
            Verdict::Unknown => panic!("{path}: not decided"),
        }
    }
    assert!(wins >= 35 && positions.len() - wins >= 35, "{wins} of {}", positions.len());
}

#[test]
fn puzzles_are_solved_and_near_misses_are_not() {
    let puzzles = files("puzzles");
    for (path, text) in &puzzles {
        let path = path.display();
        let puzzle = Puzzle::parse(catalogue(), text.as_bytes(), "puzzle");
        let position = puzzle.unwrap_or_else(|error| panic!("{path}: {error}")).position;
        let game = position.game(catalogue());
        let duel = position.start(&game, &mut position.script(), &mut ());
        let mut world = World::open(&game, duel, position.script());
        let mut evaluator = Evaluator::default();
        let mut judge = DuelJudge::new(&mut evaluator, Leaf::Quiet, &world);
        match solve(&mut world, &mut judge, 100_000).0 {
            Verdict::Win(proof) => {
                assert!(text.starts_with("-- win: "), "{path}: a win was found");
                assert!(verify(&mut world, Player::FIRST.number(), &proof).is_some(), "{path}");
            }
            Verdict::NoWin => assert!(text.starts_with("-- no win: "), "{path}: none was found"),
            Verdict::Unknown => panic!("{path}: not decided"),
        }
    }
    let wins = puzzles.iter().filter(|(_, text)| text.starts_with("-- win: ")).count();
    assert_eq!((wins, puzzles.len()), (3, 7));
}

/// A proof must hold for the position that it is of, and for no near-miss of it.
#[test]
fn a_proof_does_not_hold_elsewhere() {
    let cards = catalogue();
    let start = |name: &str| {
        let (_, text) = positions()
            .into_iter()
            .find(|(path, _)| path.ends_with(format!("{name}.txt")))
            .unwrap();
        Position::parse(&text, cards).unwrap()
    };
    for name in ["direct-attack", "typhoon-takes-one", "breaker", "two-attackers-against-kuriboh"] {
        let win = start(name);
        let game = win.game(cards);
        let open = |position: &Position| {
            let duel = position.start(&game, &mut position.script(), &mut ());
            World::open(&game, duel, position.script())
        };
        let mut world = open(&win);
        let mut evaluator = Evaluator::default();
        let mut judge = DuelJudge::new(&mut evaluator, Leaf::Quiet, &world);
        let (Verdict::Win(proof), _) = solve(&mut world, &mut judge, 2_000_000) else {
            panic!("{name} is won")
        };
        assert!(verify(&mut world, 0, &proof).is_some());
        let other = if name == "direct-attack" { "short" } else { "stopped" };
        let mut miss = open(&start(&format!("{name}-{other}")));
        assert_eq!(verify(&mut miss, 0, &proof), None, "{name}");
        // Who has too little time says so.
        let (verdict, played) = solve(&mut world, &mut judge, 2);
        assert!(matches!(verdict, Verdict::Unknown) && played <= 3, "{name}: {played}");
    }
}
