//! The short forms of tests and conditions: most of what cards ask is a few bits.
//!
//! They are made once, when rows are added to the tables, and only save work: a test means the
//! same with and without its [`Filter`], a condition the same with and without its [`Gate`].

use bytemuck::{Pod, Zeroable};

use super::bits::{Events, event_bit};
use super::expressions::{Compare, Cond, Stat, Test};
use super::model::{Effect, Form};
use crate::ids::{BattlePosition, Phase};
use crate::rows::ids::{CondId, SelectId, TestId};
use serde::{Deserialize, Serialize};

/// The demands on a card, as bits and a range that must all be met, and the tests for whatever else
/// there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Any of these bits is printed on it; 0 if that does not matter.
    pub kinds: u32,
    /// None of these is.
    pub not_kinds: u32,
    /// It is of one of these Types; 0 if that does not matter.
    pub races: u32,
    /// It is of none of these Types.
    pub not_races: u32,
    /// It is of one of these Attributes; 0 if that does not matter.
    pub attributes: u8,
    /// It lies in one of these ways, one bit for each [`BattlePosition`].
    pub positions: u8,
    /// The range of one of its numbers.
    pub range: Range,
    /// Whether it asks for Types, Attributes or numbers.
    pub asks_values: bool,
    /// Whether it asks nothing about the effect and its source, but for whose it is: a player gets the same
    /// answer whatever card asks.
    pub is_about_card: bool,
    /// Whether the first of the tests for whatever else there is compares a number of the card.
    pub compares: bool,
    /// Whether it asks if a monster can be Normal Summoned: on the field only Gemini monsters can.
    pub summons: bool,
    /// Whether it says in which sets a card must be, so that no other cards need be looked at.
    pub names_cards: bool,
    /// The other tests: from this row of [`Rest`], so many.
    pub rest: (u32, u16),
}

impl Filter {
    /// Whether a card passes that is of these kinds, whatever else is true of it.
    pub const fn asks_only_for(&self, kinds: u32) -> bool {
        self.kinds == kinds && self.not_kinds == 0 && !self.asks_values && self.rest.1 == 0
    }
}

/// A range in which a number of a card must be, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// The number.
    pub stat: Stat,
    /// The lowest value.
    pub least: i32,
    /// The highest value.
    pub most: i32,
}

/// A test that no filter decides, and what it must say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// The test.
    pub test: TestId,
    /// Its result, where a card passes.
    pub wanted: bool,
}

const fn position_bit(position: BattlePosition) -> u8 {
    1 << position as u8
}

const FACE_DOWN: u8 = position_bit(BattlePosition::Down) | position_bit(BattlePosition::Set);
const FACE_UP: u8 = position_bit(BattlePosition::Up)
    | position_bit(BattlePosition::Attack)
    | position_bit(BattlePosition::Defense);
const IN_DEFENSE: u8 = position_bit(BattlePosition::Defense) | position_bit(BattlePosition::Set);

impl Range {
    /// The range in which every card is.
    pub const ALL: Self = Self { stat: Stat::Atk, least: i32::MIN, most: i32::MAX };

    /// Both; none if they are about different numbers.
    fn and(self, other: Self) -> Option<Self> {
        if self == Self::ALL {
            return Some(other);
        }
        let same = other == Self::ALL || other.stat == self.stat;
        same.then(|| Self {
            stat: self.stat,
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        })
    }
}

impl Filter {
    /// The filter that every card passes.
    pub const ALL: Self = Self {
        kinds: 0,
        not_kinds: 0,
        races: 0,
        not_races: 0,
        attributes: 0,
        positions: FACE_DOWN | FACE_UP,
        range: Range::ALL,
        asks_values: false,
        is_about_card: true,
        compares: false,
        summons: false,
        names_cards: false,
        rest: (0, 0),
    };

