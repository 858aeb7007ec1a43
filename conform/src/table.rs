//! Our table in the words of a state line.

use std::collections::BTreeMap;

use duelfish_engine::{
    CardCode, Counters, Duel, Game, MonsterZone, Phase, Player, SpellView, Values, View, kind,
};
use duelfish_script::Counter;

use crate::line::{Spell, TraceMonster, TraceSide, TraceState};
use crate::locations::{FIELD, position_word};

/// The whole table.
pub(crate) fn state(duel: &Duel, game: &Game<'static>) -> TraceState {
    let view = duel.judge_view(game);
    TraceState {
        turn: u32::from(view.turn()),
        turn_player: view.turn_player().number(),
        phase: phase_word(view.phase()).to_owned(),
        lp: Player::BOTH.map(|player| i64::from(view.lp(player))),
        players: Player::BOTH.map(|player| side(view, player)),
        last: false,
    }
}

/// The passcode of a card code.
pub(crate) fn passcode(view: View<'_>, code: CardCode) -> u32 {
    view.game().cards.facts(code).passcode
}

/// The passcode whose name a card has instead of its own.
fn alias(view: View<'_>, code: CardCode) -> Option<u32> {
    let alias = view.game().cards.facts(code).alias;
    (alias != 0).then_some(alias)
}

fn side(view: View<'_>, player: Player) -> TraceSide {
    let id = |code| passcode(view, code);
    let mut hand: Vec<u32> = view.hand(player).map(id).collect();
    hand.sort_unstable();
    TraceSide {
        hand,
        deck_count: u32::from(view.deck_count(player)),
        extra_count: view.extra_count(player) as u32,
        extra_faceup: view.open_extra(player).map(id).collect(),
        gy: view.grave(player).map(id).collect(),
        banished: view
            .banished(player)
            .zip(view.banished_positions(player))
            .map(|(card, position)| (card.map_or(0, id), position.is_face_up()))
            .collect(),
        mzone: std::array::from_fn(|zone| monster(view, player, MonsterZone::ZONES[zone])),
        szone: std::array::from_fn(|zone| match zone as u8 {
            FIELD => view.field(player).map(|card| spell(view, player, &card)),
            zone => view.spell(player, zone).map(|card| spell(view, player, &card)),
        }),
    }
}

fn spell(view: View<'_>, player: Player, card: &SpellView) -> Spell {
    Spell {
        id: card.code.map_or(0, |code| passcode(view, code)),
        faceup: card.face_up,
        equip_to: card.host.map(|(player, zone)| (player.number(), zone.number())),
        owner: (card.owner != player).then_some(card.owner.number()),
        negated: card.negated,
        counters: counters(card.counters),
        scale: card.scale.map(i64::from),
        ..Spell::default()
    }
}

fn monster(view: View<'_>, player: Player, zone: MonsterZone) -> Option<TraceMonster> {
    let monster = view.monster(player, zone)?;
    let values = monster.values;
    let equips = view.equips(player, zone).filter_map(|(owner, at)| view.spell(owner, at)?.code);
    let equips: Vec<u32> = equips.map(|code| passcode(view, code)).collect();
    Some(TraceMonster {
        id: monster.code.map_or(0, |code| passcode(view, code)),
        pos: position_word(monster.position).to_owned(),
        atk: values.map_or(0, |values| i64::from(values.atk)),
        def: values.map_or(0, |values| i64::from(values.def)),
        level: level(view, monster.code, values),
        overlays: view.materials(player, zone).map(|code| passcode(view, code)).collect(),
        owner: (monster.owner != player).then_some(monster.owner.number()),
        // The record's mark: Set this turn, or turned by its player's own hand.
        pos_changed: monster.set_this_turn || monster.repositioned,
        // The reference tells the name wherever it isn't the printed number's own: alternative
        // artworks and cards that are treated as another.
        name: match view.renamed(player, zone) {
            // A name that was taken over may be the own one again.
            Some(name) => Some(passcode(view, view.game().cards.name_as(name)))
                .filter(|name| monster.code.is_none_or(|code| passcode(view, code) != *name)),
            None => monster.code.and_then(|code| alias(view, code)),
        },
        equips,
        negated: monster.negated,
        counters: counters(monster.counters),
    })
}

/// The Level of a monster; the record writes a Rank or a Link Rating in the same place.
fn level(view: View<'_>, code: Option<CardCode>, values: Option<Values>) -> i64 {
    let facts = code.map(|code| view.game().cards.facts(code));
    match (facts, values) {
        (Some(facts), Some(_)) if facts.is_any(kind::XYZ | kind::LINK) => i64::from(facts.level),
        (_, Some(values)) => i64::from(values.level),
        _ => 0,
    }
}

/// The counters on a card, by their number in the record.
fn counters(on: Counters) -> BTreeMap<String, i64> {
    let by_number =
        |(kind, count): (Counter, u8)| (kind.reference_number().to_string(), i64::from(count));
    on.iter().map(by_number).collect()
}

/// The word of a state line for a phase.
const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::BattleStart => "battle_start",
        Phase::Battle => "battle",
        Phase::BattleEnd => "battle_end",
        other => other.word(),
    }
}
