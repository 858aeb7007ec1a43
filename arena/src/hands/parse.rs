//! How a text becomes a condition.
//!
//! ```text
//! condition = all { "or" all }
//! all       = one { "and" one }
//! one       = "not" one | "(" condition ")" | [ number ] [ "of" ] set { ( "or" | "," ) set }
//! number    = "at least" N | "at most" N | "exactly" N | "no" | N "or more" | N "or fewer" | N "to" N
//! set       = a name | 'a name' | "a name" | a class
//! ```
//!
//! Names come first. The longest run of words that is the name of a card of the deck, or else of
//! any card, is that card, if a condition can end or go on behind it. An `or` between sets belongs
//! to the number before them; it must not be possible to read it as an `or` between conditions.

use std::ops::Range;

use duelfish_cards::nearest_name;
use duelfish_engine::{CardCode, Catalogue, kind};

use super::class::Class;
use super::condition::{Condition, HandCards, Quantity};
use super::fault::{ConditionError, ConditionFault as Fault};
use super::words::{Kind, WordToken, split};

/// A condition has at most so many bytes.
const MOST_BYTES: usize = 2_000;
/// Parentheses and `not` stand within each other at most so deep.
const DEEPEST: u32 = 32;
/// No name has more words.
const MOST_WORDS: usize = 16;
/// The highest number of cards that can be asked for.
pub(super) const MOST_CARDS: u32 = 1_000;

/// The text that should stand where a card or class is missing.
const A_SET: &str = "the name of a card or a class like `Level 4 monsters`";
/// The words that should stand behind `at`.
const A_BOUND: &str = "`least` or `most`";

/// Reads a condition. Names of cards in `deck` are preferred to names of others, where both can be
/// read; see `docs/hands.md` for everything that can be written.
///
/// # Errors
/// Says what is wrong and where.
///
/// ```
/// use duelfish_arena::hands::parse;
///
/// let cards = duelfish_cards::catalogue();
/// let read = |text| parse(cards, &[], text).map(|condition| condition.to_string());
/// assert_eq!(read("2 or more Level 4 monsters").unwrap(), "at least 2 Level 4 monsters");
/// assert_eq!(read("Jinzo and not Sangan").unwrap(), "at least 1 \"Jinzo\" and not at least 1 \"Sangan\"");
/// assert!(read("Jinzo and Sangan or Raigeki").is_err());
/// ```
pub fn parse(
    cards: &Catalogue,
    deck: &[CardCode],
    text: &str,
) -> Result<Condition, ConditionError> {
    let error = |fault, span| ConditionError { fault, text: text.to_owned(), span };
    if text.len() > MOST_BYTES {
        return Err(error(Fault::TooLong(text.len()), 0..0));
    }
    let tokens = split(text).map_err(|span| error(Fault::Quote, span))?;
    if tokens.is_empty() {
        return Err(error(Fault::Empty, 0..0));
    }
    let mut reader = ConditionReader { cards, deck, text, tokens: &tokens, at: 0 };
    let read = reader.any(0).and_then(|condition| match reader.kind() {
        None => Ok(condition),
        Some(Kind::Close) => reader.fail(Fault::Unopened),
        Some(_) => reader.no_join(),
    });
    read.map_err(|(fault, span)| error(fault, span))
}

type ReadPart<T> = Result<T, (Fault, Range<usize>)>;

/// One part of a condition, and the place of an `or` that needs parentheses if another part
/// stands beside it.
type ParsedPart = (Condition, Option<Range<usize>>);

struct ConditionReader<'a> {
    cards: &'a Catalogue,
    deck: &'a [CardCode],
    text: &'a str,
    tokens: &'a [WordToken],
    at: usize,
}

impl<'a> ConditionReader<'a> {
    fn any(&mut self, depth: u32) -> ReadPart<Condition> {
        let mut parts = vec![self.all(depth)?];
        while self.take("or") {
            parts.push(self.all(depth)?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Condition::Any(parts) })
    }

    fn all(&mut self, depth: u32) -> ReadPart<Condition> {
        let mut parts = vec![self.one(depth)?];
        while self.take("and") {
            parts.push(self.one(depth)?);
        }
        if parts.len() == 1 {
            return Ok(parts.swap_remove(0).0);
        }
        if let Some(or) = parts.iter().find_map(|(_, or)| or.clone()) {
            return Err((Fault::Ambiguous, or));
        }
        Ok(Condition::All(parts.into_iter().map(|(part, _)| part).collect()))
    }

    fn one(&mut self, depth: u32) -> ReadPart<ParsedPart> {
        if depth > DEEPEST {
            return self.fail(Fault::TooDeep);
        }
        if self.name().is_none() && self.take("not") {
            let (inner, or) = self.one(depth + 1)?;
            return match or {
                Some(or) => Err((Fault::Ambiguous, or)),
                None => Ok((Condition::Not(Box::new(inner)), None)),
            };
        }
        if self.kind() != Some(Kind::Open) {
            return self.count();
        }
        let open = self.span();
        self.at += 1;
        let inner = self.any(depth + 1)?;
        match self.kind() {
            Some(Kind::Close) => self.at += 1,
            None => return Err((Fault::Unclosed, open)),
            Some(_) => return self.no_join(),
        }
        Ok((inner, None))
    }

