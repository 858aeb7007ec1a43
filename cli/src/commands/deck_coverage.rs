//! The decks of `duelfish cards --coverage DECKS...`: those that can be played, the cards that the
//! others lack, and the order in which cards would make most of them playable.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;
use duelfish_cards::{Deck, DeckError, is_supported};
use duelfish_engine::{CardCode, Catalogue};
use serde::Serialize;

use crate::{input, output};

/// The decks that can be played, and the cards that the others lack.
#[derive(Debug, Serialize)]
pub(crate) struct DeckCoverage {
    /// Decks that were read.
    decks: usize,
    /// Decks of which every card can be played, by their paths.
    playable: Vec<String>,
    /// The others.
    lacking: Vec<LackingCard>,
    /// Cards to add next, in the order that makes decks playable fastest.
    next: Vec<Unlock>,
    /// Files that are no decks.
    unreadable: Vec<String>,
}

/// A deck that can't be played, and its cards that can't: of the Main and Extra Deck, because a
/// Side Deck takes no part in a duel.
#[derive(Debug, Serialize)]
struct LackingCard {
    deck: String,
    cards: Vec<String>,
}

/// Cards that make decks playable once those of the steps before are there.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Unlock {
    cards: Vec<String>,
    decks: Vec<String>,
}

impl DeckCoverage {
    /// Reads all decks at these paths, in directories and below.
    pub(crate) fn of(cards: &Catalogue, paths: &[PathBuf]) -> Result<Self> {
        let mut files = BTreeSet::new();
        for path in paths {
            input::gather(path, input::DECK, true, &mut files)?;
        }
        let mut missing = BTreeMap::new();
        let (mut playable, mut unreadable) = (Vec::new(), Vec::new());
        for file in &files {
            let name = input::shown(file);
            match lacking(cards, file) {
                Ok(lacking) if lacking.is_empty() => playable.push(name),
                Ok(lacking) => _ = missing.insert(name, lacking),
                Err(error) => {
                    output::error(&format!("{error:#}"));
                    unreadable.push(name);
                }
            }
        }
        let next = unlocks(&missing);
        let lacking = missing
            .into_iter()
            .map(|(deck, cards)| LackingCard { deck, cards: cards.into_iter().collect() });
        let lacking: Vec<LackingCard> = lacking.collect();
        let decks = playable.len() + lacking.len();
        Ok(Self { decks, playable, lacking, next, unreadable })
    }

    /// Whether every file was a deck.
    pub(crate) const fn is_whole(&self) -> bool {
        self.unreadable.is_empty()
    }

    pub(crate) fn in_words(&self) -> String {
        let mut text = format!(
            "{} of {} can be played\n",
            self.playable.len(),
            output::count(self.decks, "deck")
        );
        for deck in &self.playable {
            text += &format!("  {deck}\n");
        }
        if !self.lacking.is_empty() {
            text += "\nwhat the others lack:\n";
        }
        for LackingCard { deck, cards } in &self.lacking {
            let count = output::count(cards.len(), "card");
            text += &format!("  {deck}: {count}: {}\n", cards.join("; "));
        }
        if !self.next.is_empty() {
            text += "\nwhat to add next, and which decks that makes playable:\n";
        }
        let (mut cards, mut decks) = (0, self.playable.len());
        for step in &self.next {
            cards += step.cards.len();
            decks += step.decks.len();
            text += &format!(
                "  {} ({cards} so far): {}\n    {} ({decks} so far): {}\n",
                output::count(step.cards.len(), "card"),
                step.cards.join("; "),
                output::count(step.decks.len(), "deck"),
                step.decks.join(", ")
            );
        }
        text
    }
}

/// The cards of a deck that can't be played, by name; unknown ones by passcode.
fn lacking(cards: &Catalogue, file: &Path) -> Result<BTreeSet<String>> {
    let (deck, unknown): (Deck, _) = match input::read_deck(cards, file)? {
        Ok(parsed) => (parsed.deck, Vec::new()),
        Err(DeckError::Unknown { cards: unknown, rest }) => (rest.deck, unknown),
        Err(error) => return Err(error.into()),
    };
    let name = |code: &CardCode| cards.name(*code).to_owned();
    let played = deck.main.iter().chain(&deck.extra);
    let mut lacking: BTreeSet<String> =
        played.filter(|code| !is_supported(cards, **code)).map(name).collect();
    lacking.extend(unknown.iter().map(|card| format!("passcode {}", card.passcode)));
    Ok(lacking)
}

/// One deck after the other: always the one that lacks fewest cards, of several the one whose cards
/// make most decks playable, then the first by name.
fn unlocks(missing: &BTreeMap<String, BTreeSet<String>>) -> Vec<Unlock> {
    let mut left: Vec<(&String, BTreeSet<&String>)> =
        missing.iter().map(|(deck, cards)| (deck, cards.iter().collect())).collect();
    let mut steps = Vec::new();
    while !left.is_empty() {
        let unlocked = |cards: &BTreeSet<&String>| {
            left.iter().filter(|(_, lacks)| lacks.is_subset(cards)).count()
        };
        let best = left
            .iter()
            .min_by_key(|(deck, cards)| (cards.len(), std::cmp::Reverse(unlocked(cards)), *deck));
        let Some(cards) = best.map(|(_, cards)| cards.clone()) else { break };
        let whole = |(_, lacks): &(&String, BTreeSet<&String>)| lacks.is_subset(&cards);
        let decks = left.iter().filter(|deck| whole(deck)).map(|(deck, _)| (*deck).clone());
        let decks: Vec<String> = decks.collect();
        left.retain(|deck| !whole(deck));
        for (_, lacks) in &mut left {
            lacks.retain(|card| !cards.contains(card));
        }
        steps.push(Unlock { cards: cards.into_iter().cloned().collect(), decks });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decks(decks: &[(&str, &[&str])]) -> BTreeMap<String, BTreeSet<String>> {
        let cards = |cards: &[&str]| cards.iter().map(|card| (*card).to_owned()).collect();
        decks.iter().map(|(deck, lacks)| ((*deck).to_owned(), cards(lacks))).collect()
    }

    #[test]
    fn the_deck_that_lacks_least_comes_first_and_takes_others_with_it() {
        let steps = unlocks(&decks(&[
            ("a", &["Book of Moon", "Sangan", "Scapegoat"]),
            ("b", &["Jinzo", "Sangan"]),
            ("c", &["Book of Moon", "Scapegoat"]),
            ("d", &["Scapegoat", "Book of Moon"]),
        ]));
        let names = |step: &Unlock| (step.cards.join(", "), step.decks.join(", "));
        let steps: Vec<(String, String)> = steps.iter().map(names).collect();
        let step = |cards: &str, decks: &str| (cards.to_owned(), decks.to_owned());
        assert_eq!(
            steps,
            [step("Book of Moon, Scapegoat", "c, d"), step("Sangan", "a"), step("Jinzo", "b")]
        );
    }

    #[test]
    fn nothing_lacks_nothing() {
        assert_eq!(unlocks(&BTreeMap::new()), []);
    }
}
