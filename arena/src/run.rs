//! Playing the duels of a run on several threads, folding and recording them in order.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use duelfish_cards::Deck;
use duelfish_engine::{Catalogue, Game, Print, Rules, SetupError};
use duelfish_search::Spec;

use crate::chronicle::Chronicle;
use crate::details::Details;
use crate::list::{Openings, SortedDeck};
use crate::plan::{Pairing, Plan, Seating, Shard};
use crate::play::{DuelResult, Log, PlayError, Side, Stop, Table};
use crate::record::{
    DeckCards, DuelRecord, Ending, Header, RecordError, RecordWriter, RecordedSprt, TooLarge,
    encode, pool_hash,
};
use crate::report::{Heading, Report};
use crate::scores::Scores;
use crate::stats::{Model, Sprt};

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

/// A run: which duels are to be played.
#[derive(Clone, Debug)]
pub struct MatchSpec {
    /// The decks of A and B; any number of decks for [`Pairing::Bots`].
    pub decks: Vec<Deck>,
    /// The bots of A and B.
    pub bots: [Spec; 2],
    /// The rules.
    pub rules: Rules,
    /// Number of duels; even if they come in pairs. A goes first in every other one, the very
    /// first included.
    pub games: u64,
    /// Everything random comes from this (see [`crate::seeds`]).
    pub seed: u64,
    /// Number of threads; 0 for one for each core. It changes no result.
    pub threads: usize,
    /// What duels share with each other.
    pub pairing: Pairing,
    /// Which of the duels are played.
    pub shard: Shard,
    /// A test over the pairs that ends the run when it has decided. A shard of a run sees only
    /// some of the pairs, so it plays all of its duels and [`crate::merge`] decides.
    pub sprt: Option<Sprt>,
    /// Whether duels take the cards of the decks in the order in which they stand here. Otherwise they
    /// are sorted, so that files that list the same cards are the same deck.
    pub as_listed: bool,
    /// Whether to look at cards, Life Points and the time of bots as well: see
    /// [`crate::DetailsReport`]. Each duel is played once more for that, without its bots. Only for
    /// matches of two decks.
    pub details: bool,
}

impl MatchSpec {
    /// A plain match: unpaired duels on all cores.
    #[must_use]
    pub fn new(decks: [Deck; 2], bots: [Spec; 2], rules: Rules, games: u64, seed: u64) -> Self {
        Self {
            decks: decks.into(),
            bots,
            rules,
            games,
            seed,
            threads: 0,
            pairing: Pairing::None,
            shard: Shard::WHOLE,
            sprt: None,
            as_listed: false,
            details: false,
        }
    }

    /// The decks as duels take them.
    fn lists(&self) -> Vec<SortedDeck> {
        let list = if self.as_listed { SortedDeck::as_listed } else { SortedDeck::new };
        self.decks.iter().map(list).collect()
    }

    /// What a record of this run says about it.
    #[must_use]
    pub fn header(&self, cards: &Catalogue, note: &str) -> Header {
        let passcodes =
            |prints: &[Print]| prints.iter().map(|print| cards.facts(*print).passcode).collect();
        let deck = |(deck, sorted): (&Deck, SortedDeck)| DeckCards {
            name: deck.name.clone(),
            main: passcodes(sorted.main()),
            extra: passcodes(sorted.extra()),
        };
        Header {
            engine: duelfish_engine::VERSION.to_owned(),
            pool: pool_hash(cards.with_texts(self.rules.texts), &self.decks),
            rules: self.rules.name.to_owned(),
            switches: format!("{:?}", self.rules),
            decks: self.decks.iter().zip(self.lists()).map(deck).collect(),
            blanks: passcodes(&blanks(cards, &self.decks)),
            bots: self.bots.each_ref().map(ToString::to_string),
            seed: self.seed,
            games: self.games,
            pairing: self.pairing.into(),
            shard: (self.shard.index, self.shard.of),
            sprt: self.sprt.map(|test| RecordedSprt {
                elo0: test.elo0(),
                elo1: test.elo1(),
                alpha: test.alpha(),
                beta: test.beta(),
                normalised: test.model() == Model::Normalised,
            }),
            note: note.to_owned(),
        }
    }
}

/// The cards of these decks that the card table plays without a text: see
/// [`Catalogue::with_blanks`].
fn blanks(cards: &Catalogue, decks: &[Deck]) -> Vec<Print> {
    let all: BTreeSet<Print> =
        decks.iter().flat_map(|deck| deck.main.iter().chain(&deck.extra)).copied().collect();
    let is_blank = |print: &Print| {
        let script = cards.scripts().card(*print);
        script.is_some_and(|script| script.effects.1 == 0 && script.statics.1 == 0)
    };
    all.into_iter().filter(is_blank).collect()
}

/// How a run is watched while it goes on.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
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
    /// What must be said wherever results of the run are shown.
    pub note: &'a str,
}

