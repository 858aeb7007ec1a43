//! The sequential probability ratio test: it stops as soon as one of two claims is well enough
//! supported, and needs about half the duels of a match of fixed length.

use super::elo::{NORMALISED_ELO, expected_score};
use super::pairs::{PAIR_SCORES, PairCounts};

/// The scores of one duel: loss, draw, win.
const GAME_SCORES: [f64; 3] = [0.0, 0.5, 1.0];
/// The count of a result that never happened, so that it stays possible.
const UNSEEN: f64 = 1e-3;
/// The least share of a result: far too small to matter, and large enough for rounding.
const LEAST_SHARE: f64 = 1e-12;

/// A sequential test of H0, "A leads by `elo0`", against H1, "A leads by `elo1`".
///
/// After each pair the log-likelihood ratio (LLR) of all pairs so far is compared with two bounds:
/// A. Wald, "Sequential tests of statistical hypotheses", The Annals of Mathematical Statistics 16
/// (1945). With a lead of `elo0` or less the test accepts H1 in about a share `alpha` of all
/// cases at most, with `elo1` or more it accepts H0 in about a share `beta`. In between it takes
/// longest, and either answer is acceptable.
///
/// The LLR of pairs and of duels with draws is that of the generalised test (GSPRT), as in the test
/// framework fishtest. Each hypothesis says how much A leads and leaves open how often each result
/// happens, so it is given the frequencies that suit it best.
///
/// ```
/// use duelfish_arena::stats::{Hypothesis, Model, PairCounts, Sprt};
///
/// let test = Sprt::new(0.0, 50.0, 0.05, 0.05, Model::Logistic)?;
/// let llr = test.llr_of_pairs(&PairCounts::new([60, 10, 300, 10, 120]));
/// assert!((llr - 9.54954).abs() < 1e-5);
/// assert_eq!(test.verdict(llr), Some(Hypothesis::H1));
/// # Ok::<(), duelfish_arena::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// A test of `elo0` against `elo1` with error rates `alpha` and `beta`.
    ///
    /// # Errors
    ///
    /// A [`SprtError`] unless `elo0 < elo1`, neither is further from 0 than
    /// [`Model::max_elo`], and `alpha` and `beta` lie between 0 and 0.5, both excluded.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Self, SprtError> {
        let max = model.max_elo();
        for elo in [elo0, elo1] {
            // Put so that what is not a number is refused too.
            if !(-max..=max).contains(&elo) {
                return Err(SprtError::EloRange { elo, max });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::EloOrder { elo0, elo1 });
        }
        for rate in [alpha, beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::ErrorRate { rate });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The LLR of duels in pairs: the pentanomial test, and the one to use for paired duels.
    ///
    /// Results that never happened count 0.001 pairs. It is finite for all counts, those with a
    /// single kind of result among them, and 0 without pairs.
    #[must_use]
    pub fn llr_of_pairs(&self, pairs: &PairCounts) -> f64 {
        // A pair is the mean of two duels, so its deviation is smaller by √2.
        self.generalised(pairs.counts(), PAIR_SCORES, std::f64::consts::SQRT_2)
    }

    /// The LLR of single, independent duels: the trinomial test.
    ///
    /// Results that never happened count 0.001 duels. It is finite for all counts, and 0 without
    /// duels. For paired duels it understates or overstates what is known.
    #[must_use]
    pub fn llr_of_games(&self, wins: u64, draws: u64, losses: u64) -> f64 {
        self.generalised([losses, draws, wins], GAME_SCORES, 1.0)
    }

    /// The LLR of single, independent duels that cannot be drawn, by Wald's own formula:
    /// wins · ln(p1 / p0) + losses · ln((1 - p1) / (1 - p0)), where p0 and p1 are the chances to win
    /// under H0 and H1. It is finite for all counts, and 0 without duels.
    ///
    /// ```
    /// use duelfish_arena::stats::{Model, Sprt};
    ///
    /// let test = Sprt::new(0.0, 35.0, 0.05, 0.05, Model::Logistic)?;
    /// assert!((test.llr_bernoulli(550, 450) - 5.008287).abs() < 1e-6);
    /// # Ok::<(), duelfish_arena::stats::SprtError>(())
    /// ```
    #[must_use]
    pub fn llr_bernoulli(&self, wins: u64, losses: u64) -> f64 {
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => expected_score(elo),
            // A coin with chance p leads by (p - ½) / √(p(1 - p)) deviations; this is solved for p.
            Model::Normalised => {
                let deviations = elo / NORMALISED_ELO;
                0.5 + 0.5 * deviations / (1.0 + deviations * deviations).sqrt()
            }
        });
        wins as f64 * (p1 / p0).ln() + losses as f64 * ((1.0 - p1) / (1.0 - p0)).ln()
    }

    /// The decision by an LLR: H0 at the lower bound or below, H1 at the upper one or above, and
    /// nothing yet in between.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Option<Hypothesis> {
        let [lower, upper] = self.bounds();
        if llr <= lower {
            Some(Hypothesis::H0)
        } else if llr >= upper {
            Some(Hypothesis::H1)
        } else {
            None
        }
    }

    /// Wald's bounds of the LLR, the lower and the upper one: ln(beta / (1 - alpha)) and
    /// ln((1 - beta) / alpha). They are -2.944 and 2.944 for error rates of 5%.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        // Differences of logarithms stay finite where a quotient would not.
        [self.beta.ln() - (-self.alpha).ln_1p(), (-self.beta).ln_1p() - self.alpha.ln()]
    }

    /// The lead of A under H0, in Elo of the model.
    #[must_use]
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The lead of A under H1, in Elo of the model.
    #[must_use]
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// How often the test may accept H1 although H0 is true, between 0 and 0.5.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// How often the test may accept H0 although H1 is true, between 0 and 0.5.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The measure of the hypotheses' Elo.
    #[must_use]
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The LLR of results that score `scores`: the logarithm of how much likelier H1 makes them than
    /// H0. `deviation_scale` is the deviation of one duel divided by that of a result.
    fn generalised<const N: usize>(
        &self,
        counts: [u64; N],
        scores: [f64; N],
        deviation_scale: f64,
    ) -> f64 {
        if counts == [0; N] {
            return 0.0;
        }
        let total: f64 = counts.iter().map(|&count| count as f64).sum();
        let unseen = UNSEEN.max(total * LEAST_SHARE);
        let counts =
            counts.map(|count| if count == 0 { unseen } else { (count as f64).max(unseen) });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => likeliest_with_mean(&seen, &scores, expected_score(elo)),
            Model::Normalised => {
                likeliest_with_lead(&seen, &scores, elo / NORMALISED_ELO * deviation_scale)
            }
        });
        (0..N).map(|k| counts[k] * (under1[k] / under0[k]).ln()).sum()
    }
}

