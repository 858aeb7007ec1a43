//! One card in the works: its text as sentences, and the card file that they are.

use duelfish_script::{Facts, kind};

use crate::again;
use crate::card::{self, LimitMisfit};
use crate::grammar::Face;
use crate::lex::{self, LINE};
use crate::parse::{OwnFacts, TreeParser};
use crate::read::{CardReading, Decline, DeclineReason, MAX_TOKENS, PrintedCard, Reader};
use crate::symbols::{self, Symbol, Symbols};
use crate::token_facts::without_token_facts;
use crate::tree::{TreeId, Trees};

/// One card in the works.
pub(crate) struct CardWork<'r> {
    pub(crate) reader: &'r Reader,
    pub(crate) facts: &'r Facts,
    name: &'r str,
    pub(crate) symbols: Symbols<'r>,
    pub(crate) trees: Trees,
    pub(crate) own: OwnFacts,
}

/// The sentences of a card, as trees.
#[derive(Default)]
struct Sentences {
    of_pendulum: Vec<TreeId>,
    of_card: Vec<TreeId>,
}

/// One way to read some text: a tree for each sentence.
pub(crate) type SentenceWay = Vec<TreeId>;

/// Ways that are kept; two are one too many already.
pub(crate) const MAX_WAYS: usize = 8;

/// The category of Pendulum Effects.
pub(crate) const PENDULUM_ITEM: &str = "pendulum_item";

impl<'r> CardWork<'r> {
    pub(crate) fn new(reader: &'r Reader, facts: &'r Facts, name: &'r str) -> Self {
        let mut symbols = Symbols::new(&reader.grammar.alphabet);
        let own = OwnFacts {
            name: symbols.symbol(&format!("\"{name}\"")),
            level: symbols.symbol(&facts.level.to_string()),
        };
        Self { reader, facts, name, symbols, trees: Trees::default(), own }
    }

    pub(crate) fn read(&mut self, card: &PrintedCard) -> Result<CardReading, Vec<Decline>> {
        let mut spoken = Sentences::default();
        let mut declines = Vec::new();
        if self.facts.is(kind::PENDULUM) {
            let (_, text) = self.tokens(&card.pendulum_text, false)?;
            spoken.of_pendulum = self.noted(&text, Some(PENDULUM_ITEM), false, &mut declines);
        }
        // The text of a Normal Monster is a story.
        if !self.facts.is(kind::NORMAL) || self.facts.is_any(kind::SPELL | kind::TRAP) {
            let (recipe, rest) = self.tokens(&card.text, true)?;
            spoken.of_card = self.noted(&recipe, recipe_of(self.facts), true, &mut declines);
            let rest = self.noted(&rest, Some(item_of(self.facts)), false, &mut declines);
            spoken.of_card.extend(rest);
        }
        let is_story = self.facts.is(kind::PENDULUM | kind::NORMAL);
        if declines.is_empty() && spoken.of_card.is_empty() && !is_story {
            return Err(self.decline(DeclineReason::NoText, "", ""));
        }
        if declines.is_empty() { self.written(&spoken) } else { Err(declines) }
    }

    /// The sentences of some text, or their declines added to those that there are.
    fn noted(
        &mut self,
        tokens: &[Symbol],
        category: Option<&str>,
        whole: bool,
        declines: &mut Vec<Decline>,
    ) -> Vec<TreeId> {
        let Some(category) = category.filter(|_| !tokens.is_empty()) else { return Vec::new() };
        self.sentences(tokens, category, whole).unwrap_or_else(|wrong| {
            declines.extend(wrong);
            Vec::new()
        })
    }

    /// The tokens of a line of materials, and those of the rest without ends of lines.
    fn tokens(
        &mut self,
        text: &str,
        has_recipe: bool,
    ) -> Result<(Vec<Symbol>, Vec<Symbol>), Vec<Decline>> {
        let words = lex::printed(text);
        if words.len() > MAX_TOKENS {
            return Err(self.decline(DeclineReason::TooLong, "", ""));
        }
        let words = without_token_facts(&words, &self.reader.names);
        let tokens: Vec<Symbol> = words.iter().map(|word| self.symbols.symbol(word)).collect();
        let line = self.symbols.symbol(LINE);
        let has_recipe = has_recipe && recipe_of(self.facts).is_some();
        let end = tokens.iter().position(|token| *token == line).unwrap_or(tokens.len());
        let (recipe, rest) = tokens.split_at(if has_recipe { end } else { 0 });
        Ok((recipe.to_vec(), rest.iter().copied().filter(|token| *token != line).collect()))
    }

    pub(crate) fn decline(&self, reason: DeclineReason, clause: &str, from: &str) -> Vec<Decline> {
        vec![Decline { reason, clause: clause.to_owned(), from: from.to_owned() }]
    }

