//! The file of a session: a record, or the file of a duel from a position.

use std::path::Path;

use duelfish_arena::Replay;
use duelfish_arena::record::{DuelRecord, Ending, RecordHeader};
use duelfish_engine::Catalogue;
use duelfish_session::saved::{self, Saved, SavedError};
use duelfish_session::{Beginning, DuelTable, PositionFile};
use serde_json::{Value, json};

use crate::error::ApiError;

/// The ending of the files of duels with two decks.
pub(crate) const RECORD: &str = "duel";

/// The ending of the files of duels from a position.
pub(crate) const POSITION: &str = "position";

/// The settings with which a session was begun, as its file has them.
pub(crate) enum Kept {
    /// Two decks.
    Record(Box<RecordHeader>),
    /// A position, and its rules.
    Position(Box<PositionFile>, String),
}

impl Kept {
    /// Writes the duel as far as it went.
    pub(crate) fn write(&self, path: &Path, duel: &DuelRecord) -> Result<(), ApiError> {
        let written = match self {
            Self::Record(header) => {
                saved::write(path, header, duel).map_err(|error| error.to_string())
            }
            Self::Position(file, _) => file.write(path, duel).map_err(|error| error.to_string()),
        };
        written.map_err(|error| ApiError::failed(format!("the duel is not saved: {error}")))
    }

    /// The rules, in a word.
    pub(crate) fn rules(&self) -> &str {
        match self {
            Self::Record(header) => &header.rules,
            Self::Position(_, rules) => rules,
        }
    }

    /// The names of the decks, the first side's first.
    pub(crate) fn decks(&self) -> [&str; 2] {
        match self {
            Self::Record(header) => [0, 1].map(|side| header.decks[side].name.as_str()),
            Self::Position(..) => ["a position"; 2],
        }
    }

    /// The note that must be said wherever the duel is shown.
    pub(crate) fn note(&self) -> &str {
        match self {
            Self::Record(header) => &header.note,
            Self::Position(..) => "",
        }
    }

    /// Whether its file is a record.
    pub(crate) const fn is_record(&self) -> bool {
        matches!(self, Self::Record(_))
    }
}

/// The session in a file, with its table; none if there is no such file.
pub(crate) fn restored(
    path: &Path,
    cards: &'static Catalogue,
) -> Result<Option<(Kept, DuelTable<'static>)>, ApiError> {
    let refused = |error: &dyn std::fmt::Display| {
        ApiError::refused(format!("this session can't be gone on with: {error}"))
    };
    if path.extension().is_some_and(|ending| ending == POSITION) {
        if !path.exists() {
            return Ok(None);
        }
        let file = PositionFile::read(path).map_err(|error| refused(&error))?;
        let table = file.table(cards).map_err(|error| refused(&error))?;
        let rules = table.game().rules.name.to_owned();
        return Ok(Some((Kept::Position(Box::new(file), rules), table)));
    }
    let saved = match saved::read(path) {
        Err(SavedError::Missing(_)) => return Ok(None),
        saved => saved.map_err(|error| refused(&error))?,
    };
    let seats = saved.seats();
    let Saved { header, duel, .. } = saved;
    let replay = Replay::new(&header, cards).map_err(|error| refused(&error))?;
    let beginning = Beginning::of_record(replay.into(), &duel);
    let table = DuelTable::restore(beginning, seats, header.seed, &duel);
    let table = table.map_err(|error| refused(&error))?;
    Ok(Some((Kept::Record(Box::new(header)), table)))
}

/// The session in a file, as lists of sessions show it; none if it is none.
pub(crate) fn listed(path: &Path) -> Option<Value> {
    let ending = path.extension()?.to_str()?;
    match ending {
        RECORD => {
            let Saved { header, duel, .. } = saved::read(path).ok()?;
            let is_open = duel.ending == Ending::OPEN;
            let decks = header.decks.iter().map(|deck| deck.name.as_str()).collect::<Vec<_>>();
            Some(json!({
                "decks": decks,
                "players": header.bots,
                "rules": header.rules,
                "turn": duel.turns,
                "over": (!is_open).then(|| duel.ending.to_string()),
            }))
        }
        POSITION => {
            let file = PositionFile::read(path).ok()?;
            Some(json!({
                "decks": ["a position", "a position"],
                "players": file.players,
                "rules": null,
                "turn": file.turns,
                "over": file.over,
            }))
        }
        _ => None,
    }
}
