//! What the examples have in common.

use duelfish_cards::{Deck, parse};

/// Decks of the project, with the cards in a fixed order.
pub(crate) fn decks(texts: [&str; 4]) -> [Deck; 4] {
    texts.map(|text| {
        let mut deck =
            parse(text.as_bytes(), "a deck of the project").expect("it is well-formed").deck;
        deck.main.sort_unstable();
        deck
    })
}
