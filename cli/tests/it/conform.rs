//! `duelfish conform`.

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::common::{Files, Said, duelfish, root, run};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;

const FIXTURE: &str = "conform/traces/vanilla.jsonl.gz";

fn conform(files: &[&Path], format: &str) -> Said {
    let files = files.iter().map(|file| file.as_os_str());
    let options = ["--format", format].map(OsStr::new);
    run([OsStr::new("conform")].into_iter().chain(files).chain(options))
}

fn packed() -> Vec<u8> {
    std::fs::read(root().join(FIXTURE)).unwrap()
}

fn unpacked() -> String {
    let mut text = String::new();
    GzDecoder::new(packed().as_slice()).read_to_string(&mut text).unwrap();
    text
}

/// The fixture with other Life Points in one state, and the line of that state.
fn changed() -> (String, usize) {
    let text = unpacked();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_state = |line: &&String| line.contains(r#""t":"state""#) && line.contains("[8000,8000]");
    let at = lines.iter().rposition(|line| is_state(&line)).unwrap();
    lines[at] = lines[at].replace("[8000,8000]", "[8000,7900]");
    (lines.join("\n") + "\n", at + 1)
}

#[test]
fn the_committed_recordings_pass() {
    let said = conform(&[Path::new(FIXTURE)], "json");
    assert_eq!(said.code, 0);
    let json = said.json();
    let count = |field: &str| json[field].as_u64().unwrap();
    assert!(count("traces") > 0);
    assert_eq!(count("passed"), count("traces"));
    assert_eq!((count("failed"), count("unsupported"), count("windows_differing")), (0, 0, 0));
    assert!(count("states_compared") > 0 && count("option_sets_compared") > 0);
    assert!(json["activations"].is_object());
    assert_eq!(json["divergences"], Value::Array(Vec::new()));
    assert!(json.get("interrupted").is_none() && json.get("partial").is_none());

    let said = conform(&[Path::new(FIXTURE)], "table");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains(&format!("{} passed, 0 failed", count("passed"))), "{}", said.out);
}

#[test]
fn what_is_replayed_in_part_is_told_apart() {
    let fixture = OsStr::new(FIXTURE);
    let args = ["conform".as_ref(), fixture, "--as-far-as-possible".as_ref()];
    let said = run(args.iter().copied().chain(["--format", "json"].map(OsStr::new)));
    assert_eq!(said.code, 0);
    let json = said.json();
    assert_eq!(json["passed"], json["traces"]);
    assert_eq!(json["partial"]["ended_early"], 0);
    assert!(json["partial"]["lines_compared"].as_u64().unwrap() > 0);
    let said = run(args);
    assert!(said.out.contains("with cards played as blanks: 0 the same"), "{}", said.out);
}

#[test]
fn a_changed_recording_fails_at_the_changed_line() {
    let files = Files::new();
    let (text, line) = changed();
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    let packed = files.write("changed.jsonl.gz", packer.finish().unwrap());
    for path in [files.write("changed.jsonl", &text), packed] {
        let said = conform(&[&path], "json");
        assert_eq!(said.code, 1);
        let json = said.json();
        assert_eq!(json["failed"], 1);
        let [divergence] = json["divergences"].as_array().unwrap().as_slice() else {
            panic!("one divergence, not {json}")
        };
        assert_eq!(divergence["line"], line);
        assert!(divergence["trace"].as_str().unwrap().contains("changed.jsonl"));
        assert!(divergence["what"].as_str().unwrap().contains("lp"));
        assert!(divergence["expected"].as_str().unwrap().contains("7900"), "{divergence}");
        assert!(divergence["got"].as_str().unwrap().contains("8000"), "{divergence}");

        let said = conform(&[&path], "table");
        assert_eq!((said.code, said.err.as_str()), (1, ""));
        assert!(said.out.contains(&format!("line {line}: lp")), "{}", said.out);
    }
}

#[test]
fn one_bad_file_spoils_the_verdict_but_not_the_others() {
    let files = Files::new();
    let junk = files.write("junk.jsonl", "what is this\n");
    let said = conform(&[&junk, Path::new(FIXTURE)], "table");
    assert_eq!(said.code, 1);
    assert!(said.error().starts_with(&format!("{}:1: ", junk.display())), "{}", said.err);
    assert!(said.out.contains(" 0 failed"), "{}", said.out);
}

