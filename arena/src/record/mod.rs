//! Records: one file for each run, from which every duel can be played again.
//!
//! A record is only ever appended to, in the order of the duels' numbers. So a run that was killed
//! at any moment can go on where it stopped ([`RecordWriter::resume`]), and the same run always
//! makes the same bytes, whatever its threads, interruptions and shards.

pub(crate) mod codec;
mod ending;
mod pool;
mod read;
mod rules;
mod write;

use bincode::{Decode, Encode};
use duelfish_engine::{CardCode, Catalogue};

use crate::bots::program::ProgramSpec;
use crate::plan::{Pairing, Plan, Shard};
use crate::play::{DuelResult, Side};
use crate::repeats::Repeats;
use crate::scores::StopRule;
use crate::stats::{Model, Sprt, SprtError};
use crate::time_control::TimeControl;

pub use codec::{FORMAT, TooLarge};
pub use ending::Ending;
pub use pool::pool_hash;
pub use read::{RecordError, RecordFault, RecordReader};
pub use rules::{rules_from_words, rules_in_words};
pub use write::RecordWriter;
pub(crate) use write::encode;

/// The facts of a record about all of its duels.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub struct RecordHeader {
    /// Version of the engine that played.
    pub engine: String,
    /// The cards of the decks as they were played then, as a hash: see [`pool_hash`].
    pub pool: u64,
    /// Name of the rule preset, with what is otherwise: see [`rules_in_words`].
    pub rules: String,
    /// All switches of the rules, in words.
    pub switches: String,
    /// The decks.
    pub decks: Vec<DeckCards>,
    /// Passcodes of cards that were played as if they had no text.
    pub blanks: Vec<u32>,
    /// The bots of sides A and B, as specifications.
    pub bots: [String; 2],
    /// The seed of the run.
    pub seed: u64,
    /// Number of duels of the whole run, or of bouts.
    pub games: u64,
    /// The most duels of a bout; 1 for single duels. From the second duel of a bout on the third and fourth
    /// deck are played.
    pub best_of: u8,
    /// The conditions that duels share with each other.
    pub pairing: RecordedPairing,
    /// Which part of the run this is, from 0, and of how many.
    pub shard: (u64, u64),
    /// The test that may end the run early, if there is one.
    pub sprt: Option<RecordedSprt>,
    /// The reach of the interval with which the run may end early, as a share, if there is one.
    pub reach: Option<f64>,
    /// A note that must be shown wherever results of this run are shown, such as one about cards
    /// that were replaced.
    pub note: String,
    /// A hash over the weights of each bot that has its own: see [`duelfish_search::Weights::hash`]. A file of
    /// weights is known by what it holds and not by its name.
    pub weights: [Option<u64>; 2],
    /// Cards that were not played as they are, which `note` says in words.
    pub replaced: Vec<Replacement>,
    /// The time of each player for a duel, if it was limited.
    pub time_control: Option<TimeControl>,
    /// Whether another run with the seed has the same choices of each bot.
    pub repeats: [Repeats; 2],
}

/// A card that was not played as it is.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Replacement {
    /// Its passcode.
    pub passcode: u32,
    /// Copies in each deck.
    pub copies: Vec<u32>,
    /// Passcode of the card that was played in its place; none if it was played without its text. Its own passcode
    /// says that it was played as a program has read it, and that nothing has shown that to be right.
    pub played_as: Option<u32>,
}

/// A deck in a record.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct DeckCards {
    /// Its name.
    pub name: String,
    /// Passcodes of the Main Deck, in the order in which duels take them.
    pub main: Vec<u32>,
    /// Passcodes of the Extra Deck.
    pub extra: Vec<u32>,
}

/// [`Pairing`] in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum RecordedPairing {
    /// [`Pairing::None`].
    None,
    /// [`Pairing::Seats`].
    Seats,
    /// [`Pairing::Bots`].
    Bots,
    /// [`Pairing::BotsByTwos`].
    BotsByTwos,
}

