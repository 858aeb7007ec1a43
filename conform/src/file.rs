//! All duels of one file.

use std::io::BufRead;
use std::ops::ControlFlow;

use crate::error::{Fault, TraceError};
use crate::line::{Header, Line};
use crate::partial::Extent;
use crate::replay::{Replay, Stop};
use crate::report::Report;
use crate::seats;
use crate::setup::{Setup, set_up};
use crate::source::Lines;

/// Where in a file we are.
enum Stage {
    /// Between two duels.
    Between,
    /// In a duel that is being replayed.
    Playing(Box<Replay>),
    /// In the rest of a duel that has its verdict already.
    Judged,
    /// In the rest of a duel whose record is damaged: up to the next header nothing can be said.
    Damaged,
}

/// One file on its way through.
struct Session<'a> {
    file: &'a str,
    /// Number of the duel in the file, from 1; 0 before the first.
    index: u64,
    /// How the report names the duel.
    trace: String,
    stage: Stage,
    /// A line and the events after it, which tell what chance answers.
    held: Vec<(u64, Vec<u8>)>,
    /// A duel has ended since this was last asked.
    ended: bool,
    extent: Extent,
    report: &'a mut Report,
}

/// Replays all duels of a file into the report; `tell` hears of it whenever a duel is over, and
/// may end the reading there.
pub(crate) fn replay_all(
    file: &str,
    reader: impl BufRead,
    extent: Extent,
    report: &mut Report,
    tell: &mut dyn FnMut(&Report) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut lines = Lines::new(reader);
    let mut session = Session {
        file,
        index: 0,
        trace: String::new(),
        stage: Stage::Between,
        held: Vec::new(),
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
                    let known = seats::tells_all(&bytes);
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

/// Whether a line is an event, as far as that is quickly told.
fn is_event(bytes: &[u8]) -> bool {
    Line::head(bytes).is_ok_and(|head| head.t == "event")
}

/// Whether a line tells that Set monsters changed places.
fn is_shuffle(bytes: &[u8]) -> bool {
    const KIND: &[u8] = b"\"shuffle_set\"";
    bytes.windows(KIND.len()).any(|part| part == KIND)
}

impl Session<'_> {
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
            seats::foretell(bytes, later);
            self.hold(*number, std::mem::take(bytes));
        }
        lines.clear();
    }

    /// Takes the lines that were held back, the first with what the others foretell.
    fn take_held(&mut self) {
        let held = std::mem::take(&mut self.held);
        if let Stage::Playing(replay) = &mut self.stage {
            let events = held.iter().skip(1).map(|(_, bytes)| Line::foreseen(bytes));
            replay.piles.foresee(events);
        }
        for (number, bytes) in &held {
            let open = !matches!(self.stage, Stage::Between);
            self.line(*number, bytes);
            self.ended |= open && matches!(self.stage, Stage::Between);
        }
    }

    /// Takes the next line, whatever it is.
    fn line(&mut self, number: u64, bytes: &[u8]) {
        if let Err(fault) = self.step(number, bytes) {
            self.damage(number, fault);
        }
    }

    fn step(&mut self, number: u64, bytes: &[u8]) -> Result<(), Fault> {
        let head = Line::head(bytes)?;
        let kind = &*head.t;
        if kind == "header" {
            self.close(number);
            self.stage = Stage::Between;
            self.index += 1;
            if let Line::Header(header) = Line::parse(&head, bytes)? {
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
                let taken = replay.take(Line::parse(&head, bytes)?, self.report);
                if let (Ok(()), Some(partial)) = (&taken, &mut self.report.partial) {
                    partial.lines_compared += 1;
                }
                match taken {
                    Ok(()) if !ends => return Ok(()),
                    Ok(()) => self.report.add_end(&replay.blanks),
                    Err(Stop::Early(blank)) => self.report.add_early_end(blank),
                    Err(Stop::Difference(difference)) => {
                        self.report.add_divergence(&self.trace, number, difference);
                    }
                    Err(Stop::Fault(fault)) => return Err(fault),
                }
                self.stage = if ends { Stage::Between } else { Stage::Judged };
            }
        }
        Ok(())
    }

    /// Begins the duel of a header.
    fn begin(&mut self, header: &Header) -> Result<(), Fault> {
        let seed = header.seed.map_or_else(|| "unknown".to_owned(), |seed| seed.to_string());
        self.trace = format!("{}#{} (seed {seed})", self.file, self.index);
        self.report.traces += 1;
        self.stage = match set_up(header, self.extent)? {
            Setup::Playable(start) => {
                self.report.add_effect_cards(&start);
                let replay = Replay::start(&start);
                Stage::Playing(Box::new(replay.map_err(|error| Fault::Setup(error.to_string()))?))
            }
            Setup::Early(blank) => {
                self.report.add_early_end(blank);
                Stage::Judged
            }
            Setup::Unsupported { reason, cards } => {
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
