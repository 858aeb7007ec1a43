//! The treatment of cards that can't be played yet: `--missing`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use duelfish_arena::record::Replacement;
use duelfish_cards::{Deck, Parsed, Problem, is_supported};
use duelfish_engine::{CardCode, Catalogue, Rules, kind};
use serde::{Deserialize, Serialize};

use crate::refusal::{Refusal, Remedy, fail};
use crate::{input, output};

/// The treatment of cards that can't be played yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Play nothing.
    Refuse,
    /// Play them as if nothing were written on them.
    Blank,
    /// Play other cards in their place, which this file names.
    Sub(PathBuf),
    /// The same, and cards that it doesn't name as if nothing were written on them.
    SubOrBlank(PathBuf),
}

/// The option of all commands that can play such decks.
#[derive(Debug, Args)]
pub(crate) struct MissingArgs {
    /// The treatment of cards that can't be played yet: refuse, blank (without their text), sub=FILE
    /// (other cards in their place) or blank,sub=FILE (blank what the file doesn't name)
    #[arg(long, value_name = "HOW", default_value = "refuse", value_parser = Missing::parse)]
    pub(crate) missing: Missing,
}

impl Missing {
    /// Reads the option.
    ///
    /// # Errors
    /// Says how it is written.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let file = |start| text.strip_prefix(start).filter(|file| !file.is_empty());
        match (text, file("sub="), file("blank,sub=")) {
            ("refuse", ..) => Ok(Self::Refuse),
            ("blank", ..) => Ok(Self::Blank),
            (_, Some(file), _) => Ok(Self::Sub(file.into())),
            (_, _, Some(file)) => Ok(Self::SubOrBlank(file.into())),
            _ => Err("write refuse, blank, sub=FILE or blank,sub=FILE".to_owned()),
        }
    }

    const fn word(&self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Blank => "blank",
            Self::Sub(_) => "sub",
            Self::SubOrBlank(_) => "blank,sub",
        }
    }
}

/// The cards that a run is played with in place of those that can't be played yet, for its report.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Replaced {
    /// `refuse`, `blank`, `sub` or `blank,sub`.
    mode: Cow<'static, str>,
    /// The cards that were not played as they are; none means that these are the real decks.
    pub(crate) cards: Vec<ReplacedCard>,
}

/// A report as programs read it.
#[derive(Debug, Serialize)]
pub(crate) struct PrintedMissing<'r, R> {
    #[serde(flatten)]
    pub(crate) report: &'r R,
    pub(crate) missing: &'r Replaced,
    /// The note that must be shown wherever the result is shown.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(crate) note: &'r str,
}

/// A card that is not played as it is.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct ReplacedCard {
    passcode: u32,
    name: String,
    /// Copies in each deck: of a match in deck A and in deck B.
    copies: Vec<usize>,
    /// The card that is played in its place; none if it is played without its text.
    played_as: Option<String>,
}

/// The cards in a form in which decks can be played, and the changes that were made for that.
pub(crate) struct Ready {
    /// The cards as they are played.
    pub(crate) cards: Catalogue,
    pub(crate) replaced: Replaced,
    /// The same for a record.
    pub(crate) recorded: Vec<Replacement>,
}

/// A card that can't be played, and where the decks have it.
struct Lacking {
    code: CardCode,
    copies: Vec<usize>,
}

/// Makes decks playable in the way that was asked for: what their cards do then, and what was done so that
/// they can be played.
///
/// # Errors
/// Says because of what they can't be played.
pub(crate) fn ready(
    cards: Catalogue,
    rules: &Rules,
    decks: &mut [Parsed],
    missing: &Missing,
) -> Result<Ready> {
    let refuses = *missing == Missing::Refuse;
    let counts = |problem: &Problem| refuses || !matches!(problem, Problem::Unsupported { .. });
    Refusal::of(&cards, rules, decks, Remedy::Missing, counts)?;
    let lacking = found_in(decks, |code| !is_supported(&cards, code));
    let substitutes = match missing {
        Missing::Refuse | Missing::Blank => BTreeMap::new(),
        Missing::Sub(file) | Missing::SubOrBlank(file) => {
            let all = matches!(missing, Missing::Sub(_));
            let substitutes = substitutes(&cards, file, decks, if all { &lacking } else { &[] })?;
            decks.iter_mut().for_each(|deck| replace(&mut deck.deck, &substitutes));
            substitutes
        }
    };
    let blanks: Vec<CardCode> =
        lacking.iter().map(|card| card.code).filter(|p| !substitutes.contains_key(p)).collect();
    let cards = cards.with_blanks(&blanks)?;
    // Other cards in a deck can break its rules again: a fourth copy of one.
    Refusal::of(&cards, rules, decks, Remedy::Missing, |_| true)?;
    let passcode = |code: CardCode| cards.facts(code).passcode;
    // A card that nothing has shown to be right is played as itself.
    let unproved = found_in(decks, |code| cards.is_unproved(code));
    let played_as = |code: CardCode| {
        substitutes.get(&code).copied().or_else(|| cards.is_unproved(code).then_some(code))
    };
    let all = || lacking.iter().chain(&unproved);
    let recorded = all().map(|Lacking { code, copies }| Replacement {
        passcode: passcode(*code),
        copies: copies.iter().map(|copies| *copies as u32).collect(),
        played_as: played_as(*code).map(passcode),
    });
    let recorded = recorded.collect();
    let shown = |Lacking { code, copies }: &Lacking| ReplacedCard {
        passcode: cards.facts(*code).passcode,
        name: cards.name(*code).to_owned(),
        copies: copies.clone(),
        played_as: played_as(*code).map(|other| cards.name(other).to_owned()),
    };
    let replaced = Replaced { mode: missing.word().into(), cards: all().map(shown).collect() };
    Ok(Ready { cards, replaced, recorded })
}

