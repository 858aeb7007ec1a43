//! Reading actions: the meaning of a text, whether or not it is legal.

use super::error::NotationError;
use super::words::{read_player, read_seat, read_spell_seat, word_of};
use crate::catalogue::{Print, attribute_named, type_named};
use crate::decision::Verb;
use crate::game::Game;
use crate::ids::{Place, Player, Pose, Seat};

/// A well-written action: its meaning, without the copy that would do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Intent {
    pub(super) verb: Verb,
    pub(super) meant: Meant,
}

/// The card, zone or number that an action is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// The verb says it all.
    Nothing,
    /// A card of the own hand that is Summoned, Set or discarded, or one of the Extra Deck that is
    /// Special Summoned, perhaps in this one of its ways.
    InHand { print: Print, effect: Option<u8> },
    /// A Pendulum Summon: the usual one, or one more that an effect allows.
    PendulumSummon { more: bool },
    /// A Monster Zone.
    Zone { seat: Seat, theirs: bool },
    /// An attack from a zone, at a zone or directly.
    Attack(Seat, Option<Seat>),
    /// A card that is activated or chosen. Without a number any effect and any copy will do.
    Card { player: Player, card: Card, effect: Option<u8>, copy: Option<u8> },
    /// A Spell & Trap Zone, from 0.
    SpellZone { seat: u8, theirs: bool },
    /// A number.
    Number(u8),
    /// A Type or an Attribute, as its bit.
    Type(u32),
    /// A card name.
    Name(Print),
    /// A position.
    Pose(Pose),
    /// An action that the effect of this card allows.
    Allowed { print: Print, copy: Option<u8> },
}

/// A card in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Card {
    /// By zone.
    InZone(Place, u8),
    /// By name.
    Named(Place, Print),
    /// A card of a hand that can't be seen.
    Unseen,
}

/// The places where cards are named, with their words.
const PILES: [(&str, Place); 6] = [
    ("material", Place::Material),
    ("hand", Place::Hand),
    ("deck", Place::DeckRest),
    ("grave", Place::Grave),
    ("banished", Place::Banished),
    ("extra", Place::Extra),
];

/// The word for a place where cards are named.
pub(super) fn word_of_pile(place: Place) -> &'static str {
    PILES.iter().find(|(_, other)| *other == place).map_or("elsewhere", |(word, _)| word)
}

/// The words for a Pendulum Summon.
pub(super) const PENDULUM_SUMMON: &str = "pendulum summon";

type Read<T> = Result<T, NotationError>;

/// The action that a text means as an answer of `asked`.
pub(super) fn intent(game: &Game<'_>, asked: Player, text: &str) -> Read<Intent> {
    let text = text.trim();
    if let Some(rest) = text.to_ascii_lowercase().strip_prefix(PENDULUM_SUMMON) {
        let more = match rest.trim() {
            "" => false,
            "more" => true,
            _ => return Err(NotationError::Words(text.to_owned())),
        };
        let meant = Meant::PendulumSummon { more };
        return Ok(Intent { verb: Verb::SpecialSummon, meant });
    }
    let (verb, rest) = verb_of(text)?;
    let print = |name: &str| {
        game.cards.find(name).ok_or_else(|| NotationError::Card(name.trim().to_owned()))
    };
    let meant = match verb {
        Verb::Summon | Verb::Set | Verb::Discard => {
            Meant::InHand { print: print(rest)?, effect: None }
        }
        Verb::SpecialSummon => {
            let (rest, effect) = numbered(rest, '#');
            Meant::InHand { print: print(rest)?, effect }
        }
        Verb::Tribute | Verb::Zone => {
            let (player, zone) = of_player(asked, rest);
            Meant::Zone { seat: read_seat(zone)?, theirs: player != asked }
        }
        Verb::Flip | Verb::Reposition | Verb::GiveBack | Verb::GeminiSummon => {
            Meant::Zone { seat: read_seat(rest)?, theirs: false }
        }
        Verb::Attack => attack(rest)?,
        Verb::Activate | Verb::Choose => card(game, asked, rest)?,
        Verb::Number => {
            let number = rest.parse();
            Meant::Number(number.map_err(|_| NotationError::Number(rest.to_owned()))?)
        }
        Verb::Type => {
            let race = type_named(rest);
            Meant::Type(race.ok_or_else(|| NotationError::Type(rest.to_owned()))?)
        }
        Verb::Attribute => {
            let attribute = attribute_named(rest);
            Meant::Type(attribute.ok_or_else(|| NotationError::Attribute(rest.to_owned()))?)
        }
        Verb::Name => Meant::Name(print(rest)?),
        Verb::Pose => Meant::Pose(pose(rest)?),
        Verb::SpellZone => {
            let (player, zone) = of_player(asked, rest);
            Meant::SpellZone { seat: read_spell_seat(zone)?, theirs: player != asked }
        }
        Verb::Use => {
            let (rest, copy) = numbered(rest, '*');
            Meant::Allowed { print: print(rest)?, copy }
        }
        Verb::ToBattle
        | Verb::ToMain2
        | Verb::EndTurn
        | Verb::Pass
        | Verb::Done
        | Verb::Yes
        | Verb::No
        | Verb::Stop => {
            if !rest.is_empty() {
                return Err(NotationError::Words(text.to_owned()));
            }
            Meant::Nothing
        }
    };
    Ok(Intent { verb, meant })
}

