//! Events as players hear of them, and as logs write them.

use crate::duel::Game;
use crate::event::{Cause, Event, Heard, PublicEvent, PublicSpot};
use crate::ids::{Handle, Player};
use crate::state::Duel;

impl Event {
    /// The event as a player hears of it; `duel` is the duel just after it. None for events that
    /// say nothing that another one doesn't say.
    #[must_use]
    pub fn heard_by(self, duel: &Duel, player: Player) -> Option<PublicEvent> {
        let at = |card: Handle| PublicSpot::from(duel.spot(card));
        Some(match self {
            Self::Turn { number, player } => PublicEvent::Turn { number, player },
            Self::Phase(phase) => PublicEvent::Phase(phase),
            // The move to the hand says it already.
            Self::Drew { .. } => return None,
            Self::Moved { card, from, to, cause, seen } => {
                let known = seen >> player.0 & 1 == 1;
                let card = Heard(known.then(|| duel.print(card)));
                PublicEvent::Moved { card, from: from.into(), to: to.into(), pose: to.pose, cause }
            }
            Self::Summoning { card, tributes } => PublicEvent::Summoning(at(card), tributes),
            Self::Summoned { card } => PublicEvent::Summoned(at(card)),
            Self::SetMonster { card } => PublicEvent::SetMonster(at(card)),
            Self::FlipSummoning { card } => PublicEvent::FlipSummoning(at(card)),
            Self::FlipSummoned { card } => PublicEvent::FlipSummoned(at(card)),
            Self::PoseChanged { card, to, .. } => {
                let known = duel.knows(player, card);
                let heard = Heard(known.then(|| duel.print(card)));
                PublicEvent::PoseChanged(at(card), heard, to)
            }
            Self::AttackDeclared { attacker, target } => {
                PublicEvent::AttackDeclared(at(attacker), target.map(at))
            }
            Self::DamageStepBegan => PublicEvent::DamageStepBegan,
            Self::Battled { attacker, target, attacker_destroyed, target_destroyed } => {
                let destroyed = [attacker_destroyed, target_destroyed];
                PublicEvent::Battled(at(attacker), target.map(at), destroyed)
            }
            Self::BattleDamage { player, amount } => PublicEvent::BattleDamage(player, amount),
            Self::DamageStepEnded => PublicEvent::DamageStepEnded,
            Self::Over(outcome) => PublicEvent::Over(outcome),
        })
    }

    /// The event in words, as duel tests and logs write it, with nothing hidden.
    #[must_use]
    pub fn describe(self, duel: &Duel, game: &Game<'_>) -> String {
        let name = |card: Handle| game.cards.name(duel.print(card));
        match self {
            Self::Turn { number, player } => format!("turn {number} {player}"),
            Self::Phase(phase) => format!("phase {}", phase.word()),
            Self::Drew { player, card } => format!("{player} draws {}", name(card)),
            Self::Moved { card, from, to, cause, .. } => {
                let (from, to) = (PublicSpot::from(from), PublicSpot::from(to));
                format!("move {} {from} -> {to} {}", name(card), cause.word())
            }
            Self::Summoning { card, tributes } => {
                format!("summoning {} tributes {tributes}", name(card))
            }
            Self::Summoned { card } => format!("summoned {}", name(card)),
            Self::SetMonster { card } => format!("set {}", name(card)),
            Self::FlipSummoning { card } => format!("flip summoning {}", name(card)),
            Self::FlipSummoned { card } => format!("flip summoned {}", name(card)),
            Self::PoseChanged { card, from, to } => {
                format!("{} turns {} -> {}", name(card), from.word(), to.word())
            }
            Self::AttackDeclared { attacker, target } => match target {
                Some(target) => format!("attack {} -> {}", name(attacker), name(target)),
                None => format!("attack {} direct", name(attacker)),
            },
            Self::DamageStepBegan => "damage step".to_owned(),
            Self::Battled { attacker_destroyed, target_destroyed, .. } => {
                let word = match (attacker_destroyed, target_destroyed) {
                    (false, false) => "nothing",
                    (true, false) => "attacker",
                    (false, true) => "target",
                    (true, true) => "both",
                };
                format!("battle destroys {word}")
            }
            Self::BattleDamage { player, amount } => format!("{player} loses {amount}"),
            Self::DamageStepEnded => "damage step ends".to_owned(),
            Self::Over(outcome) => format!("over {outcome}"),
        }
    }
}

impl Cause {
    /// The word for it in logs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rule => "by rule",
            Self::Summon => "to summon",
            Self::Set => "to set",
            Self::Tribute => "as tribute",
            Self::Battle => "by battle",
            Self::HandLimit => "by hand limit",
        }
    }
}

impl std::fmt::Display for PublicSpot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Deck(player) => write!(f, "{player} deck"),
            Self::Hand(player) => write!(f, "{player} hand"),
            Self::Monster(player, seat) => write!(f, "{player} {seat}"),
            Self::Spell(player, seat) => write!(f, "{player} S{}", seat + 1),
            Self::Field(player) => write!(f, "{player} field"),
            Self::Grave(player) => write!(f, "{player} grave"),
            Self::Banished(player) => write!(f, "{player} banished"),
            Self::Extra(player) => write!(f, "{player} extra"),
            Self::Elsewhere => write!(f, "elsewhere"),
        }
    }
}
