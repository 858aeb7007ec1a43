//! Requests of any shape: good ones with parts changed, dropped and doubled at random.

use serde_json::{Value, json};

use crate::common::{House, pick, rng};

/// Good requests, of which others are made. `ID` stands for a session.
fn seeds() -> Vec<(&'static str, &'static str, Value)> {
    let sides = json!([
        { "deck": { "id": "starter/yugi" }, "player": "person" },
        { "deck": { "text": "#main\n89631139\n" }, "player": "heuristic" },
    ]);
    vec![
        ("POST", "/api/sessions", json!({ "sides": sides, "rules": "mr5", "first": 1, "seed": 3 })),
        (
            "POST",
            "/api/sessions",
            json!({ "position": "turn 3 P1 main1\n", "players": ["person", "random"] }),
        ),
        ("GET", "/api/sessions/ID?seat=P1&since=4&brief=true", Value::Null),
        (
            "POST",
            "/api/sessions/ID/apply?seat=P1",
            json!({ "revision": 1, "action": 0, "skip": true }),
        ),
        ("POST", "/api/sessions/ID/apply", json!({ "revision": 1, "words": "summon Kuriboh" })),
        ("POST", "/api/sessions/ID/undo", json!({ "revision": 1 })),
        ("POST", "/api/sessions/ID/step", json!({ "revision": 1 })),
        ("POST", "/api/sessions/ID/hint", json!({ "revision": 1, "bot": "heuristic" })),
        (
            "POST",
            "/api/sessions/ID/why",
            json!({ "at": { "player": "P1", "place": "hand", "index": 2 } }),
        ),
        ("POST", "/api/sessions/ID/why", json!({ "words": "attack M1 -> M2" })),
        ("POST", "/api/cards", json!({ "names": ["Sangan"], "rules": "goat" })),
        ("GET", "/api/cards?part=dragon", Value::Null),
        (
            "POST",
            "/api/decks",
            json!({ "text": "ydke://o6lXBQ==!!!", "name": "a.ydk", "rules": "hat" }),
        ),
        ("POST", "/api/positions", json!({ "text": "P1 hand: Kuriboh", "name": "x.lua" })),
        ("POST", "/api/solve", json!({ "text": "P1 hand: Kuriboh", "seconds": 1 })),
        ("POST", "/api/studies", json!({ "session": "ID" })),
        ("GET", "/api/studies/ID/duels/0/states/4?eye=P1", Value::Null),
        (
            "POST",
            "/api/studies/ID/duels/0/branch",
            json!({ "at": 1, "players": ["person", "random"] }),
        ),
        (
            "POST",
            "/api/runs",
            json!({ "command": "match", "decks": [], "games": 2, "bots": ["random"] }),
        ),
    ]
}

#[test]
fn requests_of_any_shape_are_answered() {
    let house = House::new();
    let id = house.begin([("starter/yugi", "person"), ("starter/kaiba", "random")], "mr5", 1);
    let mut rng = rng(9);
    let mut refused = 0;
    for number in 0..6000 {
        let seeds = seeds();
        let (method, path, body) = &seeds[pick(&mut rng, seeds.len())];
        let mut text = if body.is_null() { String::new() } else { body.to_string() };
        let mut path = path.replace("ID", &id);
        text = text.replace("\"ID\"", &format!("\"{id}\""));
        for _ in 0..=pick(&mut rng, 3) {
            text = changed(&text, &mut rng);
        }
        if pick(&mut rng, 4) == 0 {
            path = format!("/{}", changed(&path[1..], &mut rng));
        }
        let reply = house.server.ask(method, &path, text.as_bytes());
        let said = String::from_utf8_lossy(&reply.body);
        assert!((200..500).contains(&reply.status), "{number}: {method} {path} {text}: {said}");
        if reply.status >= 400 {
            refused += 1;
            let error: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
            // Paths that are no paths are refused by the library of HTTP.
            let is_said = error["error"].as_str().is_some_and(|error| !error.contains('\n'));
            assert!(is_said, "{number}: {method} {path} {text}: {said}");
        }
    }
    assert!(refused > 3000, "{refused}");
    // The session is as it was, but for answers that were good by chance.
    assert_eq!(house.ask("GET", &format!("/api/sessions/{id}"), &Value::Null).0, 200);
}

/// A text with one part changed.
fn changed(text: &str, rng: &mut rand_chacha::ChaCha8Rng) -> String {
    const PIECES: [&str; 16] = [
        "null",
        "-1",
        "1e99",
        "\"\"",
        "[]",
        "{}",
        "true",
        "\\u0000",
        "99999999999999999999",
        "P2",
        "%00",
        "../",
        "\"",
        "ü",
        "M9",
        ":",
    ];
    let marks: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let from = marks[pick(rng, marks.len())];
    let to = marks[pick(rng, marks.len())];
    let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 12));
    let to = marks.iter().copied().find(|mark| *mark >= to).unwrap_or(text.len());
    match pick(rng, 4) {
        // Something dropped, doubled, put in or put in the place of something.
        0 => format!("{}{}", &text[..from], &text[to..]),
        1 => format!("{}{}", &text[..to], &text[from..]),
        2 => format!("{}{}{}", &text[..from], PIECES[pick(rng, 16)], &text[from..]),
        _ => format!("{}{}{}", &text[..from], PIECES[pick(rng, 16)], &text[to..]),
    }
}
