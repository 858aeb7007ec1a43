//! Any text, read as questions about positions: nothing panics, an error is one line, and questions that can be read
//! can be written and read again.
#![no_main]

use duelfish_arena::suite::SuiteQuestion;
use duelfish_cards::catalogue;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let questions = match SuiteQuestion::parse_all(&text, "fuzz.suite", catalogue()) {
        Ok(questions) => questions,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
    };
    let written: String = questions.iter().map(ToString::to_string).collect();
    let again = SuiteQuestion::parse_all(&written, "fuzz.suite", catalogue());
    let again = again.expect("what is written can be read");
    assert_eq!(again.len(), questions.len());
    for (again, question) in again.iter().zip(&questions) {
        assert!(again.duel == question.duel && again.answers() == question.answers());
        assert_eq!(again.to_string(), question.to_string());
    }
});
