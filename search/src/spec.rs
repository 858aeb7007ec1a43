//! Bot specifications: the short texts that name a bot in every tool.

use std::fmt;
use std::str::FromStr;

use crate::bot::{Bot, Budget};
use crate::duels::Leaf;
use crate::greedy_bot::GreedyBot;
use crate::heuristic::HeuristicBot;
use crate::mcts_bot::{Mcts1Options, MctsBot};
use crate::mcts_options::MctsOptions;
use crate::planner_bot::{PlannerBot, PlannerOptions};
use crate::random::RandomBot;
use crate::search_bot::{SearchBot, Strategy};
use crate::weights::Weights;

/// Which bot, with which options: `name` or `name:key=value,key=value`.
///
/// ```
/// use duelfish_search::Spec;
///
/// let spec = Spec::parse("mcts: iters=500").unwrap();
/// assert_eq!(spec.to_string(), "mcts:iters=500");
/// let bot = spec.build();
/// assert!(!bot.listens());
///
/// let error = Spec::parse("gready").unwrap_err().to_string();
/// assert!(error.starts_with("there is no bot `gready`; bots: random, heuristic, greedy, "));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Spec {
    /// [`RandomBot`].
    Random,
    /// [`HeuristicBot`].
    Heuristic,
    /// [`GreedyBot`].
    Greedy,
    /// [`PlannerBot`] with these options and, if they are not the usual ones, these weights.
    Planner(PlannerOptions, Option<Weights>),
    /// [`MctsBot`] with these options and, if they are not the usual ones, these weights.
    Mcts(MctsOptions, Option<Weights>),
    /// The tree search as it was in November 2026, with these options.
    Mcts1(Mcts1Options),
}

/// No choice lasts longer, in milliseconds: ten minutes. A tree grows by some megabytes a second.
const LONGEST_CHOICE: u32 = 600_000;

/// All bots with their options, as messages and help texts list them.
const BOTS: &str = "random, heuristic, greedy, planner:nodes=N,worlds=N,plan=N,weights=FILE, mcts:iters=N,ms=N,nodes=N,\
                    leaf=quiet|turn,keep=yes|no,explore=PERCENT,sharpness=PERCENT,patience=N,unvisited=PERCENT,width=N,policy=PERCENT,belief=PERCENT,halving=yes|no,plan=N,batch=N,threads=N,weights=FILE, mcts-1:iters=N,ms=N";

/// Why a text names no bot. The Display is one line that says what would.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The word before the colon is the name of no bot.
    #[error("there is no bot `{}`; bots: {BOTS}", .0.escape_debug())]
    Bot(String),
    /// The bot does not have this option.
    #[error("bot `{bot}` has no option `{}`; bots: {BOTS}", option.escape_debug())]
    Option {
        /// Name of the bot.
        bot: &'static str,
        /// The text before the equals sign.
        option: String,
    },
    /// An option has no such value.
    #[error("bot `{bot}`, option `{option}`: {expected}, not `{}`", value.escape_debug())]
    Value {
        /// Name of the bot.
        bot: &'static str,
        /// Name of the option.
        option: &'static str,
        /// The values that may stand there.
        expected: &'static str,
        /// The text in their place.
        value: String,
    },
    /// The weights can't be read.
    #[error("bot `{bot}`: {file}: {why}")]
    Weights {
        /// Name of the bot.
        bot: &'static str,
        /// The file, as it was written.
        file: String,
        /// The error, in words.
        why: String,
    },
}

impl Spec {
    /// All bots with their options, in one line for help texts.
    pub const HELP: &str = BOTS;

    /// The words with which specifications begin.
    pub const WORDS: [&str; 6] = ["random", "heuristic", "greedy", "planner", "mcts", "mcts-1"];

