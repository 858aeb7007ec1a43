//! The short forms of tests and conditions: most of what cards ask is a few bits.
//!
//! They are made once, when rows are added to the tables, and only save work: a test means the
//! same with and without its [`Filter`], a condition the same with and without its [`Gate`].

use super::model::{Cond, CondId, Effect, Events, Form, Test, TestId, event_bit};
use crate::ids::{Phase, Pose};

/// What a card must be, as bits that must all be met, and the test for whatever else there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Any of these bits is printed on it; 0 if that does not matter.
    pub(crate) kinds: u32,
    /// It is of one of these Types; 0 if that does not matter.
    pub(crate) races: u32,
    /// It is of none of these Types.
    pub(crate) not_races: u32,
    /// It is of one of these Attributes; 0 if that does not matter.
    pub(crate) attributes: u8,
    /// It lies in one of these ways, one bit for each [`Pose`].
    pub(crate) poses: u8,
    /// What must be true besides; 0 for nothing.
    pub(crate) rest: TestId,
}

const fn pose_bit(pose: Pose) -> u8 {
    1 << pose as u8
}

const FACE_DOWN: u8 = pose_bit(Pose::Down) | pose_bit(Pose::Set);
const FACE_UP: u8 = pose_bit(Pose::Up) | pose_bit(Pose::Attack) | pose_bit(Pose::Defense);
const IN_DEFENSE: u8 = pose_bit(Pose::Defense) | pose_bit(Pose::Set);

impl Filter {
    /// The filter that every card passes.
    const ALL: Self = Self {
        kinds: 0,
        races: 0,
        not_races: 0,
        attributes: 0,
        poses: FACE_DOWN | FACE_UP,
        rest: TestId(0),
    };

    /// The filter of a test with this number, after those of all tests that it names.
    pub(super) fn new(test: Test, id: TestId, filters: &[Self]) -> Self {
        let of = |id: TestId| filters[usize::from(id.0)];
        let whole = Self { rest: id, ..Self::ALL };
        match test {
            Test::Always => Self::ALL,
            Test::Kind(kinds) if kinds != 0 => Self { kinds, ..Self::ALL },
            Test::Type(races) if races != 0 => Self { races, ..Self::ALL },
            Test::Attribute(attributes) if attributes != 0 => Self { attributes, ..Self::ALL },
            Test::FaceUp => Self { poses: FACE_UP, ..Self::ALL },
            Test::FaceDown => Self { poses: FACE_DOWN, ..Self::ALL },
            Test::InAttack => Self { poses: pose_bit(Pose::Attack), ..Self::ALL },
            Test::InDefense => Self { poses: IN_DEFENSE, ..Self::ALL },
            Test::All(a, b) => of(a).and(of(b)).unwrap_or(whole),
            Test::Any(a, b) => match (of(a).only_races(), of(b).only_races()) {
                (Some(a), Some(b)) => Self { races: a | b, ..Self::ALL },
                _ => whole,
            },
            Test::Not(a) => match of(a).only_races() {
                Some(not_races) => Self { not_races, ..Self::ALL },
                None => whole,
            },
            _ => whole,
        }
    }

    /// Whether it asks for Types or Attributes.
    #[inline(always)]
    pub(crate) const fn asks_values(&self) -> bool {
        self.races | self.not_races != 0 || self.attributes != 0
    }

    /// The Types of which a card must be one, if nothing else matters.
    fn only_races(self) -> Option<u32> {
        let only = self == Self { races: self.races, ..Self::ALL } && self.races != 0;
        only.then_some(self.races)
    }

    /// Both; none where one field would have to say two things.
    fn and(self, other: Self) -> Option<Self> {
        fn one<T: Copy + PartialEq + Default>(a: T, b: T) -> Option<T> {
            let none = T::default();
            if a == none { Some(b) } else { (b == none || a == b).then_some(a) }
        }
        Some(Self {
            kinds: one(self.kinds, other.kinds)?,
            races: one(self.races, other.races)?,
            not_races: self.not_races | other.not_races,
            attributes: one(self.attributes, other.attributes)?,
            poses: self.poses & other.poses,
            rest: TestId(one(self.rest.0, other.rest.0)?),
        })
    }
}

/// In which phases a condition can be true: in the turn of the effect's player, and in the
/// opponent's, one bit for each [`Phase`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gate {
    pub(crate) own: u16,
    pub(crate) other: u16,
    /// Whether the condition depends on nothing else.
    pub(crate) exact: bool,
}

impl Gate {
    const OPEN: Self = Self { own: u16::MAX, other: u16::MAX, exact: false };

    /// The gate of a condition, after those of all conditions that it names.
    pub(super) fn new(cond: Cond, gates: &[Self]) -> Self {
        let of = |id: CondId| gates[usize::from(id.0)];
        let exact = |own, other| Self { own, other, exact: true };
        match cond {
            Cond::Always => exact(u16::MAX, u16::MAX),
            Cond::Phase(bits) => exact(bits, bits),
            Cond::MyTurn(true) => exact(u16::MAX, 0),
            Cond::MyTurn(false) => exact(0, u16::MAX),
            Cond::Not(a) if of(a).exact => exact(!of(a).own, !of(a).other),
            Cond::All(a, b) => {
                let (a, b) = (of(a), of(b));
                Self { own: a.own & b.own, other: a.other & b.other, exact: a.exact && b.exact }
            }
            Cond::Any(a, b) => of(a).or(of(b)),
            _ => Self::OPEN,
        }
    }

    /// Whether it can be true in a phase of the own turn, or of the opponent's.
    #[inline(always)]
    pub(crate) const fn is_open(self, own_turn: bool, phase: Phase) -> bool {
        let phases = if own_turn { self.own } else { self.other };
        phases >> phase as u8 & 1 == 1
    }

    const fn or(self, other: Self) -> Self {
        Self {
            own: self.own | other.own,
            other: self.other | other.other,
            exact: self.exact && other.exact,
        }
    }
}

/// When effects of a card can be used in response, as far as turn, phase and events tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Response {
    /// For those that need no event.
    pub(crate) free: Gate,
    /// The events that others answer.
    pub(crate) events: Events,
}

impl Response {
    /// Adds an effect with this gate of its condition.
    pub(super) fn add(&mut self, effect: &Effect, gate: Gate) {
        debug_assert!(matches!(effect.form, Form::Activate | Form::Quick));
        if effect.on.events == 0 {
            let damage = effect.speed == 3 || effect.in_damage_step || effect.in_calculation;
            let never = if damage { 0 } else { 1 << Phase::Damage as u8 };
            let gate = Gate { own: gate.own & !never, other: gate.other & !never, ..gate };
            self.free = self.free.or(gate);
        } else {
            self.events |= effect.on.events & !event_bit::PHASE;
        }
    }

    /// Whether any effect might be used now; `happened` are the events that can be answered.
    #[inline(always)]
    pub(crate) const fn is_possible(&self, own_turn: bool, phase: Phase, happened: Events) -> bool {
        self.free.is_open(own_turn, phase) || self.events & happened != 0
    }
}
