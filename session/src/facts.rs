//! The printed facts of cards, in words.

use duelfish_cards::is_supported;
use duelfish_engine::{CardCode, Catalogue, Facts, attribute_name, kind, type_name};
use duelfish_script::explain;

/// A card as it is played by the rules whose texts these are: its facts and its effects, line by line.
#[must_use]
pub fn in_words(cards: &Catalogue, code: CardCode) -> Vec<String> {
    let mut lines = head(cards, code);
    if !is_supported(cards, code) {
        lines.push("not supported yet".to_owned());
    }
    lines.extend(explain(cards, code));
    lines
}

/// The facts of a card line by line, without its text.
#[must_use]
pub fn head(cards: &Catalogue, code: CardCode) -> Vec<String> {
    let facts = cards.facts(code);
    let mut lines = vec![format!("{} ({})", cards.name(code), facts.passcode), kind_words(facts)];
    if facts.is(kind::MONSTER) {
        if let (Some(attribute), Some(race)) = (attribute_of(facts), type_of(facts)) {
            lines.push(format!("{attribute} {race}"));
        }
        let link = facts.is(kind::LINK);
        let def = if link { String::new() } else { format!(" / DEF {}", points(facts.def)) };
        let (level, atk) = (facts.level, points(facts.atk));
        lines.push(format!("{} {level}, ATK {atk}{def}", level_word(facts)));
    }
    if facts.is_artwork() {
        lines.push(format!("another artwork of {}", facts.alias));
    }
    lines
}

/// The facts of a card in a few letters.
#[must_use]
pub fn short_facts(cards: &Catalogue, code: CardCode) -> String {
    let facts = cards.facts(code);
    if facts.is(kind::SPELL) {
        "Spell".to_owned()
    } else if facts.is(kind::TRAP) {
        "Trap".to_owned()
    } else {
        format!("Level {}, {}/{}", facts.level, points(facts.atk), points(facts.def))
    }
}

/// ATK or DEF; "?" where the card says that.
#[must_use]
pub fn points(value: i32) -> String {
    if value < 0 { "?".to_owned() } else { value.to_string() }
}

/// The word on a monster's card for its stars, or for the number in their place.
#[must_use]
pub const fn level_word(facts: &Facts) -> &'static str {
    if facts.is(kind::LINK) {
        "Link"
    } else if facts.is(kind::XYZ) {
        "Rank"
    } else {
        "Level"
    }
}

/// The printed Attribute of a monster.
#[must_use]
pub fn attribute_of(facts: &Facts) -> Option<&'static str> {
    if facts.is(kind::MONSTER) { attribute_name(u32::from(facts.attribute)) } else { None }
}

/// The printed Type of a monster.
#[must_use]
pub fn type_of(facts: &Facts) -> Option<&'static str> {
    if facts.is(kind::MONSTER) { type_name(facts.race) } else { None }
}

/// The printed kind, most telling word first.
#[must_use]
pub fn kind_words(facts: &Facts) -> String {
    const WORDS: [(u32, &str); 22] = [
        (kind::TOKEN, "Token"),
        (kind::FUSION, "Fusion"),
        (kind::RITUAL, "Ritual"),
        (kind::SYNCHRO, "Synchro"),
        (kind::XYZ, "Xyz"),
        (kind::LINK, "Link"),
        (kind::PENDULUM, "Pendulum"),
        (kind::TUNER, "Tuner"),
        (kind::FLIP, "Flip"),
        (kind::SPIRIT, "Spirit"),
        (kind::UNION, "Union"),
        (kind::GEMINI, "Gemini"),
        (kind::TOON, "Toon"),
        (kind::NORMAL, "Normal"),
        (kind::EFFECT, "Effect"),
        (kind::QUICK_PLAY, "Quick-Play"),
        (kind::CONTINUOUS, "Continuous"),
        (kind::EQUIP, "Equip"),
        (kind::FIELD, "Field"),
        (kind::COUNTER, "Counter"),
        (kind::SPELL, "Spell"),
        (kind::TRAP, "Trap"),
    ];
    let mut words: Vec<&str> =
        WORDS.iter().filter(|(bit, _)| facts.is(*bit)).map(|(_, word)| *word).collect();
    if facts.is(kind::MONSTER) {
        words.push("Monster");
    }
    words.join(" ")
}
