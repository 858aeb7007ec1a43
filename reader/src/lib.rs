//! Reads what is printed on a card, and writes the card file that says the same; or declines and says why.
//!
//! The printed texts of this game are a controlled language. The rules of [`grammar`](../grammar) say each phrase
//! twice, as it is printed and as card files have it, so that the same rules read in both directions. A card is
//! read only if every word of it is used, if there is exactly one reading, and if the card file, read backwards,
//! is the text again. Nothing is guessed.
//!
//! ```
//! use duelfish_script::{Catalogue, Facts, kind};
//! use duelfish_reader::{PrintedCard, Reader};
//!
//! let spell = Facts {
//!     passcode: 7,
//!     alias: 0,
//!     kind: kind::SPELL,
//!     race: 0,
//!     atk: 0,
//!     def: 0,
//!     attribute: 0,
//!     level: 0,
//!     scales: [0; 2],
//!     arrows: 0,
//!     archetypes: [0; 5],
//! };
//! let cards = Catalogue::new(vec![(spell, "Little Feast".into())])?;
//! let reader = Reader::new(&cards)?;
//! let card = PrintedCard { passcode: 7, text: "Draw 2 cards.".to_owned(), pendulum_text: String::new() };
//! let verdict = reader.read(&cards, &card);
//! let reading = verdict.reading().unwrap();
//! assert_eq!(reading.file, "card 7 \"Little Feast\"\neffect activate\n  do draw 2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod again;
mod back;
mod batch;
mod card;
mod error;
mod grammar;
mod lex;
mod load;
mod names;
mod own_facts;
mod parse;
mod read;
mod sources;
mod symbols;
mod token_facts;
mod tree;
mod work;

pub use batch::{CardBatch, DeclinedCard, ReadCard, WaitedFor, file_name, pattern};
pub use error::GrammarError;
pub use load::RuleFile;
pub use own_facts::facts_line;
pub use read::{CardReading, Decline, DeclineReason, PrintedCard, ReadVerdict, Reader};
pub use sources::{DatabaseCard, SourceError, database, table};
