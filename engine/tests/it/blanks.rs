//! Catalogues in which cards are played without their text, or without the one that they had.

use duelfish_cards::catalogue;
use duelfish_engine::duel_test::check;
use duelfish_engine::{Catalogue, Position};

fn with_blanks(names: &[&str]) -> Catalogue {
    let codes: Vec<_> = names.iter().map(|name| catalogue().by_name(name).unwrap()).collect();
    catalogue().clone().with_blanks(&codes).unwrap()
}

#[track_caller]
fn passes(text: &str, cards: &Catalogue) {
    let checked = check(text, "blanks", cards);
    assert!(checked.failures.is_empty(), "{}", checked.failures[0]);
    assert_eq!(checked.tests, 1);
}

#[test]
fn a_blank_spell_or_trap_is_set_and_never_activated() {
    let cards = with_blanks(&["Pot of Desires", "Drowning Mirror Force", "Mystic Box"]);
    passes(
        "test blanks\nP1 hand: Pot of Desires; Drowning Mirror Force\nP1 S1 down: Drowning Mirror Force\n\
         P1 S2 down: Pot of Desires\nP1 deck: 5* Battle Ox\noffered set Pot of Desires; set Drowning Mirror Force\n\
         not offered activate Pot of Desires; activate S1; activate S2\nP1> set Pot of Desires\n\
         not offered activate S3\nexpect P1 hand: Drowning Mirror Force\n",
        &cards,
    );
}

#[test]
fn a_blank_monster_only_fights() {
    let cards = with_blanks(&["Prediction Princess Coinorma"]);
    passes(
        "test a flip without an effect\nturn 3 P1 battle\nP1 M1 attack: Summoned Skull\n\
         P2 M1 set: Prediction Princess Coinorma\nP1> attack M1 -> M1\nexpect P2 grave: Prediction Princess Coinorma\n\
         expect P1 M1 attack: Summoned Skull\nexpect P1 hand 0\n",
        &cards,
    );
}

#[test]
fn blanks_leave_cards_with_a_text_alone() {
    let cards = with_blanks(&["Dark Hole"]);
    assert_eq!(cards.scripts(), catalogue().scripts());
}

#[test]
fn a_text_can_be_taken_out() {
    let hole = catalogue().by_name("Dark Hole").unwrap();
    let without = catalogue().scripts().clone().without(hole);
    assert_eq!(without.cards().len() + 1, catalogue().scripts().cards().len());
    for (code, script) in catalogue().scripts().cards() {
        let expected = (code != hole).then_some(script);
        assert_eq!(without.card(code), expected, "{}", catalogue().name(code));
    }
    // Artworks go with their card.
    let [reborn, artwork] = [83_764_718, 83_764_719].map(|id| catalogue().by_passcode(id).unwrap());
    let without = catalogue().scripts().clone().without(reborn);
    assert!(without.card(reborn).is_none() && without.card(artwork).is_none());
    let cards = catalogue().clone().with_scripts(without);
    assert!(Position::parse("P1 hand: Monster Reborn", &cards).is_err());
}
