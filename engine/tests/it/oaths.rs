//! Oaths: a restriction for the whole turn as the cost of an effect, which is not used after it was broken.

use super::silent_holes::{check, refused};

/// A Spell that swears off Special Summons but those of such monsters, and two ways to Special Summon.
fn swears(others: &str, from: &str, barred: &str) -> String {
    format!(
        "card 1 \"Test\"\nfacts spell\neffect activate\n\
         need not this_turn monster(mine, {others}) special_summoned{from}\n\
         cost give me cannot_special_summon_those monster({barred}) until end_of_turn\n  do draw 1\n\
         card 2 \"Call\"\nfacts spell\neffect activate\n  target m = monster(grave, mine)\n  do special_summon m in attack_position\n"
    )
}

const BEGIN: &str = "turn 3 P1 main1\nP1 hand: Test; Call; Call\nP1 grave: Big; Wall\nP1 deck: 9* Fry\nP2 deck: 9* Fry\n";

#[test]
fn an_oath_binds_before_and_after() {
    let card = swears("not dragon", "", "not dragon");
    let tests = [
        "test after others it is not sworn\nBEGINP1> activate Call\nP1> choose grave: Wall\nnot offered activate Test\n",
        "test after those that it allows it is\nBEGINP1> activate Call\nP1> choose grave: Big\nP1> activate Test\nexpect P1 hand: Call; Fry\n",
        "test afterwards only those come\nBEGINP1> activate Test\nP1> activate Call\nexpect P1 M1 attack: Big\nnot offered activate Call\n",
        "test it ends with the turn\nBEGINP1> activate Test\nP1> end\nP2> end\nP1> activate Call\nP1> choose grave: Wall\nexpect P1 M1 attack: Wall\n",
    ];
    check(&card, &tests.concat().replace("BEGIN", BEGIN));
}

#[test]
fn an_oath_may_be_about_the_extra_deck_alone() {
    let card = swears("not dark", " from extra_deck", "extra_deck, not dark");
    let field = "P1 extra: Link\nP1 M1 attack: Beast\nP1 M2 attack: Beast\n";
    let tests = [
        "test others come from elsewhere, before and after\nBEGINP1> activate Call\nP1> choose grave: Wall\nP1> activate Test\n\
         not offered special summon Link\noffered activate Call\n",
        "test not after one of the Extra Deck\nBEGINP1> special summon Link\nnot offered activate Test\n",
    ];
    check(&card, &tests.concat().replace("BEGIN", &(BEGIN.to_owned() + field)));
}

#[test]
fn how_it_happened_this_turn_is_not_asked() {
    let card = |event: &str| {
        format!(
            "card 1 \"Test\"\nfacts spell\neffect activate\n  need this_turn {event}\n  do draw 1\n"
        )
    };
    let message = "`this_turn` knows neither how it happened nor what did it, nor which card asks";
    for event in [
        "monster(mine) destroyed by opponent",
        "monster(mine) synchro_summoned",
        "monster(mine) tribute_summoned",
        "monster(mine, other) destroyed",
        "spell(mine) card_activated",
    ] {
        assert_eq!(refused(&card(event)), format!("4:8 {message}"));
    }
}
