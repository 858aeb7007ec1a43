//! Round robins: every deck of a field against every other one, and what the results say about each.

use duelfish_cards::Deck;
use duelfish_engine::{Catalogue, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use crate::bots::{Entrant, ForfeitReport, reports_of};
use crate::plan::{Pairing, Shard};
use crate::play::Side;
use crate::repeats::Unrepeatable;
use crate::report::Paired;
use crate::run::{MatchError, RunWatch};
use crate::scores::Scores;
use crate::seeds::{SeedPurpose, derive};
use crate::series::{RecordingIn, Series, are_weights};
use crate::spec::MatchSpec;
use crate::stats::{
    Meeting, PairCounts, bradley_terry, elo_interval, nash_mix, normal95, wilson95,
};
use crate::time_control::TimeControl;

/// The version of the fields of [`TournamentReport`].
pub const TOURNAMENT_SCHEMA: u32 = 1;

/// How often the results are drawn again to see how sure the mix of decks is, and the seed of that.
const RESAMPLES: usize = 400;
const RESAMPLE_SEED: u64 = 0x0a5e_11ed;

/// A round robin: which duels are to be played.
#[derive(Clone, Debug)]
pub struct TournamentSpec {
    /// The decks, at least two.
    pub decks: Vec<Deck>,
    /// The bot that plays all of them.
    pub bot: Entrant,
    /// The rules.
    pub rules: Rules,
    /// Duels between each two decks, an even number: pairs of duels with the same shuffles, each deck
    /// going first once.
    pub games: u64,
    /// Everything random comes from this.
    pub seed: u64,
    /// Number of threads; 0 for one for each core. It changes no result.
    pub threads: usize,
    /// Which part of the pairs of each match is played; `merge` joins the records of all parts.
    pub shard: Shard,
    /// The decks that everybody expects to meet: a weight for each deck; none means all alike.
    pub field: Option<Vec<f64>>,
    /// [`MatchSpec::time_control`].
    pub time_control: Option<TimeControl>,
}

/// The report of a round robin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentReport {
    /// [`TOURNAMENT_SCHEMA`].
    pub schema: u32,
    /// The engine that played: see [`duelfish_engine::VERSION`].
    pub engine: &'static str,
    /// Always `tournament`.
    pub kind: &'static str,
    /// Names of the decks, in the order in which they were given.
    pub decks: Vec<String>,
    /// The bot that played all of them.
    pub bot: String,
    /// Name of the rules.
    pub rules: String,
    /// Which card texts these rules play: `modern`, `goat` or `edison`.
    pub texts: &'static str,
    /// The seed of the round robin.
    pub seed: u64,
    /// Duels that were finished, of all cells.
    pub games: u64,
    /// Each two decks, in order: 1 and 2, 1 and 3, ..., 2 and 3, ...
    pub cells: Vec<Cell>,
    /// The strengths of the decks, in the order of `decks`.
    pub standings: Vec<Standing>,
    /// Some decks scored everything, or nothing, so that strengths are finite only with half a point
    /// more for either side of each cell.
    pub rated_with_prior: bool,
    /// Duels that were played in that time; the others were in records already.
    pub played: u64,
    /// Time that it took, in seconds; of one that was resumed only the last part.
    pub seconds: f64,
    /// Duels played per second in that time; null if none was.
    pub duels_per_second: Option<f64>,
    /// It was stopped, and the report is about the duels before that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The duels that were lost because the bot gave no legal answer, or its time was over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<ForfeitReport>,
    /// See [`crate::Report::unrepeatable_because`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrepeatable_because: Option<String>,
    /// See [`crate::Report::time_control`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
}