    /// Reads a specification; blanks around its words don't matter.
    ///
    /// # Errors
    /// Says what is wrong with the text and lists what there is.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = match name.trim() {
            "random" => Self::Random,
            "heuristic" => Self::Heuristic,
            "greedy" => Self::Greedy,
            "planner" => Self::Planner(PlannerOptions::default(), None),
            "mcts" => Self::Mcts(MctsOptions::default(), None),
            "mcts-1" => Self::Mcts1(Mcts1Options::default()),
            name => return Err(SpecError::Bot(name.to_owned())),
        };
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            spec.set(key.trim(), value.trim())?;
        }
        Ok(spec)
    }

    /// Sets one option.
    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let bot = self.name();
        let none = SpecError::Option { bot, option: key.to_owned() };
        match self {
            Self::Random | Self::Heuristic | Self::Greedy => return Err(none),
            Self::Planner(options, weights) => match key {
                "weights" => *weights = Some(Weights::read(bot, value)?),
                "nodes" => options.nodes = number(bot, "nodes", value)?,
                "worlds" => options.worlds = number(bot, "worlds", value)?,
                "plan" => options.plan = number(bot, "plan", value)?,
                _ => return Err(none),
            },
            Self::Mcts(options, weights) => match key {
                "weights" => *weights = Some(Weights::read(bot, value)?),
                "iters" => options.iterations = Some(number(bot, "iters", value)?),
                "ms" => options.milliseconds = Some(milliseconds(bot, value)?),
                "nodes" => options.nodes = number(bot, "nodes", value)?,
                "explore" => options.explore = number(bot, "explore", value)?,
                "halving" => options.halving = yes_or_no(bot, "halving", value)?,
                "keep" => options.keep = yes_or_no(bot, "keep", value)?,
                "patience" => options.patience = number(bot, "patience", value)?,
                "sharpness" => options.sharpness = percent(bot, "sharpness", value)?,
                "unvisited" => options.unvisited = percent(bot, "unvisited", value)?,
                "width" => options.width = number(bot, "width", value)?,
                "plan" => options.plan = number(bot, "plan", value)?,
                "policy" => options.policy = percent(bot, "policy", value)?,
                "belief" => options.belief = percent(bot, "belief", value)?,
                "batch" => options.batch = Some(few(bot, "batch", value)?),
                "threads" => options.threads = Some(few(bot, "threads", value)?),
                "leaf" => {
                    options.leaf = Leaf::parse(value).ok_or(SpecError::Value {
                        bot,
                        option: "leaf",
                        expected: "quiet or turn",
                        value: value.to_owned(),
                    })?;
                }
                _ => return Err(none),
            },
            Self::Mcts1(options) => match key {
                "iters" => options.iterations = Some(number(bot, "iters", value)?),
                "ms" => options.milliseconds = Some(milliseconds(bot, value)?),
                _ => return Err(none),
            },
        }
        Ok(())
    }

    /// A bot that plays like this.
    #[must_use]
    pub fn build(&self) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(RandomBot::new()),
            Self::Heuristic => Box::new(HeuristicBot::new()),
            Self::Greedy => Box::new(GreedyBot::new()),
            Self::Planner(options, weights) => {
                let usual = PlannerBot::new(*options);
                let bot = match weights {
                    Some(weights) => usual.with_evaluation(weights.evaluator()),
                    None => usual,
                };
                planning(bot, options.plan)
            }
            Self::Mcts(options, weights) => {
                let bot = match weights {
                    Some(weights) => weights.play(*options),
                    None => MctsBot::new(*options),
                };
                planning(bot, options.plan)
            }
            Self::Mcts1(options) => Box::new(options.bot()),
        }
    }

    /// The budget of this bot for each choice.
    #[must_use]
    pub const fn budget(&self) -> Budget<'static> {
        match self {
            Self::Random | Self::Heuristic => Budget::NONE,
            // It tries each move once.
            Self::Greedy => Budget::of(u64::MAX),
            Self::Planner(options, _) => Budget::of(options.nodes),
            Self::Mcts(options, _) => Budget::of(options.nodes),
            Self::Mcts1(_) => Budget::of(u64::MAX),
        }
    }

    /// Whether its choices last a given time by the clock, whatever they find: then they can't be repeated.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        match self {
            Self::Mcts(options, _) => options.milliseconds.is_some(),
            Self::Mcts1(options) => options.milliseconds.is_some(),
            Self::Random | Self::Heuristic | Self::Greedy | Self::Planner(..) => false,
        }
    }

    /// Whether it can think on while the opponent thinks: see [`Bot::ponder`].
    #[must_use]
    pub const fn can_ponder(&self) -> bool {
        matches!(self, Self::Mcts(..) | Self::Mcts1(_))
    }

    /// The weights that were read from a file, if the bot has any.
    #[must_use]
    pub const fn weights(&self) -> Option<&Weights> {
        match self {
            Self::Planner(_, weights) | Self::Mcts(_, weights) => weights.as_ref(),
            Self::Random | Self::Heuristic | Self::Greedy | Self::Mcts1(_) => None,
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Heuristic => "heuristic",
            Self::Greedy => "greedy",
            Self::Planner(..) => "planner",
            Self::Mcts(..) => "mcts",
            Self::Mcts1(_) => "mcts-1",
        }
    }

    /// The options that differ from what the bot does without them, as they are written.
    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let mut add = |differs: bool, key: &str, value: String| {
            if differs {
                options.push(format!("{key}={value}"));
            }
        };
        let said = |number: Option<u32>| number.unwrap_or_default().to_string();
        match self {
            Self::Random | Self::Heuristic | Self::Greedy => {}
            Self::Planner(set, _) => {
                let usual = PlannerOptions::default();
                add(set.nodes != usual.nodes, "nodes", set.nodes.to_string());
                add(set.worlds != usual.worlds, "worlds", set.worlds.to_string());
                add(set.plan != usual.plan, "plan", set.plan.to_string());
            }
            Self::Mcts(set, _) => {
                let usual = MctsOptions::default();
                add(set.iterations.is_some(), "iters", said(set.iterations));
                add(set.milliseconds.is_some(), "ms", said(set.milliseconds));
                add(set.nodes != usual.nodes, "nodes", set.nodes.to_string());
                add(set.leaf != usual.leaf, "leaf", set.leaf.word().to_owned());
                let yes = |is_so| if is_so { "yes" } else { "no" }.to_owned();
                add(set.keep != usual.keep, "keep", yes(set.keep));
                add(set.explore != usual.explore, "explore", set.explore.to_string());
                add(set.sharpness != usual.sharpness, "sharpness", set.sharpness.to_string());
                add(set.patience != usual.patience, "patience", set.patience.to_string());
                add(set.unvisited != usual.unvisited, "unvisited", set.unvisited.to_string());
                add(set.width != usual.width, "width", set.width.to_string());
                add(set.halving != usual.halving, "halving", yes(set.halving));
                add(set.policy != usual.policy, "policy", set.policy.to_string());
                add(set.belief != usual.belief, "belief", set.belief.to_string());
                add(set.plan != usual.plan, "plan", set.plan.to_string());
                add(set.batch.is_some(), "batch", said(set.batch));
                add(set.threads.is_some(), "threads", said(set.threads));
            }
            Self::Mcts1(set) => {
                add(set.iterations.is_some(), "iters", said(set.iterations));
                add(set.milliseconds.is_some(), "ms", said(set.milliseconds));
            }
        }
        if let Some(weights) = self.weights() {
            add(true, "weights", weights.file.clone());
        }
        options
    }
}

