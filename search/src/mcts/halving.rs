//! Sequential halving of the root's moves.
//!
//! The budget is split over as many rounds as it takes to come from all moves to two. In each round the moves
//! that are left are tried equally often, and then the worse half of them is dropped (Karnin, Koren and Somekh,
//! 2013; at the root of a tree search: Danihelka and others, 2022). It looks for the best move alone, where PUCT also
//! avoids to try bad ones.

use super::RootMove;

/// No more moves take part; of more those of the highest priors do.
const MOST: usize = 16;

/// The moves of a root that are left.
#[derive(Clone, Debug, Default)]
pub(super) struct Halving {
    /// How many took part; 0 before the first round.
    entered: usize,
    /// The keys of those that are left.
    left: Vec<u64>,
}

impl Halving {
    /// Forgets all moves, so that none is left out.
    pub(super) fn clear(&mut self) {
        self.entered = 0;
        self.left.clear();
    }

    /// The keys of the moves that are left; none if all are.
    pub(super) fn left(&self) -> &[u64] {
        &self.left
    }

    /// Drops what is to be dropped when this share of the budget is spent, from 0 to 1. These are the moves of the root.
    pub(super) fn narrow(&mut self, done: f32, moves: impl Iterator<Item = RootMove>) {
        let rounds = (self.entered as f32).log2().ceil();
        let round = (done * rounds).min(rounds - 1.0).max(0.0);
        let wanted = self.entered.div_ceil(1 << round as u32);
        if self.entered > 0 && self.left.len() <= wanted {
            return;
        }
        let mut moves: Vec<RootMove> = moves.collect();
        if self.entered == 0 {
            let by_prior = |a: &RootMove, b: &RootMove| b.prior.total_cmp(&a.prior);
            let by_value = |a: &RootMove, b: &RootMove| b.value.total_cmp(&a.value);
            moves.sort_by(|a, b| by_prior(a, b).then(by_value(a, b)));
            moves.truncate(MOST);
            self.entered = moves.len();
        } else {
            moves.retain(|one| self.left.contains(&one.key));
            let by_value = |a: &RootMove, b: &RootMove| b.value.total_cmp(&a.value);
            let by_prior = |a: &RootMove, b: &RootMove| b.prior.total_cmp(&a.prior);
            moves.sort_by(|a, b| by_value(a, b).then(by_prior(a, b)));
            moves.truncate(wanted);
        }
        self.left.clear();
        self.left.extend(moves.iter().map(|one| one.key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves of which those with high numbers have high values and low priors.
    fn moves(count: u64) -> impl Iterator<Item = RootMove> {
        (0..count).map(|key| RootMove {
            key,
            visits: 1,
            value: key as f32 / 100.0,
            prior: 1.0 / (1.0 + key as f32),
            error: None,
        })
    }

    fn left(halving: &Halving) -> Vec<u64> {
        let mut left = halving.left().to_vec();
        left.sort_unstable();
        left
    }

    #[test]
    fn the_worse_half_is_dropped_after_each_round() {
        let mut halving = Halving::default();
        halving.narrow(0.0, moves(20));
        // Priors say who takes part.
        assert_eq!(left(&halving), (0..16).collect::<Vec<_>>());
        for (done, first) in
            [(0.2, 0), (0.25, 8), (0.49, 8), (0.5, 12), (0.75, 14), (0.9, 14), (1.0, 14)]
        {
            halving.narrow(done, moves(20));
            assert_eq!(left(&halving), (first..16).collect::<Vec<_>>(), "{done}");
        }
        halving.clear();
        assert!(halving.left().is_empty());
        // Five moves take three rounds.
        for (done, count) in [(0.0, 5), (0.3, 5), (0.34, 3), (0.67, 2), (1.0, 2)] {
            halving.narrow(done, moves(5));
            assert_eq!(halving.left().len(), count, "{done}");
        }
    }

    #[test]
    fn of_equal_values_the_higher_prior_stays() {
        let alike = || moves(4).map(|one| RootMove { value: 0.5, ..one });
        let mut halving = Halving::default();
        halving.narrow(0.0, alike());
        halving.narrow(0.5, alike());
        assert_eq!(left(&halving), [0, 1]);
    }

    #[test]
    fn one_move_and_none_are_left_alone() {
        for count in [0, 1, 2] {
            let mut halving = Halving::default();
            for done in [0.0, 0.5, 1.0] {
                halving.narrow(done, moves(count));
                assert_eq!(halving.left().len() as u64, count);
            }
        }
    }
}
