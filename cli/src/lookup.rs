//! Cards that somebody means who does not write a whole name.

use anyhow::{Result, bail};
use duelfish_cards::{nearest_name, part_of_name};
use duelfish_engine::{CardCode, Catalogue};

/// Most names in a list of cards that a text can mean.
pub(crate) const NAMES: usize = 12;

/// Cards that a text could mean.
pub(crate) enum LookedUp {
    /// This one.
    One(CardCode),
    /// One of these, each name once, sorted by name.
    Several(Vec<String>),
    /// None; the name that looks most like it, if one does.
    None(Option<String>),
}

/// The cards with this name, or else with the text in their name: capital letters, blanks and punctuation
/// don't matter.
pub(crate) fn meant(cards: &Catalogue, text: &str) -> LookedUp {
    if let Some(code) = cards.find(text) {
        return LookedUp::One(code);
    }
    let fits = part_of_name(text);
    let mut found: Vec<(&str, CardCode)> = cards
        .iter()
        .filter(|(_, facts, name)| !facts.is_artwork() && fits(name))
        .map(|(code, _, name)| (name, code))
        .collect();
    found.sort_unstable();
    // Some cards were printed under several numbers.
    found.dedup_by_key(|(name, _)| *name);
    match found.as_slice() {
        [] => {
            LookedUp::None(nearest_name(cards, &[], text.trim()).map(|(name, _)| name.to_owned()))
        }
        [(_, code)] => LookedUp::One(*code),
        several => LookedUp::Several(several.iter().map(|(name, _)| (*name).to_owned()).collect()),
    }
}

/// The one card that is meant.
///
/// # Errors
/// Says which cards it could be, or which name looks most like it.
pub(crate) fn card(cards: &Catalogue, name: &str) -> Result<CardCode> {
    let text = name.escape_debug();
    Ok(match meant(cards, name) {
        LookedUp::One(code) => code,
        LookedUp::Several(names) => bail!(
            "there is no card `{text}`, and `{text}` is in the names of {} cards; \
             `duelfish cards \"{text}\"` lists them: {}{}",
            names.len(),
            names[..names.len().min(NAMES)].join(", "),
            if names.len() > NAMES { ", ..." } else { "" }
        ),
        LookedUp::None(Some(name)) => bail!("there is no card `{text}`; did you mean `{name}`?"),
        LookedUp::None(None) => {
            bail!("there is no card `{text}`; `duelfish cards PART_OF_NAME` lists names")
        }
    })
}