/// The cards of the decks that are like that; a Side Deck takes no part in a duel.
fn found_in(decks: &[Parsed], is_like_that: impl Fn(CardCode) -> bool) -> Vec<Lacking> {
    let mut found: Vec<Lacking> = Vec::new();
    for (side, Parsed { deck, .. }) in decks.iter().enumerate() {
        for code in deck.main.iter().chain(&deck.extra).copied() {
            if !is_like_that(code) {
                continue;
            }
            let at = found.iter().position(|card| card.code == code).unwrap_or_else(|| {
                found.push(Lacking { code, copies: vec![0; decks.len()] });
                found.len() - 1
            });
            found[at].copies[side] += 1;
        }
    }
    found
}

/// Reads which card stands for which: lines like `Pot of Greed = 46986414  # why`. All that are `lacking`
/// must be named.
fn substitutes(
    cards: &Catalogue,
    file: &Path,
    decks: &[Parsed],
    lacking: &[Lacking],
) -> Result<BTreeMap<CardCode, CardCode>> {
    let text = input::text(file)?;
    let name = input::shown(file);
    let mut lines: BTreeMap<CardCode, usize> = BTreeMap::new();
    let (mut found, mut wrong) = (BTreeMap::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let content = line.split('#').next().unwrap_or("").trim();
        if content.is_empty() {
            continue;
        }
        let pair = pair(cards, content).and_then(|(card, other)| {
            let label = cards.name(card);
            if let Some(first) = lines.insert(card, number) {
                return Err(format!("line {first} is about {label} already; remove one of them"));
            }
            stands_for(cards, decks, card, other)?;
            Ok((card, other))
        });
        match pair {
            Ok((card, other)) => _ = found.insert(card, other),
            Err(what) => wrong.push(format!("{name}:{number}: {what}")),
        }
    }
    for card in lacking.iter().filter(|card| !lines.contains_key(&card.code)) {
        let passcode = cards.facts(card.code).passcode;
        let card = cards.name(card.code);
        wrong.push(format!(
            "{name}: {card} ({passcode}) cannot be played yet and no line names a card to play \
             in its place; add `{passcode} = NAME  # {card}`, or play it without its text with \
             --missing blank,sub={name}"
        ));
    }
    fail(wrong)?;
    Ok(found)
}

fn pair(cards: &Catalogue, content: &str) -> Result<(CardCode, CardCode), String> {
    let (card, other) = content
        .split_once('=')
        .ok_or_else(|| "write `PASSCODE_OR_NAME = PASSCODE_OR_NAME`".to_owned())?;
    let find = |text: &str| {
        let found = cards.find(text).map(|code| cards.base(code));
        found.ok_or_else(|| format!("there is no card `{}`", text.trim().escape_debug()))
    };
    Ok((find(card)?, find(other)?))
}

/// Whether a card of the decks can be replaced by another one.
fn stands_for(
    cards: &Catalogue,
    decks: &[Parsed],
    card: CardCode,
    other: CardCode,
) -> Result<(), String> {
    let [label, by] = [card, other].map(|code| cards.name(code));
    let has = |deck: &Parsed| deck.deck.main.contains(&card) || deck.deck.extra.contains(&card);
    if !decks.iter().any(has) {
        let none = if decks.len() == 2 { "neither deck" } else { "none of the decks" };
        return Err(format!("{label} is in {none}; remove the line"));
    }
    if is_supported(cards, card) {
        return Err(format!("{label} can be played; remove the line"));
    }
    if !is_supported(cards, other) {
        return Err(format!("{by} cannot be played either; name another card"));
    }
    let of_extra = [card, other].map(|code| cards.facts(code).is_any(kind::EXTRA_DECK));
    match of_extra {
        [true, false] => Err(format!("{label} belongs in the Extra Deck and {by} does not")),
        [false, true] => Err(format!("{by} belongs in the Extra Deck and {label} does not")),
        _ => Ok(()),
    }
}