    /// The filter that decides a test, after those of all tests that it names; none if no filter
    /// does. A number that the test compares with is `value`, if that is always the same.
    pub(crate) fn deciding(test: Test, value: Option<i32>, filters: &[Self]) -> Option<Self> {
        let of = |id: TestId| filters[usize::from(id.0)];
        let filter = match test {
            Test::Always => Self::ALL,
            Test::Kind(kinds) if kinds != 0 => Self { kinds, ..Self::ALL },
            Test::Type(races) if races != 0 => Self { races, ..Self::ALL },
            Test::Attribute(attributes) if attributes != 0 => Self { attributes, ..Self::ALL },
            Test::FaceUp => Self { positions: FACE_UP, ..Self::ALL },
            Test::FaceDown => Self { positions: FACE_DOWN, ..Self::ALL },
            Test::InAttack => Self { positions: position_bit(BattlePosition::Attack), ..Self::ALL },
            Test::InDefense => Self { positions: IN_DEFENSE, ..Self::ALL },
            Test::Stat(stat, compare, _) => {
                let (least, most) = stat.range(compare, value?)?;
                Self { range: Range { stat, least, most }, ..Self::ALL }
            }
            Test::Any(a, b) => {
                let races = of(a).only_races()? | of(b).only_races()?;
                Self { races, ..Self::ALL }
            }
            Test::Not(a) => match (of(a).only_kinds(), of(a).only_races()) {
                (Some(not_kinds), _) => Self { not_kinds, ..Self::ALL },
                (_, not_races) => Self { not_races: not_races?, ..Self::ALL },
            },
            _ => return None,
        };
        Some(filter.with_values_noted())
    }

    /// Whether it is one test that no filter decides.
    pub(crate) fn is_one_test(self) -> bool {
        let Self { is_about_card, compares, summons, names_cards, rest, .. } = Self::ALL;
        let asks = Self { is_about_card, compares, summons, names_cards, rest, ..self };
        self.rest.1 == 1 && asks == Self::ALL
    }

    /// The kinds of which a card must be one, if nothing else matters.
    fn only_kinds(self) -> Option<u32> {
        let only = Self { kinds: self.kinds, ..Self::ALL };
        (self == only && self.kinds != 0).then_some(self.kinds)
    }

    /// The Types of which a card must be one, if nothing else matters.
    fn only_races(self) -> Option<u32> {
        let only = Self { races: self.races, ..Self::ALL }.with_values_noted();
        (self == only && self.races != 0).then_some(self.races)
    }

    fn with_values_noted(self) -> Self {
        let types = self.races | self.not_races != 0;
        let asks_values = types || self.attributes != 0 || self.range != Range::ALL;
        Self { asks_values, ..self }
    }

    /// The filter with the first of its other tests in it, which compares a number of the card with
    /// this one; none if its range can't say so.
    pub fn comparing(self, stat: Stat, compare: Compare, value: i32) -> Option<Self> {
        let (least, most) = stat.range(compare, value)?;
        let range = self.range.and(Range { stat, least, most })?;
        let (from, count) = self.rest;
        let rest = (from + 1, count - 1);
        Some(Self { range, asks_values: true, compares: false, rest, ..self })
    }

    /// Whether every card passes.
    #[inline]
    pub const fn passes_all(&self) -> bool {
        self.kinds | self.not_kinds == 0
            && !self.asks_values
            && self.positions == FACE_DOWN | FACE_UP
            && self.decides_all()
    }

    /// Whether nothing is left for other tests, so that the card alone decides, not who asks.
    #[inline]
    pub(crate) const fn decides_all(&self) -> bool {
        self.rest.1 == 0
    }

    /// Both; none where one field would have to say two things.
    pub fn and(self, other: Self) -> Option<Self> {
        fn one<T: Copy + PartialEq + Default>(a: T, b: T) -> Option<T> {
            let none = T::default();
            if a == none { Some(b) } else { (b == none || a == b).then_some(a) }
        }
        let both = Self {
            kinds: one(self.kinds, other.kinds)?,
            not_kinds: self.not_kinds | other.not_kinds,
            races: one(self.races, other.races)?,
            not_races: self.not_races | other.not_races,
            attributes: one(self.attributes, other.attributes)?,
            positions: self.positions & other.positions,
            range: self.range.and(other.range)?,
            ..self
        };
        Some(both.with_values_noted())
    }
}

/// The phases in which a condition can be true, in the turn of the effect's player and in the
/// opponent's, one bit for each [`Phase`]; and the other things that it asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gate {
    /// Phases of the player's own turn.
    pub own: u16,
    /// Phases of the opponent's turn.
    pub other: u16,
    /// The other demands: from this row of [`GatePart`], so many.
    pub parts: (u32, u16),
}

