//! Arguments of `duelfish hands`.

use std::path::PathBuf;

use clap::Args;
use duelfish_engine::Rules;

use super::{Format, OwnCards, presets, rules};
use crate::usage::number;

/// More hands than this take hours.
const MOST_HANDS: u64 = 100_000_000;

pub(super) const EXAMPLES: &str = "Example:
  duelfish hands decks/starter/yugi.ydk
  duelfish hands decks/starter/yugi.ydk --by-turn 3 --want \"Monster Reborn or Dark Hole\"
  duelfish hands decks/starter/yugi.ydk --want \"2 or more monsters and no Mystical Elf\"

A condition says how many of which cards: at least N, at most N, exactly N, N or more, N or fewer, \
N to M, no; without a number at least 1. Cards are names, or classes like `Level 4 monsters`, \
`DARK Fiends`, `Quick-Play Spells`, `traps`; cards after `of` are counted together. Parts are joined by \
and, or, not and parentheses. Names that could be read otherwise stand in quotes (docs/hands.md).

Exact chances are computed from the numbers of cards; beside them are those of shuffled hands, with \
their 95% interval.";

#[derive(Debug, Args)]
pub(crate) struct HandsArgs {
    /// Deck: a .ydk file or a ydke:// URL; its Main Deck counts, playable or not
    pub(crate) deck: PathBuf,
    /// A condition on the hand, like "at least 1 of Raigeki or Dark Hole and no traps"; may be given
    /// several times. Without it, all cards and kinds of cards are listed
    #[arg(long, value_name = "CONDITION")]
    pub(crate) want: Vec<String>,
    /// Look at all cards seen by your own turn N, with a draw each turn; 1 is the opening hand and the
    /// draw of that turn, if there is one
    #[arg(long, value_name = "N", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(1..=100_u32))]
    pub(crate) by_turn: u32,
    /// Hands to shuffle beside the exact numbers
    #[arg(long, value_name = "N", default_value_t = 100_000,
          allow_negative_numbers = true, value_parser = number(1..=MOST_HANDS))]
    pub(crate) hands: u64,
    /// Seed: the same seed gives the same hands on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Threads; all cores by default
    #[arg(long, value_name = "T",
          allow_negative_numbers = true, value_parser = number(1..=1024_u16))]
    pub(crate) threads: Option<u16>,
    /// Rule preset: who draws how many cards
    #[arg(long, value_name = "PRESET", default_value = "mr5", value_parser = rules,
          help = format!("Rule preset, which says who draws how many cards: {}", presets()))]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}