/// Two decks and what happened between them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The two decks, by number from 0; the first one is A.
    pub decks: [usize; 2],
    /// Duels that were finished.
    pub games: u64,
    /// Duels that A won, and B.
    pub wins: [u64; 2],
    /// Duels that the deck going first won.
    pub wins_going_first: u64,
    /// Turns of either player in a duel, on average.
    pub mean_turns: f64,
    /// Duels that A lost, and B, because the bot gave no legal answer, or its time was over.
    #[serde(skip_serializing_if = "is_nothing")]
    pub forfeits: [u64; 2],
    /// Results by pairs: the score of A with its interval.
    pub paired: Paired,
}

/// Whether nothing need be said.
fn is_nothing(forfeits: &[u64; 2]) -> bool {
    *forfeits == [0; 2]
}

/// The strength of a deck in the field of a round robin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its strength by Bradley and Terry, in Elo above the mean of all decks, and the 95% interval.
    pub elo: f64,
    /// See `elo`.
    pub elo_ci95: [f64; 2],
    /// Expected score against the field (against itself it is ½), and the 95% interval.
    pub score: f64,
    /// See `score`.
    pub score_ci95: [f64; 2],
    /// Its weight in that field, all adding up to 1.
    pub weight: f64,
    /// Its share in a mix of decks that no deck beats.
    pub nash: f64,
    /// The middle 95% of that share when the results are drawn again from the pairs.
    pub nash_ci95: [f64; 2],
    /// In which share of those draws it has any part in the mix.
    pub nash_support: f64,
}

impl TournamentSpec {
    /// Each two decks.
    fn pairs(&self) -> Vec<[usize; 2]> {
        let decks = self.decks.len();
        (0..decks).flat_map(|a| (a + 1..decks).map(move |b| [a, b])).collect()
    }

    /// Duels that are played, of all cells.
    #[must_use]
    pub fn duels(&self) -> u64 {
        self.pairs().len() as u64 * self.shard.of_pairs(self.games)
    }

    /// The match between two decks; the seed goes with its number.
    fn cell(&self, number: usize, [a, b]: [usize; 2]) -> MatchSpec {
        let decks = [self.decks[a].clone(), self.decks[b].clone()];
        let seed = derive(self.seed, number as u64, SeedPurpose::Cell);
        let bots = [self.bot.clone(), self.bot.clone()];
        MatchSpec {
            threads: self.threads,
            shard: self.shard,
            pairing: Pairing::Seats,
            time_control: self.time_control,
            ..MatchSpec::new(decks, bots, self.rules.clone(), self.games, seed)
        }
    }

    fn check(&self) -> Result<(), MatchError> {
        let weights = self.field.as_deref();
        if self.decks.len() < 2 {
            return Err(MatchError::Spec("a round robin needs at least two decks"));
        }
        if !self.games.is_multiple_of(2) {
            return Err(MatchError::Spec(
                "the duels of each two decks come in pairs; choose an even number",
            ));
        }
        let fits = |weights: &[f64]| weights.len() == self.decks.len() && are_weights(weights);
        if weights.is_some_and(|weights| !fits(weights)) {
            return Err(MatchError::Spec(
                "a field gives each deck a weight of 0 or more, and not 0 to all of them",
            ));
        }
        Ok(())
    }
}

