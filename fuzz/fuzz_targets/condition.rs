//! Any text, read as a condition on a hand: nothing panics, every fault is marked inside of the text,
//! and a condition survives being written. What can be computed is a chance.
#![no_main]

use std::sync::OnceLock;

use duelfish_arena::hands::{chance, parse};
use duelfish_cards::catalogue;
use duelfish_engine::CardCode;
use libfuzzer_sys::fuzz_target;

const DECK: &[u8] = include_bytes!("../../decks/starter/yugi.ydk");

fuzz_target!(|text: &str| {
    static MAIN: OnceLock<Vec<CardCode>> = OnceLock::new();
    let deck = MAIN
        .get_or_init(|| duelfish_cards::parse(DECK, "yugi.ydk").expect("a shipped deck").deck.main);
    let condition = match parse(catalogue(), deck, text) {
        Ok(condition) => condition,
        Err(error) => {
            assert!(error.text.get(error.span.clone()).is_some());
            return assert_eq!(error.to_string().lines().count(), 3);
        }
    };
    let written = condition.to_string();
    // What is written is longer than what was read and may be too long for a condition.
    if written.len() <= 2_000 {
        let again = parse(catalogue(), deck, &written).expect("a written condition can be read");
        assert_eq!(again, condition);
    }
    if let Ok(chance) = chance(&condition, catalogue(), deck, 5) {
        assert!((0.0..=1.0).contains(&chance));
        let hand = deck.get(..5).expect("a deck has five cards");
        let _ = condition.holds(catalogue(), hand);
    }
});
