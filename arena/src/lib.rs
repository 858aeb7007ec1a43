//! The arena: many duels between two decks and two bots, and what they say.
//!
//! [`run_match`] plays duels on several threads and folds their results in order, so that a report
//! is the same for any number of threads; [`run_recorded`] also writes a [`record`], from which
//! [`Replay`] plays every duel again and [`merge()`] joins the parts of a run. [`bench()`] measures the engine itself with random duels,
//! and [`perft()`] counts its lines of play. [`bots`] finds bots by name, yours and programs
//! included. [`hands`] says what a deck opens how often, [`suite`] asks bots about positions with agreed answers, and
//! [`review`] says which moves of a played duel lost most.
#![forbid(unsafe_code)]

mod adam;
mod ask_bot;
pub mod belief;
pub mod bench;
pub mod bots;
mod bout;
mod calibration;
mod compare;
mod course;
mod details;
mod duel_stats;
mod factored;
pub mod hands;
mod learner;
pub mod lessons;
mod list;
mod merge;
pub mod net;
mod perft;
mod plan;
mod play;
pub mod policy;
pub mod record;
mod repeats;
mod replay;
mod report;
pub mod review;
mod run;
mod scores;
pub mod seeds;
mod self_play;
mod series;
mod spec;
pub mod stats;
pub mod suite;
mod time_control;
mod tournament;
pub mod tune;
mod variants;

pub use ask_bot::AskedBot;
pub use bench::{BenchReport, bench};
pub use bots::{
    BotFactory, Contestant, Entrant, Failure, Forfeit, ForfeitReport, NotReady, ProgramEnd,
    Registry, RegistryError, program,
};
pub use bout::{BestOf, Bout, BoutsReport, DuelReport, LONGEST_BOUT};
pub use calibration::{Calibration, Drift, Tenth, calibrate};
pub use compare::{Against, COMPARISON_SCHEMA, ComparisonReport, ComparisonSpec, compare};
pub use details::{BotReport, CardReport, CardShare, DetailsReport, LpReport};
pub use list::{Openings, SortedDeck};
pub use merge::{MergeError, Merged, merge};
pub use perft::{Perft, PerftError, RootCount, perft, perft_from};
pub use plan::{Pairing, Plan, Seating, Shard};
pub use play::{DuelResult, Log, Logged, PlayError, Side, StopFlags, Table};
pub use repeats::Repeats;
pub use replay::{Replay, ReplayError, Stepper};
pub use report::{
    ByFirst, EndedBy, FirstCount, Paired, Precision, Report, SCHEMA, SprtReport, TurnNumbers,
};
pub use run::{MatchError, Recording, RunWatch, run_match, run_recorded};
pub use scores::{Scores, StopRule};
pub use self_play::{Collecting, SelfPlaySpec};
pub use series::RecordingIn;
pub use spec::MatchSpec;
pub use time_control::{TimeControl, TimeControlError};
pub use tournament::{
    Cell, Standing, TOURNAMENT_SCHEMA, TournamentReport, TournamentSpec, run_tournament,
};

/// Runs the examples of the README and of the page about bots as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/bots.md")]
struct Pages;
