//! Time: the clock that a timed search looks at, and the time that a player has for a duel.

use std::fmt;
use std::time::{Duration, Instant};

/// Tells the time. Only what is timed looks at a clock: what counts its work never does, so that it can be
/// repeated. Tests provide clocks of their own.
pub trait Clock: Send + fmt::Debug {
    /// The time since some moment, which is always the same for one clock. It never goes back.
    fn now(&mut self) -> Duration;
}

/// The clock on the wall.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that shows 0 now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&mut self) -> Duration {
        self.0.elapsed()
    }
}

/// The time of a player for the rest of a duel, before a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// When more than this has passed without an answer, the player loses the duel.
    pub left: Duration,
    /// The time that is added after each answer.
    pub increment: Duration,
}

/// A choice takes this part of what is left: decks of 40 cards leave a player about so many choices that are
/// worth a search.
const CHOICES: u32 = 40;
/// And so many hundredths of the increment; the rest pays for what is done besides the search.
const PERCENT_OF_INCREMENT: u32 = 80;

impl TimeLeft {
    /// How long a search for this choice should last: a share of what is left and most of the increment, but never
    /// more than half of what is left.
    #[must_use]
    pub fn share(self) -> Duration {
        let share = self.left / CHOICES + self.increment / 100 * PERCENT_OF_INCREMENT;
        share.min(self.left / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_takes_a_share_and_never_more_than_half() {
        let millis = Duration::from_millis;
        for (left, increment, share) in [
            (40_000, 0, 1000),
            (40_000, 1000, 1800),
            (60_000, 500, 1900),
            // With little left the increment would be too much.
            (1000, 1000, 500),
            (0, 1000, 0),
            (0, 0, 0),
        ] {
            let time = TimeLeft { left: millis(left), increment: millis(increment) };
            assert_eq!(time.share(), millis(share), "{time:?}");
        }
    }
}
