//! Trees: which rule was used with what in its slots. Equal trees have one number.

use std::collections::BTreeMap;

use crate::grammar::{Face, Grammar, RulePiece};
use crate::symbols::Symbol;

/// The number of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TreeId(u32);

/// One tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RuleTree {
    /// The token in a slot that takes one.
    Leaf(Symbol),
    /// A rule by its number, and what fills its slots.
    Branch(u32, Box<[TreeId]>),
}

/// All trees of one card.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    trees: Vec<RuleTree>,
    numbers: BTreeMap<RuleTree, TreeId>,
}

impl Trees {
    pub(crate) fn add(&mut self, tree: RuleTree) -> TreeId {
        if let Some(number) = self.numbers.get(&tree) {
            return *number;
        }
        let number = TreeId(self.trees.len() as u32);
        self.trees.push(tree.clone());
        self.numbers.insert(tree, number);
        number
    }

    pub(crate) fn get(&self, tree: TreeId) -> &RuleTree {
        &self.trees[tree.0 as usize]
    }

    /// Adds the tokens that a tree is on one side.
    pub(crate) fn print(&self, grammar: &Grammar, tree: TreeId, face: Face, to: &mut Vec<Symbol>) {
        match self.get(tree) {
            RuleTree::Leaf(symbol) => to.push(*symbol),
            RuleTree::Branch(rule, inner) => {
                let rule = &grammar.rules[*rule as usize];
                let pieces = match face {
                    Face::Text => &rule.text,
                    Face::Card => &rule.card,
                };
                for piece in pieces {
                    match piece {
                        RulePiece::Token(symbol) => to.push(*symbol),
                        RulePiece::Slot(slot) => {
                            self.print(grammar, inner[usize::from(*slot)], face, to);
                        }
                    }
                }
            }
        }
    }

    /// The rules of two trees where they first differ; none if a token is all that differs.
    pub(crate) fn difference(&self, one: TreeId, other: TreeId) -> Option<RulePair> {
        let (RuleTree::Branch(first, inner), RuleTree::Branch(second, others)) =
            (self.get(one), self.get(other))
        else {
            return None;
        };
        if first != second {
            return Some(RulePair { one: *first, other: *second });
        }
        inner.iter().zip(others).filter(|(a, b)| a != b).find_map(|(a, b)| self.difference(*a, *b))
    }
}

/// Two rules that read the same in different ways.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RulePair {
    pub(crate) one: u32,
    pub(crate) other: u32,
}
