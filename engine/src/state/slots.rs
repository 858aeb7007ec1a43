//! Where procedures and programs keep sets of cards and numbers while they run.
//!
//! Every procedure that keeps a set has a slot of its own. A program has [`LOCALS`] sets and as many
//! numbers, and programs run inside of one another: an effect suspends another one, and what happens
//! at once happens in the midst of it. Each of them has a [`Level`], so none can touch what another
//! one keeps.

use super::Duel;
use super::gateway::put;
use super::level::{LOCALS, Level};
use super::rooms::CardSet;
use crate::limits::{MAX_PROGRAMS, MAX_REGISTERS, MAX_SETS};
use crate::outcome::{Limit, Outcome};
use crate::witness::Witness;

/// A place for a set of cards. Nothing but the constants and [`SetSlot::local`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SetSlot(u8);

impl SetSlot {
    /// The cards chosen for the hand limit.
    pub(crate) const HAND_LIMIT: Self = Self(Self::LOCAL);
    /// A player's opponent's monsters at the declaration of an attack.
    pub(crate) const ATTACK_FIELD: Self = Self(Self::LOCAL + 1);
    /// Tributes, and monsters that wait until they are Special Summoned with others.
    pub(crate) const TRIBUTES: Self = Self(Self::LOCAL + 2);
    /// Cards paid for a Summon in a monster's own way.
    pub(crate) const OWN_COST: Self = Self(Self::LOCAL + 3);
    /// Cards that are about to be destroyed, while it is asked whether something else happens instead.
    pub(crate) const TO_DESTROY: Self = Self(Self::LOCAL + 4);
    /// Cards that have come to Graveyards together and have no order there yet.
    pub(crate) const GRAVE_ORDER: Self = Self(Self::LOCAL + 5);

    /// Monsters to which the effect that resolves does nothing, because of the card that it belongs to. While a
    /// link resolves nobody discards for the hand limit, so both have one slot.
    pub(crate) const SHIELDED: Self = Self::HAND_LIMIT;

    /// Slots of programs, which come first.
    const LOCAL: u8 = (MAX_PROGRAMS * LOCALS) as u8;
    /// How many slots there are.
    const ALL: usize = Self::GRAVE_ORDER.0 as usize + 1;

    /// One of the sets of a program. None if it runs inside of too many others to keep any.
    pub(crate) const fn local(level: Level, set: u8) -> Option<Self> {
        match level.index(set) {
            Some(at) => Some(Self(at)),
            None => None,
        }
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

const _: () = assert!(SetSlot::ALL == MAX_SETS && MAX_REGISTERS == MAX_PROGRAMS * LOCALS);

/// Facts that rules may read.
impl Duel {
    /// The cards of a slot, wherever they are by now.
    pub(crate) const fn set(&self, slot: SetSlot) -> CardSet {
        self.sets[slot.index()].cards
    }

    /// The cards of a slot with the stamp of the moment at which they were written.
    pub(crate) const fn set_with_stamp(&self, slot: SetSlot) -> (CardSet, u16) {
        let set = &self.sets[slot.index()];
        (set.cards, set.watermark)
    }

    /// One of the sets of a program, with its stamp: empty if the program could not keep it.
    pub(crate) const fn local_set(&self, level: Level, set: u8) -> (CardSet, u16) {
        match SetSlot::local(level, set) {
            Some(slot) => self.set_with_stamp(slot),
            None => (CardSet::EMPTY, 0),
        }
    }

    /// One of the numbers of a program outside any Chain: 0 if the program could not keep it.
    pub(crate) const fn local_number(&self, level: Level, number: u8) -> i32 {
        match level.index(number) {
            Some(at) => self.registers[at as usize],
            None => 0,
        }
    }
}

/// The mutators.
impl Duel {
    pub(crate) fn write_set<W: Witness>(&mut self, w: &mut W, slot: SetSlot, cards: CardSet) {
        put!(self, w, self.sets[slot.index()].cards = cards);
    }

    /// Writes a set with the stamp of this moment: cards that move later no longer count.
    pub(crate) fn write_stamped_set<W: Witness>(
        &mut self,
        w: &mut W,
        slot: SetSlot,
        cards: CardSet,
    ) {
        let stamp = if cards.is_empty() { 0 } else { self.stamp };
        put!(self, w, self.sets[slot.index()].cards = cards);
        put!(self, w, self.sets[slot.index()].watermark = stamp);
    }

    /// Writes one of the sets of a program with the stamp of this moment. Where there is no room for it
    /// the duel ends.
    pub(crate) fn write_local_set<W: Witness>(
        &mut self,
        w: &mut W,
        level: Level,
        set: u8,
        cards: CardSet,
    ) {
        match SetSlot::local(level, set) {
            Some(slot) => self.write_stamped_set(w, slot, cards),
            None => self.end(w, Outcome::Limit(Limit::Size)),
        }
    }

    /// Writes one of the numbers of a program outside any Chain. Where there is no room for it the duel
    /// ends.
    pub(crate) fn write_local_number<W: Witness>(
        &mut self,
        w: &mut W,
        level: Level,
        number: u8,
        value: i32,
    ) {
        match level.index(number) {
            Some(at) => put!(self, w, self.registers[usize::from(at)] = value),
            None => self.end(w, Outcome::Limit(Limit::Size)),
        }
    }

    /// Forgets the sets of a program that has ended.
    #[inline(always)]
    pub(crate) fn clear_local_sets<W: Witness>(&mut self, w: &mut W, level: Level) {
        for set in 0..LOCALS as u8 {
            if let Some(slot) = SetSlot::local(level, set)
                && !self.set(slot).is_empty()
            {
                self.write_stamped_set(w, slot, CardSet::EMPTY);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LOCALS, Level, SetSlot};
    use crate::limits::{MAX_PROGRAMS, MAX_SETS};

    #[test]
    fn no_two_slots_are_the_same_and_all_are_there() {
        let named = [
            SetSlot::HAND_LIMIT,
            SetSlot::ATTACK_FIELD,
            SetSlot::TRIBUTES,
            SetSlot::OWN_COST,
            SetSlot::TO_DESTROY,
            SetSlot::GRAVE_ORDER,
        ];
        let local = |level: u8| {
            (0..LOCALS as u8).filter_map(move |set| SetSlot::local(Level::inside(level), set))
        };
        let mut all: Vec<usize> =
            (0..=u8::MAX).flat_map(local).chain(named).map(SetSlot::index).collect();
        all.sort_unstable();
        assert_eq!(all, (0..MAX_SETS).collect::<Vec<_>>());
    }

    #[test]
    fn a_program_inside_of_too_many_others_has_no_slots() {
        let deepest = Level::inside(MAX_PROGRAMS as u8 - 1);
        assert!(SetSlot::local(deepest, LOCALS as u8 - 1).is_some());
        assert!(SetSlot::local(Level::inside(MAX_PROGRAMS as u8), 0).is_none());
    }
}
