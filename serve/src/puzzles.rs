//! The bundled positions, in the order of a course.

use serde_json::{Value, json};

use crate::error::ApiError;
use crate::ids;

/// Each behind a line with its name. All but the last one are the positions that the solver is tested with.
const PUZZLES: &str = include_str!("../data/puzzles.txt");

/// The mark in front of a name.
const MARK: &str = "=== ";

/// A bundled position.
struct BundledPosition {
    id: &'static str,
    text: &'static str,
}

fn all() -> impl Iterator<Item = BundledPosition> {
    let parts = PUZZLES.split(MARK).filter_map(|part| part.split_once('\n'));
    parts.map(|(id, text)| BundledPosition { id: id.trim(), text: text.trim_start() })
}

impl BundledPosition {
    /// The remark of its first line.
    fn about(&self) -> &'static str {
        self.text.lines().next().map_or("", |line| line.trim_start_matches(['#', ' ']))
    }

    fn kind(&self) -> &'static str {
        match self.about().split(':').next() {
            Some("win") => "win",
            Some("no win") => "none",
            _ => "position",
        }
    }

    fn shown(&self) -> Value {
        let words = self.id.replace('-', " ");
        let (first, rest) = words.split_at(1);
        let name = first.to_uppercase() + rest;
        json!({ "id": self.id, "name": name, "about": self.about(), "kind": self.kind() })
    }
}

/// All of them.
pub(crate) fn list() -> Value {
    all().map(|puzzle| puzzle.shown()).collect()
}

/// One of them with its text.
pub(crate) fn one(id: &str) -> Result<Value, ApiError> {
    let none = || ApiError::missing(format!("there is no puzzle `{}`", ids::shown(id)));
    let puzzle = all().find(|puzzle| puzzle.id == id).ok_or_else(none)?;
    let mut shown = puzzle.shown();
    shown["text"] = puzzle.text.into();
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use duelfish_engine::Position;

    use super::*;

    /// The packed crate has only its own files, so it has the positions once more: those of `search/tests/solve`, and
    /// the example of the docs.
    #[test]
    fn the_puzzles_are_those_of_the_solver_s_tests() {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let files = std::fs::read_dir(home.join("search/tests/solve")).unwrap();
        let mut wanted: BTreeMap<String, String> = files
            .map(|entry| {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                (name, std::fs::read_to_string(path).unwrap())
            })
            .collect();
        let example = std::fs::read_to_string(home.join("docs/example-position.txt")).unwrap();
        wanted.insert("example-position".to_owned(), example);
        let found: BTreeMap<String, String> =
            all().map(|puzzle| (puzzle.id.to_owned(), puzzle.text.trim_end().to_owned())).collect();
        for (name, text) in &wanted {
            assert_eq!(found.get(name).map(String::as_str), Some(text.trim_end()), "{name} is old");
        }
        assert_eq!(found.len(), wanted.len());
    }

    #[test]
    fn every_puzzle_is_a_position() {
        for puzzle in all() {
            let parsed = Position::parse(puzzle.text, duelfish_cards::catalogue());
            assert!(parsed.is_ok(), "{}", puzzle.id);
            assert!(
                puzzle.kind() != "position" || puzzle.id == "example-position",
                "{}",
                puzzle.id
            );
        }
    }
}
