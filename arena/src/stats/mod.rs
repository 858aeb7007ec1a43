//! The statistics of a match: shares with honest intervals, paired duels, the sequential test,
//! lengths, endings.

mod bradley_terry;
mod difference;
mod elo;
mod intervals;
mod nash;
mod pairs;
mod sprt;

use duelfish_engine::{Outcome, Reason};

use crate::bots::{Failure, ProgramEnd};
use crate::play::{DuelResult, Side};
use crate::report::{ByFirst, EndedBy, FirstCount, TurnNumbers};

pub use bradley_terry::{Meeting, PRIOR, Rating, Ratings, bradley_terry};
pub use difference::{Difference, DifferenceFinding, duels_needed};
pub use elo::{elo_interval, elo_of, expected_score, likelihood_of_superiority, normalised_elo};
pub use intervals::{clopper_pearson95, normal95, wilson95};
pub use nash::nash_mix;
pub use pairs::PairCounts;
pub use sprt::{Hypothesis, Model, Sprt, SprtError};

/// Counts of finished duels. Its size depends on the longest duel and not on their number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Duels by winner (A, B) and first player (A, B).
    wins: [[u64; 2]; 2],
    draws: u64,
    games_by_first: [u64; 2],
    ended_by: EndedBy,
    /// Duels lost by forfeit, by loser and reason.
    forfeits: [[u64; Failure::ALL.len()]; 2],
    decisions: u64,
    /// How many duels ended in each turn.
    ended_in_turn: Vec<u64>,
}

impl Tally {
    /// Counts one more duel.
    pub fn add(&mut self, result: &DuelResult) {
        let first = result.first.index();
        self.games_by_first[first] += 1;
        if let Some(winner) = result.winner() {
            self.wins[winner.index()][first] += 1;
        }
        match result.end {
            ProgramEnd::Rules(Outcome::Win(_, reason)) => self.ended_by.count(reason),
            ProgramEnd::Rules(Outcome::Draw(reason)) => {
                self.draws += 1;
                self.ended_by.count(reason);
            }
            ProgramEnd::Rules(Outcome::Limit(_)) => self.ended_by.limit += 1,
            ProgramEnd::Forfeit(loser, failure) => {
                self.ended_by.forfeit += 1;
                self.forfeits[result.first.of(loser).index()][failure as usize] += 1;
            }
        }
        self.decisions += u64::from(result.decisions);
        let turn = usize::from(result.turns);
        if self.ended_in_turn.len() <= turn {
            self.ended_in_turn.resize(turn + 1, 0);
        }
        self.ended_in_turn[turn] += 1;
    }

    /// Duels counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games_by_first.iter().sum()
    }

    /// Duels that a side won.
    #[must_use]
    pub fn wins(&self, side: Side) -> u64 {
        self.wins[side.index()].iter().sum()
    }

    /// Duels that the side going first won.
    #[must_use]
    pub fn wins_going_first(&self) -> u64 {
        Side::BOTH.into_iter().map(|side| self.wins[side.index()][side.index()]).sum()
    }

    /// Duels in which both lost at the same time; those that a limit ended are no draws.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.draws
    }

    /// The causes that ended the duels.
    #[must_use]
    pub const fn ended_by(&self) -> EndedBy {
        self.ended_by
    }

    /// Duels that a side lost by forfeit (A, B), by reason in the order of [`Failure::ALL`].
    #[must_use]
    pub const fn forfeits(&self) -> [[u64; Failure::ALL.len()]; 2] {
        self.forfeits
    }

    /// Answers that bots gave in all duels.
    #[must_use]
    pub const fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Duels and wins of A by the side that went first.
    #[must_use]
    pub fn by_first(&self) -> ByFirst {
        let count = |first: Side| FirstCount {
            games: self.games_by_first[first.index()],
            wins_a: self.wins[Side::A.index()][first.index()],
        };
        ByFirst { a_first: count(Side::A), b_first: count(Side::B) }
    }

    /// How long the duels were; all 0 if there were none.
    #[must_use]
    pub fn turns(&self) -> TurnNumbers {
        let games = self.games();
        if games == 0 {
            return TurnNumbers { mean: 0.0, median: 0.0, p95: 0.0 };
        }
        let sum: u64 =
            (0..).zip(&self.ended_in_turn).map(|(turn, count): (u64, _)| turn * count).sum();
        // Of an even number of duels the median lies between the two in the middle.
        let middle = [games.div_ceil(2), games / 2 + 1].map(|rank| self.turn_at(rank));
        TurnNumbers {
            mean: sum as f64 / games as f64,
            median: f64::midpoint(middle[0], middle[1]),
            p95: self.turn_at((games * 95).div_ceil(100)),
        }
    }

    /// The length of the duel at a rank, the shortest duel having rank 1.
    fn turn_at(&self, rank: u64) -> f64 {
        let mut below = 0;
        for (turn, count) in self.ended_in_turn.iter().enumerate() {
            below += count;
            if below >= rank {
                return turn as f64;
            }
        }
        0.0
    }
}

impl EndedBy {
    fn count(&mut self, reason: Reason) {
        match reason {
            Reason::LifePoints => self.lp += 1,
            Reason::DeckOut => self.deckout += 1,
            Reason::Card => self.card += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use duelfish_engine::{Limit, Player};

    use super::*;

    fn result(outcome: Outcome, turns: u16, first: Side) -> DuelResult {
        DuelResult { end: ProgramEnd::Rules(outcome), turns, decisions: 10, first }
    }

    #[test]
    fn every_ending_is_counted_once() {
        let mut tally = Tally::default();
        let lp = |player| Outcome::Win(player, Reason::LifePoints);
        tally.add(&result(lp(Player::FIRST), 4, Side::A));
        tally.add(&result(lp(Player::FIRST), 6, Side::B));
        tally.add(&result(lp(Player::SECOND), 9, Side::B));
        tally.add(&result(Outcome::Draw(Reason::DeckOut), 7, Side::A));
        tally.add(&result(Outcome::Limit(Limit::Turns), 500, Side::B));
        let end = ProgramEnd::Forfeit(Player::FIRST, Failure::TooSlow);
        tally.add(&DuelResult { end, ..result(lp(Player::FIRST), 7, Side::B) });
        assert_eq!(tally.forfeits(), [[0; 6], [0, 1, 0, 0, 0, 0]]);
        assert_eq!((tally.games(), tally.wins(Side::A), tally.wins(Side::B)), (6, 3, 1));
        assert_eq!(tally.draws(), 1);
        assert_eq!(tally.ended_by(), EndedBy { lp: 3, deckout: 1, card: 0, limit: 1, forfeit: 1 });
        assert_eq!(tally.by_first().a_first, FirstCount { games: 2, wins_a: 1 });
        assert_eq!(tally.by_first().b_first, FirstCount { games: 4, wins_a: 2 });
        assert_eq!(tally.decisions(), 60);
        assert_eq!(tally.turns().median, 7.0);
    }

    #[test]
    fn lengths_are_ranked() {
        let mut tally = Tally::default();
        assert_eq!(tally.turns(), TurnNumbers { mean: 0.0, median: 0.0, p95: 0.0 });
        for turns in 1..=20 {
            tally.add(&result(Outcome::Draw(Reason::LifePoints), turns, Side::A));
        }
        assert_eq!(tally.turns(), TurnNumbers { mean: 10.5, median: 10.5, p95: 19.0 });
        tally.add(&result(Outcome::Draw(Reason::LifePoints), 21, Side::A));
        assert_eq!(tally.turns(), TurnNumbers { mean: 11.0, median: 11.0, p95: 20.0 });
    }
}
