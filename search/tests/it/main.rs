//! The integration tests of the bots, as one binary.

mod belief;
mod beam;
mod explained;
mod heuristic;
mod history_law;
mod net;
mod play;
mod policy;
mod solve;
mod timed;
mod tiny_games;
mod turn_wins;
mod undo_by_copy;
