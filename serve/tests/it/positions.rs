//! Positions and puzzles.

use serde_json::{Value, json};

use crate::common::House;

/// The end of a search.
fn solved(house: &House, text: &str) -> Value {
    let body = json!({ "text": text, "seconds": 60 });
    let begun = house.good("POST", "/api/solve", &body);
    loop {
        let found = house.good(
            "GET",
            &format!("/api/solve/{}", begun["id"].as_str().unwrap()),
            &Value::Null,
        );
        if found["running"] == false {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn the_course_says_which_positions_are_won_and_the_solver_agrees() {
    let house = House::new();
    let list = house.good("GET", "/api/puzzles", &Value::Null);
    let puzzles = list["puzzles"].as_array().unwrap();
    assert!(puzzles.len() > 60);
    // All of them are the solver's own tests; here only the way to it is tried.
    for puzzle in puzzles.iter().step_by(9) {
        let id = puzzle["id"].as_str().unwrap();
        let one = house.good("GET", &format!("/api/puzzles/{id}"), &Value::Null);
        let found = solved(&house, one["text"].as_str().unwrap());
        let wanted = match puzzle["kind"].as_str().unwrap() {
            "win" => "win",
            "none" => "no-win",
            _ => continue,
        };
        assert_eq!(found["outcome"], wanted, "{id}");
        if wanted == "win" {
            let line = found["line"].as_array().unwrap();
            let loser = if found["player"] == "P1" { "P2" } else { "P1" };
            let last = &line[line.len() - 1]["view"];
            assert!(last["players"][loser]["lp"].as_i64().unwrap() <= 0, "{id}: {line:?}");
        }
    }
    assert_eq!(house.ask("GET", "/api/puzzles/no-such", &Value::Null).0, 404);
}

#[test]
fn a_position_is_read_or_its_fault_is_named_with_its_line() {
    let house = House::new();
    let text = "turn 5 P1 main1\nP1 lp 100\nP1 M2 defense: Mystical Elf\nP2 hand: Kuriboh\n";
    let read = house.good("POST", "/api/positions", &json!({ "text": text }));
    assert!(read["error"].is_null());
    assert_eq!(read["view"]["players"]["P1"]["monsters"][0]["card"], "Mystical Elf");
    assert_eq!((&read["asked"], &read["turn_player"]), (&json!("P1"), &json!("P1")));
    for (text, line, words) in [
        ("turn 5 P1 main1\nP1 M9 attack: Kuriboh\n", 2, "M9"),
        ("turn 5 P1 main1\n\nP1 hand: Kuribo\n", 3, "Kuribo"),
        ("", 1, "no position"),
        ("\u{0}\u{1}", 1, ""),
    ] {
        let read = house.good("POST", "/api/positions", &json!({ "text": text }));
        assert_eq!(read["error"]["line"], line, "{text:?}: {read}");
        assert!(read["error"]["what"].as_str().unwrap().contains(words), "{read}");
        assert!(read["view"].is_null());
        assert_eq!(house.ask("POST", "/api/solve", &json!({ "text": text })).0, 422);
        let body = json!({ "position": text, "players": ["person", "mcts"] });
        assert_eq!(house.ask("POST", "/api/sessions", &body).0, 422);
    }
    let file =
        format!("{}/../search/tests/puzzles/axe-on-the-weaker.lua", env!("CARGO_MANIFEST_DIR"));
    let lua = std::fs::read_to_string(file).unwrap();
    let read = house.good("POST", "/api/positions", &json!({ "text": lua, "name": "axe.lua" }));
    assert!(read["error"].is_null() && read["text"].as_str().unwrap().contains("Axe of Despair"));
    let wrong =
        house.good("POST", "/api/positions", &json!({ "text": "Debug.(", "name": "x.lua" }));
    assert!(wrong["error"]["what"].as_str().unwrap().contains("x.lua"));
}

/// A puzzle is played against a bot, left, and gone on with after the server was killed.
#[test]
fn a_puzzle_is_played_from_its_position() {
    let house = House::new();
    let puzzle = house.good("GET", "/api/puzzles/fissure-clears-the-way", &Value::Null);
    let body = json!({ "position": puzzle["text"], "players": ["person", "heuristic"], "seed": 1 });
    let begun = house.good("POST", "/api/sessions", &body);
    let path = format!("/api/sessions/{}", begun["id"].as_str().unwrap());
    let play = |house: &House, words: &str| {
        let state = house.settled(&path);
        let body = json!({ "revision": state["revision"], "words": words });
        house.good("POST", &format!("{path}/apply"), &body)
    };
    play(&house, "activate Fissure");
    let house = house.again();
    let listed = house.good("GET", "/api/sessions", &Value::Null);
    assert_eq!(listed["sessions"][0]["players"], json!(["person", "heuristic"]));
    play(&house, "battle");
    let over = play(&house, "attack M1 direct");
    assert_eq!(over["over"]["winner"], "P1");
    assert_eq!(over["over"]["text"], "You win: the bot has no Life Points left.");
}
