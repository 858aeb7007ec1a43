//! Any bytes, read as the file of a network: nothing panics, an error is one line, what can be read is written the
//! same way, and it judges a position.
//!
//! A file has many numbers, so an input without a first line stands for numbers that repeat it.
#![no_main]

use std::sync::Arc;

use duelfish_cards::catalogue;
use duelfish_engine::Position;
use duelfish_search::WeightFileError;
use duelfish_search::net::{Net, NetReader};
use libfuzzer_sys::fuzz_target;

/// Cards that have rows of their own in files that are made of few bytes.
const CARDS: u32 = 2;

const POSITION: &str = "turn 5 P1 main1\nP1 lp 6200\nP1 hand: Summoned Skull\nP1 M2 attack: Celtic Guardian\n\
                        P1 grave: Dark Hole\nP2 lp 3100\nP2 hand: Dark Hole\nP2 M3 set: Mystical Elf\n\
                        P1 deck: 20* Celtic Guardian\nP2 deck: 12* Celtic Guardian\n";

fuzz_target!(|data: &[u8]| {
    let made;
    let data = match Net::begins(data) {
        true => data,
        false => {
            made = repeated(data);
            &made[..]
        }
    };
    let net = match Net::from_bytes(data) {
        Ok(net) => net,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
    };
    let file = net.to_bytes();
    let again = Net::from_bytes(&file).expect("what is written can be read");
    assert!(again == net && again.to_bytes() == file);
    let cards = catalogue();
    let position = Position::parse(POSITION, cards).expect("a position");
    let game = position.game(cards);
    let duel = position.start(&game, &mut position.script(), &mut ());
    let _ = NetReader::new(Arc::new(net)).log_odds(&duel.judge_view(&game), duel.turn() + 1);
});

/// A file of the right length: two cards in order, and then these bytes again and again.
fn repeated(data: &[u8]) -> Vec<u8> {
    let mut file = b"duelfish-net 1\nBy chance.\n\n".to_vec();
    let begins = file.len();
    file.extend(CARDS.to_le_bytes());
    let Err(WeightFileError::Length { expected, .. }) = Net::from_bytes(&file) else { return file };
    file.extend((1..=CARDS).flat_map(u32::to_le_bytes));
    let left = begins + expected - file.len();
    file.extend(data.iter().chain(&[0]).cycle().take(left));
    file
}
