//! One duel between two bots.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use duelfish_engine::{
    Action, Actions, Candidate, Chance, DeckList, Duel, Event, Game, Outcome, Player, Question,
    Streams, View, Witness,
};
use duelfish_search::{Budget, Clock, Setup};

use crate::bots::{Contestant, Forfeit, ProgramEnd};
use crate::list::Openings;
use crate::plan::Seating;
use crate::time_control::{DuelClock, TimeControl};

/// One of the two that a run compares: a bot, and in a match its deck, whichever seat it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first deck and bot of the match.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// Index into a pair of things, one for each side.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter for it in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }

    /// The side that goes first in duel number `duel`: they take turns, beginning with A.
    #[must_use]
    pub const fn first_in(duel: u64) -> Self {
        if duel.is_multiple_of(2) { Self::A } else { Self::B }
    }

    /// The side of a player, if `self` goes first.
    #[must_use]
    pub const fn of(self, player: Player) -> Self {
        Self::BOTH[self.index() ^ player.index()]
    }
}

/// How a duel went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelResult {
    /// How it ended.
    pub end: ProgramEnd,
    /// Number of the turn in which it ended.
    pub turns: u16,
    /// Answers that the bots gave.
    pub decisions: u32,
    /// The side that went first.
    pub first: Side,
}

impl DuelResult {
    /// The winning side, if there is one.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        match self.end.winner() {
            Some(player) => Some(self.first.of(player)),
            None => None,
        }
    }
}

/// Why a duel was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// A bot gave an answer that is not legal, which is a mistake in the bot.
    #[error("bot {bot} answered {action:?} in duel {duel}, which is not legal there")]
    Illegal {
        /// The bot's side.
        bot: char,
        /// Its answer.
        action: Action,
        /// Number of the duel, from 0.
        duel: u64,
    },
}

/// The common parts of all duels of a run, with two bots to play them one after the other.
pub struct Table<'a> {
    /// Rules and card table.
    pub game: &'a Game<'a>,
    /// All decks of the run, as the bots know them.
    pub decks: Vec<DeckList<'a>>,
    /// The arrangements of decks, on the table.
    pub openings: &'a Openings,
    /// The bot of each side.
    pub bots: [Box<dyn Contestant>; 2],
    /// The budget of each bot for a choice.
    pub budgets: [Budget<'static>; 2],
    /// The answers in the duel that was played last.
    pub log: Log,
    /// The time that each side's bot took in that duel, if it is to be measured.
    pub thinking: Option<[Duration; 2]>,
    /// Why the duel that was played last was lost by forfeit, if it was, and by which side.
    pub forfeit: Option<(Side, Forfeit)>,
    /// The time of each player for a duel, if it is limited.
    pub time_control: Option<TimeControl>,
    /// Looked at before and after a choice if its time is limited or measured, and else never.
    pub clock: Box<dyn Clock>,
}

/// When a duel should be given up: as soon as one of these becomes true.
#[derive(Clone, Copy, Debug)]
pub struct StopFlags<'a>(pub [&'a AtomicBool; 2]);

impl StopFlags<'_> {
    /// Whether it should stop now.
    #[inline]
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.iter().any(|flag| flag.load(Ordering::Relaxed))
    }
}

/// All that was decided in a duel: enough to play it again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// The answers of chance, in the order of the questions.
    pub answers: Vec<u32>,
    /// The answers of the players, packed.
    pub actions: Vec<u32>,
}

