//! Side Decks: whether a deck is another one after cards were exchanged between duels.

use duelfish_engine::{CardCode, Catalogue};

use crate::deck::Deck;
use crate::place::DeckPart;

/// Why a deck is not another one after siding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SideError {
    /// As many cards must go out as come in.
    #[error("its {part} has {is} cards, not {was}; as many go out as come in")]
    Size {
        /// Main Deck or Extra Deck.
        part: DeckPart,
        /// Cards before.
        was: usize,
        /// Cards now.
        is: usize,
    },
    /// Nothing comes from elsewhere.
    #[error("it has {has} {name}, but the deck with its Side Deck has only {there_are}")]
    Copies {
        /// The card's name.
        name: String,
        /// Copies in Main and Extra Deck now.
        has: usize,
        /// Copies in the whole deck before.
        there_are: usize,
    },
}

impl Deck {
    /// Whether `sided` is this deck after cards were exchanged with the Side Deck: Main Deck and Extra Deck
    /// are as large as before, and all of their cards come from it. The Side Deck of `sided` does
    /// not matter.
    ///
    /// # Errors
    /// Says what is not as it may be.
    ///
    /// ```
    /// let deck = |text: &str| duelfish_cards::parse(text.as_bytes(), "a.ydk").unwrap().deck;
    /// let elves = "15025844\n".repeat(39);
    /// let before = deck(&format!("#main\n{elves}5053103\n!side\n41392891\n"));
    /// let after = deck(&format!("#main\n{elves}41392891\n"));
    /// let cards = duelfish_cards::catalogue();
    /// assert!(before.check_sided(&after, cards).is_ok());
    /// assert!(after.check_sided(&before, cards).is_err());
    /// ```
    pub fn check_sided(&self, sided: &Self, cards: &Catalogue) -> Result<(), SideError> {
        for part in [DeckPart::Main, DeckPart::Extra] {
            let [was, is] = [self, sided].map(|deck| deck.part(part).len());
            if was != is {
                return Err(SideError::Size { part, was, is });
            }
        }
        let count = |all: &[&[CardCode]], code: CardCode| {
            all.iter().flat_map(|part| part.iter()).filter(|other| **other == code).count()
        };
        let now = [&sided.main[..], &sided.extra];
        let before = [&self.main[..], &self.extra, &self.side];
        for code in now.iter().flat_map(|part| part.iter()) {
            let [has, there_are] = [count(&now, *code), count(&before, *code)];
            if has > there_are {
                let name = cards.name(*code).to_owned();
                return Err(SideError::Copies { name, has, there_are });
            }
        }
        Ok(())
    }
}
