//! `greedy`: rules of thumb, and one look at what each move brings where these rules say little.

use duelfish_engine::{DecisionKind, Player, View};
use rand_chacha::ChaCha8Rng;

use crate::bot::Budget;
use crate::duels::{DuelJudge, DuelWorlds, Evaluator, Leaf, World};
use crate::judge::{Judge, value_of};
use crate::mcts::Worlds;
use crate::playable::{Playable, Undo, worth_to};
use crate::search_bot::{Found, FoundMove, SearchBot, Strategy};

/// The bonus of the move that the rules of thumb choose, as a chance to win.
const TRUST: f32 = 0.01;

/// Tries each move once, in one world that fits what it knows, and plays the one that looks best
/// when its Chain is over. Attacks, Tributes, discards and zones are left to the rules of thumb of
/// [`HeuristicBot`](crate::HeuristicBot).
pub type GreedyBot = SearchBot<OnePly>;

/// The strategy of [`GreedyBot`].
#[derive(Clone, Copy, Debug, Default)]
pub struct OnePly;

impl GreedyBot {
    /// A player that has not begun a duel yet.
    #[must_use]
    pub fn new() -> Self {
        Self::of(OnePly)
    }
}

impl Default for GreedyBot {
    fn default() -> Self {
        Self::new()
    }
}

impl Strategy for OnePly {
    fn leaves_to_rules(&self, view: &View<'_>) -> bool {
        let asked = view.decision().map(|decision| decision.kind);
        !asked.is_some_and(|kind| {
            matches!(
                kind,
                DecisionKind::Idle
                    | DecisionKind::Respond
                    | DecisionKind::Card
                    | DecisionKind::Confirm
                    | DecisionKind::BattlePosition
            )
        })
    }

    fn search(
        &mut self,
        view: &View<'_>,
        mut worlds: DuelWorlds,
        luck: ChaCha8Rng,
        evaluator: &mut Evaluator,
        budget: Budget<'_>,
    ) -> Found {
        let mut world = World::new(view.game(), worlds.any(), luck);
        worlds.deal(&mut world);
        let mut judge = DuelJudge::new(evaluator, Leaf::Quiet, &world);
        let me = view.asked().map_or(0, Player::number);
        let mut moves = Vec::new();
        world.moves(&mut moves);
        let mut priors = Vec::new();
        judge.priors(&world, &moves, &mut priors);
        let advice = (0..moves.len()).max_by(|a, b| priors[*a].total_cmp(&priors[*b]));
        let mut found: Vec<FoundMove> = Vec::with_capacity(moves.len());
        let mark = world.mark();
        for (at, choice) in moves.iter().enumerate() {
            let spent = world.nodes >= budget.nodes || budget.is_stopped();
            if spent || found.iter().any(|other| other.key == choice.key) {
                continue;
            }
            let value = value_of(&mut world, &mut judge, choice.action);
            world.undo(mark);
            let trust = if advice == Some(at) { TRUST } else { 0.0 };
            let value = worth_to(me, value) + trust;
            found.push(FoundMove { key: choice.key, visits: 1, chance: value, interval: None });
        }
        found.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        for found in &mut found {
            found.chance = judge.chance_to_win(worth_to(me, found.chance));
        }
        Found { moves: found, iterations: 1, nodes: world.nodes }
    }
}