/// Why a run has no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The run can't be as it was asked for.
    #[error("{0}")]
    Spec(&'static str),
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
/// use duelfish_arena::{MatchSpec, Watch, run_match};
/// use duelfish_engine::Rules;
/// use duelfish_search::Spec;
///
/// let deck = duelfish_cards::parse("69140098\n".repeat(40).as_bytes(), "elves.ydk").unwrap().deck;
/// let decks = [deck.clone(), deck];
/// let spec = MatchSpec::new(decks, [Spec::Greedy, Spec::Random], Rules::MR5, 20, 1);
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
    run_recorded(cards, spec, watch, None)
}

/// Plays a run and records it.
///
/// Each duel depends on the run's seed and its own number alone, and results are folded and
/// recorded in the order of these numbers: report (but for its times) and record are the same for
/// any number of threads, and whether or not the run was interrupted and resumed on the way. A
/// stopped run reports the duels before the first one that was not finished.
///
/// # Errors
/// Fails when the run can't be as it was asked for, the decks can't be played, a bot answers
/// illegally, the record can't be written or is not one of this run, or no thread can be started.
pub fn run_recorded(
    cards: &Catalogue,
    spec: &MatchSpec,
    watch: Watch<'_>,
    recording: Option<Recording<'_>>,
) -> Result<Report, MatchError> {
    let begun = Instant::now();
    let Run { scores, header, before } = run_scores(cards, spec, watch, recording)?;
    let heading = Heading {
        engine: header.engine.clone(),
        seed: spec.seed,
        rules: spec.rules.name.to_owned(),
        interrupted: scores.verdict().is_none() && scores.games() < header.plan().count(),
        bots: header.bots,
        decks: spec.decks.iter().map(|deck| deck.name.clone()).collect(),
        seconds: begun.elapsed().as_secs_f64(),
        played_now: scores.games() - before,
    };
    let details = scores.details.as_ref().map(|details| {
        let lists = spec.decks.iter().map(|deck| [&deck.main[..], &deck.extra].concat());
        let lists: Vec<Vec<Print>> = lists.collect();
        details.report(cards, [&lists[0], &lists[1]])
    });
    Ok(Report { details, ..Report::new(&scores, heading) })
}

/// What a run added up to.
pub(crate) struct Run {
    pub(crate) scores: Scores,
    pub(crate) header: Header,
    /// Duels that were in the record already.
    pub(crate) before: u64,
}

/// As [`run_recorded`], without a report.
pub(crate) fn run_scores(
    cards: &Catalogue,
    spec: &MatchSpec,
    watch: Watch<'_>,
    recording: Option<Recording<'_>>,
) -> Result<Run, MatchError> {
    check(spec)?;
    let header = spec.header(cards, recording.map_or("", |recording| recording.note));
    let plan = header.plan();
    let game = Game::new(spec.rules.clone(), cards);
    let decks = spec.lists();
    let arrangements = plan.arrangements();
    // Decks that can't be played are refused before a file is made.
    let openings = Openings::arrange(&game, &decks, &arrangements)?;
    let test = spec.sprt.filter(|_| spec.shard == Shard::WHOLE);
    let mut scores = Scores::new(spec.pairing != Pairing::None, test);
    scores.details = spec.details.then(Details::default);
    let writer = match recording {
        None => None,
        Some(Recording { path, resume: false, .. }) => Some(RecordWriter::create(path, &header)?),
        Some(Recording { path, .. }) => {
            let seen = |duel: &DuelRecord| {
                if let (Some(details), Some(result)) = (&mut scores.details, duel.result()) {
                    let seating = plan.seating(duel.number, &arrangements);
                    let opening = openings.arranged(seating.arrangement);
                    let seats = seating.decks.map(|deck| &decks[deck]);
                    let (answers, actions) = (&duel.answers, &duel.actions);
                    let noted = Chronicle::of_log(&game, opening, seats, answers, actions);
                    details.add(&result, &noted, None);
                }
                _ = scores.add_recorded(duel);
            };
            Some(RecordWriter::resume(path, &header, seen)?)
        }
    };
    let before = scores.games();
    if scores.verdict().is_none() && before < plan.count() {
        let crew = Crew {
            game: &game,
            spec,
            plan: &plan,
            decks: &decks,
            openings: &openings,
            arrangements: &arrangements,
            records: writer.is_some(),
            next: &AtomicU64::new(before),
            folded: &AtomicU64::new(before),
            outside: watch.stop,
            done: &AtomicBool::new(false),
        };
        crew.play(writer, &mut scores, watch.progress)?;
    }
    Ok(Run { scores, header, before })
}

