//! The way back: from a card file to the sentences that it says.

use crate::again;
use crate::card::{self, FileParts, Limited};
use crate::grammar::Face;
use crate::lex::{self, LINE};
use crate::parse::TreeParser;
use crate::read::{Decline, DeclineReason};
use crate::symbols::Symbol;
use crate::tree::TreeId;
use crate::work::{CardWork, MAX_WAYS, PENDULUM_ITEM, SentenceWay, item_of, recipe_of};

/// A sentence that was found in a card file, and the token where it begins.
#[derive(Clone, Copy)]
struct SpokenSentence {
    at: usize,
    tree: TreeId,
}

/// One way to take a card file as sentences.
type SpokenWay = Vec<SpokenSentence>;

impl CardWork<'_> {
    /// Reads the card file backwards: it must be the same sentences with the same limits, and no others.
    pub(crate) fn comes_back(
        &mut self,
        spelled: &str,
        own: &[TreeId],
        limited: &Limited,
    ) -> Result<(), Vec<Decline>> {
        let mut tokens = lex::card(spelled);
        again::asked_again(&mut tokens);
        card::with_itself(&mut tokens);
        let parts = card::parts(&tokens);
        if parts.activation == limited.activation {
            // Of reminders alone nothing is left.
            if parts.tokens.is_empty() && own.is_empty() {
                return Ok(());
            }
            let ways = self.ways_back(&parts);
            match ways.as_slice() {
                [one] if is_same(one, own, &parts, limited) => return Ok(()),
                [] => {}
                several => return Err(self.no_way_back(spelled, several)),
            }
        }
        Err(self.decline(DeclineReason::NoWayBack, spelled, ""))
    }

    /// All ways to take the lines of a card file as sentences; none if one could have been missed.
    fn ways_back(&mut self, parts: &FileParts) -> Vec<SpokenWay> {
        let tokens: Vec<Symbol> =
            parts.tokens.iter().map(|token| self.symbols.symbol(token)).collect();
        let line = self.symbols.symbol(LINE);
        let grammar = &self.reader.grammar;
        let known = |name: &str| grammar.categories.get(name).copied();
        let categories = [recipe_of(self.facts), Some(item_of(self.facts))];
        let categories: Vec<u32> = categories.into_iter().flatten().filter_map(known).collect();
        let of_pendulum: Vec<u32> = known(PENDULUM_ITEM).into_iter().collect();
        let (face, names) = (Face::Card, &self.reader.names);
        let mut parser = TreeParser::new(
            grammar,
            face,
            &tokens,
            &self.symbols,
            names,
            self.own,
            &mut self.trees,
        );
        let mut ways: Vec<Vec<SpokenWay>> = vec![Vec::new(); tokens.len() + 2];
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
                    let spoken = SpokenSentence { at, tree: one.tree };
                    let more: Vec<SpokenWay> =
                        ways[at].iter().map(|way| [way.as_slice(), &[spoken]].concat()).collect();
                    ways[one.end + 1].extend(more);
                    ways[one.end + 1].truncate(MAX_WAYS);
                }
            }
        }
        if parser.gave_up { Vec::new() } else { ways.pop().unwrap_or_default() }
    }

    /// The decline of a card file that says something else, or several things.
    fn no_way_back(&self, spelled: &str, ways: &[SpokenWay]) -> Vec<Decline> {
        let trees =
            |way: &SpokenWay| -> SentenceWay { way.iter().map(|spoken| spoken.tree).collect() };
        let ways: Vec<SentenceWay> = ways.iter().map(trees).collect();
        let text = |way: &SentenceWay| {
            let texts = way.iter().map(|tree| self.printed(*tree, Face::Text).join(" "));
            texts.collect::<Vec<_>>().join(" ")
        };
        let texts: Vec<String> = ways.iter().map(text).collect();
        let clause = format!("{spelled} || {}", texts.join(" || "));
        self.decline(DeclineReason::NoWayBack, &clause, &self.rules_that_differ(&ways))
    }
}

/// Whether these are the sentences of the text, and the limits those of its effects.
fn is_same(way: &SpokenWay, own: &[TreeId], parts: &FileParts, limited: &Limited) -> bool {
    let limit_at = |number: usize| {
        let end = way.get(number + 1).map_or(usize::MAX, |next| next.at);
        let mut inside =
            parts.limits.iter().filter(|limit| (way[number].at..end).contains(&limit.effect));
        inside.next().map(|limit| &limit.clause)
    };
    let same_limit = |number: usize| limit_at(number) == limited.items[number].limit.as_ref();
    way.iter().map(|spoken| &spoken.tree).eq(own) && (0..way.len()).all(same_limit)
}
