//! Why decks can't be played, in few lines, and what to do next.

use std::collections::BTreeSet;
use std::fmt;

use duelfish_cards::{DeckRules, LimitList, Parsed, Problem, UnknownCard};
use duelfish_engine::{Catalogue, Rules};

/// So many problems of one sort are told of a deck one by one.
const MOST: usize = 3;

/// Decks that can't be played. The Display has a line for each error; [`Refusal::notes`] say what helps.
#[derive(Debug)]
pub(crate) struct Refusal {
    errors: Vec<String>,
    notes: Vec<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.errors.join("\n"))
    }
}

impl std::error::Error for Refusal {}

/// Whether a command can play decks with cards that can't be played yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// With `--missing`.
    Missing,
    /// It can't.
    None,
}

/// An error with these lines, each of them once, unless there are none.
pub(crate) fn fail(lines: Vec<String>) -> Result<(), Refusal> {
    refuse(lines, Vec::new())
}

fn refuse(mut errors: Vec<String>, notes: Vec<String>) -> Result<(), Refusal> {
    // Both decks may be the same one.
    let mut seen = BTreeSet::new();
    errors.retain(|line| seen.insert(line.clone()));
    if errors.is_empty() { Ok(()) } else { Err(Refusal { errors, notes }) }
}

impl Refusal {
    /// Refuses decks that have a problem which keeps them from being played, and counts.
    ///
    /// # Errors
    /// Fails if there is one.
    pub(crate) fn of(
        cards: &Catalogue,
        rules: &Rules,
        decks: &[Parsed],
        remedy: Remedy,
        counts: impl Fn(&Problem) -> bool,
    ) -> Result<(), Self> {
        let format = DeckRules::of_rules(rules);
        let (mut errors, mut notes) = (Vec::new(), Vec::new());
        let mut lacking: Vec<&str> = Vec::new();
        for deck in decks {
            let found = deck.check_for(cards, &format).into_iter();
            let found: Vec<Problem> =
                found.filter(|problem| problem.blocks_play() && counts(problem)).collect();
            errors.extend(in_few_lines(&deck.places.file, &found, rules));
            if found.iter().any(is_unsupported) && !lacking.contains(&deck.places.file.as_str()) {
                lacking.push(&deck.places.file);
            }
            if found.iter().any(|problem| !is_unsupported(problem)) {
                notes.extend(preset_of(cards, rules, deck));
            }
        }
        if !lacking.is_empty() {
            notes.extend(about_missing(&lacking, remedy));
        }
        notes.dedup();
        refuse(errors, notes)
    }

    /// Refuses a deck with passcodes of no known card.
    pub(crate) fn unknown(file: &str, cards: &[UnknownCard]) -> Self {
        let mut errors: Vec<String> = cards.iter().take(MOST).map(ToString::to_string).collect();
        if cards.len() > MOST {
            let more = cards.len() - MOST;
            errors.push(format!(
                "{file}: and {more} more of such passcodes; `duelfish deck check {}` lists all",
                typed(file)
            ));
        }
        Self { errors, notes: Vec::new() }
    }

    /// Advice, a line each.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }
}

const fn is_unsupported(problem: &Problem) -> bool {
    matches!(problem, Problem::Unsupported { .. })
}

/// The problems of a deck: those of a sort one by one if they are few, else the first of them and how many
/// more there are.
fn in_few_lines(file: &str, problems: &[Problem], rules: &Rules) -> Vec<String> {
    let (unsupported, others): (Vec<&Problem>, Vec<&Problem>) =
        problems.iter().partition(|problem| is_unsupported(problem));
    let mut lines: Vec<String> = others.iter().take(MOST).map(ToString::to_string).collect();
    if let Some(more) = others.len().checked_sub(MOST).filter(|more| *more > 0) {
        let preset = if rules.name == Rules::MR5.name {
            String::new()
        } else {
            format!(" --rules {}", rules.name)
        };
        lines.push(format!(
            "{file}: and {more} more of such problems; `duelfish deck check{preset} {}` lists all",
            typed(file)
        ));
    }
    if unsupported.len() <= MOST {
        lines.extend(unsupported.iter().map(ToString::to_string));
    } else {
        let names = unsupported.iter().take(MOST).filter_map(|problem| match problem {
            Problem::Unsupported { name, .. } => Some(name.as_str()),
            _ => None,
        });
        let names: Vec<&str> = names.collect();
        let (all, more) = (unsupported.len(), unsupported.len() - MOST);
        lines.push(format!(
            "{file}: {all} cards cannot be played yet: {} and {more} more",
            names.join(", ")
        ));
    }
    lines
}

/// Under which rules a deck that breaks these is as it must be.
fn preset_of(cards: &Catalogue, rules: &Rules, deck: &Parsed) -> Option<String> {
    let fits = |preset: &Rules| {
        let list = LimitList::of_rules(preset);
        let format = DeckRules { list, ..DeckRules::of_rules(preset) };
        let problems = deck.check_for(cards, &format);
        problems.iter().all(is_unsupported)
    };
    let others = Rules::PRESETS.into_iter().filter(|preset| preset.name != rules.name);
    let names: Vec<&str> = others.filter(fits).map(|preset| preset.name).collect();
    let file = &deck.places.file;
    // The first one is the nearest: each preset is more special than those behind it.
    names.first().map(|name| format!("{file} is a deck for other rules: add --rules {name}"))
}

/// Advice about cards that can't be played yet.
fn about_missing(decks: &[&str], remedy: Remedy) -> Vec<String> {
    let mut notes = Vec::new();
    if remedy == Remedy::Missing {
        notes.push(
            "--missing blank plays such cards without their text, --missing sub=FILE others in their \
             place; results are marked then"
                .to_owned(),
        );
    }
    let mut shown: Vec<String> = decks.iter().take(MOST).map(|deck| typed(deck)).collect();
    if decks.len() > MOST {
        shown.push("...".to_owned());
    }
    notes.push(format!(
        "`duelfish cards --coverage {}` lists everything that these decks lack",
        shown.join(" ")
    ));
    notes
}

/// A deck as a shell takes it; of a URL nobody wants to see it all.
fn typed(file: &str) -> String {
    if file == crate::input::NAME_OF_URL {
        return "DECK".to_owned();
    }
    let plain = |letter: char| letter.is_alphanumeric() || "-_./\\:~".contains(letter);
    if file.chars().all(plain) { file.to_owned() } else { format!("'{file}'") }
}
