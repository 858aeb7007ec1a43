//! The field as one player sees it: the own side below, columns numbered as zones are.

use anstyle::Style;
use duelfish_engine::{BattlePosition, CardCode, MonsterZone, Player, SpellView, View};

use duelfish_session::{Called, Voice, of_phase, short_facts};

use super::paint::{FAINT, HEAD, PLAIN, flow, of_card, of_player, paint};

/// Letters of a zone, with the gap behind it.
const CELL: usize = 15;
/// Letters in front of the zones.
const MARGIN: usize = 4;
/// Main Monster Zones of a player, and Spell & Trap Zones.
const ZONES: u8 = 5;
/// Lines of a name.
const NAME_LINES: usize = 2;
/// Cards of a Graveyard that are shown.
const SHOWN: usize = 6;

/// The whole table.
pub(super) fn draw(view: &View<'_>, me: Player) -> String {
    let other = me.other();
    let screen = Screen { view, me };
    let whose = if view.turn_player() == me { "your turn" } else { "the bot's turn" };
    let heading = format!("Turn {}, {whose}, {}", view.turn(), of_phase(view.phase()));
    let mut text = format!("{}\n", paint(HEAD, &heading));
    text += &screen.summary(other);
    text += &columns(true);
    text += &screen.spells(other, true);
    text += &screen.monsters(other, true);
    text += &format!("{:MARGIN$}{}\n", "", paint(FAINT, &"-".repeat(CELL * 5 - 1)));
    text += &screen.monsters(me, false);
    text += &screen.spells(me, false);
    text += &columns(false);
    text += &screen.summary(me);
    text += &screen.hand();
    text + &screen.chain()
}

/// The cards outside the zones, all of them.
pub(super) fn piles(view: &View<'_>, me: Player) -> String {
    let screen = Screen { view, me };
    let mut text = String::new();
    for player in [me.other(), me] {
        let whose = if player == me { "Your" } else { "The bot's" };
        let piles: [(&str, Vec<Option<CardCode>>); 3] = [
            ("Graveyard", view.grave(player).map(Some).collect()),
            ("banished cards", view.banished(player).collect()),
            ("Extra Deck", view.extra(player).collect()),
        ];
        for (pile, cards) in piles {
            let count = cards.len();
            let named = cards.into_iter().map(|card| screen.named(card)).collect::<Vec<_>>();
            let head = format!("{whose} {pile} ({count}): ");
            text += &if count == 0 {
                format!("{whose} {pile}: none\n")
            } else {
                flow(&head, &named, ", ")
            };
        }
    }
    text
}

/// The content of a zone: a name, lines below it, and the colour.
struct ScreenCell {
    name: String,
    notes: Vec<String>,
    style: Style,
}

struct Screen<'v> {
    view: &'v View<'v>,
    me: Player,
}

