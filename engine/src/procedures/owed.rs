//! Destruction by effects that act at once in the middle of another effect, where something else may be done instead:
//! its player is asked before the next step of that effect.

use super::threats::effect_of;
use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{CardId, Location};
use crate::run::Run;
use crate::state::{CardSet, Ctx, ModValue, ModifierDraft, SetSlot};
use crate::witness::Witness;
use duelfish_script::{ModKind, Scope, Until, event_bit};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Destroys cards for an effect that acts at once, or notes that it will if something may be done instead.
    pub(super) fn destroy_or_owe(&mut self, ctx: Ctx, cards: CardSet) {
        let event = event_bit::WOULD_BE_DESTROYED;
        let may_ask = self.reacting > 0 && self.duel.resolving() != 0 && self.duel.hears(event);
        if !may_ask {
            self.destroy(cards);
            return;
        }
        let busy = !self.duel.set(SetSlot::TO_DESTROY).is_empty();
        if !busy && !self.may_be_replaced(cards, event, effect_of(ctx.player)) {
            self.destroy(cards);
            return;
        }
        if !busy {
            self.duel.write_stamped_set(self.witness, SetSlot::TO_DESTROY, CardSet::EMPTY);
        }
        for card in cards.iter() {
            let note = ModifierDraft {
                kind: ModKind::FallsSoon,
                scope: Scope::Card,
                target: card,
                source: ctx.source,
                player: ctx.player,
                until: Until::EndOfTurnAnyway,
                value: ModValue::Fixed(0),
                reads: 0,
            };
            self.duel.add_mod(self.witness, note.pack());
        }
    }

    /// Takes the oldest of these notes away and destroys its card; what destroys it, if its player is to be asked first.
    pub(super) fn next_owed_is_replaced(&mut self) -> Option<u8> {
        let mut notes = self.duel.mods().iter().filter(|m| m.is(ModKind::FallsSoon));
        let note = notes.next().copied()?;
        self.duel
            .remove_mods(self.witness, |m| m.is(ModKind::FallsSoon) && m.target == note.target);
        if !self.duel.is_on_field(CardId(note.target)) {
            return None;
        }
        let cards = self.destructible(CardSet::EMPTY.with(note.target));
        let by = effect_of(self.duel.player_of(&note));
        if self.may_be_replaced(cards, event_bit::WOULD_BE_DESTROYED, by) {
            return Some(by);
        }
        self.send(cards, Location::Grave, Cause::Destroyed);
        None
    }
}
