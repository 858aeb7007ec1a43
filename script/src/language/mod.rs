//! The card language: small text files, close to the printed text, that say what cards do.
//!
//! ```text
//! card 4206964 "Trap Hole"
//! effect activate
//!   on monster(theirs, atk >= 1000) summoned or flip_summoned
//!   target that
//!   do destroy it
//! ```
//!
//! A file is cut into pieces, read into typed trees, checked, and compiled into rows of
//! [`Scripts`]. Nothing of the text survives that. `docs/card-language.md` lists all words; it is
//! made from the table in which the parser looks them up.

mod ast;
mod check;
mod compile;
mod error;
mod lex;
mod own;
mod parse;
mod reach;
mod reference;
mod table;
mod table_body;
mod table_words;

use crate::catalogue::{CardCode, Catalogue};
use crate::rows::Scripts;
use crate::texts::Texts;
use ast::CardSource;
use compile::Compiler;
use error::{LanguageFault, short};
use std::collections::BTreeMap;

pub use error::CardFileError;
pub use reference::reference;

/// A card file: its name, as errors call it, and its text.
pub type CardFile = (String, String);

/// Compiles card files for the cards of a catalogue.
///
/// # Errors
/// Every faulty clause of all files is one error.
pub fn load(files: &[CardFile], cards: &Catalogue) -> Result<Scripts, Vec<CardFileError>> {
    load_onto(Scripts::default(), files, cards)
}

/// Compiles card files in addition to scripts that were loaded for the same catalogue.
///
/// # Errors
/// Every faulty clause of all files is one error; so is a card that has a script already.
pub fn load_onto(
    scripts: Scripts,
    files: &[CardFile],
    cards: &Catalogue,
) -> Result<Scripts, Vec<CardFileError>> {
    let mut read = ReadFile::new(files);
    read.known_cards(cards);
    read.compile(scripts, cards)
}

/// A catalogue with these card files: cards that bring their own facts are added to its rows, and
/// all cards of the files do what they say.
///
/// Rows are numbered anew when cards are added, so scripts that the catalogue had are dropped:
/// `files` must be all files that are wanted, those of the pool included.
///
/// # Errors
/// Every faulty clause of all files is one error.
pub fn extend(files: &[CardFile], cards: Catalogue) -> Result<Catalogue, Vec<CardFileError>> {
    let mut read = ReadFile::new(files);
    let cards = read.own_cards(cards);
    let scripts = read.compile(Scripts::default(), &cards)?;
    Ok(cards.with_scripts(scripts))
}

/// The same for a catalogue that has all its scripts, which takes time only for these files: none of them may bring
/// facts of its own, so no row is numbered anew. None if one does, or if one is faulty: [`extend`] says why.
#[must_use]
pub fn extend_compiled(files: &[CardFile], cards: &Catalogue) -> Option<Catalogue> {
    let read = ReadFile::new(files);
    if read.cards.iter().any(|(_, card)| card.facts.is_some()) {
        return None;
    }
    let scripts = read.compile(cards.scripts().clone(), cards).ok()?;
    Some(cards.clone().with_scripts(scripts))
}

/// Card files that were read, and what is wrong with them so far.
struct ReadFile<'f> {
    files: &'f [CardFile],
    /// Cards with the number of their file.
    cards: Vec<(usize, CardSource)>,
    faults: Vec<(usize, LanguageFault)>,
}

impl<'f> ReadFile<'f> {
    fn new(files: &'f [CardFile]) -> Self {
        let (mut cards, mut faults) = (Vec::new(), Vec::new());
        for (at, (_, text)) in files.iter().enumerate() {
            let (read, wrong) = parse::parse(text);
            cards.extend(read.into_iter().map(|card| (at, card)));
            faults.extend(wrong.into_iter().map(|fault| (at, fault)));
        }
        let mut read = Self { files, cards, faults };
        read.no_card_twice();
        read
    }

    /// A card stands in one place only.
    fn no_card_twice(&mut self) {
        let mut first: BTreeMap<u32, (usize, u32)> = BTreeMap::new();
        for (file, card) in &mut self.cards {
            if card.refused {
                continue;
            }
            let Some((other, line)) = first.get(&card.passcode) else {
                first.insert(card.passcode, (*file, card.span.line));
                continue;
            };
            let message =
                format!("card {} stands already in {}:{line}", card.passcode, self.files[*other].0);
            self.faults
                .push((*file, LanguageFault::new(card.span, message).help("remove one of them")));
            card.refused = true;
        }
    }

    /// Facts that cards bring along need a catalogue to which rows can be added.
    fn known_cards(&mut self, cards: &Catalogue) {
        for (file, card) in &mut self.cards {
            if let (Some(facts), None) = (&card.facts, cards.by_passcode(card.passcode)) {
                let span = facts.span.unwrap_or(card.span);
                let fault =
                    LanguageFault::new(span, "cards with facts of their own can't be added here");
                self.faults.push((*file, fault.help("load them together with the card table")));
                card.refused = true;
            }
        }
    }

