//! The .ydk file: one passcode a line.

use std::fmt::Write as _;

use duelfish_engine::Catalogue;

use crate::deck::{Deck, DeckEntry, quoted};
use crate::error::DeckError;
use crate::facts::catalogue;
use crate::place::{DeckPart, Place};

/// Reads the lines of a .ydk file, given with their numbers.
///
/// The headings `#main` and `#extra` are comments like any other, because each card's kind says
/// where it belongs; every line that begins with `!` opens the Side Deck, whatever follows, and
/// nothing closes it.
pub(crate) fn read<'a>(
    lines: impl Iterator<Item = (u32, &'a str)>,
    file: &str,
) -> Result<Vec<DeckEntry>, DeckError> {
    let mut entries = Vec::new();
    let mut is_side = false;
    for (line, text) in lines {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if text.starts_with('!') {
            is_side = true;
            continue;
        }
        let passcode = passcode(text, file, line)?;
        entries.push(DeckEntry { passcode, is_side, place: Place::Line(line) });
    }
    Ok(entries)
}

/// The number with which a line begins; what follows it is a remark.
fn passcode(line_text: &str, file: &str, line: u32) -> Result<u32, DeckError> {
    let file = file.to_owned();
    let text = quoted(line_text);
    let unsigned = line_text.strip_prefix('-').unwrap_or(line_text);
    let end = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    let digits = &unsigned[..end];
    if digits.is_empty() {
        return Err(DeckError::NotANumber { file, line, text });
    }
    if unsigned.len() < line_text.len() {
        return Err(DeckError::Negative { file, line, text });
    }
    digits.parse().map_err(|_| DeckError::TooBig { file, line, text })
}

/// The deck as a .ydk file that every deck builder of the ecosystem reads.
///
/// ```
/// let text = b"#main\n69140098\n!side\n89631139\n";
/// let deck = duelfish_cards::parse(text, "twins.ydk").unwrap().deck;
/// let file = "#created by Duelfish: twins\n#main\n69140098\n#extra\n!side\n89631139\n";
/// assert_eq!(duelfish_cards::to_ydk(&deck), file);
/// ```
#[must_use]
pub fn to_ydk(deck: &Deck) -> String {
    to_ydk_with(catalogue(), deck)
}

/// As [`to_ydk`], for a deck of another catalogue than the pool's.
#[must_use]
pub fn to_ydk_with(cards: &Catalogue, deck: &Deck) -> String {
    let name: String = deck.name.chars().filter(|c| !c.is_control()).collect();
    let mut text = format!("#created by Duelfish: {name}\n");
    for part in DeckPart::ALL {
        text.push_str(part.heading());
        for &code in deck.part(part) {
            let _ = writeln!(text, "{}", cards.facts(code).passcode);
        }
    }
    text
}
