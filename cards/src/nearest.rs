//! The card that somebody meant who mistyped its name.

use duelfish_engine::{CardCode, Catalogue, kind};

/// Names less alike than this are no suggestion: 0 is nothing in common, 1 is the same.
const ALIKE: f64 = 0.7;
/// So much more alike must the name of a card be that is not preferred.
const OUTSIDE: f64 = 0.1;

/// The name most like a text, and how alike they are, from 0 to 1: the share of letters that need
/// no change, where two letters that changed places need one (`strsim::osa_distance`). Cards in `preferred` come before others that are
/// about as much alike. None if no name is much like it.
///
/// ```
/// let cards = duelfish_cards::catalogue();
/// let (name, alike) = duelfish_cards::nearest_name(cards, &[], "Monster Rebron").unwrap();
/// assert_eq!(name, "Monster Reborn");
/// assert!(alike > 0.8);
/// assert!(duelfish_cards::nearest_name(cards, &[], "xyzzy").is_none());
/// ```
#[must_use]
pub fn nearest_name<'c>(
    cards: &'c Catalogue,
    preferred: &[CardCode],
    text: &str,
) -> Option<(&'c str, f64)> {
    let text = text.to_lowercase();
    let length = text.chars().count();
    let mut best: Option<(&str, f64, f64)> = None;
    for (code, facts, name) in cards.iter() {
        // Names of another length need at least so many changes that they can't be alike.
        let other = name.chars().count();
        let is_far = length.abs_diff(other) as f64 > (1.0 - ALIKE) * length.max(other) as f64;
        if is_far || facts.is(kind::TOKEN) {
            continue;
        }
        let changes = strsim::osa_distance(&text, &name.to_lowercase());
        let alike = 1.0 - changes as f64 / length.max(other).max(1) as f64;
        let rank = alike - if preferred.contains(&code) { 0.0 } else { OUTSIDE };
        if alike >= ALIKE && best.is_none_or(|(_, _, other)| rank > other) {
            best = Some((name, alike, rank));
        }
    }
    best.map(|(name, alike, _)| (name, alike))
}
