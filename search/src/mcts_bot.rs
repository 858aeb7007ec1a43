//! `mcts`: a tree search over worlds that fit what the player knows.

use duelfish_engine::{Action, Actions, Player, View};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::belief::Belief;
use crate::bot::{Bot, Budget, Choice, Finding, Findings, Setup, Why};
use crate::duels::{DuelJudge, DuelWorlds, Evaluation, Leaf, World, key_of};
use crate::greedy;
use crate::mcts::{Mcts, Settings};

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsOptions {
    /// Most iterations for a choice.
    pub iterations: u32,
    /// Most decisions that are tried out for a choice, those that lead to a quiet position
    /// included.
    pub nodes: u64,
    /// Where new positions of the tree are evaluated.
    pub leaf: Leaf,
    /// Whether the tree is kept between the choices of a turn.
    pub keep: bool,
    /// [`Settings::exploration`], in hundredths.
    pub explore: u32,
    /// [`Settings::patience`].
    pub patience: u32,
    /// [`Settings::unvisited`], in hundredths.
    pub unvisited: u32,
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self {
            iterations: 400,
            nodes: u64::MAX,
            leaf: Leaf::Quiet,
            keep: false,
            explore: 40,
            patience: 1000,
            unvisited: 0,
        }
    }
}

/// Plays what a search finds best: see [`crate::mcts`].
#[derive(Debug)]
pub struct MctsBot {
    options: MctsOptions,
    evaluation: Evaluation,
    belief: Belief,
    search: Mcts<Action>,
    /// The judge of the tree, from the position where that began.
    judge: Option<DuelJudge>,
    rng: ChaCha8Rng,
}

impl MctsBot {
    /// A player that has not begun a duel yet.
    #[must_use]
    pub fn new(options: MctsOptions) -> Self {
        let settings = Settings {
            exploration: options.explore as f32 / 100.0,
            patience: options.patience as f32,
            unvisited: options.unvisited as f32 / 100.0,
        };
        Self {
            options,
            evaluation: Evaluation::default(),
            belief: Belief::default(),
            search: Mcts::new(settings),
            judge: None,
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

impl Bot for MctsBot {
    fn begin(&mut self, setup: &Setup<'_>, seed: u64) {
        self.belief.begin(setup);
        self.judge = None;
        self.rng = ChaCha8Rng::seed_from_u64(seed);
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions, budget: Budget) -> Choice {
        let first = view.choice_key(legal[0]);
        if legal.iter().all(|action| view.choice_key(*action) == first) {
            return Choice { action: legal[0], why: Why::Search(Findings::default()) };
        }
        let luck = ChaCha8Rng::seed_from_u64(self.rng.next_u64());
        let Some(mut worlds) = DuelWorlds::new(self.belief.dealers(view)) else {
            return greedy::choice(view, legal);
        };
        let game = view.game();
        let mut world = World::new(game, worlds.any(), luck);
        // What was searched before in this turn is of use, if its values mean the same.
        let same_turn = self.judge.as_ref().is_some_and(|judge| judge.turn() == view.turn());
        let kept = self.options.keep && same_turn && self.search.keep(&world);
        let judge = match &mut self.judge {
            Some(judge) if kept => judge,
            judge => {
                self.search.clear();
                judge.insert(DuelJudge::new(self.evaluation, self.options.leaf, &world))
            }
        };
        let mut done = 0;
        while done < self.options.iterations && world.nodes < budget.nodes {
            self.search.search(&mut worlds, judge, &mut world, 1);
            done += 1;
        }
        let second = view.asked() == Some(Player::SECOND);
        let mine = |value: f32| if second { 1.0 - value } else { value };
        let mut choices: Vec<Finding> = Vec::new();
        for found in self.search.root_moves() {
            if let Some(action) = legal.iter().find(|action| key_of(view, **action) == found.key) {
                let value = mine(judge.chance_to_win(mine(found.value)));
                choices.push(Finding { action: *action, visits: found.visits, value });
            }
        }
        // The first of the most visited ones.
        choices.sort_by_key(|finding| std::cmp::Reverse(finding.visits));
        let action = choices.first().map_or(legal[0], |finding| finding.action);
        let findings = Findings { choices, iterations: done, nodes: world.nodes };
        Choice { action, why: Why::Search(findings) }
    }
}
