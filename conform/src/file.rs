//! All duels of one file.

use std::io::BufRead;
use std::ops::ControlFlow;
use std::rc::Rc;

use crate::error::{Fault, TraceError};
use crate::guesses::Guesses;
use crate::line::{TraceHeader, TraceLine};
use crate::partial::Extent;
use crate::replay::{Stop, TraceReplay};
use crate::report::ConformReport;
use crate::setup::{DuelSetup, Start, set_up};
use crate::source::Lines;
use crate::zones;

/// Where in a file we are.
enum Stage {
    /// Between two duels.
    Between,
    /// In a duel that is being replayed.
    Playing(Box<TraceReplay>),
    /// In the rest of a duel that has its verdict already.
    Judged,
    /// In the rest of a duel whose record is damaged: up to the next header nothing can be said.
    Damaged,
}

/// A line and the events after it, with their numbers.
type TraceGroup = Vec<(u64, Vec<u8>)>;

/// How often a duel is tried again where the record doesn't tell which copy of a card lies where.
const TRIES: u32 = 200;

/// One file on its way through.
struct FileSession<'a> {
    file: &'a str,
    /// Number of the duel in the file, from 1; 0 before the first.
    index: u64,
    /// How the report names the duel.
    trace: String,
    stage: Stage,
    /// A line and the events after it, which tell what chance answers.
    held: TraceGroup,
    /// How the duel that is being replayed starts.
    start: Option<Start>,
    /// Its lines since then, in the groups in which they were taken; the last may be under way.
    past: Vec<Rc<TraceGroup>>,
    /// How often it may be tried again with other guesses.
    tries: u32,
    /// A duel has ended since this was last asked.
    ended: bool,
    extent: Extent,
    report: &'a mut ConformReport,
}

/// Replays all duels of a file into the report; `tell` hears of it whenever a duel is over, and
/// may end the reading there.
pub(crate) fn replay_all(
    file: &str,
    reader: impl BufRead,
    extent: Extent,
    report: &mut ConformReport,
    tell: &mut dyn FnMut(&ConformReport) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut lines = Lines::new(reader);
    let mut session = FileSession {
        file,
        index: 0,
        trace: String::new(),
        stage: Stage::Between,
        held: Vec::new(),
        start: None,
        past: Vec::new(),
        tries: 0,
        ended: false,
        extent,
        report,
    };
    // Lines from a shuffle of Set monsters on, until it is known where they lie.
    let mut waiting: Vec<(u64, Vec<u8>)> = Vec::new();
    loop {
        match lines.next_line() {
            Ok(Some((number, bytes))) => {
                let bytes = bytes.to_vec();
                if waiting.is_empty() && !is_shuffle(&bytes) {
                    session.hold(number, bytes);
                } else {
                    let known = zones::tells_all(&bytes);
                    waiting.push((number, bytes));
                    if known {
                        session.hold_all(&mut waiting);
                    }
                }
            }
            Ok(None) => {
                session.hold_all(&mut waiting);
                session.take_held();
                session.finish(lines.number());
                break;
            }
            Err(fault) => {
                // The stream itself is broken: there is nothing more to read.
                session.hold_all(&mut waiting);
                session.take_held();
                session.damage(lines.number(), fault);
                break;
            }
        }
        if std::mem::take(&mut session.ended) {
            tell(session.report)?;
        }
    }
    tell(session.report)
}

/// Tells a duel what the events after a line foretell.
fn foresee(replay: &mut TraceReplay, group: &TraceGroup) {
    replay.order.foresee(group.iter().skip(1).map(|(_, bytes)| TraceLine::foreseen(bytes)));
}

/// Takes the lines of a duel again up to the one with this number; none if one of them differs.
fn retake(mut replay: TraceReplay, past: &[Rc<TraceGroup>], until: u64) -> Option<TraceReplay> {
    let mut unused = ConformReport::default();
    for (nth, group) in past.iter().enumerate() {
        // The first group is the header's: it came before there was a duel.
        if nth > 0 {
            foresee(&mut replay, group);
        }
        for (number, bytes) in group.iter().take_while(|(number, _)| *number <= until) {
            let head = TraceLine::head(bytes).ok()?;
            match TraceLine::parse(&head, bytes).ok()? {
                TraceLine::Header(_) => {}
                line => replay.take(line, &mut unused).ok()?,
            }
            if *number == until {
                return Some(replay);
            }
        }
    }
    None
}

/// Whether a line is an event, as far as that is quickly told.
fn is_event(bytes: &[u8]) -> bool {
    TraceLine::head(bytes).is_ok_and(|head| head.t == "event")
}

/// Whether a line tells that Set monsters changed places.
fn is_shuffle(bytes: &[u8]) -> bool {
    const KIND: &[u8] = b"\"shuffle_set\"";
    bytes.windows(KIND.len()).any(|part| part == KIND)
}

