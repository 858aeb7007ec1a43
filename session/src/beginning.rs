//! The beginning of a duel, and its chance.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use duelfish_arena::record::DuelRecord;
use duelfish_arena::seeds::{SeedPurpose, derive};
use duelfish_arena::{Replay, SortedDeck};
use duelfish_engine::position::Script;
use duelfish_engine::{
    Candidate, Catalogue, Chance, DeckList, Duel, Game, Player, Position, Question, SetupError,
    Streams, Witness,
};

/// The beginning of a duel.
#[derive(Clone)]
pub enum Beginning<'c> {
    /// Two decks of a record, by seat.
    Decks(Arc<Replay<'c>>, [usize; 2]),
    /// A position.
    Position(Arc<FromPosition<'c>>),
}

/// A position with its rules and cards.
pub struct FromPosition<'c> {
    game: Game<'c>,
    position: Position,
}

impl<'c> Beginning<'c> {
    /// Begins with the decks of a record of one duel: the first one goes first unless `b_first`.
    #[must_use]
    pub const fn decks(replay: Arc<Replay<'c>>, b_first: bool) -> Self {
        Self::Decks(replay, if b_first { [1, 0] } else { [0, 1] })
    }

    /// Begins with the decks of one duel of a record.
    #[must_use]
    pub fn of_record(replay: Arc<Replay<'c>>, duel: &DuelRecord) -> Self {
        Self::Decks(replay, duel.decks.map(|deck| deck as usize))
    }

    /// Begins at a position.
    #[must_use]
    pub fn position(position: Position, cards: &'c Catalogue) -> Self {
        Self::Position(Arc::new(FromPosition { game: position.game(cards), position }))
    }

    /// Rules and card table.
    #[must_use]
    pub fn game(&self) -> &Game<'c> {
        match self {
            Self::Decks(replay, _) => replay.game(),
            Self::Position(from) => &from.game,
        }
    }

    /// The decks by seat. Those of a position are told by the cards on the table.
    pub(crate) fn lists(&self) -> [DeckList<'_>; 2] {
        const NONE: DeckList<'_> = DeckList { main: &[], extra: &[] };
        match self {
            Self::Decks(replay, decks) => {
                decks.map(|deck| replay.decks().get(deck).map_or(NONE, SortedDeck::list))
            }
            Self::Position(_) => [NONE; 2],
        }
    }

    /// The numbers of the decks in the record, by seat.
    pub(crate) fn numbers(&self) -> [u32; 2] {
        match self {
            Self::Decks(_, decks) => decks.map(|deck| deck as u32),
            Self::Position(_) => [0, 1],
        }
    }

    /// The duel before its first decision.
    pub(crate) fn begin(
        &self,
        chance: &mut TableChance<'_>,
        witness: &mut impl Witness,
    ) -> Result<Duel, SetupError> {
        match self {
            Self::Decks(..) => Duel::start(self.game(), self.lists(), chance, witness),
            Self::Position(from) => Ok(from.position.start(&from.game, chance, witness)),
        }
    }

    fn script(&self) -> Option<Script> {
        match self {
            Self::Decks(..) => None,
            Self::Position(from) => Some(from.position.script()),
        }
    }
}

/// The chance of a table: the answers that were recorded, then those that a position says, then those of the seed.
pub(crate) struct TableChance<'t> {
    recorded: &'t [u32],
    script: Option<Script>,
    streams: Streams,
    /// All answers, in the order of the questions.
    answers: &'t mut Vec<u32>,
    /// The number of answers up to the last one that would have been another one without the record.
    pub(crate) odd: usize,
}

impl<'t> TableChance<'t> {
    pub(crate) fn new(
        start: &Beginning<'_>,
        seed: u64,
        b_first: bool,
        recorded: &'t [u32],
        answers: &'t mut Vec<u32>,
    ) -> Self {
        // Shuffles belong to the deck, whoever goes first.
        let of = Player::BOTH.map(|player| side_of(player, b_first));
        let streams = Streams::new(chance_seed(seed), of);
        Self { recorded, script: start.script(), streams, answers, odd: 0 }
    }

    /// The answer without the record.
    fn usual(&mut self, question: Question, candidate: &impl Fn(u32) -> Candidate) -> u32 {
        if let Some(script) = &mut self.script {
            let misses = script.misses();
            let answer = script.answer(question, candidate);
            if script.misses() == misses {
                return answer;
            }
        }
        self.streams.answer(question, candidate)
    }
}

impl Chance for TableChance<'_> {
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32 {
        let usual = self.usual(question, &candidate);
        let recorded = self.recorded.get(self.answers.len()).copied();
        let answer = recorded.filter(|answer| *answer < question.choices).unwrap_or(usual);
        self.answers.push(answer);
        if answer != usual {
            self.odd = self.answers.len();
        }
        answer
    }
}

/// The seed of shuffles, coins and dice.
pub(crate) const fn chance_seed(seed: u64) -> u64 {
    derive(seed, 0, SeedPurpose::Duel)
}

/// The side of a seat: 0 for the first deck of the record.
pub(crate) const fn side_of(player: Player, b_first: bool) -> u8 {
    player.number() ^ b_first as u8
}

/// Seeds that nobody has chosen are below this, so that they are easily typed.
const SEEDS: u64 = 1_000_000;

/// A seed that nobody has chosen.
#[must_use]
pub fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    derive(now as u64, 0, SeedPurpose::Duel) % SEEDS
}

/// Whether the second side goes first, where the seed says it.
#[must_use]
pub const fn second_goes_first(seed: u64) -> bool {
    derive(seed, 0, SeedPurpose::First) & 1 == 1
}
