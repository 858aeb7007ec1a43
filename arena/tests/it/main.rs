//! The integration tests of runs, records and statistics, as one binary; `no_alloc` is another one, because it has an allocator of its own.

mod bench;
#[cfg(unix)]
mod boards;
mod bots_page;
mod bouts;
mod common;
mod details;
mod edison_page;
mod engine_name;
mod formats;
mod listening;
mod matches;
mod own_bots;
mod paired;
mod perft;
mod precision;
#[cfg(unix)]
mod programs;
mod records;
mod review;
mod statistics;
mod suite;
mod timed;
