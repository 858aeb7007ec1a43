//! Decks, and how a text becomes one.

use std::collections::BTreeMap;

use duelfish_engine::{CardCode, Catalogue, kind};

use crate::check::{DeckRules, Problem, check_for, check_with};
use crate::error::{DeckError, UnknownCard, UrlFault};
use crate::facts::catalogue;
use crate::place::{DeckPart, Place, Places, Spots};
use crate::{ydk, ydke};

/// No deck file is anywhere near this long, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// Artworks are numbered at most this far after their card.
const ARTWORKS: u32 = 9;

/// The cards of a player, each as the row of the [`catalogue`] that is its base artwork.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// The name of the deck; a parsed deck is called like its file.
    pub name: String,
    /// The cards that are drawn, in the order of the file.
    pub main: Vec<CardCode>,
    /// Fusion, Synchro, Xyz and Link Monsters, in the order of the file.
    pub extra: Vec<CardCode>,
    /// Cards of all kinds to exchange between duels, in the order of the file.
    pub side: Vec<CardCode>,
}

impl Deck {
    /// The cards of one part.
    #[must_use]
    pub fn part(&self, part: DeckPart) -> &[CardCode] {
        match part {
            DeckPart::Main => &self.main,
            DeckPart::Extra => &self.extra,
            DeckPart::Side => &self.side,
        }
    }
}

/// A deck with what there is to say about the text it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The deck, which may still break the rules for decks.
    pub deck: Deck,
    /// Notes on text that was read differently from how it is written.
    pub notes: Vec<Note>,
    /// Where each card of the deck stands.
    pub places: Places,
}

impl Parsed {
    /// The problems that [`check`](crate::check()) finds in this deck, with places.
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        self.check_with(catalogue())
    }

    /// As [`Parsed::check`], for a deck that was read with [`parse_with`].
    #[must_use]
    pub fn check_with(&self, cards: &Catalogue) -> Vec<Problem> {
        check_with(cards, &self.deck, Some(&self.places))
    }

    /// As [`Parsed::check_with`], in a format of its own.
    #[must_use]
    pub fn check_for(&self, cards: &Catalogue, format: &DeckRules<'_>) -> Vec<Problem> {
        check_for(cards, format, &self.deck, Some(&self.places))
    }
}

/// Something that was read differently from how it is written. The Display is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    /// A token was dropped, because tokens are no part of a deck.
    #[error("{at}: {name} ({passcode}) was left out, because tokens are no part of a deck")]
    Token {
        /// Where it stands.
        at: Spots,
        /// Its passcode.
        passcode: u32,
        /// Its name.
        name: String,
    },
    /// An unknown passcode was read as another artwork of the card just before it.
    #[error("{at}: unknown passcode {passcode} was read as another artwork of {name} ({base})")]
    Artwork {
        /// Where it stands.
        at: Spots,
        /// The unknown passcode.
        passcode: u32,
        /// The card's name.
        name: String,
        /// The card's own passcode.
        base: u32,
    },
}

/// One passcode of a text, before it is looked up.
pub(crate) struct DeckEntry {
    pub(crate) passcode: u32,
    pub(crate) is_side: bool,
    pub(crate) place: Place,
}

/// Reads a deck: a .ydk file, or a text with nothing but a `ydke://` URL beside comments.
///
/// `file` is only what messages call the text; its last component without `.ydk` names the deck.
/// Cards go to the Main or Extra Deck by their kind, whatever heading they stand under; known
/// artworks become their card. A card that breaks a rule for decks is no error here but a
/// [`Problem`] for [`check`](crate::check()).
///
/// # Errors
/// Fails when the text is no deck: too long, not UTF-8, without cards, or with a line, URL or
/// passcode that means nothing.
///
/// ```
/// let parsed = duelfish_cards::parse(b"#main\r\n89631139\r\n", "decks/kaiba.ydk").unwrap();
/// assert_eq!(parsed.deck.name, "kaiba");
/// assert_eq!(parsed.deck.main.len(), 1);
///
/// let error = duelfish_cards::parse(b"#main\n123\n", "new.ydk").unwrap_err();
/// let message = "new.ydk:2: no known card has passcode 123; correct it or remove it";
/// assert_eq!(error.to_string(), message);
/// ```
pub fn parse(text: &[u8], file: &str) -> Result<Parsed, DeckError> {
    parse_with(catalogue(), text, file)
}

/// As [`parse`], with cards of another catalogue than the pool's.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_with(cards: &Catalogue, text: &[u8], file: &str) -> Result<Parsed, DeckError> {
    let file = file.replace(char::is_control, "?");
    if text.len() > MAX_BYTES {
        return Err(DeckError::TooLarge { file, bytes: text.len() });
    }
    let text = decoded(text, &file)?;
    let entries = url_in(text, &file).unwrap_or_else(|| ydk::read(lines(text), &file))?;
    sorted(cards, &entries, file)
}

