//! Which names in quotes are cards, and which are archetypes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use duelfish_script::{CardCode, Catalogue, Facts, kind};
use memchr::memmem;

/// The names of a card table.
#[derive(Debug)]
pub(crate) struct CardNames {
    cards: BTreeSet<String>,
    /// Of these, monsters that must be Special Summoned in a way of their own.
    special: BTreeSet<String>,
    /// Tokens; none where several of one name differ in what is printed.
    tokens: BTreeMap<String, Option<Facts>>,
    /// All names in lower case, each between line ends, and where each begins.
    lower: String,
    starts: Vec<u32>,
    facts: Vec<Facts>,
    asked: Mutex<BTreeMap<String, bool>>,
}

impl CardNames {
    pub(crate) fn new(cards: &Catalogue) -> Self {
        let mut names = Self {
            cards: BTreeSet::new(),
            special: BTreeSet::new(),
            tokens: BTreeMap::new(),
            lower: String::from("\n"),
            starts: Vec::new(),
            facts: Vec::new(),
            asked: Mutex::new(BTreeMap::new()),
        };
        let is_other =
            |code: CardCode| cards.base(code) != code || cards.facts(code).is(kind::TOKEN);
        for (code, facts, name) in cards.iter().filter(|(code, ..)| !is_other(*code)) {
            debug_assert_eq!(code, cards.base(code));
            names.cards.insert(name.to_owned());
            if facts.is(kind::SPECIAL_SUMMON) {
                names.special.insert(name.to_owned());
            }
            names.starts.push(names.lower.len() as u32);
            names.lower.push_str(&name.to_lowercase());
            names.lower.push('\n');
            names.facts.push(*facts);
        }
        for (_, facts, name) in cards.iter().filter(|(_, facts, _)| facts.is(kind::TOKEN)) {
            let same = |other: &mut Option<Facts>| {
                if other.is_some_and(|other| !are_alike(&other, facts)) {
                    *other = None;
                }
            };
            names.tokens.entry(name.to_owned()).and_modify(same).or_insert(Some(*facts));
        }
        names
    }

    /// The printed facts of the Tokens of this name.
    pub(crate) fn token(&self, name: &str) -> Option<&Facts> {
        self.tokens.get(name)?.as_ref()
    }

    pub(crate) fn is_card(&self, name: &str) -> bool {
        self.cards.contains(name)
    }

    /// Whether a card is a monster that must be Special Summoned in a way of its own.
    pub(crate) fn is_special(&self, name: &str) -> bool {
        self.special.contains(name)
    }

    /// Whether most cards with this text in their names share an archetype, as the card language asks it.
    pub(crate) fn is_archetype(&self, text: &str) -> bool {
        if let Some(known) = self.asked.lock().ok().and_then(|asked| asked.get(text).copied()) {
            return known;
        }
        let is_one = self.has_shared_archetype(&text.to_lowercase());
        if let Ok(mut asked) = self.asked.lock() {
            asked.insert(text.to_owned(), is_one);
        }
        is_one
    }

    fn has_shared_archetype(&self, text: &str) -> bool {
        if text.is_empty() || text.contains('\n') {
            return false;
        }
        let mut with_text = Vec::new();
        for at in memmem::find_iter(self.lower.as_bytes(), text.as_bytes()) {
            let row = self.starts.partition_point(|start| *start as usize <= at) - 1;
            if with_text.last() != Some(&row) {
                with_text.push(row);
            }
        }
        let of = |number: u16| {
            with_text.iter().filter(|row| self.facts[**row].is_of_archetype(number)).count()
        };
        let numbers: BTreeSet<u16> = with_text
            .iter()
            .flat_map(|row| self.facts[*row].archetypes)
            .filter(|number| *number != 0)
            .collect();
        numbers.into_iter().any(|number| of(number) * 2 > with_text.len())
    }
}

/// Whether two Tokens differ in nothing that a duel asks for.
fn are_alike(one: &Facts, other: &Facts) -> bool {
    let numbers = |facts: &Facts| {
        (
            facts.kind,
            facts.race,
            facts.attribute,
            facts.level,
            facts.atk,
            facts.def,
            facts.archetypes,
        )
    };
    numbers(one) == numbers(other)
}
