//! Negates activations, effects of links and Summons (TIME-2.5).

use crate::chance::Chance;
use crate::event::{Cause, Event};
use crate::ids::{CardId, Location, Player};
use crate::legal::ready::{limit_key, limit_player};
use crate::marks::rule;
use crate::run::Run;
use crate::state::{CardSet, Ctx, Link, NO_LINK, link_bits, status_bits};
use crate::witness::Witness;
use duelfish_script::{Effect, Form, Op, SetRef, event_bit};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Negates the activation or the Summon that an effect answers.
    pub(crate) fn negate(&mut self, ctx: Ctx) {
        if let Some(at) = self.duel.answered_link(ctx) {
            // To the activation of a monster that is unaffected it does nothing (FACT-N26).
            if self.duel.reaches_link(ctx, at) {
                self.negate_activation(at);
            }
        } else {
            self.negate_summon(ctx);
        }
    }

    /// An activated Spell or Trap that lies in its zone will leave, and was never properly there.
    fn negate_activation(&mut self, at: u8) {
        let mut link = *self.duel.link(at);
        if link.flags & link_bits::NEGATED != 0 {
            return;
        }
        link.flags |= link_bits::NEGATED;
        self.duel.write_link(self.witness, at, link);
        let card = CardId(link.source);
        let there =
            self.duel.stamp(card) == link.source_stamp && self.duel.location(card).is_spell_zone();
        if there && link.flags & link_bits::CARD != 0 {
            let status = status_bits::LEAVES | status_bits::UNDONE;
            self.duel.set_status(self.witness, card, status, true);
        }
        self.witness.event(self.duel, Event::ActivationNegated { link: at + 1 });
    }

    /// The monster that is being Summoned never was: it is neither Summoned nor on the field (FACT-N16).
    fn negate_summon(&mut self, ctx: Ctx) {
        let summoned = self.duel.batch(ctx.batch).map_or(0, |batch| 1 << (batch.kind - 1));
        if summoned & event_bit::OF_SUMMONING == 0 {
            return;
        }
        for card in self.duel.members(ctx, SetRef::Event).iter().map(CardId) {
            if self.duel.has_status(card, status_bits::SUMMONING) {
                rule!("SU-00.4k");
                self.take_back_summon(card);
                self.duel.set_status(self.witness, card, status_bits::SUMMONING, false);
                self.duel.set_status(self.witness, card, status_bits::UNDONE, true);
                if summoned & event_bit::SPECIAL_SUMMONING == 0 {
                    // It counts as never properly Summoned, whatever it was before (FACT-N22).
                    self.duel.set_status(self.witness, card, status_bits::PROPER, false);
                }
            }
        }
    }

    /// A Special Summon that was negated is none of those that a monster allows in a turn (FACT-S16).
    fn take_back_summon(&mut self, card: CardId) {
        let player = self.duel.controller(card);
        for (_, effect) in self.game.cards.scripts().effects_of(self.duel.code(card)) {
            if effect.form == Form::SummonCost
                && let Some((group, _)) = limit_key(card, effect)
            {
                self.duel.take_back_use(self.witness, group, player);
            }
        }
    }

    /// Negates the effect of a link; that it was activated stays so.
    pub(crate) fn negate_effect(&mut self, at: u8) {
        let mut link = *self.duel.link(at);
        if link.flags & link_bits::NO_EFFECT == 0 {
            link.flags |= link_bits::NO_EFFECT;
            self.duel.write_link(self.witness, at, link);
            self.witness.event(self.duel, Event::EffectNegated { link: at + 1 });
        }
    }

    /// Links of a card on the Chain do nothing any more, also if the card leaves (FACT-N4).
    pub(super) fn negate_links_of(&mut self, card: CardId) {
        for at in 0..self.duel.links().len() as u8 {
            let mut link = *self.duel.link(at);
            if link.source == card.0 && link.source_stamp == self.duel.stamp(card) {
                link.flags |= link_bits::SOURCE_NEGATED;
                self.duel.write_link(self.witness, at, link);
            }
        }
    }

    /// Counts a use of an effect of a card, if a limit asks how often it is used.
    pub(super) fn count_use_of(&mut self, card: CardId, effect: &Effect, player: Player) {
        if let Some((group, _)) = limit_key(card, effect) {
            self.duel.count_use(self.witness, group, limit_player(group, player));
        }
    }

    /// A negated activation gives back how often a card may be activated, and allows again what its
    /// player was forbidden for it (FACT-C4, FACT-C6). Costs stay paid.
    pub(crate) fn give_back(&mut self, link: &Link) {
        let effect = self.game.cards.scripts().effect(duelfish_script::EffectId(link.effect));
        let card = CardId(link.source);
        if effect.limit.activation
            && let Some((group, _)) = limit_key(card, effect)
        {
            let player = limit_player(group, Player::of_bit(link.player));
            self.duel.take_back_use(self.witness, group, player);
        }
        let mut at_targets = self.game.cards.scripts().steps(effect.target);
        if effect.cost.0 != 0 || at_targets.any(|op| matches!(op, Op::Impose { .. })) {
            let (source, made) = (link.source, link.made);
            self.duel.remove_mods(self.witness, |m| {
                m.source == source
                    && !m.is_continuous()
                    && m.stamp.wrapping_sub(made).cast_signed() > 0
            });
        }
    }

    /// The effect of a link becomes the one that a card has when it is activated, which was sent to the Graveyard for
    /// that; it answers what that one would answer (FACT-C12).
    pub(super) fn become_effect_of(&mut self, ctx: Ctx, which: SetRef) {
        if ctx.link == NO_LINK {
            return;
        }
        let card = self.duel.meant(ctx, which).iter().next().map(CardId);
        let found =
            card.and_then(|card| self.duel.effect_to_become(self.game.cards, ctx, card, true));
        if let Some((effect, batch)) = found {
            let link = Link { batch, ..self.duel.link(ctx.link).becoming(effect.0) };
            self.duel.write_link(self.witness, ctx.link, link);
        }
    }

    /// Whether a monster that was being Summoned is not being Summoned any more: then it goes to the
    /// Graveyard by the rules, if it is still there.
    pub(crate) fn was_undone(&mut self, card: CardId) -> bool {
        if self.duel.has_status(card, status_bits::SUMMONING) {
            return false;
        }
        if self.duel.has_status(card, status_bits::UNDONE) {
            rule!("SU-00.4k");
            self.send(CardSet::EMPTY.with(card.0), Location::Grave, Cause::Rule);
        }
        true
    }
}
