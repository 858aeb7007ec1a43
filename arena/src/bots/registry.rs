//! Finding bots by the words that users type.

use std::sync::Arc;

use duelfish_search::{Bot, Spec, SpecError};

use super::Entrant;
use super::program::{ProgramError, ProgramSpec};

/// Makes an entrant of a word and of the options behind its colon.
type Make = dyn Fn(&str, &str) -> Result<Entrant, RegistryError> + Send + Sync;

/// The bots that can be named, each with the words that mean it.
///
/// ```
/// use duelfish_arena::Registry;
///
/// let bots = Registry::standard();
/// assert_eq!(bots.entrant("mcts: iters=500").unwrap().name(), "mcts:iters=500");
/// let error = bots.entrant("gready").unwrap_err().to_string();
/// assert!(error.starts_with("there is no bot `gready`; bots: random, heuristic, greedy, "));
/// ```
#[derive(Clone, Default)]
pub struct Registry(Vec<Named>);

#[derive(Clone)]
struct Named {
    words: Vec<String>,
    usage: String,
    make: Arc<Make>,
}

/// Why a text names no bot, or a word can't be added. The Display is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// No bot has this word.
    #[error("there is no bot `{}`; bots: {bots}", word.escape_debug())]
    Unknown {
        /// The word before the colon.
        word: String,
        /// All bots, as [`Registry::usage`] lists them.
        bots: String,
    },
    /// The options are not those of the bot.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The program is not described as it must be.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A bot of the caller's says what is wrong with its options.
    #[error("bot `{word}`: {why}")]
    Own {
        /// The word of the bot.
        word: String,
        /// The fault.
        why: String,
    },
    /// The word is taken, or is no word.
    #[error("`{}` can't be the name of a bot: it is taken, empty, or has a colon or a blank", .0.escape_debug())]
    Word(String),
}

impl Registry {
    /// No bots.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The bots that [`Spec`] names, and programs as `exec:COMMAND`.
    #[must_use]
    pub fn standard() -> Self {
        let of_spec = |word: &str, options: &str| -> Result<Entrant, RegistryError> {
            Ok(Spec::parse(&format!("{word}:{options}"))?.into())
        };
        let of_program = |_: &str, options: &str| -> Result<Entrant, RegistryError> {
            Ok(Entrant::new(ProgramSpec::parse(options)?))
        };
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Self(vec![
            Named {
                words: words(&Spec::WORDS),
                usage: Spec::HELP.to_owned(),
                make: Arc::new(of_spec),
            },
            Named {
                words: words(&[ProgramSpec::WORD]),
                usage: ProgramSpec::HELP.to_owned(),
                make: Arc::new(of_program),
            },
        ])
    }

    /// Adds a bot without options, which a closure makes. The word is also its name.
    ///
    /// # Errors
    /// Fails when the word is taken or is no word.
    pub fn add_bot<B: Bot + 'static>(
        &mut self,
        word: &str,
        make: impl Fn() -> B + Send + Sync + 'static,
    ) -> Result<(), RegistryError> {
        let (entrant, name) = (Entrant::of_bot(word, make), word.to_owned());
        self.add(word, word, move |options| {
            if options.is_empty() {
                return Ok(entrant.clone());
            }
            Err(RegistryError::Own { word: name.clone(), why: "it has no options".to_owned() })
        })
    }

    /// Adds a bot that is made of what stands behind `WORD:`; `usage` is how help texts list it.
    ///
    /// # Errors
    /// Fails when the word is taken or is no word.
    pub fn add(
        &mut self,
        word: &str,
        usage: &str,
        make: impl Fn(&str) -> Result<Entrant, RegistryError> + Send + Sync + 'static,
    ) -> Result<(), RegistryError> {
        let is_word =
            !word.is_empty() && !word.contains(|at: char| at == ':' || at.is_whitespace());
        if !is_word || self.named(word).is_some() {
            return Err(RegistryError::Word(word.to_owned()));
        }
        let (words, usage) = (vec![word.to_owned()], usage.to_owned());
        self.0.push(Named { words, usage, make: Arc::new(move |_, options| make(options)) });
        Ok(())
    }

    /// The bot that a text names: `WORD` or `WORD:OPTIONS`.
    ///
    /// # Errors
    /// Says what is wrong with the text and lists what there is.
    pub fn entrant(&self, text: &str) -> Result<Entrant, RegistryError> {
        let text = text.trim();
        let (word, options) = text.split_once(':').unwrap_or((text, ""));
        let word = word.trim();
        let unknown = || RegistryError::Unknown { word: word.to_owned(), bots: self.usage() };
        let named = self.named(word).ok_or_else(unknown)?;
        (named.make)(word, options.trim())
    }

    /// All bots with their options, in one line for help texts.
    #[must_use]
    pub fn usage(&self) -> String {
        self.0.iter().map(|named| named.usage.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn named(&self, word: &str) -> Option<&Named> {
        self.0.iter().find(|named| named.words.iter().any(|other| other == word))
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().flat_map(|named| &named.words)).finish()
    }
}
