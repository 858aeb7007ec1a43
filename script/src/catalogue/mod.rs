//! The printed facts of cards, which never change and which every duel shares.
//!
//! A duel stores only a [`CardCode`], a `u16` row number of its [`Catalogue`]. Names live here and
//! never in a duel.

mod facts;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::rows::{Scripts, ScriptsError};
use crate::texts::Texts;

pub use facts::{ATTRIBUTES, TYPES, attribute_named, type_named};
pub use facts::{CardCode, Facts, TableId, attribute_name, kind, type_name};

/// All cards that a duel may name: rows sorted by passcode, each with its printed name.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    table: TableId,
    rows: Arc<[Facts]>,
    names: Arc<[Box<str>]>,
    /// Made when a name is first looked up: a run of decks that are lists of passcodes never does that.
    by_name: Arc<OnceLock<BTreeMap<Box<str>, CardCode>>>,
    scripts: Scripts,
    /// Which texts these scripts are.
    texts: Texts,
    /// The same table with the texts of each period, once somebody asked for it.
    periods: [OnceLock<Box<Self>>; Texts::PERIODS.len()],
}

/// Why a list of cards is no [`Catalogue`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// Rows are numbered in `u16`, and the last one means "no card".
    #[error("{0} cards are more than the {max} that a catalogue can number", max = u16::MAX)]
    TooMany(usize),
    /// Two rows have the same passcode.
    #[error("passcode {0} stands twice in the card table")]
    Twice(u32),
}

impl Catalogue {
    /// Builds the table from rows in any order.
    ///
    /// # Errors
    /// Fails when a passcode stands twice or there are more rows than card codes.
    pub fn new(mut cards: Vec<(Facts, Box<str>)>) -> Result<Self, CatalogueError> {
        if cards.len() >= usize::from(u16::MAX) {
            return Err(CatalogueError::TooMany(cards.len()));
        }
        cards.sort_by_key(|(facts, _)| facts.passcode);
        for pair in cards.windows(2) {
            if pair[0].0.passcode == pair[1].0.passcode {
                return Err(CatalogueError::Twice(pair[0].0.passcode));
            }
        }
        let (rows, names): (Vec<Facts>, Vec<Box<str>>) = cards.into_iter().unzip();
        let table = TableId::of(rows.iter().map(|facts| facts.passcode));
        Ok(Self { table, rows: rows.into(), names: names.into(), ..Self::default() })
    }

    /// The rows by their names as they are looked up.
    fn codes_by_name(&self) -> &BTreeMap<Box<str>, CardCode> {
        self.by_name.get_or_init(|| {
            let mut by_name = BTreeMap::new();
            for (row, name) in self.names.iter().enumerate() {
                // Of several rows with one name (artworks, tokens), the name means the card itself.
                let code = self.table.code(row as u16);
                let better = |old: &CardCode| {
                    let rank = |code: &CardCode| {
                        let facts = &self.rows[usize::from(code.row())];
                        (facts.is(kind::TOKEN), facts.alias != 0, facts.passcode)
                    };
                    rank(&code) < rank(old)
                };
                let key = folded(name);
                if by_name.get(&key).is_none_or(better) {
                    by_name.insert(key, code);
                }
            }
            by_name
        })
    }

    /// The table with more rows. All rows are numbered anew, so it has no scripts.
    ///
    /// # Errors
    /// Fails when a passcode stands twice or there are more rows than card codes.
    pub fn with_cards(self, more: Vec<(Facts, Box<str>)>) -> Result<Self, CatalogueError> {
        let rows = self.rows.iter().copied().zip(self.names.iter().cloned());
        Self::new(rows.chain(more).collect())
    }

    /// The same table, whose cards do what the scripts say.
    #[must_use]
    pub fn with_scripts(self, scripts: Scripts) -> Self {
        Self { scripts, periods: Default::default(), ..self }
    }

    /// The same table with the texts that these rules play: cards that have a text of that period
    /// do what it says, all others what the modern one says. Made when it is first asked for.
    ///
    /// A table that this returned has one text a card and returns itself.
    #[must_use]
    pub fn with_texts(&self, texts: Texts) -> &Self {
        let (Some(at), Some(scripts)) = (texts.period(), self.scripts.period(texts)) else {
            return self;
        };
        self.periods[at].get_or_init(|| {
            let (rows, names) = (Arc::clone(&self.rows), Arc::clone(&self.names));
            let by_name = Arc::clone(&self.by_name);
            let (scripts, periods) = (scripts.clone(), Default::default());
            let table = self.table;
            Box::new(Self { table, rows, names, by_name, scripts, texts, periods })
        })
    }

    /// Whether its cards do what the texts say that these rules play.
    #[must_use]
    pub fn has_texts(&self, texts: Texts) -> bool {
        self.texts == texts || std::ptr::eq(self.with_texts(texts), self)
    }

    /// The same table, in which these cards can be played as if they had no text: their monsters
    /// have no effect, their Spells and Traps can be Set and never activated.
    ///
    /// # Errors
    /// Fails when there are more cards with scripts than can be numbered.
    pub fn with_blanks(mut self, codes: &[CardCode]) -> Result<Self, ScriptsError> {
        for code in codes {
            if !self.is_playable(*code) {
                self.scripts.add_blank(*code)?;
            }
        }
        self.periods = Default::default();
        Ok(self)
    }

    /// The compiled effects of the cards.
    #[must_use]
    pub const fn scripts(&self) -> &Scripts {
        &self.scripts
    }