fn check(spec: &MatchSpec) -> Result<(), MatchError> {
    let decks = spec.decks.len();
    let paired = spec.pairing != Pairing::None;
    if spec.shard.index >= spec.shard.of {
        return Err(MatchError::Spec("there is no such shard; the first of 4 is 1/4"));
    }
    if paired && !spec.games.is_multiple_of(2) {
        return Err(MatchError::Spec("paired duels come in twos; choose an even number of duels"));
    }
    if spec.details && (spec.pairing == Pairing::Bots || decks != 2) {
        return Err(MatchError::Spec("details are about a match of two decks"));
    }
    if decks == 0 || (spec.pairing != Pairing::Bots && decks != 2) {
        return Err(MatchError::Spec("a match is played with two decks"));
    }
    if spec.sprt.is_some() && !paired {
        return Err(MatchError::Spec("a sequential test needs paired duels"));
    }
    Ok(())
}

/// What the threads of a run share.
struct Crew<'a> {
    game: &'a Game<'a>,
    spec: &'a MatchSpec,
    plan: &'a Plan,
    decks: &'a [SortedDeck],
    openings: &'a Openings,
    arrangements: &'a [[usize; 2]],
    /// Whether duels are to be encoded for a record.
    records: bool,
    /// The place of the next duel in the order of this shard.
    next: &'a AtomicU64,
    /// Duels before this place were folded.
    folded: &'a AtomicU64,
    /// The caller wants the run to stop.
    outside: &'a AtomicBool,
    /// The run is decided or has failed.
    done: &'a AtomicBool,
}

/// A finished duel: its place in the order of the shard, and the bytes of its record.
struct Finished {
    place: u64,
    result: Result<DuelResult, MatchError>,
    bytes: Vec<u8>,
    noted: Option<Noted>,
}

/// What is looked at besides who won: the duel, and the time that each side's bot took.
struct Noted {
    duel: Chronicle,
    thinking: [Duration; 2],
}

impl Crew<'_> {
    /// Plays what is still to be played of the run.
    fn play(
        &self,
        writer: Option<RecordWriter>,
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

    /// What one thread does: plays the next duel until there is none.
    fn work(&self, sender: &Sender<Vec<Finished>>) {
        let mut table = Table {
            game: self.game,
            decks: self.decks.iter().map(SortedDeck::list).collect(),
            openings: self.openings,
            bots: self.spec.bots.each_ref().map(Spec::build),
            budgets: self.spec.bots.each_ref().map(Spec::budget),
            log: Log::default(),
            thinking: self.spec.details.then_some([Duration::ZERO; 2]),
        };
        let stop = Stop([self.outside, self.done]);
        let (mut batch, mut handed_over) = (Vec::with_capacity(BATCH), Instant::now());
        while !stop.is_set() {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(number) = self.plan.number_at(place) else { break };
            if place >= self.folded.load(Ordering::Relaxed) + AHEAD {
                self.hand_over(sender, &mut batch);
                while place >= self.folded.load(Ordering::Relaxed) + AHEAD && !stop.is_set() {
                    std::thread::sleep(NAP);
                }
            }
            let seating = self.plan.seating(number, self.arrangements);
            let finished = match table.play(&seating, stop) {
                Ok(None) => break,
                Ok(Some(result)) => self.finish(place, &seating, result, &mut table),
                Err(error) => {
                    Finished { place, result: Err(error.into()), bytes: Vec::new(), noted: None }
                }
            };
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

    fn finish(
        &self,
        place: u64,
        seating: &Seating,
        result: DuelResult,
        table: &mut Table<'_>,
    ) -> Finished {
        let mut bytes = Vec::new();
        let noted = table.thinking.map(|thinking| {
            let decks = seating.decks.map(|deck| &self.decks[deck]);
            let opening = self.openings.arranged(seating.arrangement);
            let Log { answers, actions } = &table.log;
            let duel = Chronicle::of_log(self.game, opening, decks, answers, actions);
            Noted { duel, thinking }
        });
        if !self.records {
            return Finished { place, result: Ok(result), bytes, noted };
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
            ending: Ending::new(result.outcome),
            turns: result.turns,
        };
        bytes.reserve(BYTES_OF_A_DUEL + BYTES_OF_AN_ACTION * duel.actions.len());
        let encoded = encode(&mut bytes, &duel);
        table.log = Log { answers: duel.answers, actions: duel.actions };
        Finished { place, result: encoded.map(|()| result).map_err(Into::into), bytes, noted }
    }

    /// Takes finished duels in order: counts and records them, until there are no more or the test
    /// has decided.
    fn fold(
        &self,
        receiver: &Receiver<Vec<Finished>>,
        mut writer: Option<RecordWriter>,
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
                let result = finished.result?;
                if let Some(writer) = &mut writer {
                    writer.append(&finished.bytes)?;
                }
                place += 1;
                if let (Some(details), Some(noted)) = (&mut scores.details, finished.noted) {
                    details.add(&result, &noted.duel, Some(noted.thinking));
                }
                if scores.add(&result) {
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

fn flush(writer: Option<RecordWriter>) -> Result<(), MatchError> {
    writer.map_or(Ok(()), |mut writer| writer.flush()).map_err(Into::into)
}
