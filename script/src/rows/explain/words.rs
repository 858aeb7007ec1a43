//! Single words and endings of sentences.

use super::names::{EVENTS, PROPER_SUMMONS};
use crate::catalogue::TYPES;
use crate::ids::Phase;
use crate::rows::bits::{Events, event_bit, position_bit};
use crate::rows::expressions::{Compare, Stat};
use crate::rows::model::{Effect, Sides, Way, Who, WhoseTurn};
use crate::rows::modifier::Until;

/// The words for bits, with "or" between them.
pub(super) fn named<B: Copy + Into<u64>>(table: &[(B, &str)], bits: B) -> String {
    let words =
        table.iter().filter(|(bit, _)| bits.into() & (*bit).into() != 0).map(|(_, word)| *word);
    words.collect::<Vec<_>>().join(" or ")
}

pub(super) fn types(bits: u32) -> String {
    named(&TYPES, bits)
}

pub(super) fn events(bits: Events) -> String {
    named(EVENTS, bits)
}

/// Events where Summons count only if they were made in this way, by a card of these kinds.
pub(super) fn events_by(bits: Events, way: Way, kinds: u32) -> String {
    let proper = PROPER_SUMMONS.iter().find(|(kind, _)| kinds & kind != 0);
    let special = match way {
        Way::Any => return events(bits),
        Way::Newcomer => {
            return format!("that was Special Summoned in this turn {}", events(bits));
        }
        Way::Properly => proper.map_or("was Special Summoned in its own way", |(_, words)| words),
        Way::ByPendulum => "was Pendulum Summoned",
    };
    let summons =
        [(event_bit::SUMMONED, "was Tribute Summoned"), (event_bit::SPECIAL_SUMMONED, special)];
    let mut words: Vec<&str> =
        summons.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, words)| *words).collect();
    let rest = events(bits & !(event_bit::SUMMONED | event_bit::SPECIAL_SUMMONED));
    if !rest.is_empty() {
        words.push(&rest);
    }
    words.join(" or ")
}

pub(super) fn phase(number: u8) -> &'static str {
    let found = Phase::TABLE.get(usize::from(number)).copied().unwrap_or(Phase::Setup);
    phase_word(found)
}

pub(super) fn phases(bits: u16) -> String {
    let all = Phase::TABLE.iter().enumerate().filter(|(number, _)| bits >> number & 1 == 1);
    let mut words: Vec<&str> = all.map(|(_, phase)| phase_word(*phase)).collect();
    words.dedup();
    words.join(" or ")
}

pub(super) const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "the set-up",
        Phase::Draw => "Draw Phase",
        Phase::Standby => "Standby Phase",
        Phase::Main1 => "Main Phase 1",
        Phase::BattleStart | Phase::Battle | Phase::Damage | Phase::BattleEnd => "Battle Phase",
        Phase::Main2 => "Main Phase 2",
        Phase::End => "End Phase",
    }
}

/// The name of a number register.
pub(super) fn register(at: u8) -> &'static str {
    ["X", "Y", "Z", "W"][usize::from(at & 3)]
}

pub(super) const fn stat(stat: Stat) -> &'static str {
    match stat {
        Stat::Atk => "ATK",
        Stat::Def => "DEF",
        Stat::Level => "Level",
        Stat::Scale => "Pendulum Scale",
        Stat::Rank => "Rank",
    }
}

/// How an effect turns a monster.
pub(super) const fn turned(turn: WhoseTurn) -> &'static str {
    match turn {
        WhoseTurn::FaceDown => "face-down",
        WhoseTurn::Attack => "to face-up Attack Position",
        WhoseTurn::Defense => "to face-up Defense Position",
        WhoseTurn::UpQuietly => "to face-up Defense Position without Flip effects",
        WhoseTurn::Over => "to its other face-up position",
    }
}

pub(super) const fn compared(compare: Compare) -> &'static str {
    match compare {
        Compare::AtMost => "at most",
        Compare::AtLeast => "at least",
        Compare::Equal => "exactly",
        Compare::Differs => "other than",
    }
}

/// In which positions a monster is Special Summoned, if not in either face-up one.
pub(super) fn positions(bits: u8) -> String {
    if bits == position_bit::FACE_UP {
        return String::new();
    }
    let names = [
        (position_bit::ATTACK, "face-up Attack Position"),
        (position_bit::DEFENSE, "face-up Defense Position"),
        (position_bit::SET, "face-down Defense Position"),
    ];
    let said: Vec<&str> =
        names.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, name)| *name).collect();
    format!(" in {}", said.join(" or "))
}

pub(super) const fn player(who: Who) -> &'static str {
    match who {
        Who::Me => "you",
        Who::Opponent => "your opponent",
        Who::Both => "both players",
    }
}

pub(super) const fn possessive(who: Who) -> &'static str {
    match who {
        Who::Me => "your",
        Who::Opponent => "your opponent's",
        Who::Both => "both players'",
    }
}

pub(super) const fn a_of(who: Who) -> &'static str {
    match who {
        Who::Me => "one of your Monster Zones",
        Who::Opponent => "one of your opponent's Monster Zones",
        Who::Both => "a Monster Zone of each player",
    }
}

pub(super) const fn controller(sides: Sides) -> &'static str {
    match sides {
        Sides::Mine => " you control",
        Sides::Theirs => " your opponent controls",
        Sides::Both => "",
    }
}

pub(super) const fn owner(sides: Sides) -> &'static str {
    match sides {
        Sides::Mine => " of yours",
        Sides::Theirs => " of your opponent",
        Sides::Both => "",
    }
}

pub(super) const fn until(until: Until) -> &'static str {
    match until {
        Until::TakenOver => " while it has the effects",
        Until::Source => " while this card is face-up on the field",
        Until::EndOfTurn => " until the end of the turn",
        Until::EndOfTurnAnyway => " until the end of the turn, also face-down",
        Until::EndOfTurnHere => " until the end of the turn, while this card stays where it is",
        Until::EndOfDamage => " until the end of the Damage Step",
        Until::Forever => " while the monster stays face-up",
        Until::EndPhase => " until the End Phase",
        Until::EndOfCalculation => " until damage was calculated",
        Until::EndOfBattle => " until the Battle Phase ends",
        Until::OwnStandby => " until your next Standby Phase is over",
        Until::NextBattle => " in the next Battle Phase",
        Until::NextTurn => " in the next turn",
        Until::Responses | Until::NextResponses => " until nobody responds any more",
        Until::ForeverAnyway => " while the monster stays face-up, negated or not",
        Until::LeavesGraveAnyway => {
            " while the monster stays on the field, and then in the Graveyard"
        }
        Until::LeavesGrave => " while the monster stays face-up, and then in the Graveyard",
        Until::EndOfChain => " until the Chain ends",
        Until::ForeverOpen => {
            " while the monster stays face-up, negated or not, while what changes it goes on counting"
        }
        Until::EndOfCalculationOrTurn => " until damage was calculated, or the end of the turn",
        Until::PendulumSummonChosen => " in the Pendulum Summon that follows",
        Until::TwoTurns => " until the second End Phase",
        Until::ThreeTurns => " until the third End Phase",
        Until::FourTurns => " until the fourth End Phase",
        Until::FiveTurns => " until the fifth End Phase",
    }
}

/// Whether it can be used in the Damage Step.
pub(super) const fn damage_step(effect: &Effect) -> &'static str {
    match (effect.in_damage_step, effect.in_calculation) {
        (true, true) => ", also in the Damage Step and during damage calculation",
        (true, false) => ", also in the Damage Step",
        (false, true) => ", also during damage calculation",
        (false, false) => "",
    }
}
