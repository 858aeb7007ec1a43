//! Reading actions: the meaning of a text, whether or not it is legal.

use super::error::NotationError;
use super::words::{read_player, read_spell_zone, read_zone, word_of};
use crate::decision::Verb;
use crate::game::Game;
use crate::ids::{BattlePosition, Location, MonsterZone, Player};
use duelfish_script::{CardCode, attribute_named, type_named};

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
    InHand { code: CardCode, effect: Option<u8> },
    /// A Pendulum Summon: the usual one, or one more that an effect allows.
    PendulumSummon { more: bool },
    /// A Monster Zone.
    Zone { zone: MonsterZone, theirs: bool },
    /// An attack from a zone, at a zone or directly.
    Attack(MonsterZone, Option<MonsterZone>),
    /// A card that is activated or chosen. Without a number any effect and any copy will do.
    Card { player: Player, card: NamedCard, effect: Option<u8>, copy: Option<u8> },
    /// A Spell & Trap Zone, from 0.
    SpellZone { zone: u8, theirs: bool },
    /// A number.
    Number(u8),
    /// A Type or an Attribute, as its bit.
    Type(u32),
    /// A card name.
    Name(CardCode),
    /// A position.
    BattlePosition(BattlePosition),
    /// An action that the effect of this card allows.
    Allowed { code: CardCode, copy: Option<u8> },
}

/// A card in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedCard {
    /// By zone.
    InZone(Location, u8),
    /// By name.
    Named(Location, CardCode),
    /// A card of a hand that can't be seen.
    Unseen,
}

/// The places where cards are named, with their words.
const PILES: [(&str, Location); 6] = [
    ("material", Location::Material),
    ("hand", Location::Hand),
    ("deck", Location::DeckRest),
    ("grave", Location::Grave),
    ("banished", Location::Banished),
    ("extra", Location::Extra),
];

/// The word for a place where cards are named.
pub(super) fn word_of_pile(location: Location) -> &'static str {
    PILES.iter().find(|(_, other)| *other == location).map_or("elsewhere", |(word, _)| word)
}

/// The words behind a monster that is Set as a Spell.
pub(super) const AS_SPELL: &str = " as spell";
/// The words for a Pendulum Summon.
pub(super) const PENDULUM_SUMMON: &str = "pendulum summon";

type ReadResult<T> = Result<T, NotationError>;

/// The action that a text means as an answer of `asked`.
pub(super) fn intent(game: &Game<'_>, asked: Player, text: &str) -> ReadResult<Intent> {
    let text = text.trim();
    if let Some(rest) = text.to_ascii_lowercase().strip_prefix(PENDULUM_SUMMON) {
        return pendulum_summon(text, rest);
    }
    let (verb, rest) = verb_of(text)?;
    let code = |name: &str| {
        game.cards.find(name).ok_or_else(|| NotationError::Card(name.trim().to_owned()))
    };
    let meant = match verb {
        Verb::Summon | Verb::Set | Verb::Discard => {
            let name = rest.strip_suffix(AS_SPELL).filter(|_| verb == Verb::Set);
            Meant::InHand { code: code(name.unwrap_or(rest))?, effect: name.map(|_| 1) }
        }
        Verb::SpecialSummon if !rest.starts_with("grave:") => {
            let (rest, effect) = numbered(rest, '#');
            Meant::InHand { code: code(rest)?, effect }
        }
        Verb::Tribute | Verb::Zone => {
            let (player, zone) = of_player(asked, rest);
            Meant::Zone { zone: read_zone(zone)?, theirs: player != asked }
        }
        Verb::Flip | Verb::Reposition | Verb::GiveBack | Verb::GeminiSummon => {
            Meant::Zone { zone: read_zone(rest)?, theirs: false }
        }
        Verb::Attack => attack(rest)?,
        Verb::Activate | Verb::Choose | Verb::SpecialSummon => card(game, asked, rest)?,
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
        Verb::Name => Meant::Name(code(rest)?),
        Verb::BattlePosition => Meant::BattlePosition(position(rest)?),
        Verb::SpellZone => {
            let (player, zone) = of_player(asked, rest);
            Meant::SpellZone { zone: read_spell_zone(zone)?, theirs: player != asked }
        }
        Verb::Use => {
            let (rest, copy) = numbered(rest, '*');
            Meant::Allowed { code: code(rest)?, copy }
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

/// A Pendulum Summon, whose verb has words of its own: `rest` follows them in the text.
fn pendulum_summon(text: &str, rest: &str) -> ReadResult<Intent> {
    let more = match rest.trim() {
        "" => false,
        "more" => true,
        _ => return Err(NotationError::Words(text.to_owned())),
    };
    Ok(Intent { verb: Verb::SpecialSummon, meant: Meant::PendulumSummon { more } })
}

/// The verb with which a text begins, and what follows.
fn verb_of(text: &str) -> ReadResult<(Verb, &str)> {
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

fn attack(rest: &str) -> ReadResult<Meant> {
    if let Some((from, at)) = rest.split_once("->") {
        return Ok(Meant::Attack(read_zone(from)?, Some(read_zone(at)?)));
    }
    let from = rest.strip_suffix("direct").ok_or(NotationError::Attack)?;
    Ok(Meant::Attack(read_zone(from)?, None))
}

fn card(game: &Game<'_>, asked: Player, rest: &str) -> ReadResult<Meant> {
    let (rest, copy) = numbered(rest, '*');
    let (rest, effect) = numbered(rest, '#');
    let (player, location) = of_player(asked, rest);
    let card = location_of(game, location)?;
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

fn location_of(game: &Game<'_>, location: &str) -> ReadResult<NamedCard> {
    if location.eq_ignore_ascii_case("field") {
        return Ok(NamedCard::InZone(Location::Field, 0));
    }
    if location.eq_ignore_ascii_case("hand") {
        return Ok(NamedCard::Unseen);
    }
    if let Ok(zone) = read_zone(location) {
        return Ok(NamedCard::InZone(Location::Monster, zone.0));
    }
    if let Ok(zone) = read_spell_zone(location) {
        return Ok(NamedCard::InZone(Location::Spell, zone));
    }
    let pile = location.split_once(':').and_then(|(word, name)| {
        let word = word.trim();
        let (_, pile) = PILES.iter().find(|(other, _)| other.eq_ignore_ascii_case(word))?;
        Some((*pile, name.trim()))
    });
    // A name alone is a card of the hand.
    let (pile, name) = pile.unwrap_or((Location::Hand, location));
    match game.cards.find(name) {
        Some(code) => Ok(NamedCard::Named(pile, code)),
        None if name.is_empty() => Err(NotationError::Location(location.to_owned())),
        None => Err(NotationError::Card(name.to_owned())),
    }
}

fn position(text: &str) -> ReadResult<BattlePosition> {
    let positions = [BattlePosition::Attack, BattlePosition::Defense, BattlePosition::Set];
    let found = positions.into_iter().find(|position| position.word().eq_ignore_ascii_case(text));
    found.ok_or_else(|| NotationError::BattlePosition(text.to_owned()))
}
