//! The list of names: `3 Monster Reborn`, a card a line.

use std::fmt::Write as _;

use duelfish_engine::{CardCode, Catalogue};

use crate::deck::{Deck, DeckEntry, MAX_BYTES, Parsed, decoded, lines, parse_with, quoted, sorted};
use crate::error::{DeckError, UnknownName};
use crate::nearest::nearest_name;
use crate::place::{DeckPart, Place};
use crate::ydke;

/// Copies that one line may stand for.
const MOST_COPIES: u32 = 99;
/// No list has more cards.
const MOST_CARDS: usize = 100_000;
/// Passcodes have at least so many digits, numbers of copies fewer.
const PASSCODE_DIGITS: usize = 3;

/// Reads a list of names.
///
/// Each line is a card's name or passcode, with the number of copies before it if it is not one:
/// `3 Monster Reborn` or `3x Monster Reborn`. Lines that begin with `#` are headings or remarks.
/// Every line after one that begins with `!` belongs to the Side Deck; Main and Extra Deck are told
/// apart by the cards, as in [`parse`](crate::parse). Capital letters and punctuation of names
/// don't matter.
///
/// # Errors
/// Fails when the text is no list, with a line for each name that no card has.
///
/// ```
/// let cards = duelfish_cards::catalogue();
/// let text = b"#main\n2 Gemini Elf\nDark Hole\n!side\n1 Jinzo\n";
/// let deck = duelfish_cards::parse_names(cards, text, "some.txt").unwrap().deck;
/// assert_eq!((deck.main.len(), deck.side.len()), (3, 1));
///
/// let error = duelfish_cards::parse_names(cards, b"Gemini Elv\n", "some.txt").unwrap_err();
/// let message = "some.txt:1: no card is called \"Gemini Elv\"; did you mean `Gemini Elf`?";
/// assert_eq!(error.to_string(), message);
/// ```
pub fn parse_names(cards: &Catalogue, text: &[u8], file: &str) -> Result<Parsed, DeckError> {
    let file = file.replace(char::is_control, "?");
    if text.len() > MAX_BYTES {
        return Err(DeckError::TooLarge { file, bytes: text.len() });
    }
    let bytes = text.len();
    let text = decoded(text, &file)?;
    let (mut entries, mut unknown) = (Vec::new(), Vec::new());
    let mut is_side = false;
    for (line, content) in lines(text) {
        is_side |= content.starts_with('!');
        if content.is_empty() || content.starts_with(['#', '!']) {
            continue;
        }
        match card(cards, content) {
            NameLine::Card(copies, code) => {
                let passcode = cards.facts(code).passcode;
                let entry = || DeckEntry { passcode, is_side, place: Place::Line(line) };
                entries.extend((0..copies).map(|_| entry()));
            }
            NameLine::Copies => {
                return Err(DeckError::Copies { file, line, text: quoted(content) });
            }
            NameLine::Unknown(name) => {
                let nearest = nearest_name(cards, &[], name).map(|(name, _)| name.to_owned());
                unknown.push(UnknownName { file: file.clone(), line, name: quoted(name), nearest });
            }
        }
        if entries.len() > MOST_CARDS || unknown.len() > UnknownName::MOST {
            break;
        }
    }
    if !unknown.is_empty() {
        return Err(DeckError::UnknownNames(unknown));
    }
    if entries.len() > MOST_CARDS {
        return Err(DeckError::TooLarge { file, bytes });
    }
    sorted(cards, &entries, file)
}

/// Reads a deck in any form: a file whose name ends with `.ydk` and a `ydke://` URL as such, another
/// text as a list of names unless all its lines begin with passcodes.
///
/// # Errors
/// Those of [`parse_with`](crate::parse_with) or [`parse_names`].
pub fn parse_any(cards: &Catalogue, text: &[u8], file: &str) -> Result<Parsed, DeckError> {
    let is_ydk = file.rsplit('.').next().is_some_and(|end| end.eq_ignore_ascii_case("ydk"));
    if !is_ydk && text.len() <= MAX_BYTES && is_list(decoded(text, file)?) {
        parse_names(cards, text, file)
    } else {
        parse_with(cards, text, file)
    }
}

/// Whether a text is neither a URL nor a list of passcodes.
fn is_list(text: &str) -> bool {
    let mut lines = lines(text)
        .map(|(_, line)| line)
        .filter(|line| !line.is_empty() && !line.starts_with(['#', '!']))
        .peekable();
    let digits = |line: &str| line.bytes().take_while(u8::is_ascii_digit).count();
    lines.peek().is_some_and(|line| !line.starts_with(ydke::SCHEME))
        && lines.any(|line| digits(line) < PASSCODE_DIGITS)
}

/// The content of a line of a list.
enum NameLine<'a> {
    Card(u32, CardCode),
    /// The number of copies is none.
    Copies,
    /// No card has this name.
    Unknown(&'a str),
}

fn card<'a>(cards: &Catalogue, content: &'a str) -> NameLine<'a> {
    // A name may begin with a number itself.
    if let Some(code) = cards.by_name(content) {
        return NameLine::Card(1, code);
    }
    let end = content.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = content.split_at(end);
    let name = rest.strip_prefix(['x', 'X']).filter(|name| name.starts_with(char::is_whitespace));
    let name = name.unwrap_or(rest);
    if number.is_empty() || !name.starts_with(char::is_whitespace) {
        return cards
            .find(content)
            .map_or(NameLine::Unknown(content), |code| NameLine::Card(1, code));
    }
    let name = name.trim();
    // The name comes first here too: one card's name is a number.
    match (number.parse(), cards.by_name(name).or_else(|| cards.find(name))) {
        (_, None) => NameLine::Unknown(name),
        (Ok(copies @ 1..=MOST_COPIES), Some(code)) => NameLine::Card(copies, code),
        (_, Some(_)) => NameLine::Copies,
    }
}

/// The deck as a list of names that [`parse_names`] reads back, in the same order: copies are on one line
/// if they follow each other. A card whose name means another one is written as its passcode.
///
/// ```
/// let text = b"#main\n69140098\n69140098\n!side\n89631139\n";
/// let deck = duelfish_cards::parse(text, "twins.ydk").unwrap().deck;
/// let list = duelfish_cards::to_names(duelfish_cards::catalogue(), &deck);
/// assert_eq!(list, "# twins\n#main\n2 Gemini Elf\n#extra\n!side\n1 Blue-Eyes White Dragon\n");
/// ```
#[must_use]
pub fn to_names(cards: &Catalogue, deck: &Deck) -> String {
    let name: String = deck.name.chars().filter(|c| !c.is_control()).collect();
    let mut text = format!("# {name}\n");
    for part in DeckPart::ALL {
        text.push_str(part.heading());
        for copies in deck.part(part).chunk_by(|a, b| a == b) {
            for copies in copies.chunks(MOST_COPIES as usize) {
                let _ = writeln!(text, "{} {}", copies.len(), label(cards, copies[0]));
            }
        }
    }
    text
}

fn label(cards: &Catalogue, code: CardCode) -> String {
    let name = cards.name(code);
    let means_it = cards.by_name(name) == Some(code) && name.trim() == name;
    if means_it { name.to_owned() } else { cards.facts(code).passcode.to_string() }
}
