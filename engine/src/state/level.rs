//! How deep a program runs inside of others, which says where it keeps its sets and numbers.

use crate::limits::MAX_PROGRAMS;

/// How many sets a program can keep, and how many numbers.
pub(crate) const LOCALS: usize = 4;

/// How many programs a program runs inside of: suspended ones, and those that it happens at once in the midst of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level(u8);

impl Level {
    /// Of a program outside all others.
    pub(crate) const OUTERMOST: Self = Self(0);

    /// Of a program inside of so many others.
    pub(crate) const fn inside(programs: u8) -> Self {
        Self(programs)
    }

    /// As a byte of a frame, for [`Level::inside`].
    pub(crate) const fn to_byte(self) -> u8 {
        self.0
    }

    /// The number of one of this program's locals among those of all programs. None for a program
    /// that runs inside of too many others to keep anything.
    pub(super) const fn index(self, local: u8) -> Option<u8> {
        if (self.0 as usize) < MAX_PROGRAMS {
            Some(self.0 * LOCALS as u8 + local % LOCALS as u8)
        } else {
            None
        }
    }
}
