//! The judgement of moves and positions before a search tries them.

use crate::playable::{Keyed, Playable, Turn};

/// Says what positions and moves are worth, before they are searched.
pub trait Judge<G: Playable> {
    /// Fills `priors` with one number for each move: how likely it is the best one. They must not
    /// be negative and have a positive sum.
    fn priors(&mut self, world: &G, moves: &[Keyed<G::Move>], priors: &mut Vec<f32>);

    /// How much of the game player 0 has got in this position, from 0 to 1. The world may be
    /// played on and is not used afterwards.
    fn value(&mut self, world: &mut G) -> f32;
}

/// How much of the game player 0 has got after a move, which is not taken back.
pub(crate) fn value_of<G: Playable>(
    world: &mut G,
    judge: &mut impl Judge<G>,
    action: G::Move,
) -> f32 {
    world.play(action);
    match world.turn() {
        Turn::Over(value) => value,
        _ => judge.value(world),
    }
}
