//! Words, numbers, names and marks as numbers.

use std::collections::BTreeMap;

/// One token of a printed text or of a card file, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Symbol(pub(crate) u32);

/// The tokens that a grammar is written with.
#[derive(Debug, Default)]
pub(crate) struct Alphabet {
    numbers: BTreeMap<String, Symbol>,
    texts: Vec<String>,
}

impl Alphabet {
    pub(crate) fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.numbers.get(text) {
            return *symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), symbol);
        symbol
    }

    pub(crate) const fn len(&self) -> usize {
        self.texts.len()
    }
}

/// The tokens of one card: those of the grammar, and those that no rule is written with.
#[derive(Debug)]
pub(crate) struct Symbols<'g> {
    alphabet: &'g Alphabet,
    numbers: BTreeMap<String, Symbol>,
    texts: Vec<String>,
}

impl<'g> Symbols<'g> {
    pub(crate) fn new(alphabet: &'g Alphabet) -> Self {
        Self { alphabet, numbers: BTreeMap::new(), texts: Vec::new() }
    }

    pub(crate) fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.alphabet.numbers.get(text).or_else(|| self.numbers.get(text)) {
            return *symbol;
        }
        let symbol = Symbol((self.alphabet.len() + self.texts.len()) as u32);
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), symbol);
        symbol
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        let at = symbol.0 as usize;
        let own = at.checked_sub(self.alphabet.len());
        own.map_or_else(|| &self.alphabet.texts[at], |own| &self.texts[own])
    }
}

/// Whether a token is a number.
pub(crate) fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// The text between the quotes of a token, if it is a name in quotes.
pub(crate) fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}
