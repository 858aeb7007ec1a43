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

    /// The Main Deck, sorted.
    #[must_use]
    pub fn main(&self) -> &[Print] {
        &self.main
    }

    /// The Extra Deck, sorted.
    #[must_use]
    pub fn extra(&self) -> &[Print] {
        &self.extra
    }

    /// The cards as a duel takes them.
    #[must_use]
    pub fn list(&self) -> DeckList<'_> {
        DeckList { main: &self.main, extra: &self.extra }
    }
}

/// Decks on the table before any card is drawn: what all duels of a run begin with, made once for
/// each arrangement of decks.
#[derive(Clone, Debug)]
pub struct Openings(Vec<Opening>);

impl Openings {
    /// Puts the decks of A and B on the table, for duels in which either goes first.
    ///
    /// # Errors
    /// Fails when they can't be played.
    pub fn new(game: &Game<'_>, decks: &[SortedDeck; 2]) -> Result<Self, SetupError> {
        Self::arrange(game, decks, &[[0, 1], [1, 0]])
    }

    /// Puts decks on the table in these arrangements (deck of the first seat, of the second).
    ///
    /// # Errors
    /// Fails when they can't be played.
    pub fn arrange(
        game: &Game<'_>,
        decks: &[SortedDeck],
        arrangements: &[[usize; 2]],
    ) -> Result<Self, SetupError> {
        let open = |seats: &[usize; 2]| Opening::new(game, seats.map(|deck| decks[deck].list()));
        arrangements.iter().map(open).collect::<Result<_, _>>().map(Self)
    }

    /// The table at which this side goes first, of those that [`Openings::new`] made.
    #[must_use]
    pub fn with_first(&self, side: Side) -> &Opening {
        self.arranged(side.index())
    }

    /// The table of an arrangement, by its number.
    #[must_use]
    pub fn arranged(&self, arrangement: usize) -> &Opening {
        &self.0[arrangement]
    }
}
