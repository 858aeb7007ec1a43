//! Reads the pieces of a card file into typed trees.
//!
//! A line that can't be read costs one fault and is left out; reading goes on at the next line.

mod cards;
mod causes;
mod clauses;
mod conditions;
mod filters;
mod one_word;
mod steps;

pub(super) use cards::derived_kind;

use super::ast::{CardSource, Name};
use super::error::{LanguageFault, Span, short};
use super::lex::{Lexeme, Piece, pieces};
use super::table::{Means, WordGroup, is_reserved, look_up, words};

pub(super) type ParseResult<T = ()> = Result<T, LanguageFault>;

/// How deep parentheses may stand in one another.
const MAX_DEPTH: u32 = 16;
/// How many parts one list of a line may have.
const MAX_PARTS: usize = 24;

/// The cards of a file, as far as they could be read, and what could not.
pub(super) fn parse(text: &str) -> (Vec<CardSource>, Vec<LanguageFault>) {
    let mut parser =
        Parser { pieces: pieces(text), at: 0, depth: 0, cards: Vec::new(), faults: Vec::new() };
    parser.file();
    (parser.cards, parser.faults)
}

struct Parser {
    pieces: Vec<Piece>,
    at: usize,
    depth: u32,
    cards: Vec<CardSource>,
    faults: Vec<LanguageFault>,
}

impl Parser {
    fn token(&self) -> &Lexeme {
        &self.pieces[self.at].token
    }

    fn span(&self) -> Span {
        self.pieces[self.at].span
    }

    /// The piece that was read last.
    fn last_span(&self) -> Span {
        self.pieces[self.at.saturating_sub(1)].span
    }

    fn next_token(&self) -> &Lexeme {
        &self.pieces[(self.at + 1).min(self.pieces.len() - 1)].token
    }

    /// Goes on, but never beyond the end.
    fn bump(&mut self) {
        if self.at + 1 < self.pieces.len() {
            self.at += 1;
        }
    }

    fn is_mark(&self, mark: &str) -> bool {
        matches!(self.token(), Lexeme::Mark(found) if *found == mark)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.token(), Lexeme::Word(found) if found == word)
    }

    fn eat_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    fn expect_mark(&mut self, mark: &str) -> ParseResult {
        if self.eat_mark(mark) { Ok(()) } else { Err(self.wanted(&format!("`{mark}`"))) }
    }

    fn expect_word(&mut self, word: &str) -> ParseResult {
        if self.eat_word(word) { Ok(()) } else { Err(self.wanted(&format!("`{word}`"))) }
    }

    /// The word here, if it has a meaning in this part of the language.
    fn peek(&self, group: WordGroup) -> Option<Means> {
        match self.token() {
            Lexeme::Word(word) => look_up(group, word),
            _ => None,
        }
    }

    /// The same, and goes on.
    fn eat(&mut self, group: WordGroup) -> Option<Means> {
        let means = self.peek(group)?;
        self.bump();
        Some(means)
    }

    /// A word that has to have a meaning in this part of the language.
    fn expect(&mut self, group: WordGroup, what: &str) -> ParseResult<Means> {
        match self.token() {
            Lexeme::Word(word) => match look_up(group, word) {
                Some(means) => {
                    self.bump();
                    Ok(means)
                }
                None => Err(LanguageFault::unknown(self.span(), what, word, words(group))),
            },
            _ => Err(self.wanted(&format!("a {what}"))),
        }
    }

    /// A name that the author chooses.
    fn name(&mut self) -> ParseResult<Name> {
        let span = self.span();
        let Lexeme::Word(text) = self.token() else { return Err(self.wanted("a name")) };
        let text = text.clone();
        if is_reserved(&text) || JOINING.contains(&&*text) {
            let fault =
                LanguageFault::new(span, format!("`{}` is a word of the language", short(&text)));
            return Err(fault.help("choose another name, for example one letter"));
        }
        self.bump();
        Ok(Name { text, span })
    }

    fn number(&mut self) -> ParseResult<i32> {
        if let Lexeme::Number(number) = *self.token() {
            self.bump();
            return Ok(number);
        }
        Err(self.wanted("a number"))
    }

    /// The fault for a token in place of something else that has to stand here.
    fn wanted(&self, what: &str) -> LanguageFault {
        let found = match self.token() {
            Lexeme::Word(word) => format!("`{}`", short(word)),
            Lexeme::Number(number) => format!("`{number}`"),
            Lexeme::Quoted(text) => format!("\"{}\"", short(text)),
            Lexeme::Mark(mark) => format!("`{mark}`"),
            Lexeme::Line | Lexeme::End => "the line's end".to_owned(),
            Lexeme::Bad(why) => return LanguageFault::new(self.span(), why.clone()),
        };
        LanguageFault::new(self.span(), format!("{found} stands where {what} is wanted"))
    }

    /// Reads something that stands in parentheses, if they are not too deep.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth == MAX_DEPTH {
            let fault = LanguageFault::new(self.span(), "too many parentheses in one another");
            return Err(fault.help(format!("write at most {MAX_DEPTH}")));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Refuses a list that has grown too long.
    fn room(&self, parts: usize) -> ParseResult {
        if parts < MAX_PARTS {
            return Ok(());
        }
        Err(LanguageFault::new(self.span(), format!("more than {MAX_PARTS} parts in one list")))
    }
}

/// Words that join others and so can't be names.
const JOINING: [&str; 15] = [
    "and",
    "or",
    "to",
    "of",
    "for",
    "until",
    "per_turn",
    "per_battle",
    "per_chain",
    "per_duel",
    "by_card",
    "by_name",
    "unchecked",
    "use",
    "every",
];
