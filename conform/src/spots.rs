//! Places of ours in the words of the recordings.

use duelfish_engine::{Duel, Game, Place, Player, Pose, PublicSpot, Seat, Spot, View, kind};

use crate::beat::At;

/// The DEF of a Link Monster, which has none; the record of a battle adds up what would change one.
pub(crate) const NO_DEF: i64 = -1;

/// The Field Zone's number among a player's Spell & Trap Zones.
pub(crate) const FIELD: u8 = 5;

/// A place that a card moved from or to.
pub(crate) fn moved(spot: Spot) -> At {
    let word = match spot.place {
        Place::DeckRest | Place::DeckTop | Place::DeckBottom => "deck",
        Place::Hand => "hand",
        Place::Monster => "mzone",
        Place::Spell | Place::Field | Place::Pendulum => "szone",
        Place::Grave => "gy",
        Place::Banished => "banished",
        Place::Extra => "extra",
        Place::Material => "overlay",
        Place::Nowhere => "none",
    };
    let seq = match spot.place {
        Place::Monster | Place::Spell | Place::Pendulum => Some(u32::from(spot.seat)),
        Place::Field => Some(u32::from(FIELD)),
        _ => None,
    };
    let pos = seq.is_some().then(|| pose_word(spot.pose).to_owned());
    // A material is on nobody's side.
    let con = if spot.place == Place::Material { 0 } else { spot.player.0 };
    At { con, loc: word.to_owned(), seq, pos }
}

/// A card where it is now: its passcode, and how the recordings write its place. The passcode is 0
/// for cards of piles, which events name by their number there.
pub(crate) fn card_at(duel: &Duel, game: &Game<'static>, spot: PublicSpot) -> (u32, At) {
    let view = duel.judge_view(game);
    let passcode = |print| game.cards.facts(print).passcode;
    let (print, player, loc, seq, pose) = match spot {
        PublicSpot::Monster(player, seat) => {
            let monster = view.monster(player, seat);
            let print = monster.as_ref().and_then(|monster| monster.print);
            (print, player, "mzone", Some(seat.0), monster.map(|monster| monster.pose))
        }
        PublicSpot::Spell(player, seat) => {
            let card = view.spell(player, seat);
            let print = card.and_then(|card| card.print);
            (print, player, "szone", Some(seat), card.map(|card| spell_pose(card.face_up)))
        }
        PublicSpot::Field(player) => {
            let card = view.field(player);
            let print = card.and_then(|card| card.print);
            (print, player, "szone", Some(FIELD), card.map(|card| spell_pose(card.face_up)))
        }
        PublicSpot::Deck(player) => (None, player, "deck", None, None),
        PublicSpot::Hand(player) => (None, player, "hand", None, None),
        PublicSpot::Grave(player) => (None, player, "gy", None, None),
        PublicSpot::Banished(player) => (None, player, "banished", None, None),
        PublicSpot::Extra(player) => (None, player, "extra", None, None),
        PublicSpot::Elsewhere => (None, Player::FIRST, "none", None, None),
    };
    let at = At {
        con: player.0,
        loc: loc.to_owned(),
        seq: seq.map(u32::from),
        pos: pose.map(|pose| pose_word(pose).to_owned()),
    };
    (print.map_or(0, passcode), at)
}

/// Current ATK and DEF of the monster in a zone.
pub(crate) fn values(view: View<'_>, spot: PublicSpot) -> (i64, i64) {
    let PublicSpot::Monster(player, seat) = spot else { return (0, 0) };
    let Some(monster) = view.monster(player, seat) else { return (0, 0) };
    let link = monster.print.is_some_and(|print| view.game().cards.facts(print).is(kind::LINK));
    let values = monster.values.map_or((0, 0), |v| (i64::from(v.atk), i64::from(v.def)));
    if link { (values.0, NO_DEF) } else { values }
}

/// The seat of a zone number of the recordings.
pub(crate) fn monster_seat(seq: u8) -> Option<Seat> {
    (seq < Seat::ALL).then_some(Seat(seq))
}

/// How a Spell or Trap lies.
pub(crate) const fn spell_pose(face_up: bool) -> Pose {
    if face_up { Pose::Up } else { Pose::Down }
}

/// The recordings' word for how a card lies.
pub(crate) const fn pose_word(pose: Pose) -> &'static str {
    match pose {
        Pose::Attack => "atk",
        Pose::Defense => "def",
        Pose::Set => "set",
        Pose::Up => "faceup",
        Pose::Down => "facedown",
    }
}
