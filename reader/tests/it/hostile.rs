//! Texts that nobody prints, and files that are no sources: each gets an answer, in little time.

use std::path::Path;

use duelfish_reader::{
    DeclineReason, PrintedCard, ReadVerdict, Reader, SourceError, database, table,
};

fn declined(text: &str) -> DeclineReason {
    let cards = duelfish_cards::catalogue();
    let reader = Reader::new(cards).unwrap();
    // A Spell, and a monster that is not among those of the Extra Deck.
    let reasons = [55_144_522, 40_640_057].map(|passcode| {
        let card = PrintedCard { passcode, text: text.to_owned(), ..PrintedCard::default() };
        match reader.read(cards, &card) {
            ReadVerdict::Read(reading) => panic!("{text:?} was read: {reading:?}"),
            ReadVerdict::Declined(clauses) => clauses[0].reason,
        }
    });
    reasons[0]
}

#[test]
fn ten_megabytes_are_too_long() {
    assert_eq!(declined(&"Draw 2 cards. ".repeat(800_000)), DeclineReason::TooLong);
    assert_eq!(declined(&"a ".repeat(10_000)), DeclineReason::TooLong);
}

#[test]
fn deep_nesting_is_no_trouble() {
    declined(&"(".repeat(1_900));
    declined(&"face-up ".repeat(1_900));
    declined(&"destroy 1 card, then ".repeat(450));
    declined(&"Level 1 or ".repeat(600));
}

#[test]
fn other_scripts_and_broken_marks_are_declined() {
    for text in [
        "カードを2枚ドローする。",
        "إسحب ورقتين",
        "\u{202e}draw",
        "\"\"\"\"",
        "\"",
        "'s's's",
        "\\n",
        "<number> => -",
        "\u{0}",
    ] {
        declined(text);
    }
}

/// Names that stand for themselves in card files can't bring lines of their own.
#[test]
fn a_text_writes_no_lines_of_its_own() {
    declined("Draw 2 cards. \"\neffect activate\n  do draw 9\"");
    declined("Add 1 \"Kuriboh\" / do draw 9 \" from your Deck to your hand.");
}

#[test]
fn tables_say_what_is_wrong_with_them() {
    let said = |text: &str| table(Path::new("t.tsv"), text).unwrap_err().to_string();
    assert!(said("").contains("t.tsv:1: there is no column `id`"));
    assert!(said("id\tname\n").contains("no column `text`"));
    assert!(said("id\ttext\nx\ty\n").contains("t.tsv:2: `x` is no passcode"));
    assert!(said("id\ttext\n7\tok\n-1\ty\n").contains("t.tsv:3: `-1` is no passcode"));
    let read = table(Path::new("t.tsv"), "text\tid\nOne.\\nTwo.\t7\n\t8\n").unwrap();
    assert_eq!((read.len(), &*read[0].text, read[1].passcode), (2, "One.\nTwo.", 8));
}

/// A card database with these statements run in it, in a folder of its own.
fn made(name: &str, statements: &str) -> std::path::PathBuf {
    let folder =
        std::env::temp_dir().join(format!("duelfish-reader-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("cards.cdb");
    let _ = std::fs::remove_file(&path);
    rusqlite::Connection::open(&path).unwrap().execute_batch(statements).unwrap();
    path
}

const TABLES: &str = "CREATE TABLE datas(id integer primary key, ot integer, alias integer, setcode integer, type integer, atk \
                      integer, def integer, level integer, race integer, attribute integer, category integer); CREATE TABLE \
                      texts(id integer primary key, name text, desc text);";

#[test]
fn a_database_gives_facts_and_both_texts() {
    let path = made(
        "good",
        &format!(
            "{TABLES} INSERT INTO datas VALUES(5, 0, 0, 4294967298, 16777249, 1000, -2, 50593796, 8192, 32, 0); INSERT INTO texts \
             VALUES(5, 'Scale', '[ Pendulum Effect ]\r\nOne.\r\n------\r\n[ Monster Effect ]\r\nTwo.');"
        ),
    );
    let cards = database(&path).unwrap();
    let (facts, printed) = (cards[0].facts, &cards[0].printed);
    assert_eq!(
        (facts.level, facts.scales, facts.def, facts.archetypes[..3].to_vec()),
        (4, [3, 4], -2, vec![2, 0, 1])
    );
    assert_eq!(
        (&*printed.text, &*printed.pendulum_text, &*cards[0].name),
        ("Two.", "One.", "Scale")
    );
}

#[test]
fn databases_of_another_form_say_what_they_are_not() {
    let missing = database(Path::new("there/is/none.cdb")).unwrap_err();
    assert!(
        missing.to_string().starts_with("there/is/none.cdb: this is no card database"),
        "{missing}"
    );
    let columns = database(&made(
        "columns",
        "CREATE TABLE datas(id integer); CREATE TABLE texts(id integer);",
    ));
    assert!(columns.unwrap_err().to_string().contains("no such column"));
    let tables = database(&made("tables", "CREATE TABLE cards(id integer);"));
    assert!(tables.unwrap_err().to_string().contains("no such table"));
    let row = "INSERT INTO datas VALUES(5, 0, 0, 0, 33, 9999999, 0, 4, 1, 1, 0); INSERT INTO texts VALUES(5, 'N', 'T');";
    let value = database(&made("value", &format!("{TABLES} {row}"))).unwrap_err();
    assert!(
        matches!(value, SourceError::Value { passcode: 5, column: "atk", value: 9_999_999, .. }),
        "{value}"
    );
    let words = row.replace("9999999", "'strong'");
    let kind = database(&made("kind", &format!("{TABLES} {words}"))).unwrap_err();
    assert!(kind.to_string().contains("Invalid column type"), "{kind}");
}
