//! `mcts`: a tree search over worlds that fit what the player knows.

use std::sync::Arc;
use std::time::Duration;

use duelfish_engine::{Action, Player, View};
use rand_chacha::ChaCha8Rng;

use crate::belief::{Belief, Inference};
use crate::bot::Budget;
use crate::clock::{Clock, TimeLeft, WallClock};
use crate::duels::{Anchor, DuelJudge, DuelWorlds, Evaluation, Evaluator, Leaf, World};
use crate::expected::{ExpectedMove, expected_line};
use crate::mcts::{Mcts, RootMove, Settings};
use crate::net::Net;
use crate::playable::worth_to;
use crate::policy::{Policy, PolicyReader};
use crate::search_bot::{Found, FoundMove, SearchBot, Strategy};

/// A move was tried often enough to be judged by its value if it has one visit to so many of the
/// most visited move.
const ENOUGH: u32 = 2;
/// So many standard errors to either side hold 95% of a normal distribution.
const NORMAL95: f32 = 1.96;
/// The mean of fewer visits is far from normal.
const FEW: u32 = 10;

/// Most iterations for a choice if nothing else limits the search.
const USUAL_ITERATIONS: u32 = 150;
/// A timed search looks at the clock after every so many iterations, so that it makes at least so many.
const LOOK: u32 = 8;

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsOptions {
    /// Most iterations for a choice. If none are said, a search that is timed has no such limit, and another
    /// one makes 150.
    pub iterations: Option<u32>,
    /// How long the search for a choice lasts, in milliseconds by the clock. `None` leaves it to the iterations, and
    /// if the player's time is limited ([`Budget::time`]) to a share of that. A timed search can't be repeated.
    pub milliseconds: Option<u32>,
    /// Most decisions that are tried out for a choice, those that lead to a quiet position
    /// included.
    pub nodes: u64,
    /// Where new positions of the tree are evaluated.
    pub leaf: Leaf,
    /// Whether the tree is kept between the choices of a turn.
    pub keep: bool,
    /// [`Settings::sharpness`], in hundredths.
    pub sharpness: u32,
    /// [`Settings::exploration`], in hundredths.
    pub explore: u32,
    /// [`Settings::patience`].
    pub patience: u32,
    /// [`Settings::unvisited`], in hundredths.
    pub unvisited: u32,
    /// [`Settings::width`].
    pub width: u32,
    /// Whether the root's moves are halved: see [`Mcts::narrow`].
    pub halving: bool,
    /// How much of the priors a policy gives, in hundredths; all moves share the rest. At 0 the rules of thumb give
    /// them.
    pub policy: u32,
    /// How much the logarithms of an [`Inference`] count, in hundredths. At 0 a hidden card is any that may lie at its
    /// place, each equally likely.
    pub belief: u32,
    /// Most decisions that are tried out for a plan of the own turn ([`TurnPlan`](crate::TurnPlan)); 0 for no plans.
    pub plan: u64,
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self {
            iterations: None,
            milliseconds: None,
            nodes: u64::MAX,
            leaf: Leaf::Quiet,
            keep: false,
            sharpness: 50,
            explore: 40,
            patience: 1000,
            unvisited: 0,
            width: 14,
            halving: false,
            policy: 90,
            belief: 0,
            plan: 0,
        }
    }
}

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
        };
        let clock = Box::new(WallClock::start());
        let policy = (options.policy > 0).then(|| PolicyReader::new(Policy::fitted()));
        let search = Mcts::new(settings);
        Self::of(TreeSearch { options, clock, search, anchor: None, policy })
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

impl MctsOptions {
    /// How long a search may last; `None` if it is not timed.
    fn time(&self, player: Option<TimeLeft>) -> Option<Duration> {
        let asked = self.milliseconds.map(|millis| Duration::from_millis(millis.into()));
        let times = [asked, player.map(TimeLeft::share)];
        times.into_iter().flatten().min()
    }

    /// Most iterations of a search that may last so long.
    fn most_iterations(&self, time: Option<Duration>) -> u32 {
        let usual = if time.is_some() { u32::MAX } else { USUAL_ITERATIONS };
        self.iterations.unwrap_or(usual)
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
}

impl Strategy for TreeSearch {
    fn begin(&mut self) {
        self.anchor = None;
        if let Some(policy) = &mut self.policy {
            policy.begin();
        }
    }

    fn search(
        &mut self,
        view: &View<'_>,
        mut worlds: DuelWorlds,
        luck: ChaCha8Rng,
        evaluator: &mut Evaluator,
        budget: Budget<'_>,
    ) -> Found {
        let time = self.options.time(budget.time);
        let most = self.options.most_iterations(time);
        let begun = time.map(|_| self.clock.now());
        let mut world = World::new(view.game(), worlds.any(), luck);
        // An earlier search in this turn is of use if its values mean the same.
        let anchor = self.anchor.filter(|anchor| {
            self.options.keep && anchor.turn() == view.turn() && self.search.keep(&world)
        });
        let leaf = self.options.leaf;
        let judge = match anchor {
            Some(anchor) => DuelJudge::at(anchor, evaluator, leaf),
            None => {
                self.search.clear();
                DuelJudge::new(evaluator, leaf, &world)
            }
        };
        let share = self.options.policy as f32 / 100.0;
        let mut judge = judge.with_policy(self.policy.as_mut().map(|policy| (policy, share)));
        let anchor = judge.anchor();
        self.anchor = Some(anchor);
        // The share of the time that has passed.
        let mut elapsed = 0.0_f32;
        let mut iterations = 0;
        let stopped = |world: &World<'_>| world.nodes >= budget.nodes || budget.is_stopped();
        while iterations < most && !stopped(&world) {
            self.search.search(&mut worlds, &mut judge, &mut world, 1);
            iterations += 1;
            if let (Some(begun), Some(time)) = (begun, time)
                && iterations.is_multiple_of(LOOK)
            {
                let took = self.clock.now().saturating_sub(begun);
                if took >= time {
                    break;
                }
                elapsed = took.div_duration_f32(time);
            }
            if self.options.halving {
                let counted = (iterations as f32 / most as f32)
                    .max((world.nodes as f64 / budget.nodes as f64) as f32);
                self.search.narrow(elapsed.max(counted));
            }
        }
        let me = view.asked().map_or(0, Player::number);
        let moves = self.found(me, anchor);
        Found { moves, iterations, nodes: world.nodes }
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
