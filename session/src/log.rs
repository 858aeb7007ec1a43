//! The log of one seat of the table, line by line.

use std::collections::VecDeque;

use duelfish_engine::{Duel, Event, Game, Phase, PublicEvent, PublicSpot, Witness};

use crate::happenings::{self, WordSeries};
use crate::phases::of_phase;
use crate::voice::Voice;

/// Lines that still know the duel as it was just after them: enough for what happens between two answers of
/// a person.
const SCENES: usize = 64;

/// Everything that one player, or a watcher, has noticed.
#[derive(Clone, Debug)]
pub struct SeatLog {
    voice: Voice,
    lines: Vec<LogLine>,
    /// All that was noticed, whether there are words for it or not.
    events: Vec<PublicEvent>,
    /// The duel as it was just after the newest lines, with the numbers of these.
    scenes: VecDeque<(usize, Box<Duel>)>,
    state: LogState,
}

/// One line.
#[derive(Clone, Debug)]
pub struct LogLine {
    /// The sort of thing that it tells.
    pub kind: LineKind,
    /// The line in words.
    pub text: String,
    /// The Chain Link that is activated or resolves, from 1.
    pub link: Option<u8>,
    /// The place that it is about: of the card that is activated, or of the attacker.
    pub at: Option<PublicSpot>,
    /// The place of the target: of an effect or of an attack.
    pub target: Option<PublicSpot>,
    series: Option<WordSeries>,
    /// The number of the first event behind those that it tells.
    end: usize,
}

/// The sort of thing that a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A turn begins.
    Turn,
    /// A phase in which something happens.
    Phase,
    /// Cards are drawn or seen.
    Draw,
    /// A Chain Link is made.
    Activate,
    /// A Chain Link resolves.
    Resolve,
    /// An attack is declared.
    Attack,
    /// Life Points change.
    Damage,
    /// The duel ends.
    Over,
    /// Something else happens.
    Event,
}

impl LineKind {
    /// The word for it in data.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Phase => "phase",
            Self::Draw => "draw",
            Self::Activate => "activate",
            Self::Resolve => "resolve",
            Self::Attack => "attack",
            Self::Damage => "damage",
            Self::Over => "over",
            Self::Event => "event",
        }
    }
}

/// The state that the next line depends on besides its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LogState {
    /// A phase in which nothing has happened yet: it is told when something does.
    phase: Option<Phase>,
    /// Links of the Chain that is being built or resolved.
    links: u8,
    /// Lines before this one are done with: nothing is added to them.
    closed: usize,
}

/// A moment to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bookmark {
    lines: usize,
    events: usize,
    state: LogState,
}

impl Bookmark {
    /// The number of the next line.
    pub(crate) const fn line(self) -> usize {
        self.lines
    }
}

impl SeatLog {
    /// An empty log.
    #[must_use]
    pub const fn new(voice: Voice) -> Self {
        let state = LogState { phase: None, links: 0, closed: 0 };
        let lines = Vec::new();
        Self { voice, lines, events: Vec::new(), scenes: VecDeque::new(), state }
    }

    /// The one who is told.
    #[must_use]
    pub const fn voice(&self) -> Voice {
        self.voice
    }

    /// All lines, the oldest first.
    #[must_use]
    pub fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    /// The duel as it was just after a line; only the newest lines have it.
    #[must_use]
    pub fn scene(&self, line: usize) -> Option<&Duel> {
        let at = self.scenes.binary_search_by_key(&line, |(line, _)| *line).ok()?;
        Some(&self.scenes[at].1)
    }

    /// How much has happened but draws and the passing of phases.
    pub(crate) fn happenings(&self) -> usize {
        let quiet = [LineKind::Turn, LineKind::Phase, LineKind::Draw];
        self.lines.iter().filter(|line| !quiet.contains(&line.kind)).count()
    }

    /// The present moment.
    pub(crate) const fn bookmark(&mut self) -> Bookmark {
        self.state.closed = self.lines.len();
        Bookmark { lines: self.lines.len(), events: self.events.len(), state: self.state }
    }

    /// Forgets everything since a moment.
    pub(crate) fn go_back(&mut self, Bookmark { lines, events, state }: Bookmark) {
        self.events.truncate(events);
        self.lines.truncate(lines);
        self.scenes.retain(|(line, _)| *line < lines);
        self.state = state;
    }

