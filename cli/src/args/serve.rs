//! Arguments of `duelfish serve`.

use std::path::PathBuf;

use clap::Args;

use super::{Format, OwnCards};

pub(super) const EXAMPLES: &str = "Example:
  duelfish serve
  duelfish serve decks/goat a.ydk --port 0

It says where the page is; open that in a browser, or give --open. Only this machine can open it. Ctrl-C, or \
q and Enter, stop it. Duels are kept in files as they are played, and the page offers to go on with them after \
the next start. Programs can use the page's API: docs/api.md.";

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Decks of your own to choose from, besides those that the program brings: files, URLs or directories
    #[arg(value_name = "DECK")]
    pub(crate) decks: Vec<PathBuf>,
    /// The port on this machine's own address; 0 for any that is free [default: 8437, or any if that is taken]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Directory with pictures of cards, named by passcode as EDOPro keeps them (89631139.jpg)
    #[arg(long, value_name = "DIR")]
    pub(crate) pics: Option<PathBuf>,
    /// Directory for the files of duels, studies and runs [default: one in the user's directory for data]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print where the page is
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Format::Table)]
    pub(crate) format: Format,
}
