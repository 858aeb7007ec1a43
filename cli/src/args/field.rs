//! Arguments of the commands that play a field of decks: `tournament` and `compare`.

use std::path::{Path, PathBuf};

use clap::Args;
use duelfish_arena::Entrant;

use crate::missing::MissingArgs;

use super::bots::{bots, entrant};
use super::{ListFormat, MOST_GAMES, OwnCards, RunArgs, number};

/// A deck with its weight in a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weighted {
    /// A file or a URL.
    pub(crate) deck: PathBuf,
    /// 1 if none was given.
    pub(crate) weight: f64,
}

impl Weighted {
    /// Reads `DECK` or `DECK=WEIGHT`.
    ///
    /// # Errors
    /// Says what a weight is.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let whole = Self { deck: text.into(), weight: 1.0 };
        // A URL has such signs of its own, and so may a file's name.
        let Some((deck, weight)) = text.rsplit_once('=') else { return Ok(whole) };
        if text.starts_with("ydke://") || Path::new(text).exists() {
            return Ok(whole);
        }
        match weight.parse::<f64>() {
            Ok(weight) if weight.is_finite() && weight >= 0.0 => {
                Ok(Self { deck: deck.into(), weight })
            }
            _ => Err(format!("`{weight}` is no weight; write a number of 0 or more after the =")),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct TournamentArgs {
    /// The decks: .ydk files, directories of them or ydke:// URLs, each with =WEIGHT behind it if the
    /// field has more of it than of others (1 if nothing is said)
    #[arg(required = true, num_args = 1.., value_name = "DECK[=WEIGHT]", value_parser = Weighted::parse)]
    pub(crate) decks: Vec<Weighted>,
    /// Bot that plays all decks
    #[arg(long, value_name = "SPEC", default_value = "greedy", value_parser = entrant,
          help = format!("Bot that plays all decks: {}", bots()))]
    pub(crate) bot: Entrant,
    /// Duels between each two decks, an even number
    #[arg(long, value_name = "N", default_value_t = 200,
          allow_negative_numbers = true, value_parser = number(1..=MOST_GAMES))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) missing: MissingArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The deck as it was: a .ydk file or a ydke:// URL
    pub(crate) old: PathBuf,
    /// The deck as it is now
    pub(crate) new: PathBuf,
    /// The opponents, decks or directories of decks, each with =WEIGHT behind it if there are more of it
    /// than of others
    #[arg(long, required = true, num_args = 1.., value_name = "DECK[=WEIGHT]",
          value_parser = Weighted::parse)]
    pub(crate) vs: Vec<Weighted>,
    /// Bot that plays the old and the new deck
    #[arg(long, value_name = "SPEC", default_value = "greedy", value_parser = entrant,
          help = format!("Bot that plays the old and the new deck: {}", bots()))]
    pub(crate) bot: Entrant,
    /// Bot that plays the opponents; the same if nothing is said
    #[arg(long, value_name = "SPEC", value_parser = entrant)]
    pub(crate) bot_vs: Option<Entrant>,
    /// Duels of each of the two decks against each opponent, an even number
    #[arg(long, value_name = "N", default_value_t = 1000,
          allow_negative_numbers = true, value_parser = number(1..=MOST_GAMES))]
    pub(crate) games: u64,
    /// The smallest difference that matters, in percentage points: says how many duels it takes to see it
    #[arg(long, value_name = "POINTS", default_value_t = 2.0, allow_negative_numbers = true)]
    pub(crate) detect: f64,
    #[command(flatten)]
    pub(crate) missing: MissingArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Results: what match, sprt, tournament and compare print with --format json
    #[arg(required = true, value_name = "RESULTS")]
    pub(crate) results: Vec<PathBuf>,
    /// The page; standard output if nothing is said
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
