//! The list of modifiers of a duel: what stands in it, how modifiers are added, expire and are removed, and which
//! values must be derived anew then. The meaning of a single one of them stands in `modifiers`.

use bytemuck::Zeroable;

use super::gateway::put;
use super::modifiers::{AWAKE, Reach};
use super::rooms::Modifier;
use super::{Duel, flags};
use crate::ids::{CardId, Location, MonsterZone, Player};
use crate::limits::MAX_MODS;
use crate::outcome::{Limit, Outcome};
use crate::state::{CardSet, Ctx};
use crate::witness::Witness;
use duelfish_script::{KindSet, ModKind, Until};

/// Facts that rules may read.
impl Duel {
    /// The modifiers, oldest first.
    #[inline]
    pub(crate) fn mods(&self) -> &[Modifier] {
        &self.mods[..usize::from(self.mods_used)]
    }

    /// Whether there is any modifier of this kind.
    #[inline(always)]
    pub(crate) fn has_mod(&self, kind: ModKind) -> bool {
        self.has_any_mod(kind.bit())
    }

    /// Whether there is any modifier of one of these kinds, one bit each.
    #[inline(always)]
    pub(crate) const fn has_any_mod(&self, kinds: KindSet) -> bool {
        // Mostly the kinds are written where this is called, and only one of the words is looked at.
        if !self.mod_kinds.meets(kinds) {
            return false;
        }
        // Most kinds are in few duels, and there for a few turns.
        std::hint::cold_path();
        true
    }
}

/// The mutators.
impl Duel {
    /// Adds a modifier with a new stamp.
    pub(crate) fn add_mod<W: Witness>(&mut self, w: &mut W, modifier: Modifier) {
        let at = usize::from(self.mods_used);
        if at == MAX_MODS {
            self.end(w, Outcome::Limit(Limit::Size));
            return;
        }
        let stamp = self.next_stamp(w);
        put!(self, w, self.mods[at] = Modifier { stamp, ..modifier });
        put!(self, w, self.mods_used = self.mods_used + 1);
        self.note_mod_kinds(w, KindSet::of(modifier.what()));
        put!(self, w, self.reads = self.reads | modifier.reads);
        self.negation_changed(w);
        self.set_flags(w, flags::UNADJUSTED);
        self.mark_dirty_by(w, &modifier);
    }

    /// Notes that there are modifiers of these kinds.
    pub(super) fn note_mod_kinds<W: Witness>(&mut self, w: &mut W, kinds: KindSet) {
        put!(self, w, self.mod_kinds = self.mod_kinds.with(kinds));
    }

    /// Removes the modifiers that `gone` names; the others keep their order.
    #[inline(always)]
    pub(crate) fn remove_mods<W: Witness>(&mut self, w: &mut W, gone: impl Fn(&Modifier) -> bool) {
        let used = usize::from(self.mods_used);
        let Some(first) = self.mods().iter().position(&gone) else { return };
        let (mut kept, mut kinds, mut reads) = (first, KindSet::NONE, 0_u16);
        let mut lost_effects = false;
        for at in first..used {
            let modifier = self.mods[at];
            put!(self, w, self.mods[at] = Modifier::zeroed());
            if gone(&modifier) {
                self.mark_dirty_by(w, &modifier);
                lost_effects |= modifier.is(ModKind::HasEffectsOf);
            } else {
                self.mods[kept] = modifier;
                kept += 1;
            }
        }
        for modifier in &self.mods[..kept] {
            kinds = kinds.with(KindSet::of(modifier.what()));
            reads |= modifier.reads & !AWAKE;
        }
        put!(self, w, self.mods_used = kept as u8);
        self.negation_changed(w);
        put!(self, w, self.mod_kinds = kinds);
        put!(self, w, self.reads = reads);
        self.set_flags(w, flags::UNADJUSTED);
        if lost_effects {
            self.drop_lost_effects(w);
        }
    }

    /// Notes that the condition of a modifier came true or is true no more, and leaves it where it is.
    pub(super) fn turn_modifier_in_place<W: Witness>(&mut self, w: &mut W, at: usize) {
        put!(self, w, self.mods[at].reads = self.mods[at].reads ^ AWAKE);
    }

    /// Notes that the condition of a modifier came true: it gets a new stamp and stands behind all others.
    pub(super) fn turn_modifier<W: Witness>(&mut self, w: &mut W, at: usize) {
        let mut m = self.mods[at];
        m.reads ^= AWAKE;
        let last = usize::from(self.mods_used) - 1;
        for to in at..last {
            let next = self.mods[to + 1];
            put!(self, w, self.mods[to] = next);
        }
        let stamp = self.next_stamp(w);
        put!(self, w, self.mods[last] = Modifier { stamp, ..m });
        self.mark_all_dirty(w);
    }

    /// Modifiers that last for some End Phases more last for one less.
    pub(crate) fn count_end_phase<W: Witness>(&mut self, w: &mut W) {
        const LONGER: [(Until, Until); 4] = [
            (Until::TwoTurns, Until::EndOfTurn),
            (Until::ThreeTurns, Until::TwoTurns),
            (Until::FourTurns, Until::ThreeTurns),
            (Until::FiveTurns, Until::FourTurns),
        ];
        for at in 0..usize::from(self.mods_used) {
            let until = self.mods[at].until;
            let less = LONGER.iter().find(|(longer, _)| *longer as u8 == until);
            if let Some((_, less)) = less {
                put!(self, w, self.mods[at].until = *less as u8);
            }
        }
    }

