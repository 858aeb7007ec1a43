//! `duelfish hands`.

use crate::common::{Files, run, starter};
use serde_json::Value;

const GOAT: &str = "decks/goat/ygobench_goat_control_v1.ydk";

/// The report of a program that was asked for these things.
fn asked(args: &[&str]) -> Value {
    let fixed = ["hands", GOAT, "--hands", "20000", "--format", "json"];
    run(fixed.iter().chain(args)).json()
}

#[test]
fn exact_and_counted_numbers_stand_side_by_side() {
    let json = asked(&["--want", "Pot of Greed", "--want", "at least 1 monster and no traps"]);
    assert_eq!((&json["schema"], &json["main"]), (&1.into(), &40.into()));
    assert_eq!((&json["seed"], &json["rules"]), (&1.into(), &"mr5".into()));
    let wants = json["wants"].as_array().unwrap();
    assert_eq!(wants[0]["condition"], "at least 1 \"Pot of Greed\"");
    assert_eq!(wants[1]["condition"], "at least 1 monsters and no Traps");
    for (seat, (going, cards)) in [("first", 5), ("second", 6)].into_iter().enumerate() {
        let chance = &wants[0]["chances"][seat];
        assert_eq!((&chance["going"], &chance["turn"]), (&going.into(), &1.into()));
        assert_eq!(chance["cards"], cards);
        // One copy among so many cards of 40.
        assert!((chance["exact"].as_f64().unwrap() - f64::from(cards) / 40.0).abs() < 1e-12);
    }
    for chance in wants.iter().flat_map(|want| want["chances"].as_array().unwrap()) {
        let number = |value: &Value| value.as_f64().unwrap();
        let simulated = &chance["simulated"];
        let share = number(&simulated["held"]) / number(&simulated["hands"]);
        assert_eq!(number(&simulated["share"]), share);
        let exact = number(&chance["exact"]);
        let sigma = (exact * (1.0 - exact) / 20_000.0).sqrt();
        assert!((share - exact).abs() < 5.0 * sigma, "{chance}");
        assert!(number(&simulated["ci95"][0]) < share && share < number(&simulated["ci95"][1]));
    }
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    let held = |args: &[&str]| {
        let json = asked(&[&["--want", "exactly 2 monsters"], args].concat());
        json["wants"].clone()
    };
    let one = held(&["--threads", "1"]);
    assert_eq!(one, held(&["--threads", "3"]));
    assert_ne!(one, held(&["--seed", "2"]));
}

#[test]
fn rules_and_turns_say_how_many_cards_are_seen() {
    let seen = |args: &[&str]| -> Vec<u64> {
        let json = asked(&[&["--want", "Jinzo"], args].concat());
        let chances = json["wants"][0]["chances"].as_array().unwrap();
        chances.iter().map(|chance| chance["cards"].as_u64().unwrap()).collect()
    };
    assert_eq!(seen(&[]), [5, 6]);
    assert_eq!(seen(&["--rules", "goat"]), [6, 6]);
    assert_eq!(seen(&["--by-turn", "3"]), [5, 6, 6, 7, 7, 8]);
}

#[test]
fn without_a_condition_every_card_is_listed() {
    let json = asked(&["--rules", "goat", "--by-turn", "2"]);
    assert!(json.get("wants").is_none());
    let cards = json["cards"].as_array().unwrap();
    let copies: u64 = cards.iter().map(|card| card["copies"].as_u64().unwrap()).sum();
    assert_eq!(copies, 40);
    let pot = cards.iter().find(|card| card["name"] == "Pot of Greed").unwrap();
    assert!((pot["chances"][0]["at_least_one"].as_f64().unwrap() - 7.0 / 40.0).abs() < 1e-12);
    let kinds = json["kinds"].as_array().unwrap();
    assert_eq!(kinds.iter().map(|kind| kind["copies"].as_u64().unwrap()).sum::<u64>(), 40);

    let said = run(["hands", GOAT]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.starts_with("ygobench_goat_control_v1 (40 cards), rules mr5\n"));
    let line = |name: &str| said.out.lines().find(|line| line.starts_with(name)).unwrap();
    let words: Vec<&str> = line("Pot of Greed").split_whitespace().skip(3).collect();
    assert_eq!(words, ["1", "12.50%", "0.125", "15.00%", "0.150"]);
    assert!(line("Traps").ends_with("0%"));
}

#[test]
fn cards_that_the_deck_lacks_are_noted() {
    let said = run([
        "hands",
        &starter("yugi"),
        "--hands=100",
        "--want",
        "Jinzo or Jinzo or DIVINE monsters",
    ]);
    assert_eq!(said.code, 0);
    let notes = "note: Jinzo is not in the Main Deck and counts 0\n\
                 note: the Main Deck has no DIVINE monsters\n";
    assert_eq!(said.err, notes);
    assert!(said.out.contains("first      1      5     0%         0%  0% to "), "{}", said.out);
    let json = asked(&["--want", "Summoned Skull"]);
    assert_eq!(json["notes"][0], "Summoned Skull is not in the Main Deck and counts 0");
}

/// Standard error of a condition that can't be read.
fn refused(condition: &str) -> String {
    let said = run(["hands", GOAT, "--want", "monsters", "--want", condition]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{condition}");
    said.err
}

#[test]
fn faults_are_marked_under_the_text() {
    let shown = "error: no card and no class is called `Pot of Gred`; did you mean `Pot of Greed`?\n  \
                 exactly 1 of Pot of Gred or Jinzo\n               ^^^^^^^^^^^\n";
    assert_eq!(refused("exactly 1 of Pot of Gred or Jinzo"), shown);
    for (condition, part) in [
        ("", "nothing is asked"),
        ("2 traps", "write `exactly 2` or `at least 2`"),
        ("(Jinzo", "this parenthesis is not closed"),
        ("'Jinzo", "this quote is not closed"),
        ("Jinzo and Sangan or Raigeki", "can be meant in two ways"),
        ("Jinz\n\u{7}zo", "is called `Jinz  zo`"),
    ] {
        let error = refused(condition);
        assert!(error.starts_with("error: ") && error.contains(part), "{error}");
        assert_eq!(error.lines().count(), 3, "{error}");
    }
}

#[test]
fn decks_and_numbers_that_will_not_do() {
    let files = Files::new();
    let small = files.deck("small.ydk", &[69_140_098, 69_140_098]);
    for want in [&["--want", "Gemini Elf"][..], &[]] {
        let said = run(["hands".as_ref(), small.as_os_str()]
            .into_iter()
            .chain(want.iter().map(std::ffi::OsStr::new)));
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.error().contains("small.ydk: 5 cards can't be drawn from 2;"), "{}", said.err);
    }
    let said = run(["hands", GOAT, "--by-turn", "40"]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains(".ydk: 44 cards can't be drawn from 40;"), "{}", said.err);
    let side = files.write("side.ydk", "!side\n69140098\n");
    let said = run(["hands".as_ref(), side.as_os_str()]);
    assert!(
        said.error().ends_with("side.ydk: the Main Deck has no cards; choose a deck with some")
    );
    for (option, part) in [
        ("--hands=0", "from 1 to 100000000"),
        ("--by-turn=0", "from 1 to 100"),
        ("--threads=0", "from 1 to 1024"),
        ("--rules=mr9", "there is no such preset"),
    ] {
        let said = run(["hands", GOAT, option]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.error().contains(part), "{}", said.err);
    }
    let said = run(["hands", "none.ydk"]);
    assert_eq!((said.code, said.error()), (2, "none.ydk: there is no such file; check the path"));
}
