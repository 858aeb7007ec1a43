//! What can be done with a session.

use std::io::{BufRead, BufReader};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{House, OpenHouse};

const SIDES: [(&str, &str); 2] = [("starter/yugi", "person"), ("starter/kaiba", "heuristic")];

/// The number of the action with these words.
fn action(state: &Value, words: &str) -> usize {
    let actions = state["decision"]["actions"].as_array().unwrap();
    let found =
        actions.iter().position(|action| action["words"].as_str().unwrap().starts_with(words));
    found.unwrap_or_else(|| panic!("there is no {words} among {actions:?}"))
}

/// A session in which the person is asked for the first time.
fn begun(house: &House) -> (String, Value) {
    let id = house.begin(SIDES, "mr5", 3);
    let path = format!("/api/sessions/{id}");
    let state = house.settled(&path);
    (path, state)
}

#[test]
fn a_killed_server_loses_no_answer() {
    let house = House::new();
    let (path, state) = begun(&house);
    let body = json!({ "revision": state["revision"], "action": action(&state, "set ") });
    house.good("POST", &format!("{path}/apply"), &body);
    let before = house.settled(&path);
    let house = house.again();
    let after = house.settled(&path);
    for field in ["view", "decision", "log", "answers", "players", "undo"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    let listed = house.good("GET", "/api/sessions", &Value::Null);
    assert_eq!(listed["sessions"][0]["players"], json!(["person", "heuristic"]));
    // A client that still shows the old server's state does not answer the new one by chance.
    let old = json!({ "revision": before["revision"], "action": 0 });
    assert_eq!(house.ask("POST", &format!("{path}/apply"), &old).0, 409);
}

#[test]
fn an_answer_is_taken_back_with_all_that_followed() {
    let house = House::new();
    let (path, first) = begun(&house);
    assert_eq!(first["undo"], false);
    let body = json!({ "revision": first["revision"], "action": action(&first, "end") });
    house.good("POST", &format!("{path}/apply"), &body);
    let second = house.settled(&path);
    assert_ne!(first["view"], second["view"]);
    let body = json!({ "revision": second["revision"] });
    let back = house.good("POST", &format!("{path}/undo"), &body);
    for field in ["view", "decision", "log", "lines", "answers"] {
        assert_eq!(first[field], back[field], "{field}");
    }
    let body = json!({ "revision": back["revision"] });
    assert_eq!(house.ask("POST", &format!("{path}/undo"), &body).0, 422);
}

#[test]
fn who_gives_up_loses_and_may_have_the_record() {
    let house = House::new();
    let (path, state) = begun(&house);
    let record = format!("{path}/record");
    assert_eq!(house.ask("GET", &record, &Value::Null).0, 422);
    let body = json!({ "revision": state["revision"] });
    let over = house.good("POST", &format!("{path}/concede"), &body);
    let seat = state["seat"].as_str().unwrap();
    let other = if seat == "P1" { "P2" } else { "P1" };
    let text = "You give up: the bot wins.";
    assert_eq!(over["over"], json!({ "winner": other, "text": text }));
    assert!(over["decision"].is_null() && over["waits_for"].is_null());
    assert_eq!(over["seed"], 3);
    let bytes = house.server.ask("GET", &record, b"").body;
    let id = path.rsplit('/').next().unwrap();
    assert_eq!(bytes, std::fs::read(house.path().join(format!("sessions/{id}.duel"))).unwrap());
    // The last answer before can be taken back no more than any other; giving up twice can't be.
    let body = json!({ "revision": over["revision"] });
    assert_eq!(house.ask("POST", &format!("{path}/concede"), &body).0, 422);
}

#[test]
fn a_session_that_is_forgotten_is_gone() {
    let house = House::new();
    let (path, _) = begun(&house);
    house.good("DELETE", &path, &Value::Null);
    assert_eq!(house.ask("GET", &path, &Value::Null).0, 404);
    assert_eq!(std::fs::read_dir(house.path().join("sessions")).unwrap().count(), 0);
}

#[test]
fn a_hint_is_an_action_that_is_offered() {
    let house = House::new();
    let (path, state) = begun(&house);
    let body = json!({ "revision": state["revision"], "bot": "mcts:iters=60" });
    let hint = house.good("POST", &format!("{path}/hint"), &body);
    let actions = state["decision"]["actions"].as_array().unwrap();
    let best = usize::try_from(hint["action"].as_u64().unwrap()).unwrap();
    assert!(best < actions.len());
    assert_eq!(hint["choices"][0]["action"], hint["action"]);
    let value = hint["choices"][0]["value"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&value));
}

