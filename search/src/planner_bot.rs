//! `planner`: a search of the own turn in a few worlds that fit what the player knows.

use duelfish_engine::{Action, Actions, Journal, Player, Streams, View};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::belief::Belief;
use crate::bot::{Bot, Budget, Choice, Finding, Findings, Setup, Why};
use crate::duels::{DuelJudge, DuelWorlds, Evaluation, Leaf, World, key_of};
use crate::greedy;
use crate::planner::{Planned, Planner};

/// How a planner goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannerOptions {
    /// Most decisions that are tried out for a choice.
    pub nodes: u64,
    /// Worlds in which every candidate is tried.
    pub worlds: u32,
}

impl Default for PlannerOptions {
    fn default() -> Self {
        Self { nodes: 2000, worlds: 4 }
    }
}

/// Plays the first move of the best turn that it finds: see [`crate::planner`].
#[derive(Debug)]
pub struct PlannerBot {
    options: PlannerOptions,
    evaluation: Evaluation,
    belief: Belief,
    planner: Planner<Action>,
    rng: ChaCha8Rng,
}

impl PlannerBot {
    /// A player that has not begun a duel yet.
    #[must_use]
    pub fn new(options: PlannerOptions) -> Self {
        Self {
            options,
            evaluation: Evaluation::default(),
            belief: Belief::default(),
            planner: Planner::new(),
            rng: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// The same with another evaluation.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        Self { evaluation, ..self }
    }

    /// The same for duels in which the opponent's list is not told. Without lists to guess from
    /// the bot plays such duels by rules of thumb.
    #[must_use]
    pub fn with_belief(self, belief: Belief) -> Self {
        Self { belief, ..self }
    }
}

impl Bot for PlannerBot {
    fn begin(&mut self, setup: &Setup<'_>, seed: u64) {
        self.belief.begin(setup);
        self.rng = ChaCha8Rng::seed_from_u64(seed);
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions, budget: Budget) -> Choice {
        let first = view.choice_key(legal[0]);
        if legal.iter().all(|action| view.choice_key(*action) == first) {
            return Choice { action: legal[0], why: Why::Search(Findings::default()) };
        }
        let mut luck = ChaCha8Rng::seed_from_u64(self.rng.next_u64());
        let Some(dealer) = DuelWorlds::new(self.belief.dealers(view)) else {
            return greedy::choice(view, legal);
        };
        let game = view.game();
        let mut worlds: Vec<World<'_, Streams, Journal>> = Vec::new();
        for _ in 0..self.options.worlds {
            let mut world = World::settled(game, dealer.any(), luck.next_u64());
            dealer.deal_duel(game, &mut luck, &mut world.duel);
            worlds.push(world);
        }
        let mut judge = DuelJudge::new(self.evaluation, Leaf::Quiet, &worlds[0]);
        let mut found: Vec<Planned<Action>> = Vec::new();
        let depth = self.planner.plan(&mut worlds, &mut judge, budget.nodes, &mut found);
        let second = view.asked() == Some(Player::SECOND);
        let mut choices = Vec::new();
        for planned in &found {
            let same = |action: &&Action| key_of(view, **action) == planned.key;
            if let Some(action) = legal.iter().find(same) {
                let value = judge.chance_to_win(planned.value);
                let value = if second { 1.0 - value } else { value };
                choices.push(Finding { action: *action, visits: 1, value });
            }
        }
        let action = choices.first().map_or(legal[0], |finding| finding.action);
        let findings = Findings { choices, iterations: depth, nodes: self.planner.nodes() };
        Choice { action, why: Why::Search(findings) }
    }
}
