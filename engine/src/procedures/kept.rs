//! The memory of a running effect: targets, sets of cards, numbers.

use super::moves::in_order;
use crate::chance::Chance;
use crate::event::Event;
use crate::ids::CardId;
use crate::run::Run;
use crate::state::{CardSet, Ctx, Link, Modifier, NO_LINK, SetSlot, location_bit_of};
use crate::witness::Witness;
use duelfish_script::{How, Locations, ModKind, SetRef, Stat};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    #[inline(always)]
    pub(super) fn take_card(&mut self, ctx: Ctx, how: How, card: CardId) {
        let one = CardSet::EMPTY.with(card.0);
        match how {
            How::Target(at) => self.add_targets(ctx, at, one),
            How::Cost | How::Tribute => {
                if ctx.link == NO_LINK {
                    let paid = self.duel.set(SetSlot::OWN_COST).with(card.0);
                    self.duel.write_stamped_set(self.witness, SetSlot::OWN_COST, paid);
                } else {
                    let mut link = *self.duel.link(ctx.link);
                    link.cost = link.cost.with(card.0);
                    self.duel.write_link(self.witness, ctx.link, link);
                }
            }
            How::Pick(at) => {
                let set = self.duel.all_members(ctx, SetRef::Local(at)).with(card.0);
                self.keep(ctx, at, set);
            }
        }
    }

    pub(super) fn add_targets(&mut self, ctx: Ctx, at: u8, new: CardSet) {
        let all = new.iter().fold(self.duel.all_members(ctx, SetRef::Targets(at)), CardSet::with);
        self.write_targets(ctx, at, all);
        for card in in_order(self.duel, new) {
            self.witness.event(self.duel, Event::Targeted { card });
        }
    }

    /// A link targets these cards instead of those that it targeted.
    pub(super) fn change_target(&mut self, at: u8, targets: CardSet) {
        if targets.is_empty() {
            return;
        }
        let clause = usize::from(self.duel.clause_of_targets(at));
        let mut link = *self.duel.link(at);
        link.targets[clause] = targets;
        link.watermark = self.duel.last_stamp();
        self.duel.write_link(self.witness, at, link);
        for card in in_order(self.duel, targets) {
            self.witness.event(self.duel, Event::Targeted { card });
        }
        let number = at + 1;
        if self.duel.has_mod(ModKind::IsTargeted) {
            let of_link = |m: &Modifier| m.is(ModKind::IsTargeted) && m.value == i32::from(number);
            self.duel.remove_mods(self.witness, of_link);
        }
        self.note_targeted(number, targets);
    }

    pub(super) fn write_targets(&mut self, ctx: Ctx, at: u8, cards: CardSet) {
        if ctx.link == NO_LINK {
            return;
        }
        let mut link = *self.duel.link(ctx.link);
        link.targets[usize::from(at & 1)] = cards;
        if link.watermark == 0 {
            link.watermark = self.duel.last_stamp();
        }
        self.duel.write_link(self.witness, ctx.link, link);
    }

    /// The targets have moved by the effect itself and are still meant; of the other clause those
    /// that have moved are not.
    pub(super) fn follow_targets(&mut self, ctx: Ctx, at: u8, cards: CardSet) {
        let other = self.duel.all_members(ctx, SetRef::Targets(at ^ 1));
        let mut link = *self.duel.link(ctx.link);
        link.targets[usize::from(at & 1)] = cards;
        link.targets[usize::from(at & 1) ^ 1] = other;
        link.watermark = self.duel.last_stamp();
        self.duel.write_link(self.witness, ctx.link, link);
    }

    /// The cards that a set means which are in one of these places now.
    pub(super) fn come_there(&self, ctx: Ctx, which: SetRef, locations: Locations) -> CardSet {
        let (duel, all) = (&*self.duel, self.duel.meant(ctx, which).iter());
        let there = |card: &u8| locations & location_bit_of(duel.location(CardId(*card))) != 0;
        all.filter(there).collect()
    }

    /// The cards of a set have moved by the effect itself and are still meant.
    pub(super) fn follow(&mut self, ctx: Ctx, which: SetRef, cards: CardSet) {
        match which {
            SetRef::Local(at) => self.keep(ctx, at, cards),
            SetRef::Targets(at) if ctx.link != NO_LINK => self.follow_targets(ctx, at, cards),
            // The card itself is what it was: later steps mean it where it has come to.
            SetRef::Source if ctx.link != NO_LINK && cards.has(ctx.source) => {
                let source_stamp = self.duel.stamp(CardId(ctx.source));
                let link = Link { source_stamp, ..*self.duel.link(ctx.link) };
                self.duel.write_link(self.witness, ctx.link, link);
            }
            _ => {}
        }
    }

    pub(super) fn keep(&mut self, ctx: Ctx, at: u8, cards: CardSet) {
        self.duel.write_local_set(self.witness, ctx.level, at, cards);
    }

    /// Keeps those with the highest value, or with the lowest if the sign is turned.
    pub(super) fn keep_most(&mut self, ctx: Ctx, at: u8, stat: Stat, sign: i32) {
        // To compare them is no effect: cards that are unaffected count too.
        let members = self.duel.all_members(ctx, SetRef::Local(at));
        let (duel, cards) = (&*self.duel, self.game.cards);
        let value = |card: u8| {
            sign * match stat {
                Stat::Scale => i32::from(duel.scale_of(cards, CardId(card))),
                _ => duel.values_of(cards, CardId(card)).stat(stat),
            }
        };
        if let Some(most) = members.iter().map(value).max() {
            let kept = members.iter().filter(|card| value(*card) == most).collect();
            self.keep(ctx, at, kept);
        }
    }

    pub(super) fn set_number(&mut self, ctx: Ctx, at: u8, value: i32) {
        if ctx.link == NO_LINK {
            self.duel.write_local_number(self.witness, ctx.level, at, value);
        } else {
            let mut link = *self.duel.link(ctx.link);
            link.numbers[usize::from(at & 3)] = value;
            self.duel.write_link(self.witness, ctx.link, link);
        }
    }
}
