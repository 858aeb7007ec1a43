//! Bouts: duels in a row of which the side that wins more of them wins the whole, as tournaments play
//! their matches, best of three, with Side Decks between the duels.

use duelfish_cards::Deck;
use duelfish_engine::{Outcome, Player, Reason};
use serde::Serialize;

use crate::bots::ProgramEnd;
use crate::play::{DuelResult, Side};
use crate::stats::{Tally, wilson95};

/// No bout is longer.
pub const LONGEST_BOUT: u8 = 9;

/// The settings that a run of bouts has and a run of single duels has not.
#[derive(Clone, Debug)]
pub struct BestOf {
    /// The most duels of a bout: an odd number from 3 to [`LONGEST_BOUT`].
    pub duels: u8,
    /// The decks of A and B from the second duel on.
    pub sided: [Deck; 2],
}

/// How far a bout has come; a single duel is a bout of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bout {
    of: u8,
    played: u8,
    wins: [u8; 2],
}

impl Bout {
    /// Before the first of at most so many duels.
    #[must_use]
    pub const fn new(of: u8) -> Self {
        Self { of, played: 0, wins: [0; 2] }
    }

    /// Counts a duel that this side won, or nobody. Returns whether the bout is over.
    pub const fn add(&mut self, winner: Option<Side>) -> bool {
        self.played += 1;
        if let Some(winner) = winner {
            self.wins[winner.index()] += 1;
        }
        self.is_over()
    }

    /// Whether nothing is left to be played: a side has won more duels than the other one can win yet, or
    /// all duels were played.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        let most = if self.wins[0] > self.wins[1] { self.wins[0] } else { self.wins[1] };
        self.played >= self.of || most > self.of / 2
    }

    /// Duels that were played.
    #[must_use]
    pub const fn played(&self) -> u8 {
        self.played
    }

    /// The side that has won more duels.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        let [a, b] = self.wins;
        if a > b {
            Some(Side::A)
        } else if b > a {
            Some(Side::B)
        } else {
            None
        }
    }

    /// Begins the next one.
    pub const fn begin_again(&mut self) {
        *self = Self::new(self.of);
    }
}

/// The side that goes first after a duel: its loser, who would choose so. After a duel that nobody
/// won it is the side that went first in it.
pub(crate) const fn next_first(last: &DuelResult) -> Side {
    match last.winner() {
        Some(Side::A) => Side::B,
        Some(Side::B) => Side::A,
        None => last.first,
    }
}

/// The bouts of a run and what they add up to, for duels that come in order.
#[derive(Clone, Debug)]
pub(crate) struct Bouts {
    now: Bout,
    /// The duels of the bout that is played. They count when it is over.
    open: Vec<DuelResult>,
    duels: Tally,
    by_duel: Vec<DuelCount>,
}

/// The first, second, ... duels of all bouts.
#[derive(Clone, Copy, Debug, Default)]
struct DuelCount {
    games: u64,
    wins: [u64; 2],
    wins_going_first: u64,
}

impl DuelCount {
    fn add(&mut self, duel: &DuelResult) {
        self.games += 1;
        if let Some(winner) = duel.winner() {
            self.wins[winner.index()] += 1;
            self.wins_going_first += u64::from(winner == duel.first);
        }
    }
}

impl Bouts {
    /// None yet of bouts of at most so many duels.
    pub(crate) fn new(of: u8) -> Self {
        let (open, by_duel) = (Vec::new(), Vec::new());
        Self { now: Bout::new(of), open, duels: Tally::default(), by_duel }
    }

    /// Takes the next duel. When it was the last of its bout, all duels of the bout are counted.
    /// The bout is then returned as if it were one duel: who won, and who went first at its
    /// beginning.
    pub(crate) fn add(&mut self, duel: &DuelResult) -> Option<DuelResult> {
        self.open.push(*duel);
        if !self.now.add(duel.winner()) {
            return None;
        }
        self.by_duel.resize(self.by_duel.len().max(self.open.len()), DuelCount::default());
        for (duel, count) in self.open.iter().zip(&mut self.by_duel) {
            self.duels.add(duel);
            count.add(duel);
        }
        let first = self.open[0].first;
        let seat = |side| if side == first { Player::FIRST } else { Player::SECOND };
        // How duels ended is counted with the duels.
        let reason = Reason::LifePoints;
        let outcome = match self.now.winner() {
            Some(side) => Outcome::Win(seat(side), reason),
            None => Outcome::Draw(reason),
        };
        self.forget_open();
        Some(DuelResult { end: ProgramEnd::Rules(outcome), turns: 0, decisions: 0, first })
    }

