//! Why an answer to a smaller question is not legal.

use super::super::read::{Meant, NamedCard};
use super::super::word_of;
use super::activate::zone_word;
use super::{WhyLook, WhyReason};
use crate::decision::{Action, DecisionKind, Verb};
use crate::ids::{BattlePosition, Location, MonsterZone, Phase, Player};
use crate::state::{Procedure, ProgramFrame, status_bits};
use duelfish_script::{How, Op};

impl WhyLook<'_> {
    /// The reason for a verb that answers one kind of question.
    pub(super) fn no_answer(self, verb: Verb, meant: Meant) -> Option<WhyReason> {
        let Self { player, asked, .. } = self;
        if !answers(verb, asked) {
            return Some(self.unasked(verb));
        }
        match (verb, meant) {
            (Verb::Tribute, Meant::Zone { zone, theirs }) => self.no_tribute(zone, theirs),
            (Verb::Zone, Meant::Zone { zone, .. }) => Some(self.no_zone(zone)),
            (Verb::SpellZone, _) => {
                Some(WhyReason::by("DF-25", "that Spell & Trap Zone holds a card already"))
            }
            (Verb::Discard, Meant::InHand { code, .. }) => {
                let name = self.game.cards.name(code);
                Some(WhyReason::new(format!(
                    "{player} has no {name} in the hand behind the cards that were chosen, or too \
                     few cards would be left to choose"
                )))
            }
            (Verb::Choose, Meant::Card { player, card, .. }) => Some(self.no_choice(player, card)),
            (Verb::Done, _) => Some(WhyReason::new(format!("{player} must choose more cards"))),
            (Verb::Pass, _) => {
                Some(WhyReason::new(format!("{player} must take one of the mandatory effects")))
            }
            (Verb::Number, Meant::Number(number)) => {
                let ask = self.duel.ask();
                let (low, high) = ask.numbers();
                Some(WhyReason::new(format!("{number} is not from {low} to {high}")))
            }
            (Verb::Type, _) => Some(WhyReason::new("no card that counts here is of that Type")),
            (Verb::Attribute, _) => {
                Some(WhyReason::new("no monster that counts here has that Attribute"))
            }
            (Verb::Name, _) => Some(WhyReason::new("no card that may be named has this name")),
            (Verb::BattlePosition, Meant::BattlePosition(position)) => Some(WhyReason::new(
                format!("the monster can't come in the position {}", position.word()),
            )),
            (Verb::GiveBack, Meant::Zone { zone, .. }) => {
                Some(WhyReason::new(format!("no monster in {zone} changes its controller now")))
            }
            (Verb::Use, Meant::Allowed { code, .. }) => {
                let name = self.game.cards.name(code);
                Some(WhyReason::new(format!("{name} has left nothing that {player} could use now")))
            }
            _ => None,
        }
    }

    /// The verb answers another question than the one that is asked.
    fn unasked(self, verb: Verb) -> WhyReason {
        let Self { player, .. } = self;
        if verb == Verb::ToMain2 && self.duel.phase() == Phase::Main1 {
            return WhyReason::by(
                "BA-1",
                "Main Phase 2 follows the Battle Phase, and this is Main Phase 1",
            );
        }
        WhyReason::new(format!(
            "{player} is asked {}, and `{}` does not answer that",
            self.question(),
            word_of(verb)
        ))
    }

    fn no_tribute(self, zone: MonsterZone, theirs: bool) -> Option<WhyReason> {
        let Self { duel, player, .. } = self;
        let side = if theirs { player.other() } else { player };
        if duel.monster(side, zone).is_none() {
            return Some(self.no_monster(side, zone));
        }
        let text = if theirs {
            format!("no effect lets {player} Tribute that monster of {side} as one more Tribute")
        } else {
            "the Tributes could not be finished with that monster next: they are chosen in the order \
             of the zones, what must be Tributed is among them, and a zone must be free in the end"
                .to_owned()
        };
        Some(WhyReason::by("SU-01.9", text))
    }

    fn no_zone(self, zone: MonsterZone) -> WhyReason {
        let Self { duel, player, .. } = self;
        if duel.monster(player, zone).is_some() {
            return WhyReason::by("DF-6", format!("{zone} holds a monster already"));
        }
        if zone.0 < MonsterZone::MAIN {
            let text = format!(
                "this monster needs an Extra Monster Zone or one that a Link Monster points to, and \
                 none points to {zone}"
            );
            return WhyReason::by("DF-15.i", text);
        }
        let extra = |zone: &MonsterZone| duel.monster(player, *zone).is_some();
        if (MonsterZone::MAIN..MonsterZone::ALL).map(MonsterZone).any(|zone| extra(&zone)) {
            let text = format!("{player} uses the other Extra Monster Zone already");
            return WhyReason::by("DF-13.i", text);
        }
        if duel.ask().offered() >> MonsterZone::MAIN != 0 {
            let text = format!("a monster of {} is in {zone}", player.other());
            return WhyReason::by("DF-17", text);
        }
        WhyReason::by("DF-18", format!("{zone} is an Extra Monster Zone"))
    }

    /// The reason why a zone is one of the answers: an arrow where not every free zone would do.
    pub(super) fn may_take_zone(self, action: Action) -> WhyReason {
        let Self { duel, game, player, .. } = self;
        let usual =
            WhyReason::new(format!("it answers what {player} is asked: {}", self.question()));
        let frame = duel.frame();
        if frame.is(Procedure::ReturnToField) {
            let name = game.cards.name(duel.code(frame.card()));
            let text = format!("{name} comes back to {player}, who controlled it before");
            return WhyReason::by("DF-79.i", text);
        }
        let Some(zone) = action.monster_zone().filter(|zone| zone.0 < MonsterZone::MAIN) else {
            return usual;
        };
        let free = duel.free_main_zones(player);
        if action.is_theirs() || u32::from(free) & !u32::from(duel.ask().offered()) == 0 {
            return usual;
        }
        for side in Player::BOTH {
            for (at, card) in duel.monsters(side) {
                if duel.zones_pointed_by(game.cards, card, player) >> zone.0 & 1 == 1 {
                    let name = game.cards.name(duel.code(card));
                    let (whose, rule) = if side == player {
                        (String::new(), "SU-05.2")
                    } else {
                        (format!("{side}'s "), "SU-05.3")
                    };
                    let text = format!("{whose}{name} in {at} points to {zone}");
                    return WhyReason::by(rule, text);
                }
            }
        }
        usual
    }

    /// The reason why a card is one of the answers.
    pub(super) fn may_choose(self, action: Action) -> WhyReason {
        let Self { duel, game, player, .. } = self;
        let tribute = matches!(
            game.cards.scripts().op(duel.frame_data::<ProgramFrame>().op),
            Op::Choose { how: How::Tribute, .. }
        );
        let card = duel.pointed(action).map(|(_, card)| card);
        if let Some(card) =
            card.filter(|card| tribute && duel.position(*card) == BattlePosition::Set)
        {
            let name = game.cards.name(duel.code(card));
            let text = format!(
                "{name} may be Tributed face-down, also where the text asks what monster it is"
            );
            return WhyReason::by("BP-17", text);
        }
        WhyReason::new(format!("it answers what {player} is asked: {}", self.question()))
    }

    fn no_choice(self, player: Player, card: NamedCard) -> WhyReason {
        let monster = match card {
            NamedCard::InZone(Location::Monster, at) => self.duel.monster(player, MonsterZone(at)),
            _ => None,
        };
        if let Some(monster) = monster {
            let name = self.game.cards.name(self.duel.code(monster));
            if self.duel.has_status(monster, status_bits::DESTROYED_BY_BATTLE) {
                let text = format!(
                    "the battle has destroyed {name}, which is in its zone until the Damage Step ends \
                     but can't be chosen any more"
                );
                return WhyReason::by("BA-9", text);
            }
            if self.duel.has_status(monster, status_bits::SUMMONING) {
                let text = format!("{name} is being Summoned, and in no zone until it is");
                return WhyReason::by("SU-00.4c", text);
            }
        }
        let what = match card {
            NamedCard::Named(_, code) => self.game.cards.name(code).to_owned(),
            NamedCard::InZone(location, at) => format!("the card in {}", zone_word(location, at)),
            NamedCard::Unseen => "a card of that hand".to_owned(),
        };
        WhyReason::new(format!(
            "{what} is not there, does not fit what is chosen, or comes before a card that was \
             chosen (cards are chosen in the order of their places)"
        ))
    }
}

