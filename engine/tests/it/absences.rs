//! The invariants that say what is *not* there, kept by reading the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::files::{files, root};

/// The crates that are published, by folder.
const CRATES: [&str; 10] = [
    "script", "reader", "engine", "cards", "search", "arena", "conform", "session", "serve", "cli",
];

/// All Rust files below a folder, with their text but without comments and tests.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
        let lines = code.lines().map(|line| line.split("//").next().unwrap_or(""));
        let code = lines.collect::<Vec<_>>().join("\n");
        (path, code)
    };
    let found: Vec<_> = files(folder, ".rs").into_iter().map(read).collect();
    assert!(!found.is_empty(), "no sources under {folder}");
    found
}

fn assert_absent(folder: &str, words: &[&str]) {
    for (path, code) in sources(folder) {
        // A list of fixed length lies where it is declared.
        let code = code.replace("ArrayVec<", "Array<");
        for word in words {
            assert!(!code.contains(word), "{} has `{word}`", path.display());
        }
    }
}

/// No IO, no threads, no clock, no environment, nothing unsafe, no order that differs by run.
#[test]
fn the_engine_touches_nothing_outside() {
    let modules = ["std::fs", "std::io", "std::net", "std::thread", "std::time", "std::env"];
    for folder in ["script/src", "engine/src"] {
        assert_absent(folder, &modules);
        assert_absent(folder, &["std::process", "Instant", "SystemTime", "HashMap", "unsafe {"]);
    }
}

/// The state and the procedures that run in a duel hold no string and no heap.
#[test]
fn the_duel_holds_no_heap() {
    // The slow check makes a message when an invariant is broken, which ends a test run.
    let heap = ["Vec<", "Box<", "Rc<", "Arc<", "&'static str", "dyn "];
    assert_absent("engine/src/state", &heap);
    assert_absent("engine/src/procedures", &heap);
    assert_absent("engine/src/procedures", &["String", "format!"]);
}

/// No list of a duel loses an entry silently: a full one ends the duel, or is long enough for all that a duel
/// holds, which `lists` checks.
#[test]
fn no_entry_of_a_list_is_dropped() {
    for (path, code) in [sources("script/src/rows"), sources("engine/src")].concat() {
        let of_duels = ["state", "procedures", "rows", "queries", "legal"];
        if !of_duels.iter().any(|room| path.components().any(|part| part.as_os_str() == *room)) {
            continue;
        }
        for line in code.lines().map(str::trim) {
            let ignored = line.starts_with("_ = ") || line.starts_with("let _ = ");
            let dropped = (ignored && line.contains("try_push")) || line.contains(".take(MAX_");
            assert!(!dropped, "{}: `{line}` may lose an entry", path.display());
        }
    }
}

/// The words of these rooms of the engine, paths in one piece.
fn words_of(rooms: &[&str]) -> BTreeSet<String> {
    let texts = rooms.iter().flat_map(|room| sources(&format!("engine/src/{room}")));
    let words = texts.flat_map(|(_, code)| {
        let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':');
        words.map(str::to_owned).collect::<Vec<_>>()
    });
    words.collect()
}

/// The lines of a declaration, without comments, from the text in which it begins to its last brace.
fn declaration<'t>(text: &'t str, begin: &str) -> impl Iterator<Item = &'t str> {
    let body = text.split(begin).nth(1).and_then(|rest| rest.split("\n}").next());
    let lines = body.expect("the declaration was not found").lines().map(str::trim);
    lines.filter(|line| !line.starts_with("//"))
}

/// A kind of modifier that a text can give and no rule asks for would do nothing.
#[test]
fn no_kind_of_modifier_goes_unasked() {
    let text = fs::read_to_string(root().join("script/src/rows/modifier.rs")).unwrap();
    let lines = declaration(&text, "\nmod_kinds! {");
    let kinds: Vec<&str> = lines.filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    assert!(kinds.len() > 100, "the kinds were not found");
    let words = words_of(&["state", "queries", "legal", "procedures"]);
    let asked = |kind: &&str| words.contains(&format!("ModKind::{kind}"));
    let unasked: Vec<&str> = kinds.into_iter().filter(|kind| !asked(kind)).collect();
    assert_eq!(unasked, ["None"], "no rule asks for these kinds");
}

/// An event that a text can answer and nothing raises would never come.
#[test]
fn no_event_goes_unraised() {
    let text = fs::read_to_string(root().join("script/src/rows/bits.rs")).unwrap();
    let lines = declaration(&text, "\npub mod event_bit {");
    let events: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("pub const ")?.split_once(": u64 = 1"))
        .map(|(name, _)| name)
        .collect();
    assert!(events.len() > 40, "the events were not found");
    let words = words_of(&["state", "procedures"]);
    let raised = |event: &&str| words.contains(&format!("event_bit::{event}"));
    let never: Vec<&str> = events.into_iter().filter(|event| !raised(event)).collect();
    assert!(never.is_empty(), "nothing raises these events: {never:?}");
}

