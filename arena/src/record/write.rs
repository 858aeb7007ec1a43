//! Writing records: append only, whole duels only, in the order of their numbers.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::codec::{FORMAT, MAGIC, TooLarge, push_frame};
use super::read::{RecordError, RecordFault, RecordReader};
use super::{DuelRecord, RecordHeader};

/// Bytes that are collected before they are given to the system.
const BUFFER: usize = 1 << 16;

/// Writes a record. Bytes that [`RecordWriter::flush`] has given to the system stay when the
/// program is killed.
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
    pub fn create(path: &Path, header: &RecordHeader) -> Result<Self, RecordError> {
        let named = |fault| RecordError { path: path.into(), fault };
        let file = File::create_new(path).map_err(|error| {
            let exists = error.kind() == io::ErrorKind::AlreadyExists;
            named(if exists { RecordFault::Exists } else { error.into() })
        })?;
        let begin = first_bytes(header).map_err(|error| named(io::Error::other(error).into()))?;
        let mut writer = Self { out: BufWriter::with_capacity(BUFFER, file), path: path.into() };
        writer.append(&begin)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Goes on with a record behind its last whole duel, or begins it if there is none; a duel that
    /// was cut off is taken away, and of bouts one that is not over. `seen` is shown every whole duel that
    /// was there, those included that are taken away with their bout. The record may be of fewer duels of the
    /// same run; it is then one of as many as `header` says. With `drop_damaged` the first duel that is damaged
    /// is taken away with all behind it, since they can be played again.
    ///
    /// # Errors
    /// Fails when the file is the record of another run or is damaged anywhere, and when it can't
    /// be read or written.
    pub fn resume(
        path: &Path,
        header: &RecordHeader,
        drop_damaged: bool,
        mut seen: impl FnMut(&DuelRecord),
    ) -> Result<Self, RecordError> {
        let named = |fault| RecordError { path: path.into(), fault };
        if std::fs::metadata(path).is_ok_and(|file| !file.is_file()) {
            return Err(named(RecordFault::NoFile));
        }
        if !path.exists() || is_cut_in_header(path, header).map_err(|e| named(e.into()))? {
            let removed = if path.exists() { std::fs::remove_file(path) } else { Ok(()) };
            removed.map_err(|error| named(error.into()))?;
            return Self::create(path, header);
        }
        let mut reader = RecordReader::open(path)?;
        let begun = reader.header();
        let longer = header.games > begun.games;
        let as_begun = RecordHeader {
            games: if longer { begun.games } else { header.games },
            ..header.clone()
        };
        if let Some(difference) = begun.difference(&as_begun) {
            return Err(named(RecordFault::OtherRun(difference)));
        }
        for duel in &mut reader {
            match duel {
                Ok(duel) => seen(&duel),
                Err(RecordError { fault: RecordFault::Torn { .. }, .. }) => break,
                Err(RecordError { fault: RecordFault::Damaged { .. }, .. }) if drop_damaged => {
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        let (first, end) = (reader.first(), reader.end_of_bouts());
        drop(reader);
        if longer {
            lengthen(path, header, first, end).map_err(|error| named(error.into()))?;
            return Self::at_end(path);
        }
        let open = || -> io::Result<File> {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            Ok(file)
        };
        let file = open().map_err(|error| named(error.into()))?;
        Ok(Self { out: BufWriter::with_capacity(BUFFER, file), path: path.into() })
    }

    /// Goes on behind everything that is there.
    fn at_end(path: &Path) -> Result<Self, RecordError> {
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| RecordError { path: path.into(), fault: error.into() })?;
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

/// Gives a record another header, and only the duels from `first` to `end` in bytes. At no moment is there
/// less in the file than before.
fn lengthen(path: &Path, header: &RecordHeader, first: u64, end: u64) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let mut duels = File::open(path)?;
    duels.seek(SeekFrom::Start(first))?;
    let mut out = File::create(&part)?;
    out.write_all(&first_bytes(header).map_err(io::Error::other)?)?;
    io::copy(&mut duels.take(end - first), &mut out)?;
    out.sync_all()?;
    std::fs::rename(part, path)
}

fn first_bytes(header: &RecordHeader) -> Result<Vec<u8>, TooLarge> {
    let mut begin = MAGIC.to_vec();
    begin.extend(FORMAT.to_le_bytes());
    push_frame(&mut begin, header)?;
    Ok(begin)
}

/// Whether a file holds nothing but the beginning of this very header: the program was killed
/// before it was written out.
fn is_cut_in_header(path: &Path, header: &RecordHeader) -> io::Result<bool> {
    let Ok(whole) = first_bytes(header) else { return Ok(false) };
    let mut begin = Vec::new();
    File::open(path)?.take(whole.len() as u64).read_to_end(&mut begin)?;
    Ok(begin.len() < whole.len() && whole.starts_with(&begin))
}
