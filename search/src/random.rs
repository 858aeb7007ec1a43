//! `random`: every command is equally likely.

use duelfish_engine::{Action, Actions, Verb, View};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::bot::{Bot, Budget, Choice, Setup, Why};

/// Plays at random: it chooses evenly among the commands, then evenly among what the command can
/// be aimed at. All attacks of one monster are one command; every other action is one of its own.
///
/// Choosing evenly among actions instead would make a player attack more often the more monsters
/// there are to attack, and duels of another length.
#[derive(Clone, Debug)]
pub struct RandomBot {
    rng: ChaCha8Rng,
}

impl RandomBot {
    /// A player that has not begun a duel yet.
    #[must_use]
    pub fn new() -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(0) }
    }
}

impl Default for RandomBot {
    fn default() -> Self {
        Self::new()
    }
}

impl Bot for RandomBot {
    fn begin(&mut self, _: &Setup<'_>, seed: u64) {
        self.rng = ChaCha8Rng::seed_from_u64(seed);
    }

    fn choose(&mut self, _: &View<'_>, legal: &Actions, _: Budget<'_>) -> Choice {
        Choice { action: pick(legal, &mut self.rng), why: Why::Random }
    }
}

/// The random choice of [`RandomBot`], for loops that play at random without bots. A choice takes
/// one or two words of the generator, a choice among one command none.
///
/// # Panics
/// There must be an action to choose.
#[inline]
pub fn pick<R: Rng>(legal: &[Action], rng: &mut R) -> Action {
    // Attacks stand first where there are any; every other action is a command of its own.
    if legal[0].verb() != Verb::Attack {
        return legal[below(legal.len(), rng)];
    }
    let commands = 1 + legal.windows(2).filter(|pair| !pair[0].is_same_command(pair[1])).count();
    if commands == legal.len() {
        return legal[below(commands, rng)];
    }
    let mut skip = below(commands, rng);
    let mut from = 0;
    loop {
        let size = command_len(&legal[from..]);
        if skip == 0 {
            return legal[from + below(size, rng)];
        }
        skip -= 1;
        from += size;
    }
}

/// Length of the command with which a list begins.
#[inline]
fn command_len(legal: &[Action]) -> usize {
    1 + legal.windows(2).take_while(|pair| pair[0].is_same_command(pair[1])).count()
}

/// A number below `count`, each about equally likely: the bias is below `count` / 2^32.
#[inline]
fn below<R: Rng>(count: usize, rng: &mut R) -> usize {
    if count == 1 {
        return 0;
    }
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use duelfish_engine::MonsterZone;

    use super::*;

    #[test]
    fn all_attacks_of_a_monster_are_one_command() {
        let zone = |number: usize| MonsterZone::ZONES[number];
        let attack = |from, at| Action::attack(zone(from), Some(zone(at)));
        let legal = [
            attack(0, 1),
            attack(0, 2),
            attack(0, 4),
            attack(3, 1),
            Action::TO_MAIN2,
            Action::END_TURN,
        ];
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut counts = [0_u32; 6];
        for _ in 0..120_000 {
            let action = pick(&legal, &mut rng);
            counts[legal.iter().position(|a| *a == action).unwrap()] += 1;
        }
        // Four commands of 30,000 each; the first one is split in three. Five standard
        // deviations of the largest count are 750.
        for (count, expected) in counts.into_iter().zip([10, 10, 10, 30, 30, 30]) {
            assert!(count.abs_diff(expected * 1000) < 750, "{counts:?}");
        }
    }

    #[test]
    fn one_action_needs_no_chance() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut untouched = rng.clone();
        assert_eq!(pick(&[Action::END_TURN], &mut rng), Action::END_TURN);
        assert_eq!(rng.next_u32(), untouched.next_u32());
    }
}
