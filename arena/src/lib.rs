//! The arena: many duels between two decks and two bots, and what they say.
//!
//! [`run_match`] plays duels on several threads and folds their results in order, so that a report
//! is the same for any number of threads. [`bench()`] measures the engine itself with random duels,
//! and [`perft()`] counts its lines of play.
#![forbid(unsafe_code)]

pub mod bench;
mod list;
mod match_run;
mod perft;
mod play;
mod report;
pub mod seeds;
pub mod stats;

pub use bench::{BenchReport, bench};
pub use list::{Openings, SortedDeck};
pub use match_run::{MatchError, MatchSpec, Watch, run_match};
pub use perft::{Perft, PerftError, RootCount, perft, perft_from};
pub use play::{DuelResult, PlayError, Side, Table};
pub use report::{ByFirst, EndedBy, FirstCount, Report, SCHEMA, TurnNumbers};
