//! The position key: 64 bits that are equal for equal positions and, for all practical purposes,
//! only for those.
//!
//! The key is a *sum* of one number for each card, each side and the clock. It is a sum and not an
//! exclusive or, because two copies of one card in one hand would cancel each other. Cards count
//! by what is printed and where they are, never by their card id, so that two orders of the same
//! actions meet in one key. The cards' part is kept incrementally; the few numbers of sides, clock
//! and effects are added when the key is asked for. The key leaves out the order of hand and Graveyard
//! (no rule of a plain duel reads it), stamps, and everything that is suspended; so it exists at open
//! states only.

use super::{Duel, Modifier};
use crate::decision::DecisionKind;
use crate::ids::{CardId, Location, Player};
use duelfish_script::ModKind;

/// Mixes 64 bits so that every input bit reaches every output bit.
#[inline(always)]
const fn mix(mut x: u64) -> u64 {
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}

impl Duel {
    /// The key of the position, if this is an open state of a turn: a Main Phase or Battle Step
    /// that waits for the turn player, or the end of the duel.
    #[must_use]
    pub fn position_key(&self) -> Option<u64> {
        let kind = self.ask.kind();
        let open = matches!(kind, DecisionKind::Idle | DecisionKind::Battle);
        (open || self.over != 0).then(|| {
            let sides = Player::BOTH.map(|player| self.side_key(player));
            let parts = [self.effects_key(), self.clock_key(), sides[0], sides[1]];
            parts.iter().fold(self.key, |sum, part| sum.wrapping_add(*part))
        })
    }

    /// The part of one card.
    #[inline]
    pub(super) fn card_key(&self, card: CardId) -> u64 {
        let c = &self.cards[card.index()];
        let specially = c.origin & super::SPECIALLY != 0 && c.location == Location::Monster as u8;
        let location = u64::from(c.code)
            | u64::from(specially) << 15
            | u64::from(c.owner & super::OWNER) << 16
            | u64::from(c.controller) << 17
            | u64::from(c.location) << 18
            | u64::from(c.zone) << 22
            | u64::from(c.position) << 29
            | u64::from(c.status) << 32
            | u64::from(c.turn) << 40
            | u64::from(c.counters[0]) << 48
            | u64::from(c.counters[1]) << 56;
        // A Token that has left is no part of the position. To ask first would cost more: a key is
        // taken before and after a move, so the answer changes all the time.
        let there = u64::from(c.location != Location::Nowhere as u8);
        let coming = self.coming_key(c).wrapping_mul(0xd1b5_4a32_d192_ed03);
        mix(location ^ coming ^ 0x9e37_79b9_7f4a_7c15) * there
    }

    /// The part of one side, without its cards.
    fn side_key(&self, player: Player) -> u64 {
        let side = &self.sides[player.index()];
        let value = u64::from(side.lp.cast_unsigned())
            | u64::from(side.normal_summons) << 32
            | u64::from(player.number()) << 40;
        mix(value ^ 0xa076_1d64_78bd_642f)
    }

    /// The part of turn and phase.
    fn clock_key(&self) -> u64 {
        let value =
            u64::from(self.turn) | u64::from(self.turn_player) << 16 | u64::from(self.phase) << 24;
        mix(value ^ 0xe703_7ed1_a0b4_28db)
    }

