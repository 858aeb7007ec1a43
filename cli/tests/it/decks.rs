//! `duelfish deck check`, `duelfish cards` and `duelfish card`.

use crate::common::{Files, STARTERS, duelfish, passcodes, run, start, starter, ydke};
use serde_json::Value;

#[test]
fn the_shipped_decks_are_playable() {
    let paths = STARTERS.map(starter);
    let said = duelfish(&format!("deck check {}", paths.join(" ")));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let mut lines = said.out.lines();
    for path in &paths {
        assert!(lines.next().unwrap().starts_with(&format!("{path}: playable (main 4")));
    }
    assert_eq!(lines.next(), Some("3 of 3 decks playable"));
    assert_eq!(lines.next(), None);

    let json = duelfish(&format!("deck check {} --format json", paths.join(" "))).json();
    for (deck, name) in json.as_array().unwrap().iter().zip(STARTERS) {
        assert_eq!(deck["playable"], true);
        assert_eq!(deck["main"], passcodes(name).len());
        assert_eq!(
            (&deck["problems"], &deck["notes"]),
            (&Value::Array(Vec::new()), &deck["notes"])
        );
    }
}

#[test]
fn unknown_and_unsupported_cards_are_all_listed() {
    let files = Files::new();
    let mut cards = passcodes("normal4");
    // Lines 2, 4 and 5; Yu-Jo Friendship and Pot of Prosperity can't be played yet.
    cards.splice(0..0, [123, cards[0], 81_332_143, 84_211_599]);
    cards.push(456);
    let last = cards.len() + 1;
    let path = files.deck("gaps.ydk", &cards);
    let said = run(["deck".as_ref(), "check".as_ref(), path.as_os_str()]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let file = path.display();
    for line in [
        format!("{file}: not playable\n"),
        format!("  {file}:2: no known card has passcode 123;"),
        format!("  {file}:{last}: no known card has passcode 456;"),
        format!("  {file}:4: Yu-Jo Friendship (81332143), 1 copy,"),
        format!("  {file}:5: Pot of Prosperity (84211599), 1 copy,"),
        "\n0 of 1 deck playable\n".to_owned(),
    ] {
        assert!(said.out.contains(&line), "{line} is not in {}", said.out);
    }
    // What else is wrong, like four copies, is said too; sizes nobody knows.
    assert!(said.out.contains("is in the deck 4 times"), "{}", said.out);
    assert!(!said.out.contains("the Main Deck has"), "{}", said.out);
}

#[test]
fn a_deck_is_checked_against_the_list_of_its_rules() {
    let files = Files::new();
    let mut cards = passcodes("normal4");
    // Line 2 is Dandylion, which is newer than the format; Pot of Greed is limited to one.
    cards.splice(0..3, [15_341_821, 55_144_522, 55_144_522]);
    let path = files.deck("mine.ydk", &cards);
    let check = |options: &[&str]| {
        let args = ["deck".as_ref(), "check".as_ref(), path.as_os_str()];
        run(args.into_iter().chain(options.iter().map(std::ffi::OsStr::new)))
    };
    let file = path.display();
    let newer = format!("{file}:2: Dandylion (15341821) is not among the cards of 2005.4 Goat;");
    let pot = "Pot of Greed (55144522) is in the deck 2 times; 2005.4 Goat allows 1; remove 1";
    let said = check(&["--rules", "goat"]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains(&newer) && said.out.contains(pot), "{}", said.out);
    let said = check(&["--rules", "goat", "--format", "json"]);
    let json = said.json();
    let problems = json[0]["problems"].as_array().unwrap();
    let told = |text: &str| problems.iter().any(|p| p.as_str().unwrap().contains(text));
    assert!(told(&newer) && told(pot), "{json}");
    assert!(!check(&[]).out.contains("2005.4"));
    // By March 2010 Dandylion is there, Pot of Greed is not allowed any more.
    let said = check(&["--rules", "edison", "--format", "json"]);
    assert_eq!(said.code, 1);
    let forbidden =
        "Pot of Greed (55144522) is forbidden by 2010.3 Edison; remove it (also line 4)";
    let told = said.json()[0]["problems"].to_string();
    assert!(told.contains(forbidden) && !told.contains("Dandylion"), "{told}");
    let said = check(&["--rules", "hat"]);
    assert!(
        said.out.contains("Pot of Greed (55144522) is forbidden by 2014.4 HAT"),
        "{}",
        said.out
    );

    let list = files.write("own.lflist.conf", "!Mine\n55144522 0 --Pot of Greed\n");
    let said = check(&["--rules", "goat", "--list", list.to_str().unwrap()]);
    let forbidden = format!("{file}:3: Pot of Greed (55144522) is forbidden by Mine; remove it");
    assert!(said.out.contains(&forbidden) && !said.out.contains("2005.4"), "{}", said.out);
    let list = files.write("bad.lflist.conf", "!Mine\n55144522 9\n");
    let said = check(&["--list", list.to_str().unwrap()]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.error().starts_with(&format!("{}:2: ", list.display())), "{}", said.err);
}

#[test]
fn line_ends_of_all_kinds_are_counted() {
    let files = Files::new();
    for (name, end) in [("lf", "\n"), ("crlf", "\r\n"), ("cr", "\r")] {
        let text = ["\u{feff}#main", "123", "", "69140098", "81332143", "124"].join(end);
        let path = files.write(name, text);
        let said = run(["deck".as_ref(), "check".as_ref(), path.as_os_str()]);
        for place in [":2: no known card", ":6: no known card", ":5: Yu-Jo Friendship"] {
            assert!(said.out.contains(&format!("{}{place}", path.display())), "{}", said.out);
        }
        assert_eq!(said.out.lines().count(), 5, "{}", said.out);
    }
}

#[test]
fn cards_of_a_url_are_listed_by_their_place() {
    let mut cards = passcodes("normal4");
    cards[3] = 123;
    let url = ydke(&cards);
    let said = run(["deck", "check", &url]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("Main Deck card 4"), "{}", said.out);
    assert!(said.out.contains("no known card has passcode 123"), "{}", said.out);
}

#[test]
fn a_file_that_is_no_deck_does_not_hide_the_others() {
    let said = duelfish(&format!("deck check missing.ydk {}", starter("normal4")));
    assert_eq!(said.code, 1);
    assert_eq!(said.error(), "missing.ydk: there is no such file; check the path");
    assert!(said.out.ends_with("\n1 of 2 decks playable\n"), "{}", said.out);
}

#[test]
fn a_filter_finds_cards_whatever_its_case() {
    let said = run(["cards", "mystical ELF", "--format", "json"]);
    let json = said.json();
    let cards = json.as_array().unwrap();
    let elf = cards.iter().find(|card| card["name"] == "Mystical Elf").unwrap();
    assert_eq!((&elf["passcode"], &elf["atk"]), (&15_025_844.into(), &800.into()));
    assert_eq!((&elf["def"], &elf["level"]), (&2000.into(), &4.into()));
    assert_eq!((&elf["attribute"], &elf["type"]), (&"LIGHT".into(), &"Spellcaster".into()));
    assert_eq!((&elf["kind"], &elf["supported"]), (&"Normal Monster".into(), &true.into()));

    let said = run(["cards", "mystical elf"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines: Vec<&str> = said.out.lines().collect();
    let artworks = cards.iter().filter(|card| card["artwork_of"].is_u64()).count();
    let last = lines.last().unwrap();
    assert!(last.starts_with(&format!("{} card", cards.len() - artworks)), "{last}");
    let elf = lines.iter().find(|line| line.starts_with("15025844 ")).unwrap();
    let column = lines[0].find("ATK").unwrap() + "ATK".len();
    assert!(elf[..column].ends_with(" 800"), "{}", said.out);
}

#[test]
fn only_supported_cards_when_asked() {
    let all = duelfish("cards blue-eyes --format json").json();
    let supported = duelfish("cards blue-eyes --supported --format json").json();
    let (all, supported) = (all.as_array().unwrap(), supported.as_array().unwrap());
    assert!(!supported.is_empty() && supported.len() < all.len());
    let wanted: Vec<&Value> = all.iter().filter(|card| card["supported"] == true).collect();
    assert_eq!(supported.iter().collect::<Vec<_>>(), wanted);
}

/// A part of a name will do, blanks and punctuation don't matter, and who mistypes is asked.
#[test]
fn cards_are_found_by_what_people_type() {
    for (text, name) in [
        ("Ghost Ogre & Snow Rabbit", "Ghost Ogre & Snow Rabbit (59438930)"),
        ("ghost-ogre", "Ghost Ogre & Snow Rabbit (59438930)"),
        ("snow rabbit", "Ghost Ogre & Snow Rabbit (59438930)"),
        ("Gemini Elf", "Gemini Elf (69140098)"),
    ] {
        let said = run(["card", text]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{text}");
        assert!(said.out.starts_with(&format!("{name}\n")), "{text}: {}", said.out);
    }
    for (text, parts) in [
        ("Dark Magican", &["there is no card `Dark Magican`; did you mean `Dark Magician`?"][..]),
        ("ring of", &["in the names of ", " cards", "Ring of Destruction"]),
    ] {
        let said = run(["card", text]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{text}");
        assert!(parts.iter().all(|part| said.error().contains(part)), "{}", said.err);
        assert!(said.error().matches("Ring of Destruction").count() < 2, "{}", said.err);
    }
    let said = run(["cards", "blue eyes"]);
    assert!(said.code == 0 && said.out.contains("Blue-Eyes White Dragon"), "{}", said.err);
    let said = run(["cards", "Dark Magican"]);
    assert!(
        said.code == 1 && said.error().ends_with("did you mean `Dark Magician`?"),
        "{}",
        said.err
    );
}

/// The same cards are counted by both: neither artworks nor Tokens.
#[test]
fn supported_cards_are_as_many_as_coverage_says() {
    let coverage = duelfish("cards --coverage --format json").json();
    let kinds = coverage["kinds"].as_array().unwrap();
    let all: u64 = kinds.iter().map(|kind| kind["supported"].as_u64().unwrap()).sum();
    let said = duelfish("cards --supported").out;
    let last = said.lines().last().unwrap();
    assert!(last.starts_with(&format!("{all} cards, and ")), "{last}");
}

#[test]
fn a_card_is_found_by_passcode_and_by_name() {
    let by_name = run(["card", "summoned skull"]);
    let by_passcode = run(["card", "70781052"]);
    assert_eq!((by_name.code, by_name.err.as_str()), (0, ""));
    assert_eq!(by_name.out, by_passcode.out);
    assert!(by_name.out.starts_with("Summoned Skull (70781052)\nNormal Monster\nDARK Fiend\n"));
    assert!(by_name.out.contains("Level 6, ATK 2500 / DEF 1200\n"));
}

/// `head` closes the pipe before all cards are written.
#[test]
fn a_reader_may_leave() {
    use std::io::{BufRead as _, BufReader};

    for format in ["table", "json"] {
        let mut child = start(["cards", "--format", format]);
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        assert!(reader.read_line(&mut line).unwrap() > 0);
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(output.status.code(), Some(0));
    }
}

/// Rules without Pendulum Zones have no Pendulum Cards, whichever command plays.
#[test]
fn pendulum_cards_are_refused_where_there_are_no_zones_for_them() {
    let files = Files::new();
    let mut cards = passcodes("normal4");
    // Dragong, a Pendulum Card of the pool.
    cards[0] = 83_980_492;
    let deck = files.deck("scales.ydk", &cards).display().to_string();
    let said = duelfish(&format!("deck check {deck}"));
    assert_eq!(said.code, 0, "{}", said.out);
    let kaiba = starter("kaiba");
    for rules in ["hat", "edison", "goat", "classic"] {
        let line = "scales.ydk:2: Dragong (83980492) is a Pendulum Card, and these rules have no Pendulum Zones";
        for command in [
            format!("match {deck} {kaiba}"),
            format!("match {deck} {kaiba} --missing blank"),
            format!("play {deck} --vs {kaiba}"),
            format!("tournament {deck} {kaiba}"),
            format!("compare {kaiba} {kaiba} --vs {deck}"),
            format!("sprt --a greedy --b random {deck} {kaiba}"),
            format!("tune {deck} {kaiba}"),
            format!("perft {deck} {kaiba}"),
            format!("bench --decks {deck} {kaiba}"),
        ] {
            let said = duelfish(&format!("{command} --rules {rules}"));
            assert_eq!((said.code, said.out.as_str()), (2, ""), "{command}");
            assert!(said.err.contains(line), "{command}: {}", said.err);
            assert!(said.err.contains("add --rules mr5"), "{command}: {}", said.err);
        }
    }
    let said = duelfish(&format!("deck check {deck} --rules classic"));
    assert!(said.code == 1 && said.out.contains("is a Pendulum Card"), "{}", said.out);
    // The old lists do not know the card at all.
    for (rules, list) in
        [("goat", "2005.4 Goat"), ("edison", "2010.3 Edison"), ("hat", "2014.4 HAT")]
    {
        let said = duelfish(&format!("deck check {deck} --rules {rules}"));
        let unknown = format!("is not among the cards of {list}");
        assert!(said.code == 1 && said.out.contains(&unknown), "{}", said.out);
    }
}

/// Whatever takes several decks takes folders of them.
#[test]
fn a_folder_stands_for_the_decks_in_it() {
    let files = Files::new();
    for folder in ["field/sub", "empty"] {
        std::fs::create_dir_all(files.path().join(folder)).unwrap();
    }
    for (name, deck) in [("field/b", "kaiba"), ("field/a", "yugi"), ("field/sub/c", "joey")] {
        let text = std::fs::read(crate::common::root().join(starter(deck))).unwrap();
        files.write(&format!("{name}.ydk"), text);
    }
    files.write("field/notes.txt", "no deck");
    let [field, empty] = ["field", "empty"].map(|f| files.path().join(f).display().to_string());
    let json = |command: &str| duelfish(&format!("{command} --format json")).json();
    let names = Value::from(vec!["a", "b", "c"]);
    assert_eq!(json(&format!("tournament {field} --games 2 --bot random"))["decks"], names);
    let more = format!("tournament {field}=2 {} --games 2 --bot random", starter("pegasus"));
    let standings = json(&more)["standings"].clone();
    let weights: Vec<f64> =
        standings.as_array().unwrap().iter().map(|deck| deck["weight"].as_f64().unwrap()).collect();
    assert_eq!(weights.len(), 4);
    assert!((weights[0] / weights[3] - 2.0).abs() < 1e-9, "{weights:?}");
    let sprt = json(&format!("sprt --a random --b random {field} --games 12"));
    assert_eq!(sprt["decks"], names);
    let (old, new) = (starter("normal4"), starter("normal46"));
    let against = json(&format!("compare {old} {new} --vs {field} --games 2 --bot random"));
    assert_eq!(against["opponents"].as_array().unwrap().len(), 3);
    assert_eq!(json(&format!("deck check {field}")).as_array().unwrap().len(), 3);
    let tuned = duelfish(&format!("tune {field} --held-out {field} --games 4 --bot random"));
    assert_eq!(tuned.code, 0, "{}", tuned.err);
    for command in ["tournament", "deck check", "tune", "sprt --a random --b random"] {
        let said = duelfish(&format!("{command} {empty}"));
        assert_eq!(said.code, 2);
        assert!(said.error().contains("there is no deck (.ydk) in this directory"), "{}", said.err);
    }
    let said = duelfish(&format!("tournament {old}"));
    assert!(said.code == 2 && said.error().contains("takes two decks or more"), "{}", said.err);
}

/// A file that is no list of forbidden cards is not told to be a deck.
#[test]
fn what_is_no_list_is_called_so() {
    let files = Files::new();
    let list = files.write("binary.lflist.conf", [0x7f, 0x45, 0, 0xff]).display().to_string();
    let said = duelfish(&format!("deck check {} --list {list}", starter("yugi")));
    assert_eq!(said.code, 2);
    assert!(said.error().contains("choose a list of forbidden and limited cards"), "{}", said.err);
    assert!(!said.error().contains(".ydk"), "{}", said.err);
}

#[test]
fn every_later_deck_that_is_shipped_can_be_played() {
    let said = run(["deck", "check", "decks/modern"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
}
