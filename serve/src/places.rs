//! Where things lie, as the API names places.

use duelfish_engine::{Action, Location, Player, Pointer, PublicSpot, Verb};
use serde::Deserialize;
use serde_json::{Value, json};

/// The places that requests and answers know.
const PLACES: [(Location, &str); 9] = [
    (Location::Hand, "hand"),
    (Location::Monster, "monster"),
    (Location::Spell, "spell"),
    (Location::Field, "field"),
    (Location::Grave, "grave"),
    (Location::Banished, "banished"),
    (Location::Extra, "extra"),
    (Location::DeckRest, "deck"),
    (Location::Material, "material"),
];

/// A place that a request names.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlaceAsked {
    player: String,
    place: String,
    index: u8,
}

impl PlaceAsked {
    /// The place; none if there is no such.
    pub(crate) fn pointer(&self) -> Option<Pointer> {
        let player = Player::BOTH.into_iter().find(|player| player.to_string() == self.player)?;
        let (location, _) = PLACES.iter().find(|(_, word)| *word == self.place)?;
        Some(Pointer { player, location: *location, index: self.index })
    }
}

/// The card or zone that an action of this player is about; null if it is about none.
pub(crate) fn place_of(action: Action, me: Player) -> Value {
    if let Some(at) = action.pointer() {
        return pointed(at);
    }
    if let Some(index) = action.ordinal() {
        return place(me, "hand", index);
    }
    let whose = if action.is_theirs() { me.other() } else { me };
    match (action.monster_zone(), action.verb()) {
        (Some(zone), _) => place(whose, "monster", zone.index() as u8),
        (None, Verb::SpellZone) => place(whose, "spell", action.small_number()),
        _ => Value::Null,
    }
}

/// The zone that an action attacks; null if it attacks none.
pub(crate) fn target_of(action: Action, me: Player) -> Value {
    let target = action.target();
    target.map_or(Value::Null, |zone| place(me.other(), "monster", zone.index() as u8))
}

/// A place as events name it; of piles without the number of the card.
pub(crate) fn place_of_spot(spot: PublicSpot) -> Value {
    match spot {
        PublicSpot::Deck(player) => place(player, "deck", 0),
        PublicSpot::Hand(player) => place(player, "hand", 0),
        PublicSpot::Monster(player, zone) => place(player, "monster", zone.index() as u8),
        PublicSpot::Spell(player, zone) => place(player, "spell", zone),
        PublicSpot::Field(player) => place(player, "field", 0),
        PublicSpot::Grave(player) => place(player, "grave", 0),
        PublicSpot::Banished(player) => place(player, "banished", 0),
        PublicSpot::Extra(player) => place(player, "extra", 0),
        PublicSpot::Elsewhere => Value::Null,
    }
}

fn pointed(at: Pointer) -> Value {
    let word = match at.location {
        Location::DeckRest | Location::DeckTop | Location::DeckBottom => "deck",
        Location::Spell | Location::Pendulum => "spell",
        Location::Hand => "hand",
        Location::Monster => "monster",
        Location::Field => "field",
        Location::Grave => "grave",
        Location::Banished => "banished",
        Location::Extra => "extra",
        Location::Material => "material",
        Location::Nowhere => "nowhere",
    };
    place(at.player, word, at.index)
}

fn place(player: Player, place: &str, index: u8) -> Value {
    json!({ "player": player.to_string(), "place": place, "index": index })
}
