//! The server as clients see it.

mod common;
mod duels;
mod faults;
mod hidden;
mod many;
mod positions;
mod sessions;
mod shapes;
mod studies;
