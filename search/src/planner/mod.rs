//! Alpha-beta search over a turn, for any game that can be undone.
//!
//! A turn is many decisions of one player, with a few of the other between them. The search goes
//! deeper and deeper from the same worlds. Each depth tries every move of the root in every world,
//! so that luck favours no candidate, and finds what the turn player can reach against the best
//! answers. Positions that several orders of moves lead to are searched once (a transposition
//! table); moves that were good elsewhere are tried first (killers and history).

mod table;

use crate::bot::Budget;
use crate::judge::Judge;
use crate::playable::{Keyed, Playable, Turn, Undo};

use table::{Bound, TranspositionTable};

/// Moves that cut off the search at a depth, newest first.
const KILLERS: usize = 2;
/// How deep a search goes at most.
const DEEPEST: usize = 48;
/// How many counters the history has.
const HISTORY: usize = 1 << 12;

/// A judge that also knows where a search of a turn ends.
pub trait Horizon<G: Playable>: Judge<G> {
    /// Whether this position is not searched further: the turn is over.
    fn is_beyond(&self, world: &G) -> bool;
}

/// The result of a plan for one move of its root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planned<M> {
    /// The move, in the first world.
    pub action: M,
    /// Its key.
    pub key: u64,
    /// The value to player 0, on the average of the worlds.
    pub value: f32,
}

/// A search, with its working memory.
#[derive(Clone, Debug)]
pub struct Planner<M> {
    table: TranspositionTable,
    killers: [[u64; KILLERS]; DEEPEST],
    history: Vec<u32>,
    /// One list of moves for each depth.
    lists: Vec<Vec<Keyed<M>>>,
    scores: Vec<f32>,
    priors: Vec<f32>,
    nodes: u64,
    budget: u64,
    /// How much the present world may have played.
    stop_at: u64,
}

/// The search ran out of nodes, or was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BudgetSpent;

/// A position of the search.
#[derive(Clone, Copy, Debug)]
struct PlannerNode {
    /// How much deeper the search goes from here.
    depth: u32,
    /// How deep it is here.
    ply: usize,
    /// The value to player 0 that is sure to be reached elsewhere, if not here.
    low: f32,
    /// The value that the other player is sure to hold player 0 to elsewhere.
    high: f32,
}

impl PlannerNode {
    /// Whether a value of this position that was found before says enough of it.
    #[inline(always)]
    fn is_decided_by(self, value: f32, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Least => value >= self.high,
            Bound::Most => value <= self.low,
        }
    }

    /// The meaning of the best value that was found here.
    #[inline(always)]
    fn bound_of(self, best: f32) -> Bound {
        if best >= self.high {
            Bound::Least
        } else if best <= self.low {
            Bound::Most
        } else {
            Bound::Exact
        }
    }
}

