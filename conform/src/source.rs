//! Lines of a recording, plain or gzipped, one at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::error::Fault;

/// The longest line that is read. State lines have a few thousand bytes; the cap keeps a damaged
/// or hostile file from filling the memory.
const LONGEST_LINE: u64 = 4 << 20;

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Opens a recording on disk.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    decode(BufReader::new(File::open(path)?))
}

/// Looks at the first bytes, which tell gzip whatever the file is named, and unpacks if needed.
pub(crate) fn decode<'a>(mut reader: impl BufRead + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    if reader.fill_buf()?.starts_with(&GZIP_MAGIC) {
        // Several gzip members in a row are one file, as `cat a.gz b.gz` makes them.
        Ok(Box::new(BufReader::new(MultiGzDecoder::new(reader))))
    } else {
        Ok(Box::new(reader))
    }
}

/// Reads lines and counts them.
pub(crate) struct Lines<R> {
    reader: R,
    buffer: Vec<u8>,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), number: 0 }
    }

    /// Number of the line that was read last or could not be read, from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// The next line that isn't blank, with its number; none at the end of the file.
    pub(crate) fn next_line(&mut self) -> Result<Option<(u64, &[u8])>, Fault> {
        loop {
            self.buffer.clear();
            let mut limited = (&mut self.reader).take(LONGEST_LINE + 1);
            let read = limited.read_until(b'\n', &mut self.buffer);
            if matches!(read, Ok(0)) {
                return Ok(None);
            }
            self.number += 1;
            read.map_err(Fault::Read)?;
            if self.buffer.len() as u64 > LONGEST_LINE {
                return Err(Fault::TooLong(LONGEST_LINE));
            }
            if !self.buffer.trim_ascii().is_empty() {
                return Ok(Some((self.number, &self.buffer)));
            }
        }
    }
}
