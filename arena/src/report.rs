//! The report of a match, as tools write it.

use duelfish_engine::{Rules, Texts};
use serde::Serialize;

use crate::bots::{ForfeitReport, reports_of};
use crate::bout::BoutsReport;
use crate::details::DetailsReport;
use crate::plan::Pairing;
use crate::play::Side;
use crate::repeats::Unrepeatable;
use crate::scores::{Scores, StopRule};
use crate::stats::{Hypothesis, Model, PairCounts, Sprt, elo_interval, wilson95};

/// The version of the report's fields; it grows when one changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// The report of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// `match`, or `sprt` if bots were compared, both of which played all decks.
    pub kind: &'static str,
    /// The engine that played: see [`duelfish_engine::VERSION`].
    pub engine: String,
    /// Duels that were finished, those included that a limit ended. In a run of bouts each bout is
    /// one, won by the side that won more of its duels; a bout that nobody won is a draw. This
    /// holds for all further fields but `turns`, `ended_by` and `decisions`, which are about single
    /// duels.
    pub games: u64,
    /// Duels that A won.
    pub wins_a: u64,
    /// Duels that B won.
    pub wins_b: u64,
    /// Duels in which both lost at the same time. Duels that a limit ended are in `ended_by`
    /// alone, so that `wins_a + wins_b + draws + ended_by.limit = games`.
    pub draws: u64,
    /// `wins_a / games`, from 0 to 1: every duel that A did not win counts against it. Null without
    /// games.
    pub win_rate_a: f64,
    /// 95% interval of the win rate (see [`wilson95`]), for the same share of wins of all games.
    pub ci95: [f64; 2],
    /// The same by the side that went first.
    pub by_first: ByFirst,
    /// Lengths of the duels.
    pub turns: TurnNumbers,
    /// The causes that ended the duels.
    pub ended_by: EndedBy,
    /// Answers that the bots gave in all duels.
    pub decisions: u64,
    /// Single duels, those of bouts included, that were played in that time; the others were in a record already.
    pub played: u64,
    /// Time that the match took, in seconds; of a match that was resumed only the last part. Null for records
    /// that were joined.
    pub seconds: Option<f64>,
    /// Single duels played per second in that time; null if none was.
    pub duels_per_second: Option<f64>,
    /// The seed of the match.
    pub seed: u64,
    /// Name of the rules.
    pub rules: String,
    /// Which card texts these rules play: `modern`, `goat` or `edison`.
    pub texts: &'static str,
    /// The bots of A and B, as specifications.
    pub bots: [String; 2],
    /// Names of the decks of A and B; in a match of bots, of all decks that both play.
    pub decks: Vec<String>,
    /// These decks were played two by two, each with the next one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub two_by_two: bool,
    /// The match was stopped, and the report is about the duels before that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The duels that were lost because a bot gave no legal answer, or its time was over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<ForfeitReport>,
    /// The sides, `A` or `B`, whose bots may choose otherwise in another run with this seed, as far as it is
    /// known: records of format 3 and older do not say it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unrepeatable: Vec<&'static str>,
    /// Why they may, in one sentence that must be shown wherever the result is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrepeatable_because: Option<String>,
    /// The time of each player for a duel, if it was limited: see [`crate::TimeControl`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// The numbers of the pairs, if duels came in pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paired: Option<Paired>,
    /// Single duels of bouts, if the run is of bouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bouts: Option<BoutsReport>,
    /// How precise the run was to be, if it was to end early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Precision>,
    /// The result of the sequential test, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
    /// Cards, Life Points and bots, if they were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<DetailsReport>,
}

/// Results of paired duels. A pair scores 0, ¼, ½, ¾ or 1 for A; a duel that nobody won is half a
/// win. Elo is without bounds (null in JSON) at scores of 0 and 1; without pairs all but the counts and the
/// interval is null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// Whole pairs.
    pub pairs: u64,
    /// Pairs by score, from 0 to 1 in quarters.
    pub counts: [u64; 5],
    /// Mean score of A.
    pub score: f64,
    /// 95% interval of the score, by bootstrap over the pairs; if one side won them all, by Wilson's
    /// score of the pairs.
    pub ci95: [f64; 2],
    /// Elo difference of A over B.
    pub elo: f64,
    /// Its 95% interval.
    pub elo_ci95: [f64; 2],
    /// Normalised Elo difference: the score in units of its spread.
    pub normalised_elo: f64,
    /// Likelihood of superiority: how likely it is that A is better, from 0 to 1.
    pub los: f64,
}

/// How far the interval reaches of a run that ends when it is narrow enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Precision {
    /// How far it may reach to either side, as a share.
    pub wanted: f64,
    /// How far it reaches: half of its width.
    pub reach: f64,
    /// Whether it became narrow enough before the last duel was played.
    pub reached: bool,
}

/// Where a sequential probability ratio test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// Elo difference of the null hypothesis H0.
    pub elo0: f64,
    /// Elo difference of the alternative H1.
    pub elo1: f64,
    /// How often H1 may be accepted though H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted though H1 is true.
    pub beta: f64,
    /// `logistic` or `normalised` Elo.
    pub model: &'static str,
    /// Log-likelihood ratio of H1 over H0.
    pub llr: f64,
    /// H0 is accepted at the first and H1 at the second.
    pub bounds: [f64; 2],
    /// `H0` or `H1`; null while undecided.
    pub verdict: Option<&'static str>,
}

/// Resamples of the bootstrap, and the seed that it always has.
const RESAMPLES: u32 = 2000;
const BOOTSTRAP_SEED: u64 = 0x0b00_75a9;

