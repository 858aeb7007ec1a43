//! Elo: scores on the scale on which strengths add up.

use statrs::function::erf::erfc;

/// Elo per natural unit of log-odds: 400 / ln 10, about 173.7.
pub(super) const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Elo per standard deviation of one duel: 800 / ln 10, about 347.4. Near a score of ½ one
/// logistic Elo is this small a part of a score.
pub(super) const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The score, from 0 to 1, that a side `elo` points stronger than the other expects of a duel:
/// 1 / (1 + 10^(-elo / 400)).
///
/// ```
/// use duelfish_arena::stats::expected_score;
///
/// assert_eq!(expected_score(0.0), 0.5);
/// assert!((expected_score(100.0) - 0.640065).abs() < 1e-6);
/// ```
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How many Elo points stronger a side is that scores `score` of each duel: the inverse of
/// [`expected_score`], -400 · log10(1 / score - 1).
///
/// It is -∞ for a score of 0 and +∞ for a score of 1; scores outside count as the nearer of the two.
///
/// ```
/// use duelfish_arena::stats::elo_of;
///
/// assert!((elo_of(0.75) - 190.85).abs() < 0.01);
/// assert_eq!(elo_of(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // As a difference both ends are the same distance from 0, and exactly 0 in the middle.
    400.0 * (score.log10() - (1.0 - score).log10())
}

/// An interval of a score as one in Elo; an end at a score of 0 or 1 is infinite.
///
/// ```
/// use duelfish_arena::stats::{elo_interval, wilson95};
///
/// let [low, high] = elo_interval(wilson95(56, 100));
/// assert!(low < 0.0 && high > 100.0);
/// ```
#[must_use]
pub fn elo_interval([low, high]: [f64; 2]) -> [f64; 2] {
    [elo_of(low), elo_of(high)]
}

/// Normalised Elo: the lead over an even score in standard deviations of one duel, times
/// 800 / ln 10.
///
/// `score` is the mean per duel from 0 to 1, `variance` that of the score of one duel. It equals
/// Elo as long as results vary like those of a fair coin. It is larger when they vary less, as with
/// many draws or with both duels of a pair going to the player who is first. It says how many duels
/// a test needs, which Elo does not. Without variance it is 0 for an even score and infinite
/// otherwise.
///
/// ```
/// use duelfish_arena::stats::normalised_elo;
///
/// assert!((normalised_elo(0.51, 0.25) - 6.9487).abs() < 1e-4);
/// assert_eq!(normalised_elo(0.5, 0.0), 0.0);
/// ```
#[must_use]
pub fn normalised_elo(score: f64, variance: f64) -> f64 {
    in_deviations(score - 0.5, variance) * NORMALISED_ELO
}

/// The likelihood of superiority, from 0 to 1: Φ((score - ½) / standard error).
///
/// `variance_of_mean` is the square of that standard error. It is the share of true scores above ½
/// if all were equally likely beforehand; it says nothing about how much stronger a side is.
/// Without variance it is 0, ½ or 1.
///
/// ```
/// use duelfish_arena::stats::likelihood_of_superiority;
///
/// assert_eq!(likelihood_of_superiority(0.5, 0.001), 0.5);
/// assert!((likelihood_of_superiority(0.55, 0.0025) - 0.841345).abs() < 1e-6);
/// ```
#[must_use]
pub fn likelihood_of_superiority(score: f64, variance_of_mean: f64) -> f64 {
    let deviations = in_deviations(score - 0.5, variance_of_mean);
    0.5 * erfc(-deviations / std::f64::consts::SQRT_2)
}

/// A lead in standard deviations: infinite without variance, and 0 if there is no lead either.
fn in_deviations(lead: f64, variance: f64) -> f64 {
    if lead == 0.0 { 0.0 } else { lead / variance.max(0.0).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_are_inverse() {
        for elo in [-700.0, -35.0, 0.0, 1.0, 20.0, 381.7] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-9, "{elo}");
        }
        assert_eq!(elo_of(0.5), 0.0);
        assert_eq!(elo_interval([0.0, 1.0]), [f64::NEG_INFINITY, f64::INFINITY]);
        assert_eq!(elo_interval([-1.0, 2.0]), [f64::NEG_INFINITY, f64::INFINITY]);
    }

    #[test]
    fn no_variance_gives_no_nonsense() {
        assert_eq!(normalised_elo(0.75, 0.0), f64::INFINITY);
        assert_eq!(normalised_elo(0.25, 0.0), f64::NEG_INFINITY);
        assert_eq!([0.25, 0.5, 0.75].map(|s| likelihood_of_superiority(s, 0.0)), [0.0, 0.5, 1.0]);
    }
}
