//! Lists of forbidden and limited cards, as the `.lflist.conf` files of the ecosystem write them.
//!
//! ```text
//! #[2005.4 Goat]           a comment
//! !2005.4 Goat             a list begins: its name
//! $whitelist               cards that are not listed are not in the format
//! 4031928 0 --Change of Heart
//! 17655904 3
//! ```

use std::collections::BTreeMap;
use std::sync::OnceLock;

use duelfish_engine::{CardCode, Catalogue, Rules};

use crate::check::{MAX_COPIES, counted_as};
use crate::deck::{decoded, lines, quoted};
use crate::error::DeckError;
use crate::facts::catalogue;

/// No list is nearly as long.
const MAX_BYTES: usize = 4 << 20;

/// A list of forbidden and limited cards: how many copies of each card a deck may hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LimitList {
    /// Its name.
    pub name: String,
    /// Whether cards that it doesn't name are not in the format.
    pub whitelist: bool,
    /// Lines with passcodes that no known card has, counted from 1.
    pub unknown: Vec<u32>,
    /// By the card as which a card code counts.
    limits: BTreeMap<CardCode, u8>,
}

/// Why a text is no list. The Display is one line that names the file, the line, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// The text is too long, or no text.
    #[error("{}", about_list(.0))]
    Text(DeckError),
    /// A line says nothing that a list can say.
    #[error("{file}:{line}: {what}")]
    Line {
        /// The file as it was named to the reader.
        file: String,
        /// The line, counted from 1.
        line: u32,
        /// The fault and its remedy, in words.
        what: String,
    },
    /// There is no list in the text.
    #[error("{file}: no list; begin it with a line like `!2005.4 Goat`")]
    Empty {
        /// The file as it was named to the reader.
        file: String,
    },
}

/// The fault of a text that was to be a list, in words.
fn about_list(error: &DeckError) -> String {
    match error {
        DeckError::TooLarge { file, bytes } => format!(
            "{file}: {bytes} bytes are too many for a list of forbidden and limited cards; choose a \
             .lflist.conf file"
        ),
        DeckError::NotText { file, line, byte } => format!(
            "{file}:{line}: byte 0x{byte:02x} is no text; choose a list of forbidden and limited cards \
             (.lflist.conf), saved as UTF-8"
        ),
        error => error.to_string(),
    }
}

impl LimitList {
    /// Reads the lists of a file, of which there may be several.
    ///
    /// Different artworks of a card, and cards that are treated as another, share one limit, the
    /// lowest. A passcode that no known card has counts by the name in its remark, or not at all.
    ///
    /// ```
    /// use duelfish_cards::{LimitList, catalogue};
    ///
    /// let text = b"!Mine\n55144522 1 --Pot of Greed\n";
    /// let lists = LimitList::parse(catalogue(), text, "mine.lflist.conf").unwrap();
    /// let pot = catalogue().by_name("Pot of Greed").unwrap();
    /// assert_eq!(lists[0].copies(catalogue(), pot), Some(1));
    ///
    /// let error = LimitList::parse(catalogue(), b"!Mine\n55144522\n", "mine.lflist.conf");
    /// let message = "mine.lflist.conf:2: 55144522 has no number of copies; write 0 to 3 after it";
    /// assert_eq!(error.unwrap_err().to_string(), message);
    /// ```
    ///
    /// # Errors
    /// Fails at the first line that means nothing, and on texts without a list.
    pub fn parse(cards: &Catalogue, text: &[u8], file: &str) -> Result<Vec<Self>, ListError> {
        let file = file.replace(char::is_control, "?");
        if text.len() > MAX_BYTES {
            return Err(ListError::Text(DeckError::TooLarge { file, bytes: text.len() }));
        }
        let text = decoded(text, &file).map_err(ListError::Text)?;
        let mut lists: Vec<Self> = Vec::new();
        for (number, line) in lines(text) {
            let wrong = |what| ListError::Line { file: file.clone(), line: number, what };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix('!') {
                let name = name.trim().replace(char::is_control, "?");
                if name.is_empty() {
                    return Err(wrong("the list has no name; write one after `!`".to_owned()));
                }
                lists.push(Self { name, ..Self::default() });
                continue;
            }
            let Some(list) = lists.last_mut() else {
                let what = "no list has begun; put a line like `!2005.4 Goat` before it";
                return Err(wrong(what.to_owned()));
            };
            if let Some(word) = line.strip_prefix('$') {
                list.whitelist |= word.trim().eq_ignore_ascii_case("whitelist");
                continue;
            }
            list.add(cards, number, line).map_err(wrong)?;
        }
        if lists.is_empty() { Err(ListError::Empty { file }) } else { Ok(lists) }
    }

