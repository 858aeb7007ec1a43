//! Arguments of `duelfish convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::OwnCards;

pub(super) const EXAMPLES: &str = "Example:
  duelfish convert decks/starter/yugi.ydk --to names
  duelfish convert decks/starter/yugi.ydk --to ydke

A list of names has a card a line, copies first; lines with # are headings or remarks, and what follows \
!side is the Side Deck:

  #main
  3 Monster Reborn
  Dark Hole
  #extra
  !side
  2 Jinzo

Main and Extra Deck are told apart by the cards. The order of cards stays as it is. A file whose \
name does not end with .ydk is a list of names unless each line begins with a passcode.";

/// Forms of decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DeckForm {
    /// A .ydk file
    Ydk,
    /// A ydke:// URL
    Ydke,
    /// A list of names
    Names,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Deck: a .ydk file, a ydke:// URL, or a list of names
    #[arg(value_name = "FILE|URL")]
    pub(crate) deck: PathBuf,
    /// The form to write to standard output
    #[arg(long, value_enum, value_name = "FORM", default_value_t = DeckForm::Ydk)]
    pub(crate) to: DeckForm,
    #[command(flatten)]
    pub(crate) own: OwnCards,
}
