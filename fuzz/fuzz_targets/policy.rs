//! Any bytes, read as the file of a policy: nothing panics, an error is one line, what can be read is written the
//! same way, and it gives shares to moves.
//!
//! A file has many numbers, so an input without a first line stands for numbers that repeat it.
#![no_main]

use std::sync::Arc;

use duelfish_cards::catalogue;
use duelfish_engine::{Actions, Player, Position};
use duelfish_search::WeightFileError;
use duelfish_search::policy::{Policy, PolicyReader};
use libfuzzer_sys::fuzz_target;

/// Cards that have rows of their own in files that are made of few bytes.
const CARDS: u32 = 2;

const POSITION: &str = "turn 5 P1 main1\nP1 lp 6200\nP1 hand: Summoned Skull; Dark Hole\nP1 M2 attack: Celtic Guardian\n\
                        P2 lp 3100\nP2 M3 set: Mystical Elf\nP1 deck: 20* Celtic Guardian\nP2 deck: 12* Celtic Guardian\n";

fuzz_target!(|data: &[u8]| {
    let made;
    let data = match Policy::begins(data) {
        true => data,
        false => {
            made = repeated(data);
            &made[..]
        }
    };
    let policy = match Policy::from_bytes(data) {
        Ok(policy) => policy,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
    };
    let file = policy.to_bytes();
    let again = Policy::from_bytes(&file).expect("what is written can be read");
    assert!(again == policy && again.to_bytes() == file);
    let cards = catalogue();
    let position = Position::parse(POSITION, cards).expect("a position");
    let game = position.game(cards);
    let duel = position.start(&game, &mut position.script(), &mut ());
    let view = duel.view(&game, Player::FIRST);
    let (mut legal, mut shares) = (Actions::new(), Vec::new());
    view.legal_actions(&mut legal);
    PolicyReader::new(Arc::new(policy)).shares(&view, &legal, &mut shares);
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
});

/// A file of the right length: two cards in order, and then these bytes again and again.
fn repeated(data: &[u8]) -> Vec<u8> {
    let mut file = b"duelfish-policy 1\nBy chance.\n\n".to_vec();
    let begins = file.len();
    file.extend(CARDS.to_le_bytes());
    let Err(WeightFileError::Length { expected, .. }) = Policy::from_bytes(&file) else { return file };
    file.extend((1..=CARDS).flat_map(|card| [&card.to_le_bytes()[..], &[3]].concat()));
    let left = begins + expected - file.len();
    file.extend(data.iter().chain(&[0]).cycle().take(left));
    file
}
