//! Reads the rules from their files.
//!
//! `[category]` begins the rules of a category. A rule is one line, `TEXT => CARD`; a line that begins with `|`
//! gives another text for the rule above. In a text `{one|other}` are alternatives, of which the first is the one
//! that is printed; `<category>` is a slot, and `<category#2>` a second one of the same category. On the card's
//! side `/` is the end of a line. `-` stands for nothing at all, on either side.

use std::collections::BTreeMap;

use crate::error::GrammarError;
use crate::grammar::{Builtin, Face, Grammar, GrammarRule, RulePiece, RuleSide, SlotKind};
use crate::lex;
use crate::symbols::Alphabet;

/// A file of rules: its name, as errors call it, and its text.
pub type RuleFile = (String, String);

struct Loader {
    alphabet: Alphabet,
    categories: BTreeMap<String, u32>,
    /// The first place where each category is named, and whether it has rules.
    used: Vec<(String, bool)>,
    rules: Vec<GrammarRule>,
    /// Category, pieces of the text, rule.
    texts: Vec<(u32, Vec<RulePiece>, u32)>,
}

/// Reads files of rules.
///
/// # Errors
/// A line that is no rule, a category without rules, and rules that begin with themselves.
pub(crate) fn grammar(files: &[RuleFile]) -> Result<Grammar, GrammarError> {
    let mut loader = Loader {
        alphabet: Alphabet::default(),
        categories: BTreeMap::new(),
        used: Vec::new(),
        rules: Vec::new(),
        texts: Vec::new(),
    };
    for (name, text) in files {
        loader.file(name, text)?;
    }
    loader.done()
}

impl Loader {
    fn file(&mut self, name: &str, text: &str) -> Result<(), GrammarError> {
        let mut category = None;
        for (at, line) in text.lines().enumerate() {
            let place = format!("{name}:{}", at + 1);
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(head) = line.strip_prefix('[') {
                let head = head.split(']').next().unwrap_or("").trim();
                let number = self.category(head, &place);
                self.used[number as usize].1 = true;
                category = Some(number);
                continue;
            }
            let Some(category) = category else {
                return Err(GrammarError::new(&place, "a rule stands before the first [category]"));
            };
            if let Some(text) = line.strip_prefix('|') {
                self.other_text(category, text, &place)?;
            } else {
                self.rule(category, line, &place)?;
            }
        }
        Ok(())
    }

    fn category(&mut self, name: &str, place: &str) -> u32 {
        if let Some(number) = self.categories.get(name) {
            return *number;
        }
        let number = self.used.len() as u32;
        self.categories.insert(name.to_owned(), number);
        self.used.push((place.to_owned(), false));
        number
    }

    fn rule(&mut self, category: u32, line: &str, place: &str) -> Result<(), GrammarError> {
        let wrong = |what: &str| GrammarError::new(place, what);
        let Some((text, card)) = line.split_once("=>") else {
            return Err(wrong("a rule needs a `=>` between its text and its card side"));
        };
        let texts = alternatives(text, place)?;
        let mut names = Vec::new();
        let text = self.pieces(&texts[0], Face::Text, &mut names, place)?;
        let known = names.len();
        let card = self.pieces(card, Face::Card, &mut names, place)?;
        if names.len() > known {
            return Err(wrong(&format!("<{}> stands on the card's side alone", names[known])));
        }
        let slots: Vec<SlotKind> = names.iter().map(|name| self.kind(name, place)).collect();
        for (slot, name) in names.iter().enumerate() {
            let there = card.iter().filter(|piece| **piece == RulePiece::Slot(slot as u8)).count();
            let of_the_card =
                matches!(slots[slot], SlotKind::Builtin(builtin) if builtin.is_of_the_card());
            if (there == 0) != of_the_card {
                return Err(wrong(&format!("<{name}> must stand on both sides")));
            }
        }
        let rule = self.rules.len() as u32;
        self.texts.push((category, text.clone(), rule));
        self.rules.push(GrammarRule { slots, text, card, place: place.to_owned() });
        for other in &texts[1..] {
            self.variant(category, other, rule, &mut names, place)?;
        }
        Ok(())
    }

