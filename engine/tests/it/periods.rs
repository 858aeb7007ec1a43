//! Card files with texts of earlier times, and the rules that play them.

use duelfish_engine::{Catalogue, DeckList, Game, Opening, Rules, SetupError, Texts};
use duelfish_script::language;
use duelfish_script::{Num, Op, Who};

use crate::language::{HOLE, error, errors, loaded, ops};

/// How many cards a Spell draws that does nothing else.
fn drawn(cards: &Catalogue, name: &str) -> Num {
    let mut effects = cards.scripts().effects_of(cards.by_name(name).unwrap());
    let body = effects.next().unwrap().1.body.0;
    assert!(effects.next().is_none());
    match ops(cards.scripts(), body)[..] {
        [Op::Draw(Who::Me, amount)] => cards.scripts().num(amount),
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn a_period_has_its_own_text() {
    let text = "card 53129443 \"Dark Hole\"\neffect activate\n do draw 1\n\
                text goat\nequip monster\nalways host atk +100\n\
                card 19523799 \"Ookazi\"\neffect activate\n do draw 2\n";
    let fault = errors(text);
    assert_eq!(fault, ["5:7+7 only an Equip Spell or a Trap can say what it is equipped to / -"]);
    let text = text.replace("equip monster\nalways host atk +100", "effect activate\n do draw 3");
    let cards = loaded(&text);
    let then = cards.with_texts(Texts::Goat);
    assert_eq!(drawn(&cards, "Dark Hole"), Num::Value(1));
    assert_eq!(drawn(then, "Dark Hole"), Num::Value(3));
    // A card without a text of the period says what it says now.
    assert_eq!(drawn(then, "Ookazi"), Num::Value(2));
    assert!(std::ptr::eq(cards.with_texts(Texts::Modern), &cards));
    assert!(std::ptr::eq(cards.with_texts(Texts::Goat), then));
    // Cards that are loaded later are added to the texts of both periods.
    let more =
        ("b".to_owned(), "card 4206964 \"Trap Hole\"\neffect activate\n do draw 4".to_owned());
    let more = language::load_onto(cards.scripts().clone(), &[more], &cards).unwrap();
    let hole = cards.by_name("Dark Hole").unwrap();
    let without = more.clone().without(hole);
    let both = cards.clone().with_scripts(more);
    assert_eq!(drawn(both.with_texts(Texts::Goat), "Trap Hole"), Num::Value(4));
    assert_eq!(drawn(both.with_texts(Texts::Goat), "Dark Hole"), Num::Value(3));
    let neither = cards.clone().with_scripts(without);
    assert!(neither.with_texts(Texts::Goat).scripts().card(hole).is_none());
    // No card has a text of 2010 here, so the table is the one of today.
    assert!(std::ptr::eq(cards.with_texts(Texts::Edison), &cards));
    // Rules say which one a duel is played with, and a duel with another one is refused.
    let game = Game { rules: Rules::GOAT, cards: &cards };
    let list = DeckList { main: &[hole], extra: &[] };
    assert_eq!(Opening::new(&game, [list, list]).unwrap_err(), SetupError::Texts);
    assert!(Opening::new(&Game::new(Rules::GOAT, &cards), [list, list]).is_ok());
    assert!(Opening::new(&Game::new(Rules::MR5, &cards), [list, list]).is_ok());
}

#[test]
fn each_period_has_its_text_or_two_share_one() {
    let draw = |amount| format!("effect activate\n do draw {amount}\n");
    let text = [
        "card 53129443 \"Dark Hole\"\n",
        &draw(1),
        "text goat\n",
        &draw(2),
        "text edison\n",
        &draw(3),
        "card 19523799 \"Ookazi\"\n",
        &draw(4),
        "text edison goat\n",
        &draw(5),
        "card 4206964 \"Trap Hole\"\n",
        &draw(6),
        "text edison\n",
        &draw(7),
    ]
    .concat();
    let cards = loaded(&text);
    let names = ["Dark Hole", "Ookazi", "Trap Hole"];
    for (rules, amounts) in [
        (Rules::MR5, [1, 4, 6]),
        (Rules::HAT, [1, 4, 6]),
        (Rules::CLASSIC, [1, 4, 6]),
        (Rules::GOAT, [2, 5, 6]),
        (Rules::EDISON, [3, 5, 7]),
        (Rules { texts: Texts::Modern, ..Rules::EDISON }, [1, 4, 6]),
    ] {
        let found = names.map(|name| drawn(Game::new(rules.clone(), &cards).cards, name));
        assert_eq!(found, amounts.map(Num::Value), "{}", rules.name);
    }
    // A table of one period is no table of another.
    let game = Game { rules: Rules::EDISON, cards: &cards };
    let hole = cards.by_name("Dark Hole").unwrap();
    let list = DeckList { main: &[hole], extra: &[] };
    assert_eq!(Opening::new(&game, [list, list]).unwrap_err(), SetupError::Texts);
}

#[test]
fn lines_of_a_period_are_read_as_others() {
    let with = |line: &str| error(HOLE, &format!("effect activate\ndo draw 1\n{line}"));
    assert_eq!(with("text goad"), "4:6+4 there is no period `goad` / did you mean `goat`?");
    assert_eq!(with("text 2005"), "4:6+4 `2005` stands where a period is wanted / -");
    assert_eq!(
        with("text goat"),
        "4:1+4 nothing says what this card does / add a line `effect activate` and one with `do`"
    );
    assert_eq!(
        with("text goat edisn"),
        "4:11+5 there is no period `edisn` / did you mean `edison`?"
    );
    assert_eq!(with("text goat goat"), "4:11+4 a second text of `goat` / -");
    for second in ["text goat", "text edison", "text edison goat"] {
        let wrong = with(&format!("text goat edison\neffect activate\ndo draw 1\n{second}"));
        let word = &second[5..];
        let first = word.split(' ').next().unwrap();
        let length = first.len();
        assert_eq!(wrong, format!("7:6+{length} a second text of `{first}` / -"));
    }
    // A block for two periods has its faults once.
    assert_eq!(
        errors(&format!("card {HOLE}\neffect activate\ndo draw 1\ntext goat edison\ndo draw 2")),
        ["5:1+2 this clause belongs to no effect / put a line like `effect activate` before it"]
    );
    let compiled = "text goat edison\nequip monster\nalways host atk +100";
    assert_eq!(
        errors(&format!("card {HOLE}\neffect activate\ndo draw 1\n{compiled}")),
        ["5:7+7 only an Equip Spell or a Trap can say what it is equipped to / -"]
    );
    assert_eq!(
        with("text goat\nfacts spell\neffect activate\ndo draw 1"),
        "5:1+5 a period's text has no `facts` of its own / what is printed besides the text is the same always"
    );
    assert_eq!(
        with("text goat\neffect activate\ndo drow 1"),
        "6:4+4 there is no verb `drow` / did you mean `draw`?"
    );
}
