//! docs/rulings-2010.md: its positions are true, and `duelfish why` says in them what the page quotes.

#[path = "../../../engine/tests/it/common/rulings.rs"]
mod pages;

use duelfish_cards::catalogue;
use duelfish_engine::duel_test::{check, names};
use duelfish_engine::{Explanation, Position};

use crate::timing::fenced;
use pages::{read, rows_with_tests, sections};

/// With what the lines of a duel test begin that belong to its position no more.
const STEPS: [&str; 9] = [
    "P1> ",
    "P2> ",
    "offered ",
    "only ",
    "not offered ",
    "asked ",
    "expect ",
    "event ",
    "no event ",
];

/// A question, and everything below it.
struct Ruling<'a> {
    question: &'a str,
    text: &'a str,
}

/// What the page says of an action where a duel test ends.
struct Quote<'a> {
    test: &'a str,
    action: &'a str,
    sentence: String,
}

fn page() -> String {
    read("docs/rulings-2010.md")
}

fn rulings(page: &str) -> Vec<Ruling<'_>> {
    sections(page).map(|(question, text)| Ruling { question, text }).collect()
}

/// The quotes of a ruling: each is about the last test of the block above it.
fn quotes<'a>(ruling: &Ruling<'a>) -> Vec<Quote<'a>> {
    let blocks = ruling.text.split("\n```text\n").skip(1);
    let mut found = Vec::new();
    for block in blocks {
        let (tests, below) = block.split_once("\n```\n").expect("the end of a block");
        let test = tests.rfind("test ").map_or(tests, |at| &tests[at..]);
        let quoted = below.lines().filter_map(|line| line.strip_prefix("> "));
        for line in quoted {
            let new = line.strip_prefix('`').and_then(|line| line.split_once("`: "));
            match (new, found.last_mut()) {
                (Some((action, sentence)), _) => {
                    found.push(Quote { test, action, sentence: sentence.to_owned() });
                }
                (None, Some(Quote { sentence, .. })) => {
                    sentence.push(' ');
                    sentence.push_str(line);
                }
                (None, None) => panic!("{}: `{line}` goes on with nothing", ruling.question),
            }
        }
    }
    found
}

/// What the engine says of an action where a duel test ends.
fn why(test: &str, action: &str) -> Explanation {
    let mut lines = test.lines().skip(1).filter(|line| !line.starts_with("rule ")).peekable();
    let mut position = String::new();
    while let Some(line) = lines.next_if(|line| !STEPS.iter().any(|step| line.starts_with(step))) {
        position += line;
        position.push('\n');
    }
    let position = Position::parse(&position, catalogue()).expect("a position");
    let game = position.game(catalogue());
    let mut chance = position.script();
    let mut duel = position.start(&game, &mut chance, &mut ());
    for line in lines {
        let taken = line.strip_prefix("P1> ").or_else(|| line.strip_prefix("P2> "));
        if let Some(taken) = taken {
            let taken = duel.parse(&game, taken).expect("an action that is legal");
            duel.apply(&game, taken, &mut chance, &mut ());
        }
        assert_ne!(line, "undo", "an action that is taken back is not understood here");
    }
    duel.why(&game, action).expect("an action")
}

#[test]
fn there_are_thirty_questions_and_each_has_an_answer_and_a_position() {
    let page = page();
    let rulings = rulings(&page);
    assert!(rulings.len() >= 30, "{} rulings", rulings.len());
    for (number, ruling) in (1..).zip(&rulings) {
        let Ruling { question, text } = ruling;
        assert!(question.starts_with(&format!("{number}. ")), "{question}: the number is {number}");
        assert!(question.ends_with('?'), "{question}: no question");
        let (answer, blocks) = text.split_once("```text\n").unwrap_or_default();
        assert!(answer.trim().ends_with('.'), "{question}: no answer");
        assert!(!blocks.is_empty(), "{question}: no position");
        let tests = fenced(text, "text");
        let under_edison = tests.lines().filter(|line| *line == "rules edison").count();
        assert_eq!(names(&tests).len(), under_edison, "{question}: a test has other rules");
    }
}

#[test]
fn the_positions_are_true() {
    let checked = check(&fenced(&page(), "text"), "docs/rulings-2010.md", catalogue());
    let failures: Vec<String> = checked.failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(checked.tests >= 30, "{} tests", checked.tests);
}

#[test]
fn the_reasons_are_those_that_why_gives() {
    let page = page();
    let mut compared = 0;
    for ruling in rulings(&page) {
        for Quote { test, action, sentence } in quotes(&ruling) {
            let said = why(test, action);
            assert_eq!(said.sentence, sentence, "{}: `{action}`", ruling.question);
            compared += 1;
        }
    }
    let quoted = page.lines().filter(|line| line.starts_with("> `")).count();
    assert_eq!(compared, quoted, "a quote stands below no block");
    assert!(compared >= 10, "{compared} reasons");
}

#[test]
fn the_rows_that_are_named_exist_and_have_tests() {
    let named = rows_with_tests([("the page", &*page())]);
    assert!(named[0] >= 10, "{named:?} rows");
}
