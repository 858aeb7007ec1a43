//! Bot specifications: the short texts that name a bot in every tool.

use std::fmt;
use std::str::FromStr;

use crate::bot::{Bot, Budget};
use crate::greedy::GreedyBot;
use crate::random::RandomBot;

/// Which bot, with which options: `name` or `name:key=value,key=value`.
///
/// ```
/// use duelfish_search::Spec;
///
/// let spec = Spec::parse("greedy").unwrap();
/// assert_eq!(spec.to_string(), "greedy");
/// let bot = spec.build();
/// assert!(!bot.listens());
///
/// let error = Spec::parse("gready").unwrap_err().to_string();
/// assert_eq!(error, "there is no bot `gready`; bots: random, greedy (they take no options)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spec {
    /// [`RandomBot`].
    Random,
    /// [`GreedyBot`].
    Greedy,
}

/// All bots with their options, as messages and help texts list them.
const BOTS: &str = "random, greedy (they take no options)";

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
        /// What was written after the colon, up to the next comma.
        option: String,
    },
}

impl Spec {
    /// All bots with their options, in one line for help texts.
    pub const HELP: &str = BOTS;

    /// Reads a specification; blanks around it don't matter.
    ///
    /// # Errors
    /// Says what is wrong with the text and lists what there is.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let spec = match name.trim() {
            "random" => Self::Random,
            "greedy" => Self::Greedy,
            name => return Err(SpecError::Bot(name.to_owned())),
        };
        match options.split(',').map(str::trim).find(|option| !option.is_empty()) {
            None => Ok(spec),
            Some(option) => Err(SpecError::Option { bot: spec.name(), option: option.to_owned() }),
        }
    }

    /// A bot that plays like this.
    #[must_use]
    pub fn build(&self) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(RandomBot::new()),
            Self::Greedy => Box::new(GreedyBot::new()),
        }
    }

    /// What each choice of this bot may cost.
    #[must_use]
    pub const fn budget(&self) -> Budget {
        match self {
            Self::Random | Self::Greedy => Budget::NONE,
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
        for spec in [Spec::Random, Spec::Greedy] {
            assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
        }
        assert_eq!(Spec::parse(" random : "), Ok(Spec::Random));
    }

    #[test]
    fn errors_are_one_line_that_lists_what_there_is() {
        for (text, error) in [
            ("", "there is no bot ``; bots: random, greedy (they take no options)"),
            ("Random", "there is no bot `Random`; bots: random, greedy (they take no options)"),
            (
                "greedy:depth=3,x=1",
                "bot `greedy` has no option `depth=3`; bots: random, greedy (they take no options)",
            ),
        ] {
            assert_eq!(Spec::parse(text).unwrap_err().to_string(), error);
        }
    }
}
