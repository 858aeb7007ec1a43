//! How weights are trained on lessons.

/// How weights are trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LessonTraining {
    /// How often each example is looked at.
    pub epochs: u32,
    /// The first step size; it falls to nothing along a cosine.
    pub rate: f32,
    /// The share of cards whose own rows are left out of a step, so that the factors learn what such cards
    /// are for.
    pub leave_out: f32,
    /// The pull of all rows and weights towards zero, a step and step size.
    pub decay: f32,
    /// Everything random comes from this.
    pub seed: u64,
}

impl Default for LessonTraining {
    fn default() -> Self {
        Self { epochs: 3, rate: 2e-3, leave_out: 0.3, decay: 0.05, seed: 1 }
    }
}

/// One duel in so many tests what was trained and does not train it.
const TESTED: usize = 20;

/// Whether the duel with this number tests what was trained.
pub(crate) const fn is_test(duel: usize) -> bool {
    duel.is_multiple_of(TESTED)
}
