//! The cards of Duelfish: their printed facts, which of them can be played, and decks of them.
//!
//! ```
//! let cards = duelfish_cards::catalogue();
//! let code = cards.by_name("blue eyes white dragon").unwrap();
//! assert_eq!(cards.facts(code).passcode, 89_631_139);
//! assert!(duelfish_cards::is_supported(cards, code));
//! ```
#![forbid(unsafe_code)]

mod check;
mod deck;
pub mod duel_flags;
mod error;
mod facts;
mod limits;
pub mod mutate;
mod names;
mod nearest;
mod own;
mod part;
mod place;
mod pool;
mod puzzle;
mod side;
mod unpack;
mod ydk;
mod ydke;

pub use check::{DeckRules, Problem, check, check_for, check_with};
pub use deck::{Deck, Note, Parsed, parse, parse_with};
pub use error::{DeckError, UnknownCard, UnknownName, UrlFault};
pub use facts::catalogue;
pub use limits::{LimitList, ListError};
pub use names::{parse_any, parse_names, to_names};
pub use nearest::nearest_name;
pub use own::{OwnError, card_files, catalogue_with_directory};
pub use part::part_of_name;
pub use place::{DeckPart, Place, Places, Spots};
pub use pool::{catalogue_with, is_supported, pool_files};
pub use puzzle::{Need, Puzzle, PuzzleError};
pub use side::SideError;
pub use ydk::{to_ydk, to_ydk_with};
pub use ydke::{to_ydke, to_ydke_with};
