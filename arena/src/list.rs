//! The cards of a deck in the one order that a duel starts from.

use duelfish_cards::Deck;
use duelfish_engine::{DeckList, Game, Opening, Print, SetupError};

use crate::play::Side;

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

/// Two decks on the table before any card is drawn, for duels in which either goes first: what all
/// duels of a match begin with, made once.
#[derive(Clone, Copy, Debug)]
pub struct Openings([Opening; 2]);

impl Openings {
    /// Puts the decks of A and B on the table.
    ///
    /// # Errors
    /// Fails when they can't be played.
    pub fn new(game: &Game<'_>, [a, b]: &[SortedDeck; 2]) -> Result<Self, SetupError> {
        let a_first = Opening::new(game, [a.list(), b.list()])?;
        let b_first = Opening::new(game, [b.list(), a.list()])?;
        Ok(Self([a_first, b_first]))
    }

    /// The table at which this side goes first.
    #[must_use]
    pub const fn with_first(&self, side: Side) -> &Opening {
        &self.0[side.index()]
    }
}