/// A switch of the rules that nothing asks for would change nothing.
#[test]
fn every_switch_is_asked() {
    let text = fs::read_to_string(root().join("engine/src/rules/switches.rs")).unwrap();
    let rows = declaration(&text, "\nrules! {").filter(|line| line.ends_with(';'));
    let fields: Vec<&str> = rows.filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    assert_eq!(fields.len(), duelfish_engine::Rules::SWITCHES.len(), "the rows were not found");
    let code = sources("engine/src").into_iter().filter(|(path, _)| !path.ends_with("switches.rs"));
    let code: String = code.map(|(_, code)| code).collect();
    let asked = |field: &&str| {
        let uses = [format!("rules.{field}"), format!("rules().{field}")];
        uses.iter().any(|word| code.contains(word))
    };
    let never: Vec<&str> = fields.into_iter().filter(|field| !asked(field)).collect();
    assert!(never.is_empty(), "no rule asks for these switches: {never:?}");
}

/// A card is data: engine code has no passcode.
#[test]
fn no_card_is_named_in_the_engine() {
    for (path, code) in [sources("script/src"), sources("engine/src")].concat() {
        let digits = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let passcodes = digits.filter(|word| {
            let plain = word.replace('_', "");
            plain.len() >= 7 && plain.bytes().all(|b| b.is_ascii_digit())
        });
        let found: Vec<&str> = passcodes.collect();
        assert!(found.is_empty(), "{} has {found:?}", path.display());
    }
}

/// Only the state's own folder writes fields of a duel: the struct's fields are private there.
#[test]
fn fields_of_the_duel_are_private() {
    let text = fs::read_to_string(root().join("engine/src/state/mod.rs")).unwrap();
    let body = text.split("pub struct Duel {").nth(1).unwrap().split("\n}").next().unwrap();
    assert!(body.lines().count() > 20, "the struct was not found");
    assert!(!body.contains("pub"), "a field of Duel is public");
}

/// Dependencies run one way: script <- engine <- cards <- search <- arena <- session <- serve <- cli, conform
/// beside search.
#[test]
fn dependencies_run_one_way() {
    let allowed: [(&str, &[&str]); 10] = [
        ("script", &[]),
        ("reader", &["script"]),
        ("engine", &["script"]),
        ("cards", &["script", "engine"]),
        ("search", &["script", "engine", "cards"]),
        ("arena", &["script", "engine", "cards", "search"]),
        ("conform", &["script", "engine", "cards"]),
        ("session", &["script", "engine", "cards", "search", "arena", "conform"]),
        ("serve", &["script", "engine", "cards", "search", "arena", "conform", "session"]),
        (
            "cli",
            &[
                "script", "reader", "engine", "cards", "search", "arena", "conform", "session",
                "serve",
            ],
        ),
    ];
    for (name, needs) in allowed {
        let text = fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap();
        let section = text.split("[dependencies]").nth(1).unwrap_or("");
        let section = section.split("\n[").next().unwrap_or("");
        for line in section.lines().filter_map(|line| line.strip_prefix("duelfish-")) {
            let other = line.split([' ', '.', '=']).next().unwrap_or("");
            assert!(needs.contains(&other), "{name} depends on {other}");
        }
    }
}

/// A packed crate has only its own files, so no source reads one outside of its crate; tests do.
#[test]
fn no_crate_reads_files_of_another() {
    let mut read = 0;
    for member in CRATES {
        let home = root().join(member).canonicalize().unwrap();
        let sources = sources(&format!("{member}/src")).into_iter();
        for (path, code) in sources.filter(|(path, _)| !path.ends_with("tests.rs")) {
            // Examples of pages are tests, and stand in no package.
            let mut parts = code.split("#[cfg(doctest)]");
            let mut code = parts.next().unwrap().to_owned();
            code.extend(
                parts.filter_map(|part| part.split_once("\nstruct ")).map(|(_, rest)| rest),
            );
            let named =
                code.split("include_str!(\"").skip(1).chain(code.split("#[path = \"").skip(1));
            for name in named.filter_map(|rest| rest.split('"').next()) {
                let file = path.parent().unwrap().join(name).canonicalize().unwrap();
                let said = format!("{} reads {name}", path.display());
                assert!(file.starts_with(&home), "{said}, which no package of {member} has");
                read += 1;
            }
        }
    }
    assert!(read >= 4, "the files that sources read were not found");
    let deck = |folder: &str| fs::read(root().join(folder).join("vanilla-40.ydk")).unwrap();
    assert!(deck("cli/data") == deck("decks/starter"), "the deck of `bench` is another one");
}

/// No crate has a second binary of integration tests, for each one compiles the rules again, and no file of tests
/// is left out of the one there is. A test that counts allocations
/// has its own, and so have the duel tests, which run under their names.
#[test]
fn no_test_file_stands_alone() {
    let names = |folder: &Path| -> Vec<String> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let rust = files.filter(|path| path.extension().is_some_and(|end| end == "rs"));
        rust.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    // The rows and the language are tested by duels, in the crate above.
    assert!(!root().join("script/tests").exists(), "script has tests that nothing counts");
    for member in CRATES.into_iter().filter(|member| *member != "script") {
        let tests = root().join(member).join("tests");
        let alone = match member {
            "arena" => vec!["no_alloc"],
            "engine" | "cards" => vec!["duels"],
            _ => Vec::new(),
        };
        assert_eq!(names(&tests), alone, "{member}/tests has binaries beside `it`");
        let main = fs::read_to_string(tests.join("it/main.rs")).unwrap();
        for name in names(&tests.join("it")).iter().filter(|name| *name != "main") {
            assert!(main.contains(&format!("mod {name};")), "{member} never runs {name}.rs");
        }
    }
}
