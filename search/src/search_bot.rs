//! The common parts of bots that search: their knowledge, and the way from a finding to a choice.

use duelfish_engine::{Action, Actions, Player, View};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::belief::Belief;
use crate::bot::{Bot, Budget, Choice, Finding, Findings, Setup, Why};
use crate::duels::{DuelWorlds, Evaluator, key_of};
use crate::expected::ExpectedMove;
use crate::heuristic;
use crate::playable::worth_to;
use crate::repetition::Repetition;
use crate::turn_plan::TurnPlanner;

/// A bot that searches worlds which fit what its player knows, by this strategy.
#[derive(Debug)]
pub struct SearchBot<S> {
    strategy: S,
    evaluator: Evaluator,
    belief: Belief,
    rng: ChaCha8Rng,
    repetition: Repetition,
    /// How often it has pondered since the last choice.
    pondered: u64,
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

    /// Searches while the opponent is asked, for the searches to come; see [`Bot::ponder`].
    fn ponder(
        &mut self,
        view: &View<'_>,
        worlds: DuelWorlds,
        luck: ChaCha8Rng,
        evaluator: &mut Evaluator,
        budget: Budget<'_>,
    ) -> u32 {
        let _ = (view, worlds, luck, evaluator, budget);
        0
    }

    /// The next searches try the move with this key alone, or every move again. Returns whether the strategy can do
    /// that.
    fn restrict(&mut self, only: Option<u64>) -> bool {
        let _ = only;
        false
    }

    /// The line that the last search expects after the move with this key; see [`Bot::expects`].
    fn line(
        &self,
        view: &View<'_>,
        worlds: &mut DuelWorlds,
        luck: ChaCha8Rng,
        first: u64,
    ) -> Vec<ExpectedMove> {
        let _ = (view, worlds, luck, first);
        Vec::new()
    }
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
    /// The 95% interval of that chance; see [`Finding::interval`].
    pub interval: Option<[f32; 2]>,
}

impl FoundMove {
    /// The same as the player with this number sees it, for a move that means this action.
    fn seen_by(&self, player: u8, action: Action) -> Finding {
        let value = worth_to(player, self.chance);
        let interval = self.interval.map(|ends| {
            let [a, b] = ends.map(|end| worth_to(player, end));
            [a.min(b), a.max(b)]
        });
        Finding { action, visits: self.visits, value, interval }
    }
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
            pondered: 0,
        }
    }

    /// The same with plans of its turns, of at most so many decisions that are tried out: see [`TurnPlanner`].
    #[must_use]
    pub fn planning(self, nodes: u64) -> SearchBot<TurnPlanner<S>> {
        let Self { strategy, evaluator, belief, rng, repetition, pondered } = self;
        SearchBot {
            strategy: TurnPlanner::new(strategy, nodes),
            evaluator,
            belief,
            rng,
            repetition,
            pondered,
        }
    }

    /// The strategy, to be set up.
    pub(crate) const fn strategy_mut(&mut self) -> &mut S {
        &mut self.strategy
    }

    /// The same with another evaluation.
    #[must_use]
    pub fn with_evaluation(self, evaluator: impl Into<Evaluator>) -> Self {
        Self { evaluator: evaluator.into(), ..self }
    }

    /// The same for duels in which the opponent's list is not told. Without lists to guess from
    /// the bot plays such duels by rules of thumb. A belief without an inference leaves the bot the one that it has.
    #[must_use]
    pub fn with_belief(self, belief: Belief) -> Self {
        Self { belief: belief.with_inference_of(self.belief), ..self }
    }
}

impl<S: Strategy> Bot for SearchBot<S> {
    fn begin(&mut self, setup: &Setup<'_>, seed: u64) {
        self.belief.begin(setup);
        self.strategy.begin();
        self.evaluator.begin();
        self.repetition.clear();
        self.pondered = 0;
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
        self.pondered = 0;
        let Some(worlds) = DuelWorlds::new(self.belief.dealers(view)) else {
            return heuristic::choice_anew(view, legal, &mut self.repetition);
        };
        let found = self.strategy.search(view, worlds, luck, &mut self.evaluator, budget);
        let me = view.asked().map_or(0, Player::number);
        let with_key = |key: u64| -> Option<Action> {
            legal.iter().find(|action| key_of(view, **action) == key).copied()
        };
        let choices =
            found.moves.iter().filter_map(|found| Some(found.seen_by(me, with_key(found.key)?)));
        let choices: Vec<Finding> = choices.collect();
        let ranked = choices.iter().map(|finding| finding.action);
        let action = self.repetition.choose(view, legal, ranked);
        let (iterations, nodes) = (found.iterations, found.nodes);
        Choice { action, why: Why::Search(Findings { choices, iterations, nodes }) }
    }

    fn ponder(&mut self, view: &View<'_>, budget: Budget<'_>) -> u32 {
        let Some(worlds) = DuelWorlds::new(self.belief.dealers(view)) else { return 0 };
        self.pondered += 1;
        let mut luck = self.luck_beside();
        luck.set_stream(!self.pondered);
        self.strategy.ponder(view, worlds, luck, &mut self.evaluator, budget)
    }

    fn judge(&mut self, view: &View<'_>, action: Action, budget: Budget<'_>) -> Option<Finding> {
        let me = view.asked()?.number();
        let luck = self.luck_beside();
        let worlds = DuelWorlds::new(self.belief.dealers(view))?;
        let key = key_of(view, action);
        if !self.strategy.restrict(Some(key)) {
            return None;
        }
        let found = self.strategy.search(view, worlds, luck, &mut self.evaluator, budget);
        self.strategy.restrict(None);
        let found = found.moves.iter().find(|found| found.key == key && found.visits > 0)?;
        Some(found.seen_by(me, action))
    }

    fn expects(&mut self, view: &View<'_>, first: Action) -> Vec<ExpectedMove> {
        let luck = self.luck_beside();
        let worlds = DuelWorlds::new(self.belief.dealers(view));
        let line = |mut worlds| self.strategy.line(view, &mut worlds, luck, key_of(view, first));
        worlds.map_or_else(Vec::new, line)
    }
}

impl<S> SearchBot<S> {
    /// Chance for what is asked beside the duel: it takes nothing away from that of the choices to come.
    fn luck_beside(&self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(!self.rng.clone().next_u64())
    }
}
