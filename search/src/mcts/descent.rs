//! One way down the tree, and what is found at its end.
//!
//! Only the way itself and the learning touch the tree. The work between, the trying of the moves of a new position, is
//! nearly all of the work, and it can be done elsewhere.

use super::look_of;
use crate::judge::{Judge, value_of};
use crate::playable::{Keyed, Undo, worth_to};

/// A way from the root to a position that the tree did not have, or to the end of the game.
#[derive(Clone, Debug)]
pub(super) struct Descent<M> {
    /// The edges that were walked, and whose moves they are.
    pub(super) path: Vec<(u32, u8)>,
    /// Where it ended.
    pub(super) end: DescentEnd,
    /// The moves of the position where it ended, and their priors.
    pub(super) moves: Vec<Keyed<M>>,
    pub(super) priors: Vec<f32>,
    /// How that position looks.
    pub(super) look: u64,
    /// The numbers of the moves that were tried there, with what they are worth to player 0.
    pub(super) tried: Vec<(u32, f32)>,
    /// The worth of the best of them to player 0.
    pub(super) best: f32,
    /// The numbers of the moves that mean something different, those to be tried first.
    distinct: Vec<u32>,
}

/// Where a descent ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum DescentEnd {
    /// The game is over, and player 0 has got this much of it.
    Value(f32),
    /// This player chooses in a position that the tree did not have.
    NewNode(u8),
}

impl<M> Default for Descent<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Descent<M> {
    /// Room for a descent.
    pub(super) const fn new() -> Self {
        Self {
            path: Vec::new(),
            end: DescentEnd::Value(0.5),
            moves: Vec::new(),
            priors: Vec::new(),
            look: 0,
            tried: Vec::new(),
            best: 0.5,
            distinct: Vec::new(),
        }
    }
}

impl<M: Copy + Eq> Descent<M> {
    /// Tries the moves of a new position once, of many the most promising ones; the position is worth what the best of
    /// them is. The world stands in that position and is not used afterwards.
    pub(super) fn expand<G: Undo<Move = M>>(
        &mut self,
        judge: &mut impl Judge<G>,
        world: &mut G,
        width: u32,
    ) {
        let DescentEnd::NewNode(player) = self.end else { return };
        self.priors.clear();
        judge.priors(world, &self.moves, &mut self.priors);
        self.look = look_of(world, &self.moves);
        let open = self.open(width as usize);
        self.tried.clear();
        self.best = worth_to(player, 0.0);
        let mark = world.mark();
        for (at, choice) in self.distinct[..open].iter().enumerate() {
            let value = value_of(world, judge, self.moves[*choice as usize].action);
            if at + 1 < open {
                world.undo(mark);
            }
            self.tried.push((*choice, value));
            self.best = if player == 0 { self.best.max(value) } else { self.best.min(value) };
        }
    }

    /// Whether no two moves of the new position mean the same.
    pub(super) const fn all_differ(&self) -> bool {
        self.distinct.len() == self.moves.len()
    }

    /// Puts the moves that are to be tried first, and says how many they are. Of moves that mean the same only the first
    /// counts.
    fn open(&mut self, width: usize) -> usize {
        let Self { moves, priors, distinct, .. } = self;
        distinct.clear();
        for (at, choice) in (0..).zip(&*moves) {
            if !distinct.iter().any(|other: &u32| moves[*other as usize].key == choice.key) {
                distinct.push(at);
            }
        }
        if distinct.len() <= width {
            return distinct.len();
        }
        let sum: f32 = priors.iter().sum();
        let prior = |at: &u32| priors[*at as usize] / sum;
        distinct.sort_by(|a, b| prior(b).total_cmp(&prior(a)));
        width
    }
}
