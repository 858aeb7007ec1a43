//! Writing records: append only, whole duels only, in the order of their numbers.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::codec::{FORMAT, MAGIC, TooLarge, push_frame};
use super::read::{Fault, RecordError, RecordReader};
use super::{DuelRecord, Header};

/// Bytes that are collected before they are given to the system.
const BUFFER: usize = 1 << 16;

/// Writes a record. What [`RecordWriter::flush`] has given to the system stays when the program
/// is killed.
#[derive(Debug)]
pub struct RecordWriter {
    out: BufWriter<File>,
    path: PathBuf,
}

impl RecordWriter {
    /// Begins a new record.
    ///
    /// # Errors
    /// Fails when the file exists or can't be made.
    pub fn create(path: &Path, header: &Header) -> Result<Self, RecordError> {
        let named = |fault| RecordError { path: path.into(), fault };
        let file = File::create_new(path).map_err(|error| {
            let exists = error.kind() == io::ErrorKind::AlreadyExists;
            named(if exists { Fault::Exists } else { error.into() })
        })?;
        let begin = first_bytes(header).map_err(|error| named(io::Error::other(error).into()))?;
        let mut writer = Self { out: BufWriter::with_capacity(BUFFER, file), path: path.into() };
        writer.append(&begin)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Goes on with a record behind its last whole duel, or begins it if there is none; a duel that
    /// was cut off is taken away, and of bouts one that is not over. `seen` is shown every whole duel that
    /// was there, those included that are taken away with their bout.
    ///
    /// # Errors
    /// Fails when the file is the record of another run or is damaged anywhere, and when it can't
    /// be read or written.
    pub fn resume(
        path: &Path,
        header: &Header,
        mut seen: impl FnMut(&DuelRecord),
    ) -> Result<Self, RecordError> {
        let named = |fault| RecordError { path: path.into(), fault };
        if !path.exists() || is_cut_in_header(path, header).map_err(|e| named(e.into()))? {
            let removed = if path.exists() { std::fs::remove_file(path) } else { Ok(()) };
            removed.map_err(|error| named(error.into()))?;
            return Self::create(path, header);
        }
        let mut reader = RecordReader::open(path)?;
        if let Some(difference) = reader.header().difference(header) {
            return Err(named(Fault::OtherRun(difference)));
        }
        for duel in &mut reader {
            match duel {
                Ok(duel) => seen(&duel),
                Err(RecordError { fault: Fault::Torn { .. }, .. }) => break,
                Err(error) => return Err(error),
            }
        }
        let end = reader.end_of_bouts();
        let open = || -> io::Result<File> {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            Ok(file)
        };
        let file = open().map_err(|error| named(error.into()))?;
        Ok(Self { out: BufWriter::with_capacity(BUFFER, file), path: path.into() })
    }

    /// Appends duels in the form that [`encode`] gave them.
    ///
    /// # Errors
    /// Fails when the file can't be written.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        let written = self.out.write_all(bytes);
        written.map_err(|error| RecordError { path: self.path.clone(), fault: error.into() })
    }

    /// Appends a duel.
    ///
    /// # Errors
    /// Fails when the file can't be written or the duel is too long.
    pub fn push(&mut self, duel: &DuelRecord) -> Result<(), RecordError> {
        let mut bytes = Vec::new();
        let encoded = encode(&mut bytes, duel);
        encoded.map_err(|error| {
            let fault = io::Error::other(error).into();
            RecordError { path: self.path.clone(), fault }
        })?;
        self.append(&bytes)
    }

    /// Gives everything to the system.
    ///
    /// # Errors
    /// Fails when the file can't be written.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        let flushed = self.out.flush();
        flushed.map_err(|error| RecordError { path: self.path.clone(), fault: error.into() })
    }
}

/// Appends the bytes of a duel.
///
/// # Errors
/// Fails when the duel is too long.
pub(crate) fn encode(out: &mut Vec<u8>, duel: &DuelRecord) -> Result<(), TooLarge> {
    push_frame(out, duel)
}

fn first_bytes(header: &Header) -> Result<Vec<u8>, TooLarge> {
    let mut begin = MAGIC.to_vec();
    begin.extend(FORMAT.to_le_bytes());
    push_frame(&mut begin, header)?;
    Ok(begin)
}

/// Whether a file holds nothing but the beginning of this very header: the program was killed
/// before it was written out.
fn is_cut_in_header(path: &Path, header: &Header) -> io::Result<bool> {
    let Ok(whole) = first_bytes(header) else { return Ok(false) };
    let length = std::fs::metadata(path)?.len();
    Ok(length < whole.len() as u64 && whole.starts_with(&std::fs::read(path)?))
}