    fn count(&mut self) -> ReadPart<ParsedPart> {
        let quantity = if self.name().is_some() { None } else { self.quantity()? };
        let of = quantity.is_some() && self.name().is_none() && self.take("of");
        let counts_many = of || quantity == Some(Quantity::NONE);
        let mut sets = vec![self.set()?];
        let mut loose = None;
        loop {
            let start = self.at;
            let comma = self.comma();
            let or = self.span();
            let joined = self.take("or");
            if comma.is_none() && (!joined || self.begins_a_condition()) {
                self.at = start;
                break;
            }
            match comma {
                Some(comma) if !counts_many => return Err((Fault::Comma, comma)),
                None if quantity.is_some() && !counts_many => return Err((Fault::Ambiguous, or)),
                None if quantity.is_none() => loose = loose.or(Some(or)),
                _ => {}
            }
            sets.push(self.set()?);
        }
        Ok((Condition::Count(quantity.unwrap_or(Quantity::SOME), sets), loose))
    }

    /// Whether a part with a number, `not` or a parenthesis comes next.
    fn begins_a_condition(&mut self) -> bool {
        if self.name().is_some() {
            return false;
        }
        let words = ["not", "no", "at", "exactly"];
        self.kind() == Some(Kind::Open)
            || words.iter().any(|word| self.is(word))
            || self.word().is_some_and(|word| word.parse::<u32>().is_ok())
    }