/// The text without its byte order mark.
pub(crate) fn decoded<'a>(bytes: &'a [u8], file: &str) -> Result<&'a str, DeckError> {
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => text.len(),
        Err(error) => error.valid_up_to(),
    };
    let (text, _) = bytes.split_at(valid);
    let wrong = text.iter().position(|&byte| byte == 0).unwrap_or(valid);
    if let Some(&byte) = bytes.get(wrong) {
        let before = String::from_utf8_lossy(&bytes[..wrong]);
        let line = lines(&before).last().map_or(1, |(line, _)| line);
        return Err(DeckError::NotText { file: file.to_owned(), line, byte });
    }
    let text = std::str::from_utf8(text).unwrap_or_default();
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The lines with their numbers from 1, without blanks around them. A line ends at CR LF, LF or a
/// lone CR.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut rest = Some(text);
    let lines = std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\r', '\n']) else {
            rest = None;
            return Some(text.trim());
        };
        let (line, after) = text.split_at(end);
        rest = Some(after.strip_prefix("\r\n").unwrap_or(&after[1..]));
        Some(line.trim())
    });
    (1..).zip(lines)
}

/// The entries of a text that is a ydke URL, which is one that begins with a URL after any
/// comments; `None` for other texts. Nothing but comments may follow the URL.
fn url_in(text: &str, file: &str) -> Option<Result<Vec<DeckEntry>, DeckError>> {
    let is_content = |(_, line): &(u32, &str)| !line.is_empty() && !line.starts_with('#');
    let mut lines = lines(text).filter(is_content);
    let (line, url) = lines.next().filter(|(_, line)| line.starts_with(ydke::SCHEME))?;
    let entries = ydke::read(url, file, line);
    Some(match lines.next() {
        Some((line, rest)) if entries.is_ok() => {
            Err(DeckError::Url { file: file.to_owned(), line, fault: UrlFault::Rest(quoted(rest)) })
        }
        _ => entries,
    })
}

/// Looks the passcodes up and puts each card where it belongs.
pub(crate) fn sorted(
    cards: &Catalogue,
    entries: &[DeckEntry],
    file: String,
) -> Result<Parsed, DeckError> {
    let spot = |place| Spots { file: file.clone(), places: vec![place] };
    let mut deck = Deck { name: stem(&file).to_owned(), ..Deck::default() };
    let mut places = Places { file: file.clone(), ..Places::default() };
    let mut notes = Vec::new();
    let mut unknown: Vec<UnknownCard> = Vec::new();
    let mut unknown_rows: BTreeMap<u32, usize> = BTreeMap::new();
    for &DeckEntry { passcode, is_side, place } in entries {
        let code = match cards.by_passcode(passcode) {
            Some(code) => cards.base(code),
            None => match artwork_of(cards, passcode) {
                Some(code) => {
                    let name = cards.name(code).to_owned();
                    let base = cards.facts(code).passcode;
                    notes.push(Note::Artwork { at: spot(place), passcode, name, base });
                    code
                }
                None => {
                    let row = *unknown_rows.entry(passcode).or_insert(unknown.len());
                    match unknown.get_mut(row) {
                        Some(card) => card.at.places.push(place),
                        None => unknown.push(UnknownCard { passcode, at: spot(place) }),
                    }
                    continue;
                }
            },
        };
        let facts = cards.facts(code);
        if facts.is(kind::TOKEN) {
            let name = cards.name(code).to_owned();
            notes.push(Note::Token { at: spot(place), passcode, name });
            continue;
        }
        let (codes, places) = if is_side {
            (&mut deck.side, &mut places.side)
        } else if facts.is_any(kind::EXTRA_DECK) {
            (&mut deck.extra, &mut places.extra)
        } else {
            (&mut deck.main, &mut places.main)
        };
        codes.push(code);
        places.push(place);
    }
    if !unknown.is_empty() {
        let rest = Box::new(Parsed { deck, notes, places });
        return Err(DeckError::Unknown { cards: unknown, rest });
    }
    if deck.main.is_empty() && deck.extra.is_empty() && deck.side.is_empty() {
        return Err(DeckError::Empty { file });
    }
    Ok(Parsed { deck, notes, places })
}

/// The card of which an unknown passcode can only be a new artwork. The nearest known passcode
/// below is that card or one of its artworks, and the card is no token, since tokens are numbered
/// after cards too.
fn artwork_of(cards: &Catalogue, passcode: u32) -> Option<CardCode> {
    let below = (1..=ARTWORKS).filter_map(|step| passcode.checked_sub(step));
    let base = cards.base(below.filter_map(|number| cards.by_passcode(number)).next()?);
    let facts = cards.facts(base);
    let distance = passcode.checked_sub(facts.passcode)?;
    (distance <= ARTWORKS && !facts.is(kind::TOKEN)).then_some(base)
}

/// The last component of a path without `.ydk`.
fn stem(file: &str) -> &str {
    let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
    last.strip_suffix(".ydk").unwrap_or(last)
}

/// A text in quotes for a message: on one line and not long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    }
}
