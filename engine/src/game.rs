//! The constants of a duel: its rules and the card table.

use crate::rules::Rules;
use duelfish_script::Catalogue;

/// Everything about a duel that never changes while it is played: its rules and the card table.
#[derive(Clone, Debug)]
pub struct Game<'c> {
    /// The rules.
    pub rules: Rules,
    /// The card table.
    pub cards: &'c Catalogue,
}

impl<'c> Game<'c> {
    /// The game by these rules, with the card texts that they play.
    ///
    /// ```
    /// use duelfish_engine::{Game, Rules};
    ///
    /// let cards = duelfish_cards::catalogue();
    /// let [now, then] = [Rules::MR5, Rules::GOAT].map(|rules| Game::new(rules, cards));
    /// let sangan = cards.by_name("Sangan").unwrap();
    /// let limit = |game: &Game<'_>| game.cards.scripts().effects_of(sangan).next().unwrap().1.limit;
    /// assert_eq!((limit(&now).times, limit(&then).times), (1, 0));
    /// ```
    #[must_use]
    pub fn new(rules: Rules, cards: &'c Catalogue) -> Self {
        Self { cards: cards.with_texts(rules.texts), rules }
    }
}