#[test]
fn a_card_says_what_it_can_and_can_t_do() {
    let house = House::new();
    let (path, state) = begun(&house);
    let seat = state["seat"].as_str().unwrap();
    let hand = state["view"]["players"][seat]["hand"].as_array().unwrap();
    let end = action(&state, "end");
    let mut refusals = 0;
    for (index, card) in hand.iter().enumerate() {
        let at = json!({ "player": seat, "place": "hand", "index": index });
        let why = house.good("POST", &format!("{path}/why"), &json!({ "at": at }));
        let reasons = why["reasons"].as_array().unwrap();
        assert!(!reasons.is_empty(), "{card}");
        for reason in reasons {
            let words = reason["words"].as_str().unwrap();
            let actions = state["decision"]["actions"].as_array().unwrap();
            let offered = actions.iter().any(|action| action["words"] == words);
            assert_eq!(reason["allowed"], offered, "{reason}");
            let sentence = reason["sentence"].as_str().unwrap();
            assert!(
                sentence.starts_with(if offered { "Legal: " } else { "Not legal: " }),
                "{sentence}"
            );
            refusals += usize::from(!offered);
        }
    }
    assert!(refusals > 0);
    let other = if seat == "P1" { "P2" } else { "P1" };
    let at = json!({ "player": other, "place": "hand", "index": 0 });
    assert_eq!(house.ask("POST", &format!("{path}/why"), &json!({ "at": at })).0, 422);
    let body = json!({ "revision": state["revision"], "action": end });
    house.good("POST", &format!("{path}/apply"), &body);
}

#[test]
fn two_persons_see_their_own_side() {
    let house = House::new();
    let id = house.begin([("starter/yugi", "person"), ("starter/kaiba", "person")], "mr5", 1);
    let path = format!("/api/sessions/{id}");
    assert_eq!(house.ask("GET", &path, &Value::Null).0, 400);
    assert_eq!(house.ask("GET", &format!("{path}?seat=P3"), &Value::Null).0, 422);
    for (seat, other) in [("P1", "P2"), ("P2", "P1")] {
        let state = house.good("GET", &format!("{path}?seat={seat}"), &Value::Null);
        let players = &state["view"]["players"];
        assert_eq!(players[seat]["hand"].as_array().unwrap().len(), 5);
        assert!(players[other].get("hand").is_none());
        assert_eq!(state["decision"].is_null(), state["waits_for"] != seat);
        assert_eq!(state["players"][seat]["name"], "You");
        assert_eq!(state["players"][other]["name"], "The opponent");
    }
}

#[test]
fn bots_alone_go_by_steps_and_are_seen_whole() {
    let house = House::new();
    let sides = [("starter/yugi", "heuristic"), ("starter/kaiba", "random")];
    let id = house.begin(sides, "mr5", 5);
    let path = format!("/api/sessions/{id}");
    let mut state = house.good("GET", &path, &Value::Null);
    assert!(state["seat"].is_null());
    for player in ["P1", "P2"] {
        assert_eq!(state["view"]["players"][player]["hand"].as_array().unwrap().len(), 5);
    }
    let mut steps = 0;
    while state["over"].is_null() {
        let answers = state["answers"].as_u64().unwrap();
        let body = json!({ "revision": state["revision"] });
        state = house.good("POST", &format!("{path}/step"), &body);
        assert!(state["answers"].as_u64().unwrap() > answers);
        steps += 1;
    }
    assert!(steps > 10);
    assert_eq!(house.server.ask("GET", &format!("{path}/record"), b"").status, 200);
    let body = json!({ "revision": state["revision"], "action": 0 });
    assert_eq!(house.ask("POST", &format!("{path}/apply"), &body).0, 422);
}

#[test]
fn passing_on_skips_what_is_quiet() {
    let house = House::new();
    let (path, mut state) = begun(&house);
    for _ in 0..60 {
        if !state["over"].is_null() {
            break;
        }
        let pass = state["decision"]["pass"].as_u64();
        let number = pass.map_or_else(|| action(&state, "end"), |pass| pass.try_into().unwrap());
        let body =
            json!({ "revision": state["revision"], "action": number, "skip": pass.is_some() });
        house.good("POST", &format!("{path}/apply"), &body);
        state = house.settled(&path);
        if state["decision"]["asked"] == "discard" || state["decision"]["asked"] == "card" {
            let body = json!({ "revision": state["revision"], "action": 0 });
            house.good("POST", &format!("{path}/apply"), &body);
            state = house.settled(&path);
        }
    }
}

/// Events come to whoever listens, and a server that stops ends them.
#[test]
fn changes_come_as_a_stream() {
    let folder = TempDir::new().unwrap();
    let house = OpenHouse::new(&folder);
    let post = |path: &str, body: &Value| -> Value {
        let answer = ureq::post(format!("{}{path}", house.url)).send_json(body);
        answer.unwrap().body_mut().read_json().unwrap()
    };
    let sides = SIDES.map(|(deck, player)| json!({ "deck": { "id": deck }, "player": player }));
    let id = post("api/sessions", &json!({ "sides": sides, "first": 1, "seed": 9 }));
    let path = format!("api/sessions/{}", id["id"].as_str().unwrap());
    let stream = ureq::get(format!("{}{path}/events", house.url)).call().unwrap();
    let mut lines = BufReader::new(stream.into_body().into_reader()).lines();
    let mut next = || -> Option<Value> {
        let line =
            lines.by_ref().find_map(|line| Some(line.ok()?.strip_prefix("data:")?.to_owned()));
        line.map(|data| serde_json::from_str(&data).unwrap())
    };
    let first = next().unwrap();
    let body = json!({ "revision": first["revision"], "action": action(&first, "end") });
    post(&format!("{path}/apply"), &body);
    let second = next().unwrap();
    assert!(second["revision"].as_u64() > first["revision"].as_u64());
    // Only new lines are told.
    assert_eq!(second["log"][0]["number"], first["lines"]);
    house.stop();
    while next().is_some() {}
}