    /// Forgets the duels of a bout that was not played to its end.
    pub(crate) fn forget_open(&mut self) {
        self.open.clear();
        self.now.begin_again();
    }

    /// All duels of bouts that are over.
    pub(crate) const fn duels(&self) -> &Tally {
        &self.duels
    }

    /// The part of a report about them; the decks are those that were played from the second duel
    /// on.
    pub(crate) fn report(&self, sided: [String; 2]) -> BoutsReport {
        let by_duel = self.by_duel.iter().map(|count| {
            let DuelCount { games, wins, wins_going_first } = *count;
            let [ci95_a, ci95_b] = wins.map(|wins| wilson95(wins, games));
            DuelReport { games, wins_a: wins[0], wins_b: wins[1], ci95_a, ci95_b, wins_going_first }
        });
        let by_duel = by_duel.collect();
        BoutsReport { best_of: self.now.of, sided, duels: self.duels.games(), by_duel }
    }
}

/// The results of bouts besides their winners.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoutsReport {
    /// The most duels of a bout.
    pub best_of: u8,
    /// Names of the decks of A and B from the second duel on.
    pub sided: [String; 2],
    /// Duels of all bouts.
    pub duels: u64,
    /// The first duels of all bouts, the second ones, and so on.
    pub by_duel: Vec<DuelReport>,
}

/// The first, or second, or third duels of all bouts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DuelReport {
    /// How many were played.
    pub games: u64,
    /// How many A won.
    pub wins_a: u64,
    /// How many B won.
    pub wins_b: u64,
    /// 95% interval of A's share of wins (see [`wilson95`]).
    pub ci95_a: [f64; 2],
    /// 95% interval of B's share.
    pub ci95_b: [f64; 2],
    /// How many were won by the side that went first.
    pub wins_going_first: u64,
}

#[cfg(test)]
mod tests {
    use duelfish_engine::Limit;

    use super::*;

    fn duel(winner: Option<Side>, first: Side) -> DuelResult {
        let outcome = match winner {
            None => Outcome::Limit(Limit::Turns),
            Some(side) if side == first => Outcome::Win(Player::FIRST, Reason::Card),
            Some(_) => Outcome::Win(Player::SECOND, Reason::Card),
        };
        DuelResult { end: ProgramEnd::Rules(outcome), turns: 5, decisions: 7, first }
    }

    #[test]
    fn a_bout_ends_when_a_side_can_no_longer_be_caught() {
        let (a, b, none) = (Some(Side::A), Some(Side::B), None);
        for (of, winners, winner) in [
            (1, &[a][..], a),
            (1, &[none], none),
            (3, &[a, a], a),
            (3, &[b, a, b], b),
            (3, &[a, none, none], a),
            (3, &[a, none, b], none),
            (3, &[none, b, b], b),
            (5, &[a, b, a, none, b], none),
            (5, &[b, a, b, b], b),
        ] {
            let mut bout = Bout::new(of);
            for (place, winner) in winners.iter().enumerate() {
                assert_eq!(bout.add(*winner), place + 1 == winners.len(), "{of} {winners:?}");
            }
            assert_eq!(bout.winner(), winner, "{of} {winners:?}");
        }
    }

    #[test]
    fn the_loser_goes_first() {
        assert_eq!(next_first(&duel(Some(Side::A), Side::A)), Side::B);
        assert_eq!(next_first(&duel(Some(Side::A), Side::B)), Side::B);
        assert_eq!(next_first(&duel(Some(Side::B), Side::B)), Side::A);
        assert_eq!(next_first(&duel(None, Side::B)), Side::B);
    }

    #[test]
    fn duels_count_when_their_bout_is_over() {
        let mut bouts = Bouts::new(3);
        let a = duel(Some(Side::A), Side::B);
        assert_eq!(bouts.add(&a), None);
        assert_eq!(bouts.duels().games(), 0);
        bouts.forget_open();
        assert_eq!(bouts.add(&a), None);
        assert_eq!(bouts.add(&duel(Some(Side::B), Side::B)), None);
        let whole = bouts.add(&duel(Some(Side::A), Side::A)).unwrap();
        assert_eq!((whole.winner(), whole.first), (Some(Side::A), Side::B));
        let report = bouts.report(["a", "b"].map(str::to_owned));
        assert_eq!((report.best_of, report.duels), (3, 3));
        let counts =
            report.by_duel.iter().map(|duel| (duel.games, duel.wins_a, duel.wins_going_first));
        assert_eq!(counts.collect::<Vec<_>>(), [(1, 1, 0), (1, 0, 1), (1, 1, 1)]);
    }
}
