//! Puts the sentences of a card together as a card file, and takes a card file apart again.
//!
//! A sentence is an item of the grammar. Most are lines of the card file as they are. A sentence that limits
//! effects belongs to effects that stand elsewhere: its card side begins with the word `limits`, and its clause is
//! moved there.

use crate::lex::{LINE, OF_THE_CARD};

/// The word that begins the card side of a sentence about the effects of other sentences.
pub(crate) const LIMITS: &str = "limits";

/// The lines of one sentence, with the limit that another sentence gave it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardItem {
    /// Tokens of the card side.
    pub(crate) tokens: Vec<String>,
    pub(crate) limit: Option<Vec<String>>,
}

/// Why sentences that are understood don't make a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitMisfit {
    /// A limit finds no effect that it is about.
    NoEffect,
    /// An effect would have two limits.
    TwoLimits,
}

/// Forms of effects that are used, so that a limit of all effects means them.
const USED: [&str; 6] = ["activate", "ignition", "trigger", "quick", "flip", "instead"];

impl CardItem {
    /// Whether it has an effect of one of these forms.
    fn has(&self, forms: &[&str]) -> bool {
        let mut lines = self.tokens.split(|token| token == LINE);
        lines.any(|line| line.len() > 1 && line[0] == "effect" && forms.contains(&line[1].as_str()))
    }

    fn takes(&mut self, limit: &[String]) -> Result<(), LimitMisfit> {
        match self.limit.replace(limit.to_vec()) {
            None => Ok(()),
            Some(_) => Err(LimitMisfit::TwoLimits),
        }
    }
}

/// The sentences of a card once limits are with their effects.
#[derive(Debug, Default)]
pub(crate) struct Limited {
    pub(crate) items: Vec<CardItem>,
    /// The limit of an activation of which nothing else is said.
    pub(crate) activation: Option<Vec<String>>,
}

/// Gives the limits of sentences that begin with `limits` to their effects; those sentences are gone then. A card that
/// `stays` on the field has an activation also if no sentence is about it.
pub(crate) fn with_limits(
    sentences: Vec<Vec<String>>,
    stays: bool,
) -> Result<Limited, LimitMisfit> {
    let mut items: Vec<CardItem> = Vec::new();
    let mut activation: Option<Vec<String>> = None;
    let mut following: Option<Vec<String>> = None;
    let mut each: Option<Vec<String>> = None;
    for tokens in sentences {
        if tokens.first().is_none_or(|first| first != LIMITS) {
            let mut item = CardItem { tokens, limit: None };
            if let (Some(limit), true) = (&following, item.has(&USED)) {
                item.takes(limit)?;
            }
            items.push(item);
            continue;
        }
        let clause = &tokens[2..];
        match tokens[1].as_str() {
            "this" => items
                .iter_mut()
                .rev()
                .find(|i| i.has(&USED))
                .ok_or(LimitMisfit::NoEffect)?
                .takes(clause)?,
            "summon" => {
                let found = items.iter_mut().rev().find(|i| i.has(&["procedure"]));
                found.ok_or(LimitMisfit::NoEffect)?.takes(clause)?;
            }
            "activation" => {
                let found = items.iter_mut().rev().find(|i| i.has(&["activate"]));
                match found {
                    Some(item) => item.takes(clause)?,
                    None if stays && activation.is_none() => activation = Some(clause.to_vec()),
                    None => return Err(LimitMisfit::NoEffect),
                }
            }
            "following" => following = Some(clause.to_vec()),
            _ => each = Some(clause.to_vec()),
        }
    }
    if let Some(limit) = each {
        let mut found = false;
        for item in items.iter_mut().filter(|item| item.has(&USED)) {
            item.takes(&limit)?;
            found = true;
        }
        if !found {
            return Err(LimitMisfit::NoEffect);
        }
    }
    Ok(Limited { items, activation })
}

/// The line of an Equip Card of which no sentence says what it may be equipped to.
const ANY_HOST: [&str; 2] = ["equip", "monster"];

