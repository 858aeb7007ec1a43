//! A search on several threads, whose result depends on none of them.
//!
//! A batch of descents is made one after the other, each in a world of its own. As long as the value of a descent is not
//! known its moves count as visited, so that the descents of a batch spread (virtual visits: Liu and others, 2020, who
//! watch the unobserved). The positions that they come to are expanded by all threads, whoever is free taking the next
//! one. Then the results are learned in the order of the descents. Two descents of a batch may come to the same new
//! position, in two worlds: both are expanded, and both are learned.

use std::sync::{Mutex, MutexGuard};

use super::Mcts;
use super::descent::{Descent, DescentEnd};
use super::jobs::{Closing, Jobs};
use crate::judge::Judge;
use crate::playable::Undo;

/// Deals the worlds that a player can't tell apart, by their numbers.
pub trait NumberedWorlds<G>: Sync {
    /// Makes `world` the one with this number, whatever it was and whichever was dealt before.
    fn deal_number(&self, number: u64, world: &mut G);

    /// Makes `to` the same position as `from`, with the same chance to come. Marks and counts of `to` may stay its own.
    fn copy(&self, from: &G, to: &mut G);
}

/// How far a search in batches has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchCount {
    /// The iterations that were made.
    pub iterations: u32,
    /// The moves that were played in them: see [`Undo::played`].
    pub nodes: u64,
}

/// Where one descent of each batch is made.
#[derive(Debug)]
struct BatchPlace<G, M> {
    world: G,
    descent: Descent<M>,
    /// The moves that were played for the descent.
    nodes: u64,
}

/// Another thread of a search: how it judges, and a world of its own. It copies positions to that world, since to work in
/// the place of a descent would move the place back and forth between the memories of two cores.
#[derive(Debug)]
pub struct BatchHelper<J, G> {
    /// It must say the same as the judges of the other threads.
    pub judge: J,
    /// Working memory.
    pub world: G,
}

/// The things that the threads of a search share.
struct BatchShared<'s, G, M, W> {
    worlds: &'s W,
    width: u32,
    places: Vec<Mutex<BatchPlace<G, M>>>,
    jobs: Jobs,
}

impl<M: Copy + Eq + Send> Mcts<M> {
    /// Searches further from the root in batches. Before each batch `next` is told how far the search has come, and says
    /// how many descents the batch may have, or 0 to end; no batch has more than there are `places`, which are working
    /// memory. Each of the `helpers` works on a thread of its own. Worlds have the numbers of the iterations, from 1 on. The
    /// result is the same for any number of helpers.
    ///
    /// # Panics
    /// Panics if there is no place.
    pub fn search_in_batches<G, W, J>(
        &mut self,
        worlds: &W,
        judge: &mut J,
        places: Vec<G>,
        helpers: &mut [BatchHelper<J, G>],
        next: &mut dyn FnMut(&mut Self, BatchCount) -> u32,
    ) where
        G: Undo<Move = M> + Send,
        W: NumberedWorlds<G>,
        J: Judge<G> + Send,
    {
        assert!(!places.is_empty(), "a batch needs a place");
        let place = |world| Mutex::new(BatchPlace { world, descent: Descent::new(), nodes: 0 });
        let places = places.into_iter().map(place).collect();
        let shared =
            BatchShared { worlds, width: self.settings.width, places, jobs: Jobs::default() };
        std::thread::scope(|scope| {
            let _closing = Closing(&shared.jobs);
            for helper in helpers {
                let shared = &shared;
                scope.spawn(move || shared.help(helper));
            }
            let mut count = BatchCount::default();
            loop {
                let size = next(self, count).min(shared.places.len() as u32);
                if size == 0 {
                    break;
                }
                self.batch(&shared, judge, size, &mut count);
            }
        });
    }

    /// Makes, expands and learns so many descents.
    fn batch<G, W, J>(
        &mut self,
        shared: &BatchShared<'_, G, M, W>,
        judge: &mut J,
        size: u32,
        count: &mut BatchCount,
    ) where
        G: Undo<Move = M>,
        W: NumberedWorlds<G>,
        J: Judge<G>,
    {
        let first = u64::from(count.iterations) + 1;
        shared.jobs.begin();
        for at in 0..size {
            let BatchPlace { world, descent, nodes } = &mut *shared.place(at as usize);
            shared.worlds.deal_number(first + u64::from(at), world);
            let begun = world.played();
            self.descend(judge, world, descent);
            *nodes = world.played() - begun;
            shared.jobs.offer();
        }
        while let Some(taken) = shared.jobs.take() {
            let BatchPlace { world, descent, nodes } = &mut *shared.place(taken.number);
            *nodes += expanded(descent, judge, world, shared.width);
        }
        shared.jobs.wait_for_all();
        for at in 0..size as usize {
            let place = shared.place(at);
            self.learn(&place.descent);
            count.nodes += place.nodes;
        }
        count.iterations += size;
    }
}

impl<G, M, W> BatchShared<'_, G, M, W>
where
    G: Undo<Move = M>,
    M: Copy + Eq,
    W: NumberedWorlds<G>,
{
    fn place(&self, at: usize) -> MutexGuard<'_, BatchPlace<G, M>> {
        self.places[at].lock().expect("another thread of the search has failed")
    }

    /// Works until there is no more work.
    fn help(&self, helper: &mut BatchHelper<impl Judge<G>, G>) {
        let BatchHelper { judge, world: own } = helper;
        while let Some(taken) = self.jobs.wait() {
            let BatchPlace { world, descent, nodes } = &mut *self.place(taken.number);
            if matches!(descent.end, DescentEnd::NewNode(_)) {
                self.worlds.copy(world, own);
                *nodes += expanded(descent, judge, own, self.width);
            }
        }
    }
}

/// Expands a descent that stands in this world. Returns how many moves it played.
fn expanded<G: Undo>(
    descent: &mut Descent<G::Move>,
    judge: &mut impl Judge<G>,
    world: &mut G,
    width: u32,
) -> u64 {
    let begun = world.played();
    descent.expand(judge, world, width);
    world.played() - begun
}
