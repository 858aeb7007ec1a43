//! The parts that files of weights have in common.

use super::{NetRow, WIDTH};

/// A file begins with something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileFault;

/// The lines that say how the weights were made, and the bytes behind them.
pub(crate) fn head_and_numbers<'f>(
    file: &'f [u8],
    first_line: &str,
) -> Result<(String, &'f [u8]), FileFault> {
    let end = file.windows(2).position(|pair| pair == b"\n\n").ok_or(FileFault)?;
    let head = std::str::from_utf8(&file[..end]).map_err(|_| FileFault)?;
    let (first, about) = head.split_once('\n').unwrap_or((head, ""));
    if first != first_line {
        return Err(FileFault);
    }
    Ok((about.trim().to_owned(), &file[end + 2..]))
}

/// The first bytes of a file.
pub(crate) fn write_head(first_line: &str, about: &str) -> Vec<u8> {
    let mut file = String::from(first_line);
    // The first empty line ends the text.
    for line in about.trim().split('\n').filter(|line| !line.is_empty()) {
        file.push('\n');
        file.push_str(line);
    }
    file.push_str("\n\n");
    file.into_bytes()
}

/// Numbers that are left; the caller has counted them.
pub(crate) struct Numbers<'a>(pub(crate) &'a [u8]);

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
