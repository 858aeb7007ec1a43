//! The line that a tree expects.

use super::Mcts;
use super::tree::NONE;
use crate::playable::{Keyed, Playable, Turn};

/// Most moves of a line.
const LONGEST: usize = 12;
/// A move is expected if it was visited so often ...
const ENOUGH: u32 = 8;
/// ... or, in a small tree, in one of so many visits of the root, and more than once.
const SHARE: u32 = 20;

impl<M: Copy + Eq> Mcts<M> {
    /// Plays in this world, which stands where the tree begins, the move with the key `first` and then always the most
    /// visited one of those that the world offers, as far as they were visited often. `tell` hears of each of
    /// them before it is played, with its visits. Moves without another choice are played and not told.
    pub fn follow<G: Playable<Move = M>>(
        &self,
        first: u64,
        world: &mut G,
        tell: &mut dyn FnMut(&G, M, u32),
    ) {
        let enough = (self.tree.root_visits() / SHARE).clamp(2, ENOUGH);
        let (mut node, mut told) = (0, 0);
        let mut moves: Vec<Keyed<M>> = Vec::new();
        while told < LONGEST && node != NONE {
            match world.turn() {
                Turn::Over(_) => return,
                Turn::Chance => {
                    world.roll();
                    continue;
                }
                Turn::Player(_) => world.moves(&mut moves),
            }
            if let [only] = moves[..] {
                world.play(only.action);
                continue;
            }
            let begins = told == 0;
            let candidates = moves.iter().filter(|choice| !begins || choice.key == first);
            let visited = candidates.filter_map(|choice| {
                let (edge, visits) = self.tree.visited(node, choice.key)?;
                Some((*choice, edge, visits))
            });
            // Of equally visited ones it is the first.
            let most = visited.rev().max_by_key(|(_, _, visits)| *visits);
            let Some((choice, edge, visits)) = most else { return };
            if !begins && visits < enough {
                return;
            }
            tell(world, choice.action, visits);
            told += 1;
            world.play(choice.action);
            node = self.tree.child(edge);
        }
    }
}
