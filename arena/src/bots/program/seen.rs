//! A view as JSON: what a player may know, and nothing else.

use duelfish_engine::{CardCode, Counters, MonsterView, Player, SpellView, View};
use serde_json::{Map, Value, json};

/// Everything that a player sees, as programs are told it: docs/bots.md lists the fields.
#[must_use]
pub fn view_as_json(view: &View<'_>) -> Value {
    let name = |code: CardCode| view.game().cards.name(code);
    let chain = view.chain().map(|link| {
        json!({
            "player": link.player.to_string(),
            "card": name(link.code),
            "effect": link.effect,
            "from": link.spot.to_string(),
        })
    });
    let sides = Player::BOTH.map(|player| (player.to_string(), side_as_json(view, player)));
    json!({
        "turn": view.turn(),
        "turn_player": view.turn_player().to_string(),
        "phase": view.phase().word(),
        "chain": chain.collect::<Vec<_>>(),
        "players": Map::from_iter(sides),
    })
}

/// One side of the field. A hand or an Extra Deck that this player may not look at is told by number alone.
fn side_as_json(view: &View<'_>, player: Player) -> Value {
    let name = |code: CardCode| view.game().cards.name(code).to_owned();
    let mut side = json!({
        "lp": view.lp(player),
        "deck_count": view.deck_count(player),
        "hand_count": view.hand_count(player),
        "extra_count": view.extra_count(player),
        "normal_summons_used": view.normal_summons_used(player),
        "known_in_hand": view.known_in_hand(player).into_iter().map(name).collect::<Vec<_>>(),
        "known_top": or_null(view, view.known_top(player)),
        "extra_face_up": view.open_extra(player).map(name).collect::<Vec<_>>(),
        "grave": view.grave(player).map(name).collect::<Vec<_>>(),
        "banished": or_null(view, view.banished(player)),
        "monsters": view
            .monsters(player)
            .map(|(seat, monster)| {
                let materials: Vec<String> = view.materials(player, seat).map(name).collect();
                monster_as_json(view, &seat.to_string(), &monster, &materials)
            })
            .collect::<Vec<_>>(),
        "spells": view
            .spells(player)
            .map(|(seat, card)| spell_as_json(view, &format!("S{}", seat + 1), &card))
            .collect::<Vec<_>>(),
        "field": view.field(player).map(|card| spell_as_json(view, "field", &card)),
    });
    let unusable: Vec<String> = view.unusable_zones(player).map(|zone| zone.to_string()).collect();
    if !unusable.is_empty() {
        side["unusable_zones"] = unusable.into();
    }
    if view.player().is_none_or(|me| me == player) {
        side["hand"] = view.hand(player).map(name).collect();
        side["extra"] = or_null(view, view.extra(player));
    }
    side
}

/// Names; null for a card that this player may not look at.
fn or_null(view: &View<'_>, codes: impl IntoIterator<Item = Option<CardCode>>) -> Value {
    let name = |code: Option<CardCode>| code.map(|code| view.game().cards.name(code));
    codes.into_iter().map(name).collect()
}

fn monster_as_json(
    view: &View<'_>,
    zone: &str,
    monster: &MonsterView,
    materials: &[String],
) -> Value {
    let values = monster.values;
    let mut shown = json!({
        "zone": zone,
        "card": monster.code.map(|code| view.game().cards.name(code)),
        "position": monster.position.word(),
        "atk": values.map(|values| values.atk),
        "def": values.map(|values| values.def),
        "level": values.map(|values| values.level),
        "owner": monster.owner.to_string(),
        "materials": materials,
        "counters": monster.counters.total(),
        "negated": monster.negated,
        "marks": marks(&monster.flags()),
    });
    name_counters(&mut shown, &monster.counters);
    shown
}

fn spell_as_json(view: &View<'_>, zone: &str, card: &SpellView) -> Value {
    let mut shown = json!({
        "zone": zone,
        "card": card.code.map(|code| view.game().cards.name(code)),
        "face_up": card.face_up,
        "scale": card.scale,
        "equipped_to": card.host.map(|(player, seat)| format!("{player} {seat}")),
        "owner": card.owner.to_string(),
        "counters": card.counters.total(),
        "negated": card.negated,
        "marks": marks(&card.flags()),
    });
    name_counters(&mut shown, &card.counters);
    shown
}

/// Says which counters there are, if there are any.
fn name_counters(card: &mut Value, counters: &Counters) {
    if counters.total() > 0 {
        let kinds = counters.iter().map(|(kind, count)| (kind.name().to_owned(), count.into()));
        card["counter_kinds"] = Map::from_iter(kinds).into();
    }
}

/// The words of those that hold.
fn marks(flags: &[(bool, &'static str)]) -> Vec<&'static str> {
    flags.iter().filter(|(holds, _)| *holds).map(|(_, word)| *word).collect()
}
