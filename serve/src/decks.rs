//! Decks: those of the program, those of its command line, and those that a client sends.

use duelfish_cards::{Deck, DeckRules, Parsed, parse_any, to_ydke_with};
use duelfish_engine::{CardCode, Catalogue, Rules};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;

/// The decks of the folder `decks` of this project, each behind a line with its folder and name.
const SHIPPED: &str = include_str!("../data/decks.txt");

/// The mark in front of a deck's name there.
const MARK: &str = "=== ";

/// So many problems of a deck are told in an error.
const MOST: usize = 4;

/// A deck that can be chosen by its `id`.
#[derive(Clone, Debug)]
pub struct NamedDeck {
    /// Its folder and name, or `own/` and the name.
    pub id: String,
    /// The text of its file.
    pub text: String,
}

/// A deck as requests name it.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum DeckSource {
    /// One that the server has.
    Named { id: String },
    /// A text.
    Text {
        text: String,
        #[serde(default)]
        name: String,
    },
}

/// All decks that can be chosen.
#[derive(Debug)]
pub(crate) struct Decks {
    decks: Vec<NamedDeck>,
    /// All decks that can be chosen, as clients are told of them.
    list: Value,
}

impl Decks {
    /// The decks of the program that can be played as they are, and these. Three decks for recorded duels have a card more
    /// than three times.
    pub(crate) fn with(own: Vec<NamedDeck>, cards: &Catalogue) -> Self {
        let shipped = SHIPPED.split(MARK).filter_map(|deck| deck.split_once('\n'));
        let shipped =
            shipped.map(|(id, text)| NamedDeck { id: id.trim().to_owned(), text: text.to_owned() });
        let mut list = Vec::new();
        let mut decks = Vec::new();
        let own = own.into_iter().map(|deck| (deck, true));
        for (deck, is_own) in own.chain(shipped.map(|deck| (deck, false))) {
            let (format, name) = deck.id.split_once('/').unwrap_or(("own", &deck.id));
            let rules = Rules::preset(format).unwrap_or(Rules::MR5);
            let read = read(cards, &deck.text, name).ok();
            if !is_own && read.as_ref().is_none_or(|deck| !problems(cards, &rules, deck).is_empty())
            {
                continue;
            }
            let count = |part: fn(&Deck) -> &Vec<CardCode>| {
                read.as_ref().map_or(0, |parsed| part(&parsed.deck).len())
            };
            list.push(json!({
                "id": deck.id,
                "format": format,
                "name": name,
                "main": count(|deck| &deck.main),
                "extra": count(|deck| &deck.extra),
                "rules": rules.name,
            }));
            decks.push(deck);
        }
        Self { decks, list: list.into() }
    }

    /// All decks that can be chosen, as clients are told of them.
    pub(crate) const fn list(&self) -> &Value {
        &self.list
    }

    /// The deck that a request names, if it can be played.
    pub(crate) fn find(
        &self,
        cards: &Catalogue,
        rules: &Rules,
        source: &DeckSource,
    ) -> Result<Deck, ApiError> {
        let parsed = match source {
            DeckSource::Named { id } => {
                let named = self.decks.iter().find(|deck| deck.id == *id);
                let named = named.ok_or_else(|| {
                    ApiError::refused(format!(
                        "there is no deck `{}`; GET /api/setup lists them",
                        id.escape_debug()
                    ))
                })?;
                read(cards, &named.text, named.id.rsplit('/').next().unwrap_or(""))?
            }
            DeckSource::Text { text, name } => read(cards, text, name)?,
        };
        let problems = problems(cards, rules, &parsed);
        if problems.is_empty() {
            return Ok(parsed.deck);
        }
        let mut words = problems[..problems.len().min(MOST)].join("; ");
        if problems.len() > MOST {
            words += &format!("; and {} more", problems.len() - MOST);
        }
        Err(ApiError::refused(words))
    }
}

/// Reads a deck, whatever is wrong with it, and says what is.
pub(crate) fn describe(
    cards: &Catalogue,
    rules: &Rules,
    text: &str,
    name: &str,
) -> Result<Value, ApiError> {
    let parsed = read(cards, text, name)?;
    let problems = problems(cards, rules, &parsed);
    let Parsed { deck, notes, .. } = parsed;
    Ok(json!({
        "name": deck.name,
        "main": copies(cards, &deck.main),
        "extra": copies(cards, &deck.extra),
        "side": deck.side.len(),
        "ydke": to_ydke_with(cards, &deck),
        "playable": problems.is_empty(),
        "problems": problems,
        "notes": notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
    }))
}

fn read(cards: &Catalogue, text: &str, name: &str) -> Result<Parsed, ApiError> {
    parse_any(cards, text.as_bytes(), &file_name(name))
        .map_err(|error| ApiError::refused(error.to_string()))
}

/// Messages call a deck like its file.
fn file_name(name: &str) -> String {
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
    let name = name.rsplit(['/', '\\']).next().unwrap_or("").trim();
    match name {
        "" => "deck.ydk".to_owned(),
        name if name.contains('.') => name.to_owned(),
        name => format!("{name}.ydk"),
    }
}

/// The problems that keep a deck from being played by these rules.
fn problems(cards: &Catalogue, rules: &Rules, parsed: &Parsed) -> Vec<String> {
    let found = parsed.check_for(cards, &DeckRules::of_rules(rules));
    let blocking = found.iter().filter(|problem| problem.blocks_play());
    blocking.map(ToString::to_string).collect()
}

/// Each card once, with its copies, as the file has them.
fn copies(cards: &Catalogue, codes: &[CardCode]) -> Value {
    let mut counts: Vec<(CardCode, u8)> = Vec::new();
    for code in codes {
        match counts.iter_mut().find(|(other, _)| other == code) {
            Some((_, copies)) => *copies = copies.saturating_add(1),
            None => counts.push((*code, 1)),
        }
    }
    let shown = |(code, copies)| json!({ "card": cards.name(code), "copies": copies });
    counts.into_iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    /// The packed crate has only its own files, so it has the decks once more. After a change of `decks`:
    /// `cd decks && for f in */*.ydk; do echo "=== ${f%.ydk}"; cat "$f"; done > ../serve/data/decks.txt`
    #[test]
    fn the_decks_are_those_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks");
        let files = |path: &Path| {
            let entries = std::fs::read_dir(path).unwrap();
            let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
            files.sort_unstable();
            files
        };
        let mut wanted = String::new();
        for file in files(&folder).iter().flat_map(|format| files(format)) {
            let format = file.parent().unwrap().file_name().unwrap().to_string_lossy();
            let name = file.file_stem().unwrap().to_string_lossy();
            let text = std::fs::read_to_string(&file).unwrap();
            wanted += &format!("{MARK}{format}/{name}\n{}\n", text.trim_end());
        }
        assert!(SHIPPED.trim_end() == wanted.trim_end(), "serve/data/decks.txt is old");
    }

    #[test]
    fn every_shipped_deck_can_be_chosen_and_played() {
        let cards = duelfish_cards::catalogue();
        let decks = Decks::with(Vec::new(), cards);
        let list = decks.list();
        let list = list.as_array().unwrap();
        assert!(list.len() > 65);
        for deck in list {
            let id = deck["id"].as_str().unwrap().to_owned();
            let rules = Rules::preset(deck["rules"].as_str().unwrap()).unwrap();
            decks.find(cards, &rules, &DeckSource::Named { id }).unwrap();
        }
    }
}