impl<M: Copy + Eq> Planner<M> {
    /// A search that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            table: TranspositionTable::new(),
            killers: [[0; KILLERS]; DEEPEST],
            history: vec![0; HISTORY],
            lists: vec![Vec::new(); DEEPEST],
            scores: Vec::new(),
            priors: Vec::new(),
            nodes: 0,
            budget: 0,
            stop_at: 0,
        }
    }

    /// Decisions that the last plan tried out.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches the moves of the player who chooses in these worlds until the budget is spent. Fills `found` with what the last depth that was finished says, the best move for
    /// that player first; returns that depth. Moves that a world does not offer count nothing there.
    pub fn plan<G: Undo<Move = M>, J: Horizon<G>>(
        &mut self,
        worlds: &mut [G],
        judge: &mut J,
        budget: Budget<'_>,
        found: &mut Vec<Planned<M>>,
    ) -> u32 {
        self.nodes = 0;
        self.budget = budget.nodes;
        self.killers = [[0; KILLERS]; DEEPEST];
        self.history.fill(0);
        self.table.clear();
        found.clear();
        let Some(Turn::Player(player)) = worlds.first().map(Playable::turn) else { return 0 };
        let mut moves = Vec::new();
        worlds[0].moves(&mut moves);
        for Keyed { action, key } in moves {
            if !found.iter().any(|other| other.key == key) {
                found.push(Planned { action, key, value: 0.5 });
            }
        }
        let mut deeper = found.clone();
        for depth in 1..DEEPEST as u32 {
            for planned in &mut deeper {
                match self.worth_of(worlds, judge, planned.key, depth, budget) {
                    Ok(value) => planned.value = value,
                    Err(BudgetSpent) => return depth - 1,
                }
            }
            let sign = if player == 0 { -1.0 } else { 1.0 };
            deeper.sort_by(|a, b| (sign * a.value).total_cmp(&(sign * b.value)));
            found.clone_from(&deeper);
            if self.table.is_complete() {
                return depth;
            }
            self.table.begin_depth();
        }
        DEEPEST as u32
    }

    /// The worth of a move of the root to player 0, on the average of the worlds.
    fn worth_of<G: Undo<Move = M>, J: Horizon<G>>(
        &mut self,
        worlds: &mut [G],
        judge: &mut J,
        key: u64,
        depth: u32,
        budget: Budget<'_>,
    ) -> Result<f32, BudgetSpent> {
        let (mut sum, mut count) = (0.0, 0.0);
        for (salt, world) in (1..).zip(worlds) {
            let mut moves = std::mem::take(&mut self.lists[0]);
            world.moves(&mut moves);
            let offered = moves.iter().find(|choice| choice.key == key).copied();
            self.lists[0] = moves;
            let Some(choice) = offered else { continue };
            let (mark, before) = (world.mark(), world.played());
            // The search stops when this world has played what is left.
            self.stop_at = before + (self.budget - self.nodes);
            world.play(choice.action);
            self.table.set_salt(salt);
            let node = PlannerNode { depth: depth - 1, ply: 1, low: 0.0, high: 1.0 };
            let value = self.search(world, judge, node, budget);
            world.undo(mark);
            self.nodes = (self.nodes + world.played() - before).min(self.budget);
            sum += value?;
            count += 1.0;
        }
        Ok(if count == 0.0 { 0.5 } else { sum / count })
    }

    /// The value of this position to player 0, if it lies between the bounds; else a bound of it.
    fn search<G: Undo<Move = M>, J: Horizon<G>>(
        &mut self,
        world: &mut G,
        judge: &mut J,
        node: PlannerNode,
        budget: Budget<'_>,
    ) -> Result<f32, BudgetSpent> {
        if world.played() >= self.stop_at || budget.is_stopped() {
            return Err(BudgetSpent);
        }
        let player = match world.turn() {
            Turn::Over(value) => return Ok(value),
            Turn::Chance => {
                world.roll();
                return self.search(world, judge, node, budget);
            }
            Turn::Player(player) => player,
        };
        let beyond = judge.is_beyond(world);
        if node.depth == 0 || beyond || node.ply + 1 >= DEEPEST {
            if !beyond {
                self.table.cut_short();
            }
            let mark = world.mark();
            let value = judge.value(world);
            world.undo(mark);
            return Ok(value);
        }
        let position = world.position();
        let known = position.and_then(|position| self.table.get(position, node.depth));
        if let Some((value, bound)) = known
            && node.is_decided_by(value, bound)
        {
            return Ok(value);
        }
        let mut moves = std::mem::take(&mut self.lists[node.ply]);
        world.moves(&mut moves);
        self.order(world, judge, node.ply, &mut moves);
        let best = self.best_of(world, judge, &moves, player, node, budget);
        self.lists[node.ply] = moves;
        let best = best?;
        if let Some(position) = position {
            self.table.put(position, node.depth, best, node.bound_of(best));
        }
        Ok(best)
    }

    /// Tries moves out, until one of them cuts off the search; the value of the best one to player 0.
    #[inline(always)]
    fn best_of<G: Undo<Move = M>, J: Horizon<G>>(
        &mut self,
        world: &mut G,
        judge: &mut J,
        moves: &[Keyed<M>],
        player: u8,
        node: PlannerNode,
        budget: Budget<'_>,
    ) -> Result<f32, BudgetSpent> {
        // A forced move costs no depth.
        let depth = if moves.len() == 1 { node.depth } else { node.depth - 1 };
        let mut next = PlannerNode { depth, ply: node.ply + 1, ..node };
        let mut best = if player == 0 { f32::NEG_INFINITY } else { f32::INFINITY };
        for (at, choice) in moves.iter().enumerate() {
            if moves[..at].iter().any(|other| other.key == choice.key) {
                continue;
            }
            let mark = world.mark();
            world.play(choice.action);
            let value = self.search(world, judge, next, budget);
            world.undo(mark);
            let value = value?;
            if player == 0 {
                best = best.max(value);
                next.low = next.low.max(best);
            } else {
                best = best.min(value);
                next.high = next.high.min(best);
            }
            if next.low >= next.high {
                self.remember(node.ply, choice.key, node.depth);
                break;
            }
        }
        Ok(best)
    }

    /// Puts promising moves first: those that cut off elsewhere at this ply, those that did so
    /// often, those that the judge thinks best.
    fn order<G: Undo<Move = M>, J: Judge<G>>(
        &mut self,
        world: &G,
        judge: &mut J,
        ply: usize,
        moves: &mut [Keyed<M>],
    ) {
        if moves.len() < 2 {
            return;
        }
        self.priors.clear();
        judge.priors(world, moves, &mut self.priors);
        self.scores.clear();
        for (choice, prior) in moves.iter().zip(&self.priors) {
            let killer = self.killers[ply].contains(&choice.key);
            let history = self.history[scandidate_of(choice.key)] as f32;
            self.scores.push(prior * 1e6 + if killer { 1e9 } else { 0.0 } + history);
        }
        // Lists are short, and the order of equals must stay.
        for end in 1..moves.len() {
            let mut at = end;
            while at > 0 && self.scores[at - 1] < self.scores[at] {
                self.scores.swap(at - 1, at);
                moves.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// A move cut off the search.
    fn remember(&mut self, ply: usize, key: u64, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != key {
            killers[1] = killers[0];
            killers[0] = key;
        }
        let count = &mut self.history[scandidate_of(key)];
        *count = count.saturating_add(depth * depth);
    }
}

impl<M: Copy + Eq> Default for Planner<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// The counter of a move in the history.
const fn scandidate_of(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize
}
