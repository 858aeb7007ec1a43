//! Levels that an effect has changed in the hand for a time: the monster keeps the change when it comes to the
//! field.

use arrayvec::ArrayVec;

use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{CardId, Location};
use crate::run::Run;
use crate::state::{Arrival, Modifier};
use crate::witness::Witness;
use duelfish_script::ModKind;

/// So many changes at once are kept.
const MOST: usize = 8;

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Moves a monster that is Summoned or Set to the field.
    #[inline(always)]
    pub(super) fn bring(&mut self, card: CardId, to: Arrival, cause: Cause) {
        if self.duel.has_mod(ModKind::Level) && self.duel.location(card) == Location::Hand {
            self.bring_changed(card, to, cause);
        } else {
            self.duel.move_card(self.witness, card, to, cause);
        }
    }

    #[inline(never)]
    fn bring_changed(&mut self, card: CardId, to: Arrival, cause: Cause) {
        let kept = self.duel.level_changes_to_keep(self.game.cards, card);
        let kept: ArrayVec<Modifier, MOST> = kept.take(MOST).collect();
        self.duel.move_card(self.witness, card, to, cause);
        for modifier in kept {
            self.duel.add_mod(self.witness, modifier);
        }
    }
}
