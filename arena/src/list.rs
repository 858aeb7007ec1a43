//! The cards of a deck in the one order that a duel starts from.

use duelfish_cards::Deck;
use duelfish_engine::{DeckList, Print};

/// The cards of a deck, sorted: files that list the same cards in different orders are the same
/// deck and play the same duels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedDeck {
    main: Vec<Print>,
    extra: Vec<Print>,
}

impl SortedDeck {
    /// Sorts the Main and Extra Deck; a Side Deck takes no part in a duel.
    #[must_use]
    pub fn new(deck: &Deck) -> Self {
        let sorted = |prints: &[Print]| {
            let mut prints = prints.to_vec();
            prints.sort_unstable();
            prints
        };
        Self { main: sorted(&deck.main), extra: sorted(&deck.extra) }
    }

    /// The cards as a duel takes them.
    #[must_use]
    pub fn list(&self) -> DeckList<'_> {
        DeckList { main: &self.main, extra: &self.extra }
    }
}
