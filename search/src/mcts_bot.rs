//! `mcts`: a tree search over worlds that fit what the player knows.

use std::sync::Arc;

use duelfish_engine::{Action, Player, View};
use rand_chacha::ChaCha8Rng;

use crate::belief::{Belief, Inference};
use crate::bot::Budget;
use crate::clock::{Clock, WallClock};
use crate::duels::{
    Anchor, DuelJudge, DuelWorlds, Evaluation, Evaluator, Leaf, LuckyWorlds, World,
};
use crate::expected::{ExpectedMove, expected_line};
use crate::mcts::{BatchCount, BatchHelper, Mcts, RootMove, Settings, Worlds};
use crate::mcts_options::MctsOptions;
use crate::net::Net;
use crate::playable::worth_to;
use crate::policy::{Policy, PolicyReader};
use crate::search_bot::{Found, FoundMove, SearchBot, Strategy};
use crate::search_limits::SearchLimits;

/// A move was tried often enough to be judged by its value if it has one visit to so many of the
/// most visited move.
const ENOUGH: u32 = 2;
/// So many standard errors to either side hold 95% of a normal distribution.
const NORMAL95: f32 = 1.96;
/// The mean of fewer visits is far from normal.
const FEW: u32 = 10;

/// A batch has at most one descent for so many iterations that were made: while a tree is small, each value counts for the
/// choice of the next descent.
const SHARE: u32 = 16;
/// Most iterations of the pondering at one decision of the opponent. A tree takes about a kilobyte for each of them.
const MOST_PONDERED: u32 = 100_000;
/// So many worlds are dealt to find the opponent's decision in a tree.
const TRIED_TO_KEEP: u32 = 16;

/// Plays what a search finds best: see [`crate::mcts`].
pub type MctsBot = SearchBot<TreeSearch>;

/// The strategy of [`MctsBot`].
#[derive(Debug)]
pub struct TreeSearch {
    options: MctsOptions,
    /// Looked at by searches that are timed, and by no others.
    clock: Box<dyn Clock>,
    search: Mcts<Action>,
    /// Where the tree began.
    anchor: Option<Anchor>,
    policy: Option<PolicyReader>,
    /// The things with which the threads beside the first one judge.
    helpers: Vec<TreeHelper>,
    /// Whether it has pondered in this duel. From then on worlds are looked at closely, and trees are kept.
    ponders: bool,
}

/// The things with which another thread of a search judges.
#[derive(Clone, Debug)]
struct TreeHelper {
    evaluator: Evaluator,
    policy: Option<PolicyReader>,
}

impl MctsBot {
    /// A player that has not begun a duel yet. It judges positions by [`Net::fitted`].
    #[must_use]
    pub fn new(options: MctsOptions) -> Self {
        Self::judging(options, Net::fitted())
    }

    /// The same with another evaluation; the network is not loaded for it.
    pub(crate) fn judging(options: MctsOptions, evaluator: impl Into<Evaluator>) -> Self {
        let settings = Settings {
            exploration: options.explore as f32 / 100.0,
            patience: options.patience as f32,
            sharpness: options.sharpness as f32 / 100.0,
            unvisited: options.unvisited as f32 / 100.0,
            width: options.width,
            ..Settings::default()
        };
        let clock = Box::new(WallClock::start());
        let policy = (options.policy > 0).then(|| PolicyReader::new(Policy::fitted()));
        let search = Mcts::new(settings);
        Self::of(TreeSearch {
            options,
            clock,
            search,
            anchor: None,
            policy,
            helpers: Vec::new(),
            ponders: false,
        })
        .with_evaluation(evaluator)
        .inferring(options, Inference::fitted)
    }

    /// The same with what this inference says of hidden cards, if its options ask for that at all.
    #[must_use]
    pub fn with_inference(mut self, inference: Arc<Inference>) -> Self {
        let options = self.strategy_mut().options;
        self.inferring(options, || inference)
    }

    fn inferring(self, options: MctsOptions, inference: impl FnOnce() -> Arc<Inference>) -> Self {
        if options.belief == 0 {
            return self;
        }
        let share = options.belief as f32 / 100.0;
        self.with_belief(Belief::default().with_inference(inference(), share))
    }

    /// The same with priors of another policy, if its options ask for a policy at all.
    #[must_use]
    pub fn with_policy(mut self, policy: Arc<Policy>) -> Self {
        let strategy = self.strategy_mut();
        if strategy.options.policy > 0 {
            strategy.policy = Some(PolicyReader::new(policy));
        }
        self
    }

