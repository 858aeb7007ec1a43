//! What a match does with cards that can't be played yet: `--missing`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use duelfish_arena::record::Replacement;
use duelfish_cards::{Deck, DeckRules, Parsed, Problem, is_supported};
use duelfish_engine::{Catalogue, Print, Rules, kind};
use serde::{Deserialize, Serialize};

use crate::{input, output};

/// What to do with cards that can't be played yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Play no match.
    Refuse,
    /// Play them as if nothing were written on them.
    Blank,
    /// Play other cards in their place, which this file names.
    Sub(PathBuf),
}

impl Missing {
    /// Reads the option.
    ///
    /// # Errors
    /// Says how it is written.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("sub=")) {
            ("refuse", _) => Ok(Self::Refuse),
            ("blank", _) => Ok(Self::Blank),
            (_, Some(file)) if !file.is_empty() => Ok(Self::Sub(file.into())),
            _ => Err("write refuse, blank or sub=FILE".to_owned()),
        }
    }

    const fn word(&self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Blank => "blank",
            Self::Sub(_) => "sub",
        }
    }
}

/// What a match is played with in place of cards that can't be played yet, for its report.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Replaced {
    /// `refuse`, `blank` or `sub`.
    mode: Cow<'static, str>,
    /// The cards that were not played as they are; none means that these are the real decks.
    pub(crate) cards: Vec<ReplacedCard>,
}

/// A card that is not played as it is.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct ReplacedCard {
    passcode: u32,
    name: String,
    /// Copies in deck A and in deck B.
    copies: [usize; 2],
    /// The card that is played in its place; none if it is played without its text.
    played_as: Option<String>,
}

/// Decks that can be played, and what was done so that they can.
pub(crate) struct Ready {
    pub(crate) cards: Catalogue,
    pub(crate) decks: [Deck; 2],
    pub(crate) replaced: Replaced,
    /// The same for a record.
    pub(crate) recorded: Vec<Replacement>,
}

/// A card that can't be played, and where the decks have it.
struct Lacking {
    print: Print,
    copies: [usize; 2],
}

/// Makes decks playable in the way that was asked for.
///
/// # Errors
/// Lists everything because of which they can't be played, a line for each.
pub(crate) fn ready(
    cards: Catalogue,
    rules: &Rules,
    mut parsed: [Parsed; 2],
    missing: &Missing,
) -> Result<Ready, anyhow::Error> {
    let mut lines: Vec<String> = Vec::new();
    let refuses = *missing == Missing::Refuse;
    let format = DeckRules::of_rules(rules);
    for problem in parsed.iter().flat_map(|deck| deck.check_for(&cards, &format)) {
        let leave = !refuses && matches!(problem, Problem::Unsupported { .. });
        if problem.blocks_play() && !leave {
            lines.push(problem.to_string());
        }
    }
    fail(lines)?;
    let lacking = lacking(&cards, &parsed);
    let substitutes = match missing {
        Missing::Refuse => BTreeMap::new(),
        Missing::Blank => {
            fail(not_even_blank(&cards, &lacking))?;
            BTreeMap::new()
        }
        Missing::Sub(file) => {
            let substitutes = substitutes(&cards, file, &parsed, &lacking)?;
            parsed.iter_mut().for_each(|deck| replace(&mut deck.deck, &substitutes));
            substitutes
        }
    };
    let blanks: Vec<Print> =
        lacking.iter().map(|card| card.print).filter(|p| !substitutes.contains_key(p)).collect();
    let cards = cards.with_blanks(&blanks)?;
    // Other cards in a deck can break its rules again: a fourth copy of one.
    let broken = parsed.iter().flat_map(|deck| deck.check_for(&cards, &format));
    fail(broken.filter(Problem::blocks_play).map(|problem| problem.to_string()).collect())?;
    let passcode = |print: Print| cards.facts(print).passcode;
    let recorded = lacking.iter().map(|Lacking { print, copies }| Replacement {
        passcode: passcode(*print),
        copies: copies.iter().map(|copies| *copies as u32).collect(),
        played_as: substitutes.get(print).map(|other| passcode(*other)),
    });
    let recorded = recorded.collect();
    let shown = |Lacking { print, copies }: Lacking| ReplacedCard {
        passcode: cards.facts(print).passcode,
        name: cards.name(print).to_owned(),
        copies,
        played_as: substitutes.get(&print).map(|other| cards.name(*other).to_owned()),
    };
    let replaced =
        Replaced { mode: missing.word().into(), cards: lacking.into_iter().map(shown).collect() };
    Ok(Ready { decks: parsed.map(|deck| deck.deck), cards, replaced, recorded })
}

fn fail(mut lines: Vec<String>) -> Result<()> {
    // Both decks may be the same one.
    let mut seen = Vec::new();
    lines.retain(|line| {
        !seen.contains(line) && {
            seen.push(line.clone());
            true
        }
    });
    if lines.is_empty() { Ok(()) } else { bail!(lines.join("\n")) }
}

/// The cards of both decks that can't be played; a Side Deck takes no part in a match.
fn lacking(cards: &Catalogue, parsed: &[Parsed; 2]) -> Vec<Lacking> {
    let mut found: Vec<Lacking> = Vec::new();
    for (side, Parsed { deck, .. }) in parsed.iter().enumerate() {
        for print in deck.main.iter().chain(&deck.extra).copied() {
            if is_supported(cards, print) {
                continue;
            }
            let at = found.iter().position(|card| card.print == print).unwrap_or_else(|| {
                found.push(Lacking { print, copies: [0; 2] });
                found.len() - 1
            });
            found[at].copies[side] += 1;
        }
    }
    found
}

