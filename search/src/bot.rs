//! The interface of bots: a bot is told the set-up and asked for choices.

use std::sync::atomic::{AtomicBool, Ordering};

use duelfish_engine::{Action, Actions, DeckList, Player, PublicEvent, View};

use crate::clock::TimeLeft;
use crate::expected::ExpectedMove;

/// Plays one player of a duel.
///
/// [`Bot::begin`] starts a new duel and must leave nothing of the one before: with the same
/// set-up, seed and views a bot makes the same choices, whatever it has played and on whichever
/// thread. That is what makes matches reproducible.
pub trait Bot: Send {
    /// A duel begins; chance of the bot's own comes from `seed` alone.
    fn begin(&mut self, setup: &Setup<'_>, seed: u64);

    /// Whether [`Bot::observe`] wants to hear events. The answer must stay the same during a
    /// duel.
    fn listens(&self) -> bool {
        false
    }

    /// Something happened that the bot's player noticed.
    fn observe(&mut self, event: &PublicEvent) {
        let _ = event;
    }

    /// Answers a decision of the bot's player. `legal` holds at least one action, and the answer
    /// must be one of them.
    fn choose(&mut self, view: &View<'_>, legal: &Actions, budget: Budget<'_>) -> Choice;

    /// Thinks on while the opponent is asked what to do in an open state (a Main Phase or a Battle Step), until the budget
    /// is spent or somebody stops it. The next choices may use what it finds, so that they depend on how far it came.
    /// Returns how many iterations it made; 0 if the bot can't do that.
    fn ponder(&mut self, view: &View<'_>, budget: Budget<'_>) -> u32 {
        let _ = (view, budget);
        0
    }

    /// Says what one legal move gives, by a search of its own in which the bot's player makes no other one there. It
    /// is for those who ask about a move that the bot would hardly look at; choices don't depend on it. None if
    /// the bot can't say.
    fn judge(&mut self, view: &View<'_>, action: Action, budget: Budget<'_>) -> Option<Finding> {
        let _ = (view, action, budget);
        None
    }

    /// The line that the bot expects when this move is made at the decision that it answered last, in one world
    /// that fits what its player knows. Empty if the bot expects none.
    fn expects(&mut self, view: &View<'_>, first: Action) -> Vec<ExpectedMove> {
        let _ = (view, first);
        Vec::new()
    }
}

/// A bot in a box plays like the bot.
impl<B: Bot + ?Sized> Bot for Box<B> {
    fn begin(&mut self, setup: &Setup<'_>, seed: u64) {
        (**self).begin(setup, seed);
    }

    fn listens(&self) -> bool {
        (**self).listens()
    }

    fn observe(&mut self, event: &PublicEvent) {
        (**self).observe(event);
    }

    #[inline]
    fn choose(&mut self, view: &View<'_>, legal: &Actions, budget: Budget<'_>) -> Choice {
        (**self).choose(view, legal, budget)
    }

    fn ponder(&mut self, view: &View<'_>, budget: Budget<'_>) -> u32 {
        (**self).ponder(view, budget)
    }

    fn judge(&mut self, view: &View<'_>, action: Action, budget: Budget<'_>) -> Option<Finding> {
        (**self).judge(view, action, budget)
    }

    fn expects(&mut self, view: &View<'_>, first: Action) -> Vec<ExpectedMove> {
        (**self).expects(view, first)
    }
}

/// The facts that a bot knows before the first card is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// Whom the bot plays.
    pub me: Player,
    /// The deck of each player as far as this bot knows it. Its own is always known; the
    /// opponent's is too unless a match says otherwise.
    pub decks: [Option<DeckList<'a>>; 2],
}

/// How much work a choice may be. It is counted, so that results can be repeated, unless the player's time for the
/// duel is limited too.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Most decisions that the bot may try out for one choice, in any copy of the duel. Bots that
    /// look at the view alone need none.
    pub nodes: u64,
    /// The choice is of no use any more as soon as one of these is true. The caller that set it
    /// throws the choice away, so that a search may end anywhere and say anything.
    pub stop: &'a [&'a AtomicBool],
    /// The player's time, if it is limited; `None` if nothing is timed. A bot may ignore it, and loses if it is over.
    pub time: Option<TimeLeft>,
}

impl Budget<'_> {
    /// No decision may be tried out.
    pub const NONE: Self = Self::of(0);

    /// So many decisions may be tried out, and nothing stops them.
    #[must_use]
    pub const fn of(nodes: u64) -> Self {
        Self { nodes, stop: &[], time: None }
    }

    /// Whether nobody waits for the choice any more.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.iter().any(|flag| flag.load(Ordering::Relaxed))
    }
}

/// An answer and how the bot came to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The answer.
    pub action: Action,
    /// How the bot came to it.
    pub why: Why,
}

/// How a bot came to a choice.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// By chance.
    Random,
    /// By the rule of thumb with this name.
    Rule(&'static str),
    /// By a search.
    Search(Findings),
}

/// The results of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The choices that mean something different, the best one first.
    pub choices: Vec<Finding>,
    /// How often the search began anew from the decision.
    pub iterations: u32,
    /// How many decisions it tried out.
    pub nodes: u64,
}

/// The result of a search for one choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The choice.
    pub action: Action,
    /// How often it was tried.
    pub visits: u32,
    /// The chance to win that it seems to give, from 0 to 1.
    pub value: f32,
    /// The 95% interval of that chance, from the spread of the values that its visits brought: of the worlds and lines
    /// that were looked at. It says nothing about errors of the evaluation, which all visits share. None if the
    /// bot does not know the spread, or too few visits show none.
    pub interval: Option<[f32; 2]>,
}
