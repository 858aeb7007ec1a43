//! Duels in files: records of one duel, which may not be over.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use duelfish_arena::record::{
    DuelRecord, RecordError, RecordFault, RecordHeader, RecordReader, RecordWriter,
};
use duelfish_search::{Spec, Weights};

use crate::input;

/// The word in a record in place of the first bot's name.
pub(super) const PERSON: &str = "person";

/// A duel that was saved.
pub(super) struct Saved {
    pub(super) header: RecordHeader,
    pub(super) duel: DuelRecord,
    pub(super) bot: Spec,
}

/// Refuses a file that holds something already.
pub(super) fn must_be_new(path: &Path) -> Result<()> {
    if path.exists() {
        let path = input::shown(path);
        bail!("{path}: it exists already; --resume {path} goes on with it, or give another file");
    }
    Ok(())
}

/// Writes a duel in place of the file's content, which stays if the program ends in the middle.
pub(super) fn write(path: &Path, header: &RecordHeader, duel: &DuelRecord) -> Result<()> {
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
    written().map_err(|RecordError { fault, .. }| RecordError { path: path.into(), fault }.into())
}

/// Reads a duel that [`write()`] saved.
///
/// # Errors
/// One line that names the file, if it is none or damaged, or if nothing is left to be played.
pub(super) fn read(path: &Path) -> Result<Saved> {
    let shown = input::shown(path);
    let mut reader = match RecordReader::open(path) {
        Ok(reader) => reader,
        Err(RecordError { fault: RecordFault::Io(error), .. })
            if error.kind() == std::io::ErrorKind::NotFound =>
        {
            bail!("{shown}: there is no such file; check the path")
        }
        Err(RecordError { fault: RecordFault::Foreign, .. }) => {
            bail!("{shown}: this is no saved duel; choose a file that `play --save` wrote")
        }
        Err(error) => return Err(error.into()),
    };
    let header = reader.header().clone();
    if header.bots[0] != PERSON {
        bail!(
            "{shown}: this is the record of a run between bots; `duelfish replay` shows it, and \
             `play --resume` goes on with files that `play --save` wrote"
        );
    }
    let duel = match reader.next() {
        Some(Ok(duel)) => duel,
        None | Some(Err(RecordError { fault: RecordFault::Torn { .. }, .. })) => {
            bail!("{shown}: its duel is cut off; nothing can be gone on with")
        }
        Some(Err(error)) => return Err(error.into()),
    };
    if duel.ending != duelfish_arena::record::Ending::OPEN {
        let ending = duel.ending;
        bail!("{shown}: this duel is over ({ending}); `duelfish replay {shown} 0` shows it");
    }
    let bot = Spec::parse(&header.bots[1]);
    let bot = bot.map_err(|error| anyhow::anyhow!("{shown}: {error}"))?;
    if bot.weights().map(Weights::hash) != header.weights[1] {
        bail!("{shown}: its bot had other weights than {bot} has now; bring these back to go on");
    }
    Ok(Saved { header, duel, bot })
}
