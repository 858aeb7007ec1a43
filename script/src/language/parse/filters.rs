//! Filters like `monster(theirs, face_up)`, and sets of cards.

use super::super::ast::{FilterText, NumText, SetText, TestText};
use super::super::error::{LanguageFault, Span, short};
use super::super::lex::Lexeme;
use super::super::table::{Means, WordGroup, words};
use super::one_word::one_word;
use super::{ParseResult, Parser};
use crate::rows::{Compare, Sides, Stat, Who};

impl Parser {
    pub(super) fn filter(&mut self) -> ParseResult<FilterText> {
        let span = self.span();
        let Means::Noun(noun) = self.expect(WordGroup::Noun, "noun for cards")? else {
            return Err(self.wanted("a noun for cards"));
        };
        let mut filter = FilterText {
            span,
            different_names: false,
            noun,
            sides: Sides::Both,
            locations: None,
            other: false,
            tests: Vec::new(),
        };
        if self.eat_mark("(") {
            self.deeper(|parser| parser.filter_words(&mut filter))?;
        }
        filter.span = span.to(self.last_span());
        Ok(filter)
    }

    fn filter_words(&mut self, filter: &mut FilterText) -> ParseResult {
        loop {
            self.skip_lines();
            if filter.tests.is_empty() && self.eat_mark(")") {
                return Ok(());
            }
            self.room(filter.tests.len())?;
            let here = self.span();
            if let Some(Means::Side(sides)) = self.eat(WordGroup::Side) {
                if filter.sides != Sides::Both {
                    let fault = LanguageFault::new(here, "`mine` or `theirs` is said already");
                    return Err(fault.help("leave both out to mean both players' cards"));
                }
                if sides == Sides::Mine && self.eat_word("outside") {
                    let locations = self.locations()?;
                    filter.tests.push(TestText::MineOutside(locations));
                } else {
                    filter.sides = sides;
                }
            } else if self.peek(WordGroup::Location).is_some() {
                if filter.locations.is_some() {
                    let fault = LanguageFault::new(here, "a second place in one filter");
                    return Err(fault.help("join places with `or`: `hand or field`"));
                }
                filter.locations = Some(self.locations()?);
            } else if self.eat_word("other") {
                filter.other = true;
            } else {
                let test = self.test()?;
                filter.tests.push(test);
            }
            self.skip_lines();
            if self.eat_mark(")") {
                return Ok(());
            }
            self.expect_mark(",").map_err(|_| self.wanted("`,` or `)`"))?;
        }
    }

    /// A filter may go on in the next line.
    pub(super) fn skip_lines(&mut self) {
        while matches!(self.token(), Lexeme::Line) {
            self.bump();
        }
    }

    /// Tests that are joined with `or` and `and`.
    pub(super) fn test(&mut self) -> ParseResult<TestText> {
        let mut any = Vec::new();
        loop {
            let mut all = vec![self.one_test()?];
            while self.eat_word("and") {
                self.room(all.len())?;
                all.push(self.one_test()?);
            }
            self.room(any.len())?;
            any.push(if all.len() == 1 { all.remove(0) } else { TestText::All(all) });
            if !self.eat_word("or") {
                return Ok(if any.len() == 1 { any.remove(0) } else { TestText::Any(any) });
            }
        }
    }

    /// One test, or several in parentheses.
    pub(super) fn one_test(&mut self) -> ParseResult<TestText> {
        let span = self.span();
        if self.eat_mark("(") {
            let test = self.deeper(Self::test)?;
            self.expect_mark(")")?;
            return Ok(test);
        }
        let word = match self.token() {
            Lexeme::Word(word) => word.clone(),
            Lexeme::Quoted(_) => return self.quoted().map(TestText::Named),
            _ => return Err(self.wanted("a test")),
        };
        if word == "not" {
            self.bump();
            let test = self.deeper(Self::one_test)?;
            return Ok(TestText::Not(Box::new(test)));
        }
        match self.peek(WordGroup::Test) {
            Some(Means::Kind(bits)) => self.done(TestText::Kind(bits)),
            Some(Means::Type(bits)) => self.done(TestText::Type(bits)),
            Some(Means::Attribute(bits)) => self.done(TestText::Attribute(bits)),
            Some(Means::Stat(stat)) => {
                self.bump();
                self.stat_test(stat)
            }
            Some(_) => self.test_by_word(span, &word),
            None if self.peek(WordGroup::Set).is_some() => {
                Ok(TestText::Among(Box::new(self.one_set()?)))
            }
            None if self.peek(WordGroup::Location).is_some()
                || self.peek(WordGroup::Side).is_some() =>
            {
                let fault = LanguageFault::new(
                    span,
                    format!("`{}` can't be joined to tests", short(&word)),
                );
                Err(fault.help("let it stand alone between commas"))
            }
            None => {
                let known = words(WordGroup::Test)
                    .chain(words(WordGroup::Side))
                    .chain(words(WordGroup::Location));
                Err(LanguageFault::unknown(span, "word for a filter", &word, known))
            }
        }
    }

