//! Lists of cards in positions.

use super::error::Said;
use crate::limits::MAX_MAIN_DECK;
use duelfish_script::{CardCode, Catalogue};

/// Cards of one place in a position; more are surely a mistake.
const MAX_COUNT: usize = MAX_MAIN_DECK;

/// One item of a list: a card, how many, and its statuses.
pub(super) struct Item<'t> {
    pub(super) code: CardCode,
    pub(super) count: usize,
    pub(super) statuses: Vec<&'t str>,
}

/// The items of a list, parted by semicolons.
pub(super) fn read_items<'t>(cards: &Catalogue, list: &'t str) -> Said<Vec<Item<'t>>> {
    let texts = list.split(';').map(str::trim).filter(|text| !text.is_empty());
    texts.map(|text| read_item(cards, text)).collect()
}

fn read_item<'t>(cards: &Catalogue, text: &'t str) -> Said<Item<'t>> {
    let (text, statuses) = match text.split_once('[') {
        None => (text, Vec::new()),
        Some((name, rest)) => {
            let inner = rest.strip_suffix(']').ok_or("a `[` has no `]`")?;
            (name.trim(), inner.split(',').map(str::trim).collect())
        }
    };
    let (count, name) = match text.split_once('*') {
        None => (1, text),
        Some((count, name)) => {
            let number = count.trim().parse().ok().filter(|n| (1..=MAX_COUNT).contains(n));
            let bad =
                || format!("`{}` is no number of copies; write 1 to {MAX_COUNT}", short(count));
            (number.ok_or_else(bad)?, name.trim())
        }
    };
    let code = cards.find(name).ok_or_else(|| {
        format!("there is no card `{}`; write its printed name or passcode", short(name))
    })?;
    Ok(Item { code, count, statuses })
}

/// A line without its comment, which begins with `#`; `#2` with a number is the second effect of a
/// card in actions.
pub(crate) fn without_comment(line: &str) -> &str {
    let is_comment = |at: &usize| !line[at + 1..].starts_with(|next: char| next.is_ascii_digit());
    let end = line.match_indices('#').map(|(at, _)| at).find(is_comment);
    line[..end.unwrap_or(line.len())].trim()
}

/// A piece of input, short enough for a message of one line.
pub(crate) fn short(text: &str) -> String {
    let clean: String = text.trim().chars().filter(|c| !c.is_control()).take(40).collect();
    if clean.len() < text.trim().len() { format!("{clean}...") } else { clean }
}
