//! Whether a change makes a deck better: old and new meet the same opponents with the same luck.

use duelfish_cards::Deck;
use duelfish_engine::{Catalogue, Rules};
use serde::Serialize;

use crate::bots::{Entrant, ForfeitReport, reports_of};
use crate::list::SortedDeck;
use crate::plan::{Pairing, Shard};
use crate::repeats::Unrepeatable;
use crate::run::{MatchError, RunWatch};
use crate::seeds::{SeedPurpose, derive};
use crate::series::{RecordingIn, Series, are_weights};
use crate::spec::MatchSpec;
use crate::stats::{Difference, DifferenceFinding, PairCounts, duels_needed};
use crate::time_control::TimeControl;

/// The version of the fields of [`ComparisonReport`].
pub const COMPARISON_SCHEMA: u32 = 1;

/// How often a true difference is to be found by the numbers of duels that a report names.
const POWER: f64 = 0.8;

/// A comparison: which duels are to be played.
#[derive(Clone, Debug)]
pub struct ComparisonSpec {
    /// The deck as it was, and as it is now.
    pub decks: [Deck; 2],
    /// The opponents with their weights, which need not add up to 1.
    pub field: Vec<(Deck, f64)>,
    /// The bot that plays the compared decks, and the one that plays the opponents.
    pub bots: [Entrant; 2],
    /// The rules.
    pub rules: Rules,
    /// Duels of each of the two decks against each opponent, an even number.
    pub games: u64,
    /// Everything random comes from this.
    pub seed: u64,
    /// Number of threads; 0 for one for each core. It changes no result.
    pub threads: usize,
    /// Which part of the pairs of each match is played; `merge` joins the records of all parts.
    pub shard: Shard,
    /// The smallest difference of score that matters: for it the report says how many duels are needed.
    pub detect: f64,
    /// [`MatchSpec::time_control`].
    pub time_control: Option<TimeControl>,
}

/// The report of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonReport {
    /// [`COMPARISON_SCHEMA`].
    pub schema: u32,
    /// The engine that played: see [`duelfish_engine::VERSION`].
    pub engine: &'static str,
    /// Always `comparison`.
    pub kind: &'static str,
    /// Names of the old and the new deck.
    pub decks: [String; 2],
    /// Cards that only the old deck has, and only the new one, with how many copies more.
    pub changes: [Vec<(u64, String)>; 2],
    /// The bots of the compared decks and of the opponents.
    pub bots: [String; 2],
    /// Name of the rules.
    pub rules: String,
    /// Which card texts these rules play: `modern`, `goat` or `edison`.
    pub texts: &'static str,
    /// The seed.
    pub seed: u64,
    /// Duels that were finished, of both decks.
    pub games: u64,
    /// The results against each opponent.
    pub opponents: Vec<Against>,
    /// Mean score of the old deck and of the new one over the field. It is null, like all further
    /// numbers, if against an opponent of the field no pair of duels of both decks was finished.
    pub scores: Option<[f64; 2]>,
    /// New minus old, with its 95% interval.
    pub difference: Option<f64>,
    /// See `difference`.
    pub ci95: Option<[f64; 2]>,
    /// `better`, `worse` or `undecided`, at a level of 5%.
    pub finding: &'static str,
    /// Duels of each deck against each opponent, so that 80% of such comparisons find a true
    /// difference as large as the one that was seen. Null if none was seen, or all pairs were
    /// equal.
    pub needed_for_seen: Option<u64>,
    /// The same for the smallest difference that matters, `detect`.
    pub needed_for_detect: Option<u64>,
    /// The smallest difference that matters.
    pub detect: f64,
    /// By how much the same luck for both decks made the variance of the difference smaller than
    /// independent duels would have it: 4 means that it saved three duels of four.
    pub saved_by_same_luck: f64,
    /// Duels that were played in that time; the others were in records already.
    pub played: u64,
    /// Time that it took, in seconds; of one that was resumed only the last part.
    pub seconds: f64,
    /// Duels played per second in that time; null if none was.
    pub duels_per_second: Option<f64>,
    /// It was stopped, and the report is about the duels that both decks had finished.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The duels that were lost because a bot gave no legal answer, or its time was over. Bot A plays the compared decks, and bot
    /// B the opponents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<ForfeitReport>,
    /// See [`crate::Report::unrepeatable_because`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrepeatable_because: Option<String>,
    /// See [`crate::Report::time_control`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
}

/// Results against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Against {
    /// Name of its deck.
    pub deck: String,
    /// Its share of the field.
    pub weight: f64,
    /// Duels of each of the two decks that count.
    pub games: u64,
    /// Scores of the old deck and of the new one; null, as the difference, if no duels count.
    pub scores: Option<[f64; 2]>,
    /// New minus old.
    pub difference: Option<f64>,
    /// Its 95% interval.
    pub ci95: Option<[f64; 2]>,
}

