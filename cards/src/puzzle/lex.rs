//! Words of the Lua subset in which puzzles are written.

use super::PuzzleFault;

/// A word with its line, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PuzzleToken<'a> {
    pub(super) line: u32,
    pub(super) word: Word<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// A name or a word of the language.
    Name(&'a str),
    Number(u64),
    /// A text in quotes or brackets: hints, which mean nothing here.
    Text,
    Symbol(char),
}

/// The words of a text. Comments are left out.
pub(super) fn words(text: &str) -> Result<Vec<PuzzleToken<'_>>, PuzzleFault> {
    let mut lexer = Lexer { text, at: 0, line: 1 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> Result<Option<PuzzleToken<'a>>, PuzzleFault> {
        loop {
            let space = |c: char| c.is_whitespace() || c == '\u{feff}';
            self.skip(self.rest().find(|c| !space(c)).unwrap_or(self.rest().len()));
            if !self.rest().starts_with("--") {
                break;
            }
            self.skip(2);
            if !self.skip_brackets("comment")? {
                self.skip(self.rest().find('\n').unwrap_or(self.rest().len()));
            }
        }
        let line = self.line;
        let Some(first) = self.rest().chars().next() else { return Ok(None) };
        let word = if first.is_ascii_digit() {
            let digits = self.take(|c| c.is_ascii_alphanumeric());
            Word::Number(number(digits).ok_or_else(|| {
                PuzzleFault::wrong(line, format!("{} is no whole number", super::quoted(digits)))
            })?)
        } else if first.is_ascii_alphabetic() || first == '_' {
            Word::Name(self.take(|c| c.is_ascii_alphanumeric() || c == '_'))
        } else if matches!(first, '"' | '\'') {
            self.skip_quoted(first)?;
            Word::Text
        } else if self.skip_brackets("text")? {
            Word::Text
        } else {
            self.skip(first.len_utf8());
            Word::Symbol(first)
        };
        Ok(Some(PuzzleToken { line, word }))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self, bytes: usize) {
        let skipped = &self.rest()[..bytes];
        self.line += skipped.matches('\n').count() as u32;
        self.at += bytes;
    }

    fn take(&mut self, of: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !of(c)).unwrap_or(rest.len());
        self.skip(end);
        &rest[..end]
    }

    /// Skips `[[...]]` or `[==[...]==]`; false if none begins here.
    fn skip_brackets(&mut self, what: &str) -> Result<bool, PuzzleFault> {
        let Some(inner) = self.rest().strip_prefix('[') else { return Ok(false) };
        let level = inner.len() - inner.trim_start_matches('=').len();
        if !inner[level..].starts_with('[') {
            return Ok(false);
        }
        let close = format!("]{}]", "=".repeat(level));
        let end = inner.find(&close).ok_or_else(|| {
            PuzzleFault::wrong(self.line, format!("this {what} does not end; write `{close}`"))
        })?;
        self.skip(1 + end + close.len());
        Ok(true)
    }

    fn skip_quoted(&mut self, quote: char) -> Result<(), PuzzleFault> {
        let mut escaped = false;
        for (at, c) in self.rest().char_indices().skip(1) {
            if c == '\n' && !escaped {
                break;
            }
            if c == quote && !escaped {
                self.skip(at + 1);
                return Ok(());
            }
            escaped = c == '\\' && !escaped;
        }
        Err(PuzzleFault::wrong(
            self.line,
            format!("this text does not end on its line; write {quote}"),
        ))
    }
}

fn number(digits: &str) -> Option<u64> {
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}
