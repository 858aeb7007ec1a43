//! The card that somebody meant who mistyped its name.

use duelfish_engine::{Catalogue, Print, kind};

/// Names less alike than this are no suggestion: 0 is nothing in common, 1 is the same.
const ALIKE: f64 = 0.7;
/// So much more alike must the name of a card be that the deck does not have.
const OUTSIDE: f64 = 0.1;

/// The name most like a text, and how alike they are, from 0 to 1: the share of letters that need
/// no change (`strsim::normalized_levenshtein`). Cards of the deck are preferred.
pub(super) fn nearest(cards: &Catalogue, deck: &[Print], text: &str) -> Option<(String, f64)> {
    let text = text.trim_end_matches(',').to_lowercase();
    let length = text.chars().count();
    let mut best: Option<(&str, f64, f64)> = None;
    for (print, facts, name) in cards.iter() {
        // Names of another length need at least so many changes that they can't be alike.
        let other = name.chars().count();
        let is_far = length.abs_diff(other) as f64 > (1.0 - ALIKE) * length.max(other) as f64;
        if is_far || facts.is(kind::TOKEN) {
            continue;
        }
        let likeness = strsim::normalized_levenshtein(&text, &name.to_lowercase());
        let rank = likeness - if deck.contains(&print) { 0.0 } else { OUTSIDE };
        if likeness >= ALIKE && best.is_none_or(|(_, _, other)| rank > other) {
            best = Some((name, likeness, rank));
        }
    }
    best.map(|(name, likeness, _)| (name.to_owned(), likeness))
}
