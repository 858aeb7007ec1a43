//! Compiled card effects: the form that the card language has when it is loaded.
//!
//! A card's text is compiled once into rows of the tables of [`Scripts`]: effects, lasting rules
//! ("statics"), steps of programs, and the small expressions that they use. All rows are plain
//! values that name each other by index; a duel holds indices only, never a row. An [`EffectId`]
//! does not depend on the piece of cardboard that has the effect, so that an effect can be granted
//! or copied.
//!
//! This room knows no duel: it lies below the state. The questions of rows are answered in
//! `queries`, and their steps are done in `procedures`.

mod bits;
mod explain;
mod expressions;
mod filter;
mod hints;
mod ids;
mod model;
mod modifier;
mod op;
mod operands;
mod parts;
mod plan;
mod printed;
mod recipe;
mod scripts;

pub use bits::{Events, Locations, by_bit, event_bit, location_bit, position_bit, reads_bit};
pub use explain::explain;
pub use explain::{condition_in_words, occasion_in_words};
pub use expressions::{Compare, Cond, Num, RankUp, Select, Stat, Test};
pub use filter::{Filter, Gate, GatePart, Range, Response, Rest, UsedFrom};
pub use hints::{able, brought_by, used_in};
pub use ids::{
    CondId, Counter, EffectId, NumId, Program, RecipeId, SelectId, SetRef, StaticId, TestId,
    WatchId,
};
pub use model::PLANNED_SET;
pub use model::{
    Across, Away, DeckEnd, Doer, Effect, Form, Goal, How, LimitSpan, On, PendulumSummonKind, Sides,
    UseLimit, Watch, Way, Who, WhoseTurn,
};
pub use modifier::{KindSet, Operand, Subject};
pub use modifier::{ModKind, Scope, Static, Until};
pub use op::Op;
pub use parts::{Part, PartGroup, parts_used};
pub use plan::{PlanAbout, PlanTime};
pub use recipe::{Ingredient, MAX_PARTS, Recipe, Sum};
pub use scripts::{
    CardScript, MAX_LINES, MAX_MATERIALS, MAX_STATICS, MaterialLine, Scripts, ScriptsError, asks,
    term,
};
