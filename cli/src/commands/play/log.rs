//! The events in words, as the person at the table notices them.

mod words;

use duelfish_engine::{Duel, Event, Game, Phase, Player, PublicEvent, PublicSpot, Witness};

use self::words::WordSeries;
use super::paint::{self, FAINT, HEAD, paint};

/// Everything that one player has noticed.
#[derive(Clone, Debug)]
pub(super) struct PlayLog {
    me: Player,
    lines: Vec<LogLine>,
    state: LogState,
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
pub(super) struct Bookmark(usize, LogState);

#[derive(Clone, Debug)]
struct LogLine {
    about: About,
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum About {
    Turn,
    Phase,
    Series(WordSeries),
    Other,
}

impl PlayLog {
    /// An empty log of this player.
    pub(super) const fn new(me: Player) -> Self {
        Self { me, lines: Vec::new(), state: LogState { phase: None, links: 0, closed: 0 } }
    }

    /// How many lines there are.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// How much has happened but draws and the passing of phases.
    pub(super) fn happenings(&self) -> usize {
        self.lines.iter().filter(|line| line.about == About::Other).count()
    }

    /// The present moment.
    pub(super) fn bookmark(&mut self) -> Bookmark {
        self.state.closed = self.lines.len();
        Bookmark(self.lines.len(), self.state)
    }

    /// Forgets everything since a moment.
    pub(super) fn go_back(&mut self, Bookmark(lines, state): Bookmark) {
        self.lines.truncate(lines);
        self.state = state;
    }

    /// The lines from this one on.
    pub(super) fn since(&self, from: usize) -> String {
        let lines = self.lines.get(from..).unwrap_or_default();
        lines.iter().map(|line| format!("{}\n", shown(line))).collect()
    }

    /// A witness that writes here what the player notices.
    pub(super) const fn ear<'l>(&'l mut self, game: &'l Game<'l>) -> Ear<'l> {
        Ear { log: self, game }
    }

    fn push(&mut self, about: About, text: String) {
        self.lines.push(LogLine { about, text });
    }
}

fn shown(line: &LogLine) -> String {
    match &line.about {
        About::Turn => paint(HEAD, &format!("-- {} --", line.text)),
        About::Phase => paint(FAINT, &format!("  {}:", line.text)),
        // Long lines go on below their own beginning.
        _ => paint::wrapped(&line.text, 4).trim_end().to_owned(),
    }
}

/// Listens for a log.
pub(super) struct Ear<'l> {
    log: &'l mut PlayLog,
    game: &'l Game<'l>,
}

impl Witness for Ear<'_> {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, duel: &Duel, event: Event) {
        let me = self.log.me;
        let Some(heard) = event.heard_by(duel, me) else { return };
        let view = duel.view(self.game, me);
        let log = &mut *self.log;
        match heard {
            PublicEvent::Turn { number, player } => {
                let whose = if player == me { "your turn" } else { "the bot's turn" };
                log.state.phase = None;
                log.push(About::Turn, format!("Turn {number}, {whose}"));
                return;
            }
            PublicEvent::Phase(phase) => {
                // Steps of the Battle Phase are the Battle Phase.
                if !matches!(phase, Phase::Battle | Phase::Damage | Phase::BattleEnd) {
                    log.state.phase = Some(phase);
                }
                return;
            }
            PublicEvent::Activating(.., link) => log.state.links = link,
            PublicEvent::ChainEnded => log.state.links = 0,
            _ => {}
        }
        if let Some(series) = WordSeries::begun_by(&heard, &view) {
            return self.tell_series(series);
        }
        let text = words::of(&heard, &view, me, log.state.links);
        let Some(text) = text else { return };
        self.tell_phase();
        self.log.push(About::Other, text);
    }
}

impl Ear<'_> {
    fn tell_phase(&mut self) {
        if let Some(phase) = self.log.state.phase.take() {
            self.log.push(About::Phase, of_phase(phase).to_owned());
        }
    }

    fn tell_series(&mut self, series: WordSeries) {
        self.tell_phase();
        let log = &mut *self.log;
        let open = log.lines.len() > log.state.closed;
        if let Some(LogLine { about: About::Series(before), text }) = log.lines.last_mut()
            && open
            && before.go_on_with(&series)
        {
            *text = before.in_words(log.me);
            return;
        }
        let text = series.in_words(log.me);
        log.push(About::Series(series), text);
    }
}

/// Where a card lies, as the person at the table says it.
pub(super) fn place(spot: PublicSpot, me: Player) -> String {
    let whose = |player: Player| if player == me { "your" } else { "bot's" };
    match spot {
        PublicSpot::Deck(player) => format!("{} Deck", whose(player)),
        PublicSpot::Hand(player) => format!("{} hand", whose(player)),
        PublicSpot::Monster(player, seat) => format!("{} {seat}", whose(player)),
        PublicSpot::Spell(player, seat) => format!("{} S{}", whose(player), seat + 1),
        PublicSpot::Field(player) => format!("{} Field Zone", whose(player)),
        PublicSpot::Grave(player) => format!("{} Graveyard", whose(player)),
        PublicSpot::Banished(player) => format!("{} banished cards", whose(player)),
        PublicSpot::Extra(player) => format!("{} Extra Deck", whose(player)),
        PublicSpot::Elsewhere => "nowhere".to_owned(),
    }
}

pub(super) use words::{of_phase, outcome};
