//! The one table of the card language: each word with its syntax, its meaning and an example.
//!
//! The parser finds words here and nowhere else, errors suggest words from here, the tests compile
//! every example, and [`super::reference`] turns the table into the reference page.

use super::ast::{CardVerb, FormWord, LinkText, Noun};
use crate::rows::{Counter, Events, Locations, ModKind, SetRef, Sides, Stat, Until, Who};

/// The parts of the language; a word may have one meaning in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordGroup {
    Line,
    Term,
    Form,
    Header,
    Clause,
    Link,
    Guard,
    Verb,
    Modifier,
    Until,
    Set,
    Noun,
    Side,
    Location,
    Test,
    Number,
    Condition,
    Event,
    Phase,
    Player,
    Fact,
    Counter,
}

/// The meaning of a word to the parser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Means {
    /// The parser knows the word by its spelling.
    Word(WordGroup),
    Form(FormWord),
    Link(LinkText),
    Cards(CardVerb),
    Modifier(ModKind),
    Until(Until),
    Set(SetRef),
    Noun(Noun),
    Side(Sides),
    Location(Locations),
    Kind(u32),
    Type(u32),
    Attribute(u8),
    Stat(Stat),
    Event(Events),
    Phase(u16),
    Player(Who),
    Fact(u32),
    Counter(Counter),
}

impl Means {
    pub(super) const fn group(self) -> WordGroup {
        match self {
            Self::Word(group) => group,
            Self::Form(_) => WordGroup::Form,
            Self::Link(_) => WordGroup::Link,
            Self::Cards(_) => WordGroup::Verb,
            Self::Modifier(_) => WordGroup::Modifier,
            Self::Until(_) => WordGroup::Until,
            Self::Set(_) => WordGroup::Set,
            Self::Noun(_) => WordGroup::Noun,
            Self::Side(_) => WordGroup::Side,
            Self::Location(_) => WordGroup::Location,
            Self::Kind(_) | Self::Type(_) | Self::Attribute(_) | Self::Stat(_) => WordGroup::Test,
            Self::Event(_) => WordGroup::Event,
            Self::Phase(_) => WordGroup::Phase,
            Self::Player(_) => WordGroup::Player,
            Self::Fact(_) => WordGroup::Fact,
            Self::Counter(_) => WordGroup::Counter,
        }
    }
}

/// One word of the language.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordEntry {
    pub(super) word: &'static str,
    pub(super) means: Means,
    /// How it is written; empty for words that stand for themselves.
    pub(super) syntax: &'static str,
    pub(super) meaning: &'static str,
    /// Lines of a card; the tests compile them.
    pub(super) example: &'static str,
}

/// The meaning of a word in one part of the language.
pub(super) fn look_up(group: WordGroup, word: &str) -> Option<Means> {
    let fits = |entry: &&WordEntry| entry.means.group() == group && entry.word == word;
    entries().find(fits).map(|entry| entry.means)
}

/// All words of one part of the language.
pub(super) fn words(group: WordGroup) -> impl Iterator<Item = &'static str> + Clone {
    entries().filter(move |entry| entry.means.group() == group).map(|entry| entry.word)
}

/// Whether a word has some meaning, so that it can't be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    entries().any(|entry| entry.word == word)
}

/// The whole table in the order of the reference page.
pub(super) fn entries() -> impl Iterator<Item = &'static WordEntry> + Clone {
    super::table_body::BODY.iter().chain(super::table_words::WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Catalogue, Facts, kind};
    use crate::language::extend;
    use crate::rows::Subject;

    /// A table with the one card that examples name.
    fn cards() -> Catalogue {
        let facts = Facts {
            passcode: 40_640_057,
            alias: 0,
            kind: kind::MONSTER | kind::EFFECT,
            race: 8,
            atk: 300,
            def: 200,
            attribute: 32,
            level: 1,
            scales: [0; 2],
            arrows: 0,
            archetypes: [0xa4, 0, 0, 0, 0],
        };
        Catalogue::new(vec![(facts, "Kuriboh".into())]).unwrap()
    }

    /// The rules keep notes themselves; a text that could give one would confuse them.
    #[test]
    fn no_word_gives_a_note() {
        for entry in entries() {
            if let Means::Modifier(kind) = entry.means {
                assert!(kind.subject() != Subject::Note, "`{}` gives {kind:?}", entry.word);
            }
        }
    }

    /// A card around the lines of an example.
    fn card(example: &str) -> String {
        let lines = |word: &str| example.lines().any(|line| line.starts_with(word));
        let monster = "facts monster level 4 light dragon atk 1000 def 1000";
        // Some words are only for monsters of one kind.
        let of_kind = [
            ("detach", "xyz"),
            ("do attach", "xyz"),
            ("xyz_summoned", "xyz"),
            ("fusion_summoned", "fusion"),
            ("ritual_summoned", "ritual"),
            ("synchro_summoned", "synchro"),
        ];
        let kind = of_kind.iter().find(|(word, _)| example.contains(word));
        let special = kind.map(|(_, kind)| {
            format!("facts monster {kind} level 4 light dragon atk 1000 def 1000")
        });
        let facts = if example.contains("link_summoned") || example.contains("summon_there") {
            "facts monster link level 2 light dragon atk 1000 arrows left right"
        } else if let Some(facts) = &special {
            facts
        } else if lines("equip") {
            "facts spell equip"
        } else if lines("always") && example.contains("self") && !lines("effect activate") {
            monster
        } else if lines("always") {
            "facts trap continuous"
        } else if lines("effect trigger")
            || lines("effect quick")
            || lines("effect at_once")
            || lines("effect ignition")
            || lines("effect flip")
            || lines("effect win")
            || lines("holds")
            || lines("effect at_once")
            || lines("effect procedure")
            || lines("effect tributeless")
            || lines("effect tributes")
            || lines("effect tribute_summon")
            || lines("effect summon_cost")
        {
            monster
        } else {
            "facts trap"
        };
        let head = if lines("effect") || lines("always") || lines("equip") {
            ""
        } else {
            "effect activate\n"
        };
        format!("card 1 \"Example\"\n{facts}\n{head}{example}\n")
    }

    #[test]
    fn every_example_compiles() {
        let mut wrong = Vec::new();
        for entry in entries().filter(|entry| !entry.example.is_empty()) {
            let example = entry.example;
            let text = if example.starts_with("card") { example.to_owned() } else { card(example) };
            if let Err(errors) = extend(&[(entry.word.to_owned(), text.clone())], cards()) {
                wrong.push(format!("{}\n{text}\n{}", entry.word, errors[0]));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn no_part_of_the_language_has_a_word_twice() {
        let all: Vec<_> = entries().map(|entry| (entry.means.group(), entry.word)).collect();
        for (at, entry) in all.iter().enumerate() {
            assert!(!all[..at].contains(entry), "{entry:?}");
        }
    }

    #[test]
    fn examples_use_the_word_that_they_show() {
        for entry in entries().filter(|entry| !entry.example.is_empty()) {
            assert!(entry.example.contains(entry.word), "{}", entry.word);
        }
    }
}
