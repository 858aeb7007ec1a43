//! Compiled card effects: what the card language becomes when it is loaded.
//!
//! A card's text is compiled once into rows of the tables of [`Scripts`]: effects, lasting rules
//! ("statics"), steps of programs, and the small expressions that they use. All rows are plain
//! values that name each other by index; a duel holds indices only, never a row. An [`EffectId`]
//! does not depend on the piece of cardboard that has the effect, so that an effect can be granted
//! or copied.

mod answered;
mod beside;
mod bits;
mod conditions;
mod eval;
mod explain;
mod expressions;
mod filter;
mod materials;
mod members;
mod model;
mod modifier;
mod numbers;
mod op;
mod parts;
mod pendulum;
mod possible;
mod printed;
mod rank_up;
mod recipe;
mod scripts;
mod select;
mod together;

pub use bits::{Events, Place as Places, by_bit, event_bit, place_bit, pose_bit, reads_bit};
pub(crate) use eval::{Ctx, NO_LINK};
pub use explain::explain;
pub(crate) use explain::{condition_in_words, occasion_in_words};
pub use expressions::{Compare, Cond, Num, RankUp, Select, SetRef, Stat, Test};
pub(crate) use filter::{Response, UsedFrom};
pub(crate) use model::PLANNED_SET;
pub use model::{
    Across, Away, CondId, Counter, DeckEnd, Effect, EffectId, Form, Goal, How, Limit, LimitSpan,
    NumId, On, PlanAbout, Program, RecipeId, SelectId, Sides, StaticId, Swing, TestId, Turn, Watch,
    WatchId, Way, Who,
};
pub(crate) use modifier::kind_bit;
pub use modifier::{ModKind, Scope, Static, Until};
pub use op::Op;
pub use parts::{Part, PartGroup, parts_used};
pub(crate) use recipe::Stock;
pub use recipe::{Ingredient, MAX_PARTS, Recipe, Sum};
pub use scripts::{
    CardScript, MAX_LINES, MAX_MATERIALS, MaterialLine, Scripts, ScriptsError, term,
};
pub(crate) use select::Finder;