    /// Another text of the rule above.
    fn other_text(&mut self, category: u32, text: &str, place: &str) -> Result<(), GrammarError> {
        let last = self.texts.last().filter(|(of, ..)| *of == category);
        let Some((_, _, rule)) = last else {
            return Err(GrammarError::new(place, "no rule of this category stands above"));
        };
        let rule = *rule;
        let kinds = &self.rules[rule as usize].slots;
        let mut names: Vec<String> = Vec::new();
        for kind in kinds {
            let name = self.name_of(*kind);
            let same = names.iter().filter(|other| other.split('#').next() == Some(name)).count();
            names.push(if same == 0 { name.to_owned() } else { format!("{name}#{}", same + 1) });
        }
        for text in alternatives(text, place)? {
            self.variant(category, &text, rule, &mut names, place)?;
        }
        Ok(())
    }

    fn variant(
        &mut self,
        category: u32,
        text: &str,
        rule: u32,
        names: &mut Vec<String>,
        place: &str,
    ) -> Result<(), GrammarError> {
        let known = names.len();
        let pieces = self.pieces(text, Face::Text, names, place)?;
        let all = (0..known).all(|slot| pieces.contains(&RulePiece::Slot(slot as u8)));
        if names.len() > known || !all {
            let what = format!("`{}` has other slots than the rule", text.trim());
            return Err(GrammarError::new(place, &what));
        }
        self.texts.push((category, pieces, rule));
        Ok(())
    }

    fn kind(&mut self, name: &str, place: &str) -> SlotKind {
        let name = name.split('#').next().unwrap_or(name);
        let builtin = Builtin::WORDS.iter().find(|(word, _)| *word == name);
        builtin.map_or_else(
            || SlotKind::Category(self.category(name, place)),
            |(_, b)| SlotKind::Builtin(*b),
        )
    }

    fn name_of(&self, kind: SlotKind) -> &str {
        match kind {
            SlotKind::Builtin(builtin) => {
                Builtin::WORDS.iter().find(|(_, b)| *b == builtin).map_or("", |(word, _)| word)
            }
            SlotKind::Category(number) => {
                let found = self.categories.iter().find(|(_, n)| **n == number);
                found.map_or("", |(name, _)| name)
            }
        }
    }

    /// The pieces of a side; names of slots that are new are added to `names`.
    fn pieces(
        &mut self,
        side: &str,
        face: Face,
        names: &mut Vec<String>,
        place: &str,
    ) -> Result<Vec<RulePiece>, GrammarError> {
        let side = side.trim();
        let mut pieces = Vec::new();
        if side == "-" {
            return Ok(pieces);
        }
        let mut rest = side;
        while let Some((slot, before, after)) = next_slot(rest) {
            self.tokens(before, face, &mut pieces);
            let number = names.iter().position(|other| other == slot).unwrap_or_else(|| {
                names.push(slot.to_owned());
                names.len() - 1
            });
            let number = u8::try_from(number)
                .map_err(|_| GrammarError::new(place, "a rule has at most 255 slots"))?;
            pieces.push(RulePiece::Slot(number));
            rest = after;
        }
        self.tokens(rest, face, &mut pieces);
        if pieces.is_empty() {
            return Err(GrammarError::new(place, "an empty side is written `-`"));
        }
        Ok(pieces)
    }

    fn tokens(&mut self, text: &str, face: Face, pieces: &mut Vec<RulePiece>) {
        let tokens = match face {
            Face::Text => lex::printed(&text.replace(" / ", "\n")),
            Face::Card => lex::card(text),
        };
        pieces.extend(tokens.iter().map(|token| RulePiece::Token(self.alphabet.symbol(token))));
    }

