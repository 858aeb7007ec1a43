//! What the duels of a run add up to, taken in the order of their numbers.

use crate::details::Details;
use crate::play::{DuelResult, Side};
use crate::record::DuelRecord;
use crate::stats::{Hypothesis, PairCounts, Sprt, Tally};

/// Sums over the duels of a run, and the sequential test that they are put to.
///
/// Duels must be added in order. The test looks after each whole pair and decides once: what comes
/// after that is not part of the run, however many threads had played ahead.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    tally: Tally,
    pairs: Option<PairCounts>,
    /// Half points of A in each pair, in their order.
    points: Vec<u8>,
    /// Half points of A in the first duel of a pair whose second one is missing.
    open: Option<u8>,
    test: Option<Sprt>,
    verdict: Option<Hypothesis>,
    /// Cards, Life Points and bots, if they are looked at.
    pub(crate) details: Option<Details>,
}

impl Scores {
    /// Nothing yet. `paired` says whether two duels in a row are one pair; `test` is only looked
    /// at if they are.
    #[must_use]
    pub fn new(paired: bool, test: Option<Sprt>) -> Self {
        let pairs = paired.then(PairCounts::default);
        Self { pairs, test, ..Self::default() }
    }

    /// Counts the next duel. Returns whether the test has decided, after which nothing may be
    /// added.
    pub fn add(&mut self, result: &DuelResult) -> bool {
        self.tally.add(result);
        if let Some(pairs) = &mut self.pairs {
            let points = half_points(result);
            match self.open.take() {
                None => self.open = Some(points),
                Some(before) => {
                    pairs.add(before + points);
                    self.points.push(before + points);
                    self.verdict =
                        self.test.and_then(|test| test.verdict(test.llr_of_pairs(pairs)));
                }
            }
        }
        self.verdict.is_some()
    }

    /// Counts the next duel of a record, as [`Scores::add`].
    pub(crate) fn add_recorded(&mut self, duel: &DuelRecord) -> bool {
        // Only duels that persons play are left before their end, and `merge` refuses these.
        duel.result().is_some_and(|result| self.add(&result))
    }

    /// Counts of single duels.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Duels counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.tally.games()
    }

    /// Counts of whole pairs, if duels come in pairs.
    #[must_use]
    pub const fn pairs(&self) -> Option<&PairCounts> {
        self.pairs.as_ref()
    }

    /// Half points of A in each whole pair, 0 to 4, in their order; empty if duels don't come in pairs.
    #[must_use]
    pub fn points_of_pairs(&self) -> &[u8] {
        &self.points
    }

    /// The test, if there is one.
    #[must_use]
    pub const fn test(&self) -> Option<&Sprt> {
        self.test.as_ref()
    }

    /// The log-likelihood ratio of the test; 0 without one.
    #[must_use]
    pub fn llr(&self) -> f64 {
        match (&self.test, &self.pairs) {
            (Some(test), Some(pairs)) => test.llr_of_pairs(pairs),
            _ => 0.0,
        }
    }

    /// What the test decided.
    #[must_use]
    pub const fn verdict(&self) -> Option<Hypothesis> {
        self.verdict
    }
}

/// Half points of side A: two for a win, one for a duel that nobody won.
fn half_points(result: &DuelResult) -> u8 {
    match result.winner() {
        Some(Side::A) => 2,
        None => 1,
        Some(Side::B) => 0,
    }
}
