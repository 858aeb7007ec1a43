//! The integration tests of the pool and of decks, as one binary.

mod check;
mod decks;
mod facts;
mod limits;
mod names;
mod negators;
mod pool;
mod puzzles;
mod rulings;
mod timing;
