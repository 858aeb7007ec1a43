//! Lists of forbidden and limited cards, and decks checked against them.

use std::path::Path;

use duelfish_cards::{DeckRules, LimitList, ListError, Problem, catalogue, parse};
use duelfish_engine::{CardCode, Rules};

fn read(text: &str) -> Result<Vec<LimitList>, ListError> {
    LimitList::parse(catalogue(), text.as_bytes(), "l.lflist.conf")
}

fn list(text: &str) -> LimitList {
    let lists = read(text).unwrap_or_else(|error| panic!("{error}"));
    lists.into_iter().next().expect("one list")
}

fn card(name: &str) -> CardCode {
    catalogue().by_name(name).unwrap_or_else(|| panic!("no card {name}"))
}

fn copies(list: &LimitList, name: &str) -> Option<usize> {
    list.copies(catalogue(), card(name))
}

fn goat() -> &'static LimitList {
    LimitList::of_rules(&Rules::GOAT).expect("the Goat format has a list")
}

fn of_rules(rules: &Rules) -> &'static LimitList {
    LimitList::of_rules(rules).unwrap_or_else(|| panic!("{} has a list", rules.name))
}

/// Lists of presets are white lists of known cards, with these numbers of forbidden, limited and semi-limited cards,
/// and with these copies of these cards.
fn is_the_list(rules: &Rules, name: &str, counts: [usize; 3], copies_of: &[(&str, Option<usize>)]) {
    let list = of_rules(rules);
    assert_eq!(list.name, name);
    assert!(list.whitelist && list.unknown.is_empty(), "{:?}", list.unknown);
    let count = |limit| list.cards().filter(|(_, copies)| *copies == limit).count();
    assert_eq!([0, 1, 2].map(count), counts, "{name}");
    for (card, limit) in copies_of {
        assert_eq!(copies(list, card), *limit, "{name}: {card}");
    }
}

/// What is wrong with a deck of these passcodes, but for its size.
fn problems(list: &LimitList, cards: &[u32]) -> Vec<String> {
    let text: String = cards.iter().map(|card| format!("{card}\n")).collect();
    let deck = parse(text.as_bytes(), "d.ydk").unwrap_or_else(|error| panic!("{error}"));
    let format = DeckRules { list: Some(list), ..DeckRules::of_rules(&Rules::GOAT) };
    let problems = deck.check_for(catalogue(), &format).into_iter();
    let limits =
        problems.filter(|p| matches!(p, Problem::Copies { .. } | Problem::Forbidden { .. }));
    limits.map(|problem| problem.to_string()).collect()
}

#[test]
fn lines_of_all_kinds_are_read() {
    let text = "\u{feff}#[Mine]\r\n!Mine\r\n#forbidden\r\n53129443 0 --Dark Hole\r\n\
                55144522 1\r\n 83764718\t2 --Monster Reborn\t\tSPELLS\r\n\r\n";
    let mine = list(text);
    assert_eq!((mine.name.as_str(), mine.whitelist, mine.cards().len()), ("Mine", false, 3));
    assert_eq!(copies(&mine, "Dark Hole"), Some(0));
    assert_eq!(copies(&mine, "Pot of Greed"), Some(1));
    assert_eq!(copies(&mine, "Monster Reborn"), Some(2));
    assert_eq!(copies(&mine, "Celtic Guardian"), Some(3), "not named and not a whitelist");
}

#[test]
fn a_whitelist_is_all_there_is() {
    let mine = list("!Mine\n$whitelist\n55144522 3\n");
    assert_eq!(copies(&mine, "Pot of Greed"), Some(3));
    assert_eq!(copies(&mine, "Celtic Guardian"), None);
}

#[test]
fn a_file_may_hold_several_lists() {
    let lists = read("!One\n55144522 1\n!Two\n$whitelist\n55144522 2\n").unwrap();
    let names: Vec<&str> = lists.iter().map(|list| list.name.as_str()).collect();
    assert_eq!(names, ["One", "Two"]);
    assert_eq!([&lists[0], &lists[1]].map(|l| copies(l, "Pot of Greed")), [Some(1), Some(2)]);
    assert!(!lists[0].whitelist && lists[1].whitelist);
}

#[test]
fn artworks_and_old_texts_share_the_limit_of_their_card() {
    // Another artwork of Monster Reborn, and the text of 2005 under a passcode of its own.
    let mine = list("!Mine\n83764718 2\n83764719 1\n504700144 0 --Witch of the Black Forest\n");
    assert_eq!(copies(&mine, "Monster Reborn"), Some(1));
    assert_eq!(copies(&mine, "Witch of the Black Forest"), Some(0));
    // An unknown passcode counts by its name, and without a known name not at all.
    let mine =
        list("!Mine\n511000819 0 --Sangan (Pre-Errata)\n511000820 0 --Nobody\n511000821 1\n");
    assert_eq!(copies(&mine, "Sangan"), Some(0));
    assert_eq!(mine.unknown, [3, 4]);
}

