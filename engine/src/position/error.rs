//! How a text can fail to be a position.

/// An error in the text of a position, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct PositionError {
    /// Line in the text, from 1.
    pub line: usize,
    /// One sentence that says what is wrong and what to do.
    pub what: String,
}

/// The content of a line, or one sentence about the error in it.
pub(super) type Said<T = ()> = Result<T, String>;