/// Whether a verb can answer a kind of question at all.
const fn answers(verb: Verb, asked: DecisionKind) -> bool {
    use DecisionKind as Kind;
    match verb {
        Verb::ToMain2 => matches!(asked, Kind::Battle),
        Verb::EndTurn => matches!(asked, Kind::Idle | Kind::Battle),
        Verb::Tribute => matches!(asked, Kind::Tribute),
        Verb::Zone => matches!(asked, Kind::Zone),
        Verb::SpellZone => matches!(asked, Kind::SpellZone),
        Verb::Discard => matches!(asked, Kind::Discard),
        Verb::Pass => matches!(asked, Kind::Respond),
        Verb::Choose | Verb::Done => matches!(asked, Kind::Card),
        Verb::Yes | Verb::No => matches!(asked, Kind::Confirm),
        Verb::Number => matches!(asked, Kind::Number),
        Verb::Type => matches!(asked, Kind::Type),
        Verb::Attribute => matches!(asked, Kind::Attribute),
        Verb::Name => matches!(asked, Kind::Name),
        Verb::BattlePosition => matches!(asked, Kind::BattlePosition),
        Verb::Stop => matches!(asked, Kind::Replay),
        Verb::GiveBack => matches!(asked, Kind::Respond),
        Verb::Use => matches!(asked, Kind::Idle | Kind::Battle | Kind::Respond),
        Verb::Summon
        | Verb::Set
        | Verb::Flip
        | Verb::Reposition
        | Verb::GeminiSummon
        | Verb::ToBattle
        | Verb::Attack
        | Verb::SpecialSummon
        | Verb::Activate => true,
    }
}
