//! The rulebook closed: every row has a test or a reason, every mark in the engine is a row, and
//! `docs/rulebook.md` says which test shows what.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use crate::common::files::{files, from_root, root};

/// Tests of a row that the page names; it counts the others.
const NAMED: usize = 2;

/// A row of the rulebook.
pub(crate) struct Row {
    pub(crate) id: String,
    system: String,
    era: String,
    /// `rule`, `open`, `cosmetic` or `unfinished`.
    status: String,
    /// Why there is no test.
    why: String,
}

/// A duel test that cites rows.
struct Citing {
    /// Its file, from the root of the workspace.
    file: String,
    name: String,
}

/// The rows of the rulebook.
pub(crate) fn rows() -> Vec<Row> {
    let text = fs::read_to_string(root().join("engine/tests/rules/rulebook.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let row = |line: &str| {
        let mut fields = line.split('\t').map(str::to_owned);
        let mut next = || fields.next().unwrap_or_else(|| panic!("a field is missing in {line}"));
        Row { id: next(), system: next(), era: next(), status: next(), why: next() }
    };
    lines.map(row).collect()
}

/// The tests that cite each row: duel tests in a line `rule BP-1`, others in a comment `// rule: BP-1`. That
/// a cited mark is hit is asked where duel tests run.
fn citing() -> BTreeMap<String, Vec<Citing>> {
    let mut cited: BTreeMap<String, Vec<Citing>> = BTreeMap::new();
    for folder in ["cards/tests", "engine/tests", "arena/tests"] {
        for path in files(folder, ".rs") {
            let file = from_root(&path);
            let (mut ids, text) = (Vec::new(), fs::read_to_string(&path).unwrap());
            for line in text.lines() {
                if let Some(cites) = line.strip_prefix("// rule: ") {
                    ids = cites.split(", ").map(str::to_owned).collect();
                } else if let Some(code) = line.strip_prefix("fn ") {
                    let name = code.split('(').next().unwrap_or(code).replace('_', " ");
                    for id in ids.drain(..) {
                        let citing = Citing { file: file.clone(), name: name.clone() };
                        cited.entry(id).or_default().push(citing);
                    }
                }
            }
        }
    }
    for folder in ["engine/tests/rules", "cards/tests/pool"] {
        for path in files(folder, ".duel") {
            let file = from_root(&path);
            let (mut name, text) = (String::new(), fs::read_to_string(&path).unwrap());
            for line in text.lines() {
                if let Some(test) = line.strip_prefix("test ") {
                    test.clone_into(&mut name);
                } else if let Some(ids) = line.strip_prefix("rule ") {
                    for id in ids.split_whitespace() {
                        let citing = Citing { file: file.clone(), name: name.clone() };
                        cited.entry(id.to_owned()).or_default().push(citing);
                    }
                }
            }
        }
    }
    cited
}

/// The rows that branches of the engine are marked with.
fn marks() -> BTreeSet<String> {
    let mut marks = BTreeSet::new();
    for path in files("engine/src", ".rs") {
        let text = fs::read_to_string(path).unwrap();
        // The module that makes the macro shows how it is used.
        let marked = text.split("rule!(").skip(1).filter_map(|call| call.split(')').next());
        let marked_if = text.split("rule_if!(").skip(1).filter_map(|call| call.split(");").next());
        for inside in marked.chain(marked_if) {
            let quoted = inside.split('"').skip(1).step_by(2);
            marks.extend(quoted.map(str::to_owned));
        }
    }
    marks
}

#[test]
fn every_row_has_a_test_or_a_reason() {
    let cited = citing();
    let mut faults = Vec::new();
    let mut ids = BTreeSet::new();
    for Row { id, status, why, .. } in rows() {
        let shown = cited.contains_key(&id);
        match status.as_str() {
            "rule" if !shown => faults.push(format!("{id} has no test")),
            "rule" if !why.is_empty() => {
                faults.push(format!("{id} has a test and a reason for none"));
            }
            "open" if shown => faults.push(format!("{id} has a test: it is open no more")),
            "open" | "cosmetic" | "unfinished" if why.is_empty() => {
                faults.push(format!("{id} has neither a test nor a reason"));
            }
            "rule" | "open" | "cosmetic" | "unfinished" => {}
            other => faults.push(format!("{id}: there is no status {other}")),
        }
        assert!(ids.insert(id.clone()), "{id} stands there twice");
    }
    for id in cited.keys().filter(|id| !ids.contains(*id)) {
        faults.push(format!("a test cites {id}, which is no row"));
    }
    for id in marks().into_iter().filter(|id| !ids.contains(id)) {
        faults.push(format!("a branch is marked {id}, which is no row"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_page_is_the_rows_and_their_tests() {
    let (path, page) = (root().join("docs/rulebook.md"), page());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    assert!(written == page, "docs/rulebook.md is old: run this test with UPDATE_DOCS=1");
}

fn page() -> String {
    let (rows, cited) = (rows(), citing());
    let count = |status: &str| rows.iter().filter(|row| row.status == status).count();
    let mut page = format!(
        "# The rulebook, row by row\n\n\
         <!-- Made by `UPDATE_DOCS=1 cargo test -p duelfish-engine --test it rulebook`. -->\n\n\
         The rules that Duelfish obeys are numbered rows; comments and marks in the engine, tests and messages of \
         `duelfish why` cite them. This page says for each of the {} rows which tests show it. {} have tests, {} are open, {} are \
         about how cards look, and {} are unfinished in their source. A test that cites a row runs through the branch of the \
         engine that is marked with it, or it fails. `both` are rules of all presets, `classic` those of the preset of that name. [Ten surprising \
         rulings](rulings.md) are told with positions.\n\n\
         One row is read in another way: by DF-73.ii a hand is private again once the effect that laid it open ends. What a player saw stays \
         known to that player's view, as a person at the table remembers it; only what is drawn afterwards is hidden.\n",
        rows.len(),
        count("rule"),
        count("open"),
        count("cosmetic"),
        count("unfinished"),
    );
    let systems: BTreeSet<&str> = rows.iter().map(|row| row.system.as_str()).collect();
    for system in systems {
        _ = writeln!(page, "\n## {system}\n\n| row | era | shown by |\n|---|---|---|");
        for row in rows.iter().filter(|row| row.system == system) {
            let Row { id, era, status, why, .. } = row;
            let shown =
                cited.get(id).map_or_else(|| format!("*{status}*: {why}"), |all| named(all));
            _ = writeln!(page, "| {id} | {era} | {shown} |");
        }
    }
    page
}

/// The first tests by name, with their files.
fn named(all: &[Citing]) -> String {
    let name = |Citing { file, name }: &Citing| {
        let short = file.rsplit('/').next().unwrap_or(file);
        format!("{} ([{short}](../{file}))", name.replace('|', "\\|"))
    };
    let mut text: Vec<String> = all.iter().take(NAMED).map(name).collect();
    if all.len() > NAMED {
        text.push(format!("{} more", all.len() - NAMED));
    }
    text.join("; ")
}