#[test]
fn damage_names_the_file_and_the_line() {
    let files = Files::new();
    let mut junk_gz = vec![0x1f, 0x8b];
    junk_gz.extend(b"this only pretends to be packed");
    let whole = packed();
    for (name, bytes, place) in [
        ("empty.jsonl", Vec::new(), ""),
        ("blank.jsonl", b"\n\n".to_vec(), ""),
        ("binary.jsonl", vec![0, 159, 146, 150, 10], ":1"),
        ("junk.jsonl.gz", junk_gz, ":1"),
        ("cut.jsonl.gz", whole[..whole.len() / 2].to_vec(), ":"),
        ("unfinished.jsonl", unpacked().into_bytes()[..9000].to_vec(), ":"),
    ] {
        let path = files.write(name, bytes);
        let said = conform(&[&path], "table");
        assert_eq!(said.code, 1, "{name}");
        let start = format!("{}{place}", path.display());
        assert!(said.error().starts_with(&start), "{name}: {}", said.err);
        let said = conform(&[&path], "json");
        assert_eq!(said.code, 1, "{name}");
        let json: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(json["errors"].as_array().unwrap().len(), 1, "{name}");
    }
    for missing in [files.path().join("missing.jsonl"), files.path().to_owned()] {
        let said = conform(&[&missing], "table");
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        assert!(said.error().starts_with(&missing.display().to_string()), "{}", said.err);
    }
}

/// Packed files in a row are one file, so that a long recording is easily made.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let files = Files::new();
    let path = files.write("long.jsonl.gz", packed().repeat(5000));
    for format in ["json", "table"] {
        let args = ["conform".as_ref(), path.as_os_str(), "--format".as_ref(), format.as_ref()];
        let said = crate::common::interrupted(args);
        assert_eq!((said.code, said.err.as_str()), (130, ""));
        if format == "table" {
            assert!(said.out.contains(" 0 failed"), "{}", said.out);
            assert!(said.out.lines().last().unwrap().starts_with("interrupted: "), "{}", said.out);
            continue;
        }
        let json = said.json();
        assert_eq!(json["interrupted"], true);
        assert!(json["passed"].as_u64().unwrap() > 0);
    }
}

/// More recordings may lie beside the workspace; they are too large to be part of it.
#[test]
fn the_recordings_beside_the_workspace_pass() {
    let folder = root().join("../shared/traces/vanilla");
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let said = conform(&paths, "json");
    assert_eq!(said.code, 0, "{}", said.out);
    let json = said.json();
    assert_eq!(json["passed"], json["traces"]);
}

/// Cards that recorded duels have shown are noted in a table, and other commands tell of them.
#[test]
fn shown_cards_are_noted_and_told() {
    let files = Files::new();
    let table = files.path().join("shown.tsv");
    let note = || {
        let fixture = "conform/traces/starter.jsonl.gz";
        run(["conform", fixture, "--shown"].map(OsStr::new).into_iter().chain([table.as_os_str()]))
    };
    assert_eq!(note().code, 0);
    let first = std::fs::read_to_string(&table).unwrap();
    assert!(first.contains("\tDark Hole\t"), "{first}");
    assert_eq!(note().code, 0);
    assert_eq!(std::fs::read_to_string(&table).unwrap(), first);

    std::fs::write(&table, first.replace("\tDark Hole\t", "\t")).unwrap();
    let said = note();
    assert_eq!(said.code, 2);
    assert!(said.err.contains("shown.tsv: line ") && said.err.lines().count() == 1, "{}", said.err);

    let said = run(["card", "Dark Hole"]);
    assert!(said.out.contains(" recorded duels\n"), "{}", said.out);
    let json = duelfish("cards --coverage --format json").json();
    let evidence = json["evidence"].as_array().unwrap();
    assert_eq!(evidence.len() as u64, json["scripted"].as_u64().unwrap());
    let shown = evidence.iter().filter(|card| card["recorded_duels"].as_u64().unwrap() > 0).count();
    let table = duelfish("cards --coverage").out;
    assert!(
        table.contains(&format!("\n{shown} of {} cards have acted", evidence.len())),
        "{table}"
    );
    assert!(shown >= 400, "{shown}");
}
