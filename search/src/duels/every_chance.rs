//! Chance that gives every answer in turn, for proofs.

use duelfish_engine::{Action, Candidate, Chance, Duel, Game, Journal, Purpose, Question, Script};

use super::World;
use crate::playable::{Playable, Undo};
use crate::solver::Branching;

/// Answers as a script says where it says something; else every way in turn, cards that are the
/// same once.
#[derive(Clone, Debug, Default)]
pub struct EveryChance {
    script: Script,
    /// The answers to the questions of the move that is being played.
    answers: Vec<ChanceAnswer>,
    used: usize,
}

/// An answer, with those that are still to be given.
#[derive(Clone, Copy, Debug)]
struct ChanceAnswer {
    answer: u32,
    /// The answers that mean something different, one bit each.
    left: u128,
}

impl EveryChance {
    /// Chance with the script of a position.
    #[must_use]
    pub fn new(script: Script) -> Self {
        Self { script, ..Self::default() }
    }

    /// Goes on to the next way; false if all were gone.
    fn advance(&mut self) -> bool {
        self.used = 0;
        while let Some(last) = self.answers.last_mut() {
            if last.left != 0 {
                last.answer = last.left.trailing_zeros();
                last.left &= last.left - 1;
                return true;
            }
            self.answers.pop();
        }
        false
    }
}

impl Chance for EveryChance {
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32 {
        let scripted = match question.purpose {
            Purpose::Deck(player) | Purpose::Pick(player) => self.script.has_lines_of(player),
            Purpose::Coin => self.script.has_coins(),
            Purpose::Die => false,
        };
        if scripted {
            return self.script.answer(question, candidate);
        }
        if self.used == self.answers.len() {
            let new = |i: &u32| !(0..*i).any(|j| candidate(j).code == candidate(*i).code);
            let of_cards = candidate(0) != Candidate::NONE;
            let all = (0..question.choices.min(128)).filter(|i| !of_cards || new(i));
            let left = all.fold(0_u128, |bits, i| bits | 1 << i);
            self.answers
                .push(ChanceAnswer { answer: left.trailing_zeros(), left: left & (left - 1) });
        }
        self.used += 1;
        self.answers[self.used - 1].answer
    }
}

impl<'g> World<'g, EveryChance, Journal> {
    /// A world in which nothing is hidden and chance goes every way.
    #[must_use]
    pub fn open(game: &'g Game<'g>, duel: Duel, script: Script) -> Self {
        Self::undoable(game, duel, EveryChance::new(script))
    }
}

impl Branching for World<'_, EveryChance, Journal> {
    fn play_each(&mut self, action: Action, each: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        let mark = self.mark();
        // Moves within this one have answers of their own.
        let outer = std::mem::take(&mut self.chance.answers);
        let mut never = true;
        loop {
            self.chance.used = 0;
            self.play(action);
            let mine = std::mem::take(&mut self.chance.answers);
            let goes_on = each(self);
            self.undo(mark);
            self.chance.answers = mine;
            if !goes_on {
                never = false;
                break;
            }
            if !self.chance.advance() {
                break;
            }
        }
        self.chance.answers = outer;
        self.chance.used = 0;
        never
    }
}
