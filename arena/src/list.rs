//! The cards of a deck in the one order that a duel starts from.

use duelfish_cards::Deck;
use duelfish_engine::{CardCode, DeckList, Game, Opening, SetupError};

use crate::play::Side;

/// The cards of a deck, sorted: files that list the same cards in different orders are the same
/// deck and play the same duels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedDeck {
    main: Vec<CardCode>,
    extra: Vec<CardCode>,
}

impl SortedDeck {
    /// Sorts the Main and Extra Deck; a Side Deck takes no part in a duel.
    #[must_use]
    pub fn new(deck: &Deck) -> Self {
        let sorted = |codes: &[CardCode]| {
            let mut codes = codes.to_vec();
            codes.sort_unstable();
            codes
        };
        Self { main: sorted(&deck.main), extra: sorted(&deck.extra) }
    }

    /// Takes the cards in the order in which they stand: of a record, or of a deck that was put in
    /// order beside another one ([`SortedDeck::beside`]).
    #[must_use]
    pub fn as_listed(deck: &Deck) -> Self {
        Self { main: deck.main.clone(), extra: deck.extra.clone() }
    }

    /// Puts the cards of a deck beside those of another one: what both have stands at the same place,
    /// and what differs takes the places that are left. Shuffles from one seed then give both decks the
    /// same hands but for what differs.
    #[must_use]
    pub fn beside(deck: &Deck, other: &Self) -> Self {
        Self { main: beside(&deck.main, &other.main), extra: beside(&deck.extra, &other.extra) }
    }

    /// The Main Deck, sorted.
    #[must_use]
    pub fn main(&self) -> &[CardCode] {
        &self.main
    }

    /// The Extra Deck, sorted.
    #[must_use]
    pub fn extra(&self) -> &[CardCode] {
        &self.extra
    }

    /// Copies of a card in Main and Extra Deck.
    #[must_use]
    pub fn copies(&self, code: CardCode) -> usize {
        self.main.iter().chain(&self.extra).filter(|other| **other == code).count()
    }

    /// The cards as a duel takes them.
    #[must_use]
    pub fn list(&self) -> DeckList<'_> {
        DeckList { main: &self.main, extra: &self.extra }
    }
}

fn beside(cards: &[CardCode], others: &[CardCode]) -> Vec<CardCode> {
    let mut own: Vec<CardCode> = cards.to_vec();
    own.sort_unstable();
    let mut take = |code: &CardCode| {
        let at = own.binary_search(code).ok()?;
        Some(own.remove(at))
    };
    let mut places: Vec<Option<CardCode>> = others.iter().map(&mut take).collect();
    let mut left = own.into_iter();
    for place in places.iter_mut().filter(|place| place.is_none()) {
        *place = left.next();
    }
    places.into_iter().flatten().chain(left).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_decks_share_stands_at_the_same_place() {
        let codes = |numbers: &[u16]| {
            numbers.iter().filter_map(|n| duelfish_cards::catalogue().at(*n)).collect::<Vec<_>>()
        };
        let [old, new] = [[2, 2, 3, 5, 8, 9], [9, 8, 2, 3, 2, 1]].map(|deck| codes(&deck));
        assert_eq!(beside(&new, &old), codes(&[2, 2, 3, 1, 8, 9]));
        assert_eq!(beside(&codes(&[7, 2, 9, 8]), &old), codes(&[2, 7, 8, 9]));
        assert_eq!(beside(&codes(&[2, 2, 3, 5, 8, 9, 4]), &old), codes(&[2, 2, 3, 5, 8, 9, 4]));
    }
}
