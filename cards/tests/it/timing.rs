//! Runs the worked examples of the page about timing.

use std::path::Path;

use duelfish_engine::duel_test::check;

#[test]
fn the_examples_of_the_timing_page_are_true() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/timing.md");
    let page = std::fs::read_to_string(file).unwrap();
    // Everything else becomes empty lines, so that failures name the line of the page.
    let mut inside = false;
    let mut text = String::new();
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```duel";
        } else if inside {
            text += line;
        }
        text.push('\n');
    }
    let checked = check(&text, "docs/timing.md", duelfish_cards::catalogue());
    let failures: Vec<String> = checked.failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(checked.tests >= 15, "{} examples", checked.tests);
}
