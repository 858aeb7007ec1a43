//! Errors, as the API says them.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An error of a request: a status and one sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub(crate) struct ApiError {
    status: StatusCode,
    words: String,
}

impl ApiError {
    fn new(status: StatusCode, words: impl Into<String>) -> Self {
        Self { status, words: words.into() }
    }

    /// The request can't be read.
    pub(crate) fn unreadable(words: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, words)
    }

    /// Another site asks.
    pub(crate) fn foreign(words: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, words)
    }

    /// There is no such thing.
    pub(crate) fn missing(words: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, words)
    }

    /// The session has gone on.
    pub(crate) fn outdated() -> Self {
        let words = "the duel has gone on since; ask for its state and answer that";
        Self::new(StatusCode::CONFLICT, words)
    }

    /// It can be read, and can't be done.
    pub(crate) fn refused(words: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, words)
    }

    /// A fault of this program or of the machine.
    pub(crate) fn failed(words: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, words)
    }

    /// It was answered with this status by the library that reads requests.
    pub(crate) fn of_status(status: StatusCode, words: String) -> Self {
        Self { status, words }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.words }))).into_response()
    }
}
