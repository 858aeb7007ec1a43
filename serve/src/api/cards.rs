//! Decks, cards and pictures.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use duelfish_engine::Rules;
use serde::Deserialize;
use serde_json::json;

use super::{JsonAnswer, JsonBody, QueryOf, beside};
use crate::error::ApiError;
use crate::{Shared, cards, decks, pics};

/// Most cards whose facts are asked for at once.
const MOST_NAMES: usize = 500;

pub(super) async fn setup(State(shared): State<Arc<Shared>>) -> JsonAnswer {
    let rules = Rules::PRESETS
        .iter()
        .map(|rules| json!({ "name": rules.name, "words": words_of_rules(rules.name) }));
    let bots = BOTS.map(|(spec, words)| json!({ "spec": spec, "words": words }));
    Ok(Json(json!({
        "version": duelfish_engine::VERSION,
        "decks": shared.decks.list(),
        "rules": rules.collect::<Vec<_>>(),
        "bots": bots,
        "pics": shared.pics.is_some(),
    })))
}

/// The bots that are offered, the strongest first.
const BOTS: [(&str, &str); 5] = [
    ("mcts", "looks ahead in many worlds that fit what it knows"),
    ("planner", "searches its own turn"),
    ("greedy", "tries each move once"),
    ("heuristic", "plays by rules of thumb"),
    ("random", "plays at random"),
];

fn words_of_rules(preset: &str) -> &'static str {
    match preset {
        "mr5" => "today's rules",
        "hat" => "July 2014, with the texts of today",
        "edison" => "March 2010, with the texts of then",
        "goat" => "April 2005, with the texts of then",
        "classic" => "the old rulebooks",
        _ => "",
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct DeckAsked {
    text: String,
    #[serde(default)]
    name: String,
    rules: Option<String>,
}

pub(super) async fn deck(
    State(shared): State<Arc<Shared>>,
    JsonBody(asked): JsonBody<DeckAsked>,
) -> JsonAnswer {
    let rules = preset(asked.rules.as_deref())?;
    beside(move || decks::describe(shared.cards, &rules, &asked.text, &asked.name)).await.map(Json)
}

#[derive(Debug, Deserialize)]
pub(super) struct CardsAsked {
    names: Vec<String>,
    rules: Option<String>,
}

pub(super) async fn card_facts(
    State(shared): State<Arc<Shared>>,
    JsonBody(asked): JsonBody<CardsAsked>,
) -> JsonAnswer {
    if asked.names.len() > MOST_NAMES {
        return Err(ApiError::refused(format!("ask for at most {MOST_NAMES} cards at once")));
    }
    let texts = shared.cards.with_texts(preset(asked.rules.as_deref())?.texts);
    Ok(Json(cards::facts_of(texts, &asked.names)))
}

#[derive(Debug, Deserialize)]
pub(super) struct PartAsked {
    #[serde(default)]
    part: String,
}

pub(super) async fn card_names(
    State(shared): State<Arc<Shared>>,
    QueryOf(asked): QueryOf<PartAsked>,
) -> JsonAnswer {
    Ok(Json(cards::names_with(shared.cards, &asked.part)))
}

pub(super) async fn picture(
    State(shared): State<Arc<Shared>>,
    Path(passcode): Path<String>,
) -> Result<Response, ApiError> {
    let passcode = passcode.parse().map_err(|_| ApiError::missing("pictures have numbers"))?;
    beside(move || pics::picture(shared.pics.as_ref(), passcode)).await
}

pub(super) fn preset(name: Option<&str>) -> Result<Rules, ApiError> {
    let name = name.unwrap_or(Rules::MR5.name);
    Rules::preset(name).ok_or_else(|| {
        let presets = Rules::PRESETS.map(|rules| rules.name).join(", ");
        let name = name.escape_debug();
        ApiError::refused(format!("there are no rules `{name}`; choose one of {presets}"))
    })
}