/// The verb with which a text begins, and what follows.
fn verb_of(text: &str) -> Read<(Verb, &str)> {
    let found = Verb::TABLE.iter().find_map(|verb| {
        let word = word_of(*verb);
        let (start, rest) = text.split_at_checked(word.len())?;
        let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
        (ends && start.eq_ignore_ascii_case(word)).then_some((*verb, rest.trim()))
    });
    found.ok_or_else(|| {
        let word = text.split_whitespace().next().unwrap_or("").to_owned();
        let verbs: Vec<&str> = Verb::TABLE.iter().map(|verb| word_of(*verb)).collect();
        NotationError::Verb { word, verbs: verbs.join(", ") }
    })
}

/// Cuts off the player at the beginning of a place; without one it is the player's who is asked.
fn of_player(asked: Player, text: &str) -> (Player, &str) {
    let cut = text.split_once(char::is_whitespace);
    let cut = cut.and_then(|(word, rest)| Some((read_player(word)?, rest.trim())));
    cut.unwrap_or((asked, text))
}

fn attack(rest: &str) -> Read<Meant> {
    if let Some((from, at)) = rest.split_once("->") {
        return Ok(Meant::Attack(read_seat(from)?, Some(read_seat(at)?)));
    }
    let from = rest.strip_suffix("direct").ok_or(NotationError::Attack)?;
    Ok(Meant::Attack(read_seat(from)?, None))
}

fn card(game: &Game<'_>, asked: Player, rest: &str) -> Read<Meant> {
    let (rest, copy) = numbered(rest, '*');
    let (rest, effect) = numbered(rest, '#');
    let (player, place) = of_player(asked, rest);
    let card = place_of(game, place)?;
    Ok(Meant::Card { player, card, effect, copy })
}

/// Cuts off a number after a sign at the end; it counts from 1, the result from 0.
fn numbered(text: &str, sign: char) -> (&str, Option<u8>) {
    let cut = text.rsplit_once(sign).and_then(|(before, number)| {
        let number: u8 = number.trim().parse().ok()?;
        Some((before.trim(), number.checked_sub(1)?))
    });
    cut.map_or((text, None), |(before, number)| (before, Some(number)))
}

fn place_of(game: &Game<'_>, place: &str) -> Read<Card> {
    if place.eq_ignore_ascii_case("field") {
        return Ok(Card::InZone(Place::Field, 0));
    }
    if place.eq_ignore_ascii_case("hand") {
        return Ok(Card::Unseen);
    }
    if let Ok(seat) = read_seat(place) {
        return Ok(Card::InZone(Place::Monster, seat.0));
    }
    if let Ok(seat) = read_spell_seat(place) {
        return Ok(Card::InZone(Place::Spell, seat));
    }
    let pile = place.split_once(':').and_then(|(word, name)| {
        let word = word.trim();
        let (_, pile) = PILES.iter().find(|(other, _)| other.eq_ignore_ascii_case(word))?;
        Some((*pile, name.trim()))
    });
    // A name alone is a card of the hand.
    let (pile, name) = pile.unwrap_or((Place::Hand, place));
    match game.cards.find(name) {
        Some(print) => Ok(Card::Named(pile, print)),
        None if name.is_empty() => Err(NotationError::Place(place.to_owned())),
        None => Err(NotationError::Card(name.to_owned())),
    }
}

fn pose(text: &str) -> Read<Pose> {
    let poses = [Pose::Attack, Pose::Defense, Pose::Set];
    let found = poses.into_iter().find(|pose| pose.word().eq_ignore_ascii_case(text));
    found.ok_or_else(|| NotationError::Pose(text.to_owned()))
}
