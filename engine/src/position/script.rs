//! The chance script of a position.

use crate::chance::{Candidate, Chance, Purpose, Question, Stacked};
use crate::ids::Player;
use duelfish_script::CardCode;

/// The answers of chance, in order: the next cards of each Deck, and which cards of each hand are
/// picked unseen. It counts what did not fit, so that a script with missing or unused cards can be
/// refused.
#[derive(Clone, Debug, Default)]
pub struct Script {
    draws: Stacked,
    picked: [Vec<CardCode>; 2],
    coins: Vec<bool>,
    dice: Vec<u8>,
    used: [usize; 2],
    misses: usize,
}

impl Script {
    /// The cards that each player draws, those that are picked from each player's hand, and how the
    /// coins fall: heads or not.
    #[must_use]
    pub fn new(draws: [Vec<CardCode>; 2], picked: [Vec<CardCode>; 2], coins: Vec<bool>) -> Self {
        let (draws, dice) = (Stacked::new(draws), Vec::new());
        Self { draws, picked, coins, dice, used: [0; 2], misses: 0 }
    }

    /// The same with dice that fall so: each from 1 to 6.
    #[must_use]
    pub fn with_dice(self, dice: Vec<u8>) -> Self {
        Self { dice, ..self }
    }

    /// Questions that the lists could not answer.
    #[must_use]
    pub const fn misses(&self) -> usize {
        self.misses + self.draws.misses()
    }

    /// Whether anything is said of a player's cards at all.
    #[must_use]
    pub fn has_lines_of(&self, player: Player) -> bool {
        self.draws.has_script(player) || !self.picked[player.index()].is_empty()
    }

    /// Whether anything is said of coins.
    #[must_use]
    pub const fn has_coins(&self) -> bool {
        !self.coins.is_empty()
    }

    /// Cards of a player's lists that no question has used.
    #[must_use]
    pub fn unused(&self, player: Player) -> usize {
        let picked = &self.picked[player.index()];
        self.draws.unused(player).len() + picked.len().saturating_sub(self.used[player.index()])
    }
}

impl Chance for Script {
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32 {
        if question.purpose == Purpose::Coin {
            let coin = self.coins.get(question.index as usize);
            return coin.map_or_else(
                || {
                    self.misses += 1;
                    0
                },
                |heads| u32::from(*heads),
            );
        }
        if question.purpose == Purpose::Die {
            let die = self.dice.get(question.index as usize);
            return die.map_or_else(
                || {
                    self.misses += 1;
                    0
                },
                |face| u32::from(face.saturating_sub(1)),
            );
        }
        let Purpose::Pick(player) = question.purpose else {
            return self.draws.answer(question, candidate);
        };
        let index = question.index as usize;
        self.used[player.index()] = self.used[player.index()].max(index + 1);
        let wanted = self.picked[player.index()].get(index);
        let found =
            wanted.and_then(|wanted| (0..question.choices).find(|i| candidate(*i).code == *wanted));
        found.unwrap_or_else(|| {
            self.misses += 1;
            0
        })
    }
}