/// The same bot, with plans of its turns unless they may try nothing out.
fn planning<S: Strategy + 'static>(bot: SearchBot<S>, nodes: u64) -> Box<dyn Bot> {
    if nodes == 0 { Box::new(bot) } else { Box::new(bot.planning(nodes)) }
}

/// A positive number.
fn number<N: FromStr + PartialOrd + Default>(
    bot: &'static str,
    option: &'static str,
    value: &str,
) -> Result<N, SpecError> {
    let number = value.parse().ok().filter(|number| *number > N::default());
    let expected = "expected a number above 0";
    number.ok_or_else(|| SpecError::Value { bot, option, expected, value: value.to_owned() })
}

/// A time of at most ten minutes.
fn milliseconds(bot: &'static str, value: &str) -> Result<u32, SpecError> {
    let number = value.parse().ok().filter(|number| (1..=LONGEST_CHOICE).contains(number));
    let expected = "expected milliseconds from 1 to 600000";
    number.ok_or_else(|| SpecError::Value { bot, option: "ms", expected, value: value.to_owned() })
}

/// A number of descents or of threads.
fn few(bot: &'static str, option: &'static str, value: &str) -> Result<u32, SpecError> {
    let number = value.parse().ok().filter(|number| (1..=256).contains(number));
    let expected = "expected a number from 1 to 256";
    number.ok_or_else(|| SpecError::Value { bot, option, expected, value: value.to_owned() })
}

