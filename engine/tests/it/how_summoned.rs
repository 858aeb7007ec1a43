//! From where and by which Summon a monster on the field came, and what can never be a material.

use duelfish_engine::{Game, Position, Streams};

use super::silent_holes::{check, compile, refused};

const HELPERS: &str = "\
card 2 \"Call\"
facts spell
effect activate
  target m = monster(grave, mine)
  do special_summon m in attack_position
card 3 \"Take\"
facts spell
effect activate
  target m = monster(theirs)
  do take_control m until end_phase
";

/// A Spell that finds its target only if a monster of its player passes this test.
fn asking(test: &str) -> String {
    format!(
        "card 1 \"Test\"\nfacts spell quick_play\neffect activate\n  target m = monster(mine, {test})\n  do destroy m\n{HELPERS}"
    )
}

/// A duel test in which the Spell can be activated at the end, or not.
fn ends(duel: &str, offered: bool) -> String {
    let word = if offered { "offered" } else { "not offered" };
    format!(
        "test it is {word}\nturn 3 P1 main1\nP1 hand: Test; Call; Take; Wall; Big\n{duel}{word} activate Test\n"
    )
}

const SYNCHRO: &str = "P1 extra: Tuned\nP1 M1 attack: Tuner\nP1 M2 attack: Wall\nnot offered activate Test\nP1> special summon Tuned\nP1> pose attack\n";
const XYZ: &str = "P1 extra: Stack\nP1 M1 attack: Wall\nP1 M2 attack: Beast\nnot offered activate Test\nP1> special summon Stack\nP1> pose attack\n";
const LINK: &str = "P1 extra: Link\nP1 M1 attack: Wall\nP1 M2 attack: Beast\nnot offered activate Test\nP1> special summon Link\n";
const REVIVED: &str = "P1 grave: Tuned [proper]\nnot offered activate Test\nP1> activate Call\n";
const TRIBUTES: &str =
    "P1 M1 attack: Wall\nP1 M2 attack: Wall\nnot offered activate Test\nP1> summon Big\n";
const NORMAL: &str = "not offered activate Test\nP1> summon Wall\n";
const TAKEN: &str = "P2 M1 attack: Tuned [proper, special, came-from=extra, duly]\nnot offered activate Test\nP1> activate Take\n";
const TAKEN_REVIVED: &str = "P2 M1 attack: Tuned [proper, special, came-from=grave]\nnot offered activate Test\nP1> activate Take\n";

#[test]
fn the_summon_of_its_kind_is_known_while_it_is_on_the_field() {
    for (test, fitting) in [
        ("synchro_summoned", [SYNCHRO, TAKEN]),
        ("xyz_summoned", [XYZ, XYZ]),
        ("link_summoned", [LINK, LINK]),
        ("tribute_summoned", [TRIBUTES, TRIBUTES]),
    ] {
        let all = [SYNCHRO, XYZ, LINK, REVIVED, TRIBUTES, NORMAL, TAKEN, TAKEN_REVIVED];
        let tests: Vec<String> =
            all.iter().map(|duel| ends(duel, fitting.contains(duel))).collect();
        check(&asking(test), &tests.concat());
    }
}

#[test]
fn the_place_of_a_special_summon_is_known_while_it_is_on_the_field() {
    for (place, fitting) in
        [("extra_deck", [SYNCHRO, LINK, TAKEN]), ("grave", [REVIVED, TAKEN_REVIVED, REVIVED])]
    {
        let all = [SYNCHRO, LINK, REVIVED, TRIBUTES, NORMAL, TAKEN, TAKEN_REVIVED];
        let tests: Vec<String> =
            all.iter().map(|duel| ends(duel, fitting.contains(duel))).collect();
        check(&asking(&format!("summoned_from {place}")), &tests.concat());
    }
    // A Normal Summon from the hand is no Special Summon.
    check(&asking("summoned_from hand"), &ends(NORMAL, false));
}