    /// Reads `PASSCODE COPIES --REMARK`.
    fn add(&mut self, cards: &Catalogue, number: u32, line: &str) -> Result<(), String> {
        let (entry, remark) = line.split_once("--").unwrap_or((line, ""));
        let mut words = entry.split_whitespace();
        let first = words.next().unwrap_or_default();
        let passcode: u32 = first.parse().map_err(|_| {
            format!("{} is no passcode; correct it or put # before it", quoted(first))
        })?;
        let copies = words.next().ok_or_else(|| {
            format!("{passcode} has no number of copies; write 0 to {MAX_COPIES} after it")
        })?;
        let limit = copies.parse().ok().filter(|limit| usize::from(*limit) <= MAX_COPIES);
        let limit: u8 = limit.ok_or_else(|| {
            format!("{} is no number of copies; write 0 to {MAX_COPIES}", quoted(copies))
        })?;
        if let Some(rest) = words.next() {
            return Err(format!("{} follows the number of copies; put -- before it", quoted(rest)));
        }
        match cards.by_passcode(passcode).or_else(|| named(cards, remark)) {
            None => self.unknown.push(number),
            Some(code) => {
                let known = self.limits.entry(counted_as(cards, code)).or_insert(limit);
                *known = limit.min(*known);
            }
        }
        Ok(())
    }

    /// How many copies of a card a deck may hold; none if the card is not in the format.
    #[must_use]
    pub fn copies(&self, cards: &Catalogue, code: CardCode) -> Option<usize> {
        let limit = self.limits.get(&counted_as(cards, code));
        match limit {
            Some(limit) => Some(usize::from(*limit)),
            None if self.whitelist => None,
            None => Some(MAX_COPIES),
        }
    }

    /// The cards that it names, with how many copies each.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = (CardCode, u8)> {
        self.limits.iter().map(|(code, limit)| (*code, *limit))
    }

    /// The list that goes with rules of the format, for cards of the [`catalogue`]; none for rules
    /// without one.
    #[must_use]
    pub fn of_rules(rules: &Rules) -> Option<&'static Self> {
        static READ: [OnceLock<LimitList>; OF_PRESETS.len()] =
            [const { OnceLock::new() }; OF_PRESETS.len()];
        let place = OF_PRESETS.iter().position(|(preset, ..)| *preset == rules.name)?;
        let (_, file, text) = OF_PRESETS[place];
        Some(READ[place].get_or_init(|| {
            let lists = Self::parse(catalogue(), text.as_bytes(), file);
            lists.ok().and_then(|lists| lists.into_iter().next()).unwrap_or_default()
        }))
    }
}

/// The list of a preset of the rules: the preset, the file and its text.
type PresetList = (&'static str, &'static str, &'static str);

const OF_PRESETS: [PresetList; 3] = [
    (
        Rules::GOAT.name,
        "cards/data/2005-04-goat.lflist.conf",
        include_str!("../data/2005-04-goat.lflist.conf"),
    ),
    (
        Rules::EDISON.name,
        "cards/data/2010-03-edison.lflist.conf",
        include_str!("../data/2010-03-edison.lflist.conf"),
    ),
    (
        Rules::HAT.name,
        "cards/data/2014-04-hat.lflist.conf",
        include_str!("../data/2014-04-hat.lflist.conf"),
    ),
];

/// The card that a remark names, before anything else in it: old texts of a card have passcodes of
/// their own in some lists, like `Night Assailant (Pre-Errata)`.
fn named(cards: &Catalogue, remark: &str) -> Option<CardCode> {
    let end = remark.find(['(', '\t']).or_else(|| remark.find("   "));
    let name = end.map_or(remark, |end| &remark[..end]).trim();
    let code = cards.by_name(name)?;
    (!name.is_empty() && cards.name(code) == name).then_some(code)
}
