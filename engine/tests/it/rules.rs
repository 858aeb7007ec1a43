//! Runs every duel test under `tests/rules`, with the pool and the cards under `tests/cards`. A test that
//! names a row of the rulebook fails when no branch that is marked with it ran; `tests/it/rulebook.rs` asks
//! that each row is named.

use std::fs;
use std::path::{Path, PathBuf};

use duelfish_engine::Catalogue;
use duelfish_engine::duel_test::check;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

/// The pool and the cards that only tests have.
fn cards() -> Catalogue {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cards");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let named = |file: &PathBuf| (file.display().to_string(), fs::read_to_string(file).unwrap());
    let own: Vec<(String, String)> = files.iter().map(named).collect();
    duelfish_cards::catalogue_with(&own).unwrap_or_else(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}", errors.join("\n"))
    })
}

#[test]
fn every_duel_test_passes() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let cards = cards();
    let mut failures = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "duel")) {
        let text = fs::read_to_string(file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy();
        let checked = check(&text, &name, &cards);
        assert!(checked.tests > 0, "{name} holds no test");
        failures.extend(checked.failures);
    }
    let report: Vec<String> = failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{} duel tests fail:\n{}", failures.len(), report.join("\n"));
}