#[test]
fn damage_names_the_file_and_the_line() {
    for (text, message) in [
        ("", "l.lflist.conf: no list; begin it"),
        ("# nothing\n", "l.lflist.conf: no list"),
        ("55144522 1\n", "l.lflist.conf:1: no list has begun; put a line"),
        ("$whitelist\n!Mine\n", "l.lflist.conf:1: no list has begun"),
        ("!Mine\n!  \n", "l.lflist.conf:2: the list has no name"),
        ("!Mine\n\npot 1\n", "l.lflist.conf:3: \"pot\" is no passcode; correct it"),
        ("!Mine\n-5 1\n", "l.lflist.conf:2: \"-5\" is no passcode"),
        ("!Mine\n99999999999 1\n", "l.lflist.conf:2: \"99999999999\" is no passcode"),
        ("!Mine\n55144522\n", "l.lflist.conf:2: 55144522 has no number of copies"),
        ("!Mine\n55144522 --Pot of Greed\n", "l.lflist.conf:2: 55144522 has no number of copies"),
        ("!Mine\n55144522 4\n", "l.lflist.conf:2: \"4\" is no number of copies; write 0 to 3"),
        ("!Mine\n55144522 -1\n", "l.lflist.conf:2: \"-1\" is no number of copies"),
        ("!Mine\n55144522 1 Pot\n", "l.lflist.conf:2: \"Pot\" follows the number of copies"),
        ("!Mine\n\0\n", "l.lflist.conf:2: byte 0x00 is no text"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error:?}");
    }
    let long = vec![b'#'; 5 << 20];
    assert!(LimitList::parse(catalogue(), &long, "long").is_err());
}

#[test]
fn the_goat_list_is_that_of_april_2005() {
    let copies_of = [
        ("Change of Heart", Some(0)),
        ("Black Luster Soldier - Envoy of the Beginning", Some(1)),
        ("Night Assailant", Some(2)),
        ("Scapegoat", Some(3)),
        ("Dandylion", None),
    ];
    is_the_list(&Rules::GOAT, "2005.4 Goat", [17, 41, 15], &copies_of);
    for rules in [Rules::MR5, Rules::CLASSIC] {
        assert!(LimitList::of_rules(&rules).is_none());
    }
}

#[test]
fn the_edison_list_is_that_of_march_2010() {
    let copies_of = [
        ("Dark Strike Fighter", Some(0)),
        ("Monster Reborn", Some(0)),
        ("Brain Control", Some(1)),
        ("Rescue Cat", Some(1)),
        ("Black Whirlwind", Some(2)),
        ("Stardust Dragon", Some(3)),
        // From Absolute Powerforce of February 2010, and a prize of that spring.
        ("Battle Fader", Some(3)),
        ("XX-Saber Gottoms", Some(3)),
        // From The Shining Darkness of May and Duelist Revolution of August 2010.
        ("Infernity Launcher", None),
        ("Solemn Warning", None),
        ("Number 39: Utopia", None),
    ];
    is_the_list(&Rules::EDISON, "2010.3 Edison", [43, 70, 19], &copies_of);
}

#[test]
fn the_hat_list_is_that_of_april_2014() {
    let copies_of = [
        ("Brain Control", Some(0)),
        ("Pot of Avarice", Some(0)),
        ("Blaster, Dragon Ruler of Infernos", Some(1)),
        ("Bottomless Trap Hole", Some(1)),
        ("Mirror Force", Some(2)),
        ("Soul Charge", Some(3)),
        ("Artifact Sanctum", Some(3)),
        // From Duelist Alliance of August 2014.
        ("El Shaddoll Construct", None),
    ];
    is_the_list(&Rules::HAT, "2014.4 HAT", [77, 71, 14], &copies_of);
}

#[test]
fn every_card_of_a_format_is_one_of_the_later_formats() {
    for [old, new] in [[Rules::GOAT, Rules::EDISON], [Rules::EDISON, Rules::HAT]] {
        let [old, new] = [&old, &new].map(of_rules);
        let gone = old.cards().filter(|(code, _)| new.copies(catalogue(), *code).is_none());
        let gone: Vec<&str> = gone.map(|(code, _)| catalogue().name(code)).collect();
        assert!(gone.is_empty(), "{} has, {} has not: {gone:?}", old.name, new.name);
    }
}

