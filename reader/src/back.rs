//! The way back: from a card file to the sentences that it says.

use crate::card;
use crate::grammar::Face;
use crate::lex::{self, LINE};
use crate::parse::Parser;
use crate::read::{Decline, DeclineReason};
use crate::symbols::Symbol;
use crate::tree::TreeId;
use crate::work::{CardWork, PENDULUM_ITEM, Way, item_of, recipe_of};

impl CardWork<'_> {
    /// Reads the card file backwards: it must be the same sentences with the same limits, and no others.
    pub(crate) fn comes_back(
        &mut self,
        spelled: &str,
        own: &[TreeId],
        limited: &card::Limited,
    ) -> Result<(), Vec<Decline>> {
        let mut tokens = lex::card(spelled);
        card::with_itself(&mut tokens);
        let parts = card::parts(&tokens);
        let tokens: Vec<Symbol> =
            parts.tokens.iter().map(|token| self.symbols.symbol(token)).collect();
        let line = self.symbols.symbol(LINE);
        let grammar = &self.reader.grammar;
        let known = |name: &str| grammar.categories.get(name).copied();
        let categories = [recipe_of(self.facts), Some(item_of(self.facts))];
        let categories: Vec<u32> = categories.into_iter().flatten().filter_map(known).collect();
        let of_pendulum: Vec<u32> = known(PENDULUM_ITEM).into_iter().collect();
        let mut parser = Parser::new(
            grammar,
            Face::Card,
            &tokens,
            &self.symbols,
            &self.reader.names,
            self.own,
            &mut self.trees,
        );
        if parts.activation != limited.activation {
            return Err(self.decline(DeclineReason::NoWayBack, spelled, ""));
        }
        // Of reminders alone nothing is left.
        if tokens.is_empty() && own.is_empty() {
            return Ok(());
        }
        // Each way holds the sentences and where each begins.
        let mut ways: Vec<Vec<Vec<(usize, TreeId)>>> = vec![Vec::new(); tokens.len() + 2];
        ways[0].push(Vec::new());
        for at in 0..tokens.len() {
            if ways[at].is_empty() {
                continue;
            }
            let in_zone = parts.in_pendulum_zone.contains(&at);
            for category in if in_zone { &of_pendulum } else { &categories } {
                for one in parser.all(*category, at).iter() {
                    let ends = one.end == tokens.len() || tokens[one.end] == line;
                    if one.end == at || !ends {
                        continue;
                    }
                    let more: Vec<_> = ways[at]
                        .iter()
                        .map(|way| [way.as_slice(), &[(at, one.tree)]].concat())
                        .collect();
                    ways[one.end + 1].extend(more);
                    ways[one.end + 1].truncate(8);
                }
            }
        }
        let back = ways.pop().unwrap_or_default();
        let limits = limited.items.iter().map(|item| item.limit.as_ref());
        let is_same = |way: &Vec<(usize, TreeId)>| {
            let trees: Vec<TreeId> = way.iter().map(|(_, tree)| *tree).collect();
            let there = |at: usize| {
                let end = way.get(at + 1).map_or(usize::MAX, |next| next.0);
                let inside =
                    parts.limits.iter().find(|(start, _)| (way[at].0..end).contains(start));
                inside.map(|(_, limit)| limit)
            };
            trees == own && limits.clone().enumerate().all(|(at, limit)| there(at) == limit)
        };
        match back.as_slice() {
            [one] if is_same(one) => Ok(()),
            [] => Err(self.decline(DeclineReason::NoWayBack, spelled, "")),
            all => {
                let texts = all.iter().map(|way| {
                    let texts =
                        way.iter().map(|(_, tree)| self.printed(*tree, Face::Text).join(" "));
                    texts.collect::<Vec<_>>().join(" ")
                });
                let texts: Vec<String> = texts.collect();
                let ways: Vec<Way> =
                    all.iter().map(|way| way.iter().map(|(_, tree)| *tree).collect()).collect();
                let clause = format!("{spelled} || {}", texts.join(" || "));
                Err(self.decline(DeclineReason::NoWayBack, &clause, &self.rules_that_differ(&ways)))
            }
        }
    }
}
