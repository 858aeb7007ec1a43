//! The words of the notation that other texts use too: verbs, players and zones.

use super::error::NotationError;
use crate::decision::Verb;
use crate::ids::{MonsterZone, Player};

/// The word with which an action of this verb begins.
pub(super) const fn word_of(verb: Verb) -> &'static str {
    match verb {
        Verb::Summon => "summon",
        Verb::Set => "set",
        Verb::Flip => "flip",
        Verb::Reposition => "position",
        Verb::ToBattle => "battle",
        Verb::ToMain2 => "main2",
        Verb::EndTurn => "end",
        Verb::Attack => "attack",
        Verb::Tribute => "tribute",
        Verb::Zone => "zone",
        Verb::Discard => "discard",
        Verb::Activate => "activate",
        Verb::Pass => "pass",
        Verb::Choose => "choose",
        Verb::Done => "done",
        Verb::Yes => "yes",
        Verb::No => "no",
        Verb::Number => "number",
        Verb::Type => "type",
        Verb::Attribute => "attribute",
        Verb::Name => "name",
        Verb::BattlePosition => "pose",
        Verb::SpellZone => "spell zone",
        Verb::Stop => "stop",
        Verb::GiveBack => "give back",
        Verb::Use => "use",
        Verb::SpecialSummon => "special summon",
        Verb::GeminiSummon => "gemini summon",
    }
}

/// `P1` or `P2`.
pub(crate) fn read_player(word: &str) -> Option<Player> {
    match word {
        "P1" | "p1" => Some(Player::FIRST),
        "P2" | "p2" => Some(Player::SECOND),
        _ => None,
    }
}

/// A Monster Zone: M1 to M5, E1 or E2.
pub(crate) fn read_zone(text: &str) -> Result<MonsterZone, NotationError> {
    let text = text.trim();
    let bad = || NotationError::Zone(text.to_owned());
    let (kind, number) = text.split_at_checked(1).ok_or_else(bad)?;
    match (kind, number.parse::<u8>()) {
        ("M" | "m", Ok(number @ 1..=5)) => Ok(MonsterZone(number - 1)),
        ("E" | "e", Ok(number @ 1..=2)) => Ok(MonsterZone(MonsterZone::MAIN + number - 1)),
        _ => Err(bad()),
    }
}

/// A Spell & Trap Zone, S1 to S5, numbered from 0.
pub(crate) fn read_spell_zone(text: &str) -> Result<u8, NotationError> {
    let text = text.trim();
    let number = text.strip_prefix(['S', 's']).and_then(|number| number.parse::<u8>().ok());
    let zone = number.filter(|number| (1..=5).contains(number)).map(|number| number - 1);
    zone.ok_or_else(|| NotationError::SpellZone(text.to_owned()))
}
