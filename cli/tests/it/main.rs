//! The tests of the command line, as one binary.

mod bad_input;
mod belief;
mod bouts;
mod common;
mod conform;
mod convert;
mod decks;
mod fields;
mod hands;
mod help;
mod import;
mod judged;
mod learning;
mod match_decks;
mod measure;
mod missing;
mod own_cards;
mod pages;
mod play;
#[cfg(unix)]
mod policy;
mod positions;
mod programs;
mod progress;
mod records;
mod report;
mod review;
mod rules;
mod rulings;
mod searches;
mod serve;
mod shell;
mod solve;
mod suite;
mod timed;
mod why;
