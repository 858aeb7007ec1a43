//! One duel between two bots.

use std::sync::atomic::{AtomicBool, Ordering};

use duelfish_engine::{
    Action, Actions, DeckList, Duel, Event, Game, Outcome, Player, Streams, Witness,
};
use duelfish_search::{Bot, Budget, Setup};

use crate::list::Openings;
use crate::seeds::{Purpose, derive};

/// One of the two that a match compares: a deck with its bot, whichever seat it has.
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
    pub outcome: Outcome,
    /// Number of the turn in which it ended.
    pub turns: u16,
    /// Answers that the bots gave.
    pub decisions: u32,
    /// Who went first.
    pub first: Side,
}

impl DuelResult {
    /// The winning side, if there is one.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        match self.outcome.winner() {
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

/// What all duels of a match have in common, with two bots to play them one after the other.
pub struct Table<'a> {
    /// Rules and card table.
    pub game: &'a Game<'a>,
    /// The deck of each side, as the bots know it.
    pub decks: [DeckList<'a>; 2],
    /// The same decks on the table.
    pub openings: &'a Openings,
    /// The bot of each side.
    pub bots: [Box<dyn Bot>; 2],
    /// What a choice of each bot may cost.
    pub budgets: [Budget; 2],
    /// The seed of the match.
    pub seed: u64,
}

impl Table<'_> {
    /// Plays duel number `number` of the match; `Ok(None)` if `stop` was set before its end.
    ///
    /// # Errors
    /// Fails when a bot answers illegally.
    pub fn play(
        &mut self,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<DuelResult>, PlayError> {
        let first = Side::first_in(number);
        let decks = Player::BOTH.map(|player| self.decks[first.of(player).index()]);
        for player in Player::BOTH {
            let side = first.of(player);
            let purpose = match side {
                Side::A => Purpose::BotA,
                Side::B => Purpose::BotB,
            };
            let setup = Setup { me: player, decks: decks.map(Some) };
            self.bots[side.index()].begin(&setup, derive(self.seed, number, purpose));
        }
        let deck_of = Player::BOTH.map(|player| first.of(player).index() as u8);
        let mut chance = Streams::new(derive(self.seed, number, Purpose::Duel), deck_of);
        let mut legal = Actions::new();
        let opening = self.openings.with_first(first);
        let mut duel = opening.start(self.game, &mut chance, &mut self.ears(first));
        let anybody_listens = self.bots.iter().any(|bot| bot.listens());
        while let Some(decision) = duel.decision() {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            duel.legal_actions(self.game, &mut legal);
            let side = first.of(decision.player);
            let view = duel.view(self.game, decision.player);
            let budget = self.budgets[side.index()];
            let action = self.bots[side.index()].choose(&view, &legal, budget).action;
            if !legal.contains(&action) {
                let bot = ['A', 'B'][side.index()];
                return Err(PlayError::Illegal { bot, action, duel: number });
            }
            if anybody_listens {
                duel.apply(self.game, action, &mut chance, &mut self.ears(first));
            } else {
                duel.apply(self.game, action, &mut chance, &mut ());
            }
        }
        // A duel that waits for nobody is over.
        let outcome = duel.outcome().unwrap_or(Outcome::Limit(duelfish_engine::Limit::Steps));
        let (turns, decisions) = (duel.turn(), duel.decisions());
        Ok(Some(DuelResult { outcome, turns, decisions, first }))
    }

    /// The bots that listen, by seat.
    fn ears(&mut self, first: Side) -> Ears<'_> {
        let [a, b] = &mut self.bots;
        let mut by_seat = [a, b].map(|bot| bot.listens().then_some(&mut **bot as &mut dyn Bot));
        if first == Side::B {
            by_seat.swap(0, 1);
        }
        Ears(by_seat)
    }
}

/// Tells bots what their players notice.
struct Ears<'b>([Option<&'b mut dyn Bot>; 2]);

impl Witness for Ears<'_> {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, duel: &Duel, event: Event) {
        for player in Player::BOTH {
            if let Some(bot) = &mut self.0[player.index()]
                && let Some(heard) = event.heard_by(duel, player)
            {
                bot.observe(&heard);
            }
        }
    }
}
