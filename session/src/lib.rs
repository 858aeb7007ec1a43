//! A duel at a table: persons and bots, what each of them notices, and its file.
//!
//! A [`DuelTable`] is a duel with its seats. It says whom it [waits for](DuelTable::settle), takes answers and takes them
//! back. Bots think away from it, with a [`Thought`]; a [`PonderingBot`] also does so while a person is asked. All that happens is told in words, line by line, in the [`SeatLog`] of each person; the
//! open decision is a [`Menu`] of choices in words. A [`Voice`] says who is "you". The terminal and the page stand
//! on this one place; nothing here knows either.
#![forbid(unsafe_code)]

mod beginning;
mod facts;
mod happenings;
pub mod imported;
mod log;
mod menu;
mod phases;
mod pondering;
mod position_file;
mod proof;
mod reasons;
mod resume;
pub mod saved;
mod table;
mod thought;
mod voice;

pub use beginning::{Beginning, FromPosition, fresh_seed, second_goes_first};
pub use facts::{
    attribute_of, head, in_words, kind_words, level_word, points, short_facts, type_of,
};
pub use log::{LineKind, LogLine, SeatLog};
pub use menu::{ATTACK, GO_ON, Menu, MenuChoice, OR};
pub use phases::{conceded, of_phase, outcome};
pub use pondering::PonderingBot;
pub use position_file::{PositionFile, PositionFileError};
pub use proof::{ProofError, ProofResult, Proven, prove};
pub use reasons::TryReason;
pub use resume::Diverged;
pub use table::{DuelTable, Seat, WaitsFor};
pub use thought::{IllegalAnswer, Thought};
pub use voice::{Called, Voice, capital};
