//! Recorded duels that tests take apart.

pub(crate) mod mutate;

use std::io::Read as _;
use std::path::Path;

use duelfish_conform::{ConformReport, Extent, run_bytes};
use flate2::read::GzDecoder;
use serde_json::Value;

/// The committed recording as it lies on disk.
pub(crate) fn packed() -> Vec<u8> {
    committed("vanilla")
}

/// A duel that meets an accepted difference.
pub(crate) fn accepted(name: &str) -> Vec<String> {
    unpacked(&committed(&format!("../tests/accepted/{name}"))).concat()
}

pub(crate) fn committed(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("traces/{name}.jsonl.gz"));
    std::fs::read(path).expect("the recordings of the project are missing")
}

/// The duels of the committed recording of monsters without effects, line by line.
pub(crate) fn duels() -> Vec<Vec<String>> {
    unpacked(&packed())
}

/// The duels of the committed recording of starter decks: between them they have every activation,
/// kind of question and event that the shared ones have.
pub(crate) fn duels_with_effects() -> Vec<Vec<String>> {
    unpacked(&committed("starter"))
}

/// A duel in which a Special Summon is taken back when its Tribute is to be chosen.
pub(crate) fn summon_taken_back() -> Vec<String> {
    unpacked(&committed("taken_back")).concat()
}

fn unpacked(packed: &[u8]) -> Vec<Vec<String>> {
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("the recording unpacks");
    let mut duels: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        if line.starts_with(r#"{"t":"header""#) {
            duels.push(Vec::new());
        }
        duels.last_mut().expect("a recording begins with a header").push(line.to_owned());
    }
    duels
}

/// One line as JSON.
pub(crate) fn parse(line: &str) -> Value {
    serde_json::from_str(line).expect("recorded lines are JSON")
}

/// Replays lines.
pub(crate) fn replay(lines: &[String]) -> ConformReport {
    replay_to(lines, Extent::Whole)
}

/// Replays lines, whole duels only or not.
pub(crate) fn replay_to(lines: &[String], extent: Extent) -> ConformReport {
    run_bytes("edited.jsonl", (lines.join("\n") + "\n").as_bytes(), extent)
}
