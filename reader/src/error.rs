//! Errors in files of rules.

/// A fault in a file of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct GrammarError {
    /// The file and the line, or the category.
    pub place: String,
    /// The fault, in words.
    pub what: String,
}

impl GrammarError {
    pub(crate) fn new(place: &str, what: &str) -> Self {
        Self { place: place.to_owned(), what: what.to_owned() }
    }
}
