//! docs/rulings.md: what is pasted from it prints what it says.

#[path = "../../../engine/tests/it/common/rulings.rs"]
mod pages;

use crate::common::{program, said};
use pages::{read, rows, rows_with_tests, sections};

/// A ruling: its heading, and what is below it.
struct Ruling<'a> {
    heading: &'a str,
    text: &'a str,
}

/// A command with a position behind it, and what it is said to print.
struct Paste {
    args: Vec<String>,
    position: String,
    output: String,
}

fn rulings(page: &str) -> Vec<Ruling<'_>> {
    sections(page).map(|(heading, text)| Ruling { heading, text }).collect()
}

/// The blocks of a section: `sh` with what is typed, and behind each `text` with what is printed.
fn pastes(ruling: &Ruling<'_>) -> Vec<Paste> {
    let mut found = Vec::new();
    let mut rest = ruling.text;
    while let Some((typed, behind)) = block(rest, "sh") {
        let (command, position) = typed.split_once("<<'END'\n").expect("a position behind it");
        let position = position.strip_suffix("END\n").expect("an END");
        let (output, behind) = block(behind, "text").expect("what it prints");
        let args = words(command);
        assert_eq!(args[..3], ["duelfish", "why", "-"], "{}", ruling.heading);
        let args = args.into_iter().skip(1).collect();
        let (position, output) = (position.to_owned(), output.to_owned());
        found.push(Paste { args, position, output });
        rest = behind;
    }
    found
}

/// The next fenced block of a language, and what follows it.
fn block<'a>(text: &'a str, language: &str) -> Option<(&'a str, &'a str)> {
    let (_, inside) = text.split_once(&format!("\n```{language}\n"))?;
    let (inside, behind) = inside.split_once("```\n").expect("the end of a block");
    Some((inside, behind))
}

/// Words as a shell takes them, with double quotes and lines that go on behind a backslash.
fn words(command: &str) -> Vec<String> {
    let command = command.replace("\\\n", " ");
    let parts = command.split('"').enumerate().map(|(at, part)| {
        let quoted = at % 2 == 1;
        if quoted { vec![part] } else { part.split_whitespace().collect() }
    });
    parts.flatten().map(str::to_owned).collect()
}

#[test]
fn there_are_ten_rulings_and_each_can_be_pasted() {
    let page = read("docs/rulings.md");
    let rulings = rulings(&page);
    assert_eq!(rulings.len(), 10);
    for ruling in &rulings {
        let pastes = pastes(ruling);
        assert!(!pastes.is_empty(), "{}", ruling.heading);
        for Paste { args, position, output } in pastes {
            let printed = program(&args).write_stdin(position).output();
            let printed = said(printed.expect("the program starts"));
            assert_eq!((printed.code, printed.err.as_str()), (0, ""), "{}", ruling.heading);
            assert_eq!(printed.out, output, "{}", ruling.heading);
        }
    }
}

#[test]
fn the_rows_that_they_name_exist_and_have_tests() {
    let page = read("docs/rulings.md");
    let named = rows_with_tests(sections(&page));
    assert!(named.iter().all(|count| *count > 0), "{named:?}");
}

/// Every sentence that is printed names its row in the text around it too.
#[test]
fn what_is_printed_cites_what_is_told() {
    let page = read("docs/rulings.md");
    for ruling in rulings(&page) {
        for Paste { output, .. } in pastes(&ruling) {
            for row in rows(&output) {
                let named = rows(ruling.text).filter(|other| *other == row).count();
                assert!(named >= 2, "{row} is printed and not told in `{}`", ruling.heading);
            }
        }
    }
}
