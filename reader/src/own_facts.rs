//! The `facts` line of a card that is in no table.

use duelfish_script::{Facts, attribute_name, kind, type_name};

/// Kinds that a `facts` line names; the others follow from the text.
const KINDS: [(u32, &str); 20] = [
    (kind::MONSTER, "monster"),
    (kind::SPELL, "spell"),
    (kind::TRAP, "trap"),
    (kind::SPIRIT, "spirit"),
    (kind::UNION, "union"),
    (kind::GEMINI, "gemini"),
    (kind::SPECIAL_SUMMON, "special_summon"),
    (kind::TOON, "toon"),
    (kind::TUNER, "tuner"),
    (kind::RITUAL, "ritual"),
    (kind::FUSION, "fusion"),
    (kind::SYNCHRO, "synchro"),
    (kind::XYZ, "xyz"),
    (kind::LINK, "link"),
    (kind::PENDULUM, "pendulum"),
    (kind::QUICK_PLAY, "quick_play"),
    (kind::CONTINUOUS, "continuous"),
    (kind::EQUIP, "equip"),
    (kind::FIELD, "field"),
    (kind::COUNTER, "counter"),
];

/// Link Arrows, as card databases number them.
const ARROWS: [(u16, &str); 8] = [
    (0x1, "bottom_left"),
    (0x2, "bottom"),
    (0x4, "bottom_right"),
    (0x8, "left"),
    (0x20, "right"),
    (0x40, "top_left"),
    (0x80, "top"),
    (0x100, "top_right"),
];

/// The `facts` line that says what is printed on a card besides its text.
#[must_use]
pub fn facts_line(facts: &Facts) -> String {
    let mut words = vec!["facts".to_owned()];
    words.extend(
        KINDS.iter().filter(|(bits, _)| facts.is(*bits)).map(|(_, word)| (*word).to_owned()),
    );
    if facts.is(kind::MONSTER) {
        words.push(format!("level {}", facts.level));
        let named = [attribute_name(u32::from(facts.attribute)), type_name(facts.race)];
        let word = |name: &str| name.to_lowercase().replace([' ', '-'], "_");
        words.extend(named.into_iter().flatten().map(word));
        let points = |points: i32| if points == -2 { "?".to_owned() } else { points.to_string() };
        words.push(format!("atk {}", points(facts.atk)));
        if facts.is(kind::LINK) {
            words.push("arrows".to_owned());
            let arrows = ARROWS.iter().filter(|(bit, _)| facts.arrows & bit != 0);
            words.extend(arrows.map(|(_, word)| (*word).to_owned()));
        } else {
            words.push(format!("def {}", points(facts.def)));
        }
        if facts.is(kind::PENDULUM) {
            words.push(format!("scale {}", facts.scales[0]));
        }
    }
    words.extend(facts.archetypes.iter().filter(|n| **n != 0).map(|n| format!("archetype {n}")));
    words.join(" ")
}
