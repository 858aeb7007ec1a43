//! How a text can fail to be a position.

/// What is wrong with a position, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct PositionError {
    /// Line in the text, from 1.
    pub line: usize,
    /// One sentence that says what is wrong and what to do.
    pub what: String,
}

/// What a line says, or one sentence about what is wrong with it.
pub(super) type Said<T = ()> = Result<T, String>;