impl From<Pairing> for RecordedPairing {
    fn from(pairing: Pairing) -> Self {
        match pairing {
            Pairing::None => Self::None,
            Pairing::Seats => Self::Seats,
            Pairing::Bots => Self::Bots,
            Pairing::BotsByTwos => Self::BotsByTwos,
        }
    }
}

impl From<RecordedPairing> for Pairing {
    fn from(pairing: RecordedPairing) -> Self {
        match pairing {
            RecordedPairing::None => Self::None,
            RecordedPairing::Seats => Self::Seats,
            RecordedPairing::Bots => Self::Bots,
            RecordedPairing::BotsByTwos => Self::BotsByTwos,
        }
    }
}

/// The bounds of a sequential test in a record: see [`crate::stats::Sprt`].
#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode)]
pub struct RecordedSprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative.
    pub elo1: f64,
    /// Rate of false alarms.
    pub alpha: f64,
    /// Rate of misses.
    pub beta: f64,
    /// Whether the differences are in normalised Elo.
    pub normalised: bool,
}

impl From<Sprt> for RecordedSprt {
    fn from(test: Sprt) -> Self {
        Self {
            elo0: test.elo0(),
            elo1: test.elo1(),
            alpha: test.alpha(),
            beta: test.beta(),
            normalised: test.model() == Model::Normalised,
        }
    }
}

impl TryFrom<RecordedSprt> for Sprt {
    type Error = SprtError;

    fn try_from(test: RecordedSprt) -> Result<Self, SprtError> {
        let model = if test.normalised { Model::Normalised } else { Model::Logistic };
        Self::new(test.elo0, test.elo1, test.alpha, test.beta, model)
    }
}

/// One duel of a record.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct DuelRecord {
    /// Its number in the whole run, from 0.
    pub number: u64,
    /// The seed of its shuffles, coins and dice.
    pub seed: u64,
    /// The answers of chance, in the order of the questions.
    pub answers: Vec<u32>,
    /// The answers of the players, packed (see [`duelfish_engine::Action::to_bits`]).
    pub actions: Vec<u32>,
    /// Whether side B went first.
    pub b_first: bool,
    /// The deck of each seat, as its number in the header's list.
    pub decks: [u32; 2],
    /// How it ended, if it has.
    pub ending: Ending,
    /// Number of its last turn.
    pub turns: u16,
}

impl DuelRecord {
    /// The facts of the duel that statistics need; none if it was left before its end.
    #[must_use]
    pub fn result(&self) -> Option<DuelResult> {
        Some(DuelResult {
            end: self.ending.end()?,
            turns: self.turns,
            decisions: self.actions.len() as u32,
            first: if self.b_first { Side::B } else { Side::A },
        })
    }
}

impl DeckCards {
    /// Cards in the order in which duels take them.
    #[must_use]
    pub fn new(cards: &Catalogue, name: &str, main: &[CardCode], extra: &[CardCode]) -> Self {
        let passcodes = |codes: &[CardCode]| passcodes(cards, codes);
        Self { name: name.to_owned(), main: passcodes(main), extra: passcodes(extra) }
    }
}

/// How a record names cards.
pub(crate) fn passcodes(cards: &Catalogue, codes: &[CardCode]) -> Vec<u32> {
    codes.iter().map(|code| cards.facts(*code).passcode).collect()
}

/// The text in front of the file's name in the specification of a bot with weights; nothing follows
/// the name.
const WEIGHTS: &str = "weights=";

/// The name of a bot, parted in front of its file of weights. The name of a program is a command, in which
/// the word means something else.
fn file_of_weights(bot: &str) -> Option<(&str, &str)> {
    let is_program = bot.split(':').next() == Some(ProgramSpec::WORD);
    bot.split_once(WEIGHTS).filter(|_| !is_program)
}

impl RecordHeader {
    /// The condition that may have ended the run before its last duel.
    pub(crate) fn until(&self) -> Result<StopRule, SprtError> {
        Ok(match (self.sprt, self.reach) {
            (Some(test), _) => StopRule::Decided(test.try_into()?),
            (None, Some(reach)) => StopRule::Narrow(reach),
            (None, None) => StopRule::Played,
        })
    }

