//! Duels in files: records of one duel, which may not be over.

use std::path::{Path, PathBuf};

use duelfish_arena::record::{
    DuelRecord, RecordError, RecordFault, RecordHeader, RecordReader, RecordWriter,
};
use duelfish_search::{Spec, Weights};

use crate::table::Seat;

/// The word in a record in place of a bot's name.
pub const PERSON: &str = "person";

/// A duel that was saved.
#[derive(Debug)]
pub struct Saved {
    /// The settings with which it was begun.
    pub header: RecordHeader,
    /// The duel as far as it went.
    pub duel: DuelRecord,
    /// The players of the sides of the header, the first deck's first.
    pub sides: [Seat; 2],
}

/// Why a file holds no duel that can be gone on with. The Display is one line that names the file and says what to
/// do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// There is no such file.
    #[error("{0}: there is no such file; check the path")]
    Missing(String),
    /// It is no record.
    #[error("{0}: this is no saved duel; choose a file that `play --save` wrote")]
    Foreign(String),
    /// It is a record of a run, without a person.
    #[error(
        "{0}: this is the record of a run between bots; `duelfish replay` shows it, and \
         `play --resume` goes on with files that `play --save` wrote"
    )]
    OfBots(String),
    /// The duel in it is cut off.
    #[error("{0}: its duel is cut off; nothing can be gone on with")]
    Torn(String),
    /// Its bot can't be made.
    #[error("{0}: {1}")]
    Bot(String, String),
    /// Its bot has other weights now.
    #[error("{0}: its bot had other weights than {1} has now; bring these back to go on")]
    Weights(String, String),
    /// It can't be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Writes a duel in place of the file's content, which stays if the program ends in the middle.
///
/// # Errors
/// Fails when the file can't be written.
pub fn write(path: &Path, header: &RecordHeader, duel: &DuelRecord) -> Result<(), RecordError> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = || -> Result<(), RecordError> {
        let named = |error: std::io::Error| RecordError { path: path.into(), fault: error.into() };
        // A part is left over if the program was killed while it wrote.
        if part.exists() {
            std::fs::remove_file(&part).map_err(named)?;
        }
        let mut writer = RecordWriter::create(&part, header)?;
        writer.push(duel)?;
        writer.flush()?;
        std::fs::rename(&part, path).map_err(named)
    };
    written().map_err(|RecordError { fault, .. }| RecordError { path: path.into(), fault })
}

/// Reads a duel that [`write()`] wrote.
///
/// # Errors
/// One line that names the file, if it is none or damaged.
pub fn read(path: &Path) -> Result<Saved, SavedError> {
    let shown = || path.to_string_lossy().replace(char::is_control, "?");
    let mut reader = match RecordReader::open(path) {
        Ok(reader) => reader,
        Err(RecordError { fault: RecordFault::Io(error), .. })
            if error.kind() == std::io::ErrorKind::NotFound =>
        {
            return Err(SavedError::Missing(shown()));
        }
        Err(RecordError { fault: RecordFault::Foreign, .. }) => {
            return Err(SavedError::Foreign(shown()));
        }
        Err(error) => return Err(error.into()),
    };
    let header = reader.header().clone();
    let duel = match reader.next() {
        Some(Ok(duel)) => duel,
        None | Some(Err(RecordError { fault: RecordFault::Torn { .. }, .. })) => {
            return Err(SavedError::Torn(shown()));
        }
        Some(Err(error)) => return Err(error.into()),
    };
    let side = |side: usize| -> Result<Seat, SavedError> {
        if header.bots[side] == PERSON {
            return Ok(Seat::Person);
        }
        let bot = Spec::parse(&header.bots[side]);
        let bot = bot.map_err(|error| SavedError::Bot(shown(), error.to_string()))?;
        if bot.weights().map(Weights::hash) != header.weights[side] {
            return Err(SavedError::Weights(shown(), bot.to_string()));
        }
        Ok(Seat::Bot(bot))
    };
    let sides = [side(0)?, side(1)?];
    Ok(Saved { header, duel, sides })
}

impl Saved {
    /// The players by seat.
    #[must_use]
    pub fn seats(&self) -> [Seat; 2] {
        seats_of(self.sides.clone(), self.duel.b_first)
    }
}

/// Seats of two sides: the first side has the first seat unless the second one goes first.
#[must_use]
pub fn seats_of([a, b]: [Seat; 2], b_first: bool) -> [Seat; 2] {
    if b_first { [b, a] } else { [a, b] }
}