    fn done(self) -> Result<Grammar, GrammarError> {
        if let Some((place, _)) = self.used.iter().find(|(_, has_rules)| !has_rules) {
            let number = self.used.iter().position(|(other, has)| other == place && !has);
            let name = number.and_then(|n| self.categories.iter().find(|(_, c)| **c == n as u32));
            let name = name.map_or("", |(name, _)| name);
            return Err(GrammarError::new(place, &format!("no rule says what <{name}> is")));
        }
        let mut text = RuleSide::default();
        let mut card = RuleSide::default();
        for side in [&mut text, &mut card] {
            side.roots = (0..self.used.len()).map(|_| side.new_node()).collect();
        }
        let mut of_rule = vec![0; self.rules.len()];
        for (category, pieces, rule) in &self.texts {
            text.add(*category, pieces, &self.rules[*rule as usize].slots, *rule);
            of_rule[*rule as usize] = *category;
        }
        for (number, rule) in self.rules.iter().enumerate() {
            card.add(of_rule[number], &rule.card, &rule.slots, number as u32);
        }
        text.find_firsts();
        card.find_firsts();
        let grammar = Grammar {
            alphabet: self.alphabet,
            categories: self.categories,
            rules: self.rules,
            text,
            card,
        };
        no_circle(&grammar, Face::Text)?;
        no_circle(&grammar, Face::Card)?;
        Ok(grammar)
    }
}

/// The first slot of a side: its name, what stands before it and what behind.
fn next_slot(side: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(open) = side[from..].find('<').map(|at| from + at) {
        let close = side[open..].find('>').map(|at| open + at)?;
        let name = &side[open + 1..close];
        let is_slot =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '#';
        // On a card's side `<` and `>` also compare.
        if !name.is_empty() && name.chars().all(is_slot) {
            return Some((name, &side[..open], &side[close + 1..]));
        }
        from = open + 1;
    }
    None
}

/// A text without braces, once for each choice of alternatives.
fn alternatives(text: &str, place: &str) -> Result<Vec<String>, GrammarError> {
    let Some(close) = text.find('}') else {
        return match text.contains('{') {
            true => Err(GrammarError::new(place, "`{` without `}`")),
            false => Ok(vec![text.to_owned()]),
        };
    };
    let Some(open) = text[..close].rfind('{') else {
        return Err(GrammarError::new(place, "`}` without `{`"));
    };
    let mut all = Vec::new();
    for choice in text[open + 1..close].split('|') {
        let one = format!("{}{choice}{}", &text[..open], &text[close + 1..]);
        all.extend(alternatives(&one, place)?);
    }
    Ok(all)
}

/// Categories that begin with themselves can't be read.
fn no_circle(grammar: &Grammar, face: Face) -> Result<(), GrammarError> {
    let side = grammar.side(face);
    let count = side.roots.len();
    let begins: Vec<Vec<u32>> =
        (0..count).map(|category| beginners(side, side.roots[category])).collect();
    for start in 0..count {
        let mut seen = vec![false; count];
        let mut open = begins[start].clone();
        while let Some(next) = open.pop() {
            if next as usize == start {
                let name = grammar.categories.iter().find(|(_, number)| **number as usize == start);
                let name = name.map_or("", |(name, _)| name);
                let face = match face {
                    Face::Text => "texts",
                    Face::Card => "card sides",
                };
                return Err(GrammarError::new(
                    &format!("[{name}]"),
                    &format!(
                        "its {face} can begin with another <{name}>, so that reading would never end"
                    ),
                ));
            }
            if !std::mem::replace(&mut seen[next as usize], true) {
                open.extend(&begins[next as usize]);
            }
        }
    }
    Ok(())
}

/// The categories that may come first at a node.
fn beginners(side: &RuleSide, at: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for (kind, next) in &side.nodes[at as usize].slots {
        let may_be_nothing = match kind {
            SlotKind::Category(category) => {
                found.push(*category);
                side.firsts[*category as usize].empty
            }
            SlotKind::Builtin(_) => false,
        };
        if may_be_nothing {
            found.extend(beginners(side, *next));
        }
    }
    found
}
