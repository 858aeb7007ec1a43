//! Rules that say one thing twice: as it is printed on cards, and as it is written in card files.
//!
//! A rule belongs to a category and has a text side and a card side. Both are tokens and slots; a slot is filled by
//! a tree of another category, and each side has the same slots. So one rule reads in both directions, and no rule
//! can read a text that it could not print.

use std::collections::BTreeMap;

use crate::symbols::{Alphabet, Symbol};

/// Which side of the rules is read or printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    /// The printed text.
    Text,
    /// The card file.
    Card,
}

/// The things that can fill a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SlotKind {
    Category(u32),
    Builtin(Builtin),
}

/// Slots that no rules fill, but one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Builtin {
    /// A number.
    Number,
    /// The name of a card.
    Name,
    /// A text that stands in the names of the cards of an archetype.
    Archetype,
    /// The name of a Token.
    Token,
    /// The name of the card that is read; it stands in texts alone.
    OwnName,
    /// The Level, Rank or Link Rating of the card that is read; it stands in texts alone.
    OwnLevel,
    /// Any name in quotes of which nothing is said in the card file; it stands in texts alone.
    AnyName,
}

impl Builtin {
    pub(crate) const WORDS: [(&str, Self); 7] = [
        ("number", Self::Number),
        ("name", Self::Name),
        ("archetype", Self::Archetype),
        ("token", Self::Token),
        ("own_name", Self::OwnName),
        ("own_level", Self::OwnLevel),
        ("any_name", Self::AnyName),
    ];

    /// Whether it stands in texts alone, because the card says what it is.
    pub(crate) const fn is_of_the_card(self) -> bool {
        matches!(self, Self::OwnName | Self::OwnLevel | Self::AnyName)
    }
}

/// One piece of a side of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulePiece {
    Token(Symbol),
    /// The slot of that number.
    Slot(u8),
}

/// One rule.
#[derive(Debug)]
pub(crate) struct GrammarRule {
    /// The kinds of its slots, in the order of the text.
    pub(crate) slots: Vec<SlotKind>,
    /// The text that is printed.
    pub(crate) text: Vec<RulePiece>,
    pub(crate) card: Vec<RulePiece>,
    /// The file and line where it stands.
    pub(crate) place: String,
}

/// A place in the sides of all rules of a category: sides that begin alike share it.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) tokens: BTreeMap<Symbol, u32>,
    pub(crate) slots: Vec<(SlotKind, u32)>,
    /// Rules that end here, each with the slots in the order in which they were filled.
    pub(crate) ends: Vec<(u32, Vec<u8>)>,
}

/// Which tokens can begin a category.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FirstTokens {
    /// A bit for each token of the alphabet.
    tokens: Vec<u64>,
    pub(crate) number: bool,
    pub(crate) quoted: bool,
    /// It may be nothing at all.
    pub(crate) empty: bool,
}

impl FirstTokens {
    pub(crate) fn add(&mut self, symbol: Symbol) {
        let word = symbol.0 as usize / 64;
        if self.tokens.len() <= word {
            self.tokens.resize(word + 1, 0);
        }
        self.tokens[word] |= 1 << (symbol.0 % 64);
    }

    pub(crate) fn has(&self, symbol: Symbol) -> bool {
        let word = self.tokens.get(symbol.0 as usize / 64);
        word.is_some_and(|word| word >> (symbol.0 % 64) & 1 != 0)
    }

    /// Adds what another one has, but not that it may be nothing.
    pub(crate) fn join(&mut self, other: &Self) {
        if self.tokens.len() < other.tokens.len() {
            self.tokens.resize(other.tokens.len(), 0);
        }
        self.tokens.iter_mut().zip(&other.tokens).for_each(|(own, other)| *own |= other);
        self.number |= other.number;
        self.quoted |= other.quoted;
    }
}

/// One side of all rules, as a parser walks through it.
#[derive(Debug, Default)]
pub(crate) struct RuleSide {
    pub(crate) nodes: Vec<Node>,
    /// Where each category begins.
    pub(crate) roots: Vec<u32>,
    pub(crate) firsts: Vec<FirstTokens>,
}

/// All rules.
#[derive(Debug)]
pub(crate) struct Grammar {
    pub(crate) alphabet: Alphabet,
    pub(crate) categories: BTreeMap<String, u32>,
    pub(crate) rules: Vec<GrammarRule>,
    pub(crate) text: RuleSide,
    pub(crate) card: RuleSide,
}

impl Grammar {
    pub(crate) const fn side(&self, face: Face) -> &RuleSide {
        match face {
            Face::Text => &self.text,
            Face::Card => &self.card,
        }
    }
}

impl RuleSide {
    /// Adds a side of a rule to the paths of its category.
    pub(crate) fn add(
        &mut self,
        category: u32,
        pieces: &[RulePiece],
        slots: &[SlotKind],
        rule: u32,
    ) {
        let mut at = self.roots[category as usize];
        let mut filled = Vec::new();
        for piece in pieces {
            at = match piece {
                RulePiece::Token(symbol) => self.token_after(at, *symbol),
                RulePiece::Slot(slot) => {
                    filled.push(*slot);
                    self.slot_after(at, slots[usize::from(*slot)])
                }
            };
        }
        self.nodes[at as usize].ends.push((rule, filled));
    }

    fn token_after(&mut self, at: u32, symbol: Symbol) -> u32 {
        if let Some(next) = self.nodes[at as usize].tokens.get(&symbol) {
            return *next;
        }
        let next = self.new_node();
        self.nodes[at as usize].tokens.insert(symbol, next);
        next
    }

    fn slot_after(&mut self, at: u32, kind: SlotKind) -> u32 {
        let known = self.nodes[at as usize].slots.iter().find(|(other, _)| *other == kind);
        if let Some((_, next)) = known {
            return *next;
        }
        let next = self.new_node();
        self.nodes[at as usize].slots.push((kind, next));
        next
    }

    pub(crate) fn new_node(&mut self) -> u32 {
        self.nodes.push(Node::default());
        self.nodes.len() as u32 - 1
    }

    /// Finds out which tokens can begin each category.
    pub(crate) fn find_firsts(&mut self) {
        self.firsts = vec![FirstTokens::default(); self.roots.len()];
        loop {
            let mut changed = false;
            for category in 0..self.roots.len() {
                let first = self.first_from(self.roots[category]);
                changed |= first != self.firsts[category];
                self.firsts[category] = first;
            }
            if !changed {
                return;
            }
        }
    }

    /// Which tokens can come at a node, as far as the categories are known.
    fn first_from(&self, at: u32) -> FirstTokens {
        let node = &self.nodes[at as usize];
        let mut first = FirstTokens { empty: !node.ends.is_empty(), ..FirstTokens::default() };
        node.tokens.keys().for_each(|symbol| first.add(*symbol));
        for (kind, next) in &node.slots {
            let may_be_nothing = match kind {
                SlotKind::Category(category) => {
                    let inner = &self.firsts[*category as usize];
                    first.join(inner);
                    inner.empty
                }
                SlotKind::Builtin(Builtin::Number | Builtin::OwnLevel) => {
                    first.number = true;
                    false
                }
                SlotKind::Builtin(_) => {
                    first.quoted = true;
                    false
                }
            };
            if may_be_nothing {
                let rest = self.first_from(*next);
                first.empty |= rest.empty;
                first.join(&rest);
            }
        }
        first
    }
}
