//! The duel tests of the rules, with the pool and the cards under `tests/cards`, each under its own name:
//! `cargo test -p duelfish-engine --test duels battle`. A test that names a row of the rulebook fails when no
//! branch that is marked with it ran; `tests/it/rulebook.rs` asks that each row is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use duelfish_engine::Catalogue;

#[path = "it/common/by_name.rs"]
mod by_name;

/// The pool and the cards that only tests have.
static CARDS: LazyLock<Catalogue> = LazyLock::new(|| {
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
});

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    by_name::run(&folder, || &CARDS)
}
