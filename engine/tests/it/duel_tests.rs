//! What the text format of duel tests refuses, because it would prove nothing.

use duelfish_cards::catalogue;
use duelfish_engine::duel_test::check;

/// What is wrong with a test of one table and some steps.
fn failure(steps: &str) -> Option<String> {
    let table = "test steps\nturn 3 P1 main1\nP1 hand: Monster Reborn\nP1 M1 attack: Battle Ox\n\
                 P1 grave: Mystical Elf; Celtic Guardian\nP2 S2 down: Trap Hole\n";
    let checked = check(&format!("{table}{steps}"), "t.duel", catalogue());
    checked.failures.first().map(ToString::to_string)
}

#[test]
fn a_line_that_says_not_offered_must_be_able_to_fail() {
    assert_eq!(failure("not offered flip M1; set Monster Reborn\n").as_deref(), {
        // Setting is possible: the line fails because it is wrong.
        Some("t.duel:7: steps: `set Monster Reborn` is offered")
    });
    assert_eq!(failure("not offered flip M1; attack M1 direct\n"), None);
    let empty = "t.duel:7: steps: `activate S2` proves nothing: P1 has no such card there";
    assert_eq!(failure("not offered activate S2\n").as_deref(), Some(empty));
    let elsewhere =
        "t.duel:7: steps: `summon Celtic Guardian` proves nothing: P1 has no such card there";
    assert_eq!(failure("not offered summon Celtic Guardian\n").as_deref(), Some(elsewhere));
    let asked = "t.duel:8: steps: `position M1` proves nothing while P1 is asked something else";
    let steps = "P1> activate Monster Reborn\nnot offered position M1\n";
    assert_eq!(failure(steps).as_deref(), Some(asked));
    let steps = "P1> activate Monster Reborn\nnot offered choose hand: Monster Reborn\n";
    assert_eq!(failure(steps), None);
}
