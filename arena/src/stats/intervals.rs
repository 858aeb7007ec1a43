//! Intervals of a share that was counted: so many wins of so many duels.

use statrs::function::beta::checked_beta_reg;

/// The number of standard deviations that holds 95% of a normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The share of a distribution that a two-sided 95% interval leaves out at each end.
pub(super) const TAIL: f64 = 0.025;

/// Beyond this many games the rounding of Γ would show in the incomplete beta function.
const EXACT_UP_TO: u64 = 1_000_000_000;

/// The 95% interval of a share after `wins` of `games`, by Wilson's score.
///
/// With p = wins / games, n = games and z = 1.96 the bounds are
/// (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n): E. B. Wilson, "Probable inference, the law of
/// succession, and statistical inference", Journal of the American Statistical Association 22
/// (1927). Unlike p ± z √(p(1-p)/n) it stays between 0 and 1 and is honest about few games and
/// about shares near 0 and 1. After no games at all anything is possible. More wins
/// than games count as all games.
///
/// ```
/// let [low, high] = duelfish_arena::stats::wilson95(5, 10);
/// assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4);
/// ```
#[must_use]
pub fn wilson95(wins: u64, games: u64) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let wins = wins.min(games);
    let n = games as f64;
    let p = wins as f64 / n;
    let zz = Z95 * Z95;
    let middle = p + zz / (2.0 * n);
    let reach = Z95 * (p * (1.0 - p) / n + zz / (4.0 * n * n)).sqrt();
    let scale = 1.0 + zz / n;
    // At the ends the bounds are exactly 0 and 1, whatever rounding makes of them.
    let low = if wins == 0 { 0.0 } else { (middle - reach) / scale };
    let high = if wins == games { 1.0 } else { (middle + reach) / scale };
    [low, high]
}

/// The 95% interval of a mean score with this variance of the mean, by the normal distribution, cut off
/// at 0 and 1.
///
/// ```
/// let [low, high] = duelfish_arena::stats::normal95(0.5, 0.0025);
/// assert!((low - 0.402).abs() < 1e-3 && (high - 0.598).abs() < 1e-3);
/// ```
#[must_use]
pub fn normal95(mean: f64, variance: f64) -> [f64; 2] {
    let reach = Z95 * variance.max(0.0).sqrt();
    [(mean - reach).max(0.0), (mean + reach).min(1.0)]
}

/// The exact 95% interval of a share after `wins` of `games`, by Clopper and Pearson.
///
/// The lower bound is the 2.5% quantile of Beta(wins, games - wins + 1), the upper one the 97.5%
/// quantile of Beta(wins + 1, games - wins): C. J. Clopper and E. S. Pearson, "The use of confidence
/// or fiducial limits illustrated in the case of the binomial", Biometrika 26 (1934). It holds the
/// true share in at least 95% of all cases, whatever the share, and is therefore wider than
/// [`wilson95`]. It is the right one where a claim must be safe, such as "wins more than 90%".
/// After no games at all anything is possible. More wins than games count as all games. For more
/// than 10^9 games it gives Wilson's bounds, which then lie within 10^-8 of the exact ones.
///
/// ```
/// let [low, high] = duelfish_arena::stats::clopper_pearson95(5, 10);
/// assert!((low - 0.187086).abs() < 1e-6 && (high - 0.812914).abs() < 1e-6);
/// ```
#[must_use]
pub fn clopper_pearson95(wins: u64, games: u64) -> [f64; 2] {
    if games > EXACT_UP_TO {
        return wilson95(wins, games);
    }
    let wins = wins.min(games);
    let (won, lost) = (wins as f64, (games - wins) as f64);
    let low = if wins == 0 { 0.0 } else { beta_quantile(won, lost + 1.0, TAIL) };
    let high = if wins == games { 1.0 } else { beta_quantile(won + 1.0, lost, 1.0 - TAIL) };
    [low, high]
}

/// The point below which Beta(a, b) has the share `q` of its mass, for a and b of 1 or more.
///
/// Halving cannot go astray; the ready-made inverse of the library never ends for some large
/// parameters.
fn beta_quantile(a: f64, b: f64, q: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        // The parameters are always in range; an error would only end the search early.
        let Ok(below) = checked_beta_reg(a, b, middle) else { break };
        if below < q {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_are_those_of_the_literature() {
        // 81/263, 15/148, 0/20 and 1/29 are the examples of R. G. Newcombe, "Two-sided confidence
        // intervals for the single proportion", Statistics in Medicine 17 (1998), method 3.
        for (wins, games, low, high) in [
            (81, 263, 0.255_289, 0.366_210),
            (15, 148, 0.062_386, 0.160_487),
            (0, 20, 0.0, 0.161_125),
            (1, 29, 0.006_113, 0.171_755),
            (0, 10, 0.0, 0.277_533),
            (10, 10, 0.722_467, 1.0),
            (5, 10, 0.236_593, 0.763_407),
            (56, 100, 0.462_281, 0.653_280),
            (530, 1000, 0.499_010, 0.560_760),
            (5300, 10_000, 0.520_208, 0.539_769),
            (0, 0, 0.0, 1.0),
        ] {
            let [l, h] = wilson95(wins, games);
            assert!((l - low).abs() < 1e-6 && (h - high).abs() < 1e-6, "{wins}/{games}: {l} {h}");
        }
    }

    #[test]
    fn the_exact_interval_has_wilsons_as_its_limit() {
        for (wins, games) in [(3, 1_000_000_000), (530_000_000, 1_000_000_000)] {
            let [exact, wilson] = [clopper_pearson95(wins, games), wilson95(wins, games)];
            assert!((exact[0] - wilson[0]).abs() < 1e-8, "{wins}: {exact:?} {wilson:?}");
            assert!((exact[1] - wilson[1]).abs() < 1e-8, "{wins}: {exact:?} {wilson:?}");
        }
    }

    #[test]
    fn no_count_breaks_an_interval() {
        for wins in [0, 1, 2, 1 << 40, u64::MAX] {
            for games in [0, 1, 2, 1 << 20, 1 << 40, u64::MAX] {
                for [low, high] in [wilson95(wins, games), clopper_pearson95(wins, games)] {
                    assert!(0.0 <= low && low <= high && high <= 1.0, "{wins}/{games}");
                }
            }
        }
    }
}
