//! Reading records, up to the first thing that is wrong.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::bout::Bout;

use super::codec::{FORMAT, FoundFrame, MAGIC, OLDER, read_frame, read_up_to};
use super::{DuelRecord, RecordHeader};

/// Why a record can't be read, or not any further. The Display is one line that names the file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct RecordError {
    /// The file.
    pub path: PathBuf,
    /// The fault.
    pub fault: RecordFault,
}

/// A fault of a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The system doesn't let us.
    #[error("can't be read or written ({0})")]
    Io(#[from] io::Error),
    /// It begins with other bytes.
    #[error("this is no record of duels; choose a file that --record wrote")]
    Foreign,
    /// It was written by another version.
    #[error(
        "record format {found}, this program reads {} to {FORMAT}; use the version that wrote it",
        OLDER[0].0
    )]
    Version {
        /// The format that the file names.
        found: u32,
    },
    /// The header, without which nothing can be said, is cut off or damaged.
    #[error("its header is not complete; nothing can be read from it")]
    Header,
    /// It ends in the middle of a duel, as after a crash.
    #[error(
        "ends in the middle of a duel at byte {at}; the {duels} before are whole, --resume goes on behind them"
    )]
    Torn {
        /// Where the duel begins that is cut off.
        at: u64,
        /// Whole duels before.
        duels: u64,
    },
    /// Bytes were changed.
    #[error(
        "damaged at byte {at}, behind {duels} readable duels: {what}; the command that wrote it keeps these \
         and plays the others again with --resume --drop-damaged"
    )]
    Damaged {
        /// Where the part begins that is wrong.
        at: u64,
        /// Whole duels before.
        duels: u64,
        /// The damage, in words.
        what: String,
    },
    /// It is a device, a pipe or the like.
    #[error("this is no regular file; give another one to --record")]
    NoFile,
    /// It is the record of another run.
    #[error("it records another run ({0}); give the same arguments, or another file")]
    OtherRun(String),
    /// Nothing may be overwritten.
    #[error("it exists already; --resume goes on with it, or give another file")]
    Exists,
}

/// Reads a record duel by duel.
#[derive(Debug)]
pub struct RecordReader<R = BufReader<File>> {
    input: R,
    path: PathBuf,
    header: RecordHeader,
    /// Where the next frame begins.
    at: u64,
    duels: u64,
    /// Where the first duel begins.
    first: u64,
    /// The bout that the next duel belongs to, of which a single duel is the shortest.
    bout: Bout,
    /// Bouts that are over, and where the last one of them ends.
    bouts: u64,
    end_of_bouts: u64,
    buffer: Vec<u8>,
    /// Something was wrong, so there is nothing more to read.
    failed: bool,
}

impl RecordReader {
    /// Opens a record.
    ///
    /// # Errors
    /// Fails when the file can't be read, is no record, or has another format.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let file = File::open(path);
        let file = file.map_err(|error| RecordError { path: path.into(), fault: error.into() })?;
        Self::new(BufReader::with_capacity(1 << 16, file), path)
    }
}

impl<R: Read> RecordReader<R> {
    /// Reads a record from anywhere; `path` is how errors call it.
    ///
    /// # Errors
    /// Fails when nothing can be read, it is no record, or it has another format.
    pub fn new(mut input: R, path: &Path) -> Result<Self, RecordError> {
        let mut buffer = Vec::new();
        let found = read_header(&mut input, &mut buffer);
        let (header, at) = found.map_err(|fault| RecordError { path: path.into(), fault })?;
        let bout = Bout::new(header.best_of);
        let path = path.into();
        let (duels, first, bouts, end_of_bouts, failed) = (0, at, 0, at, false);
        Ok(Self {
            input,
            path,
            header,
            at,
            duels,
            first,
            bout,
            bouts,
            end_of_bouts,
            buffer,
            failed,
        })
    }

    /// The facts of the record about all of its duels.
    #[must_use]
    pub const fn header(&self) -> &RecordHeader {
        &self.header
    }

    /// How many duels were read.
    #[must_use]
    pub const fn duels(&self) -> u64 {
        self.duels
    }

    /// How many bouts were read to their end; of single duels, how many duels.
    #[must_use]
    pub const fn bouts(&self) -> u64 {
        self.bouts
    }

    /// Where in the file its first duel begins, in bytes.
    pub(super) const fn first(&self) -> u64 {
        self.first
    }

    /// Where in the file the last one of them ends, in bytes.
    pub(super) const fn end_of_bouts(&self) -> u64 {
        self.end_of_bouts
    }

    /// The number that the next duel must have.
    fn expected(&self) -> Option<u64> {
        let bout = self.header.plan().number_at(self.bouts)?;
        let first = bout.checked_mul(u64::from(self.header.best_of))?;
        first.checked_add(u64::from(self.bout.played()))
    }

    fn read_next(&mut self) -> Result<Option<DuelRecord>, RecordFault> {
        let (at, duels) = (self.at, self.duels);
        let damaged = |what: String| RecordFault::Damaged { at, duels, what };
        match read_frame::<DuelRecord>(&mut self.input, &mut self.buffer, &[])? {
            FoundFrame::End => Ok(None),
            FoundFrame::Torn => Err(RecordFault::Torn { at, duels }),
            FoundFrame::Damaged(what) => Err(damaged(what.to_owned())),
            FoundFrame::Frame(duel, length) => {
                let expected = self.expected();
                if Some(duel.number) != expected {
                    let number = duel.number;
                    return Err(damaged(match expected {
                        Some(next) => format!("duel {number} stands where duel {next} belongs"),
                        None => format!("duel {number} stands behind the last one of the run"),
                    }));
                }
                if !duel.ending.is_known() {
                    return Err(damaged("it names an ending that no duel has".to_owned()));
                }
                self.at += length;
                self.duels += 1;
                if self.bout.add(duel.result().and_then(|result| result.winner())) {
                    self.bout.begin_again();
                    (self.bouts, self.end_of_bouts) = (self.bouts + 1, self.at);
                }
                Ok(Some(duel))
            }
        }
    }
}

/// The duels in order; the first error is the last item.
impl<R: Read> Iterator for RecordReader<R> {
    type Item = Result<DuelRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.read_next();
        self.failed = next.is_err();
        let named = |fault| RecordError { path: self.path.clone(), fault };
        next.map_err(named).transpose()
    }
}

fn read_header(
    input: &mut impl Read,
    buffer: &mut Vec<u8>,
) -> Result<(RecordHeader, u64), RecordFault> {
    let mut begin = [0; MAGIC.len() + 4];
    let length = read_up_to(input, &mut begin)?;
    let (magic, version) = begin.split_at(MAGIC.len());
    if length < begin.len() || magic != MAGIC {
        return Err(RecordFault::Foreign);
    }
    let found = version.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
    let lacking = match found {
        FORMAT => &[],
        found => match OLDER.iter().find(|(older, _)| *older == found) {
            Some((_, lacking)) => *lacking,
            None => return Err(RecordFault::Version { found }),
        },
    };
    match read_frame(input, buffer, lacking)? {
        FoundFrame::Frame(RecordHeader { best_of: 0, .. }, _) => Err(RecordFault::Header),
        FoundFrame::Frame(header, length) => Ok((header, begin.len() as u64 + length)),
        _ => Err(RecordFault::Header),
    }
}