    /// Writes the value of a modifier that only counts or remembers something.
    pub(crate) fn set_mod_value<W: Witness>(
        &mut self,
        w: &mut W,
        at: usize,
        value: i32,
        until: u8,
    ) {
        put!(self, w, self.mods[at].value = value);
        put!(self, w, self.mods[at].until = until);
        self.mark_dirty_by(w, &self.mods[at].clone());
    }

    /// Removes the modifiers that lasted until this moment.
    #[inline(always)]
    pub(crate) fn expire<W: Witness>(&mut self, w: &mut W, until: Until) {
        self.remove_mods(w, |m| m.until == until as u8);
    }

    /// Those that lasted as long as players responded are over; those that were given for what follows a Chain, which
    /// is over now, begin to last so if their source is still at work.
    #[inline(never)]
    pub(crate) fn end_responses<W: Witness>(&mut self, w: &mut W) {
        let (now, next) = (Until::Responses as u8, Until::NextResponses as u8);
        let gone = |duel: &Self, m: &Modifier| {
            let source = CardId(m.source);
            !(duel.is_on_field(source)
                && duel.position(source).is_face_up()
                && duel.unmoved_since(source, m.stamp))
        };
        let over: CardSet = self
            .mods()
            .iter()
            .filter(|m| m.until == next && gone(self, m))
            .map(|m| m.source)
            .collect();
        self.remove_mods(w, |m| m.until == now || (m.until == next && over.has(m.source)));
        for at in 0..self.mods().len() {
            if self.mods()[at].until == next {
                let value = self.mods()[at].value;
                self.set_mod_value(w, at, value, now);
            }
        }
    }

    /// The same for those that lasted until a moment of this player's.
    pub(crate) fn expire_of<W: Witness>(&mut self, w: &mut W, until: Until, player: Player) {
        self.remove_mods(w, |m| m.until == until as u8 && m.player == player.number());
    }

    /// The same for those that are on a player and lasted until a moment of that player's.
    pub(crate) fn expire_on<W: Witness>(&mut self, w: &mut W, until: Until, player: Player) {
        self.remove_mods(w, |m| {
            let ctx = Ctx::of_card(Player::of_bit(m.player), CardId(m.source));
            m.until == until as u8 && ctx.is_among(m.sides(), player)
        });
    }

    /// The same for those that lasted for a turn of this player, which ends and has begun since they were given.
    pub(crate) fn expire_next_turn<W: Witness>(&mut self, w: &mut W, player: Player) {
        let given = |m: &Modifier| m.until == Until::NextTurn as u8;
        if !self.mods().iter().any(given) {
            return;
        }
        let begun = self.turn_began();
        self.remove_mods(w, |m| {
            let ctx = Ctx::of_card(Player::of_bit(m.player), CardId(m.source));
            let earlier = begun.wrapping_sub(m.stamp).cast_signed() >= 0;
            given(m) && earlier && ctx.is_among(m.sides(), player)
        });
    }

    /// The values that a modifier may change, or changes no more, are to be derived anew; values
    /// that depend on these in turn are found out with them.
    #[inline(always)]
    fn mark_dirty_by<W: Witness>(&mut self, w: &mut W, m: &Modifier) {
        const ASKED: KindSet = KindSet::all(&[
            ModKind::SummonedAgain,
            ModKind::Held,
            ModKind::Kept,
            ModKind::Noted,
            ModKind::Turns,
            ModKind::MadeWith,
            ModKind::Counters,
        ]);
        if ASKED.has(m.what()) {
            // Values may depend on it: on the kind of monster, or on the number that is kept in mind.
            self.mark_all_dirty(w);
            return;
        }
        if !m.shapes_values() {
            return;
        }
        match m.reach() {
            Reach::Card if self.location(CardId(m.target)) == Location::Monster => {
                self.mark_stale(w, CardId(m.target));
            }
            Reach::Card | Reach::Player | Reach::Spells | Reach::Hand => {}
            Reach::Host | Reach::Field => self.mark_all_dirty(w),
        }
    }

    /// The same for all modifiers that fit.
    #[inline(never)]
    pub(super) fn mark_dirty_by_those<W: Witness>(
        &mut self,
        w: &mut W,
        fits: impl Fn(&Modifier) -> bool,
    ) {
        for at in 0..usize::from(self.mods_used) {
            let m = self.mods[at];
            if fits(&m) {
                self.mark_dirty_by(w, &m);
            }
        }
    }

    /// All values of monsters are to be derived anew.
    #[inline(never)]
    pub(super) fn mark_all_dirty<W: Witness>(&mut self, w: &mut W) {
        for player in Player::BOTH {
            let mut left = self.occupied(player);
            while left != 0 {
                let zone = left.trailing_zeros() as u8;
                left &= left - 1;
                self.mark_dirty(w, player, MonsterZone(zone));
            }
        }
    }
}
