//! Classes of cards: monsters, Spells and Traps, by Level, Attribute, Type and kind.

use std::fmt;

use duelfish_engine::{Facts, kind, type_name};

/// Attributes in the order of their bits.
const ATTRIBUTES: [&str; 7] = ["EARTH", "WATER", "FIRE", "WIND", "LIGHT", "DARK", "DIVINE"];

/// The words for what kind of monster, Spell or Trap it is, with their bits, in the order in which
/// they are written. `Normal` has a meaning of its own and stands apart.
const KINDS: [(&str, u32); 14] = [
    ("Effect", kind::EFFECT),
    ("Ritual", kind::RITUAL),
    ("Pendulum", kind::PENDULUM),
    ("Tuner", kind::TUNER),
    ("Flip", kind::FLIP),
    ("Spirit", kind::SPIRIT),
    ("Union", kind::UNION),
    ("Gemini", kind::GEMINI),
    ("Toon", kind::TOON),
    ("Quick-Play", kind::QUICK_PLAY),
    ("Continuous", kind::CONTINUOUS),
    ("Equip", kind::EQUIP),
    ("Field", kind::FIELD),
    ("Counter", kind::COUNTER),
];

/// The kinds that a Normal Spell or Trap is not.
const NOT_NORMAL: u32 =
    kind::RITUAL | kind::QUICK_PLAY | kind::CONTINUOUS | kind::EQUIP | kind::FIELD | kind::COUNTER;

/// Monsters, Spells and Traps, with the word for many of them and their bit.
const NOUNS: [(&str, u32); 3] =
    [("monsters", kind::MONSTER), ("Spells", kind::SPELL), ("Traps", kind::TRAP)];

/// Cards that have everything in common that the class says: `Level 4 or lower DARK Warrior
/// monsters`, `Quick-Play Spells`, `Traps`.
///
/// ```
/// use duelfish_arena::hands::Class;
///
/// let cards = duelfish_cards::catalogue();
/// let skull = cards.facts(cards.by_name("Summoned Skull").unwrap());
/// assert!(Class::read("level 6 fiends").unwrap().holds(skull));
/// assert!(!Class::read("LIGHT monsters").unwrap().holds(skull));
/// assert_eq!(Class::read("fiend level 6").unwrap().to_string(), "Level 6 Fiend monsters");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// Monster, Spell or Trap, as a bit of [`kind`]; 0 where any will do.
    noun: u32,
    /// Further bits of [`kind`], all of which are printed.
    kinds: u32,
    /// `Normal` was written: a monster without an effect, or a Spell or Trap of no further kind.
    normal: bool,
    /// Bit of the Attribute; 0 for any.
    attribute: u8,
    /// Bit of the Type; 0 for any.
    race: u32,
    /// The lowest and highest Level, both included; none for any card.
    levels: Option<[u8; 2]>,
}

impl Class {
    /// Reads a class that fills the whole text.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Self::longest(&words).filter(|(_, taken)| *taken == words.len()).map(|(class, _)| class)
    }

    /// Reads as many of the first words as belong to a class, and says how many these were.
    pub(crate) fn longest(words: &[&str]) -> Option<(Self, usize)> {
        let mut class = Self::default();
        let mut at = 0;
        while let Some(taken) = words.get(at..).and_then(|rest| class.take(rest)) {
            at += taken;
            if class.noun != 0 {
                break;
            }
        }
        if class.noun == 0 && class.is_of_monsters() {
            class.noun = kind::MONSTER;
        }
        (at > 0).then_some((class, at))
    }

    /// Takes one property from the front of the words, if they begin with one that the class does
    /// not have yet.
    fn take(&mut self, words: &[&str]) -> Option<usize> {
        let first = *words.first()?;
        let is = |word: &str| first.eq_ignore_ascii_case(word);
        if is("Level") && self.levels.is_none() {
            let level = words.get(1)?.parse().ok().filter(|level| (1..=12).contains(level))?;
            let or = words.get(2).is_some_and(|word| word.eq_ignore_ascii_case("or"));
            let bound = words.get(3).filter(|_| or).map_or(String::new(), |w| w.to_lowercase());
            let (levels, taken) = match bound.as_str() {
                "lower" | "less" => ([1, level], 4),
                "higher" | "more" => ([level, u8::MAX], 4),
                _ => ([level, level], 2),
            };
            self.levels = Some(levels);
            return Some(taken);
        }
        if let Some((_, noun)) = NOUNS.iter().find(|(many, _)| is_one_or_many(first, many)) {
            self.noun = *noun;
            return Some(1);
        }
        if is("Normal") && !self.normal {
            self.normal = true;
            return Some(1);
        }
        if let Some((_, bit)) = KINDS.iter().find(|(word, _)| is(word)) {
            let new = self.kinds & bit == 0;
            self.kinds |= bit;
            return new.then_some(1);
        }
        if let Some(bit) = ATTRIBUTES.iter().position(|word| is(word)) {
            let new = self.attribute == 0;
            self.attribute |= u8::from(new) << bit;
            return new.then_some(1);
        }
        if self.race != 0 {
            return None;
        }
        let (bit, taken) = type_at(words)?;
        self.race = bit;
        Some(taken)
    }

    /// Whether something was said that only monsters have.
    const fn is_of_monsters(&self) -> bool {
        self.attribute != 0 || self.race != 0 || self.levels.is_some()
    }

    /// Whether a card belongs to the class. Levels are those of monsters that have one: neither
    /// Ranks nor Link Ratings count.
    #[must_use]
    pub fn holds(&self, facts: &Facts) -> bool {
        let normal = if facts.is(kind::MONSTER) {
            facts.is(kind::NORMAL)
        } else {
            !facts.is_any(NOT_NORMAL)
        };
        facts.is(self.noun | self.kinds)
            && (!self.is_of_monsters() || facts.is(kind::MONSTER))
            && (!self.normal || normal)
            && (self.attribute == 0 || facts.attribute & self.attribute != 0)
            && (self.race == 0 || facts.race & self.race != 0)
            && self
                .levels
                .is_none_or(|[least, most]| (least.max(1)..=most).contains(&facts.level_or_none()))
    }
}

