//! The facts that a duel test may expect.

use super::run::Table;
use crate::catalogue::Print;
use crate::ids::Player;
use crate::notation::read_seat;
use crate::position::read_player;
use crate::view::{MonsterView, View};

pub(super) fn fact(table: &Table<'_, '_>, text: &str) -> Result<(), String> {
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
    let (player, rest) = text.split_once(' ').ok_or("an expectation has more words")?;
    let player = read_player(player).ok_or_else(|| format!("`{player}` is not P1 or P2"))?;
    if let Some((head, list)) = rest.split_once(':') {
        return pile_or_monster(&view, player, head.trim(), list);
    }
    let (what, value) = rest.split_once(' ').ok_or("an expectation has more words")?;
    let got = match what {
        "lp" => view.lp(player).to_string(),
        "hand" => view.hand_count(player).to_string(),
        "deck" => view.deck_count(player).to_string(),
        "summons" => view.normal_summons_used(player).to_string(),
        _ => {
            let seat = read_seat(what).map_err(|error| error.to_string())?;
            match view.monster(player, seat) {
                None => "empty".to_owned(),
                Some(monster) if value.contains('/') => {
                    monster.values.map_or(String::new(), |v| format!("{}/{}", v.atk, v.def))
                }
                Some(monster) => monster.pose.word().to_owned(),
            }
        }
    };
    same(&got, value)
}

fn pile_or_monster(view: &View<'_>, player: Player, head: &str, list: &str) -> Result<(), String> {
    let name = |print: Print| view.game().cards.name(print).to_owned();
    let mut wanted: Vec<String> =
        list.split(';').map(|n| n.trim().to_owned()).filter(|n| !n.is_empty()).collect();
    let got: Vec<String> = match head {
        "hand" => {
            let mut hand: Vec<String> = view.hand(player).map(name).collect();
            hand.sort();
            wanted.sort();
            hand
        }
        "known" => view.known_in_hand(player).into_iter().map(name).collect(),
        "grave" => view.grave(player).map(name).collect(),
        "banished" => view.banished(player).flatten().map(name).collect(),
        _ => {
            let (zone, pose) = head.split_once(' ').ok_or("a monster has a zone and a pose")?;
            let seat = read_seat(zone).map_err(|error| error.to_string())?;
            let monster = view.monster(player, seat).ok_or_else(|| format!("{seat} is empty"))?;
            return monster_is(view, &monster, pose.trim(), list.trim());
        }
    };
    same(&got.join("; "), &wanted.join("; "))
}

fn monster_is(
    view: &View<'_>,
    monster: &MonsterView,
    pose: &str,
    wanted: &str,
) -> Result<(), String> {
    let name = monster.print.map_or("?", |print| view.game().cards.name(print));
    let mut got = format!("{}: {name}", monster.pose.word());
    if wanted.contains('[') {
        let flags = monster.flags();
        let words: Vec<&str> = flags.iter().filter(|f| f.0).map(|f| f.1).collect();
        got += &format!(" [{}]", words.join(", "));
    }
    same(&got, &format!("{pose}: {wanted}"))
}

fn same(got: &str, wanted: &str) -> Result<(), String> {
    if got == wanted.trim() { Ok(()) } else { Err(format!("it is `{got}`")) }
}
