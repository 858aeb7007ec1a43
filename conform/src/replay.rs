//! One recorded duel against ours, line by line.

use duelfish_cards::catalogue;
use duelfish_engine::{
    Action, DeckList, Duel, Game, Journal, Outcome, Player, Seat, SetupError, Stacked,
};
use serde_json::Value;

use crate::compare::{self, Difference, same};
use crate::ears::{Ears, Heard};
use crate::error::Fault;
use crate::line::{End, Happening, Line, State};
use crate::report::Report;
use crate::setup::Start;
use crate::table;

/// Why a replay stops before its end.
pub(crate) enum Stop {
    /// The engines differ.
    Difference(Difference),
    /// The record can't be right in itself.
    Fault(Fault),
}

impl From<Difference> for Stop {
    fn from(difference: Difference) -> Self {
        Self::Difference(difference)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The part of an answer that the record has given and our duel has not been told yet.
#[derive(Debug, Default)]
pub(crate) enum Pending {
    #[default]
    Nothing,
    /// This monster attacks; what it attacks is asked next.
    Attack(Seat),
    /// Tributes that were picked one at a time, in the order of the picks.
    Tributes(Vec<Seat>),
}

/// A duel of ours on its way through a record.
pub(crate) struct Replay {
    pub(crate) game: Game<'static>,
    pub(crate) duel: Duel,
    chance: Stacked,
    heard: Heard,
    /// Watches since the last command, so that a Summon can be taken back while its Tributes are
    /// being chosen.
    journal: Journal,
    pub(crate) pending: Pending,
}

impl Replay {
    /// Starts our duel. What happens up to its first question is kept for the record to confirm.
    pub(crate) fn start(start: &Start) -> Result<Self, SetupError> {
        let Start { rules, main, extra, table } = start;
        let game = Game { rules: rules.clone(), cards: catalogue() };
        let mut chance = Stacked::new(main.clone());
        let mut heard = Heard::default();
        let decks = [0, 1].map(|p| DeckList { main: &main[p], extra: &extra[p] });
        let mut ears = Ears { game: &game, heard: &mut heard };
        let duel = match table {
            Some(position) => position.start(&game, &mut chance, &mut ears),
            None => Duel::start(&game, decks, &mut chance, &mut ears)?,
        };
        let (journal, pending) = (Journal::default(), Pending::Nothing);
        Ok(Self { game, duel, chance, heard, journal, pending })
    }

    /// Takes the next line. The duel is over, and all of it was the same, after an end line.
    pub(crate) fn take(&mut self, line: Line, report: &mut Report) -> Result<(), Stop> {
        match line {
            // The caller begins another duel with it.
            Line::Header(_) => Err(Fault::OutsideDuel.into()),
            Line::Event(happening) => Ok(self.event(happening)?),
            Line::State(state) => {
                self.nothing_unconfirmed()?;
                report.states_compared += 1;
                Ok(self.state(&state)?)
            }
            Line::Ask(ask) => {
                self.nothing_unconfirmed()?;
                self.ask(&ask, report)
            }
            Line::End(end) => {
                self.nothing_unconfirmed()?;
                Ok(self.end(&end)?)
            }
        }
    }

    /// Gives our duel an answer that it was seen to offer.
    pub(crate) fn answer(&mut self, action: Action) -> Result<(), Stop> {
        let mut ears = Ears { game: &self.game, heard: &mut self.heard };
        let witness = &mut (&mut self.journal, &mut ears);
        let answered = self.duel.try_apply(&self.game, action, &mut self.chance, witness);
        answered.map_err(|illegal| {
            Difference::new("answer", "an answer that is legal", illegal.to_string()).into()
        })
    }

    /// A command begins here: there is no way back behind it.
    pub(crate) fn forget_the_past(&mut self) {
        self.journal.clear();
    }

    /// Takes back everything since the last command, which was a Summon that now isn't made.
    pub(crate) fn take_back(&mut self) {
        // An empty journal's mark is the moment of the last command.
        let start = Journal::default().mark();
        self.duel.undo(&mut self.journal, start);
    }

    fn nothing_unconfirmed(&self) -> Result<(), Difference> {
        match self.heard.beats.front() {
            None => Ok(()),
            Some(beat) => Err(Difference::new("event", "no event before this", beat.to_string())),
        }
    }

    fn event(&mut self, happening: Happening) -> Result<(), Difference> {
        let recorded = match happening {
            Happening::Noise => return Ok(()),
            Happening::Beat(beat) => beat,
            Happening::Foreign(kind) => {
                let got = "our engine has no event of this kind";
                return Err(Difference::new("event", kind, got));
            }
        };
        match self.heard.beats.pop_front() {
            Some(ours) if ours == recorded => Ok(()),
            Some(ours) => Err(Difference::new("event", recorded.to_string(), ours.to_string())),
            None => Err(Difference::new("event", recorded.to_string(), self.waiting_for())),
        }
    }

    fn state(&self, recorded: &State) -> Result<(), Difference> {
        compare::states(recorded, &table::state(&self.duel, &self.game))
    }

    fn end(&self, end: &End) -> Result<(), Difference> {
        let (winner, reason) = match self.duel.outcome() {
            Some(Outcome::Win(player, reason)) => (Value::from(player.0), reason.word()),
            Some(Outcome::Draw(reason)) => (Value::Null, reason.word()),
            // The recorder stopped there; our duel has to be as unfinished.
            None => (Value::Null, "cap"),
            Some(Outcome::Limit(limit)) => {
                let got = format!("the limit of {}", limit.word());
                return Err(Difference::new("reason", end.reason.as_str(), got));
            }
        };
        same(|| "reason".to_owned(), &end.reason.as_str(), &reason)?;
        same(|| "winner".to_owned(), &end.winner, &winner)?;
        same(|| "turns".to_owned(), &end.turns, &u32::from(self.duel.turn()))
    }

    /// What our duel is doing, for reports.
    pub(crate) fn waiting_for(&self) -> String {
        match (self.duel.decision(), self.duel.outcome()) {
            (Some(decision), _) => {
                let kind = decision.kind;
                format!("a question ({kind:?}) to player {}", decision.player.0)
            }
            (None, Some(outcome)) => format!("the end of the duel ({outcome})"),
            (None, None) => "nothing".to_owned(),
        }
    }

    /// Compares who is asked.
    pub(crate) fn same_player(&self, player: u8) -> Result<(), Difference> {
        let ours = self.duel.decision().map_or(Player::FIRST, |decision| decision.player);
        same(|| "player who is asked".to_owned(), &player, &ours.0)
    }
}
