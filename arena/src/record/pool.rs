//! The cards of a run and their effects, as one number.

use std::collections::BTreeSet;

use duelfish_cards::Deck;
use duelfish_engine::Catalogue;

/// The basis and the prime of the 64-bit FNV-1a hash (Fowler, Noll and Vo).
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// A hash over printed facts and effects of all cards in these decks. It changes when one of them
/// is changed in the card table or the card files, and not when other cards are.
#[must_use]
pub fn pool_hash(cards: &Catalogue, decks: &[Deck]) -> u64 {
    let codes: BTreeSet<_> =
        decks.iter().flat_map(|deck| deck.main.iter().chain(&deck.extra)).collect();
    codes.into_iter().fold(BASIS, |hash, code| {
        let facts = format!("{:?}", cards.facts(*code));
        let effects = duelfish_script::explain(cards, *code);
        let texts = std::iter::once(&facts).chain(&effects);
        texts
            .flat_map(|text| text.bytes().chain([0]))
            .fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
    })
}
