//! Duels as a game that can be searched.

mod evaluation;
mod every_chance;
mod judge;
mod line;
mod world;

pub use evaluation::{Evaluation, FEATURES, Features, WeightsError, features};
pub use every_chance::EveryChance;
pub use judge::{DuelJudge, Leaf};
pub use line::main_line;
pub use world::{DuelWorlds, Luck, World, key_of};
