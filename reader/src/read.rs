//! From the text of one card to its card file.

use duelfish_script::Catalogue;

use crate::error::GrammarError;
use crate::grammar::Grammar;
use crate::load::{self, RuleFile};
use crate::names::CardNames;
use crate::work::CardWork;

/// The rules that this crate has, file by file.
const RULES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// A text with more tokens than this is not read; the longest printed one has about 400.
pub(crate) const MAX_TOKENS: usize = 2_000;

/// A card as it is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedCard {
    /// The number at its lower left.
    pub passcode: u32,
    /// Its text, with the line of materials of a monster of the Extra Deck; lines end with `\n`.
    pub text: String,
    /// Of a Pendulum Monster the text of its Pendulum Effects.
    pub pendulum_text: String,
}

/// A card that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardReading {
    /// The card file.
    pub file: String,
    /// The text without endings and words that mean nothing of their own.
    pub normalised: String,
}

impl CardReading {
    /// A checksum of the normalised text: an erratum has another one.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(self.normalised.as_bytes())
    }
}

/// Why a card is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclineReason {
    /// The card table has no such card.
    UnknownCard,
    /// There is nothing to read on it.
    NoText,
    /// No rule reads the clause.
    NotUnderstood,
    /// The clause can be read in several ways.
    SeveralReadings,
    /// The card file, read backwards, is not the text.
    NoWayBack,
    /// The clause is about an effect that the card doesn't have.
    NoSuchEffect,
    /// The text leaves open what a ruling decides.
    NeedsRuling,
    /// The card file says something that the card compiler refuses.
    NotCompiled,
    /// The text is too long, or too deep.
    TooLong,
}

/// A clause for which a card is declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// Why.
    pub reason: DeclineReason,
    /// The clause, without endings and words that mean nothing of their own.
    pub clause: String,
    /// The part of it from the first word that no rule expects; of several readings the rules that differ.
    pub from: String,
}

/// The result of reading a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadVerdict {
    /// It was read.
    Read(CardReading),
    /// It was not, for each of these clauses.
    Declined(Vec<Decline>),
}

impl DeclineReason {
    /// The reason in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::UnknownCard => "the card table has no such card",
            Self::NoText => "there is nothing to read",
            Self::NotUnderstood => "not understood",
            Self::SeveralReadings => "can be read in several ways",
            Self::NoWayBack => "the card file does not say the text when it is read backwards",
            Self::NoSuchEffect => "it is about an effect that was not found",
            Self::NeedsRuling => "the text leaves open what a ruling decides",
            Self::NotCompiled => "the card compiler refuses the card file",
            Self::TooLong => "too long",
        }
    }
}

impl ReadVerdict {
    /// The reading, if there is one.
    #[must_use]
    pub const fn reading(&self) -> Option<&CardReading> {
        match self {
            Self::Read(reading) => Some(reading),
            Self::Declined(_) => None,
        }
    }
}

/// The rules, and the names of a card table.
#[derive(Debug)]
pub struct Reader {
    pub(crate) grammar: Grammar,
    pub(crate) names: CardNames,
    version: u32,
}

impl Reader {
    /// A reader with the rules of this crate.
    ///
    /// # Errors
    /// A fault in the rules; a test sees to it that there is none.
    pub fn new(cards: &Catalogue) -> Result<Self, GrammarError> {
        let rules: Vec<RuleFile> =
            RULES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Self::with_rules(&rules, cards)
    }

    /// A reader with other rules.
    ///
    /// # Errors
    /// The first fault in the rules, with its file and line.
    pub fn with_rules(rules: &[RuleFile], cards: &Catalogue) -> Result<Self, GrammarError> {
        let mut sum = crc32fast::Hasher::new();
        rules.iter().for_each(|(_, text)| sum.update(text.as_bytes()));
        Ok(Self {
            grammar: load::grammar(rules)?,
            names: CardNames::new(cards),
            version: sum.finalize(),
        })
    }

    /// A checksum of all rules: readings by other rules have another one.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Reads a card of the table whose names the reader was made with.
    #[must_use]
    pub fn read(&self, cards: &Catalogue, card: &PrintedCard) -> ReadVerdict {
        let declined = |reason| {
            ReadVerdict::Declined(vec![Decline {
                reason,
                clause: String::new(),
                from: String::new(),
            }])
        };
        let Some(code) = cards.by_passcode(card.passcode) else {
            return declined(DeclineReason::UnknownCard);
        };
        let facts = cards.facts(code);
        if card.text.trim().is_empty() || facts.is_plain_monster() {
            return declined(DeclineReason::NoText);
        }
        if card.text.len() > 16 * MAX_TOKENS {
            return declined(DeclineReason::TooLong);
        }
        let name = cards.name(code);
        let mut work = CardWork::new(self, facts, name);
        match work.read(card) {
            Ok(reading) => ReadVerdict::Read(reading),
            Err(declines) => ReadVerdict::Declined(declines),
        }
    }
}
