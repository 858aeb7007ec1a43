//! From what a puzzle puts on the table to a position.

use duelfish_engine::{CardCode, Catalogue, Player, Position, kind};

use super::place::{self, PuzzleCard, PuzzlePlace};
use super::read::PuzzleTable;
use super::{Need, Puzzle, PuzzleError, PuzzleFault};
use crate::duel_flags;

/// The puzzle of a table.
pub(super) fn puzzle(
    cards: &Catalogue,
    table: &PuzzleTable,
    file: &str,
) -> Result<Puzzle, PuzzleError> {
    let codes = codes(cards, table, file)?;
    let lines = lines(cards, table, &codes).map_err(|fault| fault.of_file(file))?;
    let text: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
    // An error of the position names the puzzle's line.
    let position = Position::parse(&text, cards).map_err(|error| {
        let line = lines.get(error.line.saturating_sub(1)).map_or(1, |(line, _)| *line);
        PuzzleFault::state(line, error.what).of_file(file)
    })?;
    let keeps_deck_order = duel_flags::keeps_deck_order(table.flags);
    Ok(Puzzle { position, text, keeps_deck_order })
}

/// The cards as they are printed; an error names all that can't be played.
fn codes(cards: &Catalogue, table: &PuzzleTable, file: &str) -> Result<Vec<CardCode>, PuzzleError> {
    let mut codes = Vec::new();
    let mut missing: Vec<String> = Vec::new();
    for PuzzleCard { passcode, .. } in &table.cards {
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
    table: &PuzzleTable,
    codes: &[CardCode],
) -> Result<Vec<(u32, String)>, PuzzleFault> {
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
    let bottom = all().rev().filter(|(card, _)| card.place == PuzzlePlace::DeckBottom);
    let others = all().filter(|(card, _)| card.place != PuzzlePlace::DeckBottom);
    for (card, code) in bottom.chain(others) {
        lines.push((card.line, line(cards, table, card, *code)?));
    }
    Ok(lines)
}

/// The line of a card.
fn line(
    cards: &Catalogue,
    table: &PuzzleTable,
    card: &PuzzleCard,
    code: CardCode,
) -> Result<String, PuzzleFault> {
    let PuzzleCard { player, place, .. } = *card;
    let extra_deck = cards.facts(code).is_any(kind::EXTRA_DECK);
    if extra_deck && place == PuzzlePlace::Extra && duel_flags::binds_extra_deck(table.flags) {
        let need = Need::Rules("an Extra Deck under Master Rule 4".to_owned());
        return Err(PuzzleFault::Unsupported(table.flags_line, need));
    }
    let name = cards.label(code);
    let mut statuses = Vec::new();
    if card.proper
        && (place.is_monster_zone() || matches!(place, PuzzlePlace::Grave | PuzzlePlace::Banished))
    {
        statuses.push("proper".to_owned());
    }
    if card.owner != player {
        statuses.push(format!("owner={}", card.owner));
    }
    let mut text = format!("{player} {}", place.word());
    if place.is_zone() {
        text += &format!(" {}", place::position(card)?);
    } else if place == PuzzlePlace::Banished && place::is_face_down(card) {
        return Err(PuzzleFault::state(card.line, "a card that is banished face-down"));
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
