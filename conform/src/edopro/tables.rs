//! Messages about what lies where.

use super::bytes::Bytes;
use super::file::Packet;
use super::kinds;
use super::places::location;
use super::told::Aside;

/// Messages about what lies where, from which can be told when a player was asked something.
///
/// EDOPro saves no questions, but before each it saves the zones of both players, and before those of a Main
/// Phase or Battle Step the hands too; it does the same after some messages.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// How many tables are saved because of the message before.
    because_of_message: usize,
    seen: usize,
    hands: usize,
}

impl Tables {
    /// Whether this is the last message of a table that is saved because a player may act freely.
    pub(super) fn ask_freely(&mut self, packet: Packet<'_>) -> bool {
        let Packet { kind, content } = packet;
        if kind != kinds::LIES {
            let because_of_message = kinds::WITH_TABLE.contains(&kind);
            *self = Self { because_of_message: because_of_message.into(), ..Self::default() };
            return false;
        }
        match content {
            [0, location::MONSTER, ..] => (self.seen, self.hands) = (self.seen + 1, 0),
            [_, location::HAND, ..] => self.hands += 1,
            _ => return false,
        }
        self.seen > self.because_of_message && self.hands == 2
    }
}

/// What a message about a player's Monster Zones says to lie where; none if it is about another place or says
/// something that can't be.
///
/// Of each zone it tells fields, one after the other: a length, a number, and what it is. An empty zone has
/// the length 0, and a number ends a zone.
pub(super) fn lies(content: &mut Bytes<'_>) -> Option<Aside> {
    const WHAT: &str = "what lies where";
    const CODE: u32 = 0x1;
    const END: u32 = 0x8000_0000;
    let player = content.u8(WHAT).ok()?;
    if content.u8(WHAT).ok()? != location::MONSTER {
        return None;
    }
    content.u32(WHAT).ok()?;
    let (mut zones, mut zone) = (Vec::new(), 0);
    while content.left() > 0 {
        let length = usize::from(content.u16(WHAT).ok()?);
        if length == 0 {
            zone += 1;
            continue;
        }
        let field = content.u32(WHAT).ok()?;
        let mut value = Bytes::new(content.take(length.checked_sub(4)?, WHAT).ok()?);
        match field {
            CODE => zones.push((zone, value.u32(WHAT).ok()?)),
            END => zone += 1,
            _ => {}
        }
    }
    Some(Aside::Lies(player, zones))
}