/// Plays a round robin. The result depends on decks, bot, rules, number of duels and seed alone, not on
/// threads or interruptions. `watch.progress` hears of the duels of the cell that is played;
/// `cell_done` is called before each cell with the number of duels of all cells before.
///
/// # Errors
/// As [`crate::run_recorded`].
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use duelfish_arena::{Shard, TournamentSpec, RunWatch, run_tournament};
/// use duelfish_engine::Rules;
/// use duelfish_search::Spec;
///
/// let deck = |name, card: &str| {
///     duelfish_cards::parse(card.repeat(40).as_bytes(), name).unwrap().deck
/// };
/// let decks = vec![deck("elves", "15025844\n"), deck("oxen", "5053103\n"), deck("imps", "41392891\n")];
/// let spec = TournamentSpec {
///     decks, bot: Spec::Random.into(), rules: Rules::MR5, games: 10, seed: 1, threads: 1,
///     shard: Shard::WHOLE, field: None, time_control: None,
/// };
/// let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
/// let report = run_tournament(duelfish_cards::catalogue(), &spec, watch, None, &|_| ()).unwrap();
/// assert_eq!((report.cells.len(), report.games), (3, 30));
/// assert!((report.standings.iter().map(|deck| deck.nash).sum::<f64>() - 1.0).abs() < 1e-9);
/// ```
pub fn run_tournament(
    cards: &Catalogue,
    spec: &TournamentSpec,
    watch: RunWatch<'_>,
    recording: Option<RecordingIn<'_>>,
    cell_done: &dyn Fn(u64),
) -> Result<TournamentReport, MatchError> {
    spec.check()?;
    let cells = spec.pairs().into_iter().enumerate();
    let cells: Vec<_> = cells.map(|(number, pair)| (pair, spec.cell(number, pair))).collect();
    let mut series = Series::begin(cards, watch, recording, cell_done)?;
    let mut results = Vec::new();
    for (pair, cell) in &cells {
        results.push((*pair, series.play(cell, &file_of(*pair))?));
    }
    let played = series.end();
    let cells: Vec<Cell> = results.iter().map(|(pair, scores)| Cell::new(*pair, scores)).collect();
    let (standings, rated_with_prior) = standings(spec, &results);
    let Unrepeatable { because, time_control, .. } =
        Unrepeatable::of_one_bot(spec.bot.repeats(), spec.time_control);
    Ok(TournamentReport {
        schema: TOURNAMENT_SCHEMA,
        engine: duelfish_engine::VERSION,
        kind: "tournament",
        decks: spec.decks.iter().map(|deck| deck.name.clone()).collect(),
        bot: spec.bot.to_string(),
        rules: spec.rules.name.to_owned(),
        texts: spec.rules.texts.name(),
        seed: spec.seed,
        games: played.games,
        cells,
        standings,
        rated_with_prior,
        played: played.played,
        seconds: played.seconds,
        duels_per_second: played.duels_per_second,
        interrupted: played.interrupted,
        forfeits: reports_of(&played.forfeits.of_one_bot(), &[spec.bot.name()]),
        unrepeatable_because: because,
        time_control,
    })
}

/// The record of two decks: by their numbers, from 1.
fn file_of([a, b]: [usize; 2]) -> String {
    format!("{:02}-{:02}.duels", a + 1, b + 1)
}

impl Cell {
    /// The results by pairs. Different decks don't split every pair by nature: where all pairs went alike, the
    /// interval is Wilson's.
    fn paired(counts: &PairCounts) -> Paired {
        let paired = Paired::new(counts);
        if counts.variance() > 0.0 || counts.pairs() == 0 {
            return paired;
        }
        let ci95 = wilson95((paired.score * paired.pairs as f64).round() as u64, paired.pairs);
        Paired { ci95, elo_ci95: elo_interval(ci95), ..paired }
    }

    fn new(decks: [usize; 2], scores: &Scores) -> Self {
        let tally = scores.tally();
        Self {
            decks,
            games: tally.games(),
            wins: Side::BOTH.map(|side| tally.wins(side)),
            wins_going_first: tally.wins_going_first(),
            mean_turns: tally.turns().mean,
            forfeits: tally.forfeits().map(|counts| counts.iter().sum()),
            paired: Self::paired(&counts_of(scores)),
        }
    }
}

/// The variance of the mean score of pairs, as if one more pair had gone to each side: few pairs that all
/// went alike are no certainty.
fn careful_variance(counts: &PairCounts) -> f64 {
    let mut more = counts.counts();
    more[0] = more[0].saturating_add(1);
    more[4] = more[4].saturating_add(1);
    PairCounts::new(more).variance_of_mean()
}

fn counts_of(scores: &Scores) -> PairCounts {
    scores.pairs().copied().unwrap_or_default()
}

