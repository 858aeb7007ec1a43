//! Card files as words with their places, for changing them.

use std::ops::Range;

/// The sort of a piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Word,
    Number,
    Quoted,
    Mark,
}

/// A word, number, name or mark of a card's text.
#[derive(Clone, Debug)]
pub(super) struct TextToken<'t> {
    pub(super) sort: Sort,
    pub(super) text: &'t str,
    /// Bytes of the text.
    pub(super) at: Range<usize>,
}

impl TextToken<'_> {
    pub(super) fn is(&self, text: &str) -> bool {
        self.sort != Sort::Quoted && self.text == text
    }
}

/// A clause: the tokens of one line, or of several that belong together.
#[derive(Clone, Debug)]
pub(super) struct Clause<'t> {
    pub(super) tokens: Vec<TextToken<'t>>,
    /// Bytes of the text: whole lines, comments included.
    pub(super) lines: Range<usize>,
}

impl Clause<'_> {
    /// The word with which it begins.
    pub(super) fn head(&self) -> &str {
        self.tokens.first().map_or("", |token| token.text)
    }
}

/// Cuts a text into clauses.
pub(super) fn clauses(text: &str) -> Vec<Clause<'_>> {
    let mut clauses: Vec<Clause<'_>> = Vec::new();
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let tokens = tokens(line, from);
        let lines = from..from + line.len();
        from = lines.end;
        if tokens.is_empty() {
            continue;
        }
        match clauses.last_mut() {
            Some(last) if goes_on(last) => {
                last.tokens.extend(tokens);
                last.lines.end = lines.end;
            }
            _ => clauses.push(Clause { tokens, lines }),
        }
    }
    clauses
}

/// Whether a clause goes on in the next line: a bracket is open, or the condition of a step ends.
fn goes_on(clause: &Clause<'_>) -> bool {
    let count = |mark: &str| clause.tokens.iter().filter(|token| token.is(mark)).count();
    count("(") > count(")") || clause.tokens.last().is_some_and(|token| token.is(":"))
}

fn tokens(line: &str, from: usize) -> Vec<TextToken<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(head) = line[at..].chars().next() {
        if head == '#' {
            break;
        }
        let rest = &line[at..];
        let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let (sort, length) = if head.is_whitespace() {
            at += head.len_utf8();
            continue;
        } else if head.is_ascii_digit() {
            (Sort::Number, rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()))
        } else if head.is_alphabetic() {
            (Sort::Word, rest.find(|c| !joins(c)).unwrap_or(rest.len()))
        } else if head == '"' {
            (Sort::Quoted, rest[1..].find('"').map_or(rest.len(), |end| end + 2))
        } else {
            let two = ["!=", "<=", ">="].iter().any(|mark| rest.starts_with(mark));
            (Sort::Mark, if two { 2 } else { head.len_utf8() })
        };
        let range = from + at..from + at + length;
        tokens.push(TextToken { sort, text: &line[at..at + length], at: range });
        at += length;
    }
    tokens
}