/// The hypotheses that a test can accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The lead is `elo0` or less.
    H0,
    /// The lead is `elo1` or more.
    H1,
}

/// The measure of the Elo of a test's hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// The mean score, by the logistic curve of Elo: see [`expected_score`].
    Logistic,
    /// The mean score above ½ in standard deviations of a duel: see
    /// [`normalised_elo`](super::normalised_elo). The length of such a test hardly depends on how
    /// much luck or how many draws there are.
    #[default]
    Normalised,
}

impl Model {
    /// The largest lead of a hypothesis, in Elo: 1000 logistic, which is a score of 0.997, and 200
    /// normalised, up to which the likeliest frequencies are found reliably.
    #[must_use]
    pub const fn max_elo(self) -> f64 {
        match self {
            Self::Logistic => 1000.0,
            Self::Normalised => 200.0,
        }
    }
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A lead is no number or too large for the model.
    #[error("a test can't ask for {elo} Elo: give a number from -{max} to {max}")]
    EloRange {
        /// The lead that was asked for.
        elo: f64,
        /// The largest one of the model.
        max: f64,
    },
    /// The hypotheses are the same or the wrong way round.
    #[error(
        "a test needs elo0 below elo1, and {elo0} is not below {elo1}: give the lower one first"
    )]
    EloOrder {
        /// The lead under H0.
        elo0: f64,
        /// The lead under H1.
        elo1: f64,
    },
    /// An error rate is out of range.
    #[error("an error rate can't be {rate}: give a number above 0 and below 0.5, such as 0.05")]
    ErrorRate {
        /// The rate that was asked for.
        rate: f64,
    },
}

/// The frequencies with mean `mean` under which the `seen` ones are likeliest.
fn likeliest_with_mean<const N: usize>(seen: &[f64; N], scores: &[f64; N], mean: f64) -> [f64; N] {
    likeliest_with_zero(seen, &scores.map(|score| score - mean))
}

