//! Errors in a card file, shown with their places.

use std::fmt;

/// An error in one clause of a card file, with its place.
///
/// The Display shows the line with a mark under the fault:
///
/// ```text
/// error: there is no verb `destory`
///  --> dark-hole.card:3:6
///   |
/// 3 |   do destory all monster(field)
///   |      ^^^^^^^
///   = help: did you mean `destroy`?
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFileError {
    /// The file, as the caller named it.
    pub file: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in that line, from 1, counted in characters.
    pub column: usize,
    /// How many characters are meant, at least 1.
    pub length: usize,
    /// The error, in words.
    pub message: String,
    /// Advice on how to mend it.
    pub help: Option<String>,
    /// The line itself.
    pub text: String,
}

/// Characters of a line that are shown before and after the fault.
const SHOWN: usize = 60;

impl fmt::Display for CardFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.column.saturating_sub(SHOWN + 1);
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        let shown: String = self.text.chars().skip(from).take(2 * SHOWN).map(printable).collect();
        let blank = " ".repeat(self.column - 1 - from);
        let marks = "^".repeat(self.length.clamp(1, SHOWN));
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(f, "error: {}", self.message)?;
        writeln!(f, "{margin}--> {}:{}:{}", self.file, self.line, self.column)?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{number} | {}", shown.trim_end())?;
        write!(f, "{margin} | {blank}{marks}")?;
        match &self.help {
            Some(help) => write!(f, "\n{margin} = help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CardFileError {}

/// A piece of one line of a file: all from 1, counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) length: u32,
}

impl Span {
    /// From the begin of this to the end of another piece of the same line.
    pub(super) fn to(self, end: Self) -> Self {
        if end.line != self.line || end.column < self.column {
            return self;
        }
        Self { length: end.column + end.length - self.column, ..self }
    }
}

/// An error before the file's name and the line's text are joined to it.
#[derive(Clone, Debug)]
pub(super) struct LanguageFault {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// It may be only a consequence of a clause that could not be read.
    pub(super) follows: bool,
}

impl LanguageFault {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None, follows: false }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(super) fn follows(self) -> Self {
        Self { follows: true, ..self }
    }

    /// A word that is none of the known ones, with the known one that it resembles most.
    pub(super) fn unknown<'w>(
        span: Span,
        what: &str,
        word: &str,
        known: impl Iterator<Item = &'w str> + Clone,
    ) -> Self {
        let fault = Self::new(span, format!("there is no {what} `{}`", short(word)));
        match nearest(word, known.clone()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => {
                let mut all: Vec<&str> = known.collect();
                all.sort_unstable();
                all.dedup();
                let more = if all.len() > 24 { ", ..." } else { "" };
                all.truncate(24);
                fault.help(format!("there are: {}{more}", all.join(", ")))
            }
        }
    }

    pub(super) fn in_file(self, file: &str, text: &str) -> CardFileError {
        let Span { line, column, length } = self.span;
        let text = text.lines().nth(line as usize - 1).unwrap_or("");
        CardFileError {
            file: file.to_owned(),
            line: line as usize,
            column: column as usize,
            length: length.max(1) as usize,
            message: self.message,
            help: self.help,
            text: text.to_owned(),
        }
    }
}

/// A word as an error quotes it: a user's text may be long or have odd characters.
pub(super) fn short(word: &str) -> String {
    let cut: String = word.chars().take(32).collect();
    let dots = if cut.len() < word.len() { "..." } else { "" };
    format!("{}{dots}", cut.escape_debug())
}

/// The known word that is the fewest typing mistakes away, if they are few for its length.
pub(super) fn nearest<'w>(word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let typed: String = word.chars().take(40).collect();
    let most = (typed.chars().count() / 3).max(1);
    // Characters typed more, less or otherwise, or swapped with their neighbour.
    let by_mistakes = known.map(|other| (strsim::osa_distance(&typed, other), other));
    let (found, near) = by_mistakes.min_by_key(|(count, _)| *count)?;
    (found <= most).then_some(near)
}
