//! Any bytes, read as a deck file: nothing panics, and a deck survives being written in both
//! formats.
#![no_main]

use duelfish_cards::{DeckPart, parse, to_ydk, to_ydke};
use libfuzzer_sys::fuzz_target;

const FILE: &str = "fuzz.ydk";

fuzz_target!(|data: &[u8]| {
    let parsed = match parse(data, FILE) {
        Ok(parsed) => parsed,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for note in &parsed.notes {
        assert_eq!(note.to_string().lines().count(), 1);
    }
    for problem in parsed.check() {
        assert_eq!(problem.to_string().lines().count(), 1);
    }
    for part in DeckPart::ALL {
        assert_eq!(parsed.deck.part(part).len(), parsed.places.part(part).len());
    }
    for text in [to_ydk(&parsed.deck), to_ydke(&parsed.deck)] {
        let again = parse(text.as_bytes(), FILE).expect("a written deck can be read");
        assert_eq!(again.deck, parsed.deck);
        assert_eq!(again.notes, []);
    }
});
