//! Playing recorded duels again.

use duelfish_cards::Deck;
use duelfish_engine::{
    Action, Candidate, CardCode, Catalogue, Chance, Duel, Event, Game, Journal, JournalMark,
    Outcome, Player, Question, SetupError,
};

use crate::bots::ProgramEnd;
use crate::list::{Openings, SortedDeck};
use crate::record::{DuelRecord, RecordHeader, pool_hash, rules_from_words};

/// Why a recorded duel can't be played again, or does not come out as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The record names a card that the card table does not have.
    #[error("deck {deck} has a card with passcode {passcode}, which the card table does not have")]
    UnknownCard {
        /// Name of the deck.
        deck: String,
        /// The card.
        passcode: u32,
    },
    /// The record names rules that this program does not have.
    #[error(
        "it was played by rules ({0}) that this version does not have; use the version that recorded it"
    )]
    Rules(String),
    /// The record was made by another engine or pool.
    #[error(
        "it was made by {made} and this is {now}: its duels might play differently; use the version that recorded it"
    )]
    Pool {
        /// Engine and pool of the record.
        made: String,
        /// Engine and pool of this program.
        now: String,
    },
    /// The decks can't be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The duel goes another way than it was recorded.
    #[error("duel {number} does not play as it was recorded: at decision {decision} {what}")]
    Diverged {
        /// Number of the duel.
        number: u64,
        /// Number of the decision, from 1; one behind the last for the end.
        decision: usize,
        /// The difference.
        what: String,
    },
}

/// Everything that the duels of a record are played with.
#[derive(Debug)]
pub struct Replay<'c> {
    game: Game<'c>,
    decks: Vec<SortedDeck>,
}

impl<'c> Replay<'c> {
    /// Makes decks and rules of a record ready.
    ///
    /// # Errors
    /// Fails when a card or the rules don't exist here, and when engine or card pool are not those
    /// that recorded.
    pub fn new(header: &RecordHeader, cards: &'c Catalogue) -> Result<Self, ReplayError> {
        let decks = header.decks.iter().map(|deck| {
            let codes = |passcodes: &[u32]| -> Result<Vec<CardCode>, ReplayError> {
                let find = |passcode: &u32| {
                    let unknown = || {
                        let (deck, passcode) = (deck.name.clone(), *passcode);
                        ReplayError::UnknownCard { deck, passcode }
                    };
                    cards.by_passcode(*passcode).ok_or_else(unknown)
                };
                passcodes.iter().map(find).collect()
            };
            Ok(Deck {
                name: deck.name.clone(),
                main: codes(&deck.main)?,
                extra: codes(&deck.extra)?,
                side: Vec::new(),
            })
        });
        let decks = decks.collect::<Result<Vec<Deck>, ReplayError>>()?;
        let rules = rules_from_words(&header.rules);
        let rules = rules.filter(|rules| format!("{rules:?}") == header.switches);
        let rules = rules.ok_or_else(|| ReplayError::Rules(header.rules.clone()))?;
        let words = |engine: &str, pool: u64| format!("engine {engine} with card pool {pool:016x}");
        let made = words(&header.engine, header.pool);
        let now = words(duelfish_engine::VERSION, pool_hash(cards.with_texts(rules.texts), &decks));
        if made != now {
            return Err(ReplayError::Pool { made, now });
        }
        // A record has the cards in the order in which its duels took them.
        let decks = decks.iter().map(SortedDeck::as_listed).collect();
        Ok(Self { game: Game::new(rules, cards), decks })
    }

    /// Rules and card table.
    #[must_use]
    pub const fn game(&self) -> &Game<'c> {
        &self.game
    }

    /// The decks, in the order of the header.
    #[must_use]
    pub fn decks(&self) -> &[SortedDeck] {
        &self.decks
    }

    /// The decks on the table, in these arrangements.
    ///
    /// # Errors
    /// Fails when they can't be played.
    pub(crate) fn openings(&self, arrangements: &[[usize; 2]]) -> Result<Openings, ReplayError> {
        Ok(Openings::arrange(&self.game, &self.decks, arrangements)?)
    }

    /// A recorded duel before its first decision.
    ///
    /// # Errors
    /// Fails when the duel names decks that the record does not have or that can't be played.
    pub fn begin<'r>(&'r self, duel: &'r DuelRecord) -> Result<Stepper<'r, 'c>, ReplayError> {
        let decks = duel.decks.map(|deck| deck as usize);
        if decks.iter().any(|deck| *deck >= self.decks.len()) {
            let what = "it names decks that the record does not have".to_owned();
            return Err(ReplayError::Diverged { number: duel.number, decision: 1, what });
        }
        let openings = Openings::arrange(&self.game, &self.decks, &[decks])?;
        let mut events = Vec::new();
        let mut chance = Answers::new(&duel.answers);
        let state = openings.arranged(0).start(&self.game, &mut chance, &mut events);
        let used = chance.used;
        Ok(Stepper {
            game: &self.game,
            record: duel,
            duel: state,
            journal: Journal::with_capacity(20 * duel.actions.len()),
            steps: Vec::new(),
            used,
            events,
            short: chance.short,
        })
    }

    /// Plays a recorded duel to its end and compares it with what was recorded.
    ///
    /// # Errors
    /// Says where it goes another way.
    pub fn check(&self, duel: &DuelRecord) -> Result<(), ReplayError> {
        let mut stepper = self.begin(duel)?;
        while stepper.forward()? {}
        stepper.compare_end()
    }
}

