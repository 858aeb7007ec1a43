//! Time controls: the time that players have for a duel.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bincode::{Decode, Encode};
use duelfish_search::TimeLeft;

use crate::bots::{Failure, Forfeit};
use crate::play::Side;

/// No longer base and no longer increment can be asked for: a day.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// The time that each player has for a duel, written `BASE+INC` in seconds.
///
/// ```
/// use duelfish_arena::TimeControl;
///
/// let control: TimeControl = "60+0.5".parse().unwrap();
/// assert_eq!((control.base().as_secs(), control.increment().as_millis()), (60, 500));
/// assert_eq!("5".parse::<TimeControl>().unwrap().to_string(), "5+0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct TimeControl {
    /// In milliseconds, above 0.
    base: u32,
    /// In milliseconds.
    increment: u32,
}

/// A text is no time control. The Display is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeControlError {
    /// It has another form.
    #[error(
        "`{}` is no time control; write BASE+INC in seconds, each at most 86400 with up to three decimals, like 60+0.5, 10+0.05 or 5",
        .0.escape_debug()
    )]
    Form(String),
    /// The base is 0.
    #[error(
        "a player with 0 seconds has lost before the first choice; give a BASE above 0, like 10+0.1"
    )]
    NoBase,
}

impl TimeControl {
    /// The time of a player at the beginning of a duel.
    #[must_use]
    pub const fn base(self) -> Duration {
        Duration::from_millis(self.base as u64)
    }

    /// The time that is added to it after each choice of the player.
    #[must_use]
    pub const fn increment(self) -> Duration {
        Duration::from_millis(self.increment as u64)
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let parts = [base, increment].map(milliseconds);
        let [Some(base), Some(increment)] = parts else {
            return Err(TimeControlError::Form(text.to_owned()));
        };
        if base == 0 {
            return Err(TimeControlError::NoBase);
        }
        Ok(Self { base, increment })
    }
}

/// Seconds with up to three decimals, in milliseconds.
fn milliseconds(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|at| at.is_ascii_digit());
    if !are_digits(whole) || !are_digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let thousandths: u64 = format!("{decimals:0<3}").parse().ok()?;
    let all = whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(thousandths)?;
    u32::try_from(all).ok().filter(|all| Duration::from_millis((*all).into()) <= LONGEST)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [base, increment] = [self.base(), self.increment()].map(|time| time.as_secs_f64());
        write!(f, "{base}+{increment}")
    }
}

/// The time of both sides in a duel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DuelClock {
    increment: Duration,
    left: [Duration; 2],
}

impl DuelClock {
    /// Before the first choice of a duel.
    pub(crate) const fn new(control: TimeControl) -> Self {
        Self { increment: control.increment(), left: [control.base(); 2] }
    }

    /// The time of a side before a choice.
    pub(crate) const fn before(&self, side: Side) -> TimeLeft {
        TimeLeft { left: self.left[side.index()], increment: self.increment }
    }

    /// Takes the time of a choice from that of its side, and adds the increment.
    ///
    /// # Errors
    /// The side had less time left than that.
    pub(crate) fn spend(&mut self, side: Side, took: Duration) -> Result<(), Forfeit> {
        let left = &mut self.left[side.index()];
        let Some(rest) = left.checked_sub(took) else {
            let [left, took] = [*left, took].map(|time| time.as_secs_f64());
            let what = format!("had {left:.3} s left and took {took:.3} s");
            return Err(Forfeit { failure: Failure::OutOfTime, what });
        };
        *left = rest.saturating_add(self.increment);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for (text, base, increment, written) in [
            ("60+0.5", 60_000, 500, "60+0.5"),
            ("10+0.05", 10_000, 50, "10+0.05"),
            ("5", 5000, 0, "5+0"),
            ("0.25+0.001", 250, 1, "0.25+0.001"),
            ("86400+86400", 86_400_000, 86_400_000, "86400+86400"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control, TimeControl { base, increment });
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse(), Ok(control));
        }
    }

    #[test]
    fn errors_are_one_line_that_says_what_would_do() {
        for text in [
            "", "x", "+1", "1+", "-1+0", "1+-1", "1e3", "1.", ".5", "0.0001", "86401", "1+2+3",
            "inf",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert_eq!(error, TimeControlError::Form(text.to_owned()));
            assert!(error.to_string().contains("like 60+0.5") && !error.to_string().contains('\n'));
        }
        for text in ["0", "0+0", "0+1", "0.000+5"] {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError::NoBase));
        }
    }

    #[test]
    fn a_choice_costs_its_time_and_earns_the_increment() {
        let millis = Duration::from_millis;
        let mut clock = DuelClock::new("1+0.1".parse().unwrap());
        assert_eq!(clock.before(Side::B), TimeLeft { left: millis(1000), increment: millis(100) });
        clock.spend(Side::B, millis(400)).unwrap();
        assert_eq!(clock.before(Side::B).left, millis(700));
        assert_eq!(clock.before(Side::A).left, millis(1000));
        // A choice that takes all that is left is still in time.
        clock.spend(Side::B, millis(700)).unwrap();
        assert_eq!(clock.before(Side::B).left, millis(100));
        let forfeit = clock.spend(Side::B, millis(101)).unwrap_err();
        assert_eq!(forfeit.failure, Failure::OutOfTime);
        assert_eq!(forfeit.what, "had 0.100 s left and took 0.101 s");
    }
}