    /// Whether the card was read from its printed text by a program, and nothing has shown yet that it does what it
    /// should: its file has the line `unproved`.
    ///
    /// # Panics
    /// Panics if the code is of another table.
    #[must_use]
    pub fn is_unproved(&self, code: CardCode) -> bool {
        self.scripts
            .card(self.base(code))
            .is_some_and(|script| script.terms & crate::rows::term::UNPROVED != 0)
    }

    /// Whether a duel can be played with this card: rules alone say what it does, or a script does.
    /// Tokens can, though no Deck holds any.
    #[must_use]
    pub fn is_playable(&self, code: CardCode) -> bool {
        let facts = self.facts(code);
        let plain_token = facts.is(kind::TOKEN) && !facts.is(kind::EFFECT);
        facts.is_plain_monster() || plain_token || self.scripts.card(code).is_some()
    }

    /// The next row of a Token of which there are several pictures.
    pub fn next_picture(&self, token: CardCode) -> Option<CardCode> {
        let next = self.table.code(token.row() + 1);
        let facts = self.rows.get(usize::from(next.row()))?;
        let same = facts.is(kind::TOKEN) && self.base(next) == self.base(token);
        same.then_some(next)
    }

    /// The first row of the Token with this name; of several Tokens of one name the one that is numbered
    /// next after the card that makes it, if there is one.
    pub(crate) fn token_by_name(&self, name: &str, maker: u32) -> Option<CardCode> {
        let name = folded(name);
        let is = |(_, facts, other): &(CardCode, &Facts, &str)| {
            facts.is(kind::TOKEN) && folded(other) == name
        };
        let next = |facts: &Facts| (maker..maker.saturating_add(10)).contains(&facts.passcode);
        let own = self.iter().find(|row| next(row.1) && is(row));
        own.or_else(|| self.iter().find(is)).map(|(code, ..)| code)
    }

    /// The printed facts of a card of this table. A code of another table means no card of this one:
    /// [`Catalogue::has`] says so, decks with one are refused, and debug builds panic here.
    #[must_use]
    #[inline]
    pub fn facts(&self, code: CardCode) -> &Facts {
        debug_assert!(self.has(code), "{code:?} is of another catalogue");
        &self.rows[usize::from(code.row())]
    }

    /// Whether a code is a row of this table.
    #[must_use]
    pub fn has(&self, code: CardCode) -> bool {
        code.table() == self.table && usize::from(code.row()) < self.rows.len()
    }

    /// The number of this table, which its codes carry.
    #[must_use]
    #[inline]
    pub const fn table(&self) -> TableId {
        self.table
    }

    /// The code of a row by its number; none if there are not so many.
    #[must_use]
    pub fn at(&self, row: u16) -> Option<CardCode> {
        (usize::from(row) < self.rows.len()).then(|| self.table.code(row))
    }

    /// The printed name of a card.
    #[must_use]
    pub fn name(&self, code: CardCode) -> &str {
        debug_assert!(self.has(code), "{code:?} is of another catalogue");
        &self.names[usize::from(code.row())]
    }

    /// The row of a passcode.
    #[must_use]
    pub fn by_passcode(&self, passcode: u32) -> Option<CardCode> {
        let row = self.rows.binary_search_by_key(&passcode, |facts| facts.passcode).ok()?;
        Some(self.table.code(row as u16))
    }

    /// The row of a name; upper and lower case, spaces and punctuation don't matter.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<CardCode> {
        let found = self.codes_by_name().get(&folded(name)).copied()?;
        if self.name(found) == name {
            return Some(found);
        }
        // A few names differ in punctuation alone, so the exact name comes first.
        let exact = self.names.iter().position(|other| **other == *name);
        Some(exact.map_or(found, |row| self.table.code(row as u16)))
    }

    /// A text that [`Catalogue::find`] reads back as this very row: the name where it means this
    /// row and can stand in a list, else the passcode.
    #[must_use]
    pub fn label(&self, code: CardCode) -> Cow<'_, str> {
        let name = self.name(code);
        let plain = !name.contains([';', '#', '[', '*']);
        if plain && self.by_name(name) == Some(code) {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(self.facts(code).passcode.to_string())
        }
    }

    /// The row of a name or a passcode.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<CardCode> {
        let text = text.trim();
        let by_number = text.parse().ok().and_then(|passcode| self.by_passcode(passcode));
        by_number.or_else(|| self.by_name(text))
    }

    /// The card of which `code` is another artwork; otherwise `code` itself.
    #[must_use]
    pub fn base(&self, code: CardCode) -> CardCode {
        let facts = self.facts(code);
        let base = facts.is_artwork().then(|| self.by_passcode(facts.alias)).flatten();
        base.unwrap_or(code)
    }

    /// The card whose name `code` has: that of which it is another artwork, or as which it is always
    /// treated; otherwise `code` itself.
    #[must_use]
    pub fn name_as(&self, code: CardCode) -> CardCode {
        match self.facts(code).alias {
            0 => code,
            alias => self.by_passcode(alias).unwrap_or(code),
        }
    }

    /// All rows in the order of their passcodes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (CardCode, &Facts, &str)> {
        let rows = self.rows.iter().zip(self.names.iter()).enumerate();
        rows.map(|(row, (facts, name))| (self.table.code(row as u16), facts, &**name))
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the table has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// The form in which names are compared: lower-case letters and digits only.
fn folded(name: &str) -> Box<str> {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