/// The frequencies whose mean lies `deviations` of their own standard deviations above ½ and under
/// which the `seen` ones are likeliest.
///
/// That condition is not linear in the frequencies. Linear at the last estimate it is
/// score - ½ - deviations · σ · (1 + ((mean - score) / σ)²) / 2 with the mean 0, which leads to the
/// next estimate and agrees with the condition where they meet.
fn likeliest_with_lead<const N: usize>(
    seen: &[f64; N],
    scores: &[f64; N],
    deviations: f64,
) -> [f64; N] {
    let mut likeliest = [1.0 / N as f64; N];
    // Most counts need fewer than 10 rounds; the hardest, with a single kind of result, some dozen.
    for _ in 0..200 {
        let mean: f64 = (0..N).map(|k| likeliest[k] * scores[k]).sum();
        let variance: f64 = (0..N).map(|k| likeliest[k] * (scores[k] - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let lead = scores.map(|score| {
            let distance = (mean - score) / deviation;
            score - 0.5 - deviations * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = likeliest_with_zero(seen, &lead);
        let change = (0..N).map(|k| (next[k] - likeliest[k]).abs()).fold(0.0, f64::max);
        likeliest = next;
        if change < 1e-12 {
            break;
        }
    }
    likeliest
}

/// The frequencies under which `values` have the mean 0 and the `seen` ones are likeliest.
///
/// They are seen / (1 + θ · value) for the one θ for which that mean is 0 (A. B. Owen, "Empirical
/// likelihood ratio confidence intervals for a single functional", Biometrika 75, 1988). If all
/// values have the same sign there are none, which the range of the hypotheses rules out.
fn likeliest_with_zero<const N: usize>(seen: &[f64; N], values: &[f64; N]) -> [f64; N] {
    // No frequency is above 1, so 1 + θ · value is at least what was seen of it: this bounds θ and
    // keeps every quotient away from a division by zero.
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (&share, &value) in seen.iter().zip(values) {
        if value > 0.0 {
            low = low.max((share - 1.0) / value);
        } else if value < 0.0 {
            high = high.min((share - 1.0) / value);
        }
    }
    if !low.is_finite() || !high.is_finite() {
        return *seen;
    }
    // The mean falls as θ grows.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        let mean: f64 = (0..N).map(|k| seen[k] * values[k] / (1.0 + middle * values[k])).sum();
        if mean > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    let mut likeliest = *seen;
    for (share, value) in likeliest.iter_mut().zip(values) {
        *share /= 1.0 + theta * value;
    }
    likeliest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts with few and many kinds of results, few and many pairs, and none at all.
    fn many_counts() -> Vec<[u64; 5]> {
        let sizes = [0, 1, 30, 100_000, u64::MAX];
        let digit = |number: usize, place: u32| sizes[number / 5_usize.pow(place) % 5];
        (0..5_usize.pow(5)).map(|n| [0, 1, 2, 3, 4].map(|place| digit(n, place))).collect()
    }

    #[test]
    fn every_ratio_is_finite() {
        for model in [Model::Logistic, Model::Normalised] {
            let max = model.max_elo();
            for (elo0, elo1) in [(0.0, 5.0), (-max, max), (-max, -max + 1.0), (0.0, max)] {
                let test = Sprt::new(elo0, elo1, 1e-310, 1e-310, model).unwrap();
                assert!(test.bounds().iter().all(|bound| bound.is_finite()));
                for counts in many_counts() {
                    let pairs = PairCounts::new(counts);
                    let [w, d, l, ..] = counts;
                    for llr in [
                        test.llr_of_pairs(&pairs),
                        test.llr_of_games(w, d, l),
                        test.llr_bernoulli(w, l),
                    ] {
                        assert!(llr.is_finite(), "{test:?} {counts:?}: {llr}");
                    }
                }
                assert_eq!(test.llr_of_pairs(&PairCounts::default()), 0.0);
                assert_eq!(test.llr_of_games(0, 0, 0), 0.0);
            }
        }
    }

    /// Frequencies whose mean or lead is that of the hypothesis, to the last round.
    #[test]
    fn hypotheses_are_met() {
        for counts in many_counts() {
            let counts = counts.map(|count| (count.min(1 << 20) as f64).max(UNSEEN));
            let total: f64 = counts.iter().sum();
            let seen = counts.map(|count| count / total);
            for elo in [-200.0, -50.0, 0.0, 5.0, 50.0, 200.0] {
                let moments = |p: [f64; 5]| {
                    let mean: f64 = p.iter().zip(PAIR_SCORES).map(|(p, s)| p * s).sum();
                    let variance: f64 =
                        p.iter().zip(PAIR_SCORES).map(|(p, s)| p * (s - mean).powi(2)).sum();
                    (p.iter().sum::<f64>(), mean, variance)
                };
                let score = expected_score(elo);
                let (sum, mean, _) = moments(likeliest_with_mean(&seen, &PAIR_SCORES, score));
                assert!((sum - 1.0).abs() < 1e-6 && (mean - score).abs() < 1e-6, "{counts:?}");
                let lead = elo / NORMALISED_ELO * std::f64::consts::SQRT_2;
                let p = likeliest_with_lead(&seen, &PAIR_SCORES, lead);
                let (sum, mean, variance) = moments(p);
                let met = (mean - 0.5) / variance.sqrt();
                assert!(
                    (sum - 1.0).abs() < 1e-6 && (met - lead).abs() < 1e-6,
                    "{counts:?} {elo}: {met} instead of {lead}, {p:?}"
                );
            }
        }
    }

    #[test]
    fn impossible_tests_are_refused() {
        let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Logistic);
        assert!(matches!(new(5.0, 5.0, 0.05, 0.05), Err(SprtError::EloOrder { .. })));
        assert!(matches!(new(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::EloRange { .. })));
        assert!(matches!(new(0.0, f64::INFINITY, 0.05, 0.05), Err(SprtError::EloRange { .. })));
        for rate in [0.0, 0.5, -1.0, f64::NAN] {
            assert!(matches!(new(0.0, 5.0, rate, 0.05), Err(SprtError::ErrorRate { .. })));
            assert!(matches!(new(0.0, 5.0, 0.05, rate), Err(SprtError::ErrorRate { .. })));
        }
        assert_eq!(new(0.0, 5.0, 0.05, 0.05).unwrap().verdict(f64::NAN), None);
    }
}
