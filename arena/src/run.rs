//! Playing the duels of a run on several threads, folding and recording them in order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use duelfish_engine::{Catalogue, Game, SetupError};

use crate::bots::{Entrant, NotReady};
use crate::bout::{BestOf, Bout, next_first};
use crate::course::Course;
use crate::duel_stats::DuelStats;
use crate::list::{Openings, SortedDeck};
use crate::plan::{Plan, Seating};
use crate::play::{DuelResult, Log, PlayError, Side, StopFlags, Table};
use crate::record::{DuelRecord, RecordError, RecordWriter, TooLarge, encode};
use crate::repeats::Unrepeatable;
use crate::report::{Heading, Report};
use crate::scores::Scores;
use crate::spec::MatchSpec;

/// Duels that a thread finishes before it hands them over together.
const BATCH: usize = 32;
/// A thread hands over what it has after this time all the same.
const PATIENCE: Duration = Duration::from_millis(50);
/// Duels that threads may be ahead of the first one that is not finished. It bounds memory.
const AHEAD: u64 = 2048;
/// Room that the record of a duel takes about, besides that of its actions; it may take more.
const BYTES_OF_A_DUEL: usize = 256;
/// Room that an action takes in a record.
const BYTES_OF_AN_ACTION: usize = 5;
/// How long a thread that is so far ahead sleeps before it looks again.
const NAP: Duration = Duration::from_millis(1);

/// How a run is watched while it goes on.
#[derive(Clone, Copy)]
pub struct RunWatch<'a> {
    /// When this becomes true the run ends at the next decision of each thread. Duels that were
    /// finished behind one that was not are lost: few, because threads take duels in order.
    pub stop: &'a AtomicBool,
    /// Called with what the duels so far add up to, now and then, in the calling thread.
    pub progress: &'a dyn Fn(&Scores),
}

/// Where a run is recorded.
#[derive(Clone, Copy, Debug)]
pub struct Recording<'a> {
    /// The file.
    pub path: &'a Path,
    /// Whether to go on with the file if it exists; otherwise that is an error.
    pub resume: bool,
    /// Whether to take away, on resuming, the damaged part and all behind it, to play it again.
    pub drop_damaged: bool,
    /// A note that must be shown wherever results of the run are shown.
    pub note: &'a str,
}

