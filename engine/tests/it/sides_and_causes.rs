//! Whose cards a modifier means, and what would destroy a card: sides, places and causes count wherever they can be
//! written, or they are refused.

use super::silent_holes::{check, refused};

const TEST: &str =
    "card 1 \"Test\"\nfacts monster effect level 4 earth warrior atk 1000 def 1000\n";
const ZAP: &str = "card 2 \"Zap\"\nfacts spell quick_play\neffect activate\n  target t = card(field)\n  do destroy t\n";

fn cards(lines: &str) -> String {
    format!("{TEST}{lines}{ZAP}")
}

/// The player with this number uses the Spell on the monster of player 1; whether that is destroyed.
fn zapped(by: u8, falls: bool) -> String {
    let left = if falls { "expect P1 grave: Test" } else { "expect P1 M1 attack: Test" };
    let grave = if by == 1 && falls { "expect P1 grave: Test; Zap" } else { left };
    format!(
        "test player {by} would destroy it\nturn 3 P{by} main1\nP1 M1 attack: Test\nP{by} hand: Zap\n\
         P2 M1 attack: Wall\nP{by}> activate Zap\nP{by}> choose {}\n{grave}\n",
        if by == 1 { "M1" } else { "P1 M1" }
    )
}

#[test]
fn sides_count_in_what_a_monster_survives() {
    for (side, mine, theirs) in [("mine", false, true), ("theirs", true, false)] {
        let card = cards(&format!("always self survives_effects_of card({side})\n"));
        check(&card, &(zapped(1, mine) + &zapped(2, theirs)));
    }
}

#[test]
fn places_count_in_what_a_monster_survives() {
    for (place, falls) in [("spell_zone", false), ("monster_zone", true)] {
        let card = cards(&format!("always self survives_effects_of card({place})\n"));
        check(&card, &(zapped(1, falls) + &zapped(2, falls)));
    }
}

#[test]
fn other_cards_count_in_what_a_monster_is_unaffected_by() {
    let strike =
        "effect ignition\n  target t = monster(field)\n  do give t atk +100 until end_of_turn\n";
    let duel = |atk: u16| {
        format!(
            "test its own effect\nturn 3 P1 main1\nP1 M1 attack: Test\nP2 M1 attack: Wall\n\
             P1> activate M1\nP1> choose M1\nexpect P1 M1 {atk}/1000\n"
        )
    };
    let line = "always self unaffected_by_effects_of card(other)\n";
    check(&cards(&format!("{line}{strike}")), &duel(1100));
    let line = "always self unaffected_by_effects_of card\n";
    check(&cards(&format!("{line}{strike}")), &duel(1000));
}

#[test]
fn sides_count_in_what_cannot_target() {
    for (side, mine, theirs) in [("mine", false, true), ("theirs", true, false)] {
        let card = cards(&format!("always self cannot_be_targeted_by spell({side})\n"));
        let duel = |by: u8, can: bool| {
            let (offered, other) = if by == 1 { ("M1", "P2 M1") } else { ("P1 M1", "M1") };
            let offered = if can {
                format!("offered choose {offered}")
            } else {
                format!("not offered choose {offered}")
            };
            format!(
                "test player {by} targets\nturn 3 P{by} main1\nP1 M1 attack: Test\nP2 M1 attack: Wall\n\
                 P2 M2 attack: Wall\nP{by} hand: Zap\nP{by}> activate Zap\n{offered}\noffered choose {other}\n"
            )
        };
        check(&card, &(duel(1, mine) + &duel(2, theirs)));
    }
}

#[test]
fn places_count_in_what_cannot_be_special_summoned() {
    let card = "card 1 \"Test\"\nfacts spell\neffect activate\n  do give me cannot_special_summon_those monster(grave) until end_of_turn\n\
                card 2 \"Call\"\nfacts spell\neffect activate\n  target m = monster(grave, mine)\n  do special_summon m\n\
                card 3 \"Come\"\nfacts spell\neffect activate\n  do special_summon 1 monster(hand, mine)\n";
    check(
        card,
        "test those of the Graveyard, and no others\n\
         turn 3 P1 main1\n\
         P1 hand: Test; Call; Come; Beast\n\
         P1 grave: Wall\n\
         offered activate Call\n\
         P1> activate Test\n\
         not offered activate Call\n\
         offered activate Come\n",
    );
}