impl ComparisonSpec {
    /// Duels that are played, of both decks.
    #[must_use]
    pub fn duels(&self) -> u64 {
        2 * self.field.len() as u64 * self.shard.of_pairs(self.games)
    }

    fn check(&self) -> Result<(), MatchError> {
        if self.field.is_empty() {
            return Err(MatchError::Spec("a comparison needs at least one opponent"));
        }
        if !self.games.is_multiple_of(2) {
            return Err(MatchError::Spec(
                "the duels against an opponent come in pairs; choose an even number",
            ));
        }
        let weights: Vec<f64> = self.field.iter().map(|(_, weight)| *weight).collect();
        if !are_weights(&weights) {
            return Err(MatchError::Spec(
                "a field gives each opponent a weight of 0 or more, and not 0 to all of them",
            ));
        }
        Ok(())
    }

    /// The match of one of the two decks, with its cards in this order, against an opponent.
    fn cell(&self, opponent: usize, deck: &Deck, sorted: &SortedDeck) -> MatchSpec {
        let in_order = |deck: &Deck, sorted: &SortedDeck| Deck {
            main: sorted.main().to_vec(),
            extra: sorted.extra().to_vec(),
            ..deck.clone()
        };
        let other = &self.field[opponent].0;
        let decks = [in_order(deck, sorted), in_order(other, &SortedDeck::new(other))];
        let seed = derive(self.seed, opponent as u64, SeedPurpose::Cell);
        MatchSpec {
            threads: self.threads,
            shard: self.shard,
            pairing: Pairing::Seats,
            time_control: self.time_control,
            as_listed: true,
            ..MatchSpec::new(decks, self.bots.clone(), self.rules.clone(), self.games, seed)
        }
    }
}

/// Compares a deck with its list before a change, over paired duels with common random numbers.
/// Both meet each opponent with the same shuffles, and cards that both have come in the same order.
/// The matches are played by turns. `watch.progress` hears of the duels of the match whose turn it
/// is; `match_done` is called before that with the number of duels of all others.
///
/// # Errors
/// As [`crate::run_recorded`].
pub fn compare(
    cards: &Catalogue,
    spec: &ComparisonSpec,
    watch: RunWatch<'_>,
    recording: Option<RecordingIn<'_>>,
    match_done: &dyn Fn(u64),
) -> Result<ComparisonReport, MatchError> {
    spec.check()?;
    let mut series = Series::begin(cards, watch, recording, match_done)?;
    let [old, new] = &spec.decks;
    let sorted = SortedDeck::new(old);
    let beside = SortedDeck::beside(new, &sorted);
    let cells: Vec<MatchSpec> = (0..spec.field.len())
        .flat_map(|of| [spec.cell(of, old, &sorted), spec.cell(of, new, &beside)])
        .collect();
    let points = played_by_turns(&mut series, &cells)?;
    let played = series.end();
    let numbers = CompareNumbers::new(spec, &points);
    // A number that no duel tells is not known.
    let whole = numbers.is_whole.then_some(numbers.whole);
    let Unrepeatable { because, time_control, .. } =
        Unrepeatable::new(spec.bots.each_ref().map(Entrant::repeats), spec.time_control);
    Ok(ComparisonReport {
        schema: COMPARISON_SCHEMA,
        engine: duelfish_engine::VERSION,
        kind: "comparison",
        decks: [old.name.clone(), new.name.clone()],
        changes: changes(cards, old, new),
        bots: spec.bots.each_ref().map(Entrant::name),
        rules: spec.rules.name.to_owned(),
        texts: spec.rules.texts.name(),
        seed: spec.seed,
        games: played.games,
        opponents: numbers.opponents,
        scores: numbers.is_whole.then_some(numbers.scores),
        difference: whole.map(|whole| whole.mean),
        ci95: whole.map(|whole| whole.ci95()),
        finding: match whole.map(|whole| whole.finding()) {
            Some(DifferenceFinding::Better) => "better",
            Some(DifferenceFinding::Worse) => "worse",
            Some(DifferenceFinding::Undecided) | None => "undecided",
        },
        needed_for_seen: whole.and_then(|whole| needed(&whole, whole.mean)),
        needed_for_detect: whole.and_then(|whole| needed(&whole, spec.detect)),
        detect: spec.detect,
        saved_by_same_luck: numbers.saved,
        played: played.played,
        seconds: played.seconds,
        duels_per_second: played.duels_per_second,
        interrupted: played.interrupted,
        forfeits: reports_of(&played.forfeits, &spec.bots.each_ref().map(Entrant::name)),
        unrepeatable_because: because,
        time_control,
    })
}

/// Duels that each thread plays of a match before it is the turn of the next one, at the beginning; later a
/// turn is a part of what was played before.
const TURN: u64 = 16;
const PART: u64 = 4;

