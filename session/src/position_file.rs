//! Duels that begin at a position, in files: the position, and all answers. They are JSON, because a record of the arena
//! begins with decks.

use std::io;
use std::path::Path;

use duelfish_arena::record::{DuelRecord, Ending};
use duelfish_engine::{Catalogue, Player, Position};
use duelfish_search::Spec;
use serde::{Deserialize, Serialize};

use crate::beginning::Beginning;
use crate::saved::PERSON;
use crate::table::{DuelTable, Seat};

/// The version of the form. Another one is refused.
const FORMAT: u32 = 1;

/// A duel from a position, as its file has it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PositionFile {
    format: u32,
    /// Version of the engine that played.
    engine: String,
    /// The position as text.
    pub position: String,
    /// The players by seat: `person`, or a bot.
    pub players: [String; 2],
    /// Everything random comes from this.
    pub seed: u64,
    answers: Vec<u32>,
    actions: Vec<u32>,
    conceded: Option<u8>,
    /// Number of the last turn.
    pub turns: u16,
    /// How the duel ended, if it has.
    pub over: Option<String>,
}

/// Why a file can't be gone on with. The Display is one line that says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionFileError {
    /// It can't be read or written.
    #[error("{0}: {1}")]
    Io(String, #[source] io::Error),
    /// It is no such file.
    #[error("{0}: this is no duel from a position ({1})")]
    Foreign(String, String),
    /// Another version of the engine played.
    #[error("{0}: it was played by engine {1}; go on with it there")]
    Engine(String, String),
}

impl PositionFile {
    /// A duel that begins.
    #[must_use]
    pub fn new(position: &str, seats: &[Seat; 2], seed: u64) -> Self {
        let player = |seat: &Seat| match seat {
            Seat::Person => PERSON.to_owned(),
            Seat::Bot(spec) => spec.to_string(),
        };
        Self {
            format: FORMAT,
            engine: duelfish_engine::VERSION.to_owned(),
            position: position.to_owned(),
            players: seats.each_ref().map(player),
            seed,
            answers: Vec::new(),
            actions: Vec::new(),
            conceded: None,
            turns: 0,
            over: None,
        }
    }

    /// Writes a duel in place of the file's content, which stays if the program ends in the middle.
    ///
    /// # Errors
    /// Fails when the file can't be written.
    pub fn write(&self, path: &Path, duel: &DuelRecord) -> Result<(), PositionFileError> {
        let DuelRecord { answers, actions, ending, turns, .. } = duel.clone();
        let conceded = ending.conceded_by().map(Player::number);
        let over = (ending != Ending::OPEN).then(|| ending.to_string());
        let whole = Self { answers, actions, conceded, turns, over, ..self.clone() };
        let named = |error| PositionFileError::Io(shown(path), error);
        let text = serde_json::to_string(&whole).map_err(|error| named(error.into()))?;
        let part = path.with_extension("part");
        std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path)).map_err(named)
    }

    /// Reads a duel that was written.
    ///
    /// # Errors
    /// One line that names the file, if it is none or of another version.
    pub fn read(path: &Path) -> Result<Self, PositionFileError> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| PositionFileError::Io(shown(path), error))?;
        let foreign = |why: String| PositionFileError::Foreign(shown(path), why);
        let file: Self = serde_json::from_str(&text).map_err(|error| foreign(error.to_string()))?;
        if file.format != FORMAT {
            return Err(foreign(format!("its form is {}, and not {FORMAT}", file.format)));
        }
        if file.engine != duelfish_engine::VERSION {
            return Err(PositionFileError::Engine(shown(path), file.engine));
        }
        Ok(file)
    }

    /// The table of the duel as far as it went.
    ///
    /// # Errors
    /// Says why it can't be gone on with.
    pub fn table<'c>(&self, cards: &'c Catalogue) -> Result<DuelTable<'c>, String> {
        let position = Position::parse(&self.position, cards).map_err(|error| error.to_string())?;
        let seat = |player: &String| {
            if player == PERSON { Ok(Seat::Person) } else { Spec::parse(player).map(Seat::Bot) }
        };
        let [first, second] = self.players.each_ref().map(seat);
        let seats = [first.map_err(|e| e.to_string())?, second.map_err(|e| e.to_string())?];
        let conceded = self.conceded.map(Player::of_bit).map(Ending::conceded);
        let record = DuelRecord {
            number: 0,
            seed: 0,
            answers: self.answers.clone(),
            actions: self.actions.clone(),
            b_first: false,
            decks: [0, 1],
            ending: conceded.unwrap_or(Ending::OPEN),
            turns: self.turns,
        };
        let beginning = Beginning::position(position, cards);
        if record.answers.is_empty() && record.actions.is_empty() {
            let begun = DuelTable::begin(beginning, seats, self.seed, false);
            return begun.map_err(|error| error.to_string());
        }
        let restored = DuelTable::restore(beginning, seats, self.seed, &record);
        restored.map_err(|error| error.to_string())
    }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace(char::is_control, "?")
}
