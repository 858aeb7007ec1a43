//! Any text, read as the text of a card: nothing panics, a card is read or declined for a reason, and what is read is a
//! card file.
#![no_main]

use std::sync::LazyLock;

use duelfish_cards::catalogue;
use duelfish_reader::{PrintedCard, Reader, ReadVerdict, table};
use libfuzzer_sys::fuzz_target;

static READER: LazyLock<Reader> = LazyLock::new(|| Reader::new(catalogue()).expect("the rules have no fault"));

/// A monster, a Spell, a Trap, an Equip Spell, and monsters of the Extra Deck.
const CARDS: [u32; 7] = [40_640_057, 55_144_522, 44_095_762, 40_619_825, 44_508_094, 84_013_237, 1_861_629];

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data).into_owned();
    let _ = table(std::path::Path::new("fuzz.tsv"), &text);
    let at = data.first().map_or(0, |byte| usize::from(*byte) % CARDS.len());
    let card = PrintedCard { passcode: CARDS[at], text, pendulum_text: String::new() };
    match READER.read(catalogue(), &card) {
        ReadVerdict::Read(reading) => assert!(reading.file.starts_with("card "), "{}", reading.file),
        ReadVerdict::Declined(clauses) => assert!(!clauses.is_empty(), "a card is declined for a reason"),
    }
});
