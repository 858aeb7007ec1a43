//! Cuts a card file into words, numbers, quoted names and marks.

use super::error::Span;

/// The smallest piece of a card file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    /// A word in lower case; `face-up` and `face_up` are the same word.
    Word(String),
    /// A number.
    Number(i32),
    /// The text between two quotes.
    Quoted(String),
    /// One of the marks `( ) , : = != < <= > >= + - * ?`.
    Mark(&'static str),
    /// The line is over.
    Line,
    /// The file is over.
    End,
    /// Something that can't stand in a card file, with its fault.
    Bad(String),
}

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) token: Lexeme,
    pub(super) span: Span,
}

const MARKS: [&str; 14] = ["!=", "<=", ">=", "(", ")", ",", ":", "=", "<", ">", "+", "-", "*", "?"];

/// All pieces of a file; the last one is [`Lexeme::End`], and every line ends in [`Lexeme::Line`].
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut last = Span { line: 1, column: 1, length: 1 };
    for (index, line) in text.lines().enumerate() {
        let chars: Vec<char> = line.chars().collect();
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let mut at = 0;
        while at < chars.len() && chars[at] != '#' {
            if chars[at].is_whitespace() || (index == 0 && at == 0 && chars[0] == '\u{feff}') {
                at += 1;
                continue;
            }
            let (token, length) = first(&chars[at..]);
            let span = Span { line: number, column: at as u32 + 1, length: length as u32 };
            pieces.push(Piece { token, span });
            at += length;
        }
        last = Span { line: number, column: at as u32 + 1, length: 1 };
        pieces.push(Piece { token: Lexeme::Line, span: last });
    }
    pieces.push(Piece { token: Lexeme::End, span: last });
    pieces
}

/// The first token of a line's rest, which begins with something else than a blank or a comment,
/// and how many characters it has.
fn first(chars: &[char]) -> (Lexeme, usize) {
    let head = chars[0];
    if head.is_alphabetic() || head == '_' {
        return word(chars);
    }
    if head.is_ascii_digit() {
        let length = chars.iter().take_while(|c| c.is_ascii_digit()).count();
        let digits: String = chars[..length].iter().collect();
        let token = digits.parse().map_or_else(
            |_| Lexeme::Bad(format!("{} is too big", super::error::short(&digits))),
            Lexeme::Number,
        );
        return (token, length);
    }
    if head == '"' {
        return quoted(chars);
    }
    // `spell|trap` may be written for `spell or trap`, and `&` for `and`.
    for (sign, meant) in [('|', "or"), ('&', "and")] {
        if head == sign {
            return (Lexeme::Word(meant.to_owned()), 1);
        }
    }
    let starts =
        |mark: &&&str| mark.chars().zip(chars).filter(|(a, b)| a == *b).count() == mark.len();
    match MARKS.iter().find(starts) {
        Some(mark) => (Lexeme::Mark(mark), mark.len()),
        None => (Lexeme::Bad(format!("`{}` has no meaning here", head.escape_debug())), 1),
    }
}

/// A name in quotes; `\"` stands for a quote in it.
fn quoted(chars: &[char]) -> (Lexeme, usize) {
    let (mut name, mut at) = (String::new(), 1);
    while let Some(c) = chars.get(at) {
        at += 1;
        match c {
            '"' => return (Lexeme::Quoted(name), at),
            '\\' if chars.get(at) == Some(&'"') => {
                name.push('"');
                at += 1;
            }
            c => name.push(*c),
        }
    }
    (Lexeme::Bad("a quoted name has no second quote".to_owned()), chars.len())
}

fn word(chars: &[char]) -> (Lexeme, usize) {
    let mut length = 1;
    while let Some(c) = chars.get(length) {
        let joins = *c == '-' && chars.get(length + 1).is_some_and(|next| next.is_alphabetic());
        if !c.is_alphanumeric() && *c != '_' && !joins {
            break;
        }
        length += 1;
    }
    let lower = chars[..length].iter().flat_map(|c| c.to_lowercase());
    (Lexeme::Word(lower.map(|c| if c == '-' { '_' } else { c }).collect()), length)
}
