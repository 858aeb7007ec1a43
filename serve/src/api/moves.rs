//! All that can be done at a table: answers, undo, giving up, steps, hints and reasons.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use duelfish_engine::Player;
use duelfish_search::{Choice, Why};
use duelfish_session::{DuelTable, TryReason};
use serde::Deserialize;
use serde_json::json;

use super::sessions::{bot, found};
use super::{JsonAnswer, JsonBody, QueryOf, SeatQuery, beside};
use crate::error::ApiError;
use crate::places::PlaceAsked;
use crate::{Shared, room, state};

#[derive(Debug, Deserialize)]
pub(super) struct ApplyAsked {
    revision: u64,
    action: Option<usize>,
    words: Option<String>,
    #[serde(default)]
    skip: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct RevisionAsked {
    revision: u64,
}

#[derive(Debug, Deserialize)]
pub(super) struct HintAsked {
    revision: u64,
    bot: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct WhyAsked {
    words: Option<String>,
    at: Option<PlaceAsked>,
}

/// The seat of a person; a watcher can do nothing.
fn person(seat: Option<Player>) -> Result<Player, ApiError> {
    seat.ok_or_else(|| ApiError::refused("no person sits at this table"))
}

pub(super) async fn apply(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    QueryOf(look): QueryOf<SeatQuery>,
    JsonBody(asked): JsonBody<ApplyAsked>,
) -> JsonAnswer {
    changed(shared, id, look, asked.revision, move |table, seat| {
        let me = person(seat)?;
        let action = match (asked.action, &asked.words) {
            (Some(number), None) => room::numbered(table, me, number)?,
            (None, Some(words)) => room::worded(table, me, words)?,
            _ => return Err(ApiError::unreadable("give an `action` or `words`")),
        };
        if asked.skip {
            table.skip(me);
        }
        table.answer(action);
        Ok(())
    })
    .await
}

pub(super) async fn undo(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    QueryOf(look): QueryOf<SeatQuery>,
    JsonBody(asked): JsonBody<RevisionAsked>,
) -> JsonAnswer {
    changed(shared, id, look, asked.revision, |table, _| {
        if table.undo() { Ok(()) } else { Err(ApiError::refused("there is nothing to take back")) }
    })
    .await
}

pub(super) async fn concede(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    QueryOf(look): QueryOf<SeatQuery>,
    JsonBody(asked): JsonBody<RevisionAsked>,
) -> JsonAnswer {
    changed(shared, id, look, asked.revision, |table, seat| {
        let me = person(seat)?;
        if table.is_over() {
            return Err(ApiError::refused("the duel is over"));
        }
        table.concede(me);
        Ok(())
    })
    .await
}

/// Changes a table at a revision, has its bot answer if it is asked then, and says how the table stands.
async fn changed(
    shared: Arc<Shared>,
    id: String,
    look: SeatQuery,
    revision: u64,
    change: impl FnOnce(&mut DuelTable<'static>, Option<Player>) -> Result<(), ApiError>
    + Send
    + 'static,
) -> JsonAnswer {
    beside(move || {
        let (room, seat) = found(&shared, &id, &look)?;
        room.at_revision(revision, |table| change(table, seat))?;
        shared.thinkers.answer(Arc::clone(&room), false);
        Ok(Json(room.state(seat, look.lines()).0))
    })
    .await
}

pub(super) async fn step(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    QueryOf(look): QueryOf<SeatQuery>,
    JsonBody(asked): JsonBody<RevisionAsked>,
) -> JsonAnswer {
    let (lines, state) = (look.lines(), Arc::clone(&shared));
    let (room, seat) = beside(move || found(&state, &id, &look)).await?;
    if seat.is_some() {
        return Err(ApiError::refused("persons play this duel; only tables of bots go by steps"));
    }
    let mut changed = room.watch();
    if *changed.borrow_and_update() != asked.revision {
        return Err(ApiError::outdated());
    }
    if let Some(fault) = room.fault() {
        return Err(ApiError::refused(fault));
    }
    if !room.look(DuelTable::is_over) {
        shared.thinkers.answer(Arc::clone(&room), true);
        changed.changed().await.map_err(|_| ApiError::failed("the session is gone"))?;
    }
    beside(move || Ok(Json(room.state(seat, lines).0))).await
}

pub(super) async fn hint(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    QueryOf(look): QueryOf<SeatQuery>,
    JsonBody(asked): JsonBody<HintAsked>,
) -> JsonAnswer {
    let spec = bot(asked.bot.as_deref().unwrap_or("mcts"))?;
    let (revision, thinkers) = (asked.revision, shared.thinkers.clone());
    let asked_for = spec.clone();
    let (room, me, menu, thought) = beside(move || {
        let (room, seat) = found(&shared, &id, &look)?;
        let me = person(seat)?;
        let (menu, thought) =
            room.look(|table| (state::menu(table, me), table.thought(&asked_for)));
        let none = || ApiError::refused("it is not your turn to answer");
        Ok((room, me, menu.ok_or_else(none)?, thought.ok_or_else(none)?))
    })
    .await?;
    if *room.watch().borrow() != revision {
        return Err(ApiError::outdated());
    }
    let choice = thinkers.hint(thought).await;
    let choice = choice.map_err(|_| ApiError::failed("the bot broke down"))?;
    let Choice { action, why } = choice.map_err(ApiError::failed)?;
    if *room.watch().borrow() != revision {
        return Err(ApiError::outdated());
    }
    room.look(|table| {
        let view = table.view(me);
        let number = |action| {
            let key = duelfish_search::duels::key_of(&view, action);
            menu.choices.iter().position(|choice| choice.key == key)
        };
        let text = |at: usize| menu.choices[at].in_words();
        let (rule, found) = match why {
            Why::Rule(rule) => (Some(rule), None),
            Why::Search(found) => (None, Some(found)),
            _ => (None, None),
        };
        let found = found.unwrap_or_default();
        let choices = found.choices.iter().filter_map(|finding| {
            let at = number(finding.action)?;
            let (value, visits) = (finding.value, finding.visits);
            Some(json!({ "action": at, "text": text(at), "value": value, "visits": visits }))
        });
        let at = number(action);
        Ok(Json(json!({
            "bot": spec.to_string(),
            "action": at,
            "text": at.map(text),
            "rule": rule,
            "choices": choices.collect::<Vec<_>>(),
            "nodes": found.nodes,
        })))
    })
}

pub(super) async fn why(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    QueryOf(look): QueryOf<SeatQuery>,
    JsonBody(asked): JsonBody<WhyAsked>,
) -> JsonAnswer {
    beside(move || {
        let (room, seat) = found(&shared, &id, &look)?;
        let me = person(seat)?;
        let reasons = room.look(|table| match (&asked.words, &asked.at) {
            (Some(words), None) => table.why(me, words).map(|reason| vec![reason]),
            (None, Some(at)) => match at.pointer() {
                Some(at) => table.reasons(me, at),
                None => Err("there is no such place".to_owned()),
            },
            _ => Err("give `words` or a place, `at`".to_owned()),
        });
        let reasons = reasons.map_err(ApiError::refused)?;
        let shown = reasons.iter().map(|TryReason { words, why }| {
            json!({
                "words": words,
                "allowed": why.allowed,
                "sentence": why.sentence,
                "rule": why.rule,
            })
        });
        Ok(Json(json!({ "reasons": shown.collect::<Vec<_>>() })))
    })
    .await
}
