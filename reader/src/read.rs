//! From the text of one card to its card file.

use duelfish_script::{Catalogue, Facts, kind};

use crate::card::{self, Misfit};
use crate::error::GrammarError;
use crate::grammar::{Face, Grammar};
use crate::lex::{self, LINE};
use crate::load::{self, RuleFile};
use crate::names::Names;
use crate::parse::{OwnFacts, Parser};
use crate::symbols::{Symbol, Symbols};
use crate::tree::{TreeId, Trees};

/// The rules that this crate has, file by file.
const RULES: [(&str, &str); 35] = [
    ("words.rules", include_str!("../grammar/words.rules")),
    ("nouns.rules", include_str!("../grammar/nouns.rules")),
    ("costs.rules", include_str!("../grammar/costs.rules")),
    ("steps.rules", include_str!("../grammar/steps.rules")),
    ("events.rules", include_str!("../grammar/events.rules")),
    ("conditions.rules", include_str!("../grammar/conditions.rules")),
    ("procedures.rules", include_str!("../grammar/procedures.rules")),
    ("instead.rules", include_str!("../grammar/instead.rules")),
    ("kinds.rules", include_str!("../grammar/kinds.rules")),
    ("statics.rules", include_str!("../grammar/statics.rules")),
    ("recipes.rules", include_str!("../grammar/recipes.rules")),
    ("limits.rules", include_str!("../grammar/limits.rules")),
    ("monsters.rules", include_str!("../grammar/monsters.rules")),
    ("triggers.rules", include_str!("../grammar/triggers.rules")),
    ("phases.rules", include_str!("../grammar/phases.rules")),
    ("quick.rules", include_str!("../grammar/quick.rules")),
    ("places.rules", include_str!("../grammar/places.rules")),
    ("marks.rules", include_str!("../grammar/marks.rules")),
    ("spells.rules", include_str!("../grammar/spells.rules")),
    ("traps.rules", include_str!("../grammar/traps.rules")),
    ("negations.rules", include_str!("../grammar/negations.rules")),
    ("answers.rules", include_str!("../grammar/answers.rules")),
    ("activations.rules", include_str!("../grammar/activations.rules")),
    ("face_up.rules", include_str!("../grammar/face_up.rules")),
    ("grave_effects.rules", include_str!("../grammar/grave_effects.rules")),
    ("rituals.rules", include_str!("../grammar/rituals.rules")),
    ("attack_answers.rules", include_str!("../grammar/attack_answers.rules")),
    ("fusions.rules", include_str!("../grammar/fusions.rules")),
    ("equips.rules", include_str!("../grammar/equips.rules")),
    ("adjectives.rules", include_str!("../grammar/adjectives.rules")),
    ("bars.rules", include_str!("../grammar/bars.rules")),
    ("bodies.rules", include_str!("../grammar/bodies.rules")),
    ("changes.rules", include_str!("../grammar/changes.rules")),
    ("where.rules", include_str!("../grammar/where.rules")),
    ("trap_events.rules", include_str!("../grammar/trap_events.rules")),
];

/// A text with more tokens than this is not read; the longest printed one has about 400.
const MAX_TOKENS: usize = 2_000;

/// A card as it is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedCard {
    /// The number at its lower left.
    pub passcode: u32,
    /// Its text, with the line of materials of a monster of the Extra Deck; lines end with `\n`.
    pub text: String,
    /// Of a Pendulum Monster the text of its Pendulum Effects.
    pub pendulum_text: String,
}

/// A card that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The card file.
    pub file: String,
    /// The text without endings and words that mean nothing of their own.
    pub normalised: String,
}

/// Why a card is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclineReason {
    /// The card table has no such card.
    UnknownCard,
    /// There is nothing to read on it.
    NoText,
    /// No rule reads the clause.
    NotUnderstood,
    /// The clause can be read in several ways.
    SeveralReadings,
    /// The card file, read backwards, is not the text.
    NoWayBack,
    /// The clause is about an effect that the card doesn't have.
    NoSuchEffect,
    /// The card file says something that the card compiler refuses.
    NotCompiled,
    /// The text is too long, or too deep.
    TooLong,
}

/// A clause for which a card is declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// Why.
    pub reason: DeclineReason,
    /// The clause, without endings and words that mean nothing of their own.
    pub clause: String,
    /// The part of it from the first word that no rule expects; of several readings the rules that differ.
    pub from: String,
}