fn yes_or_no(bot: &'static str, option: &'static str, value: &str) -> Result<bool, SpecError> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(SpecError::Value { bot, option, expected: "yes or no", value: value.to_owned() }),
    }
}

/// A part of a hundred.
fn percent(bot: &'static str, option: &'static str, value: &str) -> Result<u32, SpecError> {
    let number = value.parse().ok().filter(|number| *number <= 100);
    let expected = "expected a number from 0 to 100";
    number.ok_or_else(|| SpecError::Value { bot, option, expected, value: value.to_owned() })
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let options = self.options();
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spec_survives_its_text() {
        let far = MctsOptions {
            iterations: Some(7),
            leaf: Leaf::Turn,
            keep: true,
            ..MctsOptions::default()
        };
        for spec in [Spec::Random, Spec::Heuristic, Spec::Greedy, Spec::Mcts(far, None)] {
            assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
        }
        for text in [
            "mcts:plan=4000",
            "planner:nodes=9,plan=1",
            "mcts:belief=50",
            "mcts:batch=8",
            "mcts:iters=9,batch=256,threads=4",
            "mcts:threads=1",
        ] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
        for text in ["mcts:ms=100", "mcts:iters=150,ms=600000,halving=yes", "mcts-1:iters=9,ms=1"] {
            let spec = Spec::parse(text).unwrap();
            assert!(spec.is_timed() && spec.to_string() == text, "{spec}");
        }
        assert!(!Spec::parse("mcts:iters=150").unwrap().is_timed());
        assert_eq!(Spec::WORDS.map(|word| Spec::parse(word).unwrap().name()), Spec::WORDS);
        assert_eq!(Spec::parse(" random : "), Ok(Spec::Random));
    }

    #[test]
    fn errors_are_one_line_that_lists_what_there_is() {
        for (text, error) in [
            ("", "there is no bot ``; bots: random, heuristic, greedy, planner:"),
            ("Random", "there is no bot `Random`; bots: random, heuristic, greedy, planner:"),
            (
                "greedy:depth=3,x=1",
                "bot `greedy` has no option `depth`; bots: random, heuristic, greedy, planner:",
            ),
            (
                "mcts:depth=3",
                "bot `mcts` has no option `depth`; bots: random, heuristic, greedy, planner:",
            ),
            ("mcts:iters=0", "bot `mcts`, option `iters`: expected a number above 0, not `0`"),
            ("mcts:iters", "bot `mcts`, option `iters`: expected a number above 0, not ``"),
            (
                "mcts:ms=0",
                "bot `mcts`, option `ms`: expected milliseconds from 1 to 600000, not `0`",
            ),
            (
                "planner:ms=100",
                "bot `planner` has no option `ms`; bots: random, heuristic, greedy, planner:",
            ),
            (
                "mcts:batch=257",
                "bot `mcts`, option `batch`: expected a number from 1 to 256, not `257`",
            ),
            (
                "mcts:threads=0",
                "bot `mcts`, option `threads`: expected a number from 1 to 256, not `0`",
            ),
            ("mcts:keep=on", "bot `mcts`, option `keep`: yes or no, not `on`"),
            ("mcts:leaf=root", "bot `mcts`, option `leaf`: quiet or turn, not `root`"),
        ] {
            let message = Spec::parse(text).unwrap_err().to_string();
            assert!(message.starts_with(error) && !message.contains('\n'), "{message}");
        }
    }
}
