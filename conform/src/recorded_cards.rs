//! How often recordings have shown what each card does: the table `shown.tsv`.
//!
//! A card is shown in a duel that came out the same to its end, if it acted there: it was activated, or an effect of
//! it was. A card that makes no Chain Link is shown where it lay face-up on the field when tables were compared, or
//! where it won the duel. The table holds a checksum of each card's text, so that a text which has changed since is not taken for
//! one that was shown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use duelfish_cards::mutate::{CardText, card_texts};
use duelfish_cards::{catalogue, pool_files};
use duelfish_engine::{CardCode, Game};
use duelfish_script::Form;

use crate::line::TraceState;
use crate::report::ConformReport;

/// The table of the project.
const TABLE: &str = include_str!("../shown.tsv");

/// The first line of a table.
const HEAD: &str = "passcode\tname\tduels\ttext";

/// In how many duels each card has acted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedCards(BTreeMap<u32, RecordedCard>);

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RecordedCard {
    duels: u64,
    /// The checksum of the text with which the card acted.
    text: u32,
}

/// A line of a table that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line} is no row of shown cards; it has a passcode, a name, a number of duels and a checksum, with tabs between"
)]
pub struct RecordedCardsError {
    /// The line, from 1.
    pub line: usize,
}

impl RecordedCards {
    /// The table of the project.
    ///
    /// # Panics
    /// Never: a test reads the table.
    #[must_use]
    pub fn of_project() -> Self {
        Self::read(TABLE).expect("a test reads the table")
    }

    /// Reads a table.
    ///
    /// # Errors
    /// Fails with the first line that is no row.
    pub fn read(text: &str) -> Result<Self, RecordedCardsError> {
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, head)| head != HEAD) {
            return Err(RecordedCardsError { line: 1 });
        }
        let row = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [passcode, _, duels, text] = fields[..] else { return None };
            let text = u32::from_str_radix(text, 16).ok()?;
            Some((passcode.parse().ok()?, RecordedCard { duels: duels.parse().ok()?, text }))
        };
        let rows = lines.map(|(at, line)| row(line).ok_or(RecordedCardsError { line: at + 1 }));
        Ok(Self(rows.collect::<Result<_, _>>()?))
    }

    /// In how many duels this card of the pool has acted, with the text that it has now; 0 if recordings haven't
    /// shown it.
    #[must_use]
    pub fn duels(&self, card: &CardText) -> u64 {
        let row = self.0.get(&catalogue().facts(card.code).passcode);
        row.filter(|row| row.text == checksum(card)).map_or(0, |row| row.duels)
    }

    /// Notes what a run has shown. A number that stands here for the same text is only raised, so that a run which is
    /// noted twice counts once.
    pub fn note(&mut self, report: &ConformReport) {
        for card in card_texts(&pool_files(), catalogue()) {
            let passcode = catalogue().facts(card.code).passcode;
            let duels =
                report.shown.get(&passcode).copied().unwrap_or_default().max(self.duels(&card));
            if duels > 0 {
                self.0.insert(passcode, RecordedCard { duels, text: checksum(&card) });
            } else {
                // Another text of it was shown.
                self.0.remove(&passcode);
            }
        }
    }
}

/// The table as it is written, by passcode.
impl fmt::Display for RecordedCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for (passcode, RecordedCard { duels, text }) in &self.0 {
            let code = catalogue().by_passcode(*passcode);
            let name = code.map_or("", |code| catalogue().name(code));
            writeln!(f, "{passcode}\t{name}\t{duels}\t{text:08x}")?;
        }
        Ok(())
    }
}

/// The checksum of a text without its comments and empty lines, which say nothing to a duel.
fn checksum(card: &CardText) -> u32 {
    let mut sum = flate2::Crc::new();
    for line in card.text.lines().filter(|line| !is_comment(line)) {
        sum.update(line.trim_end().as_bytes());
        sum.update(b"\n");
    }
    sum.sum()
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// The cards that have acted in one duel so far, by passcode.
#[derive(Clone, Debug, Default)]
pub(crate) struct Acted(BTreeSet<u32>);

impl Acted {
    /// A card was activated, or an effect of it.
    pub(crate) fn activated(&mut self, passcode: u32) {
        let cards = catalogue();
        let card = cards.by_passcode(passcode).map(|code| cards.base(code));
        self.0.extend(card.map(|code| cards.facts(code).passcode));
    }

    /// A table came out the same: cards that only lie there do something too.
    pub(crate) fn compared(&mut self, game: &Game<'_>, table: &TraceState) {
        for passcode in table.face_up() {
            let code = game.cards.by_passcode(passcode);
            if code.is_some_and(|code| !has_chain_link(game, code)) {
                self.activated(passcode);
            }
        }
    }

    /// Cards of the winner's hand have won the duel: those that can.
    pub(crate) fn won(&mut self, game: &Game<'_>, hand: &[u32]) {
        for passcode in hand {
            let Some(code) = game.cards.by_passcode(*passcode) else { continue };
            let mut effects = game.cards.scripts().effects_of(code);
            if effects.any(|(_, effect)| effect.form == Form::Win) {
                self.activated(*passcode);
            }
        }
    }

    pub(crate) fn cards(&self) -> impl Iterator<Item = u32> {
        self.0.iter().copied()
    }
}

/// Whether a card has an effect that makes a Chain Link.
fn has_chain_link(game: &Game<'_>, code: CardCode) -> bool {
    let mut effects = game.cards.scripts().effects_of(code);
    effects.any(|(_, effect)| {
        matches!(effect.form, Form::Activate | Form::Ignition | Form::Trigger | Form::Quick)
    })
}
