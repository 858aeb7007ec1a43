//! Every command explains itself.

use crate::common::{Files, duelfish};

const COMMANDS: [&str; 31] = [
    "",
    "match",
    "play",
    "serve",
    "sprt",
    "merge",
    "tournament",
    "compare",
    "report",
    "replay",
    "review",
    "import",
    "analyze",
    "solve",
    "suite",
    "tune",
    "calibrate",
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

/// The examples of all help texts run as they stand: in a shell, at a place that looks like the root of the
/// workspace and has the files that they name.
#[cfg(unix)]
#[test]
fn every_example_can_be_typed_as_it_is() {
    let files = Files::new();
    for folder in ["cards", "cli", "conform", "decks", "docs", "engine", "script", "search"] {
        let from = crate::common::root().join(folder);
        std::os::unix::fs::symlink(from, files.path().join(folder)).unwrap();
    }
    for (name, deck) in [
        ("a", "yugi"),
        ("b", "kaiba"),
        ("c", "joey"),
        ("d", "pegasus"),
        ("old", "normal4"),
        ("new", "normal46"),
        ("a-against-b", "yugi"),
    ] {
        let text = std::fs::read(crate::common::root().join(crate::common::starter(deck))).unwrap();
        files.write(&format!("{name}.ydk"), text);
    }
    let completions = files.path().join(".local/share/bash-completion/completions");
    std::fs::create_dir_all(completions).unwrap();
    for before in [
        "match a.ydk b.ydk --games 10 --record run.duels",
        "match a.ydk b.ydk --games 10 --record part1.duels --shard 1/2",
        "match a.ydk b.ydk --games 10 --record part2.duels --shard 2/2",
        "match a.ydk b.ydk --games 10 --format json > results.json",
    ] {
        let said = typed(&files, &format!("duelfish {before}"));
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{before}");
    }
    let mut run = 0;
    for command in COMMANDS {
        for example in examples(&duelfish(&format!("{command} --help")).out) {
            let said = typed(&files, &example);
            // Whether a deck is better may stay undecided.
            let good = said.code == 0 || (command == "compare" && said.code == 3);
            let quiet = !said.err.contains("error") && !said.err.contains("panicked");
            assert!(good && quiet, "{example}: {} {}", said.code, said.err);
            run += 1;
        }
    }
    assert!(run > 45, "{run}");
}

/// What a help text says to type.
fn examples(help: &str) -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    let mut lines = help.split("Example:\n").nth(1).unwrap_or_default().lines();
    while let Some(line) = lines.next() {
        let blanks = line.len() - line.trim_start().len();
        if blanks == 0 || !line.trim_start().starts_with("duelfish ") {
            continue;
        }
        let mut example = line.trim_start().to_owned();
        if example.ends_with("<<'END'") {
            for line in lines.by_ref() {
                example += &format!("\n{}", &line[blanks..]);
                if line.trim() == "END" {
                    break;
                }
            }
        }
        examples.push(example);
    }
    examples
}

/// What a shell says to a line. Who is asked quits.
#[cfg(unix)]
fn typed(files: &Files, line: &str) -> crate::common::Said {
    let program = std::path::Path::new(assert_cmd::cargo::cargo_bin!("duelfish"));
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = assert_cmd::Command::new("sh");
    shell.args(["-c", line]).current_dir(files.path()).env("HOME", files.path());
    shell.env("PATH", format!("{}:{path}", program.parent().unwrap().display()));
    crate::common::said(shell.write_stdin("q\n").output().expect("there is a shell"))
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