impl Paired {
    /// Of no pairs, which say nothing.
    const NONE: Self = Self {
        pairs: 0,
        counts: [0; 5],
        score: f64::NAN,
        ci95: [0.0, 1.0],
        elo: f64::NAN,
        elo_ci95: [f64::NEG_INFINITY, f64::INFINITY],
        normalised_elo: f64::NAN,
        los: f64::NAN,
    };

    pub(crate) fn new(pairs: &PairCounts) -> Self {
        if pairs.pairs() == 0 {
            return Self::NONE;
        }
        let score = pairs.score();
        // Pairs that one side has all won resample to nothing else; that is no certainty.
        let ci95 = if score == 0.0 || score == 1.0 {
            wilson95((score * pairs.pairs() as f64) as u64, pairs.pairs())
        } else {
            pairs.bootstrap95(BOOTSTRAP_SEED, RESAMPLES)
        };
        Self {
            pairs: pairs.pairs(),
            counts: pairs.counts(),
            score,
            ci95,
            elo: pairs.elo(),
            elo_ci95: elo_interval(ci95),
            normalised_elo: pairs.normalised_elo(),
            los: pairs.los(),
        }
    }
}

impl SprtReport {
    fn new(test: &Sprt, scores: &Scores) -> Self {
        Self {
            elo0: test.elo0(),
            elo1: test.elo1(),
            alpha: test.alpha(),
            beta: test.beta(),
            model: match test.model() {
                Model::Logistic => "logistic",
                Model::Normalised => "normalised",
            },
            llr: scores.llr(),
            bounds: test.bounds(),
            verdict: scores.verdict().map(|verdict| match verdict {
                Hypothesis::H0 => "H0",
                Hypothesis::H1 => "H1",
            }),
        }
    }
}

/// Results by the side that went first.
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
    /// A bot that gave no legal answer, or whose time was over.
    #[serde(skip_serializing_if = "is_zero")]
    pub forfeit: u64,
}

/// Whether nothing need be said.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
pub(crate) const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The facts of a report beside the statistics.
pub(crate) struct Heading {
    pub(crate) engine: String,
    pub(crate) seed: u64,
    pub(crate) rules: String,
    pub(crate) bots: [String; 2],
    pub(crate) pairing: Pairing,
    pub(crate) decks: Vec<String>,
    /// The decks from the second duel of a bout on; empty names for single duels.
    pub(crate) sided: [String; 2],
    pub(crate) interrupted: bool,
    pub(crate) seconds: Option<f64>,
    /// Single duels that were played in that time.
    pub(crate) played_now: u64,
    /// Why another run may go otherwise.
    pub(crate) unrepeatable: Unrepeatable,
}

impl Report {
    pub(crate) fn new(scores: &Scores, heading: Heading) -> Self {
        let Heading {
            engine,
            seed,
            rules,
            bots,
            pairing,
            decks,
            sided,
            interrupted,
            seconds,
            played_now,
            unrepeatable,
        } = heading;
        let (tally, duels) = (scores.tally(), scores.duels());
        let (games, wins_a) = (tally.games(), tally.wins(Side::A));
        Self {
            schema: SCHEMA,
            kind: if pairing.is_of_bots() { "sprt" } else { "match" },
            engine,
            games,
            wins_a,
            wins_b: tally.wins(Side::B),
            draws: tally.draws(),
            win_rate_a: share_of(wins_a, games),
            ci95: wilson95(wins_a, games),
            by_first: tally.by_first(),
            turns: duels.turns(),
            ended_by: duels.ended_by(),
            decisions: duels.decisions(),
            played: played_now,
            seconds,
            duels_per_second: seconds.and_then(|seconds| rate(played_now, seconds)),
            seed,
            texts: Rules::preset(&rules).map_or(Texts::Modern, |rules| rules.texts).name(),
            rules,
            decks,
            two_by_two: pairing == Pairing::BotsByTwos,
            interrupted,
            forfeits: reports_of(&scores.forfeits(), &bots),
            unrepeatable: unrepeatable.sides,
            unrepeatable_because: unrepeatable.because,
            time_control: unrepeatable.time_control,
            bots,
            paired: scores.pairs().map(Paired::new),
            bouts: scores.bouts().map(|bouts| bouts.report(sided)),
            until: match scores.until() {
                StopRule::Narrow(wanted) => {
                    Some(Precision { wanted, reach: scores.reach(), reached: scores.has_ended() })
                }
                StopRule::Played | StopRule::Decided(_) => None,
            },
            sprt: scores.test().map(|test| SprtReport::new(test, scores)),
            details: None,
        }
    }

    /// The same report without what differs from run to run.
    #[must_use]
    pub fn without_times(self) -> Self {
        let details = self.details.map(|mut details| {
            for bot in &mut details.bots {
                bot.microseconds_per_decision = None;
            }
            details
        });
        Self { played: 0, seconds: None, duels_per_second: None, details, ..self }
    }
}

/// A share; no number of nothing, which JSON writes as null.
fn share_of(part: u64, whole: u64) -> f64 {
    if whole == 0 { f64::NAN } else { part as f64 / whole as f64 }
}

/// A rate of what was done in some time; none if nothing was.
pub(crate) fn rate(count: u64, seconds: f64) -> Option<f64> {
    (count > 0 && seconds > 0.0).then(|| count as f64 / seconds)
}

/// A rate; 0 for a time that is too short to tell.
pub(crate) fn per_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}
