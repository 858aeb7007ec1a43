//! One file for each command.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod cards;
pub(crate) mod compare;
pub(crate) mod conform;
pub(crate) mod convert;
pub(crate) mod coverage;
pub(crate) mod deck;
pub(crate) mod deck_coverage;
pub(crate) mod hands;
pub(crate) mod import;
pub(crate) mod match_decks;
pub(crate) mod merge;
pub(crate) mod mutate;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod shell;
pub(crate) mod solve;
pub(crate) mod sprt;
pub(crate) mod test;
pub(crate) mod tournament;
pub(crate) mod tune;
pub(crate) mod why;