    /// All sentences of some text, each of which is of a category.
    fn sentences(
        &mut self,
        tokens: &[Symbol],
        category: &str,
        whole: bool,
    ) -> Result<SentenceWay, Vec<Decline>> {
        let grammar = &self.reader.grammar;
        let Some(category) = grammar.categories.get(category) else {
            return Err(self.decline(DeclineReason::NotUnderstood, category, ""));
        };
        let mut parser = TreeParser::new(
            grammar,
            Face::Text,
            tokens,
            &self.symbols,
            &self.reader.names,
            self.own,
            &mut self.trees,
        );
        let mut bad = Vec::new();
        let mut begin = 0;
        loop {
            let ways = ways_from(&mut parser, *category, begin, whole);
            let reached =
                ways.iter().rposition(|ways| !ways.is_empty()).map_or(begin, |at| begin + at);
            if parser.gave_up {
                // A reading that was not found could be a second one.
                bad.push(Unread {
                    reason: DeclineReason::TooLong,
                    from: reached,
                    end: tokens.len(),
                    stuck: reached,
                });
            }
            let whole_text = ways.into_iter().next_back().unwrap_or_default();
            if bad.is_empty() && !whole_text.is_empty() {
                let [only] = whole_text.as_slice() else { return Err(self.several(&whole_text)) };
                return Ok(only.clone());
            }
            if !whole_text.is_empty() || parser.gave_up {
                break;
            }
            let end = sentence_end(&self.symbols, tokens, reached);
            let stuck = parser.furthest.clamp(reached, end);
            bad.push(Unread { reason: DeclineReason::NotUnderstood, from: reached, end, stuck });
            // The rest is read all the same, to name all clauses that are not understood.
            begin = end;
            if begin == tokens.len() {
                break;
            }
        }
        let text = |from: usize, to: usize| {
            let words: Vec<&str> =
                tokens[from..to].iter().map(|symbol| self.symbols.text(*symbol)).collect();
            words.join(" ")
        };
        let decline = |unread: &Unread| Decline {
            reason: unread.reason,
            clause: text(unread.from, unread.end),
            from: text(unread.stuck, unread.end),
        };
        Err(bad.iter().map(decline).collect())
    }

    /// The sentences that can be read in several ways: what is written then, and the rules that differ.
    pub(crate) fn several(&self, all: &[SentenceWay]) -> Vec<Decline> {
        let written = |way: &SentenceWay| {
            let words: Vec<String> =
                way.iter().map(|tree| self.printed(*tree, Face::Card).join(" ")).collect();
            words.join(" / ")
        };
        let clause = all.iter().map(written).collect::<Vec<_>>().join(" || ");
        self.decline(DeclineReason::SeveralReadings, &clause, &self.rules_that_differ(all))
    }

    pub(crate) fn rules_that_differ(&self, all: &[SentenceWay]) -> String {
        let [one, other, ..] = all else { return String::new() };
        let pair = one
            .iter()
            .zip(other)
            .filter(|(a, b)| a != b)
            .find_map(|(a, b)| self.trees.difference(*a, *b));
        let place = |rule: u32| &*self.reader.grammar.rules[rule as usize].place;
        pair.map_or_else(String::new, |pair| {
            format!("{} and {}", place(pair.one), place(pair.other))
        })
    }

    pub(crate) fn words(&self, symbols: &[Symbol]) -> Vec<String> {
        symbols.iter().map(|symbol| self.symbols.text(*symbol).to_owned()).collect()
    }

    pub(crate) fn printed(&self, tree: TreeId, face: Face) -> Vec<String> {
        let mut symbols = Vec::new();
        self.trees.print(&self.reader.grammar, tree, face, &mut symbols);
        self.words(&symbols)
    }

    /// The card file of these sentences, if reading it backwards gives them again.
    fn written(&mut self, spoken: &Sentences) -> Result<CardReading, Vec<Decline>> {
        let (mut own, mut limited) = self.limited(&spoken.of_pendulum)?;
        limited.items.iter_mut().for_each(card::put_in_pendulum_zone);
        let (of_card, more) = self.limited(&spoken.of_card)?;
        own.extend(of_card);
        limited.items.extend(more.items);
        limited.activation = limited.activation.or(more.activation);
        let quoted = format!("\"{}\"", self.name);
        let head = ["card".to_owned(), self.facts.passcode.to_string(), quoted];
        let mut file = card::file(&head, &limited, self.facts.is(kind::SPELL | kind::EQUIP));
        card::without_itself(&mut file);
        again::not_asked_again(&mut file);
        let spelled = lex::spelled(file.iter().map(String::as_str));
        self.comes_back(&spelled, &own, &limited)?;
        self.needs_no_ruling(&file)?;
        let all = spoken.of_pendulum.iter().chain(&spoken.of_card);
        let texts: Vec<String> =
            all.map(|tree| self.printed(*tree, Face::Text).join(" ")).collect();
        Ok(CardReading { file: spelled + "\n", normalised: texts.join(" ") })
    }

