//! The facts that a duel test may expect.

use super::run::TestTable;
use crate::ids::{MonsterZone, Player};
use crate::notation::{read_player, read_spell_zone, read_zone};
use crate::view::{MonsterView, SpellView, View, zones};
use duelfish_script::CardCode;

pub(super) fn fact(table: &TestTable<'_, '_>, text: &str) -> Result<(), String> {
    let view = table.duel.judge_view(table.game);
    let text = text.trim();
    if let Some(wanted) = text.strip_prefix("over ") {
        let got = view.outcome().map_or("not over".to_owned(), |outcome| outcome.to_string());
        return same(&got, wanted);
    }
    if let Some(wanted) = text.strip_prefix("turn ") {
        let got = format!("{} {} {}", view.turn(), view.turn_player(), view.phase().word());
        return same(&got, wanted);
    }
    if let Some(wanted) = text.strip_prefix("chain:") {
        return cards(&view, view.chain().map(|link| link.code), wanted);
    }
    let (player, rest) = text.split_once(' ').ok_or("an expectation has more words")?;
    let player = read_player(player).ok_or_else(|| format!("`{player}` is not P1 or P2"))?;
    if let Some((head, list)) = rest.split_once(':') {
        return pile_or_zone(&view, player, head.trim(), list);
    }
    let (what, value) = rest.split_once(' ').ok_or("an expectation has more words")?;
    let got = match what {
        "lp" => view.lp(player).to_string(),
        "hand" => view.hand_count(player).to_string(),
        "deck" => view.deck_count(player).to_string(),
        "summons" => view.normal_summons_used(player).to_string(),
        _ => match zone(&view, player, what)? {
            ExpectedZone::Monster(_, None) | ExpectedZone::Spell(None) => "empty".to_owned(),
            ExpectedZone::Spell(Some(SpellView { scale: Some(scale), .. })) => {
                format!("scale {scale}")
            }
            ExpectedZone::Monster(_, Some(monster)) if value.contains('/') => {
                monster.values.map_or(String::new(), |v| format!("{}/{}", v.atk, v.def))
            }
            ExpectedZone::Monster(_, Some(monster)) => monster.position.word().to_owned(),
            ExpectedZone::Spell(Some(card)) => up_or_down(&card).to_owned(),
        },
    };
    same(&got, value)
}

/// A zone and what is in it.
enum ExpectedZone {
    Monster(MonsterZone, Option<MonsterView>),
    Spell(Option<SpellView>),
}

fn zone(view: &View<'_>, player: Player, name: &str) -> Result<ExpectedZone, String> {
    if name == "field" {
        return Ok(ExpectedZone::Spell(view.field(player)));
    }
    if let Ok(zone) = read_spell_zone(name) {
        return Ok(ExpectedZone::Spell(view.spell(player, zone)));
    }
    let zone = read_zone(name).map_err(|error| error.to_string())?;
    Ok(ExpectedZone::Monster(zone, view.monster(player, zone)))
}

fn pile_or_zone(view: &View<'_>, player: Player, head: &str, list: &str) -> Result<(), String> {
    match head {
        "hand" => unordered(view, view.hand(player), list),
        "known" => cards(view, view.known_in_hand(player), list),
        "grave" => cards(view, view.grave(player), list),
        "banished" => cards(view, view.banished(player).flatten(), list),
        "extra up" => cards(view, view.open_extra(player), list),
        "unusable" => same(&zones(view.unusable_zones(player)), &wanted(list).join("; ")),
        "bottom" => cards(view, view.deck(player)[2].iter().copied(), list),
        "top" => cards(view, view.known_top(player).into_iter().flatten(), list),
        _ => {
            let (name, position) = head.split_once(' ').ok_or("a card has a zone and a pose")?;
            let (position, list) = (position.trim(), list.trim());
            match zone(view, player, name)? {
                ExpectedZone::Monster(_, None) | ExpectedZone::Spell(None) => {
                    Err(format!("{name} is empty"))
                }
                ExpectedZone::Monster(zone, Some(_)) if position == "equips" => {
                    let equips = view.equips(player, zone);
                    let codes = equips.filter_map(|(of, at)| view.spell(of, at)?.code);
                    unordered(view, codes, list)
                }
                ExpectedZone::Monster(zone, Some(_)) if position == "materials" => {
                    unordered(view, view.materials(player, zone), list)
                }
                ExpectedZone::Monster(zone, Some(monster)) if position == "named" => {
                    let code = view.renamed(player, zone).or(monster.code);
                    same(code.map_or("?", |code| view.game().cards.name(code)), list)
                }
                ExpectedZone::Monster(_, Some(monster)) => {
                    monster_is(view, &monster, position, list)
                }
                ExpectedZone::Spell(Some(card)) => spell_is(view, &card, position, list),
            }
        }
    }
}

fn names(view: &View<'_>, codes: impl IntoIterator<Item = CardCode>) -> Vec<String> {
    codes.into_iter().map(|code| view.game().cards.name(code).to_owned()).collect()
}

fn wanted(list: &str) -> Vec<String> {
    list.split(';').map(|n| n.trim().to_owned()).filter(|n| !n.is_empty()).collect()
}

fn cards(
    view: &View<'_>,
    got: impl IntoIterator<Item = CardCode>,
    list: &str,
) -> Result<(), String> {
    same(&names(view, got).join("; "), &wanted(list).join("; "))
}

fn unordered(
    view: &View<'_>,
    got: impl IntoIterator<Item = CardCode>,
    list: &str,
) -> Result<(), String> {
    let (mut got, mut wanted) = (names(view, got), wanted(list));
    got.sort();
    wanted.sort();
    same(&got.join("; "), &wanted.join("; "))
}

fn monster_is(
    view: &View<'_>,
    monster: &MonsterView,
    position: &str,
    wanted: &str,
) -> Result<(), String> {
    let name = monster.code.map_or("?", |code| view.game().cards.name(code));
    let mut got = format!("{}: {name}", monster.position.word());
    if wanted.contains('[') {
        let negated = (monster.negated, "negated");
        let counters = monster.counters.to_string();
        let counted = (!monster.counters.is_empty(), &*counters);
        got += &brackets(&[&monster.flags()[..], &[negated, counted]].concat());
    }
    same(&got, &format!("{position}: {wanted}"))
}

fn spell_is(view: &View<'_>, card: &SpellView, position: &str, wanted: &str) -> Result<(), String> {
    let name = card.code.map_or("?", |code| view.game().cards.name(code));
    let mut got = format!("{}: {name}", up_or_down(card));
    if let Some((player, zone)) = card.host {
        got += &format!(" -> {player} {zone}");
    }
    if wanted.contains('[') {
        let negated = (card.negated, "negated");
        let counters = card.counters.to_string();
        let counted = (!card.counters.is_empty(), &*counters);
        got += &brackets(&[&card.flags()[..], &[negated, counted]].concat());
    }
    same(&got, &format!("{position}: {wanted}"))
}

const fn up_or_down(card: &SpellView) -> &'static str {
    match card.scale {
        Some(_) => "pendulum",
        None if card.face_up => "up",
        None => "down",
    }
}

fn brackets(flags: &[(bool, &str)]) -> String {
    let words: Vec<&str> = flags.iter().filter(|f| f.0).map(|f| f.1).collect();
    format!(" [{}]", words.join(", "))
}

fn same(got: &str, wanted: &str) -> Result<(), String> {
    if got == wanted.trim() { Ok(()) } else { Err(format!("it is `{got}`")) }
}
