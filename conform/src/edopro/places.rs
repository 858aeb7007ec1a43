//! Places in messages.

use super::bytes::Bytes;
use super::error::ReplayFileError;
use crate::trace_event::At;

/// Bits of a place.
pub(super) mod location {
    pub(in crate::edopro) const DECK: u8 = 0x1;
    pub(in crate::edopro) const HAND: u8 = 0x2;
    pub(in crate::edopro) const MONSTER: u8 = 0x4;
    pub(in crate::edopro) const SPELL: u8 = 0x8;
    pub(in crate::edopro) const GRAVE: u8 = 0x10;
    pub(in crate::edopro) const BANISHED: u8 = 0x20;
    pub(in crate::edopro) const EXTRA: u8 = 0x40;
    pub(in crate::edopro) const MATERIAL: u8 = 0x80;
}

/// Bits of a position.
mod position {
    pub(super) const ATTACK: u32 = 0x1;
    pub(super) const DEFENSE: u32 = 0x4;
    pub(super) const FACE_UP: u32 = ATTACK | DEFENSE;
}

/// A card with its place; `what` says in errors what they belong to.
pub(super) fn card(
    content: &mut Bytes<'_>,
    what: &'static str,
) -> Result<(u32, At), ReplayFileError> {
    Ok((content.u32(what)?, place(content, what)?))
}

/// How many places, and these.
pub(super) fn places(
    content: &mut Bytes<'_>,
    what: &'static str,
) -> Result<Vec<At>, ReplayFileError> {
    let count = content.count(10, what)?;
    (0..count).map(|_| place(content, what)).collect()
}

/// A place in full: whose, which, its number and how a card lies there.
pub(super) fn place(content: &mut Bytes<'_>, what: &'static str) -> Result<At, ReplayFileError> {
    let (con, loc) = (content.u8(what)?, content.u8(what)?);
    Ok(at(con, loc, content.u32(what)?, content.u32(what)?))
}

/// The place, if there is one.
pub(super) fn some(at: At) -> Option<At> {
    (at.loc != "none").then_some(at)
}

/// A place in the words of the recordings.
pub(super) fn at(con: u8, loc: u8, seq: u32, pos: u32) -> At {
    use location::{BANISHED, DECK, EXTRA, GRAVE, HAND, MATERIAL, MONSTER, SPELL};
    let word = match loc {
        _ if loc & MATERIAL != 0 => "overlay",
        _ if loc & DECK != 0 => "deck",
        _ if loc & HAND != 0 => "hand",
        _ if loc & MONSTER != 0 => "mzone",
        _ if loc & SPELL != 0 => "szone",
        _ if loc & GRAVE != 0 => "gy",
        _ if loc & BANISHED != 0 => "banished",
        _ if loc & EXTRA != 0 => "extra",
        _ => "none",
    };
    let lies = match word {
        "mzone" if pos & position::ATTACK != 0 => Some("atk"),
        "mzone" if pos & position::DEFENSE != 0 => Some("def"),
        "mzone" => Some("set"),
        "szone" if pos & position::FACE_UP != 0 => Some("faceup"),
        "szone" => Some("facedown"),
        _ => None,
    };
    At { con: con & 1, loc: word.to_owned(), seq: Some(seq), pos: lies.map(str::to_owned) }
}
