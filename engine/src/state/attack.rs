//! The attack that is being made.

use bytemuck::{Pod, Zeroable};

use super::CardSet;
use crate::ids::NO_CARD;

/// The attack that is being made; `attacker` is `NO_CARD` while there is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Attack {
    pub(crate) attacker: u8,
    /// The attacked monster, or `NO_CARD` for a direct attack.
    pub(crate) target: u8,
    pub(crate) attacker_stamp: u16,
    pub(crate) target_stamp: u16,
    /// The monsters that are marked as destroyed by battle, as bits of [`fighter`], and from [`BANISHED`] on
    /// those of them that the victor banishes.
    fallen: u8,
    /// Bits of how the attack goes on: [`STOPPED`], [`CUT`], [`FOUGHT`].
    course: u8,
}
const _: () = assert!(size_of::<Attack>() == 8);

/// The two monsters of a battle, one bit each.
pub(crate) mod fighter {
    pub(crate) const ATTACKER: u8 = 1;
    pub(crate) const TARGET: u8 = 2;
    pub(crate) const BOTH: u8 = ATTACKER | TARGET;
}

/// In [`Attack::fallen`]: where the bits of the banished ones begin.
const BANISHED: u8 = 2;

/// The attack was stopped.
const STOPPED: u8 = 1;
/// Its Damage Step ends without a calculation.
const CUT: u8 = 2;
/// An effect has had damage calculated before the Damage Step.
const FOUGHT: u8 = 4;
/// It has done so in a Damage Step, which ends for itself when that of the effect is over.
const WITHIN: u8 = 8;
/// An effect has made it a direct attack.
const MADE_DIRECT: u8 = 16;

impl Attack {
    /// No attack.
    pub(crate) const NONE: Self = Self::new(NO_CARD, 0, NO_CARD, 0);

    /// An attack by a monster at another one, each with the stamp of where it lies.
    pub(crate) const fn new(
        attacker: u8,
        attacker_stamp: u16,
        target: u8,
        target_stamp: u16,
    ) -> Self {
        Self { attacker, target, attacker_stamp, target_stamp, fallen: 0, course: 0 }
    }

    /// The same attack, at another monster.
    pub(crate) const fn aimed_at(self, target: u8, target_stamp: u16) -> Self {
        Self { target, target_stamp, ..self }
    }

    /// The attacker and the target, each with its bit and with the monster that it fights.
    pub(crate) const fn fighters(&self) -> [(u8, u8, u8); 2] {
        [
            (fighter::ATTACKER, self.attacker, self.target),
            (fighter::TARGET, self.target, self.attacker),
        ]
    }

    /// The same attack after a calculation that marks these as destroyed.
    pub(crate) const fn with_fallen(self, fighters: u8) -> Self {
        Self { fallen: fighters, ..self }
    }

    /// Whether this one of [`fighter`] is marked as destroyed by battle.
    pub(crate) const fn has_fallen(&self, fighter: u8) -> bool {
        self.fallen & fighter != 0
    }

    /// The same attack, whose victors banish these of those that they destroyed.
    pub(crate) const fn with_banished(self, fighters: u8) -> Self {
        Self { fallen: self.fallen | fighters << BANISHED, ..self }
    }

    /// The monsters that battle has destroyed and whose victors banish them.
    pub(crate) fn banished(&self) -> CardSet {
        let banished = self.fighters().into_iter();
        banished
            .filter(|(bit, ..)| self.fallen >> BANISHED & bit != 0)
            .map(|(_, card, _)| card)
            .collect()
    }

    /// The same attack, of which an effect has had damage calculated before the Damage Step.
    pub(crate) const fn fought(self) -> Self {
        Self { course: self.course | FOUGHT, ..self }
    }

    /// Whether an effect has had damage calculated before the Damage Step.
    pub(crate) const fn was_fought(&self) -> bool {
        self.course & FOUGHT != 0
    }

    /// The same attack, of which an effect has damage calculated in its Damage Step.
    pub(crate) const fn fought_within(self) -> Self {
        Self { course: self.course | WITHIN, ..self }
    }

    /// Whether an effect has had damage calculated in the Damage Step.
    pub(crate) const fn was_fought_within(&self) -> bool {
        self.course & WITHIN != 0
    }

    /// The same attack, which an effect makes a direct one.
    pub(crate) const fn made_direct(self) -> Self {
        Self { target: NO_CARD, target_stamp: 0, course: self.course | MADE_DIRECT, ..self }
    }

    /// Whether an effect has made it a direct attack.
    pub(crate) const fn was_made_direct(&self) -> bool {
        self.course & MADE_DIRECT != 0
    }

    /// The same attack, stopped.
    pub(crate) const fn stopped(self) -> Self {
        Self { course: self.course | STOPPED, ..self }
    }

    /// The same attack, whose Damage Step ends without a calculation.
    pub(crate) const fn cut(self) -> Self {
        Self { course: self.course | CUT, ..self }
    }

    /// Whether its Damage Step ends without a calculation.
    pub(crate) const fn is_cut(&self) -> bool {
        self.course & CUT != 0
    }

    /// Whether it goes on no further: it was stopped or cut short.
    pub(crate) const fn is_off(&self) -> bool {
        self.course & (STOPPED | CUT) != 0
    }
}