/// What became of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was read.
    Read(Reading),
    /// It was not, for each of these clauses.
    Declined(Vec<Decline>),
}

impl DeclineReason {
    /// The reason in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::UnknownCard => "the card table has no such card",
            Self::NoText => "there is nothing to read",
            Self::NotUnderstood => "not understood",
            Self::SeveralReadings => "can be read in several ways",
            Self::NoWayBack => "the card file does not say the text when it is read backwards",
            Self::NoSuchEffect => "it is about an effect that was not found",
            Self::NotCompiled => "the card compiler refuses the card file",
            Self::TooLong => "too long",
        }
    }
}

impl Verdict {
    /// The reading, if there is one.
    #[must_use]
    pub const fn reading(&self) -> Option<&Reading> {
        match self {
            Self::Read(reading) => Some(reading),
            Self::Declined(_) => None,
        }
    }
}

/// The rules, and the names of a card table.
#[derive(Debug)]
pub struct Reader {
    grammar: Grammar,
    names: Names,
}

impl Reader {
    /// A reader with the rules of this crate.
    ///
    /// # Errors
    /// A fault in the rules; a test sees to it that there is none.
    pub fn new(cards: &Catalogue) -> Result<Self, GrammarError> {
        let rules: Vec<RuleFile> =
            RULES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Self::with_rules(&rules, cards)
    }

    /// A reader with other rules.
    ///
    /// # Errors
    /// The first fault in the rules, with its file and line.
    pub fn with_rules(rules: &[RuleFile], cards: &Catalogue) -> Result<Self, GrammarError> {
        Ok(Self { grammar: load::grammar(rules)?, names: Names::new(cards) })
    }

    /// Reads a card of the table whose names the reader was made with.
    #[must_use]
    pub fn read(&self, cards: &Catalogue, card: &PrintedCard) -> Verdict {
        let declined = |reason| {
            Verdict::Declined(vec![Decline { reason, clause: String::new(), from: String::new() }])
        };
        let Some(code) = cards.by_passcode(card.passcode) else {
            return declined(DeclineReason::UnknownCard);
        };
        let facts = cards.facts(code);
        if card.text.trim().is_empty() || facts.is_plain_monster() {
            return declined(DeclineReason::NoText);
        }
        if card.text.len() > 16 * MAX_TOKENS {
            return declined(DeclineReason::TooLong);
        }
        let name = cards.name(code);
        let mut work = CardWork::new(self, facts, name);
        match work.read(card) {
            Ok(reading) => Verdict::Read(reading),
            Err(declines) => Verdict::Declined(declines),
        }
    }
}

/// One card in the works.
struct CardWork<'r> {
    reader: &'r Reader,
    facts: &'r Facts,
    name: &'r str,
    symbols: Symbols<'r>,
    trees: Trees,
    own: OwnFacts,
}

/// The sentences of a card, as trees.
type Sentences = Vec<TreeId>;

impl<'r> CardWork<'r> {
    fn new(reader: &'r Reader, facts: &'r Facts, name: &'r str) -> Self {
        let mut symbols = Symbols::new(&reader.grammar.alphabet);
        let own = OwnFacts {
            name: symbols.symbol(&format!("\"{name}\"")),
            level: symbols.symbol(&facts.level.to_string()),
        };
        Self { reader, facts, name, symbols, trees: Trees::default(), own }
    }

    fn read(&mut self, card: &PrintedCard) -> Result<Reading, Vec<Decline>> {
        let words = lex::printed(&card.text);
        if self.facts.is(kind::PENDULUM) {
            return Err(self.decline(DeclineReason::NotUnderstood, "Pendulum Monsters", ""));
        }
        let tokens: Vec<Symbol> = words.iter().map(|word| self.symbols.symbol(word)).collect();
        if tokens.len() > MAX_TOKENS {
            return Err(self.decline(DeclineReason::TooLong, "", ""));
        }
        let line = self.symbols.symbol(LINE);
        let (recipe, rest) = self.split(&tokens, line);
        let mut sentences = Vec::new();
        let mut declines = Vec::new();
        if let (Some(category), true) = (recipe_of(self.facts), !recipe.is_empty()) {
            match self.sentences(&recipe, category, true) {
                Ok(found) => sentences.extend(found),
                Err(wrong) => declines.extend(wrong),
            }
        }
        if !rest.is_empty() {
            match self.sentences(&rest, item_of(self.facts), false) {
                Ok(found) => sentences.extend(found),
                Err(wrong) => declines.extend(wrong),
            }
        }
        if declines.is_empty() { self.written(&sentences) } else { Err(declines) }
    }

