//! Facts about the Tributes of a Summon once it has succeeded, and about the card that moved others.

use crate::chance::Chance;
use crate::ids::{CardId, Location, NO_CARD};
use crate::marks::rule;
use crate::run::Run;
use crate::state::{Batch, CardSet, NO_LINK, Procedure, ProgramFrame, SetSlot};
use crate::witness::Witness;
use duelfish_script::{by_bit, event_bit, kind};

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

    /// The card whose planned effect happens now, without a Chain: any card of that name stands for it, used where such a
    /// card lies on the field (FACT-M30).
    fn planned_doer(&self) -> Option<i32> {
        let frame = self.duel.frame();
        let data = frame.is(Procedure::Program).then(|| frame.data::<ProgramFrame>())?;
        if data.link != NO_LINK || frame.card().0 != NO_CARD {
            return None;
        }
        let code = self.game.cards.scripts().planned_at(data.op)?.code;
        let copies =
            (0..self.duel.cards_used()).map(CardId).filter(|card| self.duel.code(*card) == code);
        let own = |card: &CardId| self.duel.controller(*card) == frame.player();
        let card = copies.clone().find(own).or_else(|| copies.clone().next())?;
        let monster = self.game.cards.facts(code).is(kind::MONSTER);
        let from = if monster { Location::Monster } else { Location::Spell };
        Some(Batch::number_of_doer(card.0, from))
    }

    /// The number of a batch of cards that moved: it tells whose effect did it, or whose cost it was.
    #[inline(always)]
    pub(super) fn doer_now(&self, by: u8) -> i32 {
        if self.duel.resolving() == 0
            && by & by_bit::EFFECT != 0
            && let Some(number) = self.planned_doer()
        {
            return number;
        }
        let link = match self.duel.resolving() {
            // It is the cost of the link that is being made.
            0 if by & by_bit::COST != 0 => self.duel.links().last(),
            number if by & by_bit::EFFECT != 0 && number != 0 => Some(self.duel.link(number - 1)),
            _ => None,
        };
        link.map_or(0, |link| {
            Batch::number_of_doer(link.source, Location::from_byte(link.location))
        })
    }
}
