//! A card with another number that is treated as a known one: the record names it by that one
//! wherever it lies on the field.

use crate::common::{duels, parse, replay};
use serde_json::Value;

/// Dark Magician, and the other Dark Magician that is treated as it.
const MAGICIAN: &str = "46986414";
const TWIN: &str = "36996508";

/// The duel with every Dark Magician exchanged for the twin.
fn with_twins(lines: &[String], name: Option<u64>) -> Vec<String> {
    let edited = lines.iter().map(|line| {
        let mut line = parse(&line.replace(MAGICIAN, TWIN));
        for side in line["players"].as_array_mut().into_iter().flatten() {
            let hand = side["hand"].as_array_mut().expect("a state has hands");
            hand.sort_by_key(Value::as_u64);
            for monster in side["mzone"].as_array_mut().into_iter().flatten() {
                if monster["id"].as_u64() == TWIN.parse().ok()
                    && let Some(name) = name
                {
                    monster["name"] = name.into();
                }
            }
        }
        line.to_string()
    });
    edited.collect()
}

#[test]
fn a_card_that_is_treated_as_another_has_its_name() {
    let mut on_the_field = 0;
    for duel in duels() {
        let named = with_twins(&duel, MAGICIAN.parse().ok());
        let report = replay(&named);
        assert_eq!((report.passed, report.traces), (1, 1), "{report}");
        let unnamed = with_twins(&duel, None);
        if named != unnamed {
            on_the_field += 1;
            let report = replay(&unnamed);
            assert_eq!(report.failed, 1, "{report}");
            assert!(report.divergences[0].what.ends_with(".name"), "{report}");
        }
    }
    assert!(on_the_field > 0, "no recorded duel has a Dark Magician on the field");
}
