//! Duels that a bot lost because it gave no legal answer, or not in its time.

use duelfish_engine::{Outcome, Player};
use serde::Serialize;

use crate::play::Side;
use crate::report::is_zero;
use crate::stats::Tally;

/// Why a bot gave no answer that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Failure {
    /// It ended before it answered.
    Crashed,
    /// It took longer than it may.
    TooSlow,
    /// Its answer can't be read.
    Unreadable,
    /// It chose something that was not offered.
    Illegal,
    /// It could not be started.
    NotStarted,
    /// Its time for the duel was over.
    OutOfTime,
}

impl Failure {
    /// All of them, in the order of their numbers in records.
    pub const ALL: [Self; 6] = [
        Self::Crashed,
        Self::TooSlow,
        Self::Unreadable,
        Self::Illegal,
        Self::NotStarted,
        Self::OutOfTime,
    ];

    /// The failure in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::TooSlow => "too slow",
            Self::Unreadable => "unreadable answer",
            Self::Illegal => "illegal answer",
            Self::NotStarted => "not started",
            Self::OutOfTime => "out of time",
        }
    }
}

/// No answer: what kind of failure it was, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The kind of failure.
    pub failure: Failure,
    /// The same in one line for people, without the bot's name.
    pub what: String,
}

/// How a duel of the arena ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramEnd {
    /// By the rules.
    Rules(Outcome),
    /// This player's bot gave no answer, or too late, and the other player won.
    Forfeit(Player, Failure),
}

impl ProgramEnd {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Rules(outcome) => outcome.winner(),
            Self::Forfeit(loser, _) => Some(loser.other()),
        }
    }
}

impl std::fmt::Display for ProgramEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.fmt(f),
            Self::Forfeit(loser, failure) => write!(f, "{loser} forfeits: {}", failure.words()),
        }
    }
}

/// The forfeits of a run, by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forfeits {
    counts: [[u64; Failure::ALL.len()]; 2],
    /// The first one of each side, in words.
    first: [Option<String>; 2],
}

impl Forfeits {
    /// Adds those of another run, which came later.
    pub(crate) fn add(&mut self, other: &Self) {
        for (ours, theirs) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *ours += theirs;
        }
        for (ours, theirs) in self.first.iter_mut().zip(&other.first) {
            if ours.is_none() {
                ours.clone_from(theirs);
            }
        }
    }

    /// Those that were counted, with what is known of the first ones.
    pub(crate) fn new(tally: &Tally, first: &[Option<String>; 2]) -> Self {
        Self { counts: tally.forfeits(), first: first.clone() }
    }

    /// The forfeits of both sides as if both were of side A, which one bot played.
    pub(crate) fn of_one_bot(mut self) -> Self {
        let [a, b] = self.counts;
        self.counts = [std::array::from_fn(|at| a[at] + b[at]), [0; Failure::ALL.len()]];
        let [a, b] = self.first;
        self.first = [a.or(b), None];
        self
    }
}

/// The duels that a bot lost because it gave no legal answer, or its time was over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForfeitReport {
    /// The bot.
    pub bot: String,
    /// `A` or `B`; null if the bot played both sides.
    pub side: Option<&'static str>,
    /// How many duels it lost by that. They are among the other side's wins.
    pub duels: u64,
    /// How many of them for which reason.
    pub crashed: u64,
    /// See `crashed`.
    pub too_slow: u64,
    /// See `crashed`.
    pub unreadable: u64,
    /// See `crashed`.
    pub illegal: u64,
    /// See `crashed`.
    pub not_started: u64,
    /// See `crashed`; left out if it is 0, as it is where no time is limited.
    #[serde(skip_serializing_if = "is_zero")]
    pub out_of_time: u64,
    /// All of that in one line, with what is known of the first one if it was played now: a record
    /// keeps the reason alone.
    pub said: String,
}

/// A report for each bot that lost by forfeit. The names are of A and B; one name alone is of a bot that
/// played both sides.
pub(crate) fn reports_of(forfeits: &Forfeits, bots: &[String]) -> Vec<ForfeitReport> {
    let alone = bots.len() == 1;
    let one = |(at, bot): (usize, &String)| {
        let counts = forfeits.counts[at];
        let duels: u64 = counts.iter().sum();
        let side = (!alone).then_some(Side::BOTH[at].word());
        let name = side.map_or_else(String::new, |side| format!("{side}, "));
        let kinds = Failure::ALL.iter().zip(counts).filter(|(_, count)| *count > 0);
        let kinds: Vec<String> =
            kinds.map(|(failure, count)| format!("{} {count}", failure.words())).collect();
        let out_of_time = counts[Failure::OutOfTime as usize];
        let why = match (out_of_time, duels - out_of_time) {
            (0, _) => "it gave no legal answer",
            (_, 0) => "its time was over",
            _ => "it gave no legal answer or its time was over",
        };
        let mut said = format!(
            "bot {name}{bot}, lost {duels} {} because {why} ({})",
            if duels == 1 { "duel" } else { "duels" },
            kinds.join(", ")
        );
        if let Some(first) = &forfeits.first[at] {
            said += &format!("; first {first}");
        }
        let [crashed, too_slow, unreadable, illegal, not_started, _] = counts;
        let bot = bot.clone();
        (duels > 0).then_some(ForfeitReport {
            bot,
            side,
            duels,
            crashed,
            too_slow,
            unreadable,
            illegal,
            not_started,
            out_of_time,
            said,
        })
    };
    bots.iter().enumerate().filter_map(one).collect()
}
