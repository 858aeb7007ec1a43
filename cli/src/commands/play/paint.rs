//! Colours, and lines that fit a terminal. Standard output drops the colours where it is none.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use duelfish_engine::{CardCode, Catalogue, Player, kind};

/// Letters in a line: narrow terminals have 80.
pub(super) const WIDTH: usize = 79;

/// Text without colour.
pub(super) const PLAIN: Style = Style::new();
/// Headings.
pub(super) const HEAD: Style = Style::new().bold();
/// The style of less important text.
pub(super) const FAINT: Style = Style::new().dimmed();
/// Numbers to be typed.
pub(super) const NUMBER: Style = AnsiColor::Cyan.on_default().bold();

/// The colour of a player's side.
pub(super) const fn of_player(player: Player, me: Player) -> Style {
    let color = if player.number() == me.number() { AnsiColor::Green } else { AnsiColor::Red };
    color.on_default()
}

/// The colour of a card's kind; faint for one that nobody knows.
pub(super) fn of_card(cards: &Catalogue, code: Option<CardCode>) -> Style {
    let Some(code) = code else { return FAINT };
    let facts = cards.facts(code);
    let color = if facts.is(kind::SPELL) {
        AnsiColor::Green
    } else if facts.is(kind::TRAP) {
        AnsiColor::Magenta
    } else {
        AnsiColor::Yellow
    };
    color.on_default()
}

/// A text in a colour.
pub(super) fn paint(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

/// Prints text at once, with its colours where they can be seen.
pub(super) fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Pieces of text, one behind the other in as many lines as they need. The first line begins with the
/// heading, the others with blanks. Pieces stay whole if they fit into a line.
pub(super) fn flow(head: &str, pieces: &[(Style, String)], gap: &str) -> String {
    let indent = head.chars().count();
    let mut line = PaintLine { text: head.to_owned(), used: indent, indent };
    for (at, (style, piece)) in pieces.iter().enumerate() {
        let gap = if at > 0 { gap } else { "" };
        if visible(piece) < WIDTH - indent {
            line.push(gap, *style, piece);
        } else {
            for (word, gap) in
                piece.split(' ').zip(std::iter::once(gap).chain(std::iter::repeat(" ")))
            {
                line.push(gap, *style, word);
            }
        }
    }
    line.text + "\n"
}

/// Lines that are being written.
struct PaintLine {
    text: String,
    /// Letters of the last line.
    used: usize,
    indent: usize,
}

impl PaintLine {
    fn push(&mut self, gap: &str, style: Style, piece: &str) {
        // There must be room for what the gap begins with, a comma say.
        let Self { text, used, indent } = self;
        if !gap.is_empty() && *used + gap.len() + visible(piece) >= WIDTH {
            *text = format!("{text}{}\n{:indent$}", gap.trim_end(), "");
            *used = *indent;
        } else {
            *text += gap;
            *used += gap.len();
        }
        *text += &paint(style, piece);
        *used += visible(piece);
    }
}

/// Letters that a terminal shows of a text with colours.
fn visible(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

/// Words in lines that begin with so many blanks.
pub(super) fn wrapped(text: &str, indent: usize) -> String {
    let words: Vec<(Style, String)> =
        text.split_whitespace().map(|word| (PLAIN, word.to_owned())).collect();
    flow(&" ".repeat(indent), &words, " ")
}
