//! Paired duels: the same seed twice with the seats swapped, counted as one result.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Binomial, Distribution};

use super::elo::{elo_interval, elo_of, likelihood_of_superiority, normalised_elo};
use super::intervals::{TAIL, normal95};

/// The scores that side A can have of a pair: the mean of its two duels.
pub(super) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// More pairs than this cannot be drawn again exactly in floating point.
const MOST_DRAWN: u64 = 1 << 53;

/// How many pairs had which score of side A: 0, ¼, ½, ¾ or 1.
///
/// A pair is two duels from one seed with the seats swapped. A win is 1, and a draw or a duel that
/// a limit ended is ½. The duels of a pair share their luck, so they are not independent; pairs
/// are, and every number here takes the pair as the unit.
///
/// ```
/// use duelfish_arena::stats::PairCounts;
///
/// let mut pairs = PairCounts::default();
/// pairs.add(4); // A won both duels.
/// pairs.add(2); // Each side won one, or both were draws.
/// assert_eq!((pairs.pairs(), pairs.score()), (2, 0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    counts: [u64; 5],
}

impl PairCounts {
    /// The counts of pairs in which A had 0, 1, 2, 3 and 4 half points.
    #[must_use]
    pub const fn new(counts: [u64; 5]) -> Self {
        Self { counts }
    }

    /// Counts one more pair by the half points of A: 2 for each win and 1 for each draw or duel that
    /// a limit ended, so 0 to 4. More than 4 counts as 4.
    pub fn add(&mut self, half_points: u8) {
        let count = &mut self.counts[usize::from(half_points.min(4))];
        *count = count.saturating_add(1);
    }

