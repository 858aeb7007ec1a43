//! `--cards DIR`: cards of one's own.

use crate::common::{Files, Said, run, starter};

const FEAST: &str = "card 7 \"Little Feast\"\nfacts spell\neffect activate\n  do gain 500\n";
const GUARD: &str =
    "card 8 \"Patient Guard\"\nfacts monster level 4 earth warrior atk 1200 def 1900\n";

/// Runs a command with the cards of the files' directory.
fn with_own(files: &Files, args: &[&str]) -> Said {
    let own = ["--cards".as_ref(), files.path().as_os_str()];
    run(args.iter().map(AsRef::as_ref).chain(own))
}

fn own() -> Files {
    let files = Files::new();
    files.write("feast.card", FEAST);
    files.write("guard.card", GUARD);
    files.write("notes.txt", "not a card");
    files
}

#[test]
fn cards_of_a_directory_are_known_to_every_command() {
    let files = own();
    let said = with_own(&files, &["card", "Little Feast"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.starts_with("Little Feast (7)\nSpell\nsupported\n"), "{}", said.out);
    assert!(said.out.contains("you gain 500 Life Points"), "{}", said.out);
    let said = with_own(&files, &["cards", "patient guard", "--supported"]);
    assert!(said.out.contains("Patient Guard") && said.out.ends_with("1 card\n"), "{}", said.out);

    let test = "test a feast\nP1 hand: Little Feast; Patient Guard\nP1> activate Little Feast\n\
                expect P1 lp 8500\n";
    let test = files.write("feast.duel", test);
    let said = with_own(&files, &["test", test.to_str().unwrap()]);
    assert_eq!((said.code, said.out.as_str()), (0, "1 tests, 0 failed\n"));

    let here = files.write("here.txt", "P1 hand: Patient Guard\nP1 deck: 5* Patient Guard\n");
    let said = with_own(&files, &["perft", "--position", here.to_str().unwrap(), "--depth", "1"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let said = with_own(&files, &["why", here.to_str().unwrap(), "summon Patient Guard"]);
    assert!(said.out.starts_with("Legal: "), "{}", said.out);
}

#[test]
fn decks_may_have_own_cards() {
    let files = own();
    let mut cards = crate::common::passcodes("normal4");
    cards[..6].copy_from_slice(&[7, 7, 7, 8, 8, 8]);
    let deck = files.deck("own.ydk", &cards);
    let (deck, other) = (deck.to_str().unwrap(), starter("kaiba"));
    let said = with_own(&files, &["match", deck, &other, "--games=20", "--format=json"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(said.json()["games"], 20);
    let said = with_own(&files, &["bench", "--games=5", "--format=json", "--decks", deck, &other]);
    assert_eq!(said.code, 0, "{}", said.err);
    let said = with_own(&files, &["deck", "check", deck]);
    assert_eq!(said.code, 0, "{}", said.out);
    // Without the directory nobody knows them.
    let said = run(["match", deck, &other]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("own.ydk:2"), "{}", said.err);
    assert!(said.err.contains("no known card has passcode 7"), "{}", said.err);
}

#[test]
fn the_default_bench_is_the_same_with_own_cards() {
    let files = own();
    let signature = |said: Said| said.json()["signature"].clone();
    let own = with_own(&files, &["bench", "--games=1", "--format=json"]);
    assert_eq!(signature(own), signature(run(["bench", "--games=1", "--format=json"])));
}

#[test]
fn a_faulty_card_is_shown_with_its_place() {
    let files = own();
    files.write("wrong.card", FEAST.replace("gain", "gian").replace("card 7", "card 9"));
    let said = with_own(&files, &["card", "Little Feast"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("there is no verb `gian`"), "{}", said.err);
    assert!(said.err.contains("wrong.card:4:6"), "{}", said.err);
    assert!(said.err.contains("did you mean `gain`?"), "{}", said.err);
}

#[test]
fn one_card_in_two_places_names_both() {
    let files = Files::new();
    files.write("hole.card", "card 53129443 \"Dark Hole\"\neffect activate\n  do gain 500\n");
    let said = with_own(&files, &["card", "Dark Hole"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("stands already in cards/pool/dark-hole.card:1"), "{}", said.err);
    assert!(said.err.contains("hole.card:1:1"), "{}", said.err);
    let files = own();
    files.write("other.card", FEAST);
    let said = with_own(&files, &["card", "Dark Hole"]);
    assert!(said.err.contains("stands already in") && said.err.contains("feast.card:1"));
}

#[test]
fn directories_without_cards() {
    let files = Files::new();
    for command in [vec!["cards"], vec!["bench"], vec!["card", "x"], vec!["test", "x"]] {
        let said = with_own(&files, &command);
        assert_eq!(said.code, 2);
        assert!(said.error().contains("there is no card file in this directory"), "{}", said.err);
    }
    let said = run(["cards", "--cards", "no/such/place"]);
    assert_eq!(said.error(), "no/such/place: there is no such directory; check the path");
    let said = run(["cards", "--cards", "README.md"]);
    assert!(said.error().starts_with("README.md: this is no directory"), "{}", said.err);
    files.write("binary.card", [0xff, 0xfe, 0]);
    let said = with_own(&files, &["cards"]);
    assert!(said.error().contains("binary.card: this is no text"), "{}", said.err);
}

/// A card that gives something small as often as one likes: no bot plays it round and round until a limit
/// ends the duel.
#[test]
fn a_card_without_end_traps_no_bot() {
    let files = Files::new();
    let text = "card 900000001 \"Little Spring\"\n\
                facts monster effect level 4 earth warrior atk 1000 def 1000\n\
                effect ignition\n  do gain 1\n";
    files.write("spring.card", text);
    let mut cards = crate::common::passcodes("normal4");
    cards[..3].fill(900_000_001);
    let deck = files.deck("spring.ydk", &cards).display().to_string();
    for bot in ["heuristic", "greedy", "planner:nodes=60", "mcts:iters=10"] {
        let kaiba = starter("kaiba");
        let bots = ["--bot-a", bot, "--bot-b", bot];
        let args = [&["match", &deck, &kaiba, "--games=20", "--format=json"][..], &bots].concat();
        let report = with_own(&files, &args).json();
        assert_eq!(report["ended_by"]["limit"], 0, "{bot}");
        // Most duels with so few cards have some hundred decisions; a limit comes after 50,000.
        assert!(
            report["decisions"].as_u64().unwrap() < 20 * 2000,
            "{bot}: {}",
            report["decisions"]
        );
    }
}
