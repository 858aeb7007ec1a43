//! Duels as a game that can be searched.

mod evaluation;
mod judge;
mod world;

pub use evaluation::{Evaluation, FEATURES, Features, WeightsError, features};
pub use judge::{DuelJudge, Leaf};
pub use world::{DuelWorlds, Luck, World, key_of};
