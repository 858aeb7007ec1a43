//! The operands of rows: the other rows, sets and modifiers that a row names.
//!
//! A table of rows is declared once, with [`row_table!`], and its walk comes from the declaration. A new row is
//! walked through without another line; a new type of operand does not compile before it says here what it names.

use super::bits::{Events, Locations};
use super::expressions::{Compare, RankUp, Stat};
use super::ids::{CondId, Counter, EffectId, NumId, RecipeId, SelectId, SetRef, TestId, WatchId};
use super::model::{Away, DeckEnd, How, PendulumSummonKind, Who, WhoseTurn};
use super::modifier::{ModKind, Scope, Until};
use super::plan::{PlanAbout, PlanTime};
use crate::catalogue::CardCode;

/// Takes the operands of rows, one after the other.
pub(super) trait Walk {
    /// A set of cards.
    fn set(&mut self, set: SetRef);
    /// Cards to look for.
    fn select(&mut self, id: SelectId);
    /// A question about a card.
    fn test(&mut self, id: TestId);
    /// A number.
    fn num(&mut self, id: NumId);
    /// A condition.
    fn cond(&mut self, id: CondId);
    /// The materials of a monster.
    fn recipe(&mut self, id: RecipeId);
    /// Something that may have happened this turn.
    fn watch(&mut self, id: WatchId);
    /// The cards and players that a modifier applies to.
    fn scope(&mut self, scope: Scope);
    /// How long a modifier lasts.
    fn until(&mut self, until: Until);
}

/// A row, or an operand of one.
pub(super) trait Operands {
    /// Hands on all that it names.
    fn walk(self, to: &mut impl Walk);
}

/// Operands that name a row, with the way in which they are handed on.
macro_rules! named {
    ($($operand:ty => $taken:ident),+ $(,)?) => {
        $(impl Operands for $operand {
            fn walk(self, to: &mut impl Walk) {
                to.$taken(self);
            }
        })+
    };
}

named! {
    SetRef => set,
    SelectId => select,
    TestId => test,
    NumId => num,
    CondId => cond,
    RecipeId => recipe,
    WatchId => watch,
    Scope => scope,
    Until => until,
}

/// Operands that name nothing: plain values. An effect that another one allows or plans is one of the same card.
macro_rules! plain {
    ($($operand:ty),+ $(,)?) => {
        $(impl Operands for $operand {
            fn walk(self, _: &mut impl Walk) {}
        })+
    };
}

plain!(bool, u8, i32, u32, Events, Locations);
plain!(CardCode, Compare, Counter, EffectId, ModKind, PendulumSummonKind, Stat, Who, WhoseTurn);
plain!(Away, DeckEnd, How, PlanAbout, PlanTime);

impl Operands for RankUp {
    fn walk(self, to: &mut impl Walk) {
        to.test(self.test);
    }
}

impl<T: Operands> Operands for Option<T> {
    fn walk(self, to: &mut impl Walk) {
        if let Some(operand) = self {
            operand.walk(to);
        }
    }
}

impl<A: Operands, B: Operands> Operands for (A, B) {
    fn walk(self, to: &mut impl Walk) {
        self.0.walk(to);
        self.1.walk(to);
    }
}

/// Declares a table of rows: an enum, and the walk through the operands of its variants.
macro_rules! row_table {
    ($(#[$meta:meta])* pub enum $table:ident {
        $($(#[$about:meta])* $row:ident
            $(($($operand:ty),+))?
            $({ $($(#[$of_field:meta])* $field:ident: $of:ty),+ $(,)? })?),+ $(,)?
    }) => {
        $(#[$meta])*
        pub enum $table {
            $($(#[$about])* $row
                $(($($operand),+))?
                $({ $($(#[$of_field])* $field: $of),+ })?),+
        }

        impl $crate::rows::operands::Operands for $table {
            fn walk(self, to: &mut impl $crate::rows::operands::Walk) {
                $($crate::rows::operands::operands!(
                    self, to, $table $row $(($($operand),+))? $({ $($field),+ })?
                );)+
            }
        }
    };
}
pub(super) use row_table;

/// Walks through the operands of one row, if it is this one.
macro_rules! operands {
    ($from:ident, $to:ident, $table:ident $row:ident) => {};
    ($from:ident, $to:ident, $table:ident $row:ident ($a:ty)) => {
        if let $table::$row(a) = $from {
            $crate::rows::operands::Operands::walk(a, $to);
        }
    };
    ($from:ident, $to:ident, $table:ident $row:ident ($a:ty, $b:ty)) => {
        if let $table::$row(a, b) = $from {
            $crate::rows::operands::Operands::walk((a, b), $to);
        }
    };
    ($from:ident, $to:ident, $table:ident $row:ident ($a:ty, $b:ty, $c:ty)) => {
        if let $table::$row(a, b, c) = $from {
            $crate::rows::operands::Operands::walk((a, (b, c)), $to);
        }
    };
    ($from:ident, $to:ident, $table:ident $row:ident ($a:ty, $b:ty, $c:ty, $d:ty)) => {
        if let $table::$row(a, b, c, d) = $from {
            $crate::rows::operands::Operands::walk(((a, b), (c, d)), $to);
        }
    };
    ($from:ident, $to:ident, $table:ident $row:ident { $($field:ident),+ }) => {
        if let $table::$row { $($field),+ } = $from {
            $($crate::rows::operands::Operands::walk($field, $to);)+
        }
    };
}
pub(super) use operands;
