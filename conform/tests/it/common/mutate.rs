//! Changes one recorded value and looks whether the replay notices it.

use serde_json::{Value, json};

use super::{parse, replay};

/// A changed value: which lines have it, how it is changed, and how the report must name it.
pub(crate) struct Mutation {
    name: &'static str,
    has: fn(&Value) -> bool,
    change: fn(&mut Value),
    what: &'static str,
}

pub(crate) const fn mutation(
    name: &'static str,
    has: fn(&Value) -> bool,
    change: fn(&mut Value),
    what: &'static str,
) -> Mutation {
    Mutation { name, has, change, what }
}

/// Adds one to a number.
pub(crate) fn bump(value: &mut Value) {
    *value = json!(value.as_i64().expect("a number") + 1);
}

pub(crate) fn toggle(value: &mut Value) {
    *value = json!(!value.as_bool().expect("a truth value"));
}

pub(crate) fn list(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().expect("a list")
}

pub(crate) fn state(line: &Value) -> bool {
    line["t"] == "state"
}

pub(crate) fn ask(line: &Value, kind: &str) -> bool {
    line["t"] == "ask" && line["kind"] == kind
}

pub(crate) fn card(line: &Value, hint: u32) -> bool {
    ask(line, "card") && line["hint"] == hint
}

pub(crate) fn event(line: &Value, kind: &str) -> bool {
    line["t"] == "event" && line["kind"] == kind
}

/// Changes the middle one of the lines that have the value, in the first duel that has any.
pub(crate) fn check(duels: &[Vec<String>], mutations: &[Mutation]) {
    for Mutation { name, has, change, what } in mutations {
        let found = duels.iter().find_map(|lines| {
            let at: Vec<usize> = (0..lines.len()).filter(|at| has(&parse(&lines[*at]))).collect();
            Some((lines, *at.get(at.len() / 2)?))
        });
        let (lines, at) = found.unwrap_or_else(|| panic!("no line has `{name}`"));
        let mut lines = lines.clone();
        let mut line = parse(&lines[at]);
        change(&mut line);
        lines[at] = line.to_string();
        let report = replay(&lines);
        assert_eq!((report.failed, report.passed), (1, 0), "`{name}` was not noticed: {report}");
        assert!(report.errors.is_empty(), "`{name}`: {report}");
        let divergence = &report.divergences[0];
        assert_eq!(divergence.line, at as u64 + 1, "`{name}`: {report}");
        assert!(divergence.what.contains(what), "`{name}`: {report}");
        assert_ne!(divergence.expected, divergence.got, "`{name}`: {report}");
        assert!(divergence.trace.starts_with("edited.jsonl#1 (seed "), "{report}");
    }
}
