//! The paths of docs/api.md: one function for each.

mod cards;
mod moves;
mod positions;
mod runs;
mod sessions;
mod stream;
mod studies;

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Query};
use axum::http::header;
use axum::http::request::Parts;
use axum::routing::{MethodRouter, get, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Shared;
use crate::error::ApiError;
use crate::state::LinesTold;

/// All paths of the API, with their functions.
pub(crate) fn routes() -> [(&'static str, MethodRouter<Arc<Shared>>); 29] {
    [
        ("/pics/{passcode}", get(cards::picture)),
        ("/api/setup", get(cards::setup)),
        ("/api/decks", post(cards::deck)),
        ("/api/cards", get(cards::card_names).post(cards::card_facts)),
        ("/api/sessions", get(sessions::list).post(sessions::begin)),
        ("/api/sessions/{id}", get(sessions::one).delete(sessions::forget)),
        ("/api/sessions/{id}/events", get(stream::events)),
        ("/api/sessions/{id}/record", get(sessions::record)),
        ("/api/sessions/{id}/apply", post(moves::apply)),
        ("/api/sessions/{id}/undo", post(moves::undo)),
        ("/api/sessions/{id}/concede", post(moves::concede)),
        ("/api/sessions/{id}/step", post(moves::step)),
        ("/api/sessions/{id}/hint", post(moves::hint)),
        ("/api/sessions/{id}/why", post(moves::why)),
        (
            "/api/studies",
            get(studies::list).post(studies::add).layer(DefaultBodyLimit::max(MOST_OF_FILE)),
        ),
        ("/api/studies/{id}", get(studies::one).delete(studies::forget)),
        ("/api/studies/{id}/duels/{number}", get(studies::duel)),
        ("/api/studies/{id}/duels/{number}/states/{at}", get(studies::state)),
        (
            "/api/studies/{id}/duels/{number}/analysis",
            get(studies::analysis).post(studies::analyse).delete(studies::stop_analysis),
        ),
        ("/api/studies/{id}/duels/{number}/branch", post(studies::branch)),
        ("/api/puzzles", get(positions::puzzles)),
        ("/api/puzzles/{id}", get(positions::puzzle)),
        ("/api/positions", post(positions::read)),
        ("/api/solve", post(positions::solve)),
        ("/api/solve/{id}", get(positions::solved).delete(positions::stop)),
        ("/api/runs", get(runs::list).post(runs::begin)),
        ("/api/runs/{id}", get(runs::one).delete(runs::forget)),
        ("/api/runs/{id}/stop", post(runs::stop)),
        ("/runs/{id}/report", get(runs::report)),
    ]
}

/// Most bytes of a file that is looked into: a record of a few thousand duels.
const MOST_OF_FILE: usize = 64 << 20;

type JsonAnswer = Result<Json<Value>, ApiError>;

/// The body of a request, whose errors are said as all others are.
struct JsonBody<T>(T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(
        request: axum::extract::Request,
        shared: &Arc<Shared>,
    ) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        // Pages of other sites can send text, and not this.
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(ApiError::unreadable("send JSON, with content-type: application/json"));
        }
        let bytes = Bytes::from_request(request, shared).await;
        let bytes =
            bytes.map_err(|fault| ApiError::of_status(fault.status(), fault.body_text()))?;
        let read = serde_json::from_slice(&bytes);
        read.map(Self)
            .map_err(|error| ApiError::unreadable(format!("the body can't be read: {error}")))
    }
}

/// The seat that looks at a session, and which lines of its log are new to it.
#[derive(Debug, Deserialize)]
struct SeatQuery {
    seat: Option<String>,
    #[serde(default)]
    since: usize,
    /// Whether lines of the log come without views.
    #[serde(default)]
    brief: bool,
}

impl SeatQuery {
    const fn lines(&self) -> LinesTold {
        LinesTold { since: self.since, brief: self.brief }
    }
}

/// The query of a request, whose errors are said as all others are.
struct QueryOf<T>(T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Shared>> for QueryOf<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, ApiError> {
        let read = Query::from_request_parts(parts, shared).await;
        read.map(|Query(asked)| Self(asked))
            .map_err(|fault| ApiError::unreadable(format!("the query can't be read: {fault}")))
    }
}

/// Runs what touches files or takes longer than a moment beside the tasks of the server.
async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(ApiError::failed("the server made a mistake; its duel is saved")))
}

/// The answer to paths that there are not.
pub(crate) async fn nothing() -> ApiError {
    ApiError::missing("there is nothing here; docs/api.md lists what there is")
}
