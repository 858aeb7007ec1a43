//! Playing the duels of a match on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use duelfish_cards::Deck;
use duelfish_engine::{Catalogue, Game, Rules, SetupError};
use duelfish_search::Spec;

use crate::list::{Openings, SortedDeck};
use crate::play::{DuelResult, PlayError, Table};
use crate::report::{Heading, Report};
use crate::stats::Tally;

/// Duels that a thread has to play before results are folded and the threads meet. Large, so that
/// waiting for the slowest costs nothing; fixed, so that memory is.
const CHUNK_PER_THREAD: u64 = 512;

/// A match: which duels are to be played.
#[derive(Clone, Debug)]
pub struct MatchSpec {
    /// The decks of A and B.
    pub decks: [Deck; 2],
    /// The bots of A and B.
    pub bots: [Spec; 2],
    /// The rules.
    pub rules: Rules,
    /// Number of duels. A goes first in every other one, the very first included.
    pub games: u64,
    /// Everything random comes from this (see [`crate::seeds`]).
    pub seed: u64,
    /// Number of threads; 0 for one for each core. It changes no result.
    pub threads: usize,
}

/// How a match is watched while it runs.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// When this becomes true the match ends at the next decision of each thread. Duels that were
    /// finished behind one that was not are lost: few, because threads take duels in order.
    pub stop: &'a AtomicBool,
    /// Called with the number of finished duels after each, from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Why a match has no report.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The decks can't be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A duel can't be played to its end.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The system gives no threads.
    #[error("the threads of the match can't be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Plays a match.
///
/// Each duel depends on the match's seed and its own number alone, and results are folded in the
/// order of these numbers: the report, but for its times, is the same for any number of threads. A
/// stopped match reports the duels before the first one that was not finished.
///
/// # Errors
/// Fails when the decks can't be played, a bot answers illegally, or no thread can be started.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use duelfish_arena::{MatchSpec, Watch, run_match};
/// use duelfish_engine::Rules;
/// use duelfish_search::Spec;
///
/// let deck = duelfish_cards::parse("69140098\n".repeat(40).as_bytes(), "elves.ydk").unwrap().deck;
/// let spec = MatchSpec {
///     decks: [deck.clone(), deck],
///     bots: [Spec::Greedy, Spec::Random],
///     rules: Rules::MR5,
///     games: 20,
///     seed: 1,
///     threads: 1,
/// };
/// let watch = Watch { stop: &AtomicBool::new(false), progress: &|_| () };
/// let report = run_match(duelfish_cards::catalogue(), &spec, watch).unwrap();
/// assert_eq!(report.games, 20);
/// assert!(report.wins_a > report.wins_b);
/// ```
pub fn run_match(
    cards: &Catalogue,
    spec: &MatchSpec,
    watch: Watch<'_>,
) -> Result<Report, MatchError> {
    let begun = Instant::now();
    let game = &Game { rules: spec.rules.clone(), cards };
    let decks = &spec.decks.each_ref().map(SortedDeck::new);
    let crew = Crew {
        game,
        decks,
        openings: &Openings::new(game, decks)?,
        spec,
        watch,
        finished: &AtomicU64::new(0),
        broken: &AtomicBool::new(false),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(spec.threads).build()?;
    let chunk = CHUNK_PER_THREAD * pool.current_num_threads() as u64;
    let mut tally = Tally::default();
    let mut from = 0;
    while from < spec.games && !watch.stop.load(Ordering::Relaxed) {
        let until = spec.games.min(from + chunk);
        let results = crew.play_chunk(&pool, from, until)?;
        results.iter().for_each(|result| tally.add(result));
        if (results.len() as u64) < until - from {
            break;
        }
        from = until;
    }
    let heading = Heading {
        seed: spec.seed,
        rules: spec.rules.name.to_owned(),
        bots: spec.bots.each_ref().map(ToString::to_string),
        decks: spec.decks.each_ref().map(|deck| deck.name.clone()),
        interrupted: tally.games() < spec.games,
        seconds: begun.elapsed().as_secs_f64(),
    };
    Ok(Report::new(&tally, heading))
}

/// What the threads of a match share.
struct Crew<'a> {
    game: &'a Game<'a>,
    decks: &'a [SortedDeck; 2],
    openings: &'a Openings,
    spec: &'a MatchSpec,
    watch: Watch<'a>,
    /// Finished duels of the match.
    finished: &'a AtomicU64,
    /// A duel failed, so no other need be begun.
    broken: &'a AtomicBool,
}

/// A finished duel with its number, or why it failed.
type Numbered = (u64, Result<DuelResult, PlayError>);

impl Crew<'_> {
    /// Plays the duels from one number up to another and returns their results in order, up to
    /// the first one that was not finished.
    fn play_chunk(
        &self,
        pool: &rayon::ThreadPool,
        from: u64,
        until: u64,
    ) -> Result<Vec<DuelResult>, PlayError> {
        // Threads take numbers in order, so that little is finished behind an unfinished duel.
        let next = AtomicU64::new(from);
        let mut results = pool.broadcast(|_| self.work(&next, until)).concat();
        results.sort_unstable_by_key(|(number, _)| *number);
        let unbroken = (from..).zip(results).take_while(|(expected, (n, _))| expected == n);
        unbroken.map(|(_, (_, result))| result).collect()
    }

    /// What one thread does: plays the next duel until there is none.
    fn work(&self, next: &AtomicU64, until: u64) -> Vec<Numbered> {
        let mut table = Table {
            game: self.game,
            decks: self.decks.each_ref().map(SortedDeck::list),
            openings: self.openings,
            bots: self.spec.bots.each_ref().map(Spec::build),
            budgets: self.spec.bots.each_ref().map(Spec::budget),
            seed: self.spec.seed,
        };
        let mut results = Vec::new();
        while !self.broken.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= until {
                break;
            }
            match table.play(number, self.watch.stop) {
                Ok(None) => break,
                Ok(Some(result)) => {
                    results.push((number, Ok(result)));
                    (self.watch.progress)(1 + self.finished.fetch_add(1, Ordering::Relaxed));
                }
                Err(error) => {
                    self.broken.store(true, Ordering::Relaxed);
                    results.push((number, Err(error)));
                }
            }
        }
        results
    }
}