    /// The duels of the run, as far as their order and seeds go.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let (index, of) = self.shard;
        let same = |a: &DeckCards, b: &DeckCards| (&a.main, &a.extra) == (&b.main, &b.extra);
        let mirror = match self.decks.as_slice() {
            [a, b] => same(a, b),
            [a, b, sided_a, sided_b] if self.best_of > 1 => same(a, b) && same(sided_a, sided_b),
            _ => false,
        };
        Plan {
            pairing: self.pairing.into(),
            seed: self.seed,
            games: self.games,
            best_of: self.best_of,
            shard: Shard { index, of: of.max(1) },
            decks: self.decks.len(),
            mirror,
        }
    }

    /// The first field in which another run differs from this one, in words, with both values.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let decks = |header: &Self| {
            let names = header.decks.iter().map(|deck| deck.name.as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        let said =
            |what: &str, a: String, b: String| (a != b).then(|| format!("{what} {a}, not {b}"));
        let shard = |(index, of): (u64, u64)| format!("{}/{of}", index + 1);
        said("engine", self.engine.clone(), other.engine.clone())
            .or_else(|| said("rules", self.rules.clone(), other.rules.clone()))
            .or_else(|| said("rules", self.switches.clone(), other.switches.clone()))
            .or_else(|| said("decks", decks(self), decks(other)))
            .or_else(|| (self.decks != other.decks).then(|| "other cards in the decks".to_owned()))
            .or_else(|| {
                (self.blanks != other.blanks).then(|| "other cards without text".to_owned())
            })
            .or_else(|| (self.pool != other.pool).then(|| "another card pool".to_owned()))
            .or_else(|| {
                // Weights are known by what they are.
                (self.bots_without_files() != other.bots_without_files())
                    .then(|| said("bots", self.bots.join(", "), other.bots.join(", ")))
                    .flatten()
            })
            .or_else(|| self.other_weights(other))
            .or_else(|| said("seed", self.seed.to_string(), other.seed.to_string()))
            .or_else(|| said("duels", self.games.to_string(), other.games.to_string()))
            .or_else(|| said("best of", self.best_of.to_string(), other.best_of.to_string()))
            .or_else(|| {
                let pairing = |header: &Self| format!("{:?}", header.pairing);
                said("pairing", pairing(self), pairing(other))
            })
            .or_else(|| said("shard", shard(self.shard), shard(other.shard)))
            .or_else(|| said("test", format!("{:?}", self.sprt), format!("{:?}", other.sprt)))
            .or_else(|| said("reach", format!("{:?}", self.reach), format!("{:?}", other.reach)))
            .or_else(|| {
                let time = |header: &Self| {
                    let control = header.time_control;
                    control
                        .map_or_else(|| "without limit".to_owned(), |control| control.to_string())
                };
                said("time", time(self), time(other))
            })
            .or_else(|| said("note", self.note.clone(), other.note.clone()))
            .or_else(|| {
                (self.replaced != other.replaced).then(|| "other cards in place of some".to_owned())
            })
    }

    /// The bots, with the names of files of weights left out.
    fn bots_without_files(&self) -> [&str; 2] {
        self.bots
            .each_ref()
            .map(|bot| file_of_weights(bot).map_or(bot.as_str(), |(before, _)| before))
    }

    /// The bots that have weights of their own which are not known: the record is older than that.
    #[must_use]
    pub fn has_unknown_weights(&self) -> bool {
        let mut bots = self.bots.iter().zip(self.weights);
        bots.any(|(bot, of)| of.is_none() && file_of_weights(bot).is_some())
    }

    /// In which bot's weights another run differs, in words.
    fn other_weights(&self, other: &Self) -> Option<String> {
        let bots = ["A", "B"].into_iter().zip(&other.bots);
        let differ = bots.zip(self.weights.iter().zip(&other.weights));
        differ
            .into_iter()
            .find(|(_, (ours, theirs))| ours != theirs)
            .map(|((side, bot), _)| format!("bot {side} had other weights than {bot} has"))
    }
}
