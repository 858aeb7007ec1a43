//! Runs: matches, tournaments and comparisons.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use duelfish_cards::{Deck, to_ydk_with};
use duelfish_engine::Rules;
use serde::Deserialize;
use serde_json::json;

use super::cards::preset;
use super::sessions::bot;
use super::{JsonAnswer, JsonBody, beside};
use crate::Shared;
use crate::decks::DeckSource;
use crate::error::ApiError;
use crate::runs::NewRun;

/// Most duels of a run that is begun on the page; the command line knows no such limit.
const MOST_GAMES: u64 = 1_000_000;

/// Most decks of a tournament that is begun on the page.
const MOST_DECKS: usize = 100;

/// The page of a report has its style in itself; nothing else is let in.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'none'; \
                      img-src data:; frame-ancestors 'self'; sandbox";

#[derive(Debug, Deserialize)]
pub(super) struct RunAsked {
    command: String,
    #[serde(default)]
    decks: Vec<DeckSource>,
    old: Option<DeckSource>,
    new: Option<DeckSource>,
    rules: Option<String>,
    games: Option<u64>,
    #[serde(default)]
    bots: Vec<String>,
    seed: Option<u64>,
    #[serde(default)]
    paired: bool,
}

pub(super) async fn list(State(shared): State<Arc<Shared>>) -> JsonAnswer {
    beside(move || Ok(Json(json!({ "runs": shared.runs.list() })))).await
}

pub(super) async fn begin(
    State(shared): State<Arc<Shared>>,
    JsonBody(asked): JsonBody<RunAsked>,
) -> Result<Response, ApiError> {
    let id = beside(move || {
        let new = asked.read(&shared)?;
        shared.runs.begin(&new)
    });
    Ok((StatusCode::CREATED, Json(json!({ "id": id.await? }))).into_response())
}

impl RunAsked {
    /// The run that is asked for, if it can be made.
    fn read(&self, shared: &Shared) -> Result<NewRun, ApiError> {
        let rules = preset(self.rules.as_deref())?;
        let games = self.games.unwrap_or(200);
        if !(1..=MOST_GAMES).contains(&games) {
            let most = format!("choose from 1 to {MOST_GAMES} duels; the command line plays more");
            return Err(ApiError::refused(most));
        }
        if self.decks.len() > MOST_DECKS {
            return Err(ApiError::refused(format!("choose at most {MOST_DECKS} decks")));
        }
        let deck = |source: &DeckSource| shared.decks.find(shared.cards, &rules, source);
        let others = self.decks.iter().map(deck).collect::<Result<Vec<Deck>, ApiError>>()?;
        let bots = self.bots.iter().map(|spec| bot(spec).map(|spec| spec.to_string()));
        let bots = bots.collect::<Result<Vec<String>, ApiError>>()?;
        let (command, title, decks) = match (self.command.as_str(), &self.old, &self.new) {
            ("match", None, None) if others.len() == 2 => {
                let title = format!("{} against {}", others[0].name, others[1].name);
                ("match", title, others)
            }
            ("match", ..) => return Err(ApiError::refused("a match is played by two decks")),
            ("tournament", None, None) if others.len() >= 2 => {
                ("tournament", format!("{} decks", others.len()), others)
            }
            ("tournament", ..) => {
                return Err(ApiError::refused("a tournament is played by two decks or more"));
            }
            ("compare", Some(old), Some(new)) if !others.is_empty() => {
                let compared = [deck(old)?, deck(new)?];
                let [old, new] = &compared;
                let title =
                    format!("{} and {}, against {} decks", old.name, new.name, others.len());
                ("compare", title, compared.into_iter().chain(others).collect())
            }
            ("compare", ..) => {
                return Err(ApiError::refused(
                    "a comparison needs the old deck, the new one, and decks to play against",
                ));
            }
            _ => return Err(ApiError::unreadable("`command` is match, tournament or compare")),
        };
        let text = |deck: &Deck| (deck.name.clone(), to_ydk_with(shared.cards, deck));
        Ok(NewRun {
            command,
            title,
            decks: decks.iter().map(text).collect(),
            compared: if command == "compare" { 2 } else { 0 },
            args: self.arguments(command, &rules, games, &bots),
        })
    }

    fn arguments(&self, command: &str, rules: &Rules, games: u64, bots: &[String]) -> Vec<String> {
        // The tables keep a processor.
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.saturating_sub(1).max(1);
        let mut args: Vec<(&str, String)> = vec![
            ("--rules", rules.name.to_owned()),
            ("--games", games.to_string()),
            ("--seed", self.seed.unwrap_or(1).to_string()),
            ("--threads", threads.to_string()),
        ];
        if let Some(first) = bots.first() {
            if command == "match" {
                args.push(("--bot-a", first.clone()));
                args.push(("--bot-b", bots.get(1).unwrap_or(first).clone()));
            } else {
                args.push(("--bot", first.clone()));
            }
        }
        let mut args: Vec<String> =
            args.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect();
        if self.paired && command == "match" {
            args.push("--paired".to_owned());
        }
        args
    }
}

pub(super) async fn one(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> JsonAnswer {
    beside(move || shared.runs.describe(&id).map(Json)).await
}

pub(super) async fn stop(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> JsonAnswer {
    beside(move || shared.runs.stop(&id).map(|()| Json(json!({})))).await
}

pub(super) async fn forget(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> JsonAnswer {
    beside(move || shared.runs.remove(&id).map(|()| Json(json!({})))).await
}

/// The page of `duelfish report`. Names of decks stand in it, so it may run nothing.
pub(super) async fn report(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let page = beside(move || shared.runs.report(&id)).await?;
    let kind = "text/html; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, POLICY)], page)
        .into_response())
}