#[test]
fn what_has_neither_side_nor_place_is_refused() {
    let spell =
        |step: &str| format!("card 1 \"Test\"\nfacts spell\neffect activate\n  do {step}\n");
    let message = "these cards have neither side nor place";
    assert_eq!(
        refused(&spell("excavate shown, found = until monster(theirs)")),
        format!("4:36 {message}")
    );
    let card = format!("{TEST}always me pendulums_only monster(mine)\n");
    assert_eq!(refused(&card), "3:26 this is not asked of such a card");
}

const GUARD: &str = "  do discard 1 card(hand, mine)\n";

#[test]
fn what_would_destroy_it_decides_what_happens_instead() {
    let guard =
        |cause: &str| cards(&format!("effect instead on self would_be_destroyed {cause}\n{GUARD}"));
    let battle = |asked: bool| {
        let answer =
            if asked { "P1> yes\nexpect P1 M1 attack: Test\n" } else { "expect P1 grave: Test\n" };
        format!(
            "test battle\nturn 4 P2 battle\nP1 M1 attack: Test\nP1 hand: Fry\nP2 M1 attack: Big\n\
             P2> attack M1 -> M1\n{answer}"
        )
    };
    let spell = |by: u8, asked: bool| {
        let (set, at) = if by == 1 {
            ("P1 hand: Fry; Zap", "M1")
        } else {
            ("P1 hand: Fry\nP2 hand: Zap", "P1 M1")
        };
        let fallen = if by == 1 { "Test; Zap" } else { "Test" };
        let answer = if asked {
            "P1> yes\nexpect P1 M1 attack: Test\n".to_owned()
        } else {
            format!("expect P1 grave: {fallen}\n")
        };
        format!(
            "test a Spell of player {by}\nturn 3 P{by} main1\nP1 M1 attack: Test\nP2 M1 attack: Big\n{set}\n\
             P{by}> activate Zap\nP{by}> choose {at}\n{answer}"
        )
    };
    for (cause, [by_battle, own, theirs]) in [
        ("", [true, true, true]),
        ("by battle", [true, false, false]),
        ("by effect", [false, true, true]),
        ("by opponent", [false, false, true]),
        ("by effect of spell(theirs)", [false, false, true]),
        ("by effect of trap", [false, false, false]),
        ("from spell_zone", [false, false, false]),
        ("from monster_zone", [true, true, true]),
    ] {
        check(&guard(cause), &(battle(by_battle) + &spell(1, own) + &spell(2, theirs)));
    }
}

#[test]
fn causes_that_nothing_tells_are_refused() {
    let card = |event: &str| format!("{TEST}effect trigger must on self {event}\n  do draw 1\n");
    let moved = "only of cards that moved it is known what did it";
    // Of a Summon it is known who made it.
    assert_eq!(
        refused(&card("special_summoned by effect")),
        "3:49 `effect` stands where `opponent` is wanted"
    );
    assert_eq!(refused(&card("repositioned by effect")), format!("3:45 {moved}"));
    assert_eq!(
        refused(&card("destroyed by battle")),
        "3:42 this is not said of what happens by battle"
    );
    let damage = "card 1 \"Test\"\nfacts spell continuous\neffect trigger must on me damaged by effect\n  do draw 1\n";
    assert_eq!(refused(damage), "3:38 this is not said of damage");
}

#[test]
fn a_card_pays_with_itself_only_where_that_does_something() {
    let card =
        |form: &str, cost: &str| format!("{TEST}effect {form}\n  cost {cost}\n  do draw 1\n");
    let message = "4:8 this does nothing to the card where its effect is used";
    assert_eq!(refused(&card("ignition", "discard self")), message);
    assert_eq!(refused(&card("quick from grave", "tribute self")), message);
    check(
        &card("quick from hand", "discard self"),
        "test it is discarded from the hand\n\
         turn 3 P1 main1\n\
         P1 hand: Test\n\
         P1 deck: 3* Wall\n\
         P1> activate Test\n\
         expect P1 grave: Test\n\
         expect P1 hand: Wall\n",
    );
}
