//! Any bytes, read as the file of an inference: nothing panics, an error is one line, what can be read is written the
//! same way, and worlds are dealt by it.
//!
//! A file has many numbers, so an input without a first line stands for numbers that repeat it.
#![no_main]

use std::sync::Arc;

use duelfish_cards::catalogue;
use duelfish_engine::{Player, Position};
use duelfish_search::WeightFileError;
use duelfish_search::belief::{Inference, InferenceReader};
use libfuzzer_sys::fuzz_target;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Cards that have rows of their own in files that are made of few bytes.
const CARDS: u32 = 2;

const POSITION: &str = "turn 5 P1 main1\nP2 hand: Summoned Skull; Dark Hole\nP2 M2 set: Celtic Guardian\n\
                        P2 S1 down: Trap Hole\nP1 deck: 20* Celtic Guardian\nP2 deck: 12* Celtic Guardian\n";

fuzz_target!(|data: &[u8]| {
    let made;
    let data = match Inference::begins(data) {
        true => data,
        false => {
            made = repeated(data);
            &made[..]
        }
    };
    let inference = match Inference::from_bytes(data) {
        Ok(inference) => inference,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
    };
    let file = inference.to_bytes();
    let again = Inference::from_bytes(&file).expect("what is written can be read");
    assert!(again == inference && again.to_bytes() == file);
    let cards = catalogue();
    let position = Position::parse(POSITION, cards).expect("a position");
    let game = position.game(cards);
    let duel = position.start(&game, &mut position.script(), &mut ());
    let view = duel.view(&game, Player::FIRST);
    let mut dealer = view.dealer(None).expect("a world");
    InferenceReader::new(Arc::new(inference), 1.0).weigh(&view, &mut dealer);
    let mut world = duel;
    dealer.deal(&game, &mut ChaCha8Rng::seed_from_u64(1), &mut world);
    world.check(cards).expect("a sound world");
});

/// A file of the right length: two cards in order, and then these bytes again and again.
fn repeated(data: &[u8]) -> Vec<u8> {
    let mut file = b"duelfish-belief 1\nBy chance.\n\n".to_vec();
    let begins = file.len();
    file.extend(CARDS.to_le_bytes());
    let Err(WeightFileError::Length { expected, .. }) = Inference::from_bytes(&file) else {
        return file;
    };
    file.extend((1..=CARDS).flat_map(|card| card.to_le_bytes()));
    let left = begins + expected - file.len();
    file.extend(data.iter().chain(&[0]).cycle().take(left));
    file
}
