//! Arguments of `duelfish cards` and `duelfish card`.

use std::path::PathBuf;

use clap::Args;

use super::{CardsCommand, Format, OwnCards};

pub(super) const EXAMPLES: &str = "Example:
  duelfish cards \"blue-eyes\" --supported
  duelfish cards --coverage
  duelfish cards --coverage decks
  duelfish cards --mutate \"Dark Hole\"
  duelfish cards --duels 10 blackwing

survivors.txt lists changes that no test needs to notice, each with a reason:
  dark-hole: WAS -> NOW  # reason";

#[derive(Debug, Args)]
pub(crate) struct CardsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<CardsCommand>,
    /// Part of a name; all cards without it. With --mutate: names or passcodes of cards. With
    /// --coverage: decks, or directories of decks
    #[arg(value_name = "FILTER")]
    pub(crate) filter: Vec<String>,
    /// Only cards that Duelfish can play
    #[arg(long)]
    pub(crate) supported: bool,
    /// Count what is supported, and how many cards use each part of the card language; of decks,
    /// what they lack and which cards to add next
    #[arg(long, conflicts_with = "supported")]
    pub(crate) coverage: bool,
    /// Judge the tests of cards: change their texts and see whether a test fails
    #[arg(long, conflicts_with_all = ["supported", "coverage"])]
    pub(crate) mutate: bool,
    /// Play so many random duels with decks full of these cards, each card in one deck; no duel may end at a limit of
    /// the engine or in a panic
    #[arg(long, value_name = "N", conflicts_with_all = ["supported", "coverage", "mutate"],
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) duels: Option<u64>,
    /// Directory with the tests of cards (NAME.duel) and survivors.txt [default: cards/tests/pool]
    #[arg(long, value_name = "DIR", requires = "mutate")]
    pub(crate) tests: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct CardArgs {
    /// Passcode or name
    #[arg(value_name = "ID_OR_NAME", allow_negative_numbers = true)]
    pub(crate) card: String,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}
