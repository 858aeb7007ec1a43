//! Beam search for a line of many moves of one player, for any game.
//!
//! A combo is a line of twenty to sixty choices of one player. An alpha-beta search does not come so deep. A beam
//! search goes forward one choice at a time and keeps only some positions of each depth: half of them because they
//! are worth most, the others because they reached something else. So a line that costs cards before it pays lives on
//! beside one that pays at once. Positions that several orders of moves lead to are kept once.

mod layer;

use std::collections::BTreeSet;

use crate::bot::Budget;
use crate::playable::{Keyed, Playable, Turn, Undo};

use layer::{BeamCandidate, survivors};

/// Says what the lines of a beam search are about.
pub trait BeamGuide<G: Playable> {
    /// Plays everything that the search does not choose, until it chooses again or the line is at its end: the answers
    /// of the other player, for example.
    fn go_on(&mut self, world: &mut G);

    /// Whether the line ends here.
    fn is_beyond(&self, world: &G) -> bool;

    /// How much player 0 has got here, from 0 to 1, or how near a goal is. The world may be played on and is not used
    /// afterwards.
    fn worth(&mut self, world: &mut G) -> f32;

    /// A number for what was reached here. Positions with different numbers live on beside each other.
    fn reached(&self, world: &G) -> u64;

    /// Whether a line that ends here is as good as any, so that the search may stop.
    fn is_goal(&self, world: &G) -> bool;
}

/// How wide and how far a beam search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeamLimits {
    /// Most positions that are kept at each depth, from 1.
    pub width: usize,
    /// Most choices of a line; a forced one is no choice.
    pub depth: usize,
}

/// A line from the root to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamLine<M> {
    /// Its moves, in order. Moves of the other player and forced ones are not among them.
    pub moves: Vec<Keyed<M>>,
    /// The worth of its end, as the guide says it.
    pub worth: f32,
    /// Whether its end is a goal.
    pub is_goal: bool,
}

/// The findings of a beam search.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamFound<M> {
    /// The best line of each first move that a line with an end has, the best one first for the player who chooses.
    pub lines: Vec<BeamLine<M>>,
    /// How many moves were tried out in all.
    pub nodes: u64,
    /// Whether no position was left out, so that a wider search finds nothing else.
    pub is_complete: bool,
}

/// A beam search on its way.
struct Beam<'s, M> {
    /// The moves of all lines: each one with the number of the one before it.
    steps: Vec<(usize, Keyed<M>)>,
    seen: BTreeSet<u64>,
    found: BeamFound<M>,
    player: u8,
    budget: Budget<'s>,
    limits: BeamLimits,
}

/// A position of a depth.
struct BeamPosition<G> {
    world: G,
    /// The number of the move that led to it.
    last: usize,
}

/// The number of the move before the first one.
const ROOT: usize = usize::MAX;

/// Searches the lines of the player who chooses in this world, until the budget is spent or a goal is found. The world
/// answers chance alike on every way to a position.
pub fn beam<G: Undo + Clone, B: BeamGuide<G>>(
    root: &G,
    guide: &mut B,
    limits: BeamLimits,
    budget: Budget<'_>,
) -> BeamFound<G::Move> {
    let found = BeamFound { lines: Vec::new(), nodes: 0, is_complete: true };
    let Turn::Player(player) = root.turn() else { return found };
    let mut search =
        Beam { steps: Vec::new(), seen: BTreeSet::new(), found, player, budget, limits };
    let mut layer = vec![BeamPosition { world: root.clone(), last: ROOT }];
    for _ in 0..limits.depth {
        if layer.is_empty() {
            break;
        }
        match search.next_layer(&layer, guide) {
            Some(next) => layer = next,
            None => {
                search.found.is_complete = false;
                return search.sorted();
            }
        }
    }
    search.found.is_complete &= layer.is_empty();
    search.sorted()
}

/// The search for a goal: beams of growing width, until one of them finds it, none can, or the budget is spent.
pub fn widening<G: Undo + Clone, B: BeamGuide<G>>(
    root: &G,
    guide: &mut B,
    limits: BeamLimits,
    budget: Budget<'_>,
) -> BeamFound<G::Move> {
    let mut nodes = 0;
    let mut width = NARROWEST.min(limits.width);
    loop {
        let left = Budget { nodes: budget.nodes.saturating_sub(nodes), ..budget };
        let mut found = beam(root, guide, BeamLimits { width, ..limits }, left);
        nodes += found.nodes;
        found.nodes = nodes;
        let is_goal = found.lines.first().is_some_and(|line| line.is_goal);
        if is_goal || found.is_complete || width >= limits.width || nodes >= budget.nodes {
            return found;
        }
        width = (width * WIDENING).min(limits.width);
    }
}

