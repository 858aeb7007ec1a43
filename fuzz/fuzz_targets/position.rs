//! Any text, read as a position: nothing panics, and what can be read can be played. Its
//! invariants hold, undo restores every byte, and an open state survives being written down.
#![no_main]

use duelfish_cards::catalogue;
use duelfish_engine::{Actions, Duel, Game, Journal, Player, Position, Streams};
use libfuzzer_sys::fuzz_target;

/// Answers that are given from a position.
const ANSWERS: usize = 30;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let position = match Position::parse(&text, catalogue()) {
        Ok(position) => position,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
    };
    let game = position.game(catalogue());
    let seed = data.iter().fold(7_u64, |seed, byte| seed.wrapping_mul(31) ^ u64::from(*byte));
    let mut chance = Streams::new(seed, [0, 1]);
    let mut journal = Journal::default();
    let mut duel = position.start(&game, &mut chance, &mut ());
    let mut history = Vec::new();
    let mut actions = Actions::new();
    let bytes = data.iter().rev().chain(std::iter::repeat(&0));
    for byte in bytes.take(ANSWERS) {
        inspect(&duel, &game);
        duel.legal_actions(&game, &mut actions);
        assert_eq!(actions.is_empty(), duel.outcome().is_some(), "a duel is over or goes on");
        let Some(count) = std::num::NonZero::new(actions.len()) else { break };
        let action = actions[usize::from(*byte) % count];
        let text = duel.describe(&game, action);
        let read = duel.parse(&game, &text).expect("what is described can be read");
        assert_eq!(duel.choice_key(read), duel.choice_key(action), "{text}");
        history.push((journal.mark(), duel));
        duel.apply(&game, action, &mut chance, &mut journal);
    }
    inspect(&duel, &game);
    while let Some((mark, before)) = history.pop() {
        duel.undo(&mut journal, mark);
        assert!(duel == before, "undo restores every byte");
    }
});

/// What holds for every duel that waits or is over.
fn inspect(duel: &Duel, game: &Game<'_>) {
    duel.check(game.cards).expect("invariants hold");
    for player in Player::BOTH {
        assert!(duel.view(game, player).to_string().ends_with('\n'));
    }
    let Some(text) = duel.to_position(game) else { return };
    let again = Position::parse(&text, game.cards).expect("a written position can be read");
    assert_eq!(again.rules, game.rules);
    let again = again.start(game, &mut Streams::new(0, [0, 1]), &mut ());
    assert_eq!(again.decision(), duel.decision(), "{text}");
    assert_eq!(again.position_key(), duel.position_key(), "{text}");
}