impl Table<'_> {
    /// Plays a duel and logs it; `Ok(None)` if `stop` was set before its end.
    ///
    /// # Errors
    /// Fails when a bot answers illegally.
    pub fn play(
        &mut self,
        seating: &Seating,
        stop: StopFlags<'_>,
    ) -> Result<Option<DuelResult>, PlayError> {
        let first = seating.first;
        let decks = seating.decks.map(|deck| self.decks[deck]);
        for player in Player::BOTH {
            let side = first.of(player).index();
            let setup = Setup { me: player, decks: decks.map(Some) };
            self.bots[side].sit_down(&setup, seating.bots[side]);
        }
        // The lists are taken out for the time of the duel, so that it can fill them while bots play.
        let mut log = std::mem::take(&mut self.log);
        log.answers.clear();
        log.actions.clear();
        let streams = Streams::new(seating.chance, seating.stream_of);
        let mut chance = Logged { streams, answers: &mut log.answers };
        let mut legal = Actions::new();
        self.forfeit = None;
        self.thinking = self.thinking.map(|_| [Duration::ZERO; 2]);
        let opening = self.openings.arranged(seating.arrangement);
        let mut duel = opening.start(self.game, &mut chance, &mut self.ears(first));
        let anybody_listens = self.bots.iter().any(|bot| bot.is_listening());
        let mut forfeited = None;
        let mut times = self.time_control.map(DuelClock::new);
        while let Some(decision) = duel.decision() {
            duel.legal_actions(self.game, &mut legal);
            let side = first.of(decision.player);
            let view = duel.view(self.game, decision.player);
            let budget = Budget { stop: &stop.0, ..self.budgets[side.index()] };
            let answer = self.ask(side, &view, &legal, budget, times.as_mut());
            // A bot that was stopped while thinking may answer anything.
            if stop.is_set() {
                self.log = log;
                return Ok(None);
            }
            let action = match answer {
                Ok(action) => action,
                Err(forfeit) => {
                    forfeited = Some(ProgramEnd::Forfeit(decision.player, forfeit.failure));
                    self.forfeit = Some((side, forfeit));
                    break;
                }
            };
            if !legal.contains(&action) {
                let bot = ['A', 'B'][side.index()];
                self.log = log;
                return Err(PlayError::Illegal { bot, action, duel: seating.number });
            }
            log.actions.push(action.to_bits());
            if anybody_listens {
                duel.apply(self.game, action, &mut chance, &mut self.ears(first));
            } else {
                duel.apply(self.game, action, &mut chance, &mut ());
            }
        }
        self.log = log;
        // A duel that waits for nobody is over.
        let outcome = duel.outcome().unwrap_or(Outcome::Limit(duelfish_engine::Limit::Steps));
        let end = forfeited.unwrap_or(ProgramEnd::Rules(outcome));
        for bot in &mut self.bots {
            bot.stand_up(end);
        }
        let (turns, decisions) = (duel.turn(), duel.decisions());
        Ok(Some(DuelResult { end, turns, decisions, first }))
    }

    /// Asks a bot, and takes the time.
    fn ask(
        &mut self,
        side: Side,
        view: &View<'_>,
        legal: &Actions,
        budget: Budget<'_>,
        times: Option<&mut DuelClock>,
    ) -> Result<Action, Forfeit> {
        let bot = &mut self.bots[side.index()];
        if times.is_none() && self.thinking.is_none() {
            return bot.answer(view, legal, budget);
        }
        let time = times.as_ref().map(|times| times.before(side));
        let asked = self.clock.now();
        let answer = bot.answer(view, legal, Budget { time, ..budget });
        let took = self.clock.now().saturating_sub(asked);
        if let Some(thinking) = &mut self.thinking {
            thinking[side.index()] += took;
        }
        match (answer, times) {
            (Ok(action), Some(times)) => times.spend(side, took).map(|()| action),
            (answer, _) => answer,
        }
    }

    /// The bots that listen, by seat.
    fn ears(&mut self, first: Side) -> Ears<'_> {
        let [a, b] = &mut self.bots;
        let mut by_seat =
            [a, b].map(|bot| bot.is_listening().then_some(&mut **bot as &mut dyn Contestant));
        if first == Side::B {
            by_seat.swap(0, 1);
        }
        Ears(by_seat)
    }
}

/// Chance from seeded streams that writes down what it answers.
#[derive(Debug)]
pub struct Logged<'l> {
    /// The streams that answer.
    pub streams: Streams,
    /// The answers, in the order of the questions.
    pub answers: &'l mut Vec<u32>,
}

impl Chance for Logged<'_> {
    #[inline]
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32 {
        let answer = self.streams.answer(question, candidate);
        self.answers.push(answer);
        answer
    }
}

/// Tells bots what their players notice.
struct Ears<'b>([Option<&'b mut dyn Contestant>; 2]);

impl Witness for Ears<'_> {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, duel: &Duel, event: Event) {
        for player in Player::BOTH {
            if let Some(bot) = &mut self.0[player.index()]
                && let Some(heard) = event.heard_by(duel, player)
            {
                bot.hear(&heard);
            }
        }
    }
}
