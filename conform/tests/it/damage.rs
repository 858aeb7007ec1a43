//! Damaged and foreign recordings: each is told from a passed one, at the right line.

use crate::common::{duels, packed, parse, replay};
use duelfish_conform::{ConformReport, Extent, run_bytes};
use serde_json::{Value, json};

/// The one error of a report.
fn error(report: &ConformReport, line: usize, words: &str) {
    let [error] = report.errors.as_slice() else { panic!("one error, not {report}") };
    assert_eq!(error.line, line as u64, "{report}");
    assert!(error.what.contains(words), "{}", error.what);
    assert_eq!(error.what.lines().count(), 1);
    assert!(!report.succeeded());
    assert!(report.to_string().contains(&error.what));
}

/// The one divergence of a report.
fn divergence(report: &ConformReport, line: usize, what: &str) {
    let [divergence] = report.divergences.as_slice() else { panic!("one, not {report}") };
    assert_eq!(divergence.line, line as u64, "{report}");
    assert!(divergence.what.contains(what), "{report}");
    assert_eq!((report.failed, report.errors.len()), (1, 0), "{report}");
    assert!(!report.succeeded());
}

/// The first duel with another line put in at an index.
fn with_line(at: usize, line: &str) -> Vec<String> {
    let mut lines = duels().swap_remove(0);
    lines.insert(at, line.to_owned());
    lines
}

/// The first duel with another header, and the second after it.
fn with_header(edit: impl Fn(&mut Value)) -> Vec<String> {
    let mut lines = duels().into_iter().take(2).flatten().collect::<Vec<String>>();
    let mut header = parse(&lines[0]);
    edit(&mut header);
    lines[0] = header.to_string();
    lines
}

#[test]
fn what_came_before_a_cut_in_a_gzip_file_stays() {
    let bytes = packed();
    let report = run_bytes("cut.jsonl.gz", &bytes[..bytes.len() * 2 / 3], Extent::Whole);
    assert!(report.passed >= 2 && report.states_compared > 100, "{report}");
    assert_eq!(report.traces, report.passed + 1);
    assert_eq!(report.failed, 0);
    let line = report.errors[0].line as usize;
    error(&report, line, "can't be read any further");
    let before: usize = duels().iter().take(report.passed as usize).map(Vec::len).sum();
    assert!(line > before);
}

#[test]
fn a_file_that_is_cut_between_two_lines_lacks_an_end() {
    let mut lines = duels().swap_remove(0);
    lines.truncate(100);
    error(&replay(&lines), 100, "without an end line");
    // Also when another duel follows, which is still compared.
    let length = lines.len();
    lines.extend(duels().swap_remove(1));
    let report = replay(&lines);
    error(&report, length + 1, "without an end line");
    assert_eq!((report.traces, report.passed), (2, 1));
}

#[test]
fn a_line_of_junk_costs_only_its_own_duel() {
    let junk = ["nonsense", "{\"t\":", "[]", "{}", "\u{0}\u{1}\u{2}", "{\"t\":7}"];
    for line in junk {
        let mut lines = with_line(50, line);
        lines.extend(duels().swap_remove(1));
        let report = replay(&lines);
        error(&report, 51, "damaged");
        assert_eq!((report.traces, report.passed, report.failed), (2, 1, 0), "{line}");
    }
}

#[test]
fn binary_junk_and_empty_files_are_errors() {
    error(&run_bytes("x", &[0xff, 0xfe, 0, 1, b'\n', 0x80], Extent::Whole), 1, "damaged");
    error(&run_bytes("x", &[0x1f, 0x8b, 8, 0, 99], Extent::Whole), 1, "can't be read any further");
    error(&run_bytes("x", b"", Extent::Whole), 0, "holds no duel");
    error(&run_bytes("x", b"\n \n", Extent::Whole), 2, "holds no duel");
    let endless = vec![b' '; 5 << 20];
    error(&run_bytes("x", &endless, Extent::Whole), 1, "longer than");
    let deep = "[".repeat(100_000);
    error(&run_bytes("x", deep.as_bytes(), Extent::Whole), 1, "damaged");
}

