//! The integration tests of the bots, as one binary.

mod batches;
mod beam;
mod belief;
mod explained;
mod heuristic;
mod history_law;
mod net;
mod play;
mod policy;
mod pondering;
mod solve;
mod timed;
mod tiny_batches;
mod tiny_games;
mod turn_wins;
mod undo_by_copy;