    /// A test that is a word of its own, maybe with something behind it.
    fn test_by_word(&mut self, span: Span, word: &str) -> ParseResult<TestText> {
        if let Some(test) = one_word(word) {
            return self.done(test);
        }
        let begin = self.at;
        self.bump();
        Ok(match word {
            "type" => {
                self.expect_mark("=")?;
                TestText::TypeOf(self.sum()?)
            }
            "name" => {
                self.expect_mark("=")?;
                TestText::NameIs(self.sum()?)
            }
            "among" => TestText::Among(Box::new(self.one_set()?)),
            "named" => TestText::Named(self.quoted()?),
            "archetype" => {
                let name = self.quoted()?;
                let of = if self.eat_word("of") { Some(self.quoted()?) } else { None };
                TestText::Archetype(name, of)
            }
            "material_of" => TestText::MaterialOf(Box::new(self.one_set()?)),
            "listed_by" => TestText::ListedBy(Box::new(self.one_set()?)),
            "lists" => TestText::Lists(Box::new(self.filter()?)),
            "summoned_from" => TestText::SummonedFrom(self.locations()?),
            "in_column_of" => TestText::InColumnOf(Box::new(self.filter()?)),
            "attached_to" => TestText::AttachedTo(Box::new(self.filter()?)),
            "pointed_by" => TestText::PointedBy(Box::new(self.filter()?)),
            "equipped_with" => TestText::EquippedWith(Box::new(self.filter()?)),
            "can_hold" => TestText::CanHold(self.counter()?),
            "such_that" => {
                self.expect_mark("(")?;
                let condition = self.deeper(Self::condition)?;
                self.expect_mark(")")?;
                TestText::Such(Box::new(condition))
            }
            "equipped_to" => TestText::EquippedTo(Box::new(self.one_set()?)),
            "can_be_equipped_to" => TestText::FitsHost(Box::new(self.one_set()?)),
            "attribute_like" => TestText::AttributeLike(Box::new(self.one_set()?)),
            "named_like" => TestText::NamedLike(Box::new(self.one_set()?)),
            _ => {
                self.at = begin;
                let fault = LanguageFault::new(
                    span,
                    format!("`{}` can't be joined to others", short(word)),
                );
                return Err(fault.help("let it stand alone between commas"));
            }
        })
    }

    #[allow(clippy::unnecessary_wraps, reason = "it ends the arms of a match")]
    fn done(&mut self, test: TestText) -> ParseResult<TestText> {
        self.bump();
        Ok(test)
    }

    pub(super) fn quoted(&mut self) -> ParseResult<super::Name> {
        let span = self.span();
        let Lexeme::Quoted(text) = self.token() else {
            return Err(self.wanted("a name in quotes"));
        };
        let text = text.clone();
        self.bump();
        Ok(super::Name { text, span })
    }

    fn stat_test(&mut self, stat: Stat) -> ParseResult<TestText> {
        let (compare, by) = self.comparison()?;
        let number = self.sum()?;
        Ok(TestText::Stat(stat, compare, shifted(number, by)))
    }