impl FileSession<'_> {
    /// Holds a line back until the next one that is no event.
    fn hold(&mut self, number: u64, bytes: Vec<u8>) {
        if !is_event(&bytes) {
            self.take_held();
        }
        self.held.push((number, bytes));
    }

    /// Holds lines back of which the later ones tell what the earlier ones don't.
    fn hold_all(&mut self, lines: &mut Vec<(u64, Vec<u8>)>) {
        for at in 0..lines.len() {
            let (first, later) = lines.split_at_mut(at + 1);
            let Some((number, bytes)) = first.last_mut() else { continue };
            zones::foretell(bytes, later);
            self.hold(*number, std::mem::take(bytes));
        }
        lines.clear();
    }

    /// Takes the lines that were held back, the first with what the others foretell.
    fn take_held(&mut self) {
        let held = Rc::new(std::mem::take(&mut self.held));
        if let Stage::Playing(replay) = &mut self.stage {
            foresee(replay, &held);
        }
        // While they are taken, other guesses may take all of them again.
        self.past.push(Rc::clone(&held));
        for (number, bytes) in held.iter() {
            let open = !matches!(self.stage, Stage::Between);
            self.line(*number, bytes);
            self.ended |= open && matches!(self.stage, Stage::Between);
        }
        if !matches!(self.stage, Stage::Playing(_)) {
            self.past.clear();
        }
    }

    /// Takes the next line, whatever it is.
    fn line(&mut self, number: u64, bytes: &[u8]) {
        if let Err(fault) = self.step(number, bytes) {
            self.damage(number, fault);
        }
    }

    fn step(&mut self, number: u64, bytes: &[u8]) -> Result<(), Fault> {
        let head = TraceLine::head(bytes)?;
        let kind = &*head.t;
        if kind == "header" {
            self.close(number);
            self.stage = Stage::Between;
            self.index += 1;
            if let TraceLine::Header(header) = TraceLine::parse(&head, bytes)? {
                self.begin(&header)?;
            }
            return Ok(());
        }
        let ends = kind == "end";
        match &mut self.stage {
            Stage::Between => return Err(Fault::OutsideDuel),
            Stage::Damaged => {}
            Stage::Judged => {
                if ends {
                    self.stage = Stage::Between;
                }
            }
            Stage::Playing(replay) => {
                let windows = self.report.windows_differing;
                let mut taken = replay.take(TraceLine::parse(&head, bytes)?, self.report);
                if matches!(taken, Err(Stop::Difference(_)))
                    && let Some(other) = self.guess_again(number)
                {
                    self.report.windows_differing = windows;
                    self.stage = Stage::Playing(Box::new(other));
                    taken = Ok(());
                }
                let Stage::Playing(replay) = &self.stage else { return Ok(()) };
                if let (Ok(()), Some(partial)) = (&taken, &mut self.report.partial) {
                    partial.lines_compared += 1;
                }
                match taken {
                    Ok(()) if !ends => return Ok(()),
                    Ok(()) if replay.met.is_empty() => {
                        self.report.add_end(&replay.blanks, &replay.acted);
                    }
                    Ok(()) => self.report.add_accepted(&self.trace, number, &replay.met),
                    Err(Stop::Early(blank)) => self.report.add_early_end(blank),
                    Err(Stop::Accepted(name)) => {
                        let met = replay.met.iter().copied().chain([name]).collect();
                        self.report.add_accepted(&self.trace, number, &met);
                    }
                    Err(Stop::Difference(difference)) => match replay.accepts(&difference) {
                        Some(name) => {
                            let met = replay.met.iter().copied().chain([name]).collect();
                            self.report.add_accepted(&self.trace, number, &met);
                        }
                        None => self.report.add_divergence(&self.trace, number, difference),
                    },
                    Err(Stop::Fault(fault)) => return Err(fault),
                }
                self.stage = if ends { Stage::Between } else { Stage::Judged };
            }
        }
        Ok(())
    }

    /// The duel up to a line at which it differed, if other guesses of what the record doesn't tell
    /// explain that line too.
    fn guess_again(&mut self, number: u64) -> Option<TraceReplay> {
        let Stage::Playing(replay) = &self.stage else { return None };
        let start = self.start.as_ref()?;
        for given in replay.order.guesses.others() {
            self.tries = self.tries.checked_sub(1)?;
            let again = TraceReplay::start(start, Guesses::beginning(given)).ok();
            let again = again.and_then(|again| retake(again, &self.past, number));
            if again.is_some() {
                return again;
            }
        }
        None
    }

    /// Begins the duel of a header.
    fn begin(&mut self, header: &TraceHeader) -> Result<(), Fault> {
        let seed = header.seed.map_or_else(|| "unknown".to_owned(), |seed| seed.to_string());
        self.trace = format!("{}#{} (seed {seed})", self.file, self.index);
        self.report.traces += 1;
        self.stage = match set_up(header, self.extent)? {
            DuelSetup::Playable(start) => {
                self.report.add_effect_cards(&start);
                let replay = TraceReplay::start(&start, Guesses::default());
                let replay = replay.map_err(|error| Fault::Setup(error.to_string()))?;
                (self.start, self.tries) = (Some(*start), TRIES);
                // The lines behind the header in its group are of this duel already.
                self.past = self.past.pop().into_iter().collect();
                Stage::Playing(Box::new(replay))
            }
            DuelSetup::Early(blank) => {
                self.report.add_early_end(blank);
                Stage::Judged
            }
            DuelSetup::Unsupported { reason, cards } => {
                self.report.add_unsupported(reason, &cards);
                Stage::Judged
            }
        };
        Ok(())
    }

    /// Another duel begins or the file ends: the duel before must be complete.
    fn close(&mut self, number: u64) {
        if matches!(self.stage, Stage::Playing(_) | Stage::Judged) {
            self.damage(number, Fault::NoEnd);
        }
    }

    /// The file ends.
    fn finish(&mut self, number: u64) {
        self.close(number);
        if self.index == 0 && matches!(self.stage, Stage::Between) {
            self.damage(number, Fault::Empty);
        }
    }

    /// Notes a fault of the file, once for each duel that it damages.
    fn damage(&mut self, line: u64, fault: Fault) {
        let known = matches!(self.stage, Stage::Damaged);
        self.stage = Stage::Damaged;
        if !known || matches!(fault, Fault::Read(_) | Fault::TooLong(_)) {
            self.report.add_error(TraceError { file: self.file.to_owned(), line, fault });
        }
    }
}
