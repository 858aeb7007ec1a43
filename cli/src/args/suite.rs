//! Arguments of `duelfish suite`.

use std::path::PathBuf;

use clap::Args;
use duelfish_search::Spec;

use super::{Format, OwnCards, spec};
use crate::usage::number;

pub(super) const EXAMPLES: &str = "Example:
  duelfish suite search/suite --bot greedy
  duelfish suite search/suite/timing.suite --bot greedy --bot planner:nodes=200 --list
  duelfish suite search/suite/timing.suite --bot mcts:ms=100 --threads 1
  duelfish suite search/suite/boards-plants.suite --find 20000

A question is a position with one agreed move, or one agreed error, and a sentence that says why. The bot sees what \
the player who is asked may see. docs/suite.md has the form of the files, how to add a question and what the numbers \
mean; a question with a board lets the bot play the whole turn. `duelfish replay RECORD N --export question --decision K` writes one out of a recorded duel.

Exit codes: 0 all were asked, whatever was answered; 2 a file can't be used, 130 interrupted.";

#[derive(Debug, Args)]
pub(crate) struct SuiteArgs {
    /// Files of questions, or directories of them (.suite)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The bot that answers; give it again for more bots
    #[arg(long = "bot", value_name = "SPEC", value_parser = spec, default_value = "mcts",
          help = format!("The bot that answers; give it again for more bots: {}", Spec::HELP))]
    pub(crate) bots: Vec<Spec>,
    /// Search for the boards that questions ask for, and ask no bot: at most N tried decisions for each
    #[arg(long, value_name = "N", conflicts_with_all = ["bots", "seed", "seeds"],
          allow_negative_numbers = true, value_parser = number(1..=1_000_000_000_u64))]
    pub(crate) find: Option<u64>,
    /// Seed: the same seed gives the same answers on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Ask each question so often, each time with the next seed
    #[arg(long, value_name = "N", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(1..=1_000_000_u64))]
    pub(crate) seeds: u64,
    /// Also list every question with what was answered; with --find, each line that was found
    #[arg(long)]
    pub(crate) list: bool,
    /// Threads; all cores by default
    #[arg(long, value_name = "T",
          allow_negative_numbers = true, value_parser = number(1..=1024_u16))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}
