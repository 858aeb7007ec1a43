//! Losses by their size, and their sums.

use serde::Serialize;

/// A move that loses more of the chance to win is an inaccuracy.
pub const INACCURACY: f32 = 0.02;
/// A move that loses more of it is a mistake.
pub const MISTAKE: f32 = 0.05;
/// A move that loses more of it is a blunder.
pub const BLUNDER: f32 = 0.10;

/// The name for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveClass {
    /// Nothing that is worth a name.
    Sound,
    /// A loss over [`INACCURACY`] up to [`MISTAKE`].
    Inaccuracy,
    /// A loss over [`MISTAKE`] up to [`BLUNDER`].
    Mistake,
    /// A loss over [`BLUNDER`].
    Blunder,
}

impl MoveClass {
    /// The class of a loss, which is a chance from 0 to 1.
    #[must_use]
    pub const fn of(loss: f32) -> Self {
        if loss > BLUNDER {
            Self::Blunder
        } else if loss > MISTAKE {
            Self::Mistake
        } else if loss > INACCURACY {
            Self::Inaccuracy
        } else {
            Self::Sound
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// The sums over the judged moves of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ReviewTally {
    /// How many decisions were judged.
    pub judged: u64,
    /// How many could not be judged; nothing else counts them.
    pub unjudged: u64,
    /// How many lost over 2 points, and not over 5.
    pub inaccuracies: u64,
    /// How many lost over 5 points, and not over 10.
    pub mistakes: u64,
    /// How many lost over 10 points.
    pub blunders: u64,
    /// The mean loss of a judged decision, from 0 to 1; 0 if there is none.
    pub mean_loss: f64,
}

impl ReviewTally {
    pub(super) fn of(losses: impl Iterator<Item = f32>, unjudged: u64) -> Self {
        let mut tally = Self { unjudged, ..Self::default() };
        let mut sum = 0.0;
        for loss in losses {
            tally.judged += 1;
            sum += f64::from(loss);
            match MoveClass::of(loss) {
                MoveClass::Sound => {}
                MoveClass::Inaccuracy => tally.inaccuracies += 1,
                MoveClass::Mistake => tally.mistakes += 1,
                MoveClass::Blunder => tally.blunders += 1,
            }
        }
        tally.mean_loss = sum / tally.judged.max(1) as f64;
        tally
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let judged = self.judged + other.judged;
        let sum = |tally: Self| tally.mean_loss * tally.judged as f64;
        Self {
            judged,
            unjudged: self.unjudged + other.unjudged,
            inaccuracies: self.inaccuracies + other.inaccuracies,
            mistakes: self.mistakes + other.mistakes,
            blunders: self.blunders + other.blunders,
            mean_loss: (sum(self) + sum(other)) / judged.max(1) as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_have_one_class_each_and_sums_can_be_joined() {
        let losses = [0.0, 0.02, 0.03, 0.05, 0.06, 0.1, 0.2, 0.9];
        let tally = ReviewTally::of(losses.into_iter(), 3);
        let counts = (tally.inaccuracies, tally.mistakes, tally.blunders);
        assert_eq!((tally.judged, tally.unjudged, counts), (8, 3, (2, 2, 2)));
        assert!((tally.mean_loss - 1.36 / 8.0).abs() < 1e-6);
        let [first, second] =
            [&losses[..3], &losses[3..]].map(|losses| ReviewTally::of(losses.iter().copied(), 1));
        let both = first.and(second);
        assert!((both.mean_loss - tally.mean_loss).abs() < 1e-9);
        assert_eq!(ReviewTally { unjudged: 3, mean_loss: tally.mean_loss, ..both }, tally);
        assert_eq!(ReviewTally::of(std::iter::empty(), 0), ReviewTally::default());
    }
}