    /// Whether an effect that Special Summons a monster with a way of its own counts as that way, no text says.
    fn needs_no_ruling(&self, file: &[String]) -> Result<(), Vec<Decline>> {
        for line in file.split(|token| token == LINE) {
            let summons = line.iter().any(|token| token == "special_summon");
            let special = |pair: &&[String]| {
                pair[0] == "named"
                    && symbols::quoted(&pair[1])
                        .is_some_and(|name| self.reader.names.is_special(name))
            };
            let special = line.windows(2).find(special).filter(|_| summons);
            if let Some([_, name]) = special {
                let clause = format!("{name} is Special Summoned, which has a way of its own");
                return Err(self.decline(DeclineReason::NeedsRuling, &clause, ""));
            }
        }
        Ok(())
    }

    /// The card sides of the sentences, without reminders, which say what the rules or the printed facts
    /// say already; and with limits moved to their effects.
    fn limited(&self, sentences: &[TreeId]) -> Result<(Vec<TreeId>, card::Limited), Vec<Decline>> {
        let cards = sentences.iter().map(|tree| (*tree, self.printed(*tree, Face::Card)));
        let spoken: Vec<(TreeId, Vec<String>)> =
            cards.filter(|(_, tokens)| !tokens.is_empty()).collect();
        let own =
            spoken.iter().filter(|(_, tokens)| tokens[0] != card::LIMITS).map(|(tree, _)| *tree);
        let own: Vec<TreeId> = own.collect();
        let stays = kind::CONTINUOUS | kind::FIELD | kind::EQUIP;
        let stays = !self.facts.is(kind::MONSTER) && self.facts.is_any(stays);
        let sentences = spoken.into_iter().map(|(_, tokens)| tokens).collect();
        let limited = card::with_limits(sentences, stays).map_err(|misfit| {
            let reason = match misfit {
                LimitMisfit::NoEffect => DeclineReason::NoSuchEffect,
                LimitMisfit::TwoLimits => DeclineReason::SeveralReadings,
            };
            self.decline(reason, "a limit", "")
        })?;
        Ok((own, limited))
    }
}

/// Tokens that could not be read.
struct Unread {
    reason: DeclineReason,
    from: usize,
    end: usize,
    /// Where no rule went on.
    stuck: usize,
}

/// All ways to read the sentences from a token on, by the token where they end.
fn ways_from(
    parser: &mut TreeParser<'_>,
    category: u32,
    begin: usize,
    whole: bool,
) -> Vec<Vec<SentenceWay>> {
    let end = parser.tokens.len();
    let mut ways: Vec<Vec<SentenceWay>> = vec![Vec::new(); end - begin + 1];
    ways[0].push(Vec::new());
    for at in begin..end {
        if ways[at - begin].is_empty() {
            continue;
        }
        parser.furthest = at;
        for one in
            parser.all(category, at).iter().filter(|f| f.end > at && (!whole || f.end == end))
        {
            let before = &ways[at - begin];
            let more: Vec<SentenceWay> =
                before.iter().map(|way| [way.as_slice(), &[one.tree]].concat()).collect();
            ways[one.end - begin].extend(more);
            ways[one.end - begin].truncate(MAX_WAYS);
        }
    }
    ways
}

/// The end of the sentence that begins at a token.
fn sentence_end(symbols: &Symbols<'_>, tokens: &[Symbol], at: usize) -> usize {
    let is_end = |symbol: &Symbol| symbols.text(*symbol) == ".";
    let end = tokens[at..].iter().position(is_end).map_or(tokens.len(), |end| at + end + 1);
    // A parenthesis may close behind the full stop.
    let closes = tokens.get(end).is_some_and(|token| symbols.text(*token) == ")");
    if closes { end + 1 } else { end }
}

/// The category of a monster's line of materials.
pub(crate) fn recipe_of(facts: &Facts) -> Option<&'static str> {
    let of = [
        (kind::FUSION, "fusion_recipe"),
        (kind::SYNCHRO, "synchro_recipe"),
        (kind::XYZ, "xyz_recipe"),
        (kind::LINK, "link_recipe"),
    ];
    of.into_iter()
        .find(|(bits, _)| facts.is(kind::MONSTER) && facts.is(*bits))
        .map(|(_, name)| name)
}

/// The category of the sentences of a card.
pub(crate) fn item_of(facts: &Facts) -> &'static str {
    let of = [
        (kind::MONSTER, "monster_item"),
        (kind::SPELL | kind::CONTINUOUS, "continuous_spell_item"),
        (kind::SPELL | kind::EQUIP, "equip_spell_item"),
        (kind::SPELL | kind::FIELD, "field_spell_item"),
        (kind::SPELL, "spell_item"),
        (kind::TRAP | kind::CONTINUOUS, "continuous_trap_item"),
    ];
    of.into_iter().find(|(bits, _)| facts.is(*bits)).map_or("trap_item", |(_, name)| name)
}