fn replace(deck: &mut Deck, substitutes: &BTreeMap<CardCode, CardCode>) {
    for code in deck.main.iter_mut().chain(&mut deck.extra) {
        *code = substitutes.get(code).copied().unwrap_or(*code);
    }
}

impl Replaced {
    /// The replacements that a record names.
    pub(crate) fn of_record(cards: &Catalogue, recorded: &[Replacement]) -> Self {
        let name = |passcode: u32| match cards.by_passcode(passcode) {
            Some(code) => cards.name(code).to_owned(),
            None => format!("passcode {passcode}"),
        };
        let is_sub =
            recorded.iter().any(|card| card.played_as.is_some_and(|by| by != card.passcode));
        let is_blank = recorded.iter().any(|card| card.played_as.is_none());
        let mode = match recorded {
            _ if !is_sub && !is_blank => Missing::Refuse.word(),
            _ if is_sub => "sub",
            _ => Missing::Blank.word(),
        };
        let cards = recorded.iter().map(|card| ReplacedCard {
            passcode: card.passcode,
            name: name(card.passcode),
            copies: card.copies.iter().map(|copies| *copies as usize).collect(),
            played_as: card.played_as.map(name),
        });
        Self { mode: mode.into(), cards: cards.collect() }
    }

    /// Whether the decks are played as they are.
    pub(crate) const fn is_nothing(&self) -> bool {
        self.cards.is_empty()
    }

    /// As [`Replaced::note`], which is also said on standard error.
    pub(crate) fn warned(&self) -> String {
        let note = self.note();
        if !note.is_empty() {
            output::warning(&note);
        }
        note
    }

    /// The note for a record and a spreadsheet; empty if the decks are played as they are.
    fn note(&self) -> String {
        if self.is_nothing() { String::new() } else { self.in_words() }
    }

    /// Marks the names of decks that are not played as they are; their numbers begin with this one.
    pub(crate) fn mark<'n>(&self, first: usize, names: impl IntoIterator<Item = &'n mut String>) {
        for (deck, name) in names.into_iter().enumerate() {
            if self.cards.iter().any(|card| card.is_in(first + deck)) {
                name.push('*');
            }
        }
    }

    /// A table of results with a heading and the cards below, unless the decks are played as they are.
    pub(crate) fn marked(&self, table: &str) -> String {
        if self.is_nothing() {
            return table.to_owned();
        }
        format!("{} (see *)\n\n{table}\n* {}\n", self.heading(), self.in_words())
    }

    /// One line that says what is not as it is in the decks.
    pub(crate) fn in_words(&self) -> String {
        let (unproved, replaced): (Vec<_>, Vec<_>) =
            self.cards.iter().partition(|card| card.is_played_as_itself());
        let (others, blanks): (Vec<_>, Vec<_>) =
            replaced.into_iter().partition(|card| card.played_as.is_some());
        let parts = [
            (others, "replaced by other cards"),
            (blanks, "played without what is written on them"),
            (
                unproved,
                "read from the printed texts, and nothing has shown that they do what they should",
            ),
        ];
        let parts = parts.into_iter().filter(|(cards, _)| !cards.is_empty()).map(|(cards, how)| {
            let names: Vec<String> = cards.iter().map(|card| card.in_words()).collect();
            format!("{} {how}: {}", output::count(cards.len(), "card"), names.join(", "))
        });
        format!("{}: {}", self.heading(), parts.collect::<Vec<_>>().join("; "))
    }

    fn heading(&self) -> &'static str {
        if self.cards.iter().all(ReplacedCard::is_played_as_itself) { UNPROVED } else { HEADING }
    }
}

/// How everything begins that could be mistaken for a result of the real decks.
pub(crate) const HEADING: &str = "NOT THE REAL DECKS";

/// The same where the decks are the real ones, and the program has read some of their cards by itself.
const UNPROVED: &str = "CARDS THAT ARE NOT PROVED";

impl ReplacedCard {
    /// Whether this deck has it.
    pub(crate) fn is_in(&self, deck: usize) -> bool {
        self.copies.get(deck).is_some_and(|copies| *copies > 0)
    }

    /// Whether it is played as it was read from its printed text.
    fn is_played_as_itself(&self) -> bool {
        self.played_as.as_ref() == Some(&self.name)
    }

    fn in_words(&self) -> String {
        let copies: usize = self.copies.iter().sum();
        let by = self.played_as.as_ref().filter(|_| !self.is_played_as_itself());
        let by = by.map_or(String::new(), |by| format!(" by {by}"));
        format!("{copies}x {}{by}", self.name)
    }
}