#[test]
fn the_lists_of_2010_and_2014_refuse_what_they_name() {
    // Brain Control twice, Monster Reborn, Solemn Warning.
    let cards = [87_910_978, 87_910_978, 83_764_719, 84_749_824];
    assert_eq!(
        problems(of_rules(&Rules::EDISON), &cards),
        [
            "d.ydk:2: Brain Control (87910978) is in the deck 2 times; 2010.3 Edison allows 1; remove 1",
            "d.ydk:3: Monster Reborn (83764718) is forbidden by 2010.3 Edison; remove it",
            "d.ydk:4: Solemn Warning (84749824) is not among the cards of 2010.3 Edison; remove it",
        ]
    );
    assert_eq!(
        problems(of_rules(&Rules::HAT), &cards),
        [
            "d.ydk:1: Brain Control (87910978) is forbidden by 2014.4 HAT; remove it (also line 2)",
            "d.ydk:3: Monster Reborn (83764718) is forbidden by 2014.4 HAT; remove it",
        ]
    );
}

#[test]
fn what_counts_as_one_card_shares_the_limit_of_a_format() {
    // Two artworks of Foolish Burial; two of Cyber Dragon; four cards that are treated as Harpie Lady.
    let cards = [
        81_439_173, 81_439_174, 70_095_154, 70_095_155, 70_095_155, 91_932_350, 27_927_359,
        54_415_063, 80_316_585,
    ];
    let told = problems(of_rules(&Rules::EDISON), &cards);
    assert_eq!(told.len(), 3, "{told:?}");
    for (line, said) in told.iter().zip([
        "Foolish Burial (81439173) is in the deck 2 times; 2010.3 Edison allows 1; remove 1",
        "Cyber Dragon (70095154) is in the deck 3 times; 2010.3 Edison allows 2; remove 1",
        "Harpie Lady (76812113) is in the deck 4 times; remove 1",
    ]) {
        assert!(line.contains(said), "{line}");
    }
    let told = problems(of_rules(&Rules::HAT), &cards);
    assert!(told.len() == 2 && told[0].contains("2014.4 HAT allows 1; remove 1"), "{told:?}");
}

/// The decks of both formats that lie beside the project, if they do.
#[test]
fn the_shared_decks_are_legal_in_their_formats() {
    // A list of a tournament, as it was published: a copy too many, Main and Side Deck together.
    let known = "topdeck2026b_lightsworn.ydk:71: Jain, Lightsworn Paladin (96235275) is in the deck 4 times; remove 1";
    for (rules, folder, decks) in [(Rules::EDISON, "edison", 37), (Rules::HAT, "hat", 6)] {
        let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/decks").join(folder);
        let Ok(files) = std::fs::read_dir(&shared) else {
            println!("skipped: {} has no decks", shared.display());
            continue;
        };
        let format = DeckRules { list: LimitList::of_rules(&rules), ..DeckRules::of_rules(&rules) };
        let mut read = 0;
        for path in files.map(|file| file.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy();
            let text = std::fs::read(&path).unwrap();
            let deck = parse(&text, &name).unwrap_or_else(|error| panic!("{error}"));
            for problem in deck.check_for(catalogue(), &format) {
                let said = problem.to_string();
                let expected = matches!(problem, Problem::Unsupported { .. }) || said == known;
                assert!(expected, "{}: {said}", rules.name);
            }
            read += 1;
        }
        assert_eq!(read, decks, "{}", shared.display());
    }
}

#[test]
fn every_illegal_card_is_told_with_its_reason() {
    // Change of Heart twice, Pot of Greed twice, Scapegoat four times, Decode Talker.
    let cards = [
        4_031_928, 4_031_928, 55_144_522, 55_144_522, 73_915_051, 73_915_051, 73_915_051,
        73_915_051, 1_861_629,
    ];
    assert_eq!(
        problems(goat(), &cards),
        [
            "d.ydk:1: Change of Heart (4031928) is forbidden by 2005.4 Goat; remove it (also line 2)",
            "d.ydk:4: Pot of Greed (55144522) is in the deck 2 times; 2005.4 Goat allows 1; remove 1",
            "d.ydk:8: Scapegoat (73915051) is in the deck 4 times; remove 1",
            "d.ydk:9: Decode Talker (1861629) is not among the cards of 2005.4 Goat; remove it",
        ]
    );
}

#[test]
fn a_fusion_deck_may_be_large_under_goat_rules() {
    // Thousand-Eyes Restrict and its like: as many as a duel holds.
    let main: String = "89631139\n".repeat(40);
    let text = main + &"63519819\n".repeat(22);
    let deck = parse(text.as_bytes(), "d.ydk").unwrap();
    let size = |rules: &Rules| {
        let problems = deck.check_for(catalogue(), &DeckRules::of_rules(rules));
        problems.iter().any(|problem| matches!(problem, Problem::Size { .. }))
    };
    assert!(!size(&Rules::GOAT) && size(&Rules::MR5));
}
