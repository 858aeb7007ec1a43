//! Positions: the bundled ones, those that are read, and searches for a win in them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use duelfish_arena::program::view_as_json;
use serde::Deserialize;
use serde_json::json;

use super::{JsonAnswer, JsonBody, beside};
use crate::error::ApiError;
use crate::solving::{MOST_SECONDS, position_of};
use crate::{Shared, puzzles};

/// Seconds that a search may take if nothing is said.
const SECONDS: u64 = 20;

#[derive(Debug, Deserialize)]
pub(super) struct PositionAsked {
    text: String,
    #[serde(default)]
    name: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct SolveAsked {
    text: String,
    #[serde(default)]
    name: String,
    seconds: Option<u64>,
}

pub(super) async fn puzzles() -> JsonAnswer {
    Ok(Json(json!({ "puzzles": puzzles::list() })))
}

pub(super) async fn puzzle(Path(id): Path<String>) -> JsonAnswer {
    puzzles::one(&id).map(Json)
}

/// Reads a position, and says whatever is wrong with it.
pub(super) async fn read(
    State(shared): State<Arc<Shared>>,
    JsonBody(asked): JsonBody<PositionAsked>,
) -> JsonAnswer {
    beside(move || {
        let (position, text) = match position_of(shared.cards, &asked.text, &asked.name) {
            Ok(read) => read,
            Err((line, what)) => {
                return Ok(Json(json!({
                    "text": asked.text,
                    "view": null,
                    "asked": null,
                    "turn_player": null,
                    "rules": null,
                    "error": { "line": line, "what": what },
                })));
            }
        };
        let game = position.game(shared.cards);
        let duel = position.start(&game, &mut position.script(), &mut ());
        Ok(Json(json!({
            "text": text,
            "view": view_as_json(&duel.judge_view(&game)),
            "asked": duel.decision().map(|decision| decision.player.to_string()),
            "turn_player": position.turn_player().to_string(),
            "rules": game.rules.name,
            "error": null,
        })))
    })
    .await
}

pub(super) async fn solve(
    State(shared): State<Arc<Shared>>,
    JsonBody(asked): JsonBody<SolveAsked>,
) -> Result<Response, ApiError> {
    let id = beside(move || {
        let read = position_of(shared.cards, &asked.text, &asked.name);
        let (position, _) =
            read.map_err(|(line, what)| ApiError::refused(format!("line {line}: {what}")))?;
        let seconds = asked.seconds.unwrap_or(SECONDS).clamp(1, MOST_SECONDS);
        Ok(shared.solving.begin(shared.cards, position, seconds))
    });
    Ok((StatusCode::ACCEPTED, Json(json!({ "id": id.await?.to_string() }))).into_response())
}

pub(super) async fn solved(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> JsonAnswer {
    shared.solving.show(&id).map(Json)
}

pub(super) async fn stop(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> JsonAnswer {
    shared.solving.stop(&id).map(|()| Json(json!({})))
}
