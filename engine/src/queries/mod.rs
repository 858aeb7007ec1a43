//! Questions of effects about a duel: which cards a test or a selection means, what numbers come to, whether
//! conditions are true, and what could be Summoned, Tributed or chosen.
//!
//! The questions are rows of the crate `duelfish-script`; here they are answered. Nothing in this room changes a duel.

mod answered;
mod becoming;
mod beside;
mod conditions;
mod eval;
mod from_deck;
mod gathering;
mod materials;
mod members;
mod numbers;
mod open_ended;
mod other_tributes;
mod pendulum;
mod possible;
pub(crate) use possible::SPECIAL_SUMMON_BARS;
mod rank_up;
mod select;
mod together;

pub(crate) use gathering::Stock;
pub(crate) use select::Finder;
