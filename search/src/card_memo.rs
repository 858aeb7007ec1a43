//! Something of each card that a duel has, made when the card is first met.

use duelfish_engine::{CardCode, Catalogue};

/// The things that were made of the cards that were met.
#[derive(Clone, Debug)]
pub(crate) struct CardMemo<T> {
    /// For each row of the catalogue where its entry is, counted from 1; 0 while the card was not met.
    places: Vec<u16>,
    entries: Vec<T>,
}

impl<T> CardMemo<T> {
    /// No card was met.
    pub(crate) const fn new() -> Self {
        Self { places: Vec::new(), entries: Vec::new() }
    }

    /// Forgets all cards.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.entries.clear();
    }

    /// The entry of a card, which `make` makes if it is met for the first time.
    #[inline]
    pub(crate) fn of(&mut self, cards: &Catalogue, code: CardCode, make: impl FnOnce() -> T) -> &T {
        let at = match self.places.get(usize::from(code.row())) {
            Some(at) if *at > 0 => *at,
            _ => self.meet(cards, code, make),
        };
        &self.entries[usize::from(at) - 1]
    }

    #[cold]
    fn meet(&mut self, cards: &Catalogue, code: CardCode, make: impl FnOnce() -> T) -> u16 {
        if self.places.len() < cards.len() {
            self.places.resize(cards.len(), 0);
        }
        self.entries.push(make());
        let at = self.entries.len() as u16;
        self.places[usize::from(code.row())] = at;
        at
    }
}
