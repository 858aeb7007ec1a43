//! Arguments of `duelfish completions` and `duelfish man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

pub(super) const COMPLETIONS: &str = "Example:
  duelfish completions bash

Put what is printed where your shell looks for completions, for bash for example:

  duelfish completions bash > ~/.local/share/bash-completion/completions/duelfish";

pub(super) const MAN: &str = "Example:
  duelfish man target/man

The directory is made if it is not there. `man -l target/man/duelfish-match.1` shows a page; in a \
directory `man1` of your manual path, `man duelfish-match` finds it.";

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// For which shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Directory for the pages, one for each command
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
}
