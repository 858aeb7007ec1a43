//! Reading the command line, with errors on one line.

use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use crate::args::Cli;

/// Reads the command line. Prints what was asked for in place of a command and ends the program,
/// if it was help or the version.
///
/// # Errors
/// One line that says what is wrong and where an example is.
pub(crate) fn parse() -> Result<Cli, String> {
    let args: Vec<OsString> = std::env::args_os().collect();
    Cli::try_parse_from(&args).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
        _ => {
            let message = error.render().to_string();
            format!("{}; see `{} --help`", one_line(&message), command(&args))
        }
    })
}

/// The message of clap, without its usage lines.
fn one_line(message: &str) -> String {
    let paragraphs = message
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let telling = |(at, text): &(usize, String)| *at == 0 || text.starts_with("tip: ");
    let told: Vec<String> = paragraphs.enumerate().filter(telling).map(|(_, text)| text).collect();
    let text = told.join("; ");
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

/// The command that was meant, as it is called.
fn command(args: &[OsString]) -> String {
    let mut command = &Cli::command();
    let mut words = command.get_name().to_owned();
    for arg in &args[1..] {
        let Some(inner) = command.find_subcommand(arg) else { break };
        command = inner;
        words = format!("{words} {}", command.get_name());
    }
    words
}

/// Reads a whole number in a range.
pub(crate) fn number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + Display + FromStr + PartialOrd + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("write a whole number from {least} to {most}"))
    }
}
