//! The program `duelfish`. It reads arguments and files, calls the crates, and prints; it holds no
//! rules, no search and no statistics.
//!
//! Exit codes: 0 all is well; 1 the command ran and found something wrong (a trace that fails, a
//! deck with problems); 2 the input can't be used.
#![forbid(unsafe_code)]

mod args;
mod commands;
mod input;
mod output;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command, DeckCommand};

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Match(args) => commands::match_decks::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Conform(args) => commands::conform::run(&args),
        Command::Deck(DeckCommand::Check(args)) => commands::deck::check(&args),
        Command::Cards(args) => commands::cards::list(&args),
        Command::Card(args) => commands::cards::show(&args),
    };
    match done {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::from(1),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // A context already says what failed, so the chain is one line.
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// What a command that ran found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Nothing wrong.
    Good,
    /// Something that the exit code must tell.
    Bad,
}
