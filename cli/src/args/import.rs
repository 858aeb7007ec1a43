//! Arguments of `duelfish import`.

use std::path::PathBuf;

use clap::Args;

use super::Format;

pub(super) const EXAMPLES: &str = "Example:
  duelfish import cli/tests/replays/starter.yrpX --out duel.duels
  duelfish replay duel.duels 0
  duelfish analyze duel.duels --duel 0 --decision 20

A replay tells what happened and not what was asked. The answers of both players are looked for: those \
after which a duel here tells the same as the replay from the first draw to the end. What can be imported \
is in docs/import.md.

Exit codes: 0 all were imported, 1 a duel went another way than is told or Ctrl-C came, 2 a file can't be \
used or has cards that can't be played yet; the others are imported all the same.";

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Replays that EDOPro saved (.yrpX)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The record to write; by default beside the replay, with .duels in place of .yrpX
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Also write the beginning of a duel that goes another way later, up to there
    #[arg(long)]
    pub(crate) partial: bool,
    /// How to print what was imported
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Format::Table)]
    pub(crate) format: Format,
}