    /// A sign between two numbers; `<` is `<=` with a number that is smaller by one.
    pub(super) fn comparison(&mut self) -> ParseResult<(Compare, i32)> {
        let Lexeme::Mark(mark) = *self.token() else {
            return Err(self.wanted("`<=`, `>=` or `=`"));
        };
        let found = match mark {
            "<=" => (Compare::AtMost, 0),
            "<" => (Compare::AtMost, -1),
            ">=" => (Compare::AtLeast, 0),
            ">" => (Compare::AtLeast, 1),
            "=" => (Compare::Equal, 0),
            "!=" => (Compare::Differs, 0),
            _ => return Err(self.wanted("`<=`, `>=` or `=`")),
        };
        self.bump();
        Ok(found)
    }

    /// `N`, `N to M`, or nothing for one.
    pub(super) fn how_many(&mut self) -> ParseResult<(NumText, NumText)> {
        if !matches!(self.token(), Lexeme::Number(_) | Lexeme::Mark("(")) {
            return Ok((NumText::Value(1), NumText::Value(1)));
        }
        let before = self.at;
        let min = self.factor()?;
        if self.eat_word("to") {
            if self.eat_word("any") {
                return Ok((min, NumText::Value(i32::from(u8::MAX))));
            }
            let max = self.factor()?;
            return Ok((min, max));
        }
        // The same number is read a second time: it is both the least and the most.
        self.at = before;
        let max = self.factor()?;
        Ok((min, max))
    }

    /// Cards that a step is about; `a and b` joins them.
    pub(super) fn set(&mut self) -> ParseResult<SetText> {
        let span = self.span();
        let mut sets = vec![self.one_set()?];
        while self.eat_word("and") {
            self.room(sets.len())?;
            sets.push(self.one_set()?);
        }
        if sets.len() == 1 {
            return Ok(sets.remove(0));
        }
        Ok(SetText::Joined(sets, span.to(self.last_span())))
    }

    pub(super) fn one_set(&mut self) -> ParseResult<SetText> {
        let span = self.span();
        if matches!(self.token(), Lexeme::Number(_) | Lexeme::Mark("(")) {
            let number = self.how_many()?;
            let mut filter = self.filter()?;
            filter.different_names = self.eat_word("different_names");
            let by = if self.eat_word("by") { self.player()? } else { Who::Me };
            return Ok(SetText::Pick(Box::new(number), filter, by));
        }
        if let Some(Means::Set(set)) = self.peek(WordGroup::Set) {
            self.bump();
            return Ok(SetText::Fixed(set, span));
        }
        if self.eat_word("all") {
            return Ok(SetText::All(self.filter()?));
        }
        if self.eat_word("random") {
            let number = self.factor()?;
            return Ok(SetText::Random(Box::new(number), self.filter()?));
        }
        if self.eat_word("levels_from") {
            let least = self.factor()?;
            return Ok(SetText::LevelsFrom(Box::new(least), self.filter()?));
        }
        let highest = self.is_word("highest");
        if highest || self.is_word("lowest") {
            self.bump();
            let Means::Stat(stat) = self.expect(WordGroup::Test, "value")? else {
                return Err(LanguageFault::new(
                    self.last_span(),
                    "only atk, def and level can be lowest or highest",
                ));
            };
            let filter = self.filter()?;
            return Ok(if highest {
                SetText::Highest(stat, filter)
            } else {
                SetText::Lowest(stat, filter)
            });
        }
        if self.eat_word("it") || self.eat_word("them") {
            return Ok(SetText::It(span));
        }
        if self.eat_word("that") {
            return Ok(SetText::That(span));
        }
        if self.peek(WordGroup::Noun).is_some() {
            let fault = LanguageFault::new(span, "it is not said how many of these cards");
            return Err(fault.help(
                "write `all` or a number before it: `all monster(theirs)`, `1 monster(theirs)`",
            ));
        }
        if self.is_word("every") {
            let fault = LanguageFault::new(
                span,
                "`every` is only for `give`, for cards that come later too",
            );
            return Err(fault.help("write `all`"));
        }
        self.name()
            .map(SetText::Named)
            .map_err(|_| self.wanted("cards, like `all monster(theirs)` or a name"))
    }
}

pub(super) fn shifted(number: NumText, by: i32) -> NumText {
    match (number, by) {
        (number, 0) => number,
        (NumText::Value(value), by) => NumText::Value(value.saturating_add(by)),
        (number, by) => NumText::Plus(Box::new((number, NumText::Value(by)))),
    }
}