    /// The events that a line tells, with those before it that no line tells.
    #[must_use]
    pub fn events_of(&self, line: usize) -> &[PublicEvent] {
        let end = self.lines.get(line).map_or(0, |line| line.end);
        let begin = line.checked_sub(1).map_or(0, |before| self.lines[before].end);
        self.events.get(begin..end).unwrap_or_default()
    }

    fn push(&mut self, mut line: LogLine, duel: &Duel) {
        line.end = self.events.len();
        if self.scenes.len() == SCENES {
            self.scenes.pop_front();
        }
        self.scenes.push_back((self.lines.len(), Box::new(*duel)));
        self.lines.push(line);
    }

    fn hear(&mut self, duel: &Duel, game: &Game<'_>, event: Event) {
        let voice = self.voice;
        let heard = match voice.you() {
            Some(me) => event.heard_by(duel, me),
            None => event.heard_by_judge(duel),
        };
        let Some(heard) = heard else { return };
        self.events.push(heard);
        let view = voice.view(duel, game);
        match heard {
            PublicEvent::Turn { number, player } => {
                let text = format!("Turn {number}, {} turn", voice.whose(player));
                self.state.phase = None;
                self.push(LogLine::new(LineKind::Turn, text), duel);
                return;
            }
            PublicEvent::Phase(phase) => {
                // Steps of the Battle Phase are the Battle Phase.
                if !matches!(phase, Phase::Battle | Phase::Damage | Phase::BattleEnd) {
                    self.state.phase = Some(phase);
                }
                return;
            }
            PublicEvent::Activating(.., link) => self.state.links = link,
            PublicEvent::ChainEnded => self.state.links = 0,
            _ => {}
        }
        if let Some(series) = WordSeries::begun_by(&heard, &view) {
            self.tell_phase(duel);
            return self.tell_series(series, duel);
        }
        let Some(text) = happenings::of(&heard, &view, voice, self.state.links) else { return };
        self.tell_phase(duel);
        self.push(line_of(&heard, text), duel);
    }

    fn tell_phase(&mut self, duel: &Duel) {
        if let Some(phase) = self.state.phase.take() {
            self.push(LogLine::new(LineKind::Phase, of_phase(phase).to_owned()), duel);
        }
    }

    fn tell_series(&mut self, series: WordSeries, duel: &Duel) {
        let open = self.lines.len() > self.state.closed;
        let count = self.events.len();
        if let Some(LogLine { series: Some(before), text, end, .. }) = self.lines.last_mut()
            && open
            && before.go_on_with(&series)
        {
            *text = before.in_words(self.voice);
            *end = count;
            if let Some((_, scene)) = self.scenes.back_mut() {
                **scene = *duel;
            }
            return;
        }
        let text = series.in_words(self.voice);
        let line = LogLine::new(LineKind::Draw, text);
        self.push(LogLine { series: Some(series), ..line }, duel);
    }
}

impl LogLine {
    const fn new(kind: LineKind, text: String) -> Self {
        Self { kind, text, link: None, at: None, target: None, series: None, end: 0 }
    }
}

/// The line of an event that is no series, with its words.
fn line_of(event: &PublicEvent, text: String) -> LogLine {
    let line = LogLine::new(LineKind::Event, text);
    match *event {
        PublicEvent::Activating(at, .., link) => {
            LogLine { kind: LineKind::Activate, link: Some(link), at: Some(at), ..line }
        }
        PublicEvent::Resolving(link) => {
            LogLine { kind: LineKind::Resolve, link: Some(link), ..line }
        }
        PublicEvent::Targeted(target, _) => LogLine { target: Some(target), ..line },
        PublicEvent::AttackDeclared(at, target) => {
            LogLine { kind: LineKind::Attack, at: Some(at), target, ..line }
        }
        PublicEvent::Damaged(..)
        | PublicEvent::Gained(..)
        | PublicEvent::Paid(..)
        | PublicEvent::LifeLost(..)
        | PublicEvent::BattleDamage(..) => LogLine { kind: LineKind::Damage, ..line },
        PublicEvent::Over(_) => LogLine { kind: LineKind::Over, ..line },
        _ => line,
    }
}

/// Listens for the logs of a table.
pub(crate) struct LogEars<'l> {
    pub(crate) logs: &'l mut [SeatLog],
    pub(crate) game: &'l Game<'l>,
}

impl Witness for LogEars<'_> {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, duel: &Duel, event: Event) {
        for log in &mut *self.logs {
            log.hear(duel, self.game, event);
        }
    }
}
