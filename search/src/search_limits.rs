//! When a tree search ends.

use std::time::Duration;

use crate::bot::Budget;
use crate::clock::Clock;
use crate::mcts::{BatchCount, Mcts};

/// A timed search looks at the clock after every so many iterations, so that it makes at least so many.
const LOOK: u32 = 8;

/// The limits of one search, and how far it has come.
#[derive(Debug)]
pub(crate) struct SearchLimits<'b> {
    /// Most iterations.
    most: u32,
    /// How long it may last; none if it is not timed.
    time: Option<Duration>,
    /// Whether the root's moves are halved.
    halving: bool,
    budget: Budget<'b>,
    /// When it began, by the clock.
    begun: Duration,
    /// The share of the time that has passed.
    elapsed: f32,
    /// How often `LOOK` iterations had been made when the clock was looked at.
    looks: u32,
}

impl<'b> SearchLimits<'b> {
    /// Limits of a search that begins now.
    pub(crate) fn new(
        most: u32,
        time: Option<Duration>,
        halving: bool,
        budget: Budget<'b>,
        clock: &mut dyn Clock,
    ) -> Self {
        let begun = time.map_or(Duration::ZERO, |_| clock.now());
        Self { most, time, halving, budget, begun, elapsed: 0.0, looks: 0 }
    }

    /// Whether a search that has come so far may go on. Drops moves of its root on the way, if they are halved.
    pub(crate) fn allow_more<M: Copy + Eq>(
        &mut self,
        count: BatchCount,
        clock: &mut dyn Clock,
        search: &mut Mcts<M>,
    ) -> bool {
        let BatchCount { iterations, nodes } = count;
        if let Some(time) = self.time
            && iterations / LOOK > self.looks
        {
            self.looks = iterations / LOOK;
            let took = clock.now().saturating_sub(self.begun);
            if took >= time {
                return false;
            }
            self.elapsed = took.div_duration_f32(time);
        }
        if self.halving && iterations > 0 {
            let counted = (iterations as f32 / self.most as f32)
                .max((nodes as f64 / self.budget.nodes as f64) as f32);
            search.narrow(self.elapsed.max(counted));
        }
        self.left(count) > 0 && nodes < self.budget.nodes && !self.budget.is_stopped()
    }

    /// Most iterations that are still to come.
    pub(crate) const fn left(&self, count: BatchCount) -> u32 {
        self.most.saturating_sub(count.iterations)
    }
}
