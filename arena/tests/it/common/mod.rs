//! The decks that the tests play with.

#![allow(dead_code, reason = "not every test uses every deck")]

use duelfish_cards::{Deck, parse};

/// A deck of `decks/starter`.
pub(crate) fn deck(name: &str) -> Deck {
    let path = format!("{}/../decks/starter/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(&path).unwrap();
    parse(&text, &path).unwrap().deck
}

/// Forty monsters of every Level without effects.
pub(crate) fn vanilla() -> Deck {
    deck("vanilla-40")
}
