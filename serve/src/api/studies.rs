//! Studies: records that are looked into.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use duelfish_engine::Player;
use duelfish_session::fresh_seed;
use serde::Deserialize;
use serde_json::{Value, json};

use super::sessions::{bot, seat};
use super::{JsonAnswer, JsonBody, QueryOf, beside};
use crate::error::ApiError;
use crate::{Shared, study};

/// The bot that analyses if none is named.
const ANALYST: &str = "mcts:iters=600";

#[derive(Debug, Deserialize)]
pub(super) struct NameAsked {
    #[serde(default)]
    name: String,
}

#[derive(Debug, Deserialize)]
struct SessionNamed {
    session: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct FromAsked {
    #[serde(default)]
    from: usize,
}

#[derive(Debug, Deserialize)]
pub(super) struct EyeAsked {
    eye: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct AnalysisAsked {
    bot: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct BranchAsked {
    at: usize,
    players: [String; 2],
}

pub(super) async fn list(State(shared): State<Arc<Shared>>) -> JsonAnswer {
    beside(move || Ok(Json(json!({ "studies": shared.studies.list() })))).await
}

/// Takes a file, or a session that is over.
pub(super) async fn add(
    State(shared): State<Arc<Shared>>,
    QueryOf(asked): QueryOf<NameAsked>,
    request: Request,
) -> Result<Response, ApiError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_file = kind.is_some_and(|kind| kind == "application/octet-stream");
    let (name, bytes) = if is_file {
        let bytes = Bytes::from_request(request, &shared).await;
        let bytes =
            bytes.map_err(|fault| ApiError::of_status(fault.status(), fault.body_text()))?;
        (asked.name, bytes.to_vec())
    } else {
        let JsonBody(SessionNamed { session }) = JsonBody::from_request(request, &shared).await?;
        let rooms = Arc::clone(&shared);
        beside(move || {
            let room = rooms.rooms.find(&session)?;
            let bytes = super::sessions::bytes_of_record(&rooms, &room)?;
            Ok((format!("{session}.duel"), bytes))
        })
        .await?
    };
    let id = beside(move || shared.studies.add(&name, &bytes)).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))).into_response())
}

pub(super) async fn one(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    QueryOf(asked): QueryOf<FromAsked>,
) -> JsonAnswer {
    beside(move || shared.studies.describe(&id, asked.from).map(Json)).await
}

pub(super) async fn forget(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> JsonAnswer {
    beside(move || shared.studies.remove(&id).map(|()| Json(json!({})))).await
}

pub(super) async fn duel(
    State(shared): State<Arc<Shared>>,
    Path((id, number)): Path<(String, String)>,
) -> JsonAnswer {
    let number = whole(&number)?;
    beside(move || {
        let mut shown = study::moves(&mut shared.studies.open(&id)?, number)?;
        let analysis = shared.analyses.show(&shared.studies, &id, number);
        if analysis["running"] == false {
            shown["analysis"] = analysis;
        }
        Ok(Json(shown))
    })
    .await
}

pub(super) async fn state(
    State(shared): State<Arc<Shared>>,
    Path((id, number, at)): Path<(String, String, String)>,
    QueryOf(asked): QueryOf<EyeAsked>,
) -> JsonAnswer {
    let (number, at) = (whole(&number)?, whole(&at)?);
    let eye = asked.eye.as_deref().map(player).transpose()?;
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    beside(move || study::state_at(&mut shared.studies.open(&id)?, number, at, eye).map(Json)).await
}

pub(super) async fn analyse(
    State(shared): State<Arc<Shared>>,
    Path((id, number)): Path<(String, String)>,
    JsonBody(asked): JsonBody<AnalysisAsked>,
) -> Result<Response, ApiError> {
    let (number, bot) = (whole(&number)?, bot(asked.bot.as_deref().unwrap_or(ANALYST))?);
    let shown = beside(move || {
        // A study or a duel that is not there is said to be so at once.
        shared.studies.open(&id)?.duel(number)?;
        shared.analyses.begin(&shared.studies, &id, number, bot);
        Ok(shared.analyses.show(&shared.studies, &id, number))
    });
    Ok((StatusCode::ACCEPTED, Json(shown.await?)).into_response())
}

pub(super) async fn analysis(
    State(shared): State<Arc<Shared>>,
    Path((id, number)): Path<(String, String)>,
) -> JsonAnswer {
    let number = whole(&number)?;
    beside(move || {
        shared.studies.file(&id)?;
        match shared.analyses.show(&shared.studies, &id, number) {
            Value::Null => Err(ApiError::missing("this duel was not analysed; POST begins it")),
            shown => Ok(Json(shown)),
        }
    })
    .await
}

pub(super) async fn stop_analysis(
    State(shared): State<Arc<Shared>>,
    Path((id, number)): Path<(String, String)>,
) -> JsonAnswer {
    shared.analyses.stop(&id, whole(&number)?);
    Ok(Json(json!({})))
}

/// Begins a session that goes on from a state of a duel.
pub(super) async fn branch(
    State(shared): State<Arc<Shared>>,
    Path((id, number)): Path<(String, String)>,
    JsonBody(asked): JsonBody<BranchAsked>,
) -> Result<Response, ApiError> {
    let number = whole(&number)?;
    let room = beside(move || {
        let seats = [seat(&asked.players[0])?, seat(&asked.players[1])?];
        let mut study = shared.studies.open(&id)?;
        if study.has_blanks() {
            return Err(ApiError::refused(
                "cards of this record were played without their text; a session plays whole cards",
            ));
        }
        let mut duel = study.duel(number)?;
        if asked.at > duel.actions.len() {
            let last = duel.actions.len();
            return Err(ApiError::missing(format!(
                "there is no state {}; the last one is {last}",
                asked.at
            )));
        }
        duel.actions.truncate(asked.at);
        shared.rooms.branch(&study.header, &duel, seats, fresh_seed())
    });
    let id = room.await?.id.clone();
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))).into_response())
}

/// A number of a path.
fn whole(text: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| ApiError::missing("duels and states have numbers"))
}

pub(super) fn player(name: &str) -> Result<Player, ApiError> {
    let found = Player::BOTH.into_iter().find(|player| player.to_string() == name);
    found.ok_or_else(|| ApiError::unreadable("players are P1 and P2"))
}
