//! Whether another run with the same seed has the same results, and if not, why.

use bincode::{Decode, Encode};

use crate::play::Side;
use crate::time_control::TimeControl;

/// Whether set-up, seed and views decide every choice of a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub enum Repeats {
    /// They do, or the record is older than this.
    #[default]
    Seeded,
    /// They don't: its choices last a given time by the clock.
    Timed,
    /// Nobody knows: it is a program.
    Unknown,
    /// They don't: it thinks on while its opponent does.
    Pondering,
}

/// The words of reports about runs that can't be repeated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unrepeatable {
    /// The sides whose bots may choose otherwise.
    pub(crate) sides: Vec<&'static str>,
    /// The reason in one sentence; none if the run can be repeated.
    pub(crate) because: Option<String>,
    /// The time control, as it is written.
    pub(crate) time_control: Option<String>,
}

impl Unrepeatable {
    /// Of a run of these two bots.
    pub(crate) fn new(repeats: [Repeats; 2], control: Option<TimeControl>) -> Self {
        let of = |kind: Repeats| {
            let sides = Side::BOTH.into_iter().filter(|side| repeats[side.index()] == kind);
            sides.map(Side::word).collect::<Vec<_>>()
        };
        let name = |sides: Vec<&str>, one: &str, both: &str| match sides[..] {
            [] => None,
            [side] => Some(format!("bot {side} {one}")),
            _ => Some(format!("bots A and B {both}")),
        };
        let reasons = [
            name(of(Repeats::Unknown), "is a program", "are programs"),
            name(of(Repeats::Timed), "thinks for a given time", "think for a given time"),
            name(
                of(Repeats::Pondering),
                "thinks while its opponent does",
                "think while their opponents do",
            ),
        ];
        let is_otherwise =
            |side: &Side| control.is_some() || repeats[side.index()] != Repeats::Seeded;
        let sides = Side::BOTH.into_iter().filter(is_otherwise).map(Side::word).collect();
        Self { sides, ..Self::because(reasons, control) }
    }

    /// Of a run in which one bot plays both sides.
    pub(crate) fn of_one_bot(repeats: Repeats, control: Option<TimeControl>) -> Self {
        let reason = match repeats {
            Repeats::Seeded => None,
            Repeats::Timed => Some("the bot thinks for a given time".to_owned()),
            Repeats::Unknown => Some("the bot is a program".to_owned()),
            Repeats::Pondering => Some("the bot thinks while its opponent does".to_owned()),
        };
        Self::because([reason], control)
    }

    fn because<const N: usize>(reasons: [Option<String>; N], control: Option<TimeControl>) -> Self {
        let time_control = control.map(|control| control.to_string());
        let by_clock = control.map(|control| {
            let [base, increment] =
                [control.base(), control.increment()].map(|time| time.as_secs_f64());
            format!("players have {base} s for a duel and {increment} s more for each choice")
        });
        let all: Vec<String> = reasons.into_iter().flatten().chain(by_clock).collect();
        let because = (!all.is_empty())
            .then(|| format!("another run with this seed may go otherwise: {}", all.join(", ")));
        Self { sides: Vec::new(), because, time_control }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_one_sentence() {
        use Repeats::{Pondering, Seeded, Timed, Unknown};
        let control = "10+0.1".parse().ok();
        for (repeats, control, sides, because) in [
            ([Seeded; 2], None, &[][..], None),
            ([Unknown, Seeded], None, &["A"], Some("bot A is a program")),
            ([Seeded, Pondering], None, &["B"], Some("bot B thinks while its opponent does")),
            ([Timed; 2], None, &["A", "B"], Some("bots A and B think for a given time")),
            (
                [Timed, Unknown],
                None,
                &["A", "B"],
                Some("bot B is a program, bot A thinks for a given time"),
            ),
            (
                [Seeded; 2],
                control,
                &["A", "B"],
                Some("players have 10 s for a duel and 0.1 s more for each choice"),
            ),
        ] {
            let found = Unrepeatable::new(repeats, control);
            assert_eq!(found.sides, sides);
            let said =
                because.map(|of| format!("another run with this seed may go otherwise: {of}"));
            assert_eq!(found.because, said);
        }
        assert_eq!(Unrepeatable::of_one_bot(Seeded, None), Unrepeatable::default());
    }
}
