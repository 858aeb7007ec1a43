//! Programs as bots: one process that gets JSON lines on standard input and answers on standard output.
//!
//! The page `docs/bots.md` of the repository documents every message. Each thread of a run starts the
//! program once for each side that it plays, and plays many duels with it; a program that fails to answer
//! loses the duel, is ended, and is started anew for the next one. It gets what its player may know and no
//! more: its lines are made from a [`View`](duelfish_engine::View).

mod contestant;
mod events;
mod messages;
mod process;
mod seen;
mod spec;
#[cfg(test)]
mod tests;

pub use events::event_as_json;
pub use messages::word_of;
pub use process::end_all;
pub use seen::view_as_json;
pub use spec::{ProgramError, ProgramSpec};

/// The version of the protocol. It grows when a program that spoke the one before could not play any more;
/// fields may be added at any time.
pub const PROTOCOL: u32 = 1;
