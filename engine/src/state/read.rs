//! What the boundary of the engine reads: positions as text.

use super::Duel;
use crate::ids::Handle;

impl Duel {
    /// Whether anything holds for a time, is allowed for the turn, or was counted this turn: what
    /// a position as text can't say.
    pub(crate) fn has_passing_effects(&self) -> bool {
        self.mods().iter().any(|modifier| !modifier.is_continuous())
            || !self.delayed().is_empty()
            || self.uses.iter().any(|used| used.group != 0)
    }

    /// The rank of a card's lasting effects among all modifiers by age, from 1; 0 for a card that
    /// modifies nothing.
    pub(crate) fn rank_of_effects(&self, card: Handle) -> u16 {
        let first = self.mods().iter().position(|modifier| modifier.source == card.0);
        first.map_or(0, |rank| rank as u16 + 1)
    }
}
