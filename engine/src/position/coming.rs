//! From where a monster was Special Summoned, as a status in a position: `came-from=extra`.

use crate::ids::{CardId, Location};
use crate::state::{Duel, location_bit_of};

/// The places with their words.
const PLACES: [(Location, &str); 8] = [
    (Location::Hand, "hand"),
    (Location::DeckRest, "deck"),
    (Location::Extra, "extra"),
    (Location::Grave, "grave"),
    (Location::Banished, "banished"),
    (Location::Spell, "spell-zone"),
    (Location::Pendulum, "pendulum-zone"),
    (Location::Material, "material"),
];

/// The place that a status names.
pub(super) fn read_place(status: &str) -> Option<Location> {
    let named = status.strip_prefix("came-from=")?;
    PLACES.iter().find(|(_, word)| *word == named).map(|(place, _)| *place)
}

impl Duel {
    /// The word of the place from which a monster was Special Summoned, where a card asks for that.
    pub(super) fn place_it_came_from(&self, card: CardId) -> Option<&'static str> {
        let bits = location_bit_of(self.came_from(card));
        let found = PLACES.iter().find(|(place, _)| location_bit_of(*place) == bits);
        found.filter(|_| self.asks_of_coming()).map(|(_, word)| *word)
    }
}
