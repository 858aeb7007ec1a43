//! Places of ours in the words of the recordings.

use duelfish_engine::{BattlePosition, Duel, Game, Location, Player, PublicSpot, Spot, View, kind};

use crate::trace_event::At;

/// The DEF of a Link Monster, which has none; the record of a battle adds up what would change one.
pub(crate) const NO_DEF: i64 = -1;

/// The Field Zone's number among a player's Spell & Trap Zones.
pub(crate) const FIELD: u8 = 5;

/// A place that a card moved from or to.
pub(crate) fn moved(spot: Spot) -> At {
    let word = match spot.location {
        Location::DeckRest | Location::DeckTop | Location::DeckBottom => "deck",
        Location::Hand => "hand",
        Location::Monster => "mzone",
        Location::Spell | Location::Field | Location::Pendulum => "szone",
        Location::Grave => "gy",
        Location::Banished => "banished",
        Location::Extra => "extra",
        Location::Material => "overlay",
        Location::Nowhere => "none",
    };
    let seq = match spot.location {
        Location::Monster | Location::Spell | Location::Pendulum => Some(u32::from(spot.zone)),
        Location::Field => Some(u32::from(FIELD)),
        Location::Nowhere
        | Location::DeckRest
        | Location::DeckTop
        | Location::DeckBottom
        | Location::Hand
        | Location::Grave
        | Location::Banished
        | Location::Extra
        | Location::Material => None,
    };
    let pos = seq.is_some().then(|| position_word(spot.position).to_owned());
    // A material is on nobody's side.
    let con = if spot.location == Location::Material { 0 } else { spot.player.number() };
    At { con, loc: word.to_owned(), seq, pos }
}

/// A card where it is now: its passcode, and how the recordings write its place. The passcode is 0
/// for cards of piles, which events name by their number there.
pub(crate) fn card_at(duel: &Duel, game: &Game<'static>, spot: PublicSpot) -> (u32, At) {
    let view = duel.judge_view(game);
    let passcode = |code| game.cards.facts(code).passcode;
    let (code, player, loc, seq, position) = match spot {
        PublicSpot::Monster(player, zone) => {
            let monster = view.monster(player, zone);
            let code = monster.as_ref().and_then(|monster| monster.code);
            (code, player, "mzone", Some(zone.number()), monster.map(|monster| monster.position))
        }
        PublicSpot::Spell(player, zone) => {
            let card = view.spell(player, zone);
            let code = card.and_then(|card| card.code);
            (code, player, "szone", Some(zone), card.map(|card| spell_position(card.face_up)))
        }
        PublicSpot::Field(player) => {
            let card = view.field(player);
            let code = card.and_then(|card| card.code);
            (code, player, "szone", Some(FIELD), card.map(|card| spell_position(card.face_up)))
        }
        PublicSpot::Deck(player) => (None, player, "deck", None, None),
        PublicSpot::Hand(player) => (None, player, "hand", None, None),
        PublicSpot::Grave(player) => (None, player, "gy", None, None),
        PublicSpot::Banished(player) => (None, player, "banished", None, None),
        PublicSpot::Extra(player) => (None, player, "extra", None, None),
        PublicSpot::Elsewhere => (None, Player::FIRST, "none", None, None),
    };
    let at = At {
        con: player.number(),
        loc: loc.to_owned(),
        seq: seq.map(u32::from),
        pos: position.map(|position| position_word(position).to_owned()),
    };
    (code.map_or(0, passcode), at)
}

/// Current ATK and DEF of the monster in a zone.
pub(crate) fn values(view: View<'_>, spot: PublicSpot) -> (i64, i64) {
    let PublicSpot::Monster(player, zone) = spot else { return (0, 0) };
    let Some(monster) = view.monster(player, zone) else { return (0, 0) };
    let link = monster.code.is_some_and(|code| view.game().cards.facts(code).is(kind::LINK));
    let values = monster.values.map_or((0, 0), |v| (i64::from(v.atk), i64::from(v.def)));
    if link { (values.0, NO_DEF) } else { values }
}

/// How a Spell or Trap lies.
pub(crate) const fn spell_position(face_up: bool) -> BattlePosition {
    if face_up { BattlePosition::Up } else { BattlePosition::Down }
}

/// The recordings' word for how a card lies.
pub(crate) const fn position_word(position: BattlePosition) -> &'static str {
    match position {
        BattlePosition::Attack => "atk",
        BattlePosition::Defense => "def",
        BattlePosition::Set => "set",
        BattlePosition::Up => "faceup",
        BattlePosition::Down => "facedown",
    }
}
