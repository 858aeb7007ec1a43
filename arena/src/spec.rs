//! The settings of a run: decks, bots, rules, and which duels of them are played.

use std::collections::BTreeSet;

use duelfish_cards::Deck;
use duelfish_engine::{CardCode, Catalogue, Rules};
use duelfish_search::{Clock, WallClock};

use crate::bots::Entrant;
use crate::bout::{BestOf, LONGEST_BOUT};
use crate::list::SortedDeck;
use crate::plan::{Pairing, Shard};
use crate::record::{DeckCards, RecordHeader, Replacement, passcodes, pool_hash};
use crate::run::MatchError;
use crate::scores::StopRule;
use crate::time_control::TimeControl;

/// A run: which duels are to be played.
#[derive(Clone, Debug)]
pub struct MatchSpec {
    /// The decks of A and B; any number of decks where bots are compared ([`Pairing::is_of_bots`]).
    pub decks: Vec<Deck>,
    /// The bots of A and B.
    pub bots: [Entrant; 2],
    /// The rules.
    pub rules: Rules,
    /// Number of duels; even if they come in pairs. A goes first in every other one, the very
    /// first included.
    pub games: u64,
    /// Everything random comes from this (see [`crate::seeds`]).
    pub seed: u64,
    /// Number of threads; 0 for one for each core. It changes no result.
    pub threads: usize,
    /// The conditions that duels share with each other.
    pub pairing: Pairing,
    /// Which of the duels are played.
    pub shard: Shard,
    /// The condition that ends the run before its last duel. A shard of a run sees only some of the
    /// duels, so it plays all of its own and [`crate::merge`] decides.
    pub until: StopRule,
    /// Bouts in place of single duels: then `games` and pairs count bouts. Only for matches of two decks.
    pub best_of: Option<BestOf>,
    /// Whether duels take the cards of the decks in the order in which they stand here. Otherwise they
    /// are sorted, so that files that list the same cards are the same deck.
    pub as_listed: bool,
    /// Whether to look at cards, Life Points and the time of bots as well: see
    /// [`crate::DetailsReport`]. Each duel is played once more for that, without its bots. Only for
    /// matches of two decks.
    pub details: bool,
    /// The time of each player for a duel; who has none left loses. `None` limits no time. With a limit another
    /// run with this seed goes otherwise, and results say so.
    pub time_control: Option<TimeControl>,
    /// Makes the clock of each thread, by which time is limited and, for details, measured.
    pub clock: fn() -> Box<dyn Clock>,
    /// Cards that are not played as they are, for the record and its readers.
    pub replaced: Vec<Replacement>,
}

impl MatchSpec {
    /// A plain match: unpaired duels on all cores.
    #[must_use]
    pub fn new<B: Into<Entrant>>(
        decks: [Deck; 2],
        bots: [B; 2],
        rules: Rules,
        games: u64,
        seed: u64,
    ) -> Self {
        Self::of_bots(decks.into(), bots.map(Into::into), rules, games, seed)
    }

    /// The same with any number of decks, for [`Pairing::Bots`].
    #[must_use]
    pub fn of_bots(
        decks: Vec<Deck>,
        bots: [Entrant; 2],
        rules: Rules,
        games: u64,
        seed: u64,
    ) -> Self {
        Self {
            decks,
            bots,
            rules,
            games,
            seed,
            threads: 0,
            pairing: Pairing::None,
            shard: Shard::WHOLE,
            until: StopRule::Played,
            best_of: None,
            as_listed: false,
            details: false,
            time_control: None,
            clock: || Box::new(WallClock::start()),
            replaced: Vec::new(),
        }
    }

    /// All decks that are played: those of a bout's further duels stand behind the first two.
    fn all_decks(&self) -> Vec<Deck> {
        let sided = self.best_of.iter().flat_map(|best_of| &best_of.sided);
        self.decks.iter().chain(sided).cloned().collect()
    }

    /// The decks as duels take them.
    pub(crate) fn lists(&self) -> Vec<SortedDeck> {
        let list = if self.as_listed { SortedDeck::as_listed } else { SortedDeck::new };
        self.all_decks().iter().map(list).collect()
    }

