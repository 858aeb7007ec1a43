//! Events as players hear of them, and as logs write them.

use crate::event::{Cause, Event, Heard, PublicEvent, PublicSpot, Spot};
use crate::game::Game;
use crate::ids::{CardId, Player};
use crate::state::Duel;
use duelfish_script::{attribute_name, type_name};

impl Event {
    /// The event as a player hears of it; `duel` is the duel just after it. None for events that
    /// say nothing that another one doesn't say.
    #[must_use]
    pub fn heard_by(self, duel: &Duel, player: Player) -> Option<PublicEvent> {
        self.heard(duel, Some(player))
    }

    /// The same with nothing hidden, as [`Duel::judge_view`] shows the duel. Not for players.
    #[must_use]
    pub fn heard_by_judge(self, duel: &Duel) -> Option<PublicEvent> {
        self.heard(duel, None)
    }

    fn heard(self, duel: &Duel, eye: Option<Player>) -> Option<PublicEvent> {
        let at = |card: CardId| PublicSpot::from(duel.spot(card));
        let code = |card: CardId, knows: bool| Heard(knows.then(|| duel.code(card)));
        let known = |card: CardId| code(card, eye.is_none_or(|player| duel.knows(player, card)));
        let shown_to = |card: CardId, to: Player| code(card, eye.is_none_or(|player| player == to));
        Some(match self {
            Self::Turn { number, player } => PublicEvent::Turn { number, player },
            Self::Phase(phase) => PublicEvent::Phase(phase),
            // The move to the hand says it already.
            Self::Drew { .. } => return None,
            Self::Moved { card, from, to, cause, seen } => {
                let saw = |player: Player| seen >> player.number() & 1 == 1;
                moved(code(card, eye.is_none_or(saw)), from, to, cause)
            }
            Self::Summoning { card, tributes } => PublicEvent::Summoning(at(card), tributes),
            Self::Summoned { card } => PublicEvent::Summoned(at(card)),
            Self::SetMonster { card } => PublicEvent::SetMonster(at(card)),
            Self::SetSpell { card } => PublicEvent::SetSpell(at(card)),
            Self::SpecialSummoning { card } => PublicEvent::SpecialSummoning(at(card)),
            Self::SpecialSummoned => PublicEvent::SpecialSummoned,
            Self::Activating { card, player: by, effect, link } => {
                // A card that is activated is shown to both players.
                PublicEvent::Activating(at(card), code(card, true), by, effect, link)
            }
            Self::Targeted { card } => PublicEvent::Targeted(at(card), known(card)),
            Self::Activated { link } => PublicEvent::Activated(link),
            Self::Resolving { link } => PublicEvent::Resolving(link),
            Self::Resolved { link } => PublicEvent::Resolved(link),
            Self::ActivationNegated { link } => PublicEvent::ActivationNegated(link),
            Self::EffectNegated { link } => PublicEvent::EffectNegated(link),
            Self::Counters { card, kind, change } => PublicEvent::Counters(at(card), kind, change),
            Self::Tossed { player, coins, heads } => PublicEvent::Tossed(player, coins, heads),
            Self::Rolled { player, dice, results } => PublicEvent::Rolled(player, dice, results),
            Self::ChainEnded => PublicEvent::ChainEnded,
            Self::Damaged { player, amount } => PublicEvent::Damaged(player, amount),
            Self::Gained { player, amount } => PublicEvent::Gained(player, amount),
            Self::Paid { player, amount } => PublicEvent::Paid(player, amount),
            Self::LifeLost { player, left } => PublicEvent::LifeLost(player, left),
            Self::Equipped { card, host } => PublicEvent::Equipped(at(card), at(host)),
            Self::Noticed { card, by } => PublicEvent::Noticed(at(card), shown_to(card, by), by),
            Self::Excavated { card } => {
                PublicEvent::Excavated(duel.controller(card), duel.code(card))
            }
            Self::Revealed { card, to } => PublicEvent::Revealed(at(card), shown_to(card, to), to),
            Self::Declared { player, number } => PublicEvent::Declared(player, number),
            Self::DeclaredType { player, race } => PublicEvent::DeclaredType(player, race),
            Self::DeclaredAttribute { player, attribute } => {
                PublicEvent::DeclaredAttribute(player, attribute)
            }
            Self::DeclaredName { player, name } => PublicEvent::DeclaredName(player, name),
            Self::UsedAllowed { player, effect } => PublicEvent::UsedAllowed(player, effect),
            Self::Shuffled { player } => PublicEvent::Shuffled(player),
            Self::FlipSummoning { card } => PublicEvent::FlipSummoning(at(card)),
            Self::FlipSummoned { card } => PublicEvent::FlipSummoned(at(card)),
            Self::PositionChanged { card, to, .. } => {
                PublicEvent::PositionChanged(at(card), known(card), to)
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
        let name = |card: CardId| game.cards.name(duel.code(card));
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
            Self::SetMonster { card } | Self::SetSpell { card } => format!("set {}", name(card)),
            Self::SpecialSummoning { card } => format!("special summoning {}", name(card)),
            Self::SpecialSummoned => "special summoned".to_owned(),
            Self::Activating { card, player, link, .. } => {
                format!("chain {link} {player} {}", name(card))
            }
            Self::Targeted { card } => format!("target {}", name(card)),
            Self::Activated { link } => format!("chained {link}"),
            Self::Resolving { link } => format!("resolving {link}"),
            Self::Resolved { link } => format!("resolved {link}"),
            Self::ActivationNegated { link } => format!("activation negated {link}"),
            Self::EffectNegated { link } => format!("effect negated {link}"),
            Self::Counters { card, kind, change } => {
                format!("counters {} {change:+} {}", name(card), kind.name())
            }
            Self::Tossed { player, coins, heads } => tossed(player, coins, heads),
            Self::Rolled { player, dice, results } => rolled(player, dice, results),
            Self::ChainEnded => "chain ends".to_owned(),
            Self::Damaged { player, amount } => format!("{player} takes {amount}"),
            Self::Gained { player, amount } => format!("{player} gains {amount}"),
            Self::Paid { player, amount } => format!("{player} pays {amount}"),
            Self::LifeLost { player, left } => format!("{player} has {left} left"),
            Self::Equipped { card, host } => format!("equip {} -> {}", name(card), name(host)),
            Self::Noticed { card, by } => format!("{by} notices {}", name(card)),
            Self::Excavated { card } => format!("excavates {}", name(card)),
            Self::Revealed { card, to } => format!("{to} sees {}", name(card)),
            Self::Declared { player, number } => format!("{player} declares {number}"),
            Self::DeclaredName { player, name } => declares(player, Some(game.cards.name(name))),
            Self::DeclaredAttribute { player, attribute } => {
                declares(player, attribute_name(attribute))
            }
            Self::DeclaredType { player, race } => declares(player, type_name(race)),
            Self::UsedAllowed { player, effect } => {
                let code = game.cards.scripts().effect(effect).code;
                format!("{player} uses {}", game.cards.name(code))
            }
            Self::Shuffled { player } => format!("{player} shuffles"),
            Self::FlipSummoning { card } => format!("flip summoning {}", name(card)),
            Self::FlipSummoned { card } => format!("flip summoned {}", name(card)),
            Self::PositionChanged { card, from, to } => {
                format!("{} turns {} -> {}", name(card), from.word(), to.word())
            }
            Self::AttackDeclared { attacker, target } => match target {
                Some(target) => format!("attack {} -> {}", name(attacker), name(target)),
                None => format!("attack {} direct", name(attacker)),
            },
            Self::DamageStepBegan => "damage step".to_owned(),
            Self::Battled { attacker_destroyed, target_destroyed, .. } => {
                format!("battle destroys {}", destroyed(attacker_destroyed, target_destroyed))
            }
            Self::BattleDamage { player, amount } => format!("{player} loses {amount}"),
            Self::DamageStepEnded => "damage step ends".to_owned(),
            Self::Over(outcome) => format!("over {outcome}"),
        }
    }
}

/// How a player's coins fall.
fn tossed(player: Player, coins: u8, heads: u8) -> String {
    let side = |coin| if heads >> coin & 1 == 1 { "heads" } else { "tails" };
    let sides: Vec<&str> = (0..coins).map(side).collect();
    format!("{player} tosses {}", sides.join(" "))
}

/// How a player's dice fall.
fn rolled(player: Player, dice: u8, results: u16) -> String {
    let faces: Vec<String> = dice_of(dice, results).map(|face| face.to_string()).collect();
    format!("{player} rolls {}", faces.join(" "))
}

/// That a player declares what has this name.
fn declares(player: Player, name: Option<&str>) -> String {
    format!("{player} declares {}", name.unwrap_or("nothing"))
}

/// The move of a card, as a player hears of it.
fn moved(card: Heard, from: Spot, to: Spot, cause: Cause) -> PublicEvent {
    let position = to.position;
    PublicEvent::Moved { card, from: from.into(), to: to.into(), position, cause }
}

/// Which of two monsters a battle destroys.
const fn destroyed(attacker: bool, target: bool) -> &'static str {
    match (attacker, target) {
        (false, false) => "nothing",
        (true, false) => "attacker",
        (false, true) => "target",
        (true, true) => "both",
    }
}

/// The results of dice that an event packs.
pub fn dice_of(dice: u8, results: u16) -> impl Iterator<Item = u8> {
    (0..dice).map(move |die| (results >> (3 * u16::from(die)) & 7) as u8)
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
            Self::Activate => "to activate",
            Self::ChainEnd => "after the chain",
            Self::Destroyed => "destroyed",
            Self::RuleDestroyed => "destroyed by rule",
            Self::Effect => "by effect",
            Self::Discarded => "discarded",
            Self::Cost => "as cost",
            Self::Material => "as material",
            Self::SpecialSummon => "to special summon",
            Self::Control => "by control",
            Self::Replaced => "replaced",
            Self::Equip => "to be equipped",
            Self::Return => "to return",
        }
    }
}

impl std::fmt::Display for PublicSpot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Deck(player) => write!(f, "{player} deck"),
            Self::Hand(player) => write!(f, "{player} hand"),
            Self::Monster(player, zone) => write!(f, "{player} {zone}"),
            Self::Spell(player, zone) => write!(f, "{player} S{}", zone + 1),
            Self::Field(player) => write!(f, "{player} field"),
            Self::Grave(player) => write!(f, "{player} grave"),
            Self::Banished(player) => write!(f, "{player} banished"),
            Self::Extra(player) => write!(f, "{player} extra"),
            Self::Elsewhere => write!(f, "elsewhere"),
        }
    }
}
