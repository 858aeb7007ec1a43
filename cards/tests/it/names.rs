//! Lists of names: what is read, and that all that is written is read back.

use std::fs;
use std::path::{Path, PathBuf};

use duelfish_cards::{
    Deck, DeckError, DeckPart, Place, UnknownName, catalogue, parse, parse_any, parse_names,
    to_names, to_ydk, to_ydke,
};
use duelfish_engine::{Catalogue, kind};

/// All decks that come with the project.
fn shipped() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("decks");
    let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|path| fs::read_dir(path).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "ydk"));
    files.sort();
    files
}

fn read(text: &str) -> Deck {
    let parsed = parse_any(catalogue(), text.as_bytes(), "list");
    parsed.unwrap_or_else(|error| panic!("{error}")).deck
}

/// The message with which a list is refused.
fn refusal(text: &str) -> String {
    parse_names(catalogue(), text.as_bytes(), "a.txt").unwrap_err().to_string()
}

#[test]
fn every_shipped_deck_survives_every_form() {
    let files = shipped();
    assert!(files.len() >= 47, "{}", files.len());
    for path in files {
        let deck = parse(&fs::read(&path).unwrap(), "list").unwrap().deck;
        for text in [to_names(catalogue(), &deck), to_ydke(&deck), to_ydk(&deck)] {
            let again = parse_any(catalogue(), text.as_bytes(), "list").unwrap();
            assert_eq!((&again.deck, again.notes.len()), (&deck, 0), "{}", path.display());
        }
    }
}

#[test]
fn every_card_survives_with_any_number() {
    let cards: &Catalogue = catalogue();
    let rows = cards.iter().filter(|(code, facts, _)| {
        !facts.is(kind::TOKEN) && cards.base(*code) == *code && !facts.is_any(kind::EXTRA_DECK)
    });
    let mut deck = Deck { name: "list".to_owned(), ..Deck::default() };
    for (at, (code, ..)) in rows.enumerate() {
        deck.main.extend(std::iter::repeat_n(code, at % 3 + 1));
    }
    let text = to_names(cards, &deck);
    assert!(read(&text) == deck);
    assert!(text.contains(" 7 Colored Fish\n"));
}

#[test]
fn order_and_gaps_are_kept() {
    let text = "# list\n#main\n2 Gemini Elf\n1 Dark Hole\n1 Gemini Elf\n#extra\n!side\n1 Jinzo\n";
    let deck = read(text);
    assert_eq!(DeckPart::ALL.map(|part| deck.part(part).len()), [4, 0, 1]);
    assert_eq!(to_names(catalogue(), &deck), text);
}

#[test]
fn lists_as_people_write_them() {
    let text = "\u{feff}My deck:\r\n";
    assert!(refusal(text).starts_with("a.txt:1: no card is called \"My deck:\";"));
    let text = "# mine\r\n3x gemini ELF\r\n  Dark Hole \r\n\r\n7 Colored Fish\n2 7 Colored Fish\n\
                1 69140098\n53129443\n!anything\n1 Number 39: Utopia\n";
    let parsed = parse_names(catalogue(), text.as_bytes(), "a.txt").unwrap();
    let list = "# a.txt\n#main\n3 Gemini Elf\n1 Dark Hole\n3 7 Colored Fish\n1 Gemini Elf\n1 Dark Hole\n\
                #extra\n!side\n1 Number 39: Utopia\n";
    assert_eq!(to_names(catalogue(), &parsed.deck), list);
    assert_eq!(parsed.places.main[..4], [2, 2, 2, 3].map(Place::Line));
}

#[test]
fn what_looks_like_a_ydk_file_is_one() {
    assert_eq!(read("#main\n69140098 Gemini Elf\n").main.len(), 1);
    let by_name = |file| parse_any(catalogue(), b"Gemini Elf\n", file).map(|parsed| parsed.deck);
    assert!(matches!(by_name("a.YDK"), Err(DeckError::NotANumber { .. })));
    assert_eq!(by_name("a.txt").unwrap().main.len(), 1);
    assert!(matches!(parse_any(catalogue(), b"", "a.txt"), Err(DeckError::Empty { .. })));
}

#[test]
fn refusals_name_every_line() {
    for (text, message) in [
        ("3 Gemini Elv", "a.txt:1: no card is called \"Gemini Elv\"; did you mean `Gemini Elf`?"),
        (
            "Dark Hole\n\n2 xyzzy\nJinzu",
            "a.txt:3: no card is called \"xyzzy\"; correct the name or write the passcode\n\
             a.txt:4: no card is called \"Jinzu\"; did you mean `Jinzo`?",
        ),
        ("0 Jinzo", "a.txt:1: \"0 Jinzo\" begins with no number of copies; write one from 1 to 99"),
        (
            "9999999999 Jinzo",
            "a.txt:1: \"9999999999 Jinzo\" begins with no number of copies; write one from 1 to 99",
        ),
        ("3", "a.txt:1: no card is called \"3\"; correct the name or write the passcode"),
        ("# nothing", "a.txt: no cards; write one passcode a line"),
    ] {
        assert_eq!(refusal(text), message);
    }
    let many = "xyzzy plugh\n".repeat(500);
    assert_eq!(refusal(&many).lines().count(), UnknownName::MOST + 1);
    let many = "99 Jinzo\n".repeat(5_000);
    assert!(refusal(&many).starts_with("a.txt: 45000 bytes are too many for a deck"));
    assert!(refusal(&"#\n".repeat(600_000)).contains("too many for a deck"));
    assert!(refusal("Jinzo\0").starts_with("a.txt:1: byte 0x00 is no text"));
}