    /// The header of this run's record.
    #[must_use]
    pub fn header(&self, cards: &Catalogue, note: &str) -> RecordHeader {
        let decks = self.all_decks();
        let deck = |(deck, sorted): (&Deck, SortedDeck)| {
            DeckCards::new(cards, &deck.name, sorted.main(), sorted.extra())
        };
        let (sprt, reach) = match self.until {
            StopRule::Decided(test) => (Some(test.into()), None),
            StopRule::Narrow(reach) => (None, Some(reach)),
            StopRule::Played => (None, None),
        };
        RecordHeader {
            engine: duelfish_engine::VERSION.to_owned(),
            pool: pool_hash(cards.with_texts(self.rules.texts), &decks),
            rules: self.rules.name.to_owned(),
            switches: format!("{:?}", self.rules),
            decks: decks.iter().zip(self.lists()).map(deck).collect(),
            blanks: passcodes(cards, &blanks(cards, &decks)),
            bots: self.bots.each_ref().map(Entrant::name),
            seed: self.seed,
            games: self.games,
            best_of: self.best_of.as_ref().map_or(1, |best_of| best_of.duels),
            pairing: self.pairing.into(),
            shard: (self.shard.index, self.shard.of),
            sprt,
            reach,
            note: note.to_owned(),
            weights: self.bots.each_ref().map(Entrant::weights),
            replaced: self.replaced.clone(),
            time_control: self.time_control,
            repeats: self.bots.each_ref().map(Entrant::repeats),
        }
    }

    /// Whether it can be played as it is asked for.
    pub(crate) fn check(&self) -> Result<(), MatchError> {
        let decks = self.decks.len();
        let paired = self.pairing != Pairing::None;
        if self.shard.index >= self.shard.of {
            return Err(MatchError::Spec("there is no such shard; the first of 4 is 1/4"));
        }
        if paired && !self.games.is_multiple_of(2) {
            return Err(MatchError::Spec(
                "paired duels come in twos; choose an even number of duels",
            ));
        }
        if self.details && (self.pairing.is_of_bots() || decks != 2) {
            return Err(MatchError::Spec("details are about a match of two decks"));
        }
        if decks == 0 || (!self.pairing.is_of_bots() && decks != 2) {
            return Err(MatchError::Spec("a match is played with two decks"));
        }
        if self.pairing == Pairing::BotsByTwos && !decks.is_multiple_of(2) {
            return Err(MatchError::Spec(
                "decks that are played two by two come in twos; name one more or one less",
            ));
        }
        match self.until {
            StopRule::Decided(_) if !paired => {
                return Err(MatchError::Spec("a sequential test needs paired duels"));
            }
            StopRule::Narrow(reach) if !(reach > 0.0 && reach < 0.5) => {
                return Err(MatchError::Spec(
                    "an interval that reaches more than 0 and less than 50 points to either side can be asked for",
                ));
            }
            _ => {}
        }
        if let Some(BestOf { duels, .. }) = &self.best_of {
            if self.pairing.is_of_bots() {
                return Err(MatchError::Spec("bouts are played between two decks"));
            }
            if duels.is_multiple_of(2) || !(3..=LONGEST_BOUT).contains(duels) {
                return Err(MatchError::Spec("a bout is best of 3, 5, 7 or 9 duels"));
            }
            if self.details {
                return Err(MatchError::Spec("details are about single duels and not about bouts"));
            }
        }
        Ok(())
    }
}

/// The cards of these decks that the card table plays without a text: see
/// [`Catalogue::with_blanks`].
fn blanks(cards: &Catalogue, decks: &[Deck]) -> Vec<CardCode> {
    let all: BTreeSet<CardCode> =
        decks.iter().flat_map(|deck| deck.main.iter().chain(&deck.extra)).copied().collect();
    let is_blank = |code: &CardCode| {
        let script = cards.scripts().card(*code);
        script.is_some_and(|script| script.effects.1 == 0 && script.statics.1 == 0)
    };
    all.into_iter().filter(is_blank).collect()
}
