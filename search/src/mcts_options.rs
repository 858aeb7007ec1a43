//! The options of a tree search of duels.

use std::time::Duration;

use crate::clock::TimeLeft;
use crate::duels::Leaf;

/// Most iterations for a choice if nothing else limits the search.
const USUAL_ITERATIONS: u32 = 150;
/// The batch of searches on threads for which no other is said. It depends on nothing, so that the number of threads
/// changes no result.
const USUAL_BATCH: u32 = 32;

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsOptions {
    /// Most iterations for a choice. If none are said, a search that is timed has no such limit, and another
    /// one makes 150.
    pub iterations: Option<u32>,
    /// How long the search for a choice lasts, in milliseconds by the clock. `None` leaves it to the iterations, and
    /// if the player's time is limited ([`Budget::time`](crate::Budget::time)) to a share of that. A timed search can't be repeated.
    pub milliseconds: Option<u32>,
    /// Most decisions that are tried out for a choice, those that lead to a quiet position
    /// included.
    pub nodes: u64,
    /// Where new positions of the tree are evaluated.
    pub leaf: Leaf,
    /// Whether the tree is kept between the choices of a turn.
    pub keep: bool,
    /// [`Settings::sharpness`](crate::mcts::Settings::sharpness), in hundredths.
    pub sharpness: u32,
    /// [`Settings::exploration`](crate::mcts::Settings::exploration), in hundredths.
    pub explore: u32,
    /// [`Settings::patience`](crate::mcts::Settings::patience).
    pub patience: u32,
    /// [`Settings::unvisited`](crate::mcts::Settings::unvisited), in hundredths.
    pub unvisited: u32,
    /// [`Settings::width`](crate::mcts::Settings::width).
    pub width: u32,
    /// Whether the root's moves are halved: see [`Mcts::narrow`](crate::mcts::Mcts::narrow).
    pub halving: bool,
    /// How much of the priors a policy gives, in hundredths; all moves share the rest. At 0 the rules of thumb give
    /// them.
    pub policy: u32,
    /// How much the logarithms of an [`Inference`](crate::belief::Inference) count, in hundredths. At 0 a hidden card is any
    /// that may lie at its place, each equally likely.
    pub belief: u32,
    /// Most decisions that are tried out for a plan of the own turn ([`TurnPlanner`](crate::TurnPlanner)); 0 for no plans.
    pub plan: u64,
    /// How many descents are made before any of them is learned: see [`Mcts::search_in_batches`](crate::mcts::Mcts::search_in_batches). If none is said,
    /// it is one at a time, and 32 for a search on threads. The first batches are smaller: none has more than a sixteenth
    /// of the iterations before it.
    pub batch: Option<u32>,
    /// How many threads expand the descents of a batch. Results don't depend on the number, but if it is said at
    /// all, 1 included, the search is made in batches.
    pub threads: Option<u32>,
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
            batch: None,
            threads: None,
        }
    }
}

impl MctsOptions {
    /// How long a search may last; `None` if it is not timed.
    pub(crate) fn time(&self, player: Option<TimeLeft>) -> Option<Duration> {
        let asked = self.milliseconds.map(|millis| Duration::from_millis(millis.into()));
        let times = [asked, player.map(TimeLeft::share)];
        times.into_iter().flatten().min()
    }

    /// Most iterations of a search that may last so long.
    pub(crate) fn most_iterations(&self, time: Option<Duration>) -> u32 {
        let usual = if time.is_some() { u32::MAX } else { USUAL_ITERATIONS };
        self.iterations.unwrap_or(usual)
    }

    /// How much of the priors a policy gives, from 0 to 1.
    pub(crate) fn policy_share(&self) -> f32 {
        self.policy as f32 / 100.0
    }

    /// How many descents are made at a time.
    pub(crate) const fn batch_size(&self) -> u32 {
        match (self.batch, self.threads) {
            (Some(batch), _) => batch,
            (None, Some(_)) => USUAL_BATCH,
            (None, None) => 1,
        }
    }
}