/// The tokens of a card file. An Equip Card that has neither an activation nor a line about that can be equipped to
/// any monster.
pub(crate) fn file(head: &[String], limited: &Limited, is_equip: bool) -> Vec<String> {
    let mut tokens = head.to_vec();
    let says = |word: &str| {
        limited.items.iter().any(|item| {
            let mut lines = item.tokens.split(|token| token == LINE);
            lines.any(|line| line.first().is_some_and(|first| first == word))
        })
    };
    let is_activated = limited.items.iter().any(|item| item.has(&["activate"]));
    if is_equip && !says("equip") && !is_activated {
        tokens.push(LINE.to_owned());
        tokens.extend(ANY_HOST.map(str::to_owned));
    }
    if let Some(limit) = &limited.activation {
        tokens.extend([LINE, "effect", "activate", LINE].map(str::to_owned));
        tokens.extend_from_slice(limit);
    }
    for item in &limited.items {
        tokens.push(LINE.to_owned());
        let lines: Vec<_> = item.tokens.split(|token| token == LINE).collect();
        let first = lines.iter().position(|line| line.first().is_some_and(|word| word == "effect"));
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                tokens.push(LINE.to_owned());
            }
            tokens.extend_from_slice(line);
            if let (Some(limit), true) = (&item.limit, first == Some(at)) {
                tokens.push(LINE.to_owned());
                tokens.extend_from_slice(limit);
            }
        }
    }
    tokens
}

/// A limit that was taken out of an effect.
#[derive(Debug)]
pub(crate) struct TakenLimit {
    /// The first token of the effect.
    pub(crate) effect: usize,
    pub(crate) clause: Vec<String>,
}

/// A card file without its first line and without the limits of other sentences.
#[derive(Debug, Default)]
pub(crate) struct FileParts {
    pub(crate) tokens: Vec<String>,
    /// The limits that were taken out.
    pub(crate) limits: Vec<TakenLimit>,
    /// The first tokens of lines of the card that are about a Pendulum Zone, of which that was taken out.
    pub(crate) in_pendulum_zone: Vec<usize>,
    /// The limit of an activation that had nothing else.
    pub(crate) activation: Option<Vec<String>>,
}

/// The words by which a line is about the card in a Pendulum Zone.
const IN_PENDULUM_ZONE: [&str; 2] = ["from", "pendulum_zone"];

