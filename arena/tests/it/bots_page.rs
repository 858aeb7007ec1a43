//! The page about bots shows what is really said.

use std::collections::BTreeSet;

use crate::programs::{FIRST, LONG, Stage};
use serde_json::Value;

/// The longest line of the page's examples, in bytes.
const WIDTH: usize = 110;

/// The lines that a program hears in some duels, and the answers that it gives.
fn said() -> (Vec<Value>, Vec<Value>) {
    let stage = Stage::new();
    let (heard, answered) = (stage.path("heard"), stage.path("answered"));
    let answer = format!(r#"{FIRST} | tee -a "$2""#);
    let bot = stage.program(LONG, &answer);
    let bot = stage.with_arguments(&bot, &[&heard, &answered]);
    stage.play(&bot, 2, 1);
    let [heard, answered] = [heard, answered].map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    });
    (heard, answered)
}

/// A decision that shows something: both players have monsters.
fn is_lively(message: &Value) -> bool {
    ["P1", "P2"].iter().all(|player| {
        let monsters = message.pointer(&format!("/view/players/{player}/monsters"));
        monsters.and_then(Value::as_array).is_some_and(|monsters| !monsters.is_empty())
    })
}

/// A message as one block, broken between fields.
fn block(message: &Value) -> String {
    let text = message.to_string();
    let (mut lines, mut line) = (Vec::new(), String::new());
    for part in text.split_inclusive(',') {
        if line.len() + part.len() > WIDTH && part.starts_with(['"', '{']) {
            lines.push(std::mem::take(&mut line));
        }
        line += part;
    }
    lines.push(line);
    format!("```json\n{}\n```\n", lines.join("\n"))
}

/// The page with this block behind a mark, in place of the one that stands there.
fn with_block(page: &str, mark: &str, block: &str) -> String {
    let mark = format!("<!-- {mark} -->\n\n");
    let (before, behind) = page.split_once(&mark).unwrap_or_else(|| panic!("no {mark}"));
    let behind = match behind.strip_prefix("```json\n") {
        Some(old) => old.split_once("```\n").unwrap().1,
        None => &format!("\n{behind}"),
    };
    format!("{before}{mark}{block}{behind}")
}

fn add_keys(message: &Value, keys: &mut BTreeSet<String>) {
    match message {
        Value::Object(fields) => {
            for (key, value) in fields {
                keys.insert(key.clone());
                add_keys(value, keys);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| add_keys(value, keys)),
        _ => {}
    }
}

#[test]
fn the_page_shows_what_is_sent_and_names_every_field() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/bots.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (heard, answered) = said();
    let of_type = |kind: &'static str| heard.iter().filter(move |said| said["type"] == kind);
    let lively = of_type("decision").find(|message| is_lively(message)).unwrap();
    let answer = answered.iter().find(|answer| answer["number"] == lively["number"]).unwrap();

    // The hash in the name of the engine changes too often for a page.
    let mut hello = of_type("hello").next().unwrap().clone();
    let (version, _) = hello["engine"].as_str().unwrap().split_once('+').unwrap();
    hello["engine"] = format!("{version}+0123456789abcdef").into();

    let mut made = page.clone();
    for (mark, message) in [
        ("sent: hello", &hello),
        ("answer: hello", &serde_json::json!({ "protocol": 1 })),
        ("sent: duel", of_type("duel").next().unwrap()),
        ("sent: decision", lively),
        ("answer: decision", answer),
        ("sent: end", of_type("end").next().unwrap()),
    ] {
        made = with_block(&made, mark, &block(message));
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page == made, "docs/bots.md is old: run this test with UPDATE_DOCS=1");

    let mut keys = BTreeSet::new();
    heard.iter().chain(&answered).for_each(|message| add_keys(message, &mut keys));
    keys.remove("type");
    for word in keys {
        assert!(page.contains(&format!("`{word}`")), "docs/bots.md does not explain `{word}`");
    }
    for message in of_type("decision") {
        let asked = message["asked"].as_str().unwrap();
        assert!(page.contains(&format!("`{asked}`")), "docs/bots.md does not explain `{asked}`");
    }
}
