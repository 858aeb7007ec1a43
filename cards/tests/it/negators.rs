//! What all cards of the pool have in common that negate Summons.

use std::collections::BTreeMap;

use duelfish_script::event_bit;

/// The cards with an effect that answers that a monster would be Summoned, and the lowest Spell Speed of
/// these effects.
fn negators() -> BTreeMap<&'static str, u8> {
    let cards = duelfish_cards::catalogue();
    let mut found = BTreeMap::new();
    for (code, ..) in cards.iter().filter(|(code, ..)| duelfish_cards::is_supported(cards, *code)) {
        for (_, effect) in cards.scripts().effects_of(code) {
            if effect.on.events & event_bit::OF_SUMMONING != 0 {
                let speed = found.entry(cards.name(code)).or_insert(effect.speed);
                *speed = effect.speed.min(*speed);
            }
        }
    }
    found
}

// rule: SU-00.4h
#[test]
fn every_card_that_negates_a_summon_has_spell_speed_2_or_3() {
    let negators = negators();
    assert!(negators.len() >= 6, "{negators:?}");
    for (name, speed) in negators {
        assert!((2..=3).contains(&speed), "{name} has Spell Speed {speed}");
    }
}

// rule: SU-00.4i
#[test]
fn cards_negate_a_summon_if_they_answer_that_a_monster_would_be_summoned() {
    let negators = negators();
    for name in ["Solemn Judgment", "Horn of Heaven", "Black Horn of Heaven", "Thunder King Rai-Oh"]
    {
        assert!(negators.contains_key(name), "{name}");
    }
    for name in ["Trap Hole", "Torrential Tribute", "Dark Bribe", "Seven Tools of the Bandit"] {
        assert!(!negators.contains_key(name), "{name}");
    }
}