impl Screen<'_> {
    /// A player's Life Points, and the cards outside the Monster Zones and Spell & Trap Zones.
    fn summary(&self, player: Player) -> String {
        let Self { view, me } = self;
        let name = if player == *me { "You" } else { "Bot" };
        let counts = format!(
            "LP {}   hand {}   Deck {}   Extra Deck {}",
            view.lp(player).max(0),
            view.hand_count(player),
            view.deck_count(player),
            view.extra_count(player)
        );
        let mut text = format!(
            "{}   {counts}\n",
            paint(of_player(player, *me).bold(), &format!("{name} ({player})"))
        );
        if let Some(card) = view.field(player) {
            let side = if card.face_up { "" } else { " (face-down)" };
            let (style, name) = self.named(card.code);
            text += &format!("    Field Spell: {}{side}\n", paint(style, &name));
        }
        text += &self.pile("Graveyard", &view.grave(player).map(Some).collect::<Vec<_>>());
        text += &self.pile("banished", &view.banished(player).collect::<Vec<_>>());
        let known = view.known_in_hand(player);
        if player != *me && !known.is_empty() {
            let known: Vec<_> = known.into_iter().map(|code| self.named(Some(code))).collect();
            text += &flow("    in hand or Set, as you know: ", &known, ", ");
        }
        let top = view.known_top(player);
        if !top.is_empty() {
            let top: Vec<_> = top.into_iter().map(|card| self.named(card)).collect();
            text += &flow("    on top of the Deck, as you know: ", &top, ", ");
        }
        text
    }

    /// The newest cards of a pile.
    fn pile(&self, pile: &str, cards: &[Option<CardCode>]) -> String {
        if cards.is_empty() {
            return String::new();
        }
        let mut newest: Vec<_> =
            cards.iter().rev().take(SHOWN).map(|card| self.named(*card)).collect();
        if cards.len() > SHOWN {
            newest.push((FAINT, format!("{} more (`piles`)", cards.len() - SHOWN)));
        }
        flow(&format!("    {pile} {}: ", cards.len()), &newest, ", ")
    }

    fn hand(&self) -> String {
        let cards: Vec<_> = self.view.hand(self.me).collect();
        let shown = |code: &CardCode| {
            let (style, name) = self.named(Some(*code));
            (style, format!("{name} ({})", short_facts(self.view.game().cards, *code)))
        };
        let cards: Vec<_> = cards.iter().map(shown).collect();
        if cards.is_empty() {
            "    Hand: none\n".to_owned()
        } else {
            flow("    Hand: ", &cards, ", ")
        }
    }

    fn chain(&self) -> String {
        let links = self.view.chain().zip(1..).map(|(link, number)| {
            let (whose, name) = (
                Voice::to(self.me, Called::Bot).place(link.spot),
                self.view.game().cards.name(link.code),
            );
            (PLAIN, format!("{number} {name} ({whose})"))
        });
        let links: Vec<_> = links.collect();
        if links.is_empty() { String::new() } else { flow("Chain: ", &links, ", ") }
    }

    fn named(&self, code: Option<CardCode>) -> (Style, String) {
        let cards = self.view.game().cards;
        let name = code.map_or("face-down", |code| cards.name(code));
        (of_card(cards, code), name.to_owned())
    }

    fn monsters(&self, player: Player, turned: bool) -> String {
        let unusable: Vec<MonsterZone> = self.view.unusable_zones(player).collect();
        let cells = zones(turned).map(|seat| {
            let zone = MonsterZone::ZONES[usize::from(seat)];
            let Some(monster) = self.view.monster(player, zone) else {
                return empty(if unusable.contains(&zone) { "(not usable)" } else { "-" });
            };
            let position = match monster.position {
                BattlePosition::Attack => "ATK",
                BattlePosition::Defense => "DEF",
                _ => "Set",
            };
            let values = monster.values.map(|v| format!(" {}/{}", v.atk, v.def));
            let mut notes = Vec::new();
            // A monster without known values is Set.
            if let Some(values) = values {
                notes.push(position.to_owned() + &values);
            }
            for (counter, count) in monster.counters.iter() {
                notes.push(format!("{count} {}", counter.name()));
            }
            if monster.negated {
                notes.push("negated".to_owned());
            }
            if monster.attacked && player == self.view.turn_player() {
                notes.push("has attacked".to_owned());
            }
            let (style, name) = self.named(monster.code);
            ScreenCell { name, notes, style }
        });
        rows('M', &cells)
    }

    fn spells(&self, player: Player, turned: bool) -> String {
        let cells = zones(turned).map(|seat| {
            let Some(card) = self.view.spell(player, seat) else { return empty("-") };
            let (style, name) = self.named(card.code);
            ScreenCell { name, notes: self.spell_notes(&card), style }
        });
        rows('S', &cells)
    }

    fn spell_notes(&self, card: &SpellView) -> Vec<String> {
        let mut notes = Vec::new();
        if !card.face_up && card.code.is_some() {
            notes.push("Set".to_owned());
        }
        if let Some((player, seat)) = card.host {
            let whose = if player == self.me { "your" } else { "bot's" };
            notes.push(format!("on {whose} {seat}"));
        }
        for (counter, count) in card.counters.iter() {
            notes.push(format!("{count} {}", counter.name()));
        }
        if card.negated {
            notes.push("negated".to_owned());
        }
        notes
    }
}

fn empty(name: &str) -> ScreenCell {
    ScreenCell { name: name.to_owned(), notes: Vec::new(), style: FAINT }
}

/// The numbers of the zones from left to right.
fn zones(turned: bool) -> [u8; ZONES as usize] {
    std::array::from_fn(|at| if turned { ZONES - 1 - at as u8 } else { at as u8 })
}

fn columns(turned: bool) -> String {
    let numbers: String =
        zones(turned).map(|seat| format!("{:<CELL$}", seat + 1)).concat().trim_end().to_owned();
    format!("{:MARGIN$}{}\n", "", paint(FAINT, &numbers))
}

/// A row of zones, as many lines as its fullest zone needs.
fn rows(letter: char, cells: &[ScreenCell; ZONES as usize]) -> String {
    let lines = cells.each_ref().map(|cell| {
        let names = in_lines(&cell.name).into_iter().map(|line| (cell.style, line));
        names.chain(cell.notes.iter().map(|note| (PLAIN, cut(note)))).collect::<Vec<_>>()
    });
    let height = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        let head = if row == 0 { format!("  {letter} ") } else { " ".repeat(MARGIN) };
        let (mut line, mut behind) = (paint(FAINT, &head), 0);
        for cell in &lines {
            match cell.get(row) {
                Some((style, words)) => {
                    line += &format!("{:behind$}{}", "", paint(*style, words));
                    behind = CELL - words.chars().count();
                }
                None => behind += CELL,
            }
        }
        text += &(line.trim_end().to_owned() + "\n");
    }
    text
}

/// A name in the width of a zone, on as few lines as it needs; one that is too long loses its end.
fn in_lines(name: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split(' ') {
        let is_last = lines.len() == NAME_LINES;
        match lines.last_mut() {
            Some(line) if is_last || line.len() + 1 + word.len() < CELL => {
                *line += &format!(" {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| cut(line)).collect()
}

fn cut(text: &str) -> String {
    let room = CELL - 1;
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room - 1).chain(['.']).collect()
}
