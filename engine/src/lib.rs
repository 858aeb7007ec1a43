//! Duelfish's rules engine: a Yu-Gi-Oh! duel as one small value.
//!
//! A [`Duel`] is plain data. It is copied by assignment, undone byte for byte with a [`Journal`],
//! and is always either over or waiting at exactly one [`Decision`] of one player. What never
//! changes while it is played, the [`Rules`] and the [`Catalogue`] of printed cards, stands beside
//! it in a [`Game`].
#![forbid(unsafe_code)]

mod catalogue;
mod chance;
mod decision;
mod duel;
pub mod duel_test;
mod event;
mod ids;
mod legal;
pub mod limits;
#[cfg_attr(not(feature = "marks"), allow(unused))]
pub mod marks;
mod notation;
mod outcome;
pub mod position;
mod procedures;
mod rules;
mod state;
mod view;
mod witness;

pub use catalogue::{Catalogue, CatalogueError, Facts, Print, kind};
pub use chance::{Chance, Purpose, Question, Stacked, Streams};
pub use decision::{Action, Actions, ChoiceKey, Decision, DecisionKind, Verb};
pub use duel::{DeckList, Game, Illegal, Opening, SetupError};
pub use event::{Cause, Event, Heard, PublicEvent, PublicSpot, Spot};
pub use ids::{Handle, Phase, Place, Player, Pose, Seat};
pub use notation::NotationError;
pub use outcome::{Limit, Outcome, Reason};
pub use position::{Position, PositionError};
pub use rules::{Placement, Rules};
pub use state::{Broken, Duel};
pub use view::{MonsterView, Values, View};
pub use witness::{Journal, Mark, Witness};
