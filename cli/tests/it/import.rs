//! Replays of EDOPro, from the file to a record that plays.

use std::path::{Path, PathBuf};

use crate::common::{Said, duelfish, run};
use tempfile::TempDir;

/// A replay of the project, where it lies.
fn replay(name: &str) -> String {
    format!("cli/tests/replays/{name}.yrpX")
}

fn import(args: &[&str], out: &Path) -> Said {
    let out = out.to_str().unwrap();
    run([&["import"], args, &["--out", out]].concat())
}

/// A changed copy of a replay.
fn changed(folder: &TempDir, change: impl FnOnce(&mut Vec<u8>)) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays/starter.yrpX");
    let mut bytes = std::fs::read(path).unwrap();
    change(&mut bytes);
    let path = folder.path().join("changed.yrpX");
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn an_imported_duel_replays_and_can_be_asked_about() {
    let folder = TempDir::new().unwrap();
    for (name, turns, rules) in [("starter", 26, "mr5"), ("goat", 10, "goat")] {
        let out = folder.path().join(name);
        let record = out.to_str().unwrap();
        let said = import(&[&replay(name), "--format", "json"], &out).json();
        assert_eq!((&said[0]["turns"], &said[0]["players"][0]), (&turns.into(), &"Ann".into()));
        let words = said[0]["rules"].as_str().unwrap();
        assert!(words.starts_with(rules) && words.contains("zones-asked=1"), "{words}");
        let check = run(["replay", record, "--check"]);
        assert_eq!((check.code, check.err.as_str()), (0, ""));
        let shown = run(["replay", record, "0", "--export", "text"]);
        assert!(shown.out.contains("P1 A Ann with deck of Ann"), "{}", shown.out);
        let asked =
            run(["analyze", record, "--duel", "0", "--decision", "9", "--bot", "heuristic"]);
        assert!(asked.code == 0 && asked.out.contains("is asked"), "{}", asked.err);
    }
}

#[test]
fn a_record_is_written_beside_the_replay_and_never_over_another() {
    let folder = TempDir::new().unwrap();
    let path = changed(&folder, |_| ());
    let file = path.to_str().unwrap();
    assert_eq!(run(["import", file]).code, 0);
    assert!(folder.path().join("changed.duels").exists());
    let again = run(["import", file]);
    assert_eq!(again.code, 2);
    assert!(again.error().contains("it exists already; name another record"), "{}", again.err);
    let two = run(["import", file, file, "--out", "x"]);
    assert!(two.error().contains("--out names one record"), "{}", two.err);
}

#[test]
fn a_file_that_is_no_replay_is_one_line() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let damaged = changed(&folder, |bytes| bytes.truncate(900));
    for (file, what) in [
        ("decks/starter/yugi.ydk", "this is no replay of EDOPro"),
        ("nowhere.yrpX", "there is no such file"),
        (damaged.to_str().unwrap(), "what is packed in it is damaged"),
    ] {
        let said = import(&[file], &out);
        assert_eq!(said.code, 2);
        let line = said.error();
        assert!(line.starts_with(file) && line.contains(what), "{line}");
        assert!(!out.exists());
    }
    assert!(duelfish("import").error().contains("see `duelfish import --help`"));
}
