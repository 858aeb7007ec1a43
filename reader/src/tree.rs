//! Trees: which rule was used with what in its slots. Equal trees have one number.

use std::collections::HashMap;

use crate::grammar::{Face, Grammar, Piece};
use crate::symbols::Symbol;

/// The number of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TreeId(u32);

/// One tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    numbers: HashMap<Tree, TreeId>,
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

    /// The number of the rule at the top of a tree.
    pub(crate) fn rule(&self, tree: TreeId) -> Option<u32> {
        match self.get(tree) {
            Tree::Leaf(_) => None,
            Tree::Branch(rule, _) => Some(*rule),
        }
    }
}
