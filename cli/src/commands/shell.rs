//! `duelfish completions` and `duelfish man`: what shells and `man` want to know of the command line.

use anyhow::{Result, anyhow};
use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::{ExitVerdict, input, output};

pub(crate) fn completions(args: &CompletionsArgs) -> Result<ExitVerdict> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    // The library panics when it can't write; memory can always be written.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    output::text(&String::from_utf8(script)?)?;
    Ok(ExitVerdict::Good)
}

pub(crate) fn man(args: &ManArgs) -> Result<ExitVerdict> {
    let directory = &args.directory;
    let written = std::fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), directory));
    written.map_err(|error| {
        let directory = input::shown(directory);
        anyhow!("{directory}: pages can't be written there ({error}); choose another directory")
    })?;
    Ok(ExitVerdict::Good)
}