    fn quantity(&mut self) -> ReadPart<Option<Quantity>> {
        if self.take("no") {
            return Ok(Some(Quantity::NONE));
        }
        if self.take("exactly") {
            let number = self.number()?;
            return Ok(Some(Quantity { least: number, most: Some(number) }));
        }
        if self.take("at") {
            let is_least = self.take("least");
            if !is_least && !self.take("most") {
                return self.fail(Fault::Missing(A_BOUND));
            }
            let number = self.number()?;
            let most = Quantity { least: 0, most: Some(number) };
            return Ok(Some(if is_least { Quantity::at_least(number) } else { most }));
        }
        if !self.word().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            return Ok(None);
        }
        let span = self.span();
        let number = self.number()?;
        if self.take("to") {
            let most = self.number()?;
            if most < number {
                return Err((Fault::Backwards(number, most), span));
            }
            return Ok(Some(Quantity { least: number, most: Some(most) }));
        }
        if self.take("or") {
            if self.take("more") {
                return Ok(Some(Quantity::at_least(number)));
            }
            if self.take("fewer") || self.take("less") {
                return Ok(Some(Quantity { least: 0, most: Some(number) }));
            }
        }
        Err((Fault::BareNumber(number), span))
    }

    fn number(&mut self) -> ReadPart<u32> {
        let number = self.word().and_then(|word| word.parse().ok());
        match number.filter(|number| *number <= MOST_CARDS) {
            Some(number) => {
                self.at += 1;
                Ok(number)
            }
            None => self.fail(Fault::Number),
        }
    }

    fn set(&mut self) -> ReadPart<HandCards> {
        let named = self.name();
        let class = self.class();
        if let Some((code, end)) = named
            && class.is_none_or(|(_, other)| end > other || (end == other && end - self.at > 1))
        {
            self.at = end;
            return Ok(HandCards::Card { code, name: self.cards.name(code).to_owned() });
        }
        if let Some((class, end)) = class {
            self.at = end;
            return Ok(HandCards::Class(class));
        }
        match self.kind() {
            Some(Kind::Word | Kind::Quoted) if !self.is("and") && !self.is("or") => self.unknown(),
            _ => self.fail(Fault::Missing(A_SET)),
        }
    }

    /// The card whose name comes next, and the token behind it.
    fn name(&self) -> Option<(CardCode, usize)> {
        let card = |text: &str| {
            let code = self.cards.base(self.cards.by_name(text)?);
            (!self.cards.facts(code).is(kind::TOKEN)).then_some(code)
        };
        if self.kind() == Some(Kind::Quoted) {
            return Some((card(self.unquoted()?)?, self.at + 1));
        }
        let mut other = None;
        for end in (self.at + 1..=self.words_end().min(self.at + MOST_WORDS)).rev() {
            let words = self.between(end);
            let is_one_of_ours = end - self.at == 1 && is_grammar(words);
            if is_one_of_ours || !self.may_end_at(end) {
                continue;
            }
            match card(words) {
                Some(code) if self.deck.contains(&code) => return Some((code, end)),
                Some(code) => other = other.or(Some((code, end))),
                None => {}
            }
        }
        other
    }

    /// The class that comes next, and the token behind it.
    fn class(&self) -> Option<(Class, usize)> {
        let words: Vec<&str> = self.tokens[self.at..self.words_end()]
            .iter()
            .map(|token| self.text[token.span.clone()].trim_end_matches(','))
            .collect();
        let (class, taken) = Class::longest(&words)?;
        let end = self.at + taken;
        self.may_end_at(end).then_some((class, end))
    }

    /// Whether a set may end before this token: with a comma, or before `and`, `or`, a parenthesis
    /// or nothing.
    fn may_end_at(&self, end: usize) -> bool {
        let last = &self.text[self.tokens[end - 1].span.clone()];
        let Some(next) = self.tokens.get(end) else { return true };
        let word = &self.text[next.span.clone()];
        last.ends_with(',')
            || matches!(next.kind, Kind::Close | Kind::Comma)
            || word.eq_ignore_ascii_case("and")
            || word.eq_ignore_ascii_case("or")
    }

    /// Goes over a comma behind the set that was just read.
    fn comma(&mut self) -> Option<Range<usize>> {
        if self.kind() == Some(Kind::Comma) {
            self.at += 1;
            return Some(self.tokens[self.at - 1].span.clone());
        }
        let last = self.tokens.get(self.at.checked_sub(1)?)?;
        let has = last.kind == Kind::Word && self.text[last.span.clone()].ends_with(',');
        has.then(|| last.span.end - 1..last.span.end)
    }

    /// A name that is nobody's: the words up to one of the places where it may end, whichever
    /// looks most like a name.
    fn unknown<T>(&self) -> ReadPart<T> {
        let fail = |words, span, nearest| {
            Err((Fault::Unknown { name: on_one_line(words), nearest }, span))
        };
        if let Some(name) = self.unquoted() {
            return fail(name, self.span(), self.nearest(name).map(|(n, _)| n));
        }
        let limit = self.words_end().min(self.at + MOST_WORDS);
        let ends: Vec<usize> =
            (self.at + 1..=limit).filter(|end| *end == limit || self.may_end_at(*end)).collect();
        let near = ends.iter().filter_map(|&end| {
            let (name, likeness) = self.nearest(self.between(end))?;
            Some((end, name, likeness))
        });
        let best = near.max_by(|a, b| a.2.total_cmp(&b.2));
        let (end, name) = match best {
            Some((end, name, _)) => (end, Some(name)),
            None => (ends.first().copied().unwrap_or(self.at + 1), None),
        };
        let words = self.between(end).trim_end_matches(',');
        let from = self.span().start;
        fail(words, from..from + words.len(), name)
    }

    fn nearest(&self, words: &str) -> Option<(String, f64)> {
        let (name, alike) = nearest_name(self.cards, self.deck, words.trim_end_matches(','))?;
        Some((name.to_owned(), alike))
    }

    fn no_join<T>(&self) -> ReadPart<T> {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let before = before.map_or("", |token| &self.text[token.span.clone()]);
        if self.kind() == Some(Kind::Comma) || before.ends_with(',') {
            return self.fail(Fault::Comma);
        }
        self.fail(Fault::NoJoin(on_one_line(before)))
    }

    fn fail<T>(&self, fault: Fault) -> ReadPart<T> {
        Err((fault, self.span()))
    }

    fn kind(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    /// Where the next token stands; at the end of the text, where there is none.
    fn span(&self) -> Range<usize> {
        let end = self.tokens.last().map_or(0, |token| token.span.end);
        self.tokens.get(self.at).map_or(end..end, |token| token.span.clone())
    }

    fn word(&self) -> Option<&'a str> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == Kind::Word)?;
        Some(&self.text[token.span.clone()])
    }

    /// The text between the quotes that come next.
    fn unquoted(&self) -> Option<&'a str> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == Kind::Quoted)?;
        self.text.get(token.span.start + 1..token.span.end - 1)
    }

    fn is(&self, word: &str) -> bool {
        self.word().is_some_and(|other| other.eq_ignore_ascii_case(word))
    }

    fn take(&mut self, word: &str) -> bool {
        let is = self.is(word);
        self.at += usize::from(is);
        is
    }

    /// The first token from here on that is no word.
    fn words_end(&self) -> usize {
        let rest = &self.tokens[self.at..];
        self.at + rest.iter().take_while(|token| token.kind == Kind::Word).count()
    }

    /// The text from the next token up to that one.
    fn between(&self, end: usize) -> &'a str {
        &self.text[self.tokens[self.at].span.start..self.tokens[end - 1].span.end]
    }
}

/// A piece of a condition for a message.
fn on_one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Whether a single word has a meaning of its own here, so that a card of that name needs quotes.
fn is_grammar(word: &str) -> bool {
    const WORDS: [&str; 8] = ["and", "or", "not", "no", "of", "at", "exactly", "to"];
    WORDS.iter().any(|other| word.eq_ignore_ascii_case(other))
        || word.bytes().all(|byte| byte.is_ascii_digit())
}
