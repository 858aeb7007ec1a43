//! Sums over the duels of a run, taken in the order of their numbers.

use crate::bots::Forfeits;
use crate::bout::Bouts;
use crate::details::Details;
use crate::play::{DuelResult, Side};
use crate::record::DuelRecord;
use crate::report::Paired;
use crate::stats::{Hypothesis, PairCounts, Sprt, Tally, wilson95};

/// Sums over the duels of a run, and what may end it early.
///
/// Duels must be added in order. A test looks after each whole pair and decides once: duels after
/// that are not part of the run, however many threads had played ahead. The same goes for a run
/// that ends as soon as its interval is narrow enough, but that looks more seldom.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// Of single duels, or of bouts as if each were one duel.
    tally: Tally,
    bouts: Option<Bouts>,
    pairs: Option<PairCounts>,
    /// Half points of A in each pair, in their order.
    points: Vec<u8>,
    /// Half points of A in the first duel of a pair whose second one is missing.
    open: Option<u8>,
    until: StopRule,
    ended: bool,
    verdict: Option<Hypothesis>,
    /// The first forfeit of each side, in words.
    first_forfeits: [Option<String>; 2],
    /// Cards, Life Points and bots, if they are looked at.
    pub(crate) details: Option<Details>,
}

/// The condition that ends a run before its last duel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum StopRule {
    /// Nothing.
    #[default]
    Played,
    /// A test over the pairs has decided.
    Decided(Sprt),
    /// The 95% interval of A's share of wins, or of its score if duels come in pairs, reaches no further
    /// than this share to either side on average. It is looked at after every [`StopRule::LOOK`] duels.
    Narrow(f64),
}

impl StopRule {
    /// Duels between two looks at an interval, and before the first one.
    pub const LOOK: u64 = 100;
}

impl Scores {
    /// Nothing yet. `paired` says whether two duels, or bouts, in a row are one pair; a test is only looked
    /// at if they are. `best_of` is the most duels of a bout, 1 for single duels.
    #[must_use]
    pub fn new(paired: bool, best_of: u8, until: StopRule) -> Self {
        let pairs = paired.then(PairCounts::default);
        let bouts = (best_of > 1).then(|| Bouts::new(best_of));
        Self { bouts, pairs, until, ..Self::default() }
    }

    /// Counts the next duel. Returns whether the run is over, after which nothing may be added.
    pub fn add(&mut self, duel: &DuelResult) -> bool {
        let result = match &mut self.bouts {
            None => *duel,
            Some(bouts) => match bouts.add(duel) {
                Some(whole) => whole,
                None => return false,
            },
        };
        self.tally.add(&result);
        if let Some(pairs) = &mut self.pairs {
            let points = half_points(&result);
            match self.open.take() {
                None => self.open = Some(points),
                Some(before) => {
                    pairs.add(before + points);
                    self.points.push(before + points);
                    if let StopRule::Decided(test) = self.until {
                        self.verdict = test.verdict(test.llr_of_pairs(pairs));
                    }
                }
            }
        }
        self.ended = match self.until {
            StopRule::Played => false,
            StopRule::Decided(_) => self.verdict.is_some(),
            StopRule::Narrow(wanted) => {
                self.games().is_multiple_of(StopRule::LOOK) && self.reach() <= wanted
            }
        };
        self.ended
    }

    /// Counts the next duel of a record, as [`Scores::add`].
    pub(crate) fn add_recorded(&mut self, duel: &DuelRecord) -> bool {
        // Only duels that persons play are left before their end, and `merge` refuses these.
        duel.result().is_some_and(|result| self.add(&result))
    }

    /// Forgets the duels of a bout that is not over.
    pub(crate) fn forget_open_bout(&mut self) {
        if let Some(bouts) = &mut self.bouts {
            bouts.forget_open();
        }
    }

    /// Half of the width of the interval that a report says first: of the score of pairs, or of A's share of
    /// wins.
    #[must_use]
    pub fn reach(&self) -> f64 {
        let [low, high] = match &self.pairs {
            Some(pairs) => Paired::new(pairs).ci95,
            None => wilson95(self.tally.wins(Side::A), self.games()),
        };
        (high - low) / 2.0
    }

    /// Whether the run is over before its last duel.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// The condition that ends the run early.
    #[must_use]
    pub const fn until(&self) -> StopRule {
        self.until
    }

    /// The bouts, if the run is of bouts.
    pub(crate) const fn bouts(&self) -> Option<&Bouts> {
        self.bouts.as_ref()
    }

    /// Counts of single duels, those of bouts included.
    #[must_use]
    pub fn duels(&self) -> &Tally {
        self.bouts.as_ref().map_or(&self.tally, Bouts::duels)
    }

    /// Notes what is known of a forfeit; the first one of a side is kept.
    pub(crate) fn forfeit_said(&mut self, side: Side, said: String) {
        self.first_forfeits[side.index()].get_or_insert(said);
    }

    /// The duels that were lost by forfeit, those of bouts included.
    pub(crate) fn forfeits(&self) -> Forfeits {
        Forfeits::new(self.duels(), &self.first_forfeits)
    }

    /// Counts of duels, or of bouts as if each were one duel.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Duels, or bouts, counted.
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
        match &self.until {
            StopRule::Decided(test) => Some(test),
            _ => None,
        }
    }

    /// The log-likelihood ratio of the test; 0 without one.
    #[must_use]
    pub fn llr(&self) -> f64 {
        match (self.test(), &self.pairs) {
            (Some(test), Some(pairs)) => test.llr_of_pairs(pairs),
            _ => 0.0,
        }
    }

    /// The decision of the test.
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
