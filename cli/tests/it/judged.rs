//! `duelfish cards --coverage` and `duelfish cards --mutate`.

use std::path::Path;

use crate::common::{Files, Said, run};
use serde_json::Value;

#[test]
fn coverage_adds_up() {
    let said = run(["cards", "--coverage"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("Normal Monsters"), "{}", said.out);
    let json = run(["cards", "--coverage", "--format", "json"]).json();
    let number = |value: &Value| value.as_u64().unwrap();
    for kind in json["kinds"].as_array().unwrap() {
        assert!(number(&kind["supported"]) <= number(&kind["cards"]), "{kind}");
    }
    let parts = json["parts"].as_array().unwrap();
    let users = |group: &str, part: &str| {
        let found = parts.iter().find(|p| p["group"] == group && p["part"] == part);
        number(&found.unwrap_or_else(|| panic!("no {part}"))["cards"])
    };
    // Dark Hole, Fissure, Man-Eater Bug and more; Fissure alone.
    assert!(users("verbs", "destroy") >= 8);
    assert_eq!(users("verbs", "lowest"), 1);
    assert!(parts.iter().all(|part| part["part"] != ""));
    let single = json["single_use"].as_array().unwrap();
    assert!(single.iter().any(|s| s["part"] == "lowest" && s["card"] == "Fissure"), "{single:?}");
    for one in single {
        assert_eq!(users(one["group"].as_str().unwrap(), one["part"].as_str().unwrap()), 1);
    }
    let share = json["single_use_share"].as_f64().unwrap();
    let cards = number(&json["single_use_cards"]) as f64;
    assert!((share - cards / number(&json["scripted"]) as f64).abs() < 1e-9);
}

#[test]
fn own_cards_are_counted() {
    let files = Files::new();
    let text = "card 7 \"Little Feast\"\nfacts spell\neffect activate\n  do destroy lowest atk monster(theirs)\n";
    files.write("feast.card", text);
    let args = ["cards".as_ref(), "--coverage".as_ref(), "--cards".as_ref()];
    let said = run(args.into_iter().chain([files.path().as_os_str()]));
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(!said.out.contains("verbs: lowest ("), "{}", said.out);
}

#[test]
fn decks_are_told_what_they_lack() {
    // Yu-Jo Friendship, Nibiru, the Primal Being, and an unknown passcode.
    let (ash, nibiru, unknown) = (81_332_143, 27_204_311, 4_000_000_001);
    let files = Files::new();
    let mut cards = crate::common::passcodes("normal4");
    files.deck("whole.ydk", &cards);
    cards[0] = ash;
    files.deck("one.ydk", &cards);
    cards[1] = nibiru;
    files.deck("two.ydk", &cards);
    cards[2] = unknown;
    files.deck("three.ydk", &cards);
    files.write("note.txt", "no deck");
    let args = ["cards".as_ref(), "--coverage".as_ref(), files.path().as_os_str()];
    let said = run(args);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("\n1 of 4 decks can be played\n"), "{}", said.out);
    let json = run(args.into_iter().chain(["--format", "json"].map(std::ffi::OsStr::new))).json();
    let decks = &json["decks"];
    assert_eq!(
        (decks["decks"].as_u64(), decks["playable"].as_array().unwrap().len()),
        (Some(4), 1)
    );
    let steps = decks["next"].as_array().unwrap();
    let cards: Vec<&Value> = steps.iter().map(|step| &step["cards"][0]).collect();
    assert_eq!(cards, ["Yu-Jo Friendship", "Nibiru, the Primal Being", "passcode 4000000001"]);
    assert!(steps.iter().all(|step| step["decks"].as_array().unwrap().len() == 1), "{steps:?}");
    let lacks = decks["lacking"].as_array().unwrap();
    assert!(lacks.iter().any(|deck| deck["cards"].as_array().unwrap().len() == 3), "{lacks:?}");

    // A file that is no deck is an error, and the others are told all the same.
    files.write("broken.ydk", "what is this\n");
    let said = run(args);
    assert_eq!(said.code, 1);
    assert!(said.error().contains("broken.ydk:1: "), "{}", said.err);
    assert!(said.out.contains("1 of 4 decks can be played"), "{}", said.out);
}

/// Notices whether both monsters are gone, and whose they are.
const GOOD: &str = "test both sides are destroyed\nP1 hand: Dark Hole\nP1 M1 attack: Battle Ox\n\
                    P2 M1 attack: Battle Ox\nP1> activate Dark Hole\nexpect P1 M1 empty\n\
                    expect P2 M1 empty\nexpect P1 grave: Battle Ox; Dark Hole\n\
                    expect P2 grave: Battle Ox\n";
/// Notices nothing at all.
const WEAK: &str = "test it can be activated\nP1 hand: Dark Hole\nP1 M1 attack: Battle Ox\n\
                    P2 M1 attack: Battle Ox\noffered activate Dark Hole\n";