    /// Adds the cards that bring their own facts.
    fn own_cards(&mut self, cards: Catalogue) -> Catalogue {
        let mut rows = Vec::new();
        for (file, card) in &mut self.cards {
            if card.refused {
                continue;
            }
            match own::row(card, &cards) {
                Ok(row) => {
                    let twice =
                        |(facts, _): &(crate::catalogue::Facts, _)| facts.passcode == card.passcode;
                    if let Some(row) = row
                        && !rows.iter().any(twice)
                    {
                        rows.push(row);
                    }
                }
                Err(fault) => {
                    self.faults.push((*file, fault));
                    card.refused = true;
                }
            }
        }
        if rows.is_empty() {
            return cards;
        }
        let count = rows.len();
        cards.clone().with_cards(rows).unwrap_or_else(|error| {
            let span = error::Span { line: 1, column: 1, length: 1 };
            let fault = LanguageFault::new(span, format!("{count} cards can't be added: {error}"));
            self.faults.push((0, fault));
            cards
        })
    }

    fn compile(
        mut self,
        mut scripts: Scripts,
        cards: &Catalogue,
    ) -> Result<Scripts, Vec<CardFileError>> {
        let before = Texts::PERIODS.map(|texts| (texts, scripts.take_period(texts)));
        let mut scripts = self.compile_texts(Texts::Modern, scripts, cards);
        let periods = before
            .map(|(texts, period)| (texts, self.compile_period(texts, period, &scripts, cards)));
        for (texts, period) in periods {
            if let Some(period) = period {
                scripts.set_period(texts, period);
            }
        }
        if self.faults.is_empty() {
            return Ok(scripts);
        }
        self.faults.sort_by_key(|(file, fault)| (*file, fault.span.line, fault.span.column));
        let with_file = |(file, fault): (usize, LanguageFault)| {
            let (name, text) = &self.files[file];
            fault.in_file(name, text)
        };
        Err(self.faults.into_iter().map(with_file).collect())
    }
}

impl ReadFile<'_> {
    /// The scripts of a period, those of before with these cards, if any card has a text of it. The other
    /// scripts are the modern ones, with these cards.
    fn compile_period(
        &mut self,
        texts: Texts,
        before: Option<Scripts>,
        scripts: &Scripts,
        cards: &Catalogue,
    ) -> Option<Scripts> {
        let changed = self.cards.iter().filter(|(_, card)| !card.refused);
        let mut changed = changed.filter(|(_, card)| card.text_of(texts).is_some()).peekable();
        // A block for two periods has its faults once.
        if !self.faults.is_empty() || (before.is_none() && changed.peek().is_none()) {
            return None;
        }
        // Cards without a text of the period say what they say now.
        let base = before.unwrap_or_else(|| {
            let codes = changed.filter_map(|(_, card)| cards.by_passcode(card.passcode));
            codes.fold(scripts.clone(), Scripts::without)
        });
        Some(self.compile_texts(texts, base, cards))
    }

    /// Adds to the scripts what the cards do by these texts, and notes what is wrong with them.
    fn compile_texts(&mut self, texts: Texts, scripts: Scripts, cards: &Catalogue) -> Scripts {
        let mut compiler = Compiler::new(cards, scripts);
        for (file, card) in &self.cards {
            if card.refused {
                continue;
            }
            let text = card.text_of(texts).unwrap_or(card);
            match row_of(card, cards) {
                Ok(code) => {
                    let is_there = compiler.scripts.card(code).is_some();
                    let plain = own::is_plain(text) && cards.facts(code).is_plain_monster();
                    if is_there && texts == Texts::Modern {
                        let message = format!("card {} has a script already", card.passcode);
                        compiler.faults.push(
                            LanguageFault::new(card.span, message).help("remove one of them"),
                        );
                    } else if !is_there && !plain {
                        compiler.card(text, code);
                    }
                }
                Err(fault) => compiler.faults.push(fault),
            }
            let faults = compiler.faults.drain(..);
            self.faults.extend(faults.map(|fault| (*file, fault)));
        }
        let Compiler { mut scripts, full, .. } = compiler;
        if let Some(full) = full.filter(|_| self.faults.is_empty()) {
            let span = error::Span { line: 1, column: 1, length: 1 };
            self.faults.push((0, LanguageFault::new(span, full.to_string())));
        }
        for (code, ..) in cards.iter() {
            scripts.share(code, cards.base(code));
        }
        scripts
    }
}

/// The row of a card, whose name must be the printed one.
fn row_of(card: &CardSource, cards: &Catalogue) -> Result<CardCode, LanguageFault> {
    let Some(code) = cards.by_passcode(card.passcode) else {
        let fault =
            LanguageFault::new(card.span, format!("no known card has passcode {}", card.passcode));
        return Err(match cards.by_name(&card.name.text) {
            Some(other) => fault.help(format!(
                "\"{}\" has passcode {}",
                cards.name(other),
                cards.facts(other).passcode
            )),
            None => fault.help("a card of your own needs a `facts` line below this one"),
        });
    };
    if cards.name(code) != card.name.text {
        let message = format!(
            "card {} is named \"{}\", not \"{}\"",
            card.passcode,
            cards.name(code),
            short(&card.name.text)
        );
        return Err(
            LanguageFault::new(card.name.span, message).help("write the name as it is printed")
        );
    }
    if cards.base(code) != code {
        let base = cards.facts(cards.base(code)).passcode;
        let fault =
            LanguageFault::new(card.span, format!("this is another artwork of card {base}"));
        return Err(fault.help(format!("write `card {base}`; artworks share its text")));
    }
    Ok(code)
}