#[test]
fn a_fusion_monster_is_fusion_summoned_by_an_effect_only() {
    let fuse = "card 4 \"Fuse\"\nfacts spell\neffect activate\n  do fusion_summon monster(extra_deck, mine) with monster(mine)\n";
    let card = asking("fusion_summoned") + fuse;
    let duel = |extra: &str, act: &str, offered: bool| {
        let word = if offered { "offered" } else { "not offered" };
        format!(
            "test {act}\nturn 3 P1 main1\nP1 hand: Test; Fuse\nP1 extra: {extra}\nP1 M1 attack: Wall\nP1 M2 attack: Beast\n\
             P1> {act}\nP1> pose attack\n{word} activate Test\n"
        )
    };
    let touch = "card 5 \"Touch\"\nfacts monster fusion level 6 earth warrior atk 2200 def 1000\n  fusion \"Wall\" + \"Beast\"\n  contact send_to_grave monster(mine)\n";
    let both = duel("Fused", "activate Fuse", true) + &duel("Touch", "special summon Touch", false);
    check(&(card + touch), &both);
}

#[test]
fn a_value_follows_how_a_monster_was_summoned() {
    let card = format!(
        "card 1 \"Test\"\nfacts monster effect level 4 earth warrior atk 1000 def 1000\n\
         always monster(synchro_summoned) atk +100\nalways monster(summoned_from extra_deck) def +100\n{HELPERS}"
    );
    check(
        &card,
        "test at once\n\
         turn 3 P1 main1\n\
         P1 M1 attack: Test\n\
         P1 M2 attack: Tuner\n\
         P1 M3 attack: Wall\n\
         P1 extra: Tuned\n\
         P1> special summon Tuned\n\
         P1> choose M2\n\
         P1> pose attack\n\
         expect P1 M2 2200/1100\n\
         test not of one that came back\n\
         turn 3 P1 main1\n\
         P1 M1 attack: Test\n\
         P1 hand: Call\n\
         P1 grave: Tuned [proper]\n\
         P1> activate Call\n\
         expect P1 M2 2100/1000\n",
    );
}

#[test]
fn a_position_tells_how_a_monster_came() {
    let text = "turn 3 P1 main1\nP1 hand: Test\nP1 M1 attack: Tuned [proper, special, came-from=extra, duly]\n";
    let again = |card: &str| {
        let cards = compile(card).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let position = Position::parse(text, &cards).unwrap();
        let game: Game<'_> = position.game(&cards);
        let duel = position.start(&game, &mut Streams::new(7, [0, 1]), &mut ());
        duel.to_position(&game).unwrap()
    };
    assert!(again(&asking("synchro_summoned")).contains("special, came-from=extra, duly"));
    // Where no card asks it makes no difference, and nothing is kept.
    assert!(!again(&asking("specially_summoned")).contains("duly"));
}

#[test]
fn how_a_monster_was_summoned_is_not_asked_when_it_has_left() {
    let card = "card 1 \"Test\"\nfacts monster effect level 4 earth warrior atk 1000 def 1000\n\
                effect trigger may if monster(mine, synchro_summoned) destroyed\n  do draw 1\n";
    assert_eq!(
        refused(card),
        "3:23 how a monster was Summoned is not known any more when it has left"
    );
}

#[test]
fn what_can_never_be_a_material_is_none_while_it_is_negated_either() {
    for (word, extra) in [("no_link_material", "Link"), ("no_xyz_material", "Stack")] {
        let card = |condition: &str| {
            format!(
                "card 1 \"Test\"\nfacts monster effect level 4 earth warrior atk 1000 def 1000\n{condition}effect ignition\n  do gain 100\n\
                 card 4 \"Hush\"\nfacts spell\neffect activate\n  do give all monster(mine) negated until end_of_turn\n"
            )
        };
        let duel = |word: &str| {
            format!(
                "test it and another one\nturn 3 P1 main1\nP1 extra: {extra}\nP1 hand: Hush\nP1 M1 attack: Test\nP1 M2 attack: Wall\n\
                 {word} special summon {extra}\nP1> activate Hush\n{word} special summon {extra}\n"
            )
        };
        check(&card(&format!("condition {word}\n")), &duel("not offered"));
        check(&card(""), &duel("offered"));
    }
}
