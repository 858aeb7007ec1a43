//! A Special Summon in a monster's own way that its player takes back when it comes to choose what to pay.

use crate::common::{parse, replay, summon_taken_back};
use serde_json::Value;

/// Whether a line asks for a Tribute and gets none.
fn takes_back(line: &str) -> bool {
    let line = parse(line);
    line["kind"] == "card" && line["hint"] == 500 && line["answer"] == Value::Null
}

#[test]
fn a_summon_that_is_taken_back_changes_nothing() {
    let duel = summon_taken_back();
    assert_eq!(duel.iter().filter(|line| takes_back(line)).count(), 1);
    let report = replay(&duel);
    assert_eq!((report.passed, report.traces), (1, 1), "{report}");
}

/// Only a question that may be left without an answer takes the Summon back.
#[test]
fn a_question_that_wants_an_answer_takes_nothing_back() {
    let mut duel = summon_taken_back();
    let line = duel.iter_mut().find(|line| takes_back(line)).unwrap();
    *line = line.replace(r#""cancelable":true"#, r#""cancelable":false"#);
    let report = replay(&duel);
    assert_eq!((report.passed, report.errors.len()), (0, 1), "{report}");
    assert!(report.errors[0].what.contains("answer null"), "{report}");
}

/// What could be paid is compared although nothing is.
#[test]
fn the_options_of_a_summon_that_is_taken_back_are_compared() {
    let mut duel = summon_taken_back();
    let line = duel.iter_mut().find(|line| takes_back(line)).unwrap();
    let mut edited = parse(line);
    edited["options"].as_array_mut().unwrap().pop();
    *line = edited.to_string();
    let report = replay(&duel);
    assert_eq!((report.passed, report.failed), (0, 1), "{report}");
    assert!(report.divergences[0].what.starts_with("options of card"), "{report}");
}
