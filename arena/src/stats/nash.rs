//! The mix of decks that no single deck beats: an equilibrium of the game of choosing a deck.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

/// A share below this is rounding.
const NOTHING: f64 = 1e-9;

/// Shares of decks, adding up to 1, against which no deck scores more than ½ on average.
///
/// `scores[a][b]` is what deck `a` scores against deck `b`, from 0 to 1, and `scores[b][a]` the rest.
/// Choosing a deck is then a symmetric game of two players in which the sum is fixed, and a maximin
/// mix is found by linear programming (J. von Neumann, 1928; G. Dantzig, 1951). There can be several such
/// mixes: it is one of them. None comes back only for a matrix that is not square or has no decks.
///
/// ```
/// use duelfish_arena::stats::nash_mix;
///
/// // Paper beats rock, scissors beat paper, rock beats scissors.
/// let scores = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]].map(Vec::from);
/// for share in nash_mix(&scores).unwrap() {
///     assert!((share - 1.0 / 3.0).abs() < 1e-6);
/// }
/// ```
#[must_use]
pub fn nash_mix(scores: &[Vec<f64>]) -> Option<Vec<f64>> {
    let decks = scores.len();
    if decks == 0 || scores.iter().any(|row| row.len() != decks) {
        return None;
    }
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let shares: Vec<_> = (0..decks).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    let worst = problem.add_var(1.0, (-1.0, 1.0));
    problem.add_constraint(shares.iter().map(|share| (*share, 1.0)), ComparisonOp::Eq, 1.0);
    for row in scores {
        // The mix's score against this deck beyond one half is at least the worst case.
        let lead = shares.iter().zip(row).map(|(share, score)| (*share, 0.5 - score));
        let terms = lead.chain([(worst, -1.0)]);
        problem.add_constraint(terms, ComparisonOp::Ge, 0.0);
    }
    // Such a problem always has a solution, and no limit of time is set.
    let SolveOutcome::Solution(solution) = problem.solve().ok()? else { return None };
    let mut mix: Vec<f64> = shares
        .iter()
        .map(|share| solution.var_value(*share))
        .map(|share| if share < NOTHING { 0.0 } else { share })
        .collect();
    let sum: f64 = mix.iter().sum();
    for share in &mut mix {
        *share /= sum;
    }
    Some(mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_deck_is_all_of_the_mix() {
        let scores = [[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]].map(Vec::from);
        let mix = nash_mix(&scores).unwrap();
        assert!((mix[0] - 1.0).abs() < 1e-9, "{mix:?}");
    }

    #[test]
    fn a_weighted_circle_has_the_mix_of_the_textbook() {
        // For leads a (1 over 2), b (2 over 3) and c (3 over 1) the shares are b : c : a.
        let (a, b, c) = (0.1, 0.2, 0.05);
        let scores = vec![
            vec![0.5, 0.5 + a, 0.5 - c],
            vec![0.5 - a, 0.5, 0.5 + b],
            vec![0.5 + c, 0.5 - b, 0.5],
        ];
        let mix = nash_mix(&scores).unwrap();
        for (share, weight) in mix.into_iter().zip([b, c, a]) {
            assert!((share - weight / (a + b + c)).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_beats_the_mix_of_any_matrix() {
        let mut number = 7_u64;
        for decks in 1..14 {
            let mut scores = vec![vec![0.5; decks]; decks];
            for (a, b) in (0..decks).flat_map(|a| (a + 1..decks).map(move |b| (a, b))) {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let score = (number >> 40) as f64 / (1 << 24) as f64;
                (scores[a][b], scores[b][a]) = (score, 1.0 - score);
            }
            let mix = nash_mix(&scores).unwrap();
            for row in &scores {
                let score: f64 = row.iter().zip(&mix).map(|(score, share)| score * share).sum();
                assert!(score <= 0.5 + 1e-7, "{decks}: {score}");
            }
        }
        assert!(nash_mix(&[]).is_none() && nash_mix(&[vec![0.5, 0.5]]).is_none());
    }
}
