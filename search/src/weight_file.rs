//! The parts that files of weights have in common: lines of text that say how the weights were made, an empty line, then
//! all numbers in little-endian order.

use crate::net::{NetRow, WIDTH};

/// Cards that a file may have rows for: more than there are.
pub const MOST_CARDS: u32 = 60_000;

/// A kind of weights in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightKind {
    /// The word for it, which is also the option of `duelfish tune` that writes it.
    pub word: &'static str,
    /// The first line of a file.
    pub first_line: &'static str,
}

/// Why a file is none of this kind that this version reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightFileError {
    /// It begins with something else.
    #[error(
        "this is no file of a {} of this version: its first line is not `{}`; `duelfish tune --{}` writes one",
        .0.word, .0.first_line, .0.word
    )]
    FirstLine(WeightKind),
    /// It ends before its numbers do, or goes on after them.
    #[error(
        "the file of this {} is not whole: {is} bytes of numbers, not {expected}; copy it again, or write it anew with `duelfish tune --{}`",
        kind.word, kind.word
    )]
    Length {
        /// The kind that its first line names.
        kind: WeightKind,
        /// Bytes behind the empty line.
        is: usize,
        /// Bytes that there must be.
        expected: usize,
    },
    /// A number that can't be.
    #[error(
        "the file of this {} is damaged: {}; copy it again, or write it anew with `duelfish tune --{}`",
        .0.word, .1, .0.word
    )]
    Damaged(WeightKind, &'static str),
}

impl WeightKind {
    /// Whether a file begins as one of this kind.
    pub(crate) fn begins(self, file: &[u8]) -> bool {
        file.starts_with(self.first_line.as_bytes())
    }

    /// Reads the lines that say how the weights were made and the number of cards with rows, of at most `most`. There must
    /// be as many bytes of numbers as `bytes` says for so many; they come back from behind the number of cards.
    pub(crate) fn open(
        self,
        file: &[u8],
        most: u32,
        bytes: impl Fn(usize) -> usize,
    ) -> Result<OpenedFile<'_>, WeightFileError> {
        let (about, numbers) = self.head(file).ok_or(WeightFileError::FirstLine(self))?;
        let whole = |expected| WeightFileError::Length { kind: self, is: numbers.len(), expected };
        let (count, rest) = numbers.split_first_chunk().ok_or(whole(4))?;
        let count = u32::from_le_bytes(*count);
        if count > most {
            return Err(WeightFileError::Damaged(
                self,
                "it has rows for more cards than there are",
            ));
        }
        let expected = bytes(count as usize);
        if numbers.len() != expected {
            return Err(whole(expected));
        }
        Ok(OpenedFile { about, count, numbers: Numbers(rest) })
    }

    /// The lines that say how the weights were made, and the bytes behind them.
    fn head(self, file: &[u8]) -> Option<(String, &[u8])> {
        let end = file.windows(2).position(|pair| pair == b"\n\n")?;
        let head = std::str::from_utf8(&file[..end]).ok()?;
        let (first, about) = head.split_once('\n').unwrap_or((head, ""));
        (first == self.first_line).then(|| (about.trim().to_owned(), &file[end + 2..]))
    }

    /// The first bytes of a file with rows for so many cards.
    pub(crate) fn write_head(self, about: &str, count: usize) -> Vec<u8> {
        let mut file = String::from(self.first_line);
        // The first empty line ends the text.
        for line in about.trim().split('\n').filter(|line| !line.is_empty()) {
            file.push('\n');
            file.push_str(line);
        }
        file.push_str("\n\n");
        let mut file = file.into_bytes();
        file.extend((count as u32).to_le_bytes());
        file
    }
}

/// A file whose length is right.
pub(crate) struct OpenedFile<'f> {
    /// How the weights were made.
    pub(crate) about: String,
    /// How many cards have rows.
    pub(crate) count: u32,
    /// All numbers behind that.
    pub(crate) numbers: Numbers<'f>,
}

/// Numbers that are left; the caller has counted them.
pub(crate) struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    pub(crate) fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((first, rest)) = self.0.split_first_chunk() else { return [0; N] };
        self.0 = rest;
        *first
    }

    pub(crate) fn short(&mut self) -> i16 {
        i16::from_le_bytes(self.take())
    }

    pub(crate) fn row(&mut self) -> NetRow {
        std::array::from_fn::<_, WIDTH, _>(|_| self.short())
    }
}
