//! Events as JSON: all that a player notices, and nothing else.

use duelfish_engine::{
    Catalogue, Heard, Outcome, Player, PublicEvent, PublicSpot, attribute_name, dice_of, type_name,
};
use serde_json::{Value, json};

/// An event that a player noticed, as programs are told it: docs/bots.md lists the words and their fields.
#[must_use]
pub fn event_as_json(event: &PublicEvent, cards: &Catalogue) -> Value {
    let name = |Heard(code): Heard| code.map(|code| cards.name(code));
    let of = |effect| {
        let effect = cards.scripts().effect(effect);
        (cards.name(effect.code), effect.ordinal)
    };
    match *event {
        PublicEvent::Turn { number, player } => {
            json!({ "event": "turn", "turn": number, "player": player.to_string() })
        }
        PublicEvent::Phase(phase) => json!({ "event": "phase", "phase": phase.word() }),
        PublicEvent::Moved { card, from, to, position, cause } => json!({
            "event": "moved",
            "card": name(card),
            "from": spot(from),
            "to": spot(to),
            "position": position.word(),
            "cause": cause.word(),
        }),
        PublicEvent::Summoning(at, tributes) => {
            json!({ "event": "summoning", "at": spot(at), "tributes": tributes })
        }
        PublicEvent::Summoned(at) => at_place("summoned", at),
        PublicEvent::SetMonster(at) | PublicEvent::SetSpell(at) => at_place("set", at),
        PublicEvent::SpecialSummoning(at) => at_place("special-summoning", at),
        PublicEvent::SpecialSummoned => json!({ "event": "special-summoned" }),
        PublicEvent::Activating(at, card, player, effect, link) => json!({
            "event": "activating",
            "at": spot(at),
            "card": name(card),
            "player": player.to_string(),
            "effect": of(effect).1,
            "link": link,
        }),
        PublicEvent::Targeted(at, card) => {
            json!({ "event": "targeted", "at": spot(at), "card": name(card) })
        }
        PublicEvent::Activated(link) => of_link("activated", link),
        PublicEvent::Resolving(link) => of_link("resolving", link),
        PublicEvent::Resolved(link) => of_link("resolved", link),
        PublicEvent::ActivationNegated(link) => of_link("activation-negated", link),
        PublicEvent::EffectNegated(link) => of_link("effect-negated", link),
        PublicEvent::Counters(at, kind, change) => {
            json!({ "event": "counters", "at": spot(at), "kind": kind.name(), "change": change })
        }
        PublicEvent::Tossed(player, coins, heads) => {
            let side = |coin| if heads >> coin & 1 == 1 { "heads" } else { "tails" };
            let coins: Vec<&str> = (0..coins).map(side).collect();
            json!({ "event": "tossed", "player": player.to_string(), "coins": coins })
        }
        PublicEvent::Rolled(player, dice, results) => {
            let dice: Vec<u16> = dice_of(dice, results).map(u16::from).collect();
            json!({ "event": "rolled", "player": player.to_string(), "dice": dice })
        }
        PublicEvent::ChainEnded => json!({ "event": "chain-ended" }),
        PublicEvent::Damaged(player, amount) => of_player("damaged", player, amount),
        PublicEvent::Gained(player, amount) => of_player("gained", player, amount),
        PublicEvent::Paid(player, amount) => of_player("paid", player, amount),
        PublicEvent::LifeLost(player, left) => of_player("left", player, left),
        PublicEvent::BattleDamage(player, amount) => of_player("battle-damage", player, amount),
        PublicEvent::Equipped(at, target) => {
            json!({ "event": "equipped", "at": spot(at), "target": spot(target) })
        }
        PublicEvent::Revealed(at, card, to) => {
            json!({ "event": "revealed", "at": spot(at), "card": name(card), "player": to.to_string() })
        }
        PublicEvent::Noticed(at, card, by) => {
            json!({ "event": "noticed", "at": spot(at), "card": name(card), "player": by.to_string() })
        }
        PublicEvent::Excavated(player, code) => {
            json!({ "event": "excavated", "player": player.to_string(), "card": cards.name(code) })
        }
        PublicEvent::Declared(player, number) => of_player("declared", player, number),
        PublicEvent::DeclaredName(player, code) => of_player("declared", player, cards.name(code)),
        PublicEvent::DeclaredAttribute(player, bit) => {
            of_player("declared", player, attribute_name(bit))
        }
        PublicEvent::DeclaredType(player, bit) => of_player("declared", player, type_name(bit)),
        PublicEvent::UsedAllowed(player, effect) => {
            json!({ "event": "used", "player": player.to_string(), "card": of(effect).0 })
        }
        PublicEvent::Shuffled(player) => {
            json!({ "event": "shuffled", "player": player.to_string() })
        }
        PublicEvent::FlipSummoning(at) => at_place("flip-summoning", at),
        PublicEvent::FlipSummoned(at) => at_place("flip-summoned", at),
        PublicEvent::PositionChanged(at, card, position) => json!({
            "event": "position-changed",
            "at": spot(at),
            "card": name(card),
            "position": position.word(),
        }),
        PublicEvent::AttackDeclared(at, target) => {
            json!({ "event": "attack", "at": spot(at), "target": target.map(spot) })
        }
        PublicEvent::DamageStepBegan => json!({ "event": "damage-step" }),
        PublicEvent::Battled(at, target, destroyed) => json!({
            "event": "battled",
            "at": spot(at),
            "target": target.map(spot),
            "destroyed": destroyed,
        }),
        PublicEvent::DamageStepEnded => json!({ "event": "damage-step-ended" }),
        PublicEvent::Over(outcome) => json!({
            "event": "over",
            "player": outcome.winner().map(|winner| winner.to_string()),
            "ended": Outcome::to_string(&outcome),
        }),
    }
}

fn spot(spot: PublicSpot) -> String {
    spot.to_string()
}

fn at_place(word: &str, at: PublicSpot) -> Value {
    json!({ "event": word, "at": spot(at) })
}

fn of_link(word: &str, link: u8) -> Value {
    json!({ "event": word, "link": link })
}

fn of_player(word: &str, player: Player, value: impl Into<Value>) -> Value {
    json!({ "event": word, "player": player.to_string(), "value": value.into() })
}