    /// The same with another clock for searches that are timed.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Clock + 'static) -> Self {
        self.strategy_mut().clock = Box::new(clock);
        self
    }
}

/// The tree search of November 2026, which judged by [`Evaluation`], kept as it was: how much stronger a bot is
/// is measured by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mcts1Options {
    /// [`MctsOptions::iterations`].
    pub iterations: Option<u32>,
    /// [`MctsOptions::milliseconds`].
    pub milliseconds: Option<u32>,
}

impl Mcts1Options {
    /// A player that has not begun a duel yet.
    #[must_use]
    pub fn bot(self) -> MctsBot {
        let options = MctsOptions {
            iterations: self.iterations,
            milliseconds: self.milliseconds,
            nodes: u64::MAX,
            leaf: Leaf::Quiet,
            keep: false,
            sharpness: 50,
            explore: 40,
            patience: 1000,
            unvisited: 0,
            width: 14,
            halving: false,
            policy: 0,
            belief: 0,
            plan: 0,
            batch: None,
            threads: None,
        };
        MctsBot::judging(options, Evaluation::default())
    }
}

impl TreeSearch {
    /// The moves of the root for this player, the best one first, after a search that began
    /// there.
    fn found(&self, me: u8, anchor: Anchor) -> Vec<FoundMove> {
        let moves = self.search.root_moves().map(|found| {
            let RootMove { key, visits, value, error, .. } = found;
            let chance = |value| anchor.chance_to_win(worth_to(me, value));
            let ends = |error| [value - NORMAL95 * error, value + NORMAL95 * error].map(chance);
            let interval = error.filter(|_| visits >= FEW).map(ends);
            FoundMove { key, visits, chance: chance(value), interval }
        });
        let mut moves: Vec<FoundMove> = moves.collect();
        // Priors draw visits, so that the most visited move is not always the one that looked best:
        // of those that were tried often enough, that one is played.
        moves.sort_by_key(|found| std::cmp::Reverse(found.visits));
        let most = moves.first().map_or(0, |found| found.visits);
        let last = self.search.left();
        let often = moves.iter().enumerate().filter(|(_, found)| match last {
            [] => ENOUGH * found.visits >= most,
            last => last.contains(&found.key),
        });
        let worth = |found: &FoundMove| worth_to(me, found.chance);
        let best = often.min_by(|(_, a), (_, b)| worth(b).total_cmp(&worth(a)));
        if let Some((best, _)) = best {
            moves[..=best].rotate_right(1);
        }
        moves
    }

    /// Searches from where the view is, or further in the tree of an earlier search if that has the position.
    fn run(
        &mut self,
        view: &View<'_>,
        mut worlds: DuelWorlds,
        luck: ChaCha8Rng,
        evaluator: &mut Evaluator,
        limits: SearchLimits<'_>,
    ) -> (BatchCount, Anchor) {
        let mut world = World::new(view.game(), worlds.any(), luck.clone());
        world.looks_closely = self.ponders;
        // An earlier search in this turn is of use if its values mean the same.
        let keeps = self.options.keep || self.ponders;
        let earlier = self.anchor.filter(|anchor| keeps && anchor.turn() == view.turn());
        let is_own = view.decision().is_some();
        let anchor = earlier.filter(|_| {
            self.search.keep(&world) || (!is_own && self.keep_any(&mut world, &mut worlds))
        });
        let leaf = self.options.leaf;
        let judge = match anchor {
            Some(anchor) => DuelJudge::at(anchor, evaluator, leaf),
            None => {
                self.search.clear();
                DuelJudge::new(evaluator, leaf, &world)
            }
        };
        let anchor = judge.anchor();
        self.anchor = Some(anchor);
        let count = if self.options.batch_size() > 1 {
            let worlds = LuckyWorlds::new(worlds, luck);
            self.search_in_batches(&world, &worlds, anchor, evaluator, limits)
        } else {
            self.search_one_by_one(&mut world, worlds, judge, limits)
        };
        (count, anchor)
    }

    /// Keeps the tree that begins where one of some worlds is. The opponent's decision looks otherwise in worlds with other
    /// cards in the opponent's hand.
    fn keep_any(&mut self, world: &mut World<'_>, worlds: &mut DuelWorlds) -> bool {
        (0..TRIED_TO_KEEP).any(|_| {
            worlds.deal(world);
            self.search.keep(world)
        })
    }

