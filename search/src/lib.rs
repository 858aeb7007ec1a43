//! Bots: programs that play duels with what their player may know.
//!
//! A [`Bot`] gets a [`View`](duelfish_engine::View) of its player and never the duel, so it can't
//! cheat. A text like `greedy` names a bot for every tool: see [`Spec`].
#![forbid(unsafe_code)]

mod bot;
mod greedy;
mod random;
mod spec;

pub use bot::{Bot, Budget, Choice, Setup, Why};
pub use greedy::{FACE_DOWN_DEF, GreedyBot, TRIBUTE_GAIN};
pub use random::{RandomBot, pick};
pub use spec::{Spec, SpecError};
