//! What a match says, as tools write it.

use serde::Serialize;

use crate::play::Side;
use crate::stats::{Tally, wilson95};

/// The version of the report's fields; it grows when one changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// The report of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Duels that were finished, those included that a limit ended.
    pub games: u64,
    /// Duels that A won.
    pub wins_a: u64,
    /// Duels that B won.
    pub wins_b: u64,
    /// Duels in which both lost at the same time. Duels that a limit ended are in `ended_by`
    /// alone, so that `wins_a + wins_b + draws + ended_by.limit = games`.
    pub draws: u64,
    /// `wins_a / games`, from 0 to 1: whatever A did not win counts against it. 0 without games.
    pub win_rate_a: f64,
    /// 95% interval of the win rate (see [`wilson95`]), for the same share of wins of all games.
    pub ci95: [f64; 2],
    /// The same by who went first.
    pub by_first: ByFirst,
    /// Lengths of the duels.
    pub turns: TurnNumbers,
    /// What ended the duels.
    pub ended_by: EndedBy,
    /// Answers that the bots gave in all duels.
    pub decisions: u64,
    /// Time that the match took, in seconds.
    pub seconds: f64,
    /// Duels finished per second.
    pub duels_per_second: f64,
    /// The seed of the match.
    pub seed: u64,
    /// Name of the rules.
    pub rules: String,
    /// The bots of A and B, as specifications.
    pub bots: [String; 2],
    /// Names of the decks of A and B.
    pub decks: [String; 2],
    /// The match was stopped, and the report is about the duels before that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// Results by who went first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ByFirst {
    /// Duels in which A went first.
    pub a_first: FirstCount,
    /// Duels in which B went first.
    pub b_first: FirstCount,
}

/// Results of the duels in which one of the two went first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FirstCount {
    /// How many there were.
    pub games: u64,
    /// How many of them A won.
    pub wins_a: u64,
}

/// Lengths of duels, in turns of either player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TurnNumbers {
    /// Mean.
    pub mean: f64,
    /// Half of the duels were no longer than this.
    pub median: f64,
    /// 95 in 100 duels were no longer than this.
    pub p95: f64,
}

/// How many duels each thing ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EndedBy {
    /// Life Points fell to 0.
    pub lp: u64,
    /// A player could not draw.
    pub deckout: u64,
    /// A card said so.
    pub card: u64,
    /// A cap of the rules.
    pub limit: u64,
}

/// What a report says beside the statistics.
pub(crate) struct Heading {
    pub(crate) seed: u64,
    pub(crate) rules: String,
    pub(crate) bots: [String; 2],
    pub(crate) decks: [String; 2],
    pub(crate) interrupted: bool,
    pub(crate) seconds: f64,
}

impl Report {
    pub(crate) fn new(tally: &Tally, heading: Heading) -> Self {
        let Heading { seed, rules, bots, decks, interrupted, seconds } = heading;
        let (games, wins_a) = (tally.games(), tally.wins(Side::A));
        Self {
            schema: SCHEMA,
            games,
            wins_a,
            wins_b: tally.wins(Side::B),
            draws: tally.draws(),
            win_rate_a: wins_a as f64 / games.max(1) as f64,
            ci95: wilson95(wins_a, games),
            by_first: tally.by_first(),
            turns: tally.turns(),
            ended_by: tally.ended_by(),
            decisions: tally.decisions(),
            seconds,
            duels_per_second: per_second(games, seconds),
            seed,
            rules,
            bots,
            decks,
            interrupted,
        }
    }

    /// The same report without what differs from run to run.
    #[must_use]
    pub fn without_times(self) -> Self {
        Self { seconds: 0.0, duels_per_second: 0.0, ..self }
    }
}

/// A rate; 0 for a time that is too short to tell.
pub(crate) fn per_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}
