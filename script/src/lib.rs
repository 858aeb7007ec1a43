//! Cards as data: their printed facts, the language in which their effects are written, and the rows that this
//! is compiled to.
//!
//! Nothing here knows a duel. A [`Catalogue`] has the facts and the [`Scripts`] of all cards; a duel of
//! `duelfish-engine` holds numbers of its rows. Programs that play duels need this crate only to look into
//! effects: the engine passes on what its own face mentions.
//!
//! ```
//! use duelfish_script::{Catalogue, CardCode, Phase, Player, language};
//!
//! let cards = Catalogue::new(Vec::new()).unwrap();
//! assert!(language::load(&[], &cards).is_ok());
//! assert_eq!(Player::FIRST.other(), Player::SECOND);
//! ```
#![forbid(unsafe_code)]

mod catalogue;
mod ids;
pub mod language;
mod rows;
mod texts;

pub use catalogue::{
    ATTRIBUTES, CardCode, Catalogue, CatalogueError, Facts, TYPES, TableId, attribute_name,
    attribute_named, kind, type_name, type_named,
};
pub use ids::{BattlePosition, Phase, Player};
pub use rows::*;
pub use texts::Texts;
