//! A duel drawn as text: both sides of the field, the opponent's turned round, as on a table.

use duelfish_engine::{BattlePosition, CardCode, MonsterZone, Player, View};

/// Letters of a zone.
const WIDTH: usize = 15;
/// Letters in front of the zones.
const MARGIN: usize = 4;
/// Zones in a row.
const ZONES: u8 = 5;

/// The duel, seen from one side of the table.
pub(crate) fn draw(view: &View<'_>, below: Player) -> String {
    let above = below.other();
    let mut text =
        format!("turn {}, {}, {}\n\n", view.turn(), view.turn_player(), view.phase().word());
    text += &summary(view, above);
    text += &spells(view, above, true);
    text += &monsters(view, above, true);
    text += &format!("{:MARGIN$}{}\n", "", "-".repeat(usize::from(ZONES) * WIDTH));
    text += &monsters(view, below, false);
    text += &spells(view, below, false);
    text + &summary(view, below)
}

/// A player's Life Points, and the cards outside the Monster Zones and Spell & Trap Zones.
fn summary(view: &View<'_>, player: Player) -> String {
    let name = |code: Option<CardCode>| match code {
        Some(code) => view.game().cards.name(code).to_owned(),
        None => "?".to_owned(),
    };
    let list = |cards: &mut dyn Iterator<Item = Option<CardCode>>| {
        cards.map(name).collect::<Vec<_>>().join("; ")
    };
    // Nobody at a table writes less than 0.
    let lp = view.lp(player).max(0);
    let mut text = format!("{player}  LP {lp}, deck {}", view.deck_count(player));
    if let Some(field) = view.field(player) {
        let side = if field.face_up { "" } else { " (set)" };
        text += &format!(", field: {}{side}", name(field.code));
    }
    text += "\n";
    let piles: [(&str, String); 4] = [
        ("hand", list(&mut view.hand(player).map(Some))),
        ("grave", list(&mut view.grave(player).map(Some))),
        ("banished", list(&mut view.banished(player))),
        ("extra", list(&mut view.extra(player))),
    ];
    for (pile, cards) in piles.into_iter().filter(|(_, cards)| !cards.is_empty()) {
        text += &format!("    {pile}: {cards}\n");
    }
    text
}

fn monsters(view: &View<'_>, player: Player, turned: bool) -> String {
    let cells = zones(turned).map(|zone| {
        match view.monster(player, MonsterZone::ZONES[usize::from(zone)]) {
            None => [format!("M{}", zone + 1), String::new()],
            Some(monster) => {
                let name = monster.code.map_or("?", |code| view.game().cards.name(code));
                let position = match monster.position {
                    BattlePosition::Attack => "ATK",
                    BattlePosition::Defense => "DEF",
                    _ => "set",
                };
                let values = monster.values.map(|values| format!(" {}/{}", values.atk, values.def));
                [name.to_owned(), position.to_owned() + &values.unwrap_or_default()]
            }
        }
    });
    rows(&cells)
}

fn spells(view: &View<'_>, player: Player, turned: bool) -> String {
    let cells = zones(turned).map(|seat| match view.spell(player, seat) {
        None => [format!("S{}", seat + 1), String::new()],
        Some(card) => {
            let name = card.code.map_or("?", |code| view.game().cards.name(code));
            let host = card.host.map(|(player, seat)| format!("on {player} {seat}"));
            let position = if card.face_up { host.unwrap_or_default() } else { "set".to_owned() };
            [name.to_owned(), position]
        }
    });
    rows(&cells)
}

/// The numbers of the zones from left to right.
fn zones(turned: bool) -> [u8; ZONES as usize] {
    std::array::from_fn(|at| if turned { ZONES - 1 - at as u8 } else { at as u8 })
}

/// Two lines of cells.
fn rows(cells: &[[String; 2]; ZONES as usize]) -> String {
    let line = |row: usize| {
        let cells = cells.iter().map(|cell| fitted(&cell[row]));
        format!("{:MARGIN$}{}", "", cells.collect::<String>()).trim_end().to_owned() + "\n"
    };
    line(0) + &line(1)
}

/// A text in the width of a zone; one that is too long loses its end.
fn fitted(text: &str) -> String {
    let room = WIDTH - 1;
    let length = text.chars().count();
    let text: String = if length <= room {
        text.into()
    } else {
        text.chars().take(room - 1).chain(['.']).collect()
    };
    format!("{text:WIDTH$}")
}
