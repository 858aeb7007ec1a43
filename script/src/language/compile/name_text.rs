//! The names of all cards as one text in lower case, to find the cards with some letters in their names.

use memchr::memmem;

use crate::catalogue::{CardCode, Catalogue, TableId};

/// All names, one a line.
pub(super) struct NameText {
    table: TableId,
    text: String,
    /// Where the line of each card code ends.
    ends: Vec<usize>,
}

impl NameText {
    pub(super) fn new(cards: &Catalogue) -> Self {
        let (mut text, mut ends) = (String::new(), Vec::with_capacity(cards.len()));
        for (_, _, name) in cards.iter() {
            if name.is_ascii() {
                text.extend(name.chars().map(|c| c.to_ascii_lowercase()));
            } else {
                text.push_str(&name.to_lowercase());
            }
            ends.push(text.len());
            text.push('\n');
        }
        Self { table: cards.table(), text, ends }
    }

    /// The cards in whose names these letters are, in lower case; none for no letters.
    pub(super) fn having(&self, letters: &str) -> Vec<CardCode> {
        if letters.is_empty() {
            return Vec::new();
        }
        let found = memmem::find_iter(self.text.as_bytes(), letters.as_bytes());
        let rows = found.map(|at| self.ends.partition_point(|end| *end <= at));
        let mut codes: Vec<CardCode> = rows.map(|row| self.table.code(row as u16)).collect();
        codes.dedup();
        codes
    }
}
