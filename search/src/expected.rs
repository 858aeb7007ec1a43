//! The line that a tree search of a duel expects.

use duelfish_engine::{Action, Duel, Player, View};
use rand_chacha::ChaCha8Rng;

use crate::duels::{DuelWorlds, World};
use crate::mcts::{Mcts, Worlds};

/// Worlds that are dealt to find a line. In many of them somebody has not the card that the line needs.
const DEALT: u32 = 64;

/// A move that a search expects, in one world that fits what the player who asks knows.
#[derive(Clone, Debug)]
pub struct ExpectedMove {
    /// That world before the move. Its hidden cards are dealt and not the true ones.
    pub world: Duel,
    /// The player who moves.
    pub player: Player,
    /// The move.
    pub action: Action,
    /// How often the search tried it there, over all worlds.
    pub visits: u32,
}

/// The line after the move with this key, which the tree expects. Of some worlds it is the one whose first moves were
/// visited most.
pub(crate) fn expected_line(
    search: &Mcts<Action>,
    view: &View<'_>,
    worlds: &mut DuelWorlds,
    luck: ChaCha8Rng,
    first: u64,
) -> Vec<ExpectedMove> {
    let mut world = World::new(view.game(), worlds.any(), luck);
    let mut best: Vec<ExpectedMove> = Vec::new();
    for _ in 0..DEALT {
        worlds.deal(&mut world);
        let mut line = Vec::new();
        search.follow(first, &mut world, &mut |world, action, visits| {
            if let Some(decision) = world.duel.decision() {
                let player = decision.player;
                line.push(ExpectedMove { world: world.duel, player, action, visits });
            }
        });
        let visits =
            |line: &[ExpectedMove]| line.iter().map(|step| step.visits).collect::<Vec<_>>();
        if visits(&line) > visits(&best) {
            best = line;
        }
    }
    best
}