/// Recorded answers of chance, in order.
pub(crate) struct Answers<'r> {
    answers: &'r [u32],
    used: usize,
    /// A question had no recorded answer, or one that it can't have.
    short: bool,
}

impl<'r> Answers<'r> {
    /// All of them, from the first one on.
    pub(crate) const fn new(answers: &'r [u32]) -> Self {
        Self { answers, used: 0, short: false }
    }
}

impl Chance for Answers<'_> {
    fn answer(&mut self, question: Question, _: impl Fn(u32) -> Candidate) -> u32 {
        let answer = self.answers.get(self.used).copied();
        self.used += 1;
        let fits = answer.filter(|answer| *answer < question.choices);
        self.short |= fits.is_none();
        fits.unwrap_or(0)
    }
}

/// A recorded duel at one of its decisions; it goes forwards by applying what was recorded and
/// backwards by undo.
#[derive(Debug)]
pub struct Stepper<'r, 'c> {
    game: &'r Game<'c>,
    record: &'r DuelRecord,
    duel: Duel,
    journal: Journal,
    /// For each decision that was taken: the journal and the answers of chance before it.
    steps: Vec<(JournalMark, usize)>,
    used: usize,
    events: Vec<Event>,
    short: bool,
}

impl Stepper<'_, '_> {
    /// The duel as it is here.
    #[must_use]
    pub const fn duel(&self) -> &Duel {
        &self.duel
    }

    /// How many decisions were taken before.
    #[must_use]
    pub fn at(&self) -> usize {
        self.steps.len()
    }

    /// How many decisions were recorded.
    #[must_use]
    pub const fn decisions(&self) -> usize {
        self.record.actions.len()
    }

    /// The events since the step before: the opening draws, or the consequences of the last
    /// decision.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The next recorded decision, if there is one.
    #[must_use]
    pub fn next_action(&self) -> Option<(Player, Action)> {
        let bits = self.record.actions.get(self.at())?;
        Some((self.duel.decision()?.player, Action::from_bits(*bits)?))
    }

    /// Takes the next recorded decision; `Ok(false)` if there is none.
    ///
    /// # Errors
    /// Fails when it is not legal here, or chance was asked something else than was recorded.
    pub fn forward(&mut self) -> Result<bool, ReplayError> {
        if self.short {
            return Err(self.diverged("chance was asked for more than was recorded"));
        }
        let Some(bits) = self.record.actions.get(self.at()) else { return Ok(false) };
        let legal = |action: &Action| self.duel.is_legal(self.game, *action);
        let Some(action) = Action::from_bits(*bits).filter(legal) else {
            return Err(self.diverged("the recorded action is not legal"));
        };
        self.steps.push((self.journal.mark(), self.used));
        self.events.clear();
        let mut chance = Answers { answers: &self.record.answers, used: self.used, short: false };
        let mut witness = (&mut self.journal, &mut self.events);
        self.duel.apply(self.game, action, &mut chance, &mut witness);
        (self.used, self.short) = (chance.used, chance.short);
        if self.short {
            return Err(self.diverged("chance was asked for more than was recorded"));
        }
        Ok(true)
    }

    /// Takes the last decision back; `false` at the beginning.
    pub fn back(&mut self) -> bool {
        let Some((mark, used)) = self.steps.pop() else { return false };
        self.duel.undo(&mut self.journal, mark);
        self.used = used;
        self.short = false;
        self.events.clear();
        true
    }

    /// Compares the end of the duel with what was recorded.
    ///
    /// # Errors
    /// Says what is different.
    pub fn compare_end(&self) -> Result<(), ReplayError> {
        let said = |outcome: Option<Outcome>| {
            outcome.map_or_else(|| "the duel goes on".to_owned(), |outcome| outcome.to_string())
        };
        let (now, then) = (self.duel.outcome(), self.record.ending.outcome());
        if now != then {
            return Err(self.diverged(&format!("{}, recorded: {}", said(now), said(then))));
        }
        if let Some(ProgramEnd::Forfeit(loser, _)) = self.record.ending.end()
            && self.duel.decision().is_none_or(|decision| decision.player != loser)
        {
            return Err(self.diverged(&format!("{loser} is not asked, recorded: {loser} forfeits")));
        }
        if self.duel.turn() != self.record.turns {
            let (now, then) = (self.duel.turn(), self.record.turns);
            return Err(self.diverged(&format!("it is turn {now}, recorded: turn {then}")));
        }
        if self.used != self.record.answers.len() {
            return Err(self.diverged("chance was asked for less than was recorded"));
        }
        Ok(())
    }

    fn diverged(&self, what: &str) -> ReplayError {
        let (number, decision) = (self.record.number, self.at() + 1);
        ReplayError::Diverged { number, decision, what: what.to_owned() }
    }
}
