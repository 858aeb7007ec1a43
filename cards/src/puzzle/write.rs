//! From what a puzzle puts on the table to a position.

use duelfish_engine::{CardCode, Catalogue, Player, Position, kind};

use super::place::{self, Laid, Place};
use super::read::Table;
use super::{Fault, Need, Puzzle, PuzzleError};
use crate::duel_flags;

/// The puzzle of a table.
pub(super) fn puzzle(cards: &Catalogue, table: &Table, file: &str) -> Result<Puzzle, PuzzleError> {
    let codes = codes(cards, table, file)?;
    let lines = lines(cards, table, &codes).map_err(|fault| fault.of_file(file))?;
    let text: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
    // An error of the position names the puzzle's line.
    let position = Position::parse(&text, cards).map_err(|error| {
        let line = lines.get(error.line.saturating_sub(1)).map_or(1, |(line, _)| *line);
        Fault::state(line, error.what).of_file(file)
    })?;
    let keeps_deck_order = duel_flags::keeps_deck_order(table.flags);
    Ok(Puzzle { position, text, keeps_deck_order })
}

/// The cards as they are printed; an error names all that can't be played.
fn codes(cards: &Catalogue, table: &Table, file: &str) -> Result<Vec<CardCode>, PuzzleError> {
    let mut codes = Vec::new();
    let mut missing: Vec<String> = Vec::new();
    for Laid { passcode, .. } in &table.cards {
        let code = cards.by_passcode(*passcode);
        if let Some(code) = code.filter(|code| cards.is_playable(*code)) {
            codes.push(code);
            continue;
        }
        let name = match code {
            Some(code) => format!("{} ({passcode})", cards.name(code)),
            None => format!("passcode {passcode}"),
        };
        if !missing.contains(&name) {
            missing.push(name);
        }
    }
    if missing.is_empty() {
        return Ok(codes);
    }
    Err(PuzzleError::Cards { file: file.to_owned(), cards: missing })
}

/// The lines of the position, each with the puzzle's line that it comes from.
fn lines(
    cards: &Catalogue,
    table: &Table,
    codes: &[CardCode],
) -> Result<Vec<(u32, String)>, Fault> {
    let rules = duel_flags::rules(table.flags);
    let mut lines = vec![
        (table.flags_line, rules.line()),
        // The Draw and the Standby Phase are left out; cards that were Set or Summoned before were
        // not this turn.
        (table.flags_line, "turn 1 P1 main1".to_owned()),
    ];
    for player in Player::BOTH {
        if let Some((line, lp)) = table.lp[player.index()] {
            lines.push((line, format!("{player} lp {lp}")));
        }
    }
    // A card below a Deck comes below those that were put there before.
    let all = || table.cards.iter().zip(codes);
    let bottom = all().rev().filter(|(card, _)| card.place == Place::DeckBottom);
    let others = all().filter(|(card, _)| card.place != Place::DeckBottom);
    for (card, code) in bottom.chain(others) {
        lines.push((card.line, line(cards, table, card, *code)?));
    }
    Ok(lines)
}

/// The line of a card.
fn line(cards: &Catalogue, table: &Table, card: &Laid, code: CardCode) -> Result<String, Fault> {
    let Laid { player, place, .. } = *card;
    let extra_deck = cards.facts(code).is_any(kind::EXTRA_DECK);
    if extra_deck && place == Place::Extra && duel_flags::binds_extra_deck(table.flags) {
        let need = Need::Rules("an Extra Deck under Master Rule 4".to_owned());
        return Err(Fault::Unsupported(table.flags_line, need));
    }
    let name = cards.label(code);
    let mut statuses = Vec::new();
    if card.proper && (place.is_monster_zone() || matches!(place, Place::Grave | Place::Banished)) {
        statuses.push("proper".to_owned());
    }
    if card.owner != player {
        statuses.push(format!("owner={}", card.owner));
    }
    let mut text = format!("{player} {}", place.word());
    if place.is_zone() {
        text += &format!(" {}", place::position(card)?);
    } else if place == Place::Banished && place::is_face_down(card) {
        return Err(Fault::state(card.line, "a card that is banished face-down"));
    }
    text += &format!(": {name}");
    if let Some(host) = card.host.and_then(|host| table.cards.get(host)) {
        text += &format!(" -> {} {}", host.player, host.place.word());
    }
    if !statuses.is_empty() {
        text += &format!(" [{}]", statuses.join(", "));
    }
    Ok(text)
}