/// Cards that can't even be played without their text: a Summon depends on it, or the rules for their
/// kind are not there.
fn not_even_blank(cards: &Catalogue, lacking: &[Lacking]) -> Vec<String> {
    const REASONS: [(u32, &str); 2] = [
        (kind::PENDULUM, "what it does in a Pendulum Zone depends on its text"),
        (kind::RITUAL | kind::EXTRA_DECK, "a Summon depends on its text"),
    ];
    let refused = lacking.iter().filter_map(|card| {
        let facts = cards.facts(card.print);
        let (_, reason) = REASONS.iter().find(|(bits, _)| facts.is_any(*bits))?;
        Some(format!(
            "{} ({}) can't be played as a blank, because {reason}; \
             replace it, or name another card with --missing sub=FILE",
            cards.name(card.print),
            facts.passcode
        ))
    });
    refused.collect()
}

/// Reads which card stands for which: lines like `Pot of Greed = 46986414  # why`.
fn substitutes(
    cards: &Catalogue,
    file: &Path,
    parsed: &[Parsed; 2],
    lacking: &[Lacking],
) -> Result<BTreeMap<Print, Print>> {
    let text = input::text(file)?;
    let name = input::shown(file);
    let mut lines: BTreeMap<Print, usize> = BTreeMap::new();
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
            stands_for(cards, parsed, card, other)?;
            Ok((card, other))
        });
        match pair {
            Ok((card, other)) => _ = found.insert(card, other),
            Err(what) => wrong.push(format!("{name}:{number}: {what}")),
        }
    }
    for card in lacking.iter().filter(|card| !lines.contains_key(&card.print)) {
        let passcode = cards.facts(card.print).passcode;
        let card = cards.name(card.print);
        wrong.push(format!(
            "{name}: {card} ({passcode}) cannot be played yet and no line names a card to play \
             in its place; add `{passcode} = NAME  # {card}`"
        ));
    }
    fail(wrong)?;
    Ok(found)
}

fn pair(cards: &Catalogue, content: &str) -> Result<(Print, Print), String> {
    let (card, other) = content
        .split_once('=')
        .ok_or_else(|| "write `PASSCODE_OR_NAME = PASSCODE_OR_NAME`".to_owned())?;
    let find = |text: &str| {
        let found = cards.find(text).map(|print| cards.base(print));
        found.ok_or_else(|| format!("there is no card `{}`", text.trim().escape_debug()))
    };
    Ok((find(card)?, find(other)?))
}

/// Whether a card of the decks can be replaced by another one.
fn stands_for(
    cards: &Catalogue,
    parsed: &[Parsed; 2],
    card: Print,
    other: Print,
) -> Result<(), String> {
    let [label, by] = [card, other].map(|print| cards.name(print));
    let has = |deck: &Parsed| deck.deck.main.contains(&card) || deck.deck.extra.contains(&card);
    if !parsed.iter().any(has) {
        return Err(format!("{label} is in neither deck; remove the line"));
    }
    if is_supported(cards, card) {
        return Err(format!("{label} can be played; remove the line"));
    }
    if !is_supported(cards, other) {
        return Err(format!("{by} cannot be played either; name another card"));
    }
    let of_extra = [card, other].map(|print| cards.facts(print).is_any(kind::EXTRA_DECK));
    match of_extra {
        [true, false] => Err(format!("{label} belongs in the Extra Deck and {by} does not")),
        [false, true] => Err(format!("{by} belongs in the Extra Deck and {label} does not")),
        _ => Ok(()),
    }
}

fn replace(deck: &mut Deck, substitutes: &BTreeMap<Print, Print>) {
    for print in deck.main.iter_mut().chain(&mut deck.extra) {
        *print = substitutes.get(print).copied().unwrap_or(*print);
    }
}

impl Replaced {
    /// What a record says about it.
    pub(crate) fn of_record(cards: &Catalogue, recorded: &[Replacement]) -> Self {
        let name = |passcode: u32| match cards.by_passcode(passcode) {
            Some(print) => cards.name(print).to_owned(),
            None => format!("passcode {passcode}"),
        };
        let is_sub = recorded.iter().any(|card| card.played_as.is_some());
        let mode = match recorded {
            [] => Missing::Refuse.word(),
            _ if is_sub => "sub",
            _ => Missing::Blank.word(),
        };
        let cards = recorded.iter().map(|card| ReplacedCard {
            passcode: card.passcode,
            name: name(card.passcode),
            copies: [0, 1].map(|deck| card.copies.get(deck).map_or(0, |copies| *copies as usize)),
            played_as: card.played_as.map(name),
        });
        Self { mode: mode.into(), cards: cards.collect() }
    }

    /// Whether the decks are played as they are.
    pub(crate) const fn is_nothing(&self) -> bool {
        self.cards.is_empty()
    }

    /// One line that says what is not as it is in the decks.
    pub(crate) fn in_words(&self) -> String {
        let count = output::count(self.cards.len(), "card");
        let how = if self.mode == "blank" {
            "played without what is written on them"
        } else {
            "replaced by other cards"
        };
        let cards: Vec<String> = self.cards.iter().map(ReplacedCard::in_words).collect();
        format!("{HEADING}: {count} {how}: {}", cards.join(", "))
    }
}

/// How everything begins that could be mistaken for a result of the real decks.
pub(crate) const HEADING: &str = "NOT THE REAL DECKS";

impl ReplacedCard {
    /// Whether deck A or deck B has it.
    pub(crate) const fn is_in(&self, side: usize) -> bool {
        self.copies[side] > 0
    }

    fn in_words(&self) -> String {
        let copies = self.copies[0] + self.copies[1];
        let by = self.played_as.as_ref().map_or(String::new(), |by| format!(" by {by}"));
        format!("{copies}x {}{by}", self.name)
    }
}
