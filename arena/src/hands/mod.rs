//! The chances of a deck's opening hands.
//!
//! [`parse`] reads a [`Condition`] such as `at least 1 of Raigeki or Dark Hole and no traps`,
//! [`chance`] says exactly how often it holds, and [`simulate`] shuffles and counts. [`ask`] and
//! [`overview`] put that together for a deck and the rules, which say how many cards a player has seen by
//! a turn ([`cards_seen`]).

mod class;
mod condition;
mod exact;
mod fault;
mod parse;
mod report;
mod simulate;
#[cfg(test)]
mod tests;
mod words;

pub use class::Class;
pub use condition::{Condition, HandCards, Quantity};
pub use exact::{ExactError, at_least_one, chance, hypergeometric};
pub use fault::{ConditionError, ConditionFault};
pub use parse::parse;
pub use report::{
    CardChance, CardRow, Going, HandChance, HandsError, HandsSpec, KindChance, KindRow, Overview,
    SCHEMA, Seen, Simulated, Want, ask, cards_seen, overview,
};
pub use simulate::simulate;
