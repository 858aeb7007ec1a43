//! The facts of cards, for faces and for reading.

use duelfish_cards::{is_supported, part_of_name};
use duelfish_engine::{CardCode, Catalogue, Facts, kind};
use duelfish_script::explain;
use duelfish_session::{attribute_of, kind_words, type_of};
use serde_json::{Map, Value, json};

/// Most names in an answer to a search.
const MOST_NAMES: usize = 50;

/// The facts of the cards with these names; names that no card has are left out.
pub(crate) fn facts_of(cards: &Catalogue, names: &[String]) -> Value {
    let known = names.iter().filter_map(|name| {
        let code = cards.by_name(name)?;
        Some((name.clone(), facts(cards, code)))
    });
    json!({ "cards": Map::from_iter(known) })
}

/// The names that have this part.
pub(crate) fn names_with(cards: &Catalogue, part: &str) -> Value {
    let has_it = part_of_name(part);
    let all = cards.iter().filter(|(_, facts, _)| !facts.is_artwork());
    let mut names: Vec<&str> = all.map(|(.., name)| name).filter(|name| has_it(name)).collect();
    names.sort_unstable();
    names.dedup();
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    json!({ "names": names, "more": more })
}

fn facts(cards: &Catalogue, code: CardCode) -> Value {
    let facts = cards.facts(code);
    let mut shown = json!({
        "name": cards.name(code),
        "passcode": facts.passcode,
        "frame": frame(facts),
        "kind": kind_words(facts),
        "supported": is_supported(cards, code),
        "lines": explain(cards, code),
    });
    if facts.is(kind::MONSTER) {
        let points = |value: i32| (value >= 0).then_some(value);
        shown["attribute"] = attribute_of(facts).into();
        shown["type"] = type_of(facts).into();
        shown[level_key(facts)] = facts.level.into();
        shown["atk"] = points(facts.atk).into();
        if facts.is(kind::LINK) {
            shown["arrows"] = arrows(facts).into();
        } else {
            shown["def"] = points(facts.def).into();
        }
        if facts.is(kind::PENDULUM) {
            shown["pendulum"] = true.into();
            shown["scale"] = facts.scales[0].into();
        }
    } else {
        shown["property"] = property(facts).into();
    }
    shown
}

const fn level_key(facts: &Facts) -> &'static str {
    if facts.is(kind::LINK) {
        "link"
    } else if facts.is(kind::XYZ) {
        "rank"
    } else {
        "level"
    }
}

/// The frame of a card: which colour it has.
fn frame(facts: &Facts) -> &'static str {
    const FRAMES: [(u32, &str); 9] = [
        (kind::SPELL, "spell"),
        (kind::TRAP, "trap"),
        (kind::TOKEN, "token"),
        (kind::LINK, "link"),
        (kind::XYZ, "xyz"),
        (kind::SYNCHRO, "synchro"),
        (kind::FUSION, "fusion"),
        (kind::RITUAL, "ritual"),
        (kind::EFFECT, "effect"),
    ];
    FRAMES.iter().find(|(bit, _)| facts.is(*bit)).map_or("normal", |(_, name)| name)
}

/// The icon of a Spell or Trap, in a word.
fn property(facts: &Facts) -> &'static str {
    const PROPERTIES: [(u32, &str); 6] = [
        (kind::QUICK_PLAY, "quick-play"),
        (kind::CONTINUOUS, "continuous"),
        (kind::EQUIP, "equip"),
        (kind::FIELD, "field"),
        (kind::RITUAL, "ritual"),
        (kind::COUNTER, "counter"),
    ];
    PROPERTIES.iter().find(|(bit, _)| facts.is(*bit)).map_or("normal", |(_, name)| name)
}

/// The Link Arrows, from the top left.
fn arrows(facts: &Facts) -> Vec<&'static str> {
    const ARROWS: [(u16, &str); 8] = [
        (0x40, "top-left"),
        (0x80, "top"),
        (0x100, "top-right"),
        (8, "left"),
        (0x20, "right"),
        (1, "bottom-left"),
        (2, "bottom"),
        (4, "bottom-right"),
    ];
    ARROWS.iter().filter(|(bit, _)| facts.arrows & bit != 0).map(|(_, name)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_made_from_what_is_printed() {
        let cards = duelfish_cards::catalogue();
        let names = ["Dark Magician", "Trap Hole", "Link Spider", "No Such Card"];
        let facts = facts_of(cards, &names.map(str::to_owned));
        let facts = &facts["cards"];
        assert_eq!(facts.as_object().unwrap().len(), 3);
        let magician = &facts["Dark Magician"];
        assert_eq!((&magician["frame"], &magician["level"]), (&json!("normal"), &json!(7)));
        assert_eq!((&magician["atk"], &magician["def"]), (&json!(2500), &json!(2100)));
        assert_eq!(facts["Trap Hole"]["frame"], "trap");
        assert_eq!(facts["Trap Hole"]["property"], "normal");
        assert_eq!(facts["Link Spider"]["arrows"], json!(["bottom"]));
        assert!(facts["Link Spider"].get("def").is_none());
    }

    #[test]
    fn names_are_found_by_a_part() {
        let found = names_with(duelfish_cards::catalogue(), "blue eyes white d");
        assert_eq!(found["names"][0], "Blue-Eyes White Dragon");
        assert_eq!(
            names_with(duelfish_cards::catalogue(), "")["names"].as_array().unwrap().len(),
            50
        );
    }
}
