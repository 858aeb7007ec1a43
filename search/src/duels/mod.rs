//! Duels as a game that can be searched.

mod evaluation;
mod evaluator;
mod every_chance;
mod hidden;
mod judge;
mod line;
mod side;
mod turn_guide;
mod world;

pub use evaluation::{Evaluation, FEATURES, Features, WeightsError, features};
pub use evaluator::Evaluator;
pub use every_chance::EveryChance;
pub use hidden::{HiddenCards, HiddenSpot, LikelyCard, codes_at, hidden_cards};
pub use judge::{Anchor, DuelJudge, Leaf};
pub use line::main_line;
pub use turn_guide::{Nearness, TurnGuide};
pub use world::{Copies, DuelWorlds, Luck, LuckyWorlds, World, key_of};

pub(crate) use evaluation::lead;
pub(crate) use side::{SideValue, battle_may_come};
