//! `--cdb FILE`: cards of one's own database, read from their printed texts.

use std::path::PathBuf;

use serde_json::Value;

use crate::common::{Files, passcodes, run};

/// A database with one Spell that can be read and one that can't.
const ROWS: &str = "CREATE TABLE datas(id integer primary key, ot integer, alias integer, setcode integer, type integer, \
                    atk integer, def integer, level integer, race integer, attribute integer, category integer); \
                    CREATE TABLE texts(id integer primary key, name text, desc text); \
                    INSERT INTO datas VALUES(101234567, 3, 0, 0, 2, 0, 0, 0, 0, 0, 0); \
                    INSERT INTO texts VALUES(101234567, 'Two More', 'Draw 2 cards.'); \
                    INSERT INTO datas VALUES(101234568, 3, 0, 0, 2, 0, 0, 0, 0, 0, 0); \
                    INSERT INTO texts VALUES(101234568, 'Choir', 'Sing a song.');";

/// The database, and a deck with a number of these two.
fn with_deck(read: usize, declined: usize) -> (Files, PathBuf, PathBuf) {
    let files = Files::new();
    let cdb = files.path().join("new.cdb");
    rusqlite::Connection::open(&cdb).unwrap().execute_batch(ROWS).unwrap();
    let mut cards = passcodes("normal4");
    let new = std::iter::repeat_n(101_234_567, read);
    let new = new.chain(std::iter::repeat_n(101_234_568, declined));
    cards.iter_mut().zip(new).for_each(|(card, new)| *card = new);
    let deck = files.deck("a.ydk", &cards);
    (files, cdb, deck)
}

#[test]
fn a_card_that_was_read_can_be_played_and_is_marked() {
    let (_files, cdb, deck) = with_deck(2, 0);
    let [cdb, deck] = [&cdb, &deck].map(|path| path.to_str().unwrap());
    let said = run(["deck", "check", "--cdb", cdb, deck]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let duels = ["match", "--cdb", cdb, deck, deck, "--games", "2", "--bot-a", "random"];
    let said = run(duels.into_iter().chain(["--bot-b", "random", "--progress", "none"]));
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("Two More"), "the result isn't marked: {}", said.out);
}

#[test]
fn a_card_that_was_declined_is_told_with_its_clause() {
    let (_files, cdb, deck) = with_deck(1, 1);
    let args = ["deck", "check", "--cdb", cdb.to_str().unwrap(), deck.to_str().unwrap()];
    let said = run(args);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(
        said.out.contains("Choir waits for 1 clause:\n    not understood: sing"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("Two More"), "{}", said.out);
}

#[test]
fn coverage_counts_tiers() {
    let (_files, cdb, _) = with_deck(0, 0);
    let tiers = |args: &[&str]| -> Vec<(String, u64, u64)> {
        let json = run(["cards", "--coverage", "--format", "json"].iter().chain(args)).json();
        let number = |value: &Value| value.as_u64().unwrap();
        let row = |row: &Value| {
            (
                row["tier"].as_str().unwrap().to_owned(),
                number(&row["cards"]),
                number(&row["recorded"]),
            )
        };
        json["tiers"].as_array().unwrap().iter().map(row).collect()
    };
    let pool = tiers(&[]);
    let names: Vec<&str> = pool.iter().map(|row| row.0.as_str()).collect();
    assert_eq!(names, ["by-hand", "proved"]);
    // No card is proved by anything but recorded duels.
    assert_eq!(pool[1].1, pool[1].2);
    assert!(pool[0].2 < pool[0].1, "{pool:?}");
    let with_database = tiers(&["--cdb", cdb.to_str().unwrap()]);
    assert_eq!(with_database[..2], pool);
    assert_eq!(with_database[2..], [("read".to_owned(), 1, 0), ("declined".to_owned(), 1, 0)]);

    let files = Files::new();
    files.write("x.card", "card 7 \"Little Feast\"\nfacts spell\neffect activate\n  do gain 500\n");
    let own = tiers(&["--cards", files.path().to_str().unwrap()]);
    assert_eq!(own[2..], [("own".to_owned(), 1, 0)]);
}