/// Strength, expected score and share in the mix of every deck; and whether strengths needed points in
/// addition.
fn standings(spec: &TournamentSpec, results: &[([usize; 2], Scores)]) -> (Vec<Standing>, bool) {
    let decks = spec.decks.len();
    let counts: Vec<([usize; 2], PairCounts)> =
        results.iter().map(|(pair, scores)| (*pair, counts_of(scores))).collect();
    let meetings: Vec<Meeting> = counts
        .iter()
        .map(|(players, counts)| Meeting {
            players: *players,
            games: 2.0 * counts.pairs() as f64,
            score: counts.score(),
            variance: careful_variance(counts),
        })
        .collect();
    let rated = bradley_terry(decks, &meetings);
    let weights = spec.field.clone().unwrap_or_else(|| vec![1.0; decks]);
    let all: f64 = weights.iter().sum();
    let mix = nash_mix(&matrix(decks, &counts)).unwrap_or_default();
    let drawn = mixes_drawn_again(decks, &counts);
    let standing = |deck: usize| {
        let (mut score, mut variance) = (weights[deck] / all / 2.0, 0.0);
        for meeting in meetings.iter().filter(|meeting| meeting.players.contains(&deck)) {
            let [a, b] = meeting.players;
            let (other, own) =
                if a == deck { (b, meeting.score) } else { (a, 1.0 - meeting.score) };
            let share = weights[other] / all;
            score += share * own;
            variance += share * share * meeting.variance;
        }
        let mut shares: Vec<f64> = drawn.iter().map(|mix| mix[deck]).collect();
        shares.sort_unstable_by(f64::total_cmp);
        let out = shares.len() / 40;
        let ends = [shares.get(out), shares.iter().rev().nth(out)];
        let in_mix = shares.iter().filter(|share| **share > 0.0).count();
        let rating = rated.ratings[deck];
        Standing {
            elo: rating.elo,
            elo_ci95: rating.ci95,
            score,
            score_ci95: normal95(score, variance),
            weight: weights[deck] / all,
            nash: mix.get(deck).copied().unwrap_or(0.0),
            nash_ci95: ends.map(|end| end.copied().unwrap_or(0.0)),
            nash_support: in_mix as f64 / shares.len().max(1) as f64,
        }
    };
    ((0..decks).map(standing).collect(), rated.with_prior)
}

/// The score of each deck against each other one; ½ where they never met.
fn matrix(decks: usize, counts: &[([usize; 2], PairCounts)]) -> Vec<Vec<f64>> {
    let mut scores = vec![vec![0.5; decks]; decks];
    for ([a, b], counts) in counts {
        scores[*a][*b] = counts.score();
        scores[*b][*a] = 1.0 - counts.score();
    }
    scores
}

/// The mixes of round robins with as many pairs, drawn with replacement from these.
fn mixes_drawn_again(decks: usize, counts: &[([usize; 2], PairCounts)]) -> Vec<Vec<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(RESAMPLE_SEED);
    let draws = (0..RESAMPLES).filter_map(|_| {
        let drawn: Vec<([usize; 2], PairCounts)> =
            counts.iter().map(|(pair, counts)| (*pair, counts.resample(&mut rng))).collect();
        nash_mix(&matrix(decks, &drawn))
    });
    draws.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_pairs_that_went_alike_are_no_certainty() {
        for counts in [[0, 0, 2, 0, 0], [0, 0, 0, 0, 2], [0; 5]].map(PairCounts::new) {
            assert!(careful_variance(&counts) > 0.02, "{counts:?}");
            let [low, high] = Cell::paired(&counts).ci95;
            assert!(high - low > 0.5, "{counts:?}: {low} {high}");
        }
        // Many pairs are taken as they are.
        let many = PairCounts::new([1000, 0, 2000, 0, 1000]);
        assert!((careful_variance(&many) / many.variance_of_mean() - 1.0).abs() < 0.01);
    }
}
