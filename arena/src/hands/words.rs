//! The words of a condition, with their places in the text.

use std::ops::Range;

/// One piece of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Anything up to the next blank or parenthesis.
    Word,
    /// A name in quotes.
    Quoted,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A comma that follows a quoted name.
    Comma,
}

/// A piece of a condition and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordToken {
    pub(super) kind: Kind,
    /// Its bytes in the text, with the quotes.
    pub(super) span: Range<usize>,
}

/// Splits a text into its words. A quoted name ends at the same quote with nothing of a word behind
/// it, so that `'Dragon's Rage'` is one name.
///
/// # Errors
/// The place of a quote that is not closed.
pub(super) fn split(text: &str) -> Result<Vec<WordToken>, Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &text[at..];
        let (kind, length) = match first {
            _ if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            '(' => (Kind::Open, 1),
            ')' => (Kind::Close, 1),
            ',' => (Kind::Comma, 1),
            '"' | '\'' => {
                let is_behind =
                    |next: char| next.is_whitespace() || matches!(next, '(' | ')' | ',');
                let closes = |&(end, quote): &(usize, char)| {
                    // A quote is one byte long; other characters may be longer.
                    quote == first && rest[end + 1..].chars().next().is_none_or(is_behind)
                };
                let end = rest.char_indices().skip(1).find(closes);
                (Kind::Quoted, end.map(|(end, _)| end + 1).ok_or(at..text.len())?)
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
                (Kind::Word, rest.find(ends).unwrap_or(rest.len()))
            }
        };
        tokens.push(WordToken { kind, span: at..at + length });
        at += length;
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_end_where_a_word_ends() {
        let kinds = |text| -> Vec<(Kind, &str)> {
            split(text).unwrap().into_iter().map(|t| (t.kind, &text[t.span])).collect()
        };
        use Kind::{Close, Comma, Open, Quoted, Word};
        let text = "('Dragon's Rage', \"A, B\") Jinzo, x";
        let pieces = [
            (Open, "("),
            (Quoted, "'Dragon's Rage'"),
            (Comma, ","),
            (Quoted, "\"A, B\""),
            (Close, ")"),
            (Word, "Jinzo,"),
            (Word, "x"),
        ];
        assert_eq!(kinds(text), pieces);
        assert_eq!(split("no \"Jinzo"), Err(3..9));
        assert_eq!(split("\u{e9} '"), Err(3..4));
        assert_eq!(kinds("\"a\u{2606}b\""), [(Quoted, "\"a\u{2606}b\"")]);
    }
}
