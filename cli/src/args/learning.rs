//! The options of commands that train evaluations, or say how good they are.

use std::path::PathBuf;

use clap::Args;
use duelfish_engine::Rules;
use duelfish_search::Spec;

use super::{Format, MOST_GAMES, OwnCards, counted_spec, number, presets, rules};

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The decks that are played, each against each: .ydk files, directories of them or ydke:// URLs
    #[arg(required_unless_present = "from", value_name = "DECK")]
    pub(crate) decks: Vec<PathBuf>,
    /// Decks that only show how well the weights hold elsewhere
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub(crate) held_out: Vec<PathBuf>,
    /// The bot that plays both sides
    #[arg(long, value_name = "SPEC", value_parser = counted_spec, default_value = "planner:nodes=300",
          help = format!("The bot that plays both sides: {}", Spec::HELP))]
    pub(crate) bot: Spec,
    /// Number of duels
    #[arg(long, value_name = "N", default_value_t = 2000,
          allow_negative_numbers = true, value_parser = number(1..=MOST_GAMES))]
    pub(crate) games: u64,
    /// Seed: the same seed gives the same weights on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Rule preset
    #[arg(long, value_name = "PRESET", default_value = "mr5", value_parser = rules,
          help = format!("Rule preset: {}", presets()))]
    pub(crate) rules: Rules,
    /// Where to write the weights; by default they are printed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) net: NetArgs,
    #[command(flatten)]
    pub(crate) own: OwnCards,
}

/// How `duelfish tune` trains a network.
#[derive(Debug, Args)]
pub(crate) struct NetArgs {
    /// Train a network that knows cards, and not the linear weights; it is written to --out
    #[arg(long, group = "learner")]
    pub(crate) net: bool,
    /// Train a policy that foretells moves, from decisions that --teacher looked at; it is written to --out
    #[arg(long, group = "learner")]
    pub(crate) policy: bool,
    /// Train what is inferred of hidden cards from where they lie and how long; it is written to --out
    #[arg(long, group = "learner")]
    pub(crate) belief: bool,
    /// The bot whose findings a policy learns from
    #[arg(long, value_name = "SPEC", value_parser = counted_spec, default_value = "mcts:iters=400", requires = "policy",
          help = format!("The bot whose findings a policy learns from: {}", Spec::HELP))]
    pub(crate) teacher: Spec,
    /// So many decisions in a hundred that are a choice are looked at
    #[arg(long, value_name = "PERCENT", default_value_t = 12,
          allow_negative_numbers = true, value_parser = number(1..=100_u64), requires = "learner", conflicts_with = "net")]
    pub(crate) lessons: u64,
    /// Write what is learned from to this file, to train on it with --from: positions for --net, lessons for --policy and --belief
    #[arg(long, value_name = "FILE", requires = "learner")]
    pub(crate) samples: Option<PathBuf>,
    /// Train on these files, in place of duels of decks
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "learner")]
    pub(crate) from: Vec<PathBuf>,
    /// Such files that only show how well what is trained holds elsewhere
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "learner")]
    pub(crate) held_out_from: Vec<PathBuf>,
    /// Of so many decisions in a hundred any answer is played
    #[arg(long, value_name = "PERCENT", default_value_t = 4,
          allow_negative_numbers = true, value_parser = number(0..=100_u64), requires = "learner")]
    pub(crate) stray: u64,
    /// So many cards in a hundred of each Main Deck are exchanged for others of these decks
    #[arg(long, value_name = "PERCENT", default_value_t = 0,
          allow_negative_numbers = true, value_parser = number(0..=100_u64), requires = "learner")]
    pub(crate) vary: u64,
    /// How often each position is looked at
    #[arg(long, value_name = "N", default_value_t = 3,
          allow_negative_numbers = true, value_parser = number(1..=100_u64), requires = "learner")]
    pub(crate) epochs: u64,
    /// The first step size, in millionths
    #[arg(long, value_name = "MILLIONTHS", default_value_t = 1000,
          allow_negative_numbers = true, value_parser = number(1..=1_000_000_u64), requires = "learner")]
    pub(crate) rate: u64,
    /// How much the result of a duel counts beside what the bot thought, in hundredths
    #[arg(long, value_name = "PERCENT", default_value_t = 40,
          allow_negative_numbers = true, value_parser = number(0..=100_u64), requires = "learner")]
    pub(crate) result: u64,
    /// Decay of rows and weights, in thousandths
    #[arg(long, value_name = "THOUSANDTHS", default_value_t = 50,
          allow_negative_numbers = true, value_parser = number(0..=100_000_u64), requires = "learner")]
    pub(crate) decay: u64,
}

#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    /// The decks that are played, each against each: .ydk files, directories of them or ydke:// URLs
    #[arg(required = true, value_name = "DECK")]
    pub(crate) decks: Vec<PathBuf>,
    /// The bot that plays both sides
    #[arg(long, value_name = "SPEC", value_parser = counted_spec, default_value = "mcts",
          help = format!("The bot that plays both sides: {}", Spec::HELP))]
    pub(crate) bot: Spec,
    /// Number of duels
    #[arg(long, value_name = "N", default_value_t = 200,
          allow_negative_numbers = true, value_parser = number(1..=MOST_GAMES))]
    pub(crate) games: u64,
    /// Seed: the same seed gives the same numbers on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Rule preset
    #[arg(long, value_name = "PRESET", default_value = "mr5", value_parser = rules,
          help = format!("Rule preset: {}", presets()))]
    pub(crate) rules: Rules,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) own: OwnCards,
}
