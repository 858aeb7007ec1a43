//! Any text, read as a puzzle: nothing panics, what is wrong is said on one line, and what can be read
//! is the turn 1 of the first player, as the position that is written of it is.
#![no_main]

use duelfish_cards::{Puzzle, catalogue};
use duelfish_engine::{Duel, Player, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let puzzle = match Puzzle::parse(catalogue(), data, "p.lua") {
        Ok(puzzle) => puzzle,
        Err(error) => {
            let error = error.to_string();
            assert!(error.lines().count() == 1 && error.starts_with("p.lua"), "{error}");
            return;
        }
    };
    let game = puzzle.position.game(catalogue());
    let start =
        |position: &Position| -> Duel { position.start(&game, &mut position.script(), &mut ()) };
    let duel = start(&puzzle.position);
    duel.check(catalogue()).expect("invariants hold");
    assert_eq!((puzzle.position.turn(), puzzle.position.turn_player()), (1, Player::FIRST));
    let again = Position::parse(&puzzle.text, catalogue()).expect("its text is a position");
    assert!(start(&again) == duel, "the text says all of it");
});
