//! How rows are named: by their numbers. And what rows name that is no row: counters, and cards that an effect
//! has at hand.

use serde::{Deserialize, Serialize};

/// Which effect, of all effects that were loaded. 0 means none.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct EffectId(pub u16);

macro_rules! row_ids {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u16);
    )+};
}
row_ids! {
    /// A [`super::Test`] of [`super::Scripts`]; 0 is [`super::Test::Always`].
    TestId,
    /// A [`super::Num`].
    NumId,
    /// A [`super::Cond`]; 0 is [`super::Cond::Always`].
    CondId,
    /// A [`super::Select`].
    SelectId,
    /// A [`super::Static`].
    StaticId,
    /// A [`super::Watch`].
    WatchId,
    /// A [`super::Recipe`].
    RecipeId,
    /// The first [`super::Op`] of a program, which ends at [`super::Op::End`]; 0 is the program that does
    /// nothing.
    Program,
}

/// A kind of counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Counter(pub u8);

impl Counter {
    /// Spell Counters.
    pub const SPELL: Self = Self(1);
    /// Bushido Counters.
    pub const BUSHIDO: Self = Self(2);
    /// Wedge Counters, which any face-up card can hold.
    pub const WEDGE: Self = Self(3);
    /// Black Feather Counters.
    pub const FEATHER: Self = Self(4);
    /// Kaiju Counters.
    pub const KAIJU: Self = Self(5);
    /// Counters that have no name, of a card that speaks of its own only.
    pub const PLAIN: Self = Self(u8::MAX);

    /// The kinds that any face-up card can hold; others are held by cards that say so.
    pub const ON_ANY_CARD: [Self; 1] = [Self::WEDGE];

    /// The name of such counters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SPELL => "Spell Counter",
            Self::BUSHIDO => "Bushido Counter",
            Self::WEDGE => "Wedge Counter",
            Self::FEATHER => "Black Feather Counter",
            Self::KAIJU => "Kaiju Counter",
            _ => "counter",
        }
    }

    /// The number that the reference engine and its recordings give them; 0 for those without a name, which
    /// have others there.
    #[must_use]
    pub const fn reference_number(self) -> u32 {
        match self {
            Self::SPELL => 0x1,
            Self::BUSHIDO => 0x3,
            Self::WEDGE => 0x1002,
            Self::FEATHER => 0x10,
            Self::KAIJU => 0x37,
            _ => 0,
        }
    }

    /// Whether any face-up card can hold them.
    #[must_use]
    pub fn is_for_any_card(self) -> bool {
        Self::ON_ANY_CARD.contains(&self)
    }
}

/// Cards that an effect has at hand without looking for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SetRef {
    /// The card that has the effect.
    Source,
    /// The cards of the event that the effect answers.
    Event,
    /// The targets of this effect, in the clause with this number (0 or 1).
    Targets(u8),
    /// The cards that were paid as cost.
    Cost,
    /// Those of them that have not moved since.
    CostInPlace,
    /// A set of the running program (0 to 3).
    Local(u8),
    /// The attacking monster.
    Attacker,
    /// The attacked monster.
    AttackTarget,
    /// The monster that the source fights, or fought, in the present battle.
    Battled,
    /// The monster that the source is equipped to.
    Host,
    /// The monsters that are Equip Cards of the source.
    Equipped,
    /// The targets of the link that the effect answers.
    EventTargets,
    /// The monster to which the source was equipped until battle destroyed that.
    FallenHost,
    /// The monster that the source destroyed in the present battle, in the Graveyard.
    Victim,
    /// Of several cards to which a step gives something, the one to which it is given just now.
    Each,
}