/// The width of the first beam of a search for a goal.
const NARROWEST: usize = 32;
/// The next beam is so many times as wide.
const WIDENING: usize = 4;

impl<M: Copy + Eq> Beam<'_, M> {
    /// The positions one choice deeper; none if the search is over.
    fn next_layer<G: Undo<Move = M> + Clone, B: BeamGuide<G>>(
        &mut self,
        layer: &[BeamPosition<G>],
        guide: &mut B,
    ) -> Option<Vec<BeamPosition<G>>> {
        let mut candidates: Vec<BeamCandidate<M>> = Vec::new();
        let mut moves = Vec::new();
        for (from, BeamPosition { world, last }) in layer.iter().enumerate() {
            world.moves(&mut moves);
            for (at, choice) in moves.iter().enumerate() {
                if moves[..at].iter().any(|other| other.key == choice.key) {
                    continue;
                }
                if self.found.nodes >= self.budget.nodes || self.budget.is_stopped() {
                    return None;
                }
                let mut next = self.played(world, choice.action, guide);
                if next.position().is_some_and(|position| !self.seen.insert(position)) {
                    continue;
                }
                if is_over(&next, guide) {
                    if self.end(&mut next, *last, *choice, guide) {
                        return None;
                    }
                    continue;
                }
                let reached = guide.reached(&next);
                let worth = self.signed(guide.worth(&mut next));
                candidates.push(BeamCandidate { from, choice: *choice, worth, reached });
            }
        }
        let kept = survivors(&mut candidates, self.limits.width);
        self.found.is_complete &= kept.len() == candidates.len();
        let next = kept.iter().map(|candidate| {
            let BeamPosition { world, last } = &layer[candidate.from];
            self.steps.push((*last, candidate.choice));
            let world = self.played(world, candidate.choice.action, guide);
            BeamPosition { world, last: self.steps.len() - 1 }
        });
        Some(next.collect())
    }

    /// The world after a move, where the search chooses again or the line is at its end.
    fn played<G: Undo<Move = M> + Clone, B: BeamGuide<G>>(
        &mut self,
        world: &G,
        action: M,
        guide: &mut B,
    ) -> G {
        let mut next = world.clone();
        let before = next.played();
        next.play(action);
        let mut forced = Vec::new();
        loop {
            guide.go_on(&mut next);
            if is_over(&next, guide) {
                break;
            }
            next.moves(&mut forced);
            let first = forced[0];
            if forced.iter().any(|choice| choice.key != first.key) {
                break;
            }
            next.play(first.action);
        }
        self.found.nodes += next.played() - before;
        next
    }

    /// Notes a line that has come to its end; whether that is a goal.
    fn end<G: Undo<Move = M> + Clone, B: BeamGuide<G>>(
        &mut self,
        world: &mut G,
        last: usize,
        choice: Keyed<M>,
        guide: &mut B,
    ) -> bool {
        let is_goal = guide.is_goal(world);
        let worth = match world.turn() {
            Turn::Over(value) => value,
            _ => guide.worth(world),
        };
        let mut moves = vec![choice];
        let mut at = last;
        while at != ROOT {
            let (before, choice) = self.steps[at];
            moves.push(choice);
            at = before;
        }
        moves.reverse();
        let line = BeamLine { moves, worth, is_goal };
        let first = line.moves[0].key;
        let better = |line: &BeamLine<M>| (line.is_goal, self.signed(line.worth));
        match self.found.lines.iter().position(|other| other.moves[0].key == first) {
            None => self.found.lines.push(line),
            Some(at) if better(&self.found.lines[at]) < better(&line) => {
                self.found.lines[at] = line;
            }
            Some(_) => {}
        }
        is_goal
    }

    /// A worth as the player who chooses sees it.
    const fn signed(&self, worth: f32) -> f32 {
        if self.player == 0 { worth } else { 1.0 - worth }
    }

    /// The result, with the best line first.
    fn sorted(mut self) -> BeamFound<M> {
        let mut lines = std::mem::take(&mut self.found.lines);
        lines.sort_by(|a, b| {
            let worth = self.signed(b.worth).total_cmp(&self.signed(a.worth));
            b.is_goal.cmp(&a.is_goal).then(worth)
        });
        BeamFound { lines, ..self.found }
    }
}

/// Whether a line has come to its end.
fn is_over<G: Playable, B: BeamGuide<G>>(world: &G, guide: &B) -> bool {
    matches!(world.turn(), Turn::Over(_)) || guide.is_beyond(world)
}
