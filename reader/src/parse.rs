//! Finds all trees that tokens can be, on either side of the rules.
//!
//! The parser goes down from a category, walks through all rules that begin alike at once, and remembers what it
//! found at each place. It finds every reading, so that a text with two of them is noticed.

use std::rc::Rc;

use crate::grammar::{Builtin, Face, Grammar, SlotKind};
use crate::names::CardNames;
use crate::symbols::{Symbol, Symbols, is_number, quoted};
use crate::tree::{RuleTree, TreeId, Trees};

/// More readings of one place than this are too many to tell apart.
const MAX_READINGS: usize = 48;
/// Categories in one another; no printed text comes near.
const MAX_DEPTH: usize = 600;

/// One reading: where it ends, and its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FoundTree {
    pub(crate) end: usize,
    pub(crate) tree: TreeId,
}

/// The card that is read, as far as rules ask for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnFacts {
    /// Its name in quotes.
    pub(crate) name: Symbol,
    /// Its Level, Rank or Link Rating.
    pub(crate) level: Symbol,
}

/// The kinds of slots that one token can fill.
#[derive(Clone, Copy, Debug, Default)]
struct TokenClass {
    number: bool,
    quoted: bool,
    name: bool,
    archetype: bool,
    token: bool,
}

pub(crate) struct TreeParser<'a> {
    grammar: &'a Grammar,
    face: Face,
    pub(crate) tokens: &'a [Symbol],
    classes: Vec<TokenClass>,
    own: OwnFacts,
    trees: &'a mut Trees,
    memo: Vec<Option<Rc<[FoundTree]>>>,
    depth: usize,
    /// The last token that some rule wanted to be another one.
    pub(crate) furthest: usize,
    /// Some place had too many readings, or was too deep.
    pub(crate) gave_up: bool,
}

impl<'a> TreeParser<'a> {
    pub(crate) fn new(
        grammar: &'a Grammar,
        face: Face,
        tokens: &'a [Symbol],
        symbols: &Symbols<'_>,
        names: &CardNames,
        own: OwnFacts,
        trees: &'a mut Trees,
    ) -> Self {
        let class = |symbol: &Symbol| {
            let text = symbols.text(*symbol);
            let inner = quoted(text);
            TokenClass {
                number: is_number(text),
                quoted: inner.is_some(),
                name: inner.is_some_and(|name| names.is_card(name)),
                archetype: inner.is_some_and(|name| names.is_archetype(name)),
                token: inner.is_some_and(|name| names.token(name).is_some()),
            }
        };
        let classes = tokens.iter().map(class).collect();
        let places = grammar.categories.len() * (tokens.len() + 1);
        Self {
            grammar,
            face,
            tokens,
            classes,
            own,
            trees,
            memo: vec![None; places],
            depth: 0,
            furthest: 0,
            gave_up: false,
        }
    }

    /// All readings of a category that begin at a token.
    pub(crate) fn all(&mut self, category: u32, at: usize) -> Rc<[FoundTree]> {
        let place = category as usize * (self.tokens.len() + 1) + at;
        if let Some(found) = &self.memo[place] {
            return Rc::clone(found);
        }
        if self.depth == MAX_DEPTH {
            self.gave_up = true;
            return Rc::new([]);
        }
        self.depth += 1;
        let mut found = Vec::new();
        let root = self.grammar.side(self.face).roots[category as usize];
        self.walk(root, at, &mut Vec::new(), &mut found);
        self.depth -= 1;
        found.sort_unstable();
        found.dedup();
        if found.len() > MAX_READINGS {
            self.gave_up = true;
            found.truncate(MAX_READINGS);
        }
        let found: Rc<[FoundTree]> = found.into();
        self.memo[place] = Some(Rc::clone(&found));
        found
    }

    fn walk(&mut self, node: u32, at: usize, filled: &mut Vec<TreeId>, found: &mut Vec<FoundTree>) {
        let grammar = self.grammar;
        let side = grammar.side(self.face);
        let node = &side.nodes[node as usize];
        for (rule, order) in &node.ends {
            if let Some(tree) = self.branch(*rule, order, filled) {
                found.push(FoundTree { end: at, tree });
            }
        }
        if found.len() > 4 * MAX_READINGS {
            self.gave_up = true;
            return;
        }
        if let Some(symbol) = self.tokens.get(at) {
            if let Some(next) = node.tokens.get(symbol) {
                self.walk(*next, at + 1, filled, found);
            } else if !node.tokens.is_empty() {
                self.furthest = self.furthest.max(at);
            }
        }
        for (kind, next) in &node.slots {
            match kind {
                SlotKind::Category(category) => {
                    if !self.can_begin(*category, at) {
                        self.furthest = self.furthest.max(at);
                        continue;
                    }
                    for one in self.all(*category, at).iter() {
                        filled.push(one.tree);
                        self.walk(*next, one.end, filled, found);
                        filled.pop();
                    }
                }
                SlotKind::Builtin(builtin) => {
                    if let Some(symbol) = self.fits(*builtin, at) {
                        let leaf = self.trees.add(RuleTree::Leaf(symbol));
                        filled.push(leaf);
                        self.walk(*next, at + 1, filled, found);
                        filled.pop();
                    } else {
                        self.furthest = self.furthest.max(at);
                    }
                }
            }
        }
    }

    fn can_begin(&self, category: u32, at: usize) -> bool {
        let first = &self.grammar.side(self.face).firsts[category as usize];
        let Some(symbol) = self.tokens.get(at) else {
            return first.empty;
        };
        let class = self.classes[at];
        first.empty
            || first.has(*symbol)
            || (class.number && first.number)
            || (class.quoted && first.quoted)
    }

    fn fits(&self, builtin: Builtin, at: usize) -> Option<Symbol> {
        let symbol = *self.tokens.get(at)?;
        let class = self.classes[at];
        let fits = match builtin {
            Builtin::Number => class.number,
            Builtin::Name => class.name,
            Builtin::Archetype => class.archetype,
            Builtin::Token => class.token,
            Builtin::OwnName => symbol == self.own.name,
            Builtin::OwnLevel => symbol == self.own.level,
            Builtin::AnyName => class.quoted,
        };
        fits.then_some(symbol)
    }

    /// The tree of a rule whose slots were filled in this order; none if a slot that stands twice was filled with
    /// two things.
    fn branch(&mut self, rule: u32, order: &[u8], filled: &[TreeId]) -> Option<TreeId> {
        let slots = &self.grammar.rules[rule as usize].slots;
        let mut inner = Vec::with_capacity(slots.len());
        for (slot, kind) in slots.iter().enumerate() {
            let of_slot = |at: &usize| usize::from(order[*at]) == slot;
            let mut there = (0..order.len()).filter(of_slot).map(|at| filled[at]);
            inner.push(match (there.next(), kind) {
                // The card file says nothing of the name.
                (_, SlotKind::Builtin(Builtin::OwnName | Builtin::AnyName)) => {
                    self.trees.add(RuleTree::Leaf(self.own.name))
                }
                (_, SlotKind::Builtin(Builtin::OwnLevel)) => {
                    self.trees.add(RuleTree::Leaf(self.own.level))
                }
                (Some(tree), _) if there.all(|other| other == tree) => tree,
                // The loader holds each slot to both sides, so it was filled twice.
                _ => return None,
            });
        }
        Some(self.trees.add(RuleTree::Branch(rule, inner.into())))
    }
}
