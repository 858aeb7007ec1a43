//! Whatever is put in, one clear line says what is wrong with it.

use std::ffi::OsStr;

use crate::common::{Files, Said, duelfish, passcodes, run, starter, ydke};

/// A match of this deck, given in either place, and a check of it all fail with the same error.
fn refused(deck: impl AsRef<OsStr>) -> String {
    let (deck, good) = (deck.as_ref(), starter("normal4"));
    let errors = [[deck, good.as_ref()], [good.as_ref(), deck]].map(|[a, b]| {
        let said = run(["match".as_ref(), a, b, "--games=1".as_ref()]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        said.error().to_owned()
    });
    assert_eq!(errors[0], errors[1]);
    let check = run(["deck".as_ref(), "check".as_ref(), deck]);
    assert_eq!(check.code, 1);
    assert!((check.out + &check.err).contains(&errors[0]), "{}", errors[0]);
    for command in [vec!["perft", &good], vec!["bench", "--decks", &good]] {
        let args = command.into_iter().map(OsStr::new).chain([deck]);
        let said = run(args);
        assert_eq!((said.code, said.error()), (2, errors[0].as_str()));
    }
    errors[0].clone()
}

#[track_caller]
fn says(error: &str, parts: &[&str]) {
    for part in parts {
        assert!(error.contains(part), "no {part} in {error}");
    }
}

#[test]
fn files_that_are_no_decks() {
    let files = Files::new();
    let empty = files.write("empty.ydk", "");
    says(&refused(&empty), &["empty.ydk: no cards"]);
    let binary = files.write("binary.ydk", [0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 0xfe, 10, 0x80]);
    says(&refused(&binary), &["binary.ydk:1: ", "is no text"]);
    let words = files.write("words.ydk", "#main\n69140098\nthree elves\n");
    says(&refused(&words), &["words.ydk:3: \"three elves\" is no passcode"]);
    let negative = files.write("negative.ydk", "#main\n-3\n");
    says(&refused(&negative), &["negative.ydk:2: ", "is negative"]);
    let big = files.write("big.ydk", "99999999999\n");
    says(&refused(&big), &["big.ydk:1: ", "too big"]);
    let long = files.write("long.ydk", "# nothing\n".repeat(300_000));
    says(&refused(&long), &["long.ydk: ", "too many"]);
    says(&refused("decks/none.ydk"), &["decks/none.ydk: there is no such file"]);
    // A match has two decks; `deck check` checks all of a directory.
    let said = run(["match", "decks", &starter("normal4"), "--games=1"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    says(said.error(), &["decks: this is a directory"]);
}

#[test]
fn decks_that_break_the_rules() {
    let files = Files::new();
    let good = passcodes("vanilla-40");
    let one = files.deck("one.ydk", &good[..1]);
    says(&refused(&one), &["one.ydk: the Main Deck has 1 card; add 39"]);

    let mut cards = good.clone();
    cards[7] = 123;
    let unknown = files.deck("unknown.ydk", &cards);
    says(&refused(&unknown), &["unknown.ydk:9: no known card has passcode 123"]);

    cards[7] = 84_211_599;
    let unsupported = files.deck("chaos.ydk", &cards);
    says(&refused(&unsupported), &["chaos.ydk:9: Pot of Prosperity", "cannot be played yet"]);

    // Nobody has more than three of a card, wherever the fourth lies.
    let card = passcodes("normal4")[0];
    let mut cards = passcodes("normal4");
    cards.push(card);
    let four = files.deck("four.ydk", &cards);
    says(&refused(&four), &["four.ydk:44: ", &format!("({card}) is in the deck 4 times")]);

    let mut cards = passcodes("normal4");
    for name in ["normal46", "vanilla-40"] {
        let known = cards.clone();
        cards.extend(passcodes(name).into_iter().filter(|card| !known.contains(card)));
    }
    cards.truncate(61);
    assert_eq!(cards.len(), 61);
    let many = files.deck("many.ydk", &cards);
    says(&refused(&many), &["many.ydk:62: the Main Deck has 61 cards; remove 1"]);
}

/// Each of several faults has a line of its own.
#[test]
fn every_unplayable_card_is_an_error_line() {
    let files = Files::new();
    let mut cards = passcodes("vanilla-40");
    cards[..2].copy_from_slice(&[81_332_143, 84_211_599]);
    let deck = files.deck("two.ydk", &cards);
    let said = run(["match".as_ref(), deck.as_os_str(), deck.as_os_str()]);
    assert_eq!(said.code, 2);
    let is_note = |line: &&str| line.starts_with("note: ");
    let lines: Vec<&str> = said.err.lines().filter(|line| !is_note(line)).collect();
    assert_eq!(lines.len(), 2, "{}", said.err);
    assert!(lines.iter().all(|line| line.starts_with("error: ")), "{}", said.err);
}

#[test]
fn damaged_urls() {
    says(&refused("ydke://"), &["ydke URL:1: ", "copy the whole URL again"]);
    says(&refused("ydke://not base64!!!"), &["ydke URL:1: ", "is not base64"]);
    says(&refused("ydke://AAA=!!!"), &["ydke URL:1: ", "no multiple of 4"]);
    says(&refused("ydke://!!!"), &["ydke URL: no cards"]);
    let mut cards = passcodes("vanilla-40");
    cards[4] = 123;
    says(&refused(ydke(&cards)), &["ydke URL:1", "card 5", "no known card has passcode 123"]);
}

#[cfg(target_os = "linux")]
#[test]
fn paths_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt as _;

    let files = Files::new();
    let path = files.path().join(OsStr::from_bytes(b"el\xffves.ydk"));
    says(&refused(&path), &["el\u{fffd}ves.ydk: there is no such file"]);
    std::fs::copy(crate::common::root().join(starter("normal4")), &path).unwrap();
    let said = run(["deck".as_ref(), "check".as_ref(), path.as_os_str()]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let said = run(["conform".as_ref(), path.as_os_str()]);
    assert_eq!(said.code, 1);
    says(said.error(), &["el\u{fffd}ves.ydk:1: "]);
}

#[test]
fn paths_with_line_breaks_stay_on_one_line() {
    says(&refused("no\nsuch\ndeck.ydk"), &["no?such?deck.ydk: there is no such file"]);
}

/// Standard error of a command line that can't be understood.
fn misunderstood(args: &str) -> String {
    let said = duelfish(args);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{args}");
    let error = said.error();
    assert!(error.ends_with(" --help`"), "{args}: {error}");
    error.to_owned()
}

#[test]
fn options_that_mean_nothing() {
    let decks = format!("{} {}", starter("normal4"), starter("normal46"));
    for (options, parts) in [
        ("--games 0", ["--games", "from 1 to 1000000000"]),
        ("--games -5", ["'-5' for '--games", "whole number"]),
        ("--games 1e3", ["'1e3' for '--games", "whole number"]),
        ("--games 99999999999999999999", ["--games", "whole number"]),
        ("--seed -1", ["'-1' for '--seed", "from 0 to 18446744073709551615"]),
        ("--threads 0", ["--threads", "from 1 to 1024"]),
        ("--threads -2", ["--threads", "from 1 to 1024"]),
        ("--bot-a nonsense", ["there is no bot `nonsense`", "random, heuristic, greedy"]),
        ("--bot-b greedy:depth=9", ["has no option `depth`", "random, heuristic, greedy"]),
        ("--rules mr9", ["there is no such preset", "mr5, hat, edison, goat, classic"]),
        ("--format xml", ["'xml'", "table, json"]),
        ("--game 5", ["unexpected argument '--game'", "'--games'"]),
        ("one-more.ydk", ["unexpected argument", "one-more.ydk"]),
    ] {
        let error = misunderstood(&format!("match {decks} {options}"));
        says(&error, &parts);
        says(&error, &["see `duelfish match --help`"]);
    }
    let error = misunderstood(&format!("perft {decks} --depth 0"));
    says(&error, &["--depth", "from 1 to 12", "see `duelfish perft --help`"]);
    says(&misunderstood("bench --games -1"), &["--games", "whole number"]);
    says(
        &misunderstood(&format!("bench --decks {}", starter("normal4"))),
        &["--decks", "2 values"],
    );
}

#[test]
fn commands_that_do_not_exist_or_lack_something() {
    says(&misunderstood("match one.ydk"), &["<B>", "see `duelfish match --help`"]);
    says(&misunderstood("conform"), &["<FILE>"]);
    says(&misunderstood("deck check"), &["<FILE>", "see `duelfish deck check --help`"]);
    says(&misunderstood("card"), &["<ID_OR_NAME>"]);
    says(&misunderstood("mtach"), &["'mtach'", "'match'", "see `duelfish --help`"]);
}

#[test]
fn cards_that_do_not_exist() {
    let one_line = |said: &Said| {
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        said.error().to_owned()
    };
    says(&one_line(&run(["cards", "no such card"])), &["no card has `no such card`"]);
    let said = run(["cards", "Accesscode Talker", "--supported"]);
    says(&one_line(&said), &["no supported card has `Accesscode Talker`"]);
    let said = run(["cards", "no such card", "--format", "json"]);
    assert_eq!((said.code, said.out.as_str()), (1, "[]\n"));
    for card in ["123", "no such card", "", "99999999999"] {
        let said = run(["card", card]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        says(said.error(), &[&format!("there is no card `{card}`")]);
    }
}
