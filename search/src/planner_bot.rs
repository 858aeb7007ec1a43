//! `planner`: a search of the own turn in a few worlds that fit what the player knows.

use duelfish_engine::{Action, Journal, Streams, View};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::bot::Budget;
use crate::duels::{DuelJudge, DuelWorlds, Evaluator, Leaf, World};
use crate::planner::{Planned, Planner};
use crate::search_bot::{Found, FoundMove, SearchBot, Strategy};

/// How a planner goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannerOptions {
    /// Most decisions that are tried out for a choice.
    pub nodes: u64,
    /// Worlds in which every candidate is tried.
    pub worlds: u32,
    /// Most decisions that are tried out for a plan of the own turn ([`TurnPlanner`](crate::TurnPlanner)); 0 for no plans.
    pub plan: u64,
}

impl Default for PlannerOptions {
    fn default() -> Self {
        Self { nodes: 2000, worlds: 4, plan: 0 }
    }
}

/// Plays the first move of the best turn that it finds: see [`crate::planner`].
pub type PlannerBot = SearchBot<TurnSearch>;

/// The strategy of [`PlannerBot`].
#[derive(Debug)]
pub struct TurnSearch {
    options: PlannerOptions,
    planner: Planner<Action>,
}

impl PlannerBot {
    /// A player that has not begun a duel yet.
    #[must_use]
    pub fn new(options: PlannerOptions) -> Self {
        Self::of(TurnSearch { options, planner: Planner::new() })
    }
}

impl Strategy for TurnSearch {
    fn search(
        &mut self,
        view: &View<'_>,
        worlds: DuelWorlds,
        mut luck: ChaCha8Rng,
        evaluator: &mut Evaluator,
        budget: Budget<'_>,
    ) -> Found {
        let game = view.game();
        let mut settled: Vec<World<'_, Streams, Journal>> = Vec::new();
        for _ in 0..self.options.worlds {
            let mut world = World::settled(game, worlds.any(), luck.next_u64());
            worlds.deal_duel(game, &mut luck, &mut world.duel);
            settled.push(world);
            if budget.is_stopped() {
                break;
            }
        }
        let mut judge = DuelJudge::new(evaluator, Leaf::Quiet, &settled[0]);
        let mut planned: Vec<Planned<Action>> = Vec::new();
        let depth = self.planner.plan(&mut settled, &mut judge, budget, &mut planned);
        let moves = planned.iter().map(|planned| FoundMove {
            key: planned.key,
            visits: 1,
            chance: judge.chance_to_win(planned.value),
            interval: None,
        });
        Found { moves: moves.collect(), iterations: depth, nodes: self.planner.nodes() }
    }
}
