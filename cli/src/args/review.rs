//! Arguments of `duelfish review`.

use std::path::PathBuf;

use clap::Args;
use duelfish_search::Spec;

use super::{Format, OwnCards, spec};
use crate::usage::number;

pub(super) const EXAMPLES: &str = "Example:
  duelfish review run.duels --duel 3 --bot mcts:iters=100
  duelfish review run.duels --all --player 1 --bot planner:nodes=50 --worst 20

At each decision that was a real choice the bot is asked, with what the player who is asked may know and no more. Its best \
move is compared with the one that was played: both have a chance to win by the same search, and the difference is lost. \
A move that a tree search hardly tried is searched alone (marked *); one that can't be judged even so is listed as such \
and not counted. Over 2 points are an inaccuracy, over 5 a mistake, over 10 a blunder. docs/review.md says what the \
numbers are and are not.

Exit codes: 0 the moves were judged, whatever they lost; 2 the record can't be used, 130 interrupted.";

#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// A file that --record wrote, that `play` saved, or that `import` made of a replay
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,
    /// Number of the duel; the first one of the record by default
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub(crate) duel: Option<u64>,
    /// Review all duels of the record
    #[arg(long)]
    pub(crate) all: bool,
    /// Only the moves of this player: 1 is the one who goes first
    #[arg(long, value_name = "1|2",
          allow_negative_numbers = true, value_parser = number(1..=2_u8))]
    pub(crate) player: Option<u8>,
    /// The bot that judges
    #[arg(long, value_name = "SPEC", value_parser = spec, default_value = "mcts:iters=640",
          help = format!("The bot that judges; it must search: {}", Spec::HELP))]
    pub(crate) bot: Spec,
    /// List so many of the moves that lost most
    #[arg(long, value_name = "N", default_value_t = 10,
          allow_negative_numbers = true, value_parser = number(0..=1_000_000_usize))]
    pub(crate) worst: usize,
    /// Seed: the same seed gives the same review on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
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