    /// Pairs counted.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Pairs by half points of A.
    #[must_use]
    pub const fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// The mean score of A per duel, from 0 to 1. Without pairs it is ½, which then means nothing:
    /// the intervals say so by holding everything.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.counts == [0; 5] { 0.5 } else { self.mean_of(|score| score) }
    }

    /// The variance of a pair's score, from 0 to ¼: the mean squared distance from the mean, without
    /// Bessel's correction. 0 without pairs.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.mean_of(|score| (score - mean) * (score - mean))
    }

    /// The 95% interval of the score: score ± 1.96 · √(variance / pairs), cut off at 0 and 1.
    ///
    /// It leans on the normal distribution and asks for some dozen pairs. Less than two pairs say
    /// nothing of how much pairs vary: the interval is then \[0, 1\]. Pairs that all have the same
    /// score give an interval without width. That is right for a bot against itself, where every pair
    /// must be even; otherwise it means that there were too few, and
    /// [`clopper_pearson95`](super::clopper_pearson95) of the pairs is the better answer.
    #[must_use]
    pub fn ci95(&self) -> [f64; 2] {
        if self.pairs() < 2 {
            return [0.0, 1.0];
        }
        normal95(self.score(), self.variance_of_mean())
    }

    /// The lead of A in Elo, infinite if A scored nothing or everything: [`elo_of`] the score.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo_of(self.score())
    }

    /// The 95% interval of the lead in Elo: the ends of [`ci95`](Self::ci95) in Elo, which may be
    /// infinite.
    #[must_use]
    pub fn elo_ci95(&self) -> [f64; 2] {
        elo_interval(self.ci95())
    }

    /// The lead of A in normalised Elo: see [`normalised_elo`]. The variance of one duel is taken as
    /// twice that of a pair, as if the duels of a pair were independent, so that pairs of duels and
    /// single duels compare.
    #[must_use]
    pub fn normalised_elo(&self) -> f64 {
        normalised_elo(self.score(), 2.0 * self.variance())
    }

    /// The likelihood of superiority of A, from 0 to 1: see [`likelihood_of_superiority`]. It is ½
    /// for less than two pairs.
    #[must_use]
    pub fn los(&self) -> f64 {
        if self.pairs() < 2 {
            return 0.5;
        }
        likelihood_of_superiority(self.score(), self.variance_of_mean())
    }

    /// The 95% interval of the score by the bootstrap: the middle 95% of the scores of `resamples`
    /// matches, each drawn with replacement from the pairs of this one (B. Efron, "Bootstrap
    /// methods: another look at the jackknife", The Annals of Statistics 7, 1979).
    ///
    /// It follows from `seed` alone and takes the same time for any number of pairs; 1,000
    /// resamples give bounds that differ little between seeds. Where it disagrees with
    /// [`ci95`](Self::ci95) there are too few pairs for either. It is \[0, 1\] for less than two
    /// pairs or without resamples, and that of `ci95` for more than 2^53 pairs.
    #[must_use]
    pub fn bootstrap95(&self, seed: u64, resamples: u32) -> [f64; 2] {
        if self.pairs() < 2 || resamples == 0 {
            return [0.0, 1.0];
        }
        if self.pairs() > MOST_DRAWN {
            return self.ci95();
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut scores: Vec<f64> =
            (0..resamples).map(|_| self.resample(&mut rng).score()).collect();
        scores.sort_unstable_by(f64::total_cmp);
        // So many are left out at either end.
        let out = (f64::from(resamples) * TAIL) as usize;
        [scores[out], scores[scores.len() - 1 - out]]
    }

    /// As many pairs, drawn with replacement. Five counts drawn in turn, each a binomial share of
    /// what the former left, are distributed like those of pairs that are drawn one by one.
    pub(crate) fn resample(&self, rng: &mut ChaCha8Rng) -> Self {
        let mut rest = self.pairs();
        let mut to_draw = rest;
        let counts = self.counts.map(|count| {
            let share = if rest == 0 { 0.0 } else { count as f64 / rest as f64 };
            // A share is always between 0 and 1, so there is always such a distribution.
            let drawn = Binomial::new(to_draw, share).map_or(0, |binomial| binomial.sample(rng));
            rest -= count;
            to_draw -= drawn;
            drawn
        });
        Self { counts }
    }

    /// The variance of the mean of all pairs.
    pub(crate) fn variance_of_mean(&self) -> f64 {
        self.variance() / self.pairs() as f64
    }

    /// The mean over all pairs of a function of their score; 0 without pairs.
    fn mean_of(&self, value: impl Fn(f64) -> f64) -> f64 {
        let pairs: f64 = self.counts.iter().map(|&count| count as f64).sum();
        let sum: f64 =
            self.counts.iter().zip(PAIR_SCORES).map(|(&c, score)| c as f64 * value(score)).sum();
        sum / pairs.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pairs_and_one_pair_say_nothing() {
        let mut pairs = PairCounts::default();
        assert_eq!((pairs.score(), pairs.variance(), pairs.normalised_elo()), (0.5, 0.0, 0.0));
        for _ in 0..2 {
            assert_eq!((pairs.ci95(), pairs.bootstrap95(1, 100)), ([0.0, 1.0], [0.0, 1.0]));
            assert_eq!(pairs.elo_ci95(), [f64::NEG_INFINITY, f64::INFINITY]);
            assert_eq!(pairs.los(), 0.5);
            pairs.add(4);
        }
    }

    #[test]
    fn even_pairs_leave_no_doubt() {
        let pairs = PairCounts::new([0, 0, 100, 0, 0]);
        assert_eq!((pairs.ci95(), pairs.bootstrap95(1, 100)), ([0.5; 2], [0.5; 2]));
        assert_eq!((pairs.elo(), pairs.normalised_elo(), pairs.los()), (0.0, 0.0, 0.5));
    }

    #[test]
    fn a_resample_has_as_many_pairs_and_the_same_mean() {
        let pairs = PairCounts::new([100_000, 0, 300_000, 500_000, 100_000]);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut sums = [0; 5];
        for _ in 0..100 {
            let drawn = pairs.resample(&mut rng);
            assert_eq!(drawn.pairs(), pairs.pairs());
            for (sum, count) in sums.iter_mut().zip(drawn.counts()) {
                *sum += count;
            }
        }
        for (sum, count) in sums.into_iter().zip(pairs.counts()) {
            assert!((sum / 100).abs_diff(count) < 250, "{sums:?}");
        }
    }

    #[test]
    fn no_count_breaks_a_number() {
        for counts in [[u64::MAX; 5], [0, 0, 0, 0, u64::MAX], [1, 0, 0, 0, 1 << 53], [1 << 50; 5]] {
            let pairs = PairCounts::new(counts);
            for [low, high] in [pairs.ci95(), pairs.bootstrap95(7, 40)] {
                assert!(0.0 <= low && low <= high && high <= 1.0, "{counts:?}: {low} {high}");
            }
            assert!(!pairs.normalised_elo().is_nan() && !pairs.los().is_nan());
        }
        let mut pairs = PairCounts::new([0, 0, 0, 0, u64::MAX]);
        pairs.add(u8::MAX);
        assert_eq!(pairs.pairs(), u64::MAX);
    }
}
