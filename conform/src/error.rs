//! Faults of a recording itself, as opposed to differences between two engines.

/// A fault of a recording, with its place.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}: {fault}")]
pub struct TraceError {
    /// The file as it was named by the caller.
    pub file: String,
    /// Number of the line, from 1; 0 when no line could be read.
    pub line: u64,
    /// The fault.
    #[source]
    pub fault: Fault,
}

/// A fault of a recording. Each text is one sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The file can't be opened.
    #[error("the file can't be opened ({0}): check its path and that you may read it")]
    Open(#[source] std::io::Error),
    /// Reading stopped in the middle, as in a gzip file that was cut off.
    #[error("the file can't be read any further ({0}): copy or record it again")]
    Read(#[source] std::io::Error),
    /// A line longer than any recording has.
    #[error("the line is longer than {0} bytes: check that this file is a recording")]
    TooLong(u64),
    /// A line that is no JSON, or lacks what a line of its kind has.
    #[error("the line is damaged ({0}): restore it from the recording or cut this duel out")]
    Malformed(String),
    /// A line of a kind that recordings don't have.
    #[error("`{0}` is no kind of line: use header, ask, state, event or end, or cut this duel out")]
    UnknownLine(String),
    /// A line between two duels.
    #[error("the line belongs to no duel: put it after a header line or remove it")]
    OutsideDuel,
    /// A duel that stops without its end line.
    #[error("the duel stops here without an end line: record it again or cut it out")]
    NoEnd,
    /// A file without a duel.
    #[error("the file holds no duel: check that it is a recording, which begins with a header")]
    Empty,
    /// An answer that doesn't fit its question.
    #[error("the answer {0} does not fit its question: restore it or cut this duel out")]
    Answer(String),
    /// A header that no duel can be set up from.
    #[error("no duel can be set up from the header ({0}): correct it or cut this duel out")]
    Setup(String),
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        // Each line is parsed on its own, so the "line 1" of the parser would mislead.
        Self::Malformed(error.to_string().replace(" at line 1 column ", " at column "))
    }
}
