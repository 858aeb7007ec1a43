//! Trees: which rule was used with what in its slots. Equal trees have one number.

use std::collections::BTreeMap;

use crate::grammar::{Face, Grammar, Piece};
use crate::symbols::Symbol;

/// The number of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TreeId(u32);

/// One tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tree {
    /// What fills a slot that takes one token.
    Leaf(Symbol),
    /// A rule by its number, and what fills its slots.
    Branch(u32, Box<[TreeId]>),
}

/// All trees of one card.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    trees: Vec<Tree>,
    numbers: BTreeMap<Tree, TreeId>,
}

impl Trees {
    pub(crate) fn add(&mut self, tree: Tree) -> TreeId {
        if let Some(number) = self.numbers.get(&tree) {
            return *number;
        }
        let number = TreeId(self.trees.len() as u32);
        self.trees.push(tree.clone());
        self.numbers.insert(tree, number);
        number
    }

    pub(crate) fn get(&self, tree: TreeId) -> &Tree {
        &self.trees[tree.0 as usize]
    }

    /// Adds the tokens that a tree is on one side.
    pub(crate) fn print(&self, grammar: &Grammar, tree: TreeId, face: Face, to: &mut Vec<Symbol>) {
        match self.get(tree) {
            Tree::Leaf(symbol) => to.push(*symbol),
            Tree::Branch(rule, inner) => {
                let rule = &grammar.rules[*rule as usize];
                let pieces = match face {
                    Face::Text => &rule.text,
                    Face::Card => &rule.card,
                };
                for piece in pieces {
                    match piece {
                        Piece::Token(symbol) => to.push(*symbol),
                        Piece::Slot(slot) => {
                            self.print(grammar, inner[usize::from(*slot)], face, to);
                        }
                    }
                }
            }
        }
    }

    /// The rules of two trees where they first differ; none if a token is all that differs.
    pub(crate) fn difference(&self, one: TreeId, other: TreeId) -> Option<RulePair> {
        let (Tree::Branch(first, inner), Tree::Branch(second, others)) =
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
