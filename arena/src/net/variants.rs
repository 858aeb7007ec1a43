//! Decks that differ in some cards from those that are given.

use std::collections::BTreeMap;

use duelfish_cards::Deck;
use duelfish_engine::CardCode;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::list::SortedDeck;

/// Makes variants of decks from the cards of all of them.
pub(super) struct Variants<'a> {
    decks: &'a [Deck],
    /// So many cards in a hundred are exchanged.
    share: u32,
    /// The cards of all Main Decks, with the most copies that one of them has.
    most: BTreeMap<CardCode, usize>,
    pool: Vec<CardCode>,
}

impl<'a> Variants<'a> {
    pub(super) fn new(decks: &'a [Deck], share: u32) -> Self {
        let mut most = BTreeMap::new();
        for deck in decks {
            for code in &deck.main {
                let copies = deck.main.iter().filter(|other| *other == code).count();
                let most = most.entry(*code).or_insert(0);
                *most = copies.max(*most);
            }
        }
        let pool = most.keys().copied().collect();
        Self { decks, share, most, pool }
    }

    /// A variant of the deck with this number.
    pub(super) fn of(&self, number: usize, rng: &mut ChaCha8Rng) -> SortedDeck {
        let mut deck = self.decks[number].clone();
        for at in 0..deck.main.len() {
            if rng.next_u32() % 100 >= self.share {
                continue;
            }
            let other = self.pool[rng.next_u32() as usize % self.pool.len()];
            let copies = deck.main.iter().filter(|code| **code == other).count();
            if copies < self.most[&other] {
                deck.main[at] = other;
            }
        }
        SortedDeck::new(&deck)
    }
}
