//! How a record lies in its file: the one place that knows the bytes.
//!
//! A file is [`MAGIC`], the [`FORMAT`] and then frames; the first frame is the header, each
//! further one a duel. A frame is the length of its content, a checksum of that length, a checksum
//! of the content (CRC-32, four bytes each, little-endian), and the content itself as bincode
//! writes it. Because the length has a checksum of its own, a file that was cut off while it was
//! written can be told from one that was damaged: only the first can be continued.

use std::io::{self, Read};

use bincode::config::{Configuration, Limit};
use bincode::{Decode, Encode};

/// The first bytes of every record.
pub(super) const MAGIC: [u8; 8] = *b"DUELFISH";
/// The version of this format; it grows when a reader of the one before could not read it. Endings of duels
/// may be added: a reader that does not know one says so.
pub const FORMAT: u32 = 4;
/// The older versions that can be read, and the bytes that their headers lack at their end. Neither knows time
/// controls and whether bots can be repeated. In the first one nothing is known of weights either, and of cards that
/// were not played as they are only the note tells.
pub(super) const OLDER: [(u32, &[u8]); 2] = [(2, &[0; 6]), (3, &[0; 3])];
/// Bytes in front of the content of a frame.
const HEAD: usize = 12;
/// No frame is longer; a length beyond it is damage.
const MOST: usize = 1 << 24;

const fn config()
-> Configuration<bincode::config::LittleEndian, bincode::config::Varint, Limit<MOST>> {
    bincode::config::standard().with_limit::<MOST>()
}

/// Appends a value as a frame.
///
/// # Errors
/// Fails when the value is larger than a frame may be.
pub(crate) fn push_frame(out: &mut Vec<u8>, value: &impl Encode) -> Result<(), TooLarge> {
    let start = out.len();
    out.resize(start + HEAD, 0);
    let content = out.len();
    bincode::encode_into_std_write(value, out, bincode::config::standard())
        .map_err(|_| TooLarge)?;
    let length = out.len() - content;
    if length > MOST {
        out.truncate(start);
        return Err(TooLarge);
    }
    let length = (length as u32).to_le_bytes();
    let sum = crc32fast::hash(&out[content..]).to_le_bytes();
    out[start..start + 4].copy_from_slice(&length);
    out[start + 4..start + 8].copy_from_slice(&crc32fast::hash(&length).to_le_bytes());
    out[start + 8..start + HEAD].copy_from_slice(&sum);
    Ok(())
}

/// A value is larger than a frame may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a duel is too long to be recorded")]
pub struct TooLarge;

/// The bytes that were found where a frame should begin.
#[derive(Debug)]
pub(crate) enum FoundFrame<T> {
    /// A whole frame, and how many bytes it takes.
    Frame(T, u64),
    /// The end of the file.
    End,
    /// The beginning of a frame, cut off by the end of the file.
    Torn,
    /// Bytes that nobody wrote like that.
    Damaged(&'static str),
}

/// Reads the next frame; these bytes are read as if they stood behind its content.
///
/// # Errors
/// Fails when the file can't be read.
pub(crate) fn read_frame<T: Decode<()>>(
    input: &mut impl Read,
    buffer: &mut Vec<u8>,
    behind: &[u8],
) -> io::Result<FoundFrame<T>> {
    let mut head = [0; HEAD];
    match read_up_to(input, &mut head)? {
        0 => return Ok(FoundFrame::End),
        HEAD => {}
        _ => return Ok(FoundFrame::Torn),
    }
    let part = |at: usize| [head[at], head[at + 1], head[at + 2], head[at + 3]];
    let length = u32::from_le_bytes(part(0)) as usize;
    if crc32fast::hash(&part(0)) != u32::from_le_bytes(part(4)) || length > MOST {
        return Ok(FoundFrame::Damaged("the length of a part does not match its checksum"));
    }
    buffer.clear();
    buffer.resize(length, 0);
    if read_up_to(input, buffer)? < length {
        return Ok(FoundFrame::Torn);
    }
    if crc32fast::hash(buffer) != u32::from_le_bytes(part(8)) {
        return Ok(FoundFrame::Damaged("its content does not match its checksum"));
    }
    buffer.extend_from_slice(behind);
    Ok(match bincode::decode_from_slice(buffer, config()) {
        Ok((value, used)) if used == buffer.len() => {
            FoundFrame::Frame(value, (HEAD + length) as u64)
        }
        _ => FoundFrame::Damaged("its content can't be read"),
    })
}

/// Reads until the buffer is full or the file ends; returns how many bytes were read.
pub(super) fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
