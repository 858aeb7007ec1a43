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
    begun: usize,
    /// How many places of the table that was begun last were told, in their order.
    places: usize,
}

/// The places of a whole table in their order, each with its player.
const PLACES: [(u8, u8); 6] = [
    (0, location::MONSTER),
    (1, location::MONSTER),
    (0, location::SPELL),
    (1, location::SPELL),
    (0, location::HAND),
    (1, location::HAND),
];

impl Tables {
    /// Whether this is the last message of a table that is saved because a player may act freely.
    pub(super) fn ask_freely(&mut self, packet: Packet<'_>) -> bool {
        let Packet { kind, content } = packet;
        if kind != kinds::LIES {
            let because_of_message = kinds::WITH_TABLE.contains(&kind).into();
            *self = Self { because_of_message, ..Self::default() };
            return false;
        }
        let place = content.first().copied().zip(content.get(1).copied());
        self.places = match place {
            place if place == PLACES.get(self.places).copied() => self.places + 1,
            place if place == Some(PLACES[0]) => 1,
            _ => 0,
        };
        self.begun += usize::from(self.places == 1);
        self.begun > self.because_of_message && self.places == PLACES.len()
    }
}

/// The cards in a player's Monster Zones, by a message; none if it is about another place or says
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

#[cfg(test)]
mod tests {
    use super::*;

    /// How many free questions these messages show: of a message about a place its player and place.
    fn asked(messages: &[(u8, &[(u8, u8)])]) -> usize {
        let mut tables = Tables::default();
        let mut free = 0;
        for (kind, places) in messages {
            tables.ask_freely(Packet { kind: *kind, content: &[] });
            for (player, place) in *places {
                let content = &[*player, *place, 0, 0, 0, 0];
                free += usize::from(tables.ask_freely(Packet { kind: kinds::LIES, content }));
            }
        }
        free
    }

    #[test]
    fn a_table_that_no_message_brings_is_a_question() {
        let twice = [PLACES, PLACES].concat();
        assert_eq!(asked(&[(kinds::PHASE, &PLACES)]), 0);
        assert_eq!(asked(&[(kinds::PHASE, &twice)]), 1);
        assert_eq!(asked(&[(kinds::SET, &PLACES)]), 1);
        // Without hands it is a question about a response, and in another order a hand is tested.
        assert_eq!(asked(&[(kinds::SUMMONING, &PLACES[..4])]), 0);
        let mut sides = PLACES;
        sides.sort_unstable();
        assert_eq!(asked(&[(kinds::SET, &[sides, sides].concat())]), 0);
    }
}
