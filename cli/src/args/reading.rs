//! The options of `duelfish cards read`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Format;

/// Other things to do with cards.
#[derive(Debug, Subcommand)]
pub(crate) enum CardsCommand {
    /// Read printed texts into card files, or decline them and say why
    ///
    /// The texts come from a card database like EDOPro's cards.cdb or from a table. A card is read only if every word
    /// of it is understood in exactly one way; nothing is guessed. --out writes the card files for --cards. Without
    /// names all cards that Duelfish can't play yet are read, and the report lists the clauses that alone keep most
    /// cards from being read; with names each of these cards is shown with its file or with the clauses that are
    /// declined. docs/reading-cards.md tells how it works.
    #[command(after_help = "Example:\n  duelfish cards read --texts docs/example-texts.tsv\n  \
                            duelfish cards read --cdb cards.cdb --out read\n  \
                            duelfish cards read --cdb cards.cdb \"Mystical Space Typhoon\"")]
    Read(ReadArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    /// Names or passcodes of cards to be shown
    #[arg(value_name = "CARD")]
    pub(crate) cards: Vec<String>,
    /// A card database like EDOPro's cards.cdb
    #[arg(long, value_name = "FILE", required_unless_present = "texts", conflicts_with = "texts")]
    pub(crate) cdb: Option<PathBuf>,
    /// A table with the columns id and text (and pendulum_text), with tabs between them
    #[arg(long, value_name = "FILE")]
    pub(crate) texts: Option<PathBuf>,
    /// Directory for the card files; it must be empty or not there yet
    #[arg(long, value_name = "DIR", conflicts_with = "cards")]
    pub(crate) out: Option<PathBuf>,
    /// Play so many random duels with each card that was read, and say whether the engine held
    #[arg(long, value_name = "N", conflicts_with = "cards", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) duels: Option<u64>,
    /// Directory with the rules to read by (*.rules), in place of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}
