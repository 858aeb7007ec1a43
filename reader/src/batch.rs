//! Many cards at once: what was read and compiles, and which clauses the others wait for.

use std::collections::{BTreeMap, BTreeSet};

use duelfish_script::language::{self, CardFile};
use duelfish_script::{CardCode, Catalogue, Scripts};

use crate::read::{CardReading, Decline, DeclineReason, PrintedCard, ReadVerdict, Reader};
use crate::symbols::is_number;

/// A card that was read, and whose file the card compiler takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCard {
    /// Its row.
    pub code: CardCode,
    /// The card file, and the normalised text.
    pub reading: CardReading,
}

/// A card that was declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclinedCard {
    /// Its passcode.
    pub passcode: u32,
    /// The clauses, at least one.
    pub clauses: Vec<Decline>,
}

/// A clause that is the only one that keeps cards from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitedFor {
    /// The clause, with `"N"` for every name and `#` for every number.
    pub pattern: String,
    /// The passcodes of the cards, in the order in which they were read.
    pub cards: Vec<u32>,
}

/// The results of reading many cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardBatch {
    /// Cards that were read, in the order of the input.
    pub read: Vec<ReadCard>,
    /// Cards that were declined, in that order.
    pub declined: Vec<DeclinedCard>,
    /// Cards that have nothing to read: without a text, or Normal Monsters.
    pub without_text: usize,
}

impl Reader {
    /// Reads many cards, and has the files compiled: a file that the compiler refuses is a decline too.
    #[must_use]
    pub fn read_all(&self, cards: &Catalogue, printed: &[PrintedCard]) -> CardBatch {
        let mut batch = CardBatch::default();
        let mut seen = BTreeSet::new();
        for card in printed.iter().filter(|card| seen.insert(card.passcode)) {
            match (self.read(cards, card), cards.by_passcode(card.passcode)) {
                (ReadVerdict::Read(reading), Some(code)) => {
                    batch.read.push(ReadCard { code, reading });
                }
                (ReadVerdict::Declined(clauses), _) if is_blank(&clauses) => {
                    batch.without_text += 1;
                }
                (ReadVerdict::Declined(clauses), _) => {
                    batch.declined.push(DeclinedCard { passcode: card.passcode, clauses });
                }
                (ReadVerdict::Read(_), None) => {}
            }
        }
        batch.compile(cards);
        batch
    }
}

fn is_blank(clauses: &[Decline]) -> bool {
    clauses.iter().all(|clause| clause.reason == DeclineReason::NoText)
}

impl CardBatch {
    /// The card files of all cards that were read, each with the name of its card as a file name.
    #[must_use]
    pub fn files(&self, cards: &Catalogue) -> Vec<CardFile> {
        let file = |card: &ReadCard| (file_name(cards, card.code), card.reading.file.clone());
        self.read.iter().map(file).collect()
    }

    /// Declines the cards whose files are refused.
    fn compile(&mut self, cards: &Catalogue) {
        let bare = cards.clone().with_scripts(Scripts::default());
        loop {
            let files = self.files(cards);
            let Err(errors) = language::load(&files, &bare) else { return };
            let mut refused: BTreeMap<String, String> = BTreeMap::new();
            for error in errors {
                let help = error.help.map_or_else(String::new, |help| format!("; {help}"));
                let what = format!("`{}`: {}{help}", error.text.trim(), error.message);
                refused.entry(error.file).or_insert(what);
            }
            let before = self.read.len();
            let (kept, dropped): (Vec<_>, Vec<_>) = std::mem::take(&mut self.read)
                .into_iter()
                .partition(|card| !refused.contains_key(&file_name(cards, card.code)));
            self.read = kept;
            self.declined.extend(dropped.into_iter().map(|card| {
                let from = refused.remove(&file_name(cards, card.code)).unwrap_or_default();
                let clause =
                    Decline { reason: DeclineReason::NotCompiled, clause: card.reading.file, from };
                DeclinedCard { passcode: cards.facts(card.code).passcode, clauses: vec![clause] }
            }));
            if self.read.len() == before {
                return;
            }
        }
    }

    /// The clauses that alone keep cards from being read; those of most cards first.
    #[must_use]
    pub fn waited_for(&self) -> Vec<WaitedFor> {
        let mut waited: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for card in &self.declined {
            if let [only] = card.clauses.as_slice()
                && only.reason == DeclineReason::NotUnderstood
            {
                waited.entry(pattern(&only.clause)).or_default().push(card.passcode);
            }
        }
        let mut waited: Vec<WaitedFor> =
            waited.into_iter().map(|(pattern, cards)| WaitedFor { pattern, cards }).collect();
        waited.sort_by(|a, b| {
            b.cards.len().cmp(&a.cards.len()).then_with(|| a.pattern.cmp(&b.pattern))
        });
        waited
    }
}

/// A clause without its names and numbers, so that like ones are equal.
#[must_use]
pub fn pattern(clause: &str) -> String {
    let parts = clause.split('"').enumerate().map(|(at, part)| {
        let word = |word| if is_number(word) { "#" } else { word };
        if at % 2 == 1 {
            "N".to_owned()
        } else {
            part.split(' ').map(word).collect::<Vec<_>>().join(" ")
        }
    });
    parts.collect::<Vec<_>>().join("\"")
}

/// The name of a card's file: its name in lower case, with `-` for what is no letter.
#[must_use]
pub fn file_name(cards: &Catalogue, code: CardCode) -> String {
    let mut name = String::new();
    for c in cards.name(code).chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if !name.ends_with('-') && c != '\'' && c != '"' {
            name.push('-');
        }
    }
    // Names that differ in marks alone would share a file.
    format!("{}-{}.card", name.trim_matches('-'), cards.facts(code).passcode)
}