/// Why a run has no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The run can't be as it was asked for.
    #[error("{0}")]
    Spec(&'static str),
    /// A bot can't play at all.
    #[error(transparent)]
    Bot(#[from] NotReady),
    /// The decks can't be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A duel can't be played to its end.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The directory of the records can't be made.
    #[error("{}: this directory can't be made ({error}); choose another one", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The record can't be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A duel can't be recorded.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The system gives no threads.
    #[error("the threads of the run can't be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Plays a run without recording it: see [`run_recorded`].
///
/// # Errors
/// Fails when the decks can't be played, a bot answers illegally, or no thread can be started.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use duelfish_arena::{MatchSpec, RunWatch, run_match};
/// use duelfish_engine::Rules;
/// use duelfish_search::Spec;
///
/// let deck = duelfish_cards::parse("69140098\n".repeat(40).as_bytes(), "elves.ydk").unwrap().deck;
/// let decks = [deck.clone(), deck];
/// let spec = MatchSpec::new(decks, [Spec::Greedy, Spec::Random], Rules::MR5, 20, 1);
/// let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
/// let report = run_match(duelfish_cards::catalogue(), &spec, watch).unwrap();
/// assert_eq!(report.games, 20);
/// assert!(report.wins_a > report.wins_b);
/// ```
pub fn run_match(
    cards: &Catalogue,
    spec: &MatchSpec,
    watch: RunWatch<'_>,
) -> Result<Report, MatchError> {
    run_recorded(cards, spec, watch, None)
}

/// Plays a run and records it.
///
/// Each duel depends on the run's seed and its own number alone, and results are folded and
/// recorded in the order of these numbers. So report (but for its times) and record are the same
/// for any number of threads, and whether or not the run was interrupted and resumed on the way. A
/// stopped run reports the duels before the first one that was not finished.
///
/// # Errors
/// Fails when the run can't be as it was asked for, the decks can't be played, a bot answers
/// illegally, the record can't be written or is not one of this run, or no thread can be started.
pub fn run_recorded(
    cards: &Catalogue,
    spec: &MatchSpec,
    watch: RunWatch<'_>,
    recording: Option<Recording<'_>>,
) -> Result<Report, MatchError> {
    let begun = Instant::now();
    let mut course = Course::begin(cards, spec, recording)?;
    course.play_to(u64::MAX, watch)?;
    let (played_now, interrupted) = (course.played_now(), !course.is_over());
    let Course { scores, header, .. } = course;
    let heading = Heading {
        engine: header.engine.clone(),
        seed: spec.seed,
        rules: spec.rules.name.to_owned(),
        interrupted,
        bots: header.bots,
        pairing: spec.pairing,
        decks: spec.decks.iter().map(|deck| deck.name.clone()).collect(),
        sided: match &spec.best_of {
            Some(BestOf { sided, .. }) => sided.each_ref().map(|deck| deck.name.clone()),
            None => Default::default(),
        },
        seconds: Some(begun.elapsed().as_secs_f64()),
        played_now,
        unrepeatable: Unrepeatable::new(header.repeats, header.time_control),
    };
    let details = scores.details.as_ref().map(|details| details.report(cards, &spec.lists()));
    Ok(Report { details, ..Report::new(&scores, heading) })
}

/// The state that the threads of a run share.
pub(crate) struct Crew<'a> {
    pub(crate) game: &'a Game<'a>,
    pub(crate) spec: &'a MatchSpec,
    pub(crate) plan: &'a Plan,
    pub(crate) decks: &'a [SortedDeck],
    pub(crate) openings: &'a Openings,
    pub(crate) arrangements: &'a [[usize; 2]],
    /// Whether duels are to be encoded for a record.
    pub(crate) records: bool,
    /// No duel is played from this place on.
    pub(crate) end: u64,
    /// The place of the next duel in the order of this shard.
    pub(crate) next: &'a AtomicU64,
    /// Duels before this place were folded.
    pub(crate) folded: &'a AtomicU64,
    /// The caller wants the run to stop.
    pub(crate) outside: &'a AtomicBool,
    /// The run is decided or has failed.
    pub(crate) done: &'a AtomicBool,
}

/// A finished duel, or all duels of a bout: its place in the order of the shard, and the bytes of its
/// record.
struct Finished {
    place: u64,
    results: Result<Vec<DuelResult>, MatchError>,
    bytes: Vec<u8>,
    noted: Option<Noted>,
    /// The side that lost by forfeit and how, in words: the first forfeit of a bout.
    forfeit: Option<(Side, String)>,
}

/// Facts besides the winner: the course of the duel, and the time that each side's bot took.
struct Noted {
    duel: DuelStats,
    thinking: [Duration; 2],
}

impl Crew<'_> {
    /// Plays what is still to be played of the run.
    pub(crate) fn play(
        &self,
        writer: Option<&mut RecordWriter>,
        scores: &mut Scores,
        progress: &dyn Fn(&Scores),
    ) -> Result<(), MatchError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.spec.threads).build()?;
        let (sender, receiver) = mpsc::channel();
        pool.in_place_scope(|scope| {
            for _ in 0..pool.current_num_threads() {
                let sender = sender.clone();
                scope.spawn(move |_| self.work(&sender));
            }
            // The threads hold the other senders: when they are through, nothing more comes.
            drop(sender);
            let folded = self.fold(&receiver, writer, scores, progress);
            self.done.store(true, Ordering::Relaxed);
            folded
        })
    }

    /// The work of one thread: it plays the next duel until there is none.
    fn work(&self, sender: &Sender<Vec<Finished>>) {
        let mut table = Table {
            game: self.game,
            decks: self.decks.iter().map(SortedDeck::list).collect(),
            openings: self.openings,
            bots: self.spec.bots.each_ref().map(Entrant::build),
            budgets: self.spec.bots.each_ref().map(Entrant::budget),
            log: Log::default(),
            thinking: self.spec.details.then_some([Duration::ZERO; 2]),
            forfeit: None,
            time_control: self.spec.time_control,
            clock: (self.spec.clock)(),
        };
        let stop = StopFlags([self.outside, self.done]);
        let (mut batch, mut handed_over) = (Vec::with_capacity(BATCH), Instant::now());
        while !stop.is_set() {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            if place >= self.end {
                break;
            }
            let Some(number) = self.plan.number_at(place) else { break };
            if place >= self.folded.load(Ordering::Relaxed) + AHEAD {
                self.hand_over(sender, &mut batch);
                while place >= self.folded.load(Ordering::Relaxed) + AHEAD && !stop.is_set() {
                    std::thread::sleep(NAP);
                }
            }
            let mut finished = Finished {
                place,
                results: Ok(Vec::with_capacity(1)),
                bytes: Vec::new(),
                noted: None,
                forfeit: None,
            };
            match self.play_bout(number, &mut table, stop, &mut finished) {
                Ok(false) => break,
                Ok(true) => {}
                Err(error) => finished.results = Err(error),
            }
            batch.push(finished);
            if batch.len() == BATCH || handed_over.elapsed() > PATIENCE {
                self.hand_over(sender, &mut batch);
                handed_over = Instant::now();
            }
        }
        self.hand_over(sender, &mut batch);
    }

    fn hand_over(&self, sender: &Sender<Vec<Finished>>, batch: &mut Vec<Finished>) {
        let full = std::mem::replace(batch, Vec::with_capacity(BATCH));
        // Nobody listens any more once the run is decided.
        let _ = sender.send(full);
    }

    /// Plays a duel, or all duels of a bout; `false` if the run stopped before its end.
    fn play_bout(
        &self,
        number: u64,
        table: &mut Table<'_>,
        stop: StopFlags<'_>,
        finished: &mut Finished,
    ) -> Result<bool, MatchError> {
        let begun = self.plan.seating(number, self.arrangements);
        let (mut bout, mut seating) = (Bout::new(self.plan.best_of), begun);
        loop {
            let Some(result) = table.play(&seating, stop)? else { return Ok(false) };
            self.note(&seating, &result, table, finished)?;
            if bout.add(result.winner()) {
                return Ok(true);
            }
            seating = self.plan.again(&begun, bout.played(), next_first(&result));
        }
    }

    /// Adds a duel that was just played to what is finished.
    fn note(
        &self,
        seating: &Seating,
        result: &DuelResult,
        table: &mut Table<'_>,
        finished: &mut Finished,
    ) -> Result<(), MatchError> {
        let Finished { results, bytes, noted, forfeit, .. } = finished;
        if let Some((side, of)) = table.forfeit.take() {
            let said = || (side, format!("duel {}: it {}", seating.number, of.what));
            forfeit.get_or_insert_with(said);
        }
        if let Ok(results) = results {
            results.push(*result);
        }
        *noted = table.thinking.map(|thinking| {
            let decks = seating.decks.map(|deck| &self.decks[deck]);
            let opening = self.openings.arranged(seating.arrangement);
            let Log { answers, actions } = &table.log;
            let duel = DuelStats::of_log(self.game, opening, decks, answers, actions);
            Noted { duel, thinking }
        });
        if !self.records {
            return Ok(());
        }
        // The lists are lent to the record and come back, so that they keep their room.
        let log = std::mem::take(&mut table.log);
        let duel = DuelRecord {
            number: seating.number,
            seed: seating.chance,
            answers: log.answers,
            actions: log.actions,
            b_first: seating.first == Side::B,
            decks: seating.decks.map(|deck| deck as u32),
            ending: result.end.into(),
            turns: result.turns,
        };
        bytes.reserve(BYTES_OF_A_DUEL + BYTES_OF_AN_ACTION * duel.actions.len());
        let encoded = encode(bytes, &duel);
        table.log = Log { answers: duel.answers, actions: duel.actions };
        Ok(encoded?)
    }

    /// Takes finished duels in order: counts and records them, until there are no more or the test
    /// has decided.
    fn fold(
        &self,
        receiver: &Receiver<Vec<Finished>>,
        mut writer: Option<&mut RecordWriter>,
        scores: &mut Scores,
        progress: &dyn Fn(&Scores),
    ) -> Result<(), MatchError> {
        let mut waiting = BTreeMap::new();
        let mut place = self.folded.load(Ordering::Relaxed);
        while let Ok(batch) = receiver.recv() {
            for finished in batch {
                waiting.insert(finished.place, finished);
            }
            while let Some(finished) = waiting.remove(&place) {
                let results = finished.results?;
                if let Some(writer) = &mut writer {
                    writer.append(&finished.bytes)?;
                }
                place += 1;
                if let Some((side, said)) = finished.forfeit {
                    scores.forfeit_said(side, said);
                }
                if let (Some(details), Some(noted), [result]) =
                    (&mut scores.details, finished.noted, &results[..])
                {
                    details.add(result, &noted.duel, Some(noted.thinking));
                }
                if results.iter().fold(false, |_, result| scores.add(result)) {
                    return flush(writer);
                }
            }
            self.folded.store(place, Ordering::Relaxed);
            if let Some(writer) = &mut writer {
                writer.flush()?;
            }
            progress(scores);
        }
        flush(writer)
    }
}

fn flush(writer: Option<&mut RecordWriter>) -> Result<(), MatchError> {
    writer.map_or(Ok(()), RecordWriter::flush).map_err(Into::into)
}
