//! Every command explains itself.

mod common;

use common::duelfish;

const COMMANDS: [&str; 27] = [
    "",
    "match",
    "play",
    "sprt",
    "merge",
    "tournament",
    "compare",
    "report",
    "replay",
    "import",
    "analyze",
    "solve",
    "tune",
    "bench",
    "perft",
    "test",
    "conform",
    "deck",
    "deck check",
    "hands",
    "convert",
    "cards",
    "card",
    "why",
    "rules",
    "completions",
    "man",
];

#[test]
fn every_command_has_help_with_an_example() {
    for command in COMMANDS {
        for flag in ["--help", "-h"] {
            let said = duelfish(&format!("{command} {flag}"));
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{command}");
            let example = format!("Example:\n  duelfish {command}");
            assert!(said.out.contains(&example), "{}", said.out);
        }
    }
}

#[test]
fn no_command_is_missing_above() {
    let said = duelfish("--help");
    let list = said.out.split("Commands:\n").nth(1).unwrap();
    for line in list.lines().take_while(|line| !line.is_empty()) {
        let name = line.split_whitespace().next().unwrap();
        assert!(name == "help" || COMMANDS.contains(&name), "{name}");
    }
}

/// The examples of the help must run as they stand, at the root of the workspace.
#[test]
fn examples_can_be_typed_as_they_are() {
    for command in ["perft", "deck", "hands", "convert", "cards", "card", "why", "rules", "solve"] {
        let help = duelfish(&format!("{command} --help")).out;
        let examples = help.split("Example:\n").nth(1).unwrap();
        for example in examples.lines().filter_map(|line| line.strip_prefix("  duelfish ")) {
            let said = common::run(words(example));
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{example}");
        }
    }
}

/// Words as a shell takes them, with double quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate().map(|(at, part)| {
        let quoted = at % 2 == 1;
        if quoted { vec![part] } else { part.split_whitespace().collect() }
    });
    parts.flatten().map(str::to_owned).collect()
}

#[test]
fn without_a_command_there_is_help() {
    for command in ["", "deck"] {
        let said = duelfish(command);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.err.contains("Usage: duelfish"), "{}", said.err);
    }
}

#[test]
fn the_version_is_told() {
    let said = duelfish("--version");
    assert_eq!(said.out, format!("duelfish {}\n", env!("CARGO_PKG_VERSION")));
}
