//! Cards that bring their own facts.

use super::ast::{CardSource, FactsLine};
use super::error::LanguageFault;
use super::parse::derived_kind;
use crate::catalogue::{Catalogue, Facts, kind};

/// The row that a card with facts of its own adds to the table; none for the other cards.
pub(super) fn row(
    card: &CardSource,
    cards: &Catalogue,
) -> Result<Option<(Facts, Box<str>)>, LanguageFault> {
    let Some(line) = &card.facts else { return Ok(None) };
    let span = line.span.unwrap_or(card.span);
    if let Some(code) = cards.by_passcode(card.passcode) {
        let message = format!("passcode {} belongs to \"{}\"", card.passcode, cards.name(code));
        return Err(LanguageFault::new(card.span, message).help(
            "take another passcode, or leave the `facts` line out to write that card's text",
        ));
    }
    if card.passcode == 0 {
        return Err(LanguageFault::new(card.span, "0 is no passcode").help("take a number from 1"));
    }
    if let Some(code) = cards.by_name(&card.name.text) {
        let message = format!("there is a card named \"{}\" already", cards.name(code));
        return Err(LanguageFault::new(card.name.span, message).help("take another name"));
    }
    if card.name.text.trim() != card.name.text {
        return Err(LanguageFault::new(card.name.span, "a name has no blanks around it"));
    }
    let written = derived_kind(card, line.kind);
    let help = wrong_facts(line, written);
    if let Some(help) = help {
        return Err(LanguageFault::new(span, "these facts are no card").help(help));
    }
    let facts = Facts {
        passcode: card.passcode,
        alias: 0,
        kind: written,
        race: line.race,
        atk: line.atk.unwrap_or(0),
        def: line.def.unwrap_or(0),
        attribute: line.attribute,
        level: line.level,
        scales: [line.scale; 2],
        arrows: line.arrows,
        archetypes: line.archetypes,
    };
    Ok(Some((facts, card.name.text.as_str().into())))
}

/// Whether a card's file says nothing but its facts.
pub(super) fn is_plain(card: &CardSource) -> bool {
    card.effects.is_empty()
        && card.always.is_empty()
        && card.equip.is_empty()
        && card.fusion.is_empty()
        && card.recipes.is_empty()
        && card.contact.is_none()
        && card.union.is_none()
        && !card.never_special_summoned
        // Every Pendulum Card can be activated.
        && card.facts.as_ref().is_none_or(|line| line.kind & kind::PENDULUM == 0)
        && card.terms == (0, 0)
}

/// Advice on facts that fit no card.
fn wrong_facts(line: &FactsLine, kinds: u32) -> Option<&'static str> {
    let main = [kind::MONSTER, kind::SPELL, kind::TRAP];
    if main.iter().filter(|bit| kinds & **bit != 0).count() != 1 {
        return Some("write one of `monster`, `spell` and `trap`");
    }
    if kinds & kind::MONSTER == 0 {
        if line.race != 0
            || line.attribute != 0
            || line.level != 0
            || line.atk.is_some()
            || line.def.is_some()
            || line.arrows != 0
        {
            return Some("Spells and Traps have no Level, Attribute, Type, ATK, DEF or arrows");
        }
        return None;
    }
    if line.level == 0 {
        return Some("add the Level, like `level 4`");
    }
    if line.attribute.count_ones() != 1 {
        return Some("add one Attribute, like `light`");
    }
    if line.race.count_ones() != 1 {
        return Some("add one Type, like `warrior`");
    }
    if kinds & kind::LINK != 0 {
        if line.atk.is_none() || line.def.is_some() {
            return Some("a Link Monster has ATK and no DEF, like `atk 1400`");
        }
        if line.arrows.count_ones() != u32::from(line.level) {
            return Some("add as many Link Arrows as its Link Rating, like `arrows left right`");
        }
        return None;
    }
    if line.arrows != 0 {
        return Some("only Link Monsters have arrows");
    }
    if line.atk.is_none() || line.def.is_none() {
        return Some("add ATK and DEF, like `atk 1700 def 1000`");
    }
    None
}