    fn decline(&self, reason: DeclineReason, clause: &str, from: &str) -> Vec<Decline> {
        vec![Decline { reason, clause: clause.to_owned(), from: from.to_owned() }]
    }

    /// The line of materials, and the rest without ends of lines.
    fn split(&self, tokens: &[Symbol], line: Symbol) -> (Vec<Symbol>, Vec<Symbol>) {
        let has_recipe = recipe_of(self.facts).is_some();
        let end = tokens.iter().position(|token| *token == line).unwrap_or(tokens.len());
        let (recipe, rest) = tokens.split_at(if has_recipe { end } else { 0 });
        (recipe.to_vec(), rest.iter().copied().filter(|token| *token != line).collect())
    }

    /// All sentences of some text, each of which is of a category.
    fn sentences(
        &mut self,
        tokens: &[Symbol],
        category: &str,
        whole: bool,
    ) -> Result<Sentences, Vec<Decline>> {
        let grammar = &self.reader.grammar;
        let Some(category) = grammar.categories.get(category) else {
            return Err(self.decline(DeclineReason::NotUnderstood, category, ""));
        };
        let mut parser = Parser::new(
            grammar,
            Face::Text,
            tokens,
            &self.symbols,
            &self.reader.names,
            self.own,
            &mut self.trees,
        );
        let mut ways: Vec<Vec<Sentences>> = vec![Vec::new(); tokens.len() + 1];
        ways[0].push(Vec::new());
        let mut bad: Vec<(DeclineReason, usize, usize, usize)> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            if ways[at].is_empty() {
                at += 1;
                continue;
            }
            parser.furthest = at;
            parser.gave_up = false;
            let found = parser.all(*category, at);
            let found: Vec<_> =
                found.iter().filter(|f| f.end > at && (!whole || f.end == tokens.len())).collect();
            if found.is_empty() {
                let end = sentence_end(&self.symbols, tokens, at);
                let reason = if parser.gave_up {
                    DeclineReason::TooLong
                } else {
                    DeclineReason::NotUnderstood
                };
                bad.push((reason, at, end, parser.furthest.min(end)));
                // What comes behind is read all the same, to name all clauses that are not understood.
                let before = ways[at].first().cloned().unwrap_or_default();
                if ways[end].is_empty() {
                    ways[end].push(before);
                }
            }
            for one in found {
                let more: Vec<Sentences> =
                    ways[at].iter().map(|way| [way.as_slice(), &[one.tree]].concat()).collect();
                ways[one.end].extend(more);
                ways[one.end].truncate(8);
            }
            at += 1;
        }
        let text = |from: usize, to: usize| {
            let words: Vec<&str> =
                tokens[from..to].iter().map(|symbol| self.symbols.text(*symbol)).collect();
            words.join(" ")
        };
        if !bad.is_empty() {
            let decline = |(reason, from, end, furthest): &(DeclineReason, usize, usize, usize)| {
                Decline { reason: *reason, clause: text(*from, *end), from: text(*furthest, *end) }
            };
            return Err(bad.iter().map(decline).collect());
        }
        let mut all = ways.pop().unwrap_or_default();
        if all.len() == 1 {
            return Ok(all.remove(0));
        }
        Err(self.several(&all))
    }

    /// The sentences that can be read in several ways: what is written then, and the rules that differ.
    fn several(&self, all: &[Sentences]) -> Vec<Decline> {
        let written = |way: &Sentences| {
            let words: Vec<String> =
                way.iter().map(|tree| self.printed(*tree, Face::Card).join(" ")).collect();
            words.join(" / ")
        };
        let clause = all.iter().map(written).collect::<Vec<_>>().join(" || ");
        self.decline(DeclineReason::SeveralReadings, &clause, &self.rules_that_differ(all))
    }

    fn rules_that_differ(&self, all: &[Sentences]) -> String {
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

    fn words(&self, symbols: &[Symbol]) -> Vec<String> {
        symbols.iter().map(|symbol| self.symbols.text(*symbol).to_owned()).collect()
    }

    fn printed(&self, tree: TreeId, face: Face) -> Vec<String> {
        let mut symbols = Vec::new();
        self.trees.print(&self.reader.grammar, tree, face, &mut symbols);
        self.words(&symbols)
    }

    /// The card file of these sentences, if reading it backwards gives them again.
    fn written(&mut self, sentences: &[TreeId]) -> Result<Reading, Vec<Decline>> {
        let cards: Vec<Vec<String>> =
            sentences.iter().map(|tree| self.printed(*tree, Face::Card)).collect();
        // A reminder says what the rules or the printed facts say already.
        let spoken: Vec<usize> = (0..cards.len()).filter(|at| !cards[*at].is_empty()).collect();
        let own: Vec<TreeId> = spoken
            .iter()
            .filter(|at| cards[**at][0] != card::LIMITS)
            .map(|at| sentences[*at])
            .collect();
        let items = card::with_limits(spoken.iter().map(|at| cards[*at].clone()).collect());
        let items = items.map_err(|misfit| {
            let reason = match misfit {
                Misfit::NoEffect => DeclineReason::NoSuchEffect,
                Misfit::TwoLimits => DeclineReason::SeveralReadings,
            };
            self.decline(reason, "a limit", "")
        })?;
        let quoted = format!("\"{}\"", self.name);
        let head = ["card".to_owned(), self.facts.passcode.to_string(), quoted];
        let mut file = card::file(&head, &items);
        card::without_itself(&mut file);
        self.comes_back(&file, &own, &items)?;
        let texts: Vec<String> =
            sentences.iter().map(|tree| self.printed(*tree, Face::Text).join(" ")).collect();
        let spelled = lex::spelled(file.iter().map(String::as_str));
        Ok(Reading { file: spelled + "\n", normalised: texts.join(" ") })
    }

    /// Reads the card file backwards: it must be the same sentences with the same limits, and no others.
    fn comes_back(
        &mut self,
        file: &[String],
        own: &[TreeId],
        items: &[card::Item],
    ) -> Result<(), Vec<Decline>> {
        let spelled = lex::spelled(file.iter().map(String::as_str));
        let mut tokens = lex::card(&spelled);
        card::with_itself(&mut tokens);
        let parts = card::parts(&tokens);
        let tokens: Vec<Symbol> =
            parts.tokens.iter().map(|token| self.symbols.symbol(token)).collect();
        let line = self.symbols.symbol(LINE);
        let grammar = &self.reader.grammar;
        let categories = [recipe_of(self.facts), Some(item_of(self.facts))];
        let categories: Vec<u32> = categories
            .into_iter()
            .flatten()
            .filter_map(|name| grammar.categories.get(name).copied())
            .collect();
        let mut parser = Parser::new(
            grammar,
            Face::Card,
            &tokens,
            &self.symbols,
            &self.reader.names,
            self.own,
            &mut self.trees,
        );
        // Each way holds the sentences and where each begins.
        let mut ways: Vec<Vec<Vec<(usize, TreeId)>>> = vec![Vec::new(); tokens.len() + 2];
        ways[0].push(Vec::new());
        for at in 0..tokens.len() {
            if ways[at].is_empty() {
                continue;
            }
            for category in &categories {
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
        let limits = items.iter().map(|item| item.limit.as_ref());
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
            [] => Err(self.decline(DeclineReason::NoWayBack, &spelled, "")),
            all => {
                let texts = all.iter().map(|way| {
                    let texts =
                        way.iter().map(|(_, tree)| self.printed(*tree, Face::Text).join(" "));
                    texts.collect::<Vec<_>>().join(" ")
                });
                let texts: Vec<String> = texts.collect();
                let ways: Vec<Sentences> =
                    all.iter().map(|way| way.iter().map(|(_, tree)| *tree).collect()).collect();
                let clause = format!("{spelled} || {}", texts.join(" || "));
                Err(self.decline(DeclineReason::NoWayBack, &clause, &self.rules_that_differ(&ways)))
            }
        }
    }
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
fn recipe_of(facts: &Facts) -> Option<&'static str> {
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
fn item_of(facts: &Facts) -> &'static str {
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
