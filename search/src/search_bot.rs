//! The common parts of bots that search: their knowledge, and the way from a finding to a choice.

use duelfish_engine::{Action, Actions, Player, View};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::belief::Belief;
use crate::bot::{Bot, Budget, Choice, Finding, Findings, Setup, Why};
use crate::duels::{DuelWorlds, Evaluator, key_of};
use crate::heuristic;
use crate::playable::worth_to;
use crate::repetition::Repetition;

/// A bot that searches worlds which fit what its player knows, by this strategy.
#[derive(Debug)]
pub struct SearchBot<S> {
    strategy: S,
    evaluator: Evaluator,
    belief: Belief,
    rng: ChaCha8Rng,
    repetition: Repetition,
}

/// How worlds are searched.
pub trait Strategy: Send {
    /// A duel begins: nothing of the one before may be left.
    fn begin(&mut self) {}

    /// Whether a decision is not worth a search: it is left to the rules of thumb.
    fn leaves_to_rules(&self, view: &View<'_>) -> bool {
        let _ = view;
        false
    }

    /// Searches the moves of the player who is asked; chance comes from `luck` alone.
    fn search(
        &mut self,
        view: &View<'_>,
        worlds: DuelWorlds,
        luck: ChaCha8Rng,
        evaluator: &mut Evaluator,
        budget: Budget<'_>,
    ) -> Found;
}

/// The results of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The moves, the best one first.
    pub moves: Vec<FoundMove>,
    /// See [`Findings::iterations`].
    pub iterations: u32,
    /// See [`Findings::nodes`].
    pub nodes: u64,
}

/// The result of a search for one move.
#[derive(Clone, Copy, Debug)]
pub struct FoundMove {
    /// The key of the move: see [`key_of`].
    pub key: u64,
    /// How often it was tried.
    pub visits: u32,
    /// The first player's chance to win, from 0 to 1.
    pub chance: f32,
}

impl<S> SearchBot<S> {
    /// A player with a strategy that has not begun a duel yet.
    pub(crate) fn of(strategy: S) -> Self {
        Self {
            strategy,
            evaluator: Evaluator::default(),
            belief: Belief::default(),
            rng: ChaCha8Rng::seed_from_u64(0),
            repetition: Repetition::new(),
        }
    }

    /// The same with another evaluation.
    #[must_use]
    pub fn with_evaluation(self, evaluator: impl Into<Evaluator>) -> Self {
        Self { evaluator: evaluator.into(), ..self }
    }

    /// The same for duels in which the opponent's list is not told. Without lists to guess from
    /// the bot plays such duels by rules of thumb.
    #[must_use]
    pub fn with_belief(self, belief: Belief) -> Self {
        Self { belief, ..self }
    }
}

impl<S: Strategy> Bot for SearchBot<S> {
    fn begin(&mut self, setup: &Setup<'_>, seed: u64) {
        self.belief.begin(setup);
        self.strategy.begin();
        self.evaluator.begin();
        self.repetition.clear();
        self.rng = ChaCha8Rng::seed_from_u64(seed);
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions, budget: Budget<'_>) -> Choice {
        let first = view.choice_key(legal[0]);
        if legal.iter().all(|action| view.choice_key(*action) == first) {
            return Choice { action: legal[0], why: Why::Search(Findings::default()) };
        }
        if self.strategy.leaves_to_rules(view) {
            return heuristic::choice_anew(view, legal, &mut self.repetition);
        }
        let luck = ChaCha8Rng::seed_from_u64(self.rng.next_u64());
        let Some(worlds) = DuelWorlds::new(self.belief.dealers(view)) else {
            return heuristic::choice_anew(view, legal, &mut self.repetition);
        };
        let found = self.strategy.search(view, worlds, luck, &mut self.evaluator, budget);
        let me = view.asked().map_or(0, Player::number);
        let with_key = |key: u64| -> Option<Action> {
            legal.iter().find(|action| key_of(view, **action) == key).copied()
        };
        let choices = found.moves.iter().filter_map(|FoundMove { key, visits, chance }| {
            let value = worth_to(me, *chance);
            Some(Finding { action: with_key(*key)?, visits: *visits, value })
        });
        let choices: Vec<Finding> = choices.collect();
        let ranked = choices.iter().map(|finding| finding.action);
        let action = self.repetition.choose(view, legal, ranked);
        let (iterations, nodes) = (found.iterations, found.nodes);
        Choice { action, why: Why::Search(Findings { choices, iterations, nodes }) }
    }
}
