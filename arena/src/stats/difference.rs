//! The difference between two decks that met the same opponents with the same luck.

use statrs::distribution::{ContinuousCDF, Normal};

use super::intervals::Z95;

/// Fewer pairs than this for one opponent decide nothing, whatever they say.
const FEWEST: usize = 10;

/// The finding of a comparison at a level of 5%.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceFinding {
    /// The new deck is better.
    Better,
    /// The new deck is worse.
    Worse,
    /// The interval holds 0.
    Undecided,
}

/// The mean difference of score, new deck minus old one, over several opponents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// In shares of a duel, from -1 to 1.
    pub mean: f64,
    /// Its standard error; infinite if there are too few pairs to tell.
    pub error: f64,
    /// The variance of one difference, opponents weighted: what [`duels_needed`] asks for.
    pub variance: f64,
    /// Differences against each opponent.
    pub counts: usize,
}

impl Difference {
    /// Takes the differences against each opponent together; each opponent has its weight.
    ///
    /// A difference is that of a whole pair of duels (each seat once), both decks with the same luck.
    /// Opponents are strata: the mean is the weighted mean of their means, and its variance the sum of
    /// their squared weights times the variance of their means. With 0 for all of them (equal decks) the
    /// difference is 0 without error.
    ///
    /// ```
    /// use duelfish_arena::stats::{Difference, DifferenceFinding};
    ///
    /// let found = Difference::new(&[(1.0, (0..400).map(|i| if i % 8 == 0 { 0.5 } else { 0.0 }).collect())]);
    /// assert_eq!((found.mean, found.finding()), (0.0625, DifferenceFinding::Better));
    /// ```
    #[must_use]
    pub fn new(strata: &[(f64, Vec<f64>)]) -> Self {
        let all: f64 = strata.iter().map(|(weight, _)| weight).sum();
        let counts = strata.iter().map(|(_, of)| of.len()).min().unwrap_or(0);
        let (mut mean, mut of_mean, mut variance) = (0.0, 0.0, 0.0);
        for (weight, differences) in strata {
            let (n, share) = (differences.len() as f64, weight / all);
            let own = differences.iter().sum::<f64>() / n.max(1.0);
            let squares: f64 = differences.iter().map(|d| (d - own) * (d - own)).sum();
            let spread = squares / (n - 1.0).max(1.0);
            mean += share * own;
            of_mean += share * share * spread / n.max(1.0);
            variance += share * share * spread;
        }
        let error = if counts < FEWEST { f64::INFINITY } else { of_mean.sqrt() };
        Self { mean, error, variance, counts }
    }

    /// The 95% interval, by the normal distribution of means.
    #[must_use]
    pub fn ci95(&self) -> [f64; 2] {
        let reach = Z95 * self.error;
        [(self.mean - reach).max(-1.0), (self.mean + reach).min(1.0)]
    }

    /// Whether the interval leaves out 0, and on which side. Two equally strong decks are found
    /// different in 5% of all comparisons, whatever their duels have in common.
    #[must_use]
    pub fn finding(&self) -> DifferenceFinding {
        let [low, high] = self.ci95();
        match self.counts {
            0..FEWEST => DifferenceFinding::Undecided,
            _ if low > 0.0 => DifferenceFinding::Better,
            _ if high < 0.0 => DifferenceFinding::Worse,
            _ => DifferenceFinding::Undecided,
        }
    }
}

/// How many pairs of duels against each opponent a comparison needs, so that a share `power` of all
/// comparisons finds a true difference of this size: (z(97.5%) + z(power))² · variance /
/// difference².
///
/// `variance` is that of [`Difference`]. At least ten; none for a difference of 0 or a power that is no
/// share below 1.
///
/// ```
/// let pairs = duelfish_arena::stats::duels_needed(0.02, 0.05, 0.8).unwrap();
/// assert_eq!(pairs, 982);
/// ```
#[must_use]
pub fn duels_needed(difference: f64, variance: f64, power: f64) -> Option<u64> {
    if difference == 0.0 || !(0.0..1.0).contains(&power) || power == 0.0 {
        return None;
    }
    let reach = Z95 + Normal::standard().inverse_cdf(power);
    let pairs = reach * reach * variance / (difference * difference);
    Some((pairs.ceil() as u64).max(FEWEST as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    /// Differences of pairs that are ½, 0 or -½, with this mean and half of them 0.
    fn draw(rng: &mut ChaCha8Rng, pairs: u64, mean: f64) -> Vec<f64> {
        let one = |rng: &mut ChaCha8Rng| {
            let number = f64::from(rng.next_u32()) / 2.0_f64.powi(32);
            if number < 0.5 {
                0.0
            } else if number < 0.75 + mean {
                0.5
            } else {
                -0.5
            }
        };
        (0..pairs).map(|_| one(rng)).collect()
    }

    #[test]
    fn equal_decks_are_found_different_as_often_as_the_level_says() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut wrong = 0;
        for _ in 0..4000 {
            let strata = [(1.0, draw(&mut rng, 120, 0.0)), (2.0, draw(&mut rng, 120, 0.0))];
            wrong += u32::from(Difference::new(&strata).finding() != DifferenceFinding::Undecided);
        }
        // 5% of 4000 is 200, with a standard deviation of 14.
        assert!((150..=250).contains(&wrong), "{wrong}");
    }

    #[test]
    fn the_promised_number_of_duels_finds_the_difference_as_often_as_promised() {
        let mut rng = ChaCha8Rng::seed_from_u64(12);
        let (true_mean, variance) = (0.03, 0.125 - 0.03 * 0.03);
        let pairs = duels_needed(true_mean, variance, 0.8).unwrap();
        let found = (0..2000).filter(|_| {
            // Chance moves the mean of a drawn difference by as much as that of its sign.
            let strata = [(1.0, draw(&mut rng, pairs, true_mean))];
            Difference::new(&strata).finding() == DifferenceFinding::Better
        });
        let found = found.count();
        // 80% of 2000 is 1600, with a standard deviation of 18.
        assert!((1540..=1660).contains(&found), "{found}");
    }

    #[test]
    fn a_deck_is_no_better_than_itself_and_few_pairs_say_nothing() {
        let same = Difference::new(&[(1.0, vec![0.0; 500])]);
        assert_eq!(
            (same.mean, same.error, same.finding()),
            (0.0, 0.0, DifferenceFinding::Undecided)
        );
        let few = Difference::new(&[(1.0, vec![0.5; 9]), (1.0, vec![0.5; 900])]);
        assert_eq!((few.finding(), few.ci95()), (DifferenceFinding::Undecided, [-1.0, 1.0]));
        let none = Difference::new(&[]);
        assert_eq!((none.counts, none.finding()), (0, DifferenceFinding::Undecided));
    }
}
