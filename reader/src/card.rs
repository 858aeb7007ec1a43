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
pub(crate) struct Item {
    /// Tokens of the card side.
    pub(crate) tokens: Vec<String>,
    pub(crate) limit: Option<Vec<String>>,
}

/// Why sentences that are understood don't make a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// A limit finds no effect that it is about.
    NoEffect,
    /// An effect would have two limits.
    TwoLimits,
}

/// Forms of effects that are used, so that a limit of all effects means them.
const USED: [&str; 6] = ["activate", "ignition", "trigger", "quick", "flip", "instead"];

impl Item {
    /// Whether it has an effect of one of these forms.
    fn has(&self, forms: &[&str]) -> bool {
        let mut lines = self.tokens.split(|token| token == LINE);
        lines.any(|line| line.len() > 1 && line[0] == "effect" && forms.contains(&line[1].as_str()))
    }

    fn takes(&mut self, limit: &[String]) -> Result<(), Misfit> {
        match self.limit.replace(limit.to_vec()) {
            None => Ok(()),
            Some(_) => Err(Misfit::TwoLimits),
        }
    }
}

/// Gives the limits of sentences that begin with `limits` to their effects; those sentences are gone then.
pub(crate) fn with_limits(sentences: Vec<Vec<String>>) -> Result<Vec<Item>, Misfit> {
    let mut items: Vec<Item> = Vec::new();
    let mut following: Option<Vec<String>> = None;
    let mut each: Option<Vec<String>> = None;
    for tokens in sentences {
        if tokens.first().is_none_or(|first| first != LIMITS) {
            let mut item = Item { tokens, limit: None };
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
                .ok_or(Misfit::NoEffect)?
                .takes(clause)?,
            "summon" => {
                let found = items.iter_mut().rev().find(|i| i.has(&["procedure"]));
                found.ok_or(Misfit::NoEffect)?.takes(clause)?;
            }
            "activation" => {
                let found = items.iter_mut().rev().find(|i| i.has(&["activate"]));
                found.ok_or(Misfit::NoEffect)?.takes(clause)?;
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
            return Err(Misfit::NoEffect);
        }
    }
    Ok(items)
}

/// The tokens of a card file.
pub(crate) fn file(head: &[String], items: &[Item]) -> Vec<String> {
    let mut tokens = head.to_vec();
    for item in items {
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

/// A card file without its first line and without the limits of other sentences.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) tokens: Vec<String>,
    /// The limits that were taken out, each with the first token of its effect.
    pub(crate) limits: Vec<(usize, Vec<String>)>,
    /// The first tokens of lines of the card that are about a Pendulum Zone, of which that was taken out.
    pub(crate) in_pendulum_zone: Vec<usize>,
}

/// The words by which a line is about the card in a Pendulum Zone.
const IN_PENDULUM_ZONE: [&str; 2] = ["from", "pendulum_zone"];

/// Says of the lines of Pendulum Effects that they are about the card in a Pendulum Zone.
pub(crate) fn put_in_pendulum_zone(item: &mut Item) {
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
pub(crate) fn parts(file: &[String]) -> Parts {
    let mut parts = Parts::default();
    let mut effect = 0;
    for line in file.split(|token| token == LINE) {
        let Some(word) = line.first() else { continue };
        if word == "card" {
            continue;
        }
        if line.iter().eq(IN_PENDULUM_ZONE.iter()) {
            parts.in_pendulum_zone.push(effect);
            continue;
        }
        if word == "limit" && line.iter().any(|token| token == "by_name") {
            parts.limits.push((effect, line.to_vec()));
            continue;
        }
        if !parts.tokens.is_empty() {
            parts.tokens.push(LINE.to_owned());
        }
        if OF_THE_CARD.contains(&word.as_str()) {
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

/// A Spell or Trap does not mean itself when it is activated: where it speaks of cards of the field, this puts the
/// word `other` behind the place.
pub(crate) fn without_itself(tokens: &mut Vec<String>) {
    let mut at = 0;
    while let Some(open) = next_own_place(tokens, at) {
        at = open + 2;
        let close = closing(tokens, open);
        if !tokens[open..close].iter().any(|token| token == "other") {
            tokens.splice(at..at, [",".to_owned(), "other".to_owned()]);
        }
    }
}

/// Takes the words out again that [`without_itself`] has put in.
pub(crate) fn with_itself(tokens: &mut Vec<String>) {
    let mut at = 0;
    while let Some(open) = next_own_place(tokens, at) {
        at = open + 2;
        if tokens.get(at).is_some_and(|token| token == ",")
            && tokens.get(at + 1).is_some_and(|token| token == "other")
        {
            tokens.drain(at..at + 2);
        }
    }
}

/// The next parenthesis of a filter of an activation that begins with a place where the card itself lies.
fn next_own_place(tokens: &[String], from: usize) -> Option<usize> {
    (from.max(1)..tokens.len()).find(|at| {
        let opens =
            tokens[*at] == "(" && matches!(tokens[at - 1].as_str(), "card" | "spell" | "trap");
        let place =
            tokens.get(at + 1).is_some_and(|place| matches!(place.as_str(), "field" | "mine"));
        opens && place && in_steps_of_activation(tokens, *at)
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