/// Written so that [`Class::read`] reads it back as a class of the same cards.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        match self.levels {
            None => {}
            Some([least, most]) if least == most => words.push(format!("Level {least}")),
            Some([least, u8::MAX]) => words.push(format!("Level {least} or higher")),
            Some([_, most]) => words.push(format!("Level {most} or lower")),
        }
        if self.normal {
            words.push("Normal".to_owned());
        }
        let kinds = KINDS.iter().filter(|(_, bit)| self.kinds & bit != 0);
        words.extend(kinds.map(|(word, _)| (*word).to_owned()));
        let bit = self.attribute.checked_ilog2().and_then(|bit| usize::try_from(bit).ok());
        words.extend(bit.and_then(|bit| ATTRIBUTES.get(bit)).map(|word| (*word).to_owned()));
        words.extend(type_name(self.race).map(str::to_owned));
        let noun = NOUNS.iter().find(|(_, bit)| *bit == self.noun);
        words.extend(noun.map(|(many, _)| (*many).to_owned()));
        f.write_str(&words.join(" "))
    }
}

/// The Type with which the words begin, in the singular or plural, and how many words it has.
fn type_at(words: &[&str]) -> Option<(u32, usize)> {
    let types = (0..u32::BITS).filter_map(|shift| Some((1 << shift, type_name(1 << shift)?)));
    let found = types.filter_map(|(bit, name): (u32, &str)| {
        let taken = name.split(' ').count();
        let written = words.get(..taken)?.join(" ");
        let many = match name.strip_suffix('y') {
            Some(stem) => format!("{stem}ies"),
            None => format!("{name}s"),
        };
        let same = written.eq_ignore_ascii_case(name) || written.eq_ignore_ascii_case(&many);
        same.then_some((bit, taken))
    });
    found.max_by_key(|(_, taken)| *taken)
}

fn is_one_or_many(word: &str, many: &str) -> bool {
    word.eq_ignore_ascii_case(many)
        || many.strip_suffix('s').is_some_and(|one| word.eq_ignore_ascii_case(one))
}

#[cfg(test)]
mod tests {
    use duelfish_cards::catalogue;

    use super::*;

    #[track_caller]
    fn class(text: &str) -> Class {
        Class::read(text).unwrap_or_else(|| panic!("{text} is no class"))
    }

    fn is(name: &str, text: &str) -> bool {
        class(text).holds(catalogue().facts(catalogue().by_name(name).unwrap()))
    }

    #[test]
    fn classes_hold_what_they_say() {
        assert!(is("Mystical Elf", "Normal monster") && !is("Sangan", "Normal monsters"));
        assert!(is("Sangan", "Effect monsters") && is("Sangan", "DARK fiends"));
        assert!(is("Sangan", "Level 4 or lower monsters"));
        assert!(!is("Sangan", "Level 4 or higher monsters") && !is("Sangan", "Level 4"));
        assert!(is("Harpie's Feather Duster", "Normal Spells"));
        assert!(!is("Mystical Space Typhoon", "Normal Spells"));
        assert!(is("Mystical Space Typhoon", "quick-play spell"));
        assert!(is("Call of the Haunted", "Continuous Trap") && !is("Raigeki", "traps"));
        assert!(is("Birdface", "Winged Beasts") && !is("Birdface", "Beasts"));
        // A Rank is no Level.
        assert!(!is("Number 39: Utopia", "Level 4 monsters") && is("Number 39: Utopia", "LIGHT"));
    }

    #[test]
    fn nonsense_is_no_class() {
        for text in ["", "Level", "Level x", "Level 13", "DARK LIGHT", "Fiend Zombie", "foes"] {
            assert_eq!(Class::read(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "monsters",
            "Spells",
            "Traps",
            "Normal Spells",
            "Level 4 monsters",
            "Level 5 or higher Effect Tuner DARK Beast-Warrior monsters",
            "Level 3 or lower monsters",
            "Winged Beast monsters",
            "Counter Traps",
            "Field",
        ] {
            assert_eq!(class(text).to_string(), text);
        }
        assert_eq!(class("fairies").to_string(), "Fairy monsters");
    }
}