/// A small generator, so that the same bytes are damaged in every run.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

#[test]
fn damaged_bytes_anywhere_never_panic() {
    let mut lines = duels().swap_remove(0);
    lines.truncate(150);
    let plain = lines.join("\n").into_bytes();
    let packed = packed()[..4000].to_vec();
    let mut seed = 2026;
    for round in 0..400 {
        let mut bytes = if round % 4 == 0 { packed.clone() } else { plain.clone() };
        for _ in 0..=next(&mut seed) % 4 {
            let at = next(&mut seed) % bytes.len();
            match next(&mut seed) % 4 {
                0 => bytes[at] = next(&mut seed) as u8,
                1 => bytes[at] = b"0123456789-[]{},\"n"[next(&mut seed) % 18],
                2 => _ = bytes.remove(at),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let report = run_bytes("damaged", &bytes, Extent::Whole);
        assert!(report.passed + report.failed + report.unsupported <= report.traces);
        assert!(!report.to_string().is_empty());
    }
}

#[test]
fn unknown_lines_and_fields_out_of_range_are_errors() {
    error(&replay(&with_line(20, r#"{"t":"remark"}"#)), 21, "no kind of line");
    // A quoted line break stays a quoted one.
    error(&replay(&with_line(20, r#"{"t":"re\nmark"}"#)), 21, r"`re\nmark` is no kind of line");
    error(&replay(&with_line(20, r#"{"t":"event"}"#)), 21, "missing field `kind`");
    error(&replay(&with_line(20, r#"{"t":"event","kind":"damage","p":0}"#)), 21, "missing field");
    error(&replay(&with_line(20, r#"{"t":"ask","player":0,"kind":"idle"}"#)), 21, "`answer`");
    let outside = with_line(0, r#"{"t":"event","kind":"damage_end"}"#);
    error(&replay(&outside), 1, "belongs to no duel");
    let report = replay(&with_header(|header| header["hand"] = json!(300)));
    error(&report, 1, "invalid value");
    assert_eq!(report.passed, 1);
    let many = json!(vec![14_898_066; 61]);
    let report = replay(&with_header(|header| header["decks"][1]["main"] = many.clone()));
    error(&report, 1, "61 cards");
}

#[test]
fn answers_that_fit_no_option_are_errors() {
    let lines = duels().swap_remove(0);
    let at = lines.iter().position(|line| line.contains(r#""kind":"idle""#)).unwrap();
    for answer in [json!([99]), json!([]), json!([0, 1]), json!([-1]), json!(true), json!(null)] {
        let mut lines = lines.clone();
        let mut ask = parse(&lines[at]);
        ask["answer"] = answer;
        lines[at] = ask.to_string();
        error(&replay(&lines), at + 1, "does not fit its question");
    }
}

#[test]
fn foreign_events_questions_and_windows_fail() {
    let event = with_line(20, r#"{"t":"event","kind":"coin","p":0,"res":[1]}"#);
    divergence(&replay(&event), 21, "event");
    let unheard = with_line(20, r#"{"t":"event","kind":"juggle"}"#);
    divergence(&replay(&unheard), 21, "event");
    let noise = with_line(20, r#"{"t":"event","kind":"hint","p":0,"type":10,"v":1}"#);
    assert!(replay(&noise).succeeded());
    let lines = duels().swap_remove(0);
    let idle = lines.iter().position(|line| line.contains(r#""kind":"idle""#)).unwrap();
    let ask = r#"{"t":"ask","player":0,"kind":"sum","options":[3,4],"answer":[0]}"#;
    divergence(&replay(&with_line(idle, ask)), idle + 1, "question kind");
    let misplaced = r#"{"t":"ask","player":0,"kind":"place","options":[],"answer":[0]}"#;
    divergence(&replay(&with_line(idle, misplaced)), idle + 1, "question kind");
    let window = r#"{"t":"ask","player":1,"kind":"chain","options":[{"id":5}],"answer":null}"#;
    let report = replay(&with_line(idle, window));
    divergence(&report, idle + 1, "window");
    assert_eq!(report.windows_differing, 1);
}

#[test]
fn duels_with_other_cards_are_unsupported() {
    let report = replay(&with_header(|header| {
        header["decks"][0]["main"][3] = json!(86_066_372);
        header["decks"][1]["extra"] = json!([999_999_999]);
    }));
    assert_eq!((report.traces, report.unsupported, report.passed), (2, 1, 1), "{report}");
    assert_eq!(report.unsupported_cards.keys().collect::<Vec<_>>(), [&86_066_372, &999_999_999]);
    assert!(report.succeeded());
    assert_eq!(report.states_compared, replay(&duels().swap_remove(1)).states_compared);
}

#[test]
fn the_rules_of_the_header_count() {
    // With a draw in turn 1 our first player has a card more.
    let report = replay(&with_header(|header| header["flags"] = json!(190_480 | 0x200)));
    divergence(&report, 6, "event");
    let report = replay(&with_header(|header| header["lp"] = json!(7900)));
    divergence(&report, 8, "lp[0]");
    let report = replay(&with_header(|header| header["flags"] = json!(190_480 | 0x100_0000)));
    assert_eq!((report.unsupported, report.failed), (1, 0));
}

/// A short record of a duel that starts with monsters on the table and is cut off at once.
fn stacked(position: &str) -> Vec<String> {
    let side = |hand: u32, gy: &[u32], mzone: Value| {
        json!({"hand": [hand], "deck_count": 1, "extra_count": 0, "extra_faceup": [], "gy": gy,
            "banished": [], "mzone": mzone, "szone": [null, null, null, null, null, null]})
    };
    let elf = json!({"id": 15_025_844, "pos": "set", "atk": 800, "def": 2000, "level": 4});
    let dragon = json!({"id": 89_631_139, "pos": "atk", "atk": 3000, "def": 2500, "level": 8});
    let decks = json!([
        {"main": [46_986_414, 89_631_139],
            "field": {"mzone": [[15_025_844, 2, position]], "szone": [], "gy": [14_898_066, 11_091_375]}},
        {"main": [89_631_139, 46_986_414],
            "field": {"mzone": [[89_631_139, 0, "atk"]], "szone": [], "gy": []}},
    ]);
    let option = |a: &str| json!({"a": a});
    let flip = json!({"a": "reposition", "id": 15_025_844, "con": 0, "loc": "mzone", "seq": 2});
    let lines = [
        json!({"t": "header", "flags": 190_480, "lp": 8000, "hand": 1, "draw": 1, "decks": decks}),
        json!({"t": "event", "kind": "draw", "p": 0, "ids": [46_986_414]}),
        json!({"t": "event", "kind": "draw", "p": 1, "ids": [89_631_139]}),
        json!({"t": "event", "kind": "turn", "n": 1, "p": 0}),
        json!({"t": "event", "kind": "phase", "phase": "draw"}),
        json!({"t": "event", "kind": "phase", "phase": "standby"}),
        json!({"t": "event", "kind": "phase", "phase": "main1"}),
        json!({"t": "state", "turn": 1, "turn_player": 0, "phase": "main1", "lp": [8000, 8000],
        "players": [
            side(46_986_414, &[14_898_066, 11_091_375],
                json!([null, null, elf, null, null, null, null])),
            side(89_631_139, &[], json!([dragon, null, null, null, null, null, null])),
        ]}),
        json!({"t": "ask", "player": 0, "kind": "idle", "options": [flip, option("to_end")],
            "min": 1, "max": 1, "answer": [0]}),
        json!({"t": "event", "kind": "flip", "id": 15_025_844,
            "at": {"con": 0, "loc": "mzone", "seq": 2, "pos": "atk"}}),
        json!({"t": "event", "kind": "flipped"}),
        json!({"t": "end", "winner": null, "reason": "cap", "turns": 1}),
    ];
    lines.iter().map(Value::to_string).collect()
}

#[test]
fn duels_may_start_with_monsters_on_the_table() {
    let report = replay(&stacked("set"));
    assert_eq!((report.traces, report.passed), (1, 1), "{report}");
    divergence(&replay(&stacked("def")), 8, "players[0].mzone[2].pos");
    error(&replay(&stacked("sideways")), 1, "no position of a monster");
}
