//! The program `duelfish`. It reads arguments and files, calls the crates, and prints; it holds no
//! rules, no search and no statistics.
//!
//! Exit codes: 0 all is well; 1 the command ran and found something wrong (a trace that fails, a
//! deck with problems, a new deck that is worse, a test that accepts H0); 2 the input can't be
//! used; 3 a test is undecided; 130 the command was interrupted by Ctrl-C, whatever it had found by then.
#![forbid(unsafe_code)]

mod args;
mod commands;
mod database;
mod field;
mod input;
mod interrupt;
mod lookup;
mod missing;
mod move_words;
mod output;
mod page;
mod progress;
mod refusal;
mod report;
mod usage;

use std::process::ExitCode;

use duelfish_arena::hands::ConditionError;
use duelfish_cards::OwnError;

use crate::args::{CardsArgs, CardsCommand, Command, DeckCommand};

fn main() -> ExitCode {
    let cli = match usage::parse() {
        Ok(cli) => cli,
        Err(message) => {
            output::error(&message);
            return ExitCode::from(2);
        }
    };
    cli.progress.choose();
    let done = match cli.command {
        Command::Match(args) => commands::match_decks::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Sprt(args) => commands::sprt::run(&args),
        Command::Merge(args) => commands::merge::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Review(args) => commands::review::run(&args),
        Command::Import(args) => commands::import::run(&args),
        Command::Analyze(args) => commands::analyze::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Suite(args) => commands::suite::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::Tournament(args) => commands::tournament::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Tune(args) => commands::tune::run(&args),
        Command::Calibrate(args) => commands::calibrate::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Test(args) => commands::test::run(&args),
        Command::Conform(args) => commands::conform::run(&args),
        Command::Deck(DeckCommand::Check(args)) => commands::deck::check(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Hands(args) => commands::hands::run(&args),
        Command::Cards(CardsArgs { command: Some(CardsCommand::Read(args)), .. }) => {
            commands::read::run(&args)
        }
        Command::Cards(args) if args.coverage => commands::coverage::run(&args),
        Command::Cards(args) if args.mutate => commands::mutate::run(&args),
        Command::Cards(args) => match args.duels {
            Some(duels) => commands::read_play::run(&args, duels),
            None => commands::cards::list(&args),
        },
        Command::Card(args) => commands::cards::show(&args),
        Command::Why(args) => commands::why::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Completions(args) => commands::shell::completions(&args),
        Command::Man(args) => commands::shell::man(&args),
    };
    match done {
        Ok(ExitVerdict::Good) => ExitCode::SUCCESS,
        Ok(ExitVerdict::Bad) => ExitCode::from(1),
        Ok(ExitVerdict::Undecided) => ExitCode::from(3),
        Ok(ExitVerdict::Unusable) => ExitCode::from(2),
        Ok(ExitVerdict::Interrupted) => ExitCode::from(interrupt::ENDED),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // These show the text with a mark under the fault.
            if let Some(error @ OwnError::Cards(_)) = error.downcast_ref() {
                output::as_it_is(&error.to_string());
            } else if let Some(error) = error.downcast_ref::<ConditionError>() {
                output::as_it_is(&format!("error: {error}"));
            } else {
                output::error(&in_words(&error));
                let refusal = error.downcast_ref::<refusal::Refusal>();
                refusal.into_iter().flat_map(refusal::Refusal::notes).for_each(|n| output::note(n));
            }
            ExitCode::from(2)
        }
    }
}

/// An error with its causes, but for those that it tells itself.
fn in_words(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// The finding of a command that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExitVerdict {
    /// Nothing wrong.
    Good,
    /// Something that the exit code must tell.
    Bad,
    /// A test that has not decided.
    Undecided,
    /// Some of the input can't be used; its faults were told.
    Unusable,
    /// Ctrl-C ended it before its end.
    Interrupted,
}