/// Plays the matches by turns, old and new against each opponent, so that nearly all duels count if
/// the comparison is stopped. Returns the half points of both decks in each pair of duels against
/// each opponent.
fn played_by_turns<'a>(
    series: &mut Series<'a>,
    cells: &'a [MatchSpec],
) -> Result<Vec<[Vec<u8>; 2]>, MatchError> {
    let name = |cell: usize| format!("{:02}-{}.duels", cell / 2 + 1, ["old", "new"][cell % 2]);
    let opened = cells.iter().enumerate().map(|(cell, spec)| series.open(spec, &name(cell)));
    let mut courses = opened.collect::<Result<Vec<_>, _>>()?;
    let threads = match cells.first().map_or(0, |cell| cell.threads) {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let turn = TURN * threads as u64;
    let mut place = turn;
    while !series.is_stopped() && courses.iter().any(|course| !course.is_over()) {
        for at in 0..courses.len() {
            let all: u64 = courses.iter().map(|course| course.scores.games()).sum();
            let course = &mut courses[at];
            let others = all - course.scores.games();
            series.play_to(course, place, others)?;
        }
        // Pairs are not torn apart.
        place = place.saturating_add(turn.max((place / PART) & !1));
    }
    let points = courses.into_iter().map(|course| series.close(course).points_of_pairs().to_vec());
    let points: Vec<Vec<u8>> = points.collect();
    Ok(points.chunks_exact(2).map(|two| [two[0].clone(), two[1].clone()]).collect())
}

/// Duels against each opponent: two for each pair; none if no result ever differed, because then
/// nothing can be told.
fn needed(whole: &Difference, difference: f64) -> Option<u64> {
    if whole.variance == 0.0 {
        return None;
    }
    Some(2 * duels_needed(difference, whole.variance, POWER)?)
}

/// The numbers that the results give.
struct CompareNumbers {
    opponents: Vec<Against>,
    scores: [f64; 2],
    whole: Difference,
    /// Whether there are duels of both decks against every opponent that counts.
    is_whole: bool,
    saved: f64,
}

impl CompareNumbers {
    /// From the half points of both decks in each pair of duels against each opponent.
    fn new(spec: &ComparisonSpec, points: &[[Vec<u8>; 2]]) -> Self {
        let all: f64 = spec.field.iter().map(|(_, weight)| weight).sum();
        let (mut opponents, mut strata) = (Vec::new(), Vec::new());
        let (mut scores, mut apart, mut together) = ([0.0; 2], 0.0, 0.0);
        let mut is_whole = true;
        for ((deck, weight), [old, new]) in spec.field.iter().zip(points) {
            // Only pairs that both decks have finished say how they differ.
            let pairs = old.len().min(new.len());
            let differences: Vec<f64> = old
                .iter()
                .zip(new)
                .map(|(old, new)| (f64::from(*new) - f64::from(*old)) / 4.0)
                .collect();
            let counts = [old, new].map(|points| {
                let mut counts = PairCounts::default();
                points[..pairs].iter().for_each(|points| counts.add(*points));
                counts
            });
            let share = weight / all;
            let own = Difference::new(&[(1.0, differences.clone())]);
            let of_both = counts.map(|counts| counts.score());
            for (sum, score) in scores.iter_mut().zip(of_both) {
                *sum += share * score;
            }
            apart += share * share * counts.iter().map(PairCounts::variance).sum::<f64>();
            together += share * share * own.variance;
            opponents.push(Against {
                deck: deck.name.clone(),
                weight: share,
                games: 2 * pairs as u64,
                scores: (pairs > 0).then_some(of_both),
                difference: (pairs > 0).then_some(own.mean),
                ci95: (pairs > 0).then(|| own.ci95()),
            });
            is_whole &= pairs > 0 || *weight == 0.0;
            strata.push((*weight, differences));
        }
        let saved = if together > 0.0 { apart / together } else { 1.0 };
        Self { opponents, scores, whole: Difference::new(&strata), is_whole, saved }
    }
}

/// The cards of which one deck has more copies than the other.
fn changes(cards: &Catalogue, old: &Deck, new: &Deck) -> [Vec<(u64, String)>; 2] {
    let only = |deck: &Deck, other: &Deck| {
        let mut left: Vec<_> = other.main.iter().chain(&other.extra).copied().collect();
        let mut more: Vec<(u64, String)> = Vec::new();
        for code in deck.main.iter().chain(&deck.extra) {
            if let Some(at) = left.iter().position(|other| other == code) {
                left.swap_remove(at);
                continue;
            }
            let name = cards.name(*code).to_owned();
            match more.iter_mut().find(|(_, other)| *other == name) {
                Some((copies, _)) => *copies += 1,
                None => more.push((1, name)),
            }
        }
        more
    };
    [only(old, new), only(new, old)]
}
