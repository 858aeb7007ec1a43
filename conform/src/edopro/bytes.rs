//! Reading little-endian numbers from bytes that anybody may have written.

use super::error::ReplayFileError;

/// Bytes with the place up to which they were read.
#[derive(Clone, Debug)]
pub(super) struct Bytes<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Bytes<'b> {
    pub(super) const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes are left.
    pub(super) const fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next bytes; `what` says in errors what they should have been.
    pub(super) fn take(
        &mut self,
        length: usize,
        what: &'static str,
    ) -> Result<&'b [u8], ReplayFileError> {
        let end = self.at.checked_add(length).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or(ReplayFileError::CutOff { at: self.at, what })?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn number<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], ReplayFileError> {
        let mut number = [0; N];
        number.copy_from_slice(self.take(N, what)?);
        Ok(number)
    }

    pub(super) fn u8(&mut self, what: &'static str) -> Result<u8, ReplayFileError> {
        Ok(u8::from_le_bytes(self.number(what)?))
    }

    pub(super) fn u16(&mut self, what: &'static str) -> Result<u16, ReplayFileError> {
        Ok(u16::from_le_bytes(self.number(what)?))
    }

    pub(super) fn u32(&mut self, what: &'static str) -> Result<u32, ReplayFileError> {
        Ok(u32::from_le_bytes(self.number(what)?))
    }

    pub(super) fn i32(&mut self, what: &'static str) -> Result<i32, ReplayFileError> {
        Ok(i32::from_le_bytes(self.number(what)?))
    }

    pub(super) fn u64(&mut self, what: &'static str) -> Result<u64, ReplayFileError> {
        Ok(u64::from_le_bytes(self.number(what)?))
    }

    /// A number of things that take at least `size` bytes each, all of which are still to come.
    pub(super) fn count(
        &mut self,
        size: usize,
        what: &'static str,
    ) -> Result<usize, ReplayFileError> {
        let at = self.at;
        let count = self.u32(what)? as usize;
        if count.checked_mul(size).is_none_or(|bytes| bytes > self.left()) {
            return Err(ReplayFileError::CutOff { at, what });
        }
        Ok(count)
    }
}
