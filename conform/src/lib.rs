//! Replays recorded duels of the reference engine in ours and compares everything they tell.
//!
//! A recording is a file of JSON lines, plain or gzipped, with many duels one after the other. The
//! questions of the record are mapped to our decisions, its answers are given to our duel, and
//! every table, every set of options and every event must come out the same. The first difference
//! ends a duel's replay; it names trace, line, field, expected and got.
//!
//! Two things a recording doesn't tell. One is which of several copies of a card lies where after a
//! shuffle of a hand or of Set monsters, or which of two effects that are written alike was used. A
//! duel that differs is tried again the other ways, and differs only if none of them explains the
//! line. The other is whether a card is negated where the duel ended before the reference looked at
//! it: that is not compared in the last table.
//!
//! ```
//! use duelfish_conform::{Extent, run_bytes};
//!
//! let report = run_bytes("mine.jsonl", b"this is no recording\n", Extent::Whole);
//! assert_eq!(report.errors[0].line, 1);
//! assert!(!report.succeeded());
//! ```
#![forbid(unsafe_code)]

mod accepted;
mod ahead;
mod choices;
mod compare;
mod deck_materials;
pub mod edopro;
mod effect;
mod error;
mod file;
mod guesses;
mod line;
mod locations;
mod options;
mod partial;
mod question;
mod recorded_cards;
mod replay;
mod report;
mod setup;
mod source;
mod table;
mod trace_event;
mod trace_recorder;
mod turn_counts;
mod unordered;
mod windows;
mod zone_order;
mod zones;

use std::ops::ControlFlow;
use std::path::PathBuf;

pub use accepted::Accepted;
pub use error::{Fault, TraceError};
pub use partial::{Extent, Partial};
pub use recorded_cards::{RecordedCards, RecordedCardsError};
pub use report::{AcceptedDuel, ConformProgress, ConformReport, Divergence, FileError};

/// Replays all duels of these files, in order, and tells `progress` after every duel; when that
/// answers `Break`, the report is about the duels so far.
///
/// Files are read line by line, and the lines of at most one duel are held in memory. A fault of a
/// file stands in [`ConformReport::errors`]; results from before the damage stay in the report.
pub fn run(
    paths: &[PathBuf],
    extent: Extent,
    progress: &mut dyn FnMut(&ConformProgress<'_>) -> ControlFlow<()>,
) -> ConformReport {
    let mut report = ConformReport::new(extent);
    for (at, path) in paths.iter().enumerate() {
        let name = path.display().to_string();
        let mut tell = |report: &ConformReport| {
            progress(&ConformProgress { file: &name, files_done: at, files: paths.len(), report })
        };
        let flow = match source::open(path) {
            Ok(reader) => file::replay_all(&name, reader, extent, &mut report, &mut tell),
            Err(error) => {
                let fault = Fault::Open(error);
                report.add_error(TraceError { file: name.clone(), line: 0, fault });
                ControlFlow::Continue(())
            }
        };
        if flow.is_break() {
            break;
        }
    }
    report
}

/// Replays all duels of a recording in memory; `name` stands for it in the report.
#[must_use]
pub fn run_bytes(name: &str, bytes: &[u8], extent: Extent) -> ConformReport {
    let mut report = ConformReport::new(extent);
    match source::decode(bytes) {
        Ok(reader) => {
            let tell = &mut |_: &ConformReport| ControlFlow::Continue(());
            let _ = file::replay_all(name, reader, extent, &mut report, tell);
        }
        Err(error) => report.add_error(TraceError {
            file: name.to_owned(),
            line: 0,
            fault: Fault::Open(error),
        }),
    }
    report
}