    /// The part of modifiers, counters of use and coming effects. They are few, so they are
    /// not kept incrementally: that way their *rank* by stamp can count instead of the stamp.
    fn effects_key(&self) -> u64 {
        let identity = |card: u8| {
            if usize::from(card) < usize::from(self.cards_used) {
                self.card_key(CardId(card))
            } else {
                0
            }
        };
        let mods = self.mods.iter().filter(|m| m.kind != 0).fold(0_u64, |sum, m| {
            // Counters have no order among what lasts.
            let ranked = |n: &&Modifier| n.kind != 0 && !n.is(ModKind::Counters);
            let older = |n: &&Modifier| n.stamp < m.stamp && !m.is(ModKind::Counters);
            let rank = self.mods.iter().filter(ranked).filter(older).count();
            // A monster that is meant counts by what it is and where, not by its card id and stamp.
            let number = if m.is(ModKind::HasAttacked) {
                identity(m.value as u8)
            } else if m.is(ModKind::AttacksWith) || m.is(ModKind::NoBattleDamageWith) {
                let card = CardId(m.value as u8);
                if m.value == self.instance(card) { identity(card.0) } else { 0 }
            } else {
                u64::from(m.value.cast_unsigned()) << 32
            };
            let value = number ^ u64::from(m.kind) << 16
                | u64::from(m.until) << 8
                | u64::from(self.player_of(m).number());
            let who = identity(m.source).wrapping_add(identity(m.target).rotate_left(17));
            sum.wrapping_add(mix(mix(value ^ who) ^ (rank as u64) << 16 ^ u64::from(m.filter)))
        });
        let uses = self.uses.iter().filter(|u| u.group != 0).fold(mods, |sum, u| {
            // The limit of one piece of cardboard counts by what that card is and where.
            let (group, who) = match super::uses::card_of_limit(u.group) {
                Some(card) => (u.group & 0x800f, identity(card)),
                None => (u.group, 0),
            };
            let value = u64::from(group) << 16 | u64::from(u.player) << 8 | u64::from(u.count);
            sum.wrapping_add(mix(value ^ who ^ 0x8ebc_6af0_9c88_c6e3))
        });
        let uses = if !self.has_equips() { uses } else { uses.wrapping_add(self.equips_key()) };
        let uses =
            if !self.has_materials() { uses } else { uses.wrapping_add(self.materials_key()) };
        self.delayed.iter().filter(|d| d.program != 0).fold(uses, |sum, d| {
            // The stamp of planned cards is none of the position.
            let planned = d.is_about_cards();
            let number = d.number.cast_unsigned();
            let number = if planned { number >> u16::BITS } else { number };
            let value = u64::from(number) << 32
                | u64::from(d.program) << 16
                | u64::from(d.when) << 8
                | u64::from(d.player);
            let who = d.captured.iter().fold(0_u64, |set, c| set.wrapping_add(identity(c)));
            sum.wrapping_add(mix(value ^ who ^ 0x5899_65cc_7537_4cc3))
        })
    }

    /// Which card is equipped to which.
    fn equips_key(&self) -> u64 {
        let equips = Player::BOTH.into_iter().flat_map(|player| self.spell_cards(player));
        equips.fold(0_u64, |sum, card| {
            let Some(host) = self.host(card) else { return sum };
            let pair = self.card_key(card) ^ self.card_key(host).rotate_left(23);
            sum.wrapping_add(mix(pair ^ 0x9fb2_1c65_1e98_df25))
        })
    }

    /// Which card is attached to which. Their order is no part of it: a player who detaches one chooses it.
    fn materials_key(&self) -> u64 {
        let all = Player::BOTH.into_iter().flat_map(|player| self.materials(player));
        all.fold(0_u64, |sum, card| {
            let card = CardId(*card);
            let Some(host) = self.host(card) else { return sum };
            let pair = self.card_key(card) ^ self.card_key(host).rotate_left(29);
            sum.wrapping_add(mix(pair ^ 0x2545_f491_4f6c_dd1d))
        })
    }

    /// Computes the incremental part anew, once all cards of a position are there: what is noted of a card depends on
    /// what the others ask.
    pub(crate) fn settle_key(&mut self) {
        self.key = self.key_from_scratch();
    }

    /// The incremental part, computed anew.
    pub(super) fn key_from_scratch(&self) -> u64 {
        (0..self.cards_used).fold(0, |sum: u64, card| sum.wrapping_add(self.card_key(CardId(card))))
    }
}
