//! Runs the worked examples of the page about timing.

use std::path::Path;

use duelfish_engine::duel_test::check;

/// What stands in a page's fenced blocks of a language. Everything else becomes empty lines, so that failures
/// name the line of the page.
pub(crate) fn fenced(page: &str, language: &str) -> String {
    let mut inside = false;
    let mut text = String::new();
    for line in page.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            inside = fence == language;
        } else if inside {
            text += line;
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_examples_of_the_timing_page_are_true() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/timing.md");
    let page = std::fs::read_to_string(file).unwrap();
    let checked = check(&fenced(&page, "duel"), "docs/timing.md", duelfish_cards::catalogue());
    let failures: Vec<String> = checked.failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(checked.tests >= 15, "{} examples", checked.tests);
}