    /// Searches in one world after the other, each of which goes on with the luck of the one before.
    fn search_one_by_one(
        &mut self,
        world: &mut World<'_>,
        mut worlds: DuelWorlds,
        judge: DuelJudge<'_>,
        mut limits: SearchLimits<'_>,
    ) -> BatchCount {
        let share = self.options.policy_share();
        let mut judge = judge.with_policy(self.policy.as_mut().map(|policy| (policy, share)));
        let mut count = BatchCount::default();
        while limits.allow_more(count, &mut *self.clock, &mut self.search) {
            self.search.search(&mut worlds, &mut judge, world, 1);
            count = BatchCount { iterations: count.iterations + 1, nodes: world.nodes };
        }
        count
    }

    /// Searches in batches of worlds, on as many threads as the options say.
    fn search_in_batches(
        &mut self,
        root: &World<'_>,
        worlds: &LuckyWorlds,
        anchor: Anchor,
        evaluator: &mut Evaluator,
        mut limits: SearchLimits<'_>,
    ) -> BatchCount {
        let (batch, leaf) = (self.options.batch_size(), self.options.leaf);
        // There is no work for more threads than a batch has descents.
        let threads = self.options.threads.unwrap_or(1).min(batch);
        let policy = self.policy.as_ref();
        self.helpers.resize_with(threads as usize - 1, || TreeHelper {
            evaluator: evaluator.clone(),
            policy: policy.cloned(),
        });
        let share = self.options.policy_share();
        let judge = |evaluator, policy: Option<_>| {
            let judge = DuelJudge::at(anchor, evaluator, leaf);
            judge.with_policy(policy.map(|policy| (policy, share)))
        };
        let mut first = judge(evaluator, self.policy.as_mut());
        let mut helpers: Vec<BatchHelper<_, _>> = (self.helpers.iter_mut())
            .map(|TreeHelper { evaluator, policy }| BatchHelper {
                judge: judge(evaluator, policy.as_mut()),
                world: root.clone(),
            })
            .collect();
        let places = vec![root.clone(); batch as usize];
        let (clock, mut made) = (&mut *self.clock, BatchCount::default());
        let mut next = |search: &mut Mcts<Action>, count| {
            made = count;
            let full = limits.left(count).min((count.iterations / SHARE).max(1));
            if limits.allow_more(count, clock, search) { full } else { 0 }
        };
        self.search.search_in_batches(worlds, &mut first, places, &mut helpers, &mut next);
        made
    }
}

impl Strategy for TreeSearch {
    fn begin(&mut self) {
        self.anchor = None;
        self.ponders = false;
        self.helpers.clear();
        if let Some(policy) = &mut self.policy {
            policy.begin();
        }
    }

    fn search(
        &mut self,
        view: &View<'_>,
        worlds: DuelWorlds,
        luck: ChaCha8Rng,
        evaluator: &mut Evaluator,
        budget: Budget<'_>,
    ) -> Found {
        let time = self.options.time(budget.time);
        let most = self.options.most_iterations(time);
        let halving = self.options.halving;
        let limits = SearchLimits::new(most, time, halving, budget, &mut *self.clock);
        let (count, anchor) = self.run(view, worlds, luck, evaluator, limits);
        let me = view.asked().map_or(0, Player::number);
        let moves = self.found(me, anchor);
        Found { moves, iterations: count.iterations, nodes: count.nodes }
    }

    fn ponder(
        &mut self,
        view: &View<'_>,
        worlds: DuelWorlds,
        luck: ChaCha8Rng,
        evaluator: &mut Evaluator,
        budget: Budget<'_>,
    ) -> u32 {
        if !self.ponders {
            // The tree of before was not looked at closely.
            self.ponders = true;
            self.anchor = None;
        }
        let limits = SearchLimits::new(MOST_PONDERED, None, false, budget, &mut *self.clock);
        self.run(view, worlds, luck, evaluator, limits).0.iterations
    }

    fn restrict(&mut self, only: Option<u64>) -> bool {
        self.search.restrict(only);
        // A tree with some moves left out is of no use to searches with all of them, nor the other way round.
        self.anchor = None;
        true
    }

    fn line(
        &self,
        view: &View<'_>,
        worlds: &mut DuelWorlds,
        luck: ChaCha8Rng,
        first: u64,
    ) -> Vec<ExpectedMove> {
        expected_line(&self.search, view, worlds, luck, first)
    }
}