/// Says of the lines of Pendulum Effects that they are about the card in a Pendulum Zone.
pub(crate) fn put_in_pendulum_zone(item: &mut CardItem) {
    let words = IN_PENDULUM_ZONE.map(str::to_owned);
    let mut lines: Vec<Vec<String>> =
        item.tokens.split(|token| token == LINE).map(<[String]>::to_vec).collect();
    let mut at = 0;
    while at < lines.len() {
        let planned = lines[at].get(1).is_some_and(|form| form == "planned");
        match lines[at].first().map(String::as_str) {
            Some("always") => _ = lines[at].splice(1..1, words.clone()),
            Some("effect") if !planned => {
                lines.insert(at + 1, words.to_vec());
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    item.tokens = lines.join(&LINE.to_owned());
}

/// Takes a card file apart.
pub(crate) fn parts(file: &[String]) -> FileParts {
    let mut parts = FileParts::default();
    let mut effect = 0;
    let lines: Vec<&[String]> = file.split(|token| token == LINE).collect();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        let Some(word) = line.first() else { continue };
        if word == "card" || line.iter().eq(&ANY_HOST) {
            continue;
        }
        let ends = |at: usize| lines.get(at).is_none_or(|next| is_of_the_card(next));
        if line.iter().eq(&["effect", "activate"])
            && ends(at + 1)
            && lines.get(at).is_some_and(|next| is_limit(next))
        {
            parts.activation = Some(lines[at].to_vec());
            at += 1;
            continue;
        }
        if line.iter().eq(IN_PENDULUM_ZONE.iter()) {
            parts.in_pendulum_zone.push(effect);
            continue;
        }
        // How often a card can be Special Summoned is a sentence about the card, and no limit of an effect.
        let of_summons = parts.tokens.get(effect + 1).is_some_and(|form| form == "summon_cost");
        if is_limit(line) && !of_summons {
            parts.limits.push(TakenLimit { effect, clause: line.to_vec() });
            continue;
        }
        if !parts.tokens.is_empty() {
            parts.tokens.push(LINE.to_owned());
        }
        if is_of_the_card(line) {
            effect = parts.tokens.len();
        }
        match line {
            [always, from, zone, rest @ ..]
                if always == "always" && [from, zone].iter().eq(&IN_PENDULUM_ZONE) =>
            {
                parts.in_pendulum_zone.push(effect);
                parts.tokens.push(always.clone());
                parts.tokens.extend_from_slice(rest);
            }
            line => parts.tokens.extend_from_slice(line),
        }
    }
    parts
}

/// Whether a line begins something new, and does not belong to the effect above.
pub(crate) fn is_of_the_card(line: &[String]) -> bool {
    line.first().is_some_and(|word| OF_THE_CARD.contains(&word.as_str()))
}

/// Whether a line is a limit that a sentence of its own gave.
fn is_limit(line: &[String]) -> bool {
    line.first().is_some_and(|word| word == "limit") && line.iter().any(|token| token == "by_name")
}

/// A Spell or Trap does not mean itself when it is activated: where it speaks of cards of the field, this puts the
/// word `other` behind the places.
pub(crate) fn without_itself(tokens: &mut Vec<String>) {
    let mut at = 0;
    while let Some(places) = next_own_places(tokens, at) {
        at = places.end;
        let close = closing(tokens, places.open);
        if !tokens[places.open..close].iter().any(|token| token == "other") {
            tokens.splice(at..at, [",".to_owned(), "other".to_owned()]);
        }
    }
}

/// Takes the words out again that [`without_itself`] has put in.
pub(crate) fn with_itself(tokens: &mut Vec<String>) {
    let mut at = 0;
    while let Some(places) = next_own_places(tokens, at) {
        at = places.end;
        if tokens[at..].first().is_some_and(|token| token == ",")
            && tokens.get(at + 1).is_some_and(|token| token == "other")
        {
            tokens.drain(at..at + 2);
        }
    }
}

/// The places with which a filter begins.
struct OwnPlaces {
    /// Its parenthesis.
    open: usize,
    /// Behind the last place.
    end: usize,
}

/// The next filter of an activation that begins with places among which is the one where the card itself lies.
fn next_own_places(tokens: &[String], from: usize) -> Option<OwnPlaces> {
    (from.max(1)..tokens.len()).find_map(|open| {
        let noun = matches!(tokens[open - 1].as_str(), "card" | "spell" | "trap");
        if tokens[open] != "(" || !noun || !in_steps_of_activation(tokens, open) {
            return None;
        }
        let mut end = open + 2;
        while tokens.get(end).is_some_and(|token| token == "or") {
            end += 2;
        }
        let places = tokens.get(open + 1..end)?;
        let is_own = places.first().is_some_and(|place| place == "mine")
            || places.iter().any(|place| place == "field");
        is_own.then_some(OwnPlaces { open, end })
    })
}

/// Whether a token stands in a line of an activation that says which cards are chosen.
fn in_steps_of_activation(tokens: &[String], at: usize) -> bool {
    let line = tokens[..at].iter().rposition(|token| token == LINE).map_or(0, |line| line + 1);
    let chooses =
        !matches!(tokens[line].as_str(), "need" | "effect" | "on" | "if" | "when" | "always");
    let effect = tokens[..at].iter().rposition(|token| token == "effect");
    chooses
        && effect
            .is_some_and(|effect| tokens.get(effect + 1).is_some_and(|form| form == "activate"))
}

/// Where the parenthesis that opens here closes.
fn closing(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "(" => depth += 1,
            ")" if depth == 1 => return at,
            ")" => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}
