//! The main line of a proof, as text.

use duelfish_engine::{Journal, Player};

use super::{EveryChance, World};
use crate::playable::{Playable, Turn, Undo};
use crate::solver::{Branching, Proof};

/// A line that a proof wins: the actions with their players. The opponent gives the reply that
/// makes it longest, chance the first of its answers.
#[must_use]
pub fn main_line(
    world: &mut World<'_, EveryChance, Journal>,
    proof: &Proof,
) -> Vec<(Player, String)> {
    let mut line = Vec::new();
    let Turn::Player(asked) = world.turn() else { return line };
    let (key, after) = match proof {
        Proof::Won => return line,
        Proof::Play(key, after) => (*key, after),
        Proof::Replies(replies) => {
            let longest = replies.iter().rev().max_by_key(|(_, after)| length(after));
            let Some((key, after)) = longest else { return line };
            (*key, after)
        }
    };
    let mut moves = Vec::new();
    world.moves(&mut moves);
    let Some(choice) = moves.iter().find(|choice| choice.key == key) else { return line };
    let text = world.duel.view(world.game, Player::of_bit(asked)).describe(choice.action);
    line.push((Player::of_bit(asked), text));
    let mark = world.mark();
    world.play_each(choice.action, &mut |world| {
        if let Some(proof) = after.first() {
            line.extend(main_line(world, proof));
        }
        false
    });
    debug_assert!(world.mark() == mark, "all is taken back");
    line
}

/// How many choices the longest line of these proofs has.
fn length(proofs: &[std::rc::Rc<Proof>]) -> usize {
    let of = |proof: &Proof| match proof {
        Proof::Won => 0,
        Proof::Play(_, after) => 1 + length(after),
        Proof::Replies(replies) => {
            1 + replies.iter().map(|(_, after)| length(after)).max().unwrap_or(0)
        }
    };
    proofs.iter().map(|proof| of(proof)).max().unwrap_or(0)
}