fn mutate(tests: &Path, rest: &[&str]) -> Said {
    let args = ["cards".as_ref(), "--mutate".as_ref(), "--tests".as_ref(), tests.as_os_str()];
    run(args.into_iter().chain(rest.iter().map(AsRef::as_ref)))
}

#[test]
fn good_tests_kill_what_weak_ones_let_live() {
    let files = Files::new();
    files.write("dark-hole.duel", GOOD);
    let said = mutate(files.path(), &["Dark Hole"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(said.out.contains(" 0 survived"), "{}", said.out);

    files.write("dark-hole.duel", WEAK);
    let said = mutate(files.path(), &["Dark Hole"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let line = said.out.lines().next().unwrap();
    let (key, place) = line.split_once("  (").unwrap();
    assert_eq!(place, "cards/pool/dark-hole.card:3)");
    assert!(key.starts_with("dark-hole: do destroy all monster(field) -> do "), "{key}");
    let json = mutate(files.path(), &["53129443", "--format", "json"]);
    assert_eq!((json.code, json.err.as_str()), (1, ""));
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let survivors = json["survivors"].as_array().unwrap();
    assert!(!survivors.is_empty() && survivors[0]["line"] == 3, "{json}");
    assert_eq!(json["cards"], 1);

    // Survivors with a reason are fine; a reason without a survivor is told.
    let keys = said.out.lines().filter_map(|line| line.split_once("  (")).map(|(key, _)| key);
    let mut list: String = keys.map(|key| format!("{key}  # it is only a test\n")).collect();
    list += "dark-hole: do nothing -> do something  # gone\n";
    files.write("survivors.txt", list);
    let said = mutate(files.path(), &["Dark Hole"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(said.out.contains("no survivor any more: dark-hole: do nothing"), "{}", said.out);
}

#[test]
fn cards_without_tests_and_broken_tests_are_told() {
    let files = Files::new();
    files.write("dark-hole.duel", GOOD.replace("P2 M1 empty", "P2 M1 attack: Battle Ox"));
    let said = mutate(files.path(), &[]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("dark-hole.duel: fails without any change"), "{}", said.out);
    assert!(
        said.out.contains(" Ancient Telescope, ") && said.out.contains("without tests: "),
        "{}",
        said.out
    );
}

#[test]
fn what_can_not_be_judged() {
    let files = Files::new();
    files.write("dark-hole.duel", GOOD);
    let error = |said: &Said| {
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        said.error().to_owned()
    };
    let said = mutate(Path::new("no/such/place"), &[]);
    assert!(error(&said).starts_with("no/such/place: there is no such directory"), "{}", said.err);
    let said = mutate(files.path(), &["Nobody at all"]);
    assert_eq!(error(&said), "there is no card `Nobody at all`");
    let said = mutate(files.path(), &["Battle Ox"]);
    assert!(error(&said).starts_with("Battle Ox has no card file"), "{}", said.err);
    files.write("survivors.txt", "dark-hole: a -> b\n");
    let said = mutate(files.path(), &["Dark Hole"]);
    assert!(error(&said).contains("survivors.txt:1: the line has no reason"), "{}", said.err);
    files.write("survivors.txt", "\ndark hole  # why\n");
    let said = mutate(files.path(), &["Dark Hole"]);
    assert!(error(&said).contains("survivors.txt:2: write `CARD: WAS -> NOW"), "{}", said.err);
    let said = run(["cards", "--tests", "here"]);
    assert!(error(&said).contains("--mutate"), "{}", said.err);
}

#[test]
fn own_cards_are_judged_too() {
    let files = Files::new();
    let text = "card 7 \"Little Feast\"\nfacts spell\neffect activate\n  do gain 500\n";
    files.write("feast.card", text);
    let test =
        "test a feast\nP1 hand: Little Feast\nP1> activate Little Feast\nexpect P1 lp 8500\n";
    files.write("little-feast.duel", test);
    let own = files.path().to_str().unwrap();
    let said = mutate(files.path(), &["Little Feast", "--cards", own]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(said.out.contains("2 mutants of 1 card: 2 killed"), "{}", said.out);
    files.write("little-feast.duel", test.replace("expect P1 lp 8500", "expect P1 hand:"));
    let said = mutate(files.path(), &["Little Feast", "--cards", own]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("little-feast: do gain 500 -> do gain 600  ("), "{}", said.out);
    assert!(said.out.contains("feast.card:4)"), "{}", said.out);
}

#[test]
fn decks_full_of_cards_are_played() {
    let args = ["cards", "--duels", "3", "gravekeeper", "--format", "json"];
    let played = run(args).json();
    // All cards share decks of 13 names.
    assert!(played["decks"].as_u64().unwrap() >= 1, "{played}");
    assert_eq!((&played["duels_each"], &played["limits"]), (&3.into(), &0.into()));
    assert!(played["panics"].as_array().unwrap().is_empty(), "{played}");
    let said = run(["cards", "--duels", "3", "no such card"]);
    assert_eq!(said.code, 2);
    assert_eq!(said.error(), "no card with effects has `no such card` in its name");
}