/// One of the things that must be true for a condition, and that turn and phase don't decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GatePart {
    /// A selection finds at least so many cards; of those that may be targeted, if it is for that.
    Finds {
        /// The selection.
        select: SelectId,
        /// How many cards it must find.
        least: i32,
        /// Whether only cards count that may be targeted.
        targeted: bool,
    },
    /// Another condition.
    Is(CondId),
}

impl Gate {
    /// The gate of a condition, after those of all conditions that it names; it does not say yet what
    /// the condition asks besides. And whether it does ask anything.
    pub fn new(cond: Cond, gates: &[Self]) -> (Self, bool) {
        let of = |id: CondId| gates[usize::from(id.0)];
        let gate = |own, other| Self { own, other, parts: (0, 0) };
        match cond {
            Cond::Always => (gate(u16::MAX, u16::MAX), false),
            Cond::Phase(bits) => (gate(bits, bits), false),
            Cond::MyTurn(true) => (gate(u16::MAX, 0), false),
            Cond::MyTurn(false) => (gate(0, u16::MAX), false),
            Cond::Not(a) if of(a).is_all() => (gate(!of(a).own, !of(a).other), false),
            Cond::All(a, b) => {
                let (a, b) = (of(a), of(b));
                (gate(a.own & b.own, a.other & b.other), !a.is_all() || !b.is_all())
            }
            Cond::Any(a, b) => {
                let (a, b) = (of(a), of(b));
                (gate(a.own | b.own, a.other | b.other), !a.is_all() || !b.is_all())
            }
            _ => (gate(u16::MAX, u16::MAX), true),
        }
    }

    /// Whether it can be true in a phase of the own turn, or of the opponent's.
    #[inline(always)]
    pub const fn is_open(self, own_turn: bool, phase: Phase) -> bool {
        let phases = if own_turn { self.own } else { self.other };
        phases >> phase as u8 & 1 == 1
    }

    /// Whether the condition depends on nothing else.
    #[inline(always)]
    pub const fn is_all(self) -> bool {
        self.parts.1 == 0
    }
}

/// Where and how a card lies when it is used in response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UsedFrom {
    /// Face-up in a Monster Zone.
    Monster,
    /// In the hand.
    Hand,
    /// Outside hand and field.
    Elsewhere,
    /// Face-up in a Spell & Trap or Field Zone.
    Up,
    /// Face-down there.
    Set,
}

impl UsedFrom {
    /// How many there are.
    pub const COUNT: usize = 5;
    /// Those where effects are used that a duel's cards seldom have: the first ones.
    pub const RARE: [Self; 3] = [Self::Monster, Self::Hand, Self::Elsewhere];
}

/// When effects can be used in response, as far as turn, phase and events tell.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable, Serialize, Deserialize)]
pub struct Response {
    /// The events that some answer.
    events: Events,
    /// The phases of the own turn in which others can be used, one bit each.
    own: u16,
    /// The same for the opponent's turn.
    other: u16,
    unused: [u8; 4],
}

impl Response {
    /// Adds an effect with this gate of its condition.
    pub fn add(&mut self, effect: &Effect, gate: Gate) {
        debug_assert!(matches!(effect.form, Form::Activate | Form::Quick));
        if effect.on.events == 0 {
            let damage = effect.speed == 3 || effect.in_damage_step || effect.in_calculation;
            let never = if damage { 0 } else { 1 << Phase::Damage as u8 };
            self.own |= gate.own & !never;
            self.other |= gate.other & !never;
        } else {
            self.events |= effect.on.events & !event_bit::PHASE;
        }
    }

    /// When one or the other can be used.
    pub const fn or(self, other: Self) -> Self {
        Self {
            events: self.events | other.events,
            own: self.own | other.own,
            other: self.other | other.other,
            ..self
        }
    }

    /// Whether it can ever be used.
    pub fn is_ever(self) -> bool {
        self != Self::default()
    }

    /// Whether any effect might be used now; `happened` are the events that can be answered.
    #[inline(always)]
    pub const fn is_possible(&self, own_turn: bool, phase: Phase, happened: Events) -> bool {
        let phases = if own_turn { self.own } else { self.other };
        (phases >> phase as u8 & 1 == 1) | (self.events & happened != 0)
    }
}
