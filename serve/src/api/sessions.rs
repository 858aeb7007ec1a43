//! Sessions: listed, begun, looked at and forgotten.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use duelfish_engine::{Player, Rules};
use duelfish_search::{Mcts1Options, MctsOptions, Spec};
use duelfish_session::{Seat, fresh_seed, second_goes_first};
use serde::Deserialize;
use serde_json::json;

use super::cards::preset;
use super::{JsonAnswer, JsonBody, QueryOf, SeatQuery, beside};
use crate::Shared;
use crate::decks::DeckSource;
use crate::error::ApiError;
use crate::room::Room;
use crate::rooms::NewDuel;

/// Most work of a bot for one answer, in decisions that a plan tries out or iterations of a tree search: some
/// seconds.
const MOST_WORK: u64 = 1_000_000;
/// And the longest time for one answer of a search that ends by the clock.
const MOST_MILLISECONDS: u32 = 10_000;

#[derive(Debug, Deserialize)]
pub(super) struct SessionAsked {
    sides: Option<[SideAsked; 2]>,
    position: Option<String>,
    /// By seat; of duels from a position.
    players: Option<[String; 2]>,
    rules: Option<String>,
    #[serde(default)]
    first: FirstSide,
    seed: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct SideAsked {
    deck: DeckSource,
    player: String,
}

/// Which side goes first.
#[derive(Debug, Default, Deserialize)]
#[serde(untagged)]
enum FirstSide {
    Side(u8),
    Word(String),
    #[default]
    Unsaid,
}

impl FirstSide {
    fn is_second(&self, seed: u64) -> Result<bool, ApiError> {
        match self {
            Self::Side(1) => Ok(false),
            Self::Side(2) => Ok(true),
            Self::Unsaid => Ok(second_goes_first(seed)),
            Self::Word(word) if word == "random" => Ok(second_goes_first(seed)),
            _ => Err(ApiError::unreadable("`first` is 1, 2 or \"random\"")),
        }
    }
}

pub(super) async fn list(State(shared): State<Arc<Shared>>) -> JsonAnswer {
    beside(move || Ok(Json(json!({ "sessions": shared.rooms.list() })))).await
}

pub(super) async fn begin(
    State(shared): State<Arc<Shared>>,
    JsonBody(asked): JsonBody<SessionAsked>,
) -> Result<Response, ApiError> {
    let room = beside(move || {
        let seed = asked.seed.unwrap_or_else(fresh_seed);
        // Clients in JavaScript read whole numbers up to this one.
        if seed >> 53 != 0 {
            return Err(ApiError::refused("a seed is below 2^53"));
        }
        match (&asked.sides, &asked.position, &asked.players) {
            (Some(sides), None, None) => with_decks(&shared, &asked, sides, seed),
            (None, Some(position), Some([first, second])) => {
                let seats = [seat(first)?, seat(second)?];
                shared.rooms.begin_at(position, seats, seed)
            }
            _ => Err(ApiError::unreadable(
                "the body can't be read: give `sides`, or a `position` with `players`",
            )),
        }
    });
    let id = room.await?.id.clone();
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))).into_response())
}

fn with_decks(
    shared: &Shared,
    asked: &SessionAsked,
    [a, b]: &[SideAsked; 2],
    seed: u64,
) -> Result<Arc<Room>, ApiError> {
    let rules = preset(asked.rules.as_deref().or(rules_of(&a.deck, &b.deck)))?;
    let deck = |side: &SideAsked| shared.decks.find(shared.cards, &rules, &side.deck);
    let decks = [deck(a)?, deck(b)?];
    let seats = [seat(&a.player)?, seat(&b.player)?];
    let b_first = asked.first.is_second(seed)?;
    shared.rooms.begin(NewDuel { decks, seats, rules, b_first, seed })
}

/// The preset by which both decks are played, if they came with one.
fn rules_of(a: &DeckSource, b: &DeckSource) -> Option<&'static str> {
    let of = |deck: &DeckSource| match deck {
        DeckSource::Named { id } => Rules::preset(id.split('/').next()?),
        DeckSource::Text { .. } => None,
    };
    let [a, b] = [of(a)?, of(b)?];
    (a.name == b.name).then_some(a.name)
}

/// A person or a bot. Files of weights are none of a client's business: a name of a file would make the server
/// read it.
pub(super) fn seat(player: &str) -> Result<Seat, ApiError> {
    if player.trim() == "person" { Ok(Seat::Person) } else { bot(player).map(Seat::Bot) }
}

pub(super) fn bot(spec: &str) -> Result<Spec, ApiError> {
    if spec.contains("weights") {
        return Err(ApiError::refused(
            "bots on the page have their usual weights; leave weights= out",
        ));
    }
    let spec = Spec::parse(spec).map_err(|error| ApiError::refused(error.to_string()))?;
    let work = match &spec {
        Spec::Planner(options, _) => options.nodes.saturating_mul(options.worlds.into()),
        // A search that ends by the clock may work as much as it can until then.
        Spec::Mcts(MctsOptions { milliseconds: None, iterations, .. }, _)
        | Spec::Mcts1(Mcts1Options { milliseconds: None, iterations }) => {
            iterations.map_or(0, u64::from)
        }
        _ => 0,
    };
    let time = match &spec {
        Spec::Mcts(options, _) => options.milliseconds.unwrap_or(0),
        Spec::Mcts1(options) => options.milliseconds.unwrap_or(0),
        _ => 0,
    };
    if time > MOST_MILLISECONDS {
        return Err(ApiError::refused(format!(
            "{spec} thinks for too long at a table; let it think for ms={MOST_MILLISECONDS} or less"
        )));
    }
    if work > MOST_WORK {
        return Err(ApiError::refused(format!(
            "{spec} thinks for too long at a table; let it work for {MOST_WORK} or less"
        )));
    }
    Ok(spec)
}

/// The session that a request is about, and the seat.
pub(super) fn found(
    shared: &Shared,
    id: &str,
    look: &SeatQuery,
) -> Result<(Arc<Room>, Option<Player>), ApiError> {
    let room = shared.rooms.find(id)?;
    let seat = room.seat(look.seat.as_deref())?;
    Ok((room, seat))
}

pub(super) async fn one(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    QueryOf(look): QueryOf<SeatQuery>,
) -> JsonAnswer {
    beside(move || {
        let (room, seat) = found(&shared, &id, &look)?;
        Ok(Json(room.state(seat, look.lines()).0))
    })
    .await
}

pub(super) async fn forget(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> JsonAnswer {
    beside(move || shared.rooms.remove(&id).map(|()| Json(json!({})))).await
}

pub(super) async fn record(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    beside(move || {
        let room = shared.rooms.find(&id)?;
        let bytes = bytes_of_record(&shared, &room)?;
        let name = format!("attachment; filename=\"{id}.duel\"");
        let kind = "application/octet-stream".to_owned();
        Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes)
            .into_response())
    })
    .await
}

/// The record of a session that may be looked into.
pub(super) fn bytes_of_record(shared: &Shared, room: &Room) -> Result<Vec<u8>, ApiError> {
    if !room.has_record() {
        return Err(ApiError::refused(
            "a duel from a position has no record; its file is in the folder of sessions",
        ));
    }
    // It tells what every card is.
    if !room.look(|table| table.is_over() || !table.seats().contains(&Seat::Person)) {
        let folder = shared.rooms.folder().display();
        return Err(ApiError::refused(format!(
            "a record tells all cards, so it is given when the duel is over; until then it is in {folder}"
        )));
    }
    std::fs::read(room.file())
        .map_err(|error| ApiError::failed(format!("its file can't be read: {error}")))
}
