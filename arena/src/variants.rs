//! Decks that differ in some cards from those that are given.

use std::collections::BTreeMap;

use duelfish_cards::Deck;
use duelfish_engine::CardCode;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::list::SortedDeck;

/// Makes variants of decks from the cards of all of them.
pub(crate) struct Variants<'a> {
    decks: &'a [Deck],
    /// So many cards in a hundred are exchanged.
    share: u32,
    /// The cards of all Main Decks, with the most copies that one of them has.
    most: BTreeMap<CardCode, usize>,
    pool: Vec<CardCode>,
}

impl<'a> Variants<'a> {
    pub(crate) fn new(decks: &'a [Deck], share: u32) -> Self {
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
    pub(crate) fn of(&self, number: usize, rng: &mut ChaCha8Rng) -> SortedDeck {
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

#[cfg(test)]
mod tests {
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn no_variant_has_more_copies_than_a_deck_has() {
        let cards = duelfish_cards::catalogue();
        let code = |name: &str| cards.by_name(name).expect("a card of the pool");
        let deck = |counts: &[(&str, usize)]| Deck {
            main: counts.iter().flat_map(|(name, count)| vec![code(name); *count]).collect(),
            ..Deck::default()
        };
        let decks = [
            deck(&[("Dark Hole", 1), ("Battle Ox", 3), ("Celtic Guardian", 36)]),
            deck(&[("Dark Hole", 1), ("Battle Ox", 2), ("Mystical Elf", 37)]),
        ];
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let variants = Variants::new(&decks, 60);
        let mut exchanged = 0;
        for number in 0..200 {
            let given = &decks[number % 2];
            let variant = variants.of(number % 2, &mut rng);
            assert_eq!(variant.main().len(), 40);
            assert!(variant.copies(code("Dark Hole")) <= 1);
            assert!(variant.copies(code("Battle Ox")) <= 3);
            exchanged += usize::from(variant != SortedDeck::new(given));
        }
        assert!(exchanged > 190, "{exchanged}");
        let same = Variants::new(&decks, 0);
        assert_eq!(same.of(1, &mut rng), SortedDeck::new(&decks[1]));
    }
}
