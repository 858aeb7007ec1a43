//! Facts about the Tributes of a Summon once it has succeeded, and about the card that moved others.

use crate::chance::Chance;
use crate::ids::CardId;
use crate::marks::rule;
use crate::run::Run;
use crate::state::{Batch, CardSet, SetSlot};
use crate::witness::Witness;
use duelfish_script::{by_bit, event_bit};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Whether an effect of this duel asks for which monster others were Tributed.
    #[inline(always)]
    pub(super) fn asks_for_tributes(&self) -> bool {
        self.duel.hears(event_bit::USED_AS_TRIBUTE)
    }

    /// The Tributes are not needed any more.
    pub(super) fn forget_tributes(&mut self) {
        if !self.duel.set(SetSlot::TRIBUTES).is_empty() {
            self.duel.write_set(self.witness, SetSlot::TRIBUTES, CardSet::EMPTY);
        }
    }

    /// The monster has come: its Tributes were used for it.
    pub(super) fn tell_of_tributes(&mut self, card: CardId) {
        let tributes = self.duel.set(SetSlot::TRIBUTES);
        if self.asks_for_tributes() && !tributes.is_empty() {
            rule!("SU-01.19");
            self.forget_tributes();
            let number = Batch::number_of_doer(card.0, self.duel.location(card));
            self.raise(event_bit::USED_AS_TRIBUTE, Batch::MOVED, number, tributes);
        }
    }

    /// The number of a batch of cards that moved: it tells whose effect did it, or whose cost it was.
    #[inline(always)]
    pub(super) fn doer_now(&self, by: u8) -> i32 {
        let link = match self.duel.resolving() {
            // It is the cost of the link that is being made.
            0 if by & by_bit::COST != 0 => self.duel.links().last(),
            number if by & by_bit::EFFECT != 0 && number != 0 => Some(self.duel.link(number - 1)),
            _ => None,
        };
        link.map_or(0, |link| {
            Batch::number_of_doer(link.source, crate::ids::Location::from_byte(link.location))
        })
    }
}
