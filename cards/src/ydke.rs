//! The `ydke://` URL: three lists of passcodes in base64, each closed by `!`.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use duelfish_engine::Catalogue;

use crate::deck::{Deck, DeckEntry, quoted};
use crate::error::{DeckError, UrlFault};
use crate::facts::catalogue;
use crate::place::{DeckPart, Place};

/// How every ydke URL begins.
pub(crate) const SCHEME: &str = "ydke://";

/// Writes padding, and reads URLs that lost theirs.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Reads a URL that begins with [`SCHEME`] and stands on the given line.
pub(crate) fn read(url: &str, file: &str, line: u32) -> Result<Vec<DeckEntry>, DeckError> {
    read_parts(url, line).map_err(|fault| DeckError::Url { file: file.to_owned(), line, fault })
}

fn read_parts(url: &str, line: u32) -> Result<Vec<DeckEntry>, UrlFault> {
    let mut rest = url.strip_prefix(SCHEME).unwrap_or(url);
    let mut entries = Vec::new();
    for part in DeckPart::ALL {
        let (code, after) = rest.split_once('!').ok_or(UrlFault::NoMark(part))?;
        rest = after;
        let bytes = BASE64.decode(code).map_err(|_| UrlFault::Base64(part))?;
        let (cards, []) = bytes.as_chunks() else {
            return Err(UrlFault::Length { part, bytes: bytes.len() });
        };
        for (card, &passcode) in (1..).zip(cards) {
            let place = Place::Url { line, part, card };
            let passcode = u32::from_le_bytes(passcode);
            entries.push(DeckEntry { passcode, is_side: part == DeckPart::Side, place });
        }
    }
    if rest.is_empty() { Ok(entries) } else { Err(UrlFault::Rest(quoted(rest))) }
}

/// The deck as a `ydke://` URL.
///
/// ```
/// let deck = duelfish_cards::parse(b"89631139", "one.ydk").unwrap().deck;
/// assert_eq!(duelfish_cards::to_ydke(&deck), "ydke://o6lXBQ==!!!");
/// ```
#[must_use]
pub fn to_ydke(deck: &Deck) -> String {
    to_ydke_with(catalogue(), deck)
}

/// As [`to_ydke`], for a deck of another catalogue than the pool's.
#[must_use]
pub fn to_ydke_with(cards: &Catalogue, deck: &Deck) -> String {
    let mut url = SCHEME.to_owned();
    for part in DeckPart::ALL {
        let codes = deck.part(part).iter();
        let bytes: Vec<u8> =
            codes.flat_map(|&code| cards.facts(code).passcode.to_le_bytes()).collect();
        BASE64.encode_string(bytes, &mut url);
        url.push('!');
    }
    url
}
