//! `duelfish deck check`.

use std::path::{Path, PathBuf};

use anyhow::Result;
use duelfish_cards::{Deck, DeckError, DeckRules, LimitList, Note, Parsed, Problem, UnknownCard};
use duelfish_engine::Catalogue;
use duelfish_reader::{Decline, DeclineReason, DeclinedCard};
use serde::Serialize;

use crate::args::{DeckCheckArgs, Format};
use crate::input;
use crate::{ExitVerdict, output};

/// The findings about one deck.
#[derive(Debug, Serialize)]
struct FoundDeck {
    deck: String,
    /// Whether a duel can be played with it.
    playable: bool,
    /// Left out when not all its cards are known.
    #[serde(flatten)]
    sizes: Option<Sizes>,
    problems: Vec<String>,
    notes: Vec<String>,
    /// The clauses for which cards of a database wait that can't be played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waits: Vec<Waits>,
    /// Whether the file is no deck at all, which standard error says.
    #[serde(skip)]
    is_told: bool,
}

impl FoundDeck {
    /// A deck of which not all cards are known.
    fn unplayable(deck: String, problems: Vec<String>, notes: Vec<String>) -> Self {
        Self {
            deck,
            playable: false,
            sizes: None,
            problems,
            notes,
            waits: Vec::new(),
            is_told: false,
        }
    }
}

/// A card whose printed text could not be read.
#[derive(Debug, Serialize)]
struct Waits {
    card: String,
    /// Each clause with the reason.
    clauses: Vec<String>,
}

impl Waits {
    fn of(cards: &Catalogue, declined: &[DeclinedCard], deck: &Deck) -> Vec<Self> {
        let in_deck = |card: &&DeclinedCard| {
            let code = cards.by_passcode(card.passcode);
            code.is_some_and(|code| {
                [&deck.main, &deck.extra, &deck.side].iter().any(|part| part.contains(&code))
            })
        };
        let waits = |card: &DeclinedCard| {
            let name = cards.by_passcode(card.passcode).map_or("", |code| cards.name(code));
            let clause = |clause: &Decline| {
                // Of a whole file that is refused, the line and the reason.
                let refused = clause.reason == DeclineReason::NotCompiled;
                let what = if refused { &clause.from } else { &clause.clause };
                format!("{}: {what}", clause.reason.in_words())
            };
            Self { card: name.to_owned(), clauses: card.clauses.iter().map(clause).collect() }
        };
        declined.iter().filter(in_deck).map(waits).collect()
    }
}

/// Numbers of cards.
#[derive(Debug, Serialize)]
struct Sizes {
    main: usize,
    extra: usize,
    side: usize,
}

pub(crate) fn check(args: &DeckCheckArgs) -> Result<ExitVerdict> {
    let own_cards = args.own.with_declined()?;
    let (cards, declined) = (&*own_cards.catalogue, &own_cards.declined);
    let own = args.list.as_deref().map(|path| input::limit_list(cards, path)).transpose()?;
    let known = LimitList::of_rules(&args.rules);
    let format = DeckRules { list: own.as_ref().or(known), ..DeckRules::of_rules(&args.rules) };
    let check = |file: &PathBuf| check_one(cards, declined, &format, file);
    let found: Vec<FoundDeck> = input::decks_at(&args.files)?.iter().map(check).collect();
    match args.format {
        Format::Json => output::json(&found)?,
        Format::Table => output::text(&in_words(&found))?,
    }
    let good = found.iter().all(|deck| deck.playable);
    Ok(if good { ExitVerdict::Good } else { ExitVerdict::Bad })
}

/// A file that is no deck is an error, told at once; the others are still checked.
fn check_one(
    cards: &Catalogue,
    declined: &[DeclinedCard],
    format: &DeckRules<'_>,
    file: &Path,
) -> FoundDeck {
    let name = input::shown(file);
    let error = match input::read_deck(cards, file) {
        Ok(Ok(parsed)) => {
            let waits = Waits::of(cards, declined, &parsed.deck);
            return FoundDeck { waits, ..whole(cards, format, name, &parsed) };
        }
        Ok(Err(DeckError::Unknown { cards: unknown, rest })) => {
            let waits = Waits::of(cards, declined, &rest.deck);
            return FoundDeck { waits, ..with_gaps(cards, format, name, &unknown, &rest) };
        }
        Ok(Err(error)) => error.to_string(),
        Err(error) => format!("{error:#}"),
    };
    output::error(&error);
    let (problems, notes) = (vec![error], Vec::new());
    FoundDeck { is_told: true, ..FoundDeck::unplayable(name, problems, notes) }
}

fn whole(cards: &Catalogue, format: &DeckRules<'_>, name: String, parsed: &Parsed) -> FoundDeck {
    let (deck, problems) = (&parsed.deck, parsed.check_for(cards, format));
    let (main, extra, side) = (deck.main.len(), deck.extra.len(), deck.side.len());
    FoundDeck {
        deck: name,
        playable: !problems.iter().any(Problem::blocks_play),
        sizes: Some(Sizes { main, extra, side }),
        problems: problems.iter().map(Problem::to_string).collect(),
        notes: parsed.notes.iter().map(Note::to_string).collect(),
        waits: Vec::new(),
        is_told: false,
    }
}

/// The problems of the known cards are told as well, but not those of sizes, which nobody knows.
fn with_gaps(
    cards: &Catalogue,
    format: &DeckRules<'_>,
    name: String,
    unknown: &[UnknownCard],
    rest: &Parsed,
) -> FoundDeck {
    let mut problems: Vec<String> = unknown.iter().map(UnknownCard::to_string).collect();
    let others = rest.check_for(cards, format);
    let others = others.iter().filter(|problem| !matches!(problem, Problem::Size { .. }));
    problems.extend(others.map(Problem::to_string));
    let notes = rest.notes.iter().map(Note::to_string).collect();
    FoundDeck::unplayable(name, problems, notes)
}

fn in_words(found: &[FoundDeck]) -> String {
    let mut text = String::new();
    for deck in found.iter().filter(|deck| !deck.is_told) {
        text += &deck_in_words(deck);
    }
    let playable = found.iter().filter(|deck| deck.playable).count();
    text + &format!("{playable} of {} playable\n", output::count(found.len(), "deck"))
}

fn deck_in_words(deck: &FoundDeck) -> String {
    let verdict = if deck.playable { "playable" } else { "not playable" };
    let sizes = deck.sizes.as_ref().map_or(String::new(), |Sizes { main, extra, side }| {
        format!(" (main {main}, extra {extra}, side {side})")
    });
    let mut text = format!("{}: {verdict}{sizes}\n", deck.deck);
    for problem in &deck.problems {
        text += &format!("  {problem}\n");
    }
    for Waits { card, clauses } in &deck.waits {
        text += &format!("  {card} waits for {}:\n", output::count(clauses.len(), "clause"));
        clauses.iter().for_each(|clause| text += &format!("    {clause}\n"));
    }
    for note in &deck.notes {
        text += &format!("  note: {note}\n");
    }
    text
}
