//! What can't be done is said, and nothing breaks.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{House, OpenHouse};

const YUGI: &str = "starter/yugi";

fn sides(player: &str) -> Value {
    json!([{ "deck": { "id": YUGI }, "player": "person" }, { "deck": { "id": YUGI }, "player": player }])
}

/// A request that is refused with this status, and a sentence with these words.
fn refused(house: &House, method: &str, path: &str, body: &Value, status: u16, words: &str) {
    let (got, answer) = house.ask(method, path, body);
    let said = answer["error"].as_str().unwrap_or_else(|| panic!("{method} {path}: {answer}"));
    assert_eq!(got, status, "{method} {path}: {said}");
    assert!(said.contains(words), "{method} {path}: {said}");
    assert!(!said.contains('\n'), "{said}");
}

#[test]
fn bad_requests_are_answered_in_a_sentence() {
    let house = House::new();
    let none = Value::Null;
    refused(&house, "GET", "/api/nothing", &none, 404, "there is nothing here");
    refused(&house, "PUT", "/api/setup", &none, 404, "there is nothing here");
    refused(&house, "POST", "/api/sessions", &json!({ "sides": 3 }), 400, "can't be read");
    refused(&house, "POST", "/api/sessions", &json!([]), 400, "can't be read");
    let body = json!({ "sides": sides("mctsx") });
    refused(&house, "POST", "/api/sessions", &body, 422, "there is no bot `mctsx`");
    let body = json!({ "sides": sides("mcts:weights=/etc/passwd") });
    refused(&house, "POST", "/api/sessions", &body, 422, "usual weights");
    let body = json!({ "sides": sides("mcts:iters=4000000000") });
    refused(&house, "POST", "/api/sessions", &body, 422, "thinks for too long");
    let body = json!({ "sides": sides("mcts-1:ms=60000") });
    refused(&house, "POST", "/api/sessions", &body, 422, "ms=10000 or less");
    let body = json!({ "sides": sides("exec:rm") });
    refused(&house, "POST", "/api/sessions", &body, 422, "there is no bot `exec`");
    let body = json!({ "sides": sides("random"), "rules": "mr9" });
    refused(&house, "POST", "/api/sessions", &body, 422, "choose one of mr5");
    let body = json!({ "sides": sides("random"), "first": 3 });
    refused(&house, "POST", "/api/sessions", &body, 400, "`first` is 1, 2");
    let body = json!({ "sides": sides("random"), "seed": 1_u64 << 60 });
    refused(&house, "POST", "/api/sessions", &body, 422, "2^53");
    refused(&house, "GET", "/api/sessions/x?since=soon", &none, 400, "query");
    refused(&house, "POST", "/api/cards", &json!({ "names": vec!["x"; 501] }), 422, "at most 500");
    refused(&house, "GET", "/pics/1.jpg", &none, 404, "pictures have numbers");
    refused(&house, "GET", "/pics/89631139", &none, 404, "no picture of card 89631139");
}

#[test]
fn bad_decks_are_described() {
    let house = House::new();
    let deck = |text: &str| json!({ "text": text, "name": "mine.ydk" });
    refused(&house, "POST", "/api/decks", &deck("#main\n99999999\n"), 422, "mine.ydk:2");
    refused(&house, "POST", "/api/decks", &deck("ydke://%%%!!!"), 422, "ydke");
    refused(&house, "POST", "/api/decks", &deck("\u{0}\u{1}\u{2}"), 422, "mine.ydk");
    let read = house.good("POST", "/api/decks", &deck("#main\n89631139\n89631139\n"));
    assert_eq!(read["main"], json!([{ "card": "Blue-Eyes White Dragon", "copies": 2 }]));
    assert_eq!(read["playable"], false);
    assert!(read["problems"][0].as_str().unwrap().contains("add 38"), "{read}");
    let text = json!({ "text": "#main\n89631139\n", "name": "../../x\u{7}.ydk" });
    let body = json!({ "sides": [{ "deck": text, "player": "person" }, { "deck": { "id": YUGI }, "player": "random" }] });
    refused(&house, "POST", "/api/sessions", &body, 422, "x.ydk: the Main Deck has 1 card");
}

#[test]
fn nothing_outside_of_its_folders_is_served() {
    let house = House::new();
    std::fs::write(house.path().join("secret.duel"), "secret").unwrap();
    std::fs::create_dir(house.path().join("pics")).unwrap();
    std::fs::write(house.path().join("pics/1.jpg"), "picture").unwrap();
    assert_eq!(house.server.ask("GET", "/pics/1", b"").body, b"picture");
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/pics/..%2fsecret",
        "/pics/1%00",
        "/pics/-1",
        "/api/sessions/..%2fsecret",
        "/api/sessions/..%2fsecret/record",
        "/api/sessions/%2e%2e%5csecret",
        "/api/sessions/secret.duel",
        "//etc/passwd",
    ] {
        let answer = house.server.ask("GET", path, b"");
        assert!(answer.status >= 400, "{path}: {}", answer.status);
        let said: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        assert!(said["error"].is_string(), "{path}: {:?}", String::from_utf8_lossy(&answer.body));
    }
}

#[test]
fn damaged_sessions_are_left_out_and_explained() {
    let house = House::new();
    let body = json!({ "sides": sides("random"), "first": 1 });
    let id = house.good("POST", "/api/sessions", &body)["id"].as_str().unwrap().to_owned();
    let folder = house.path().join("sessions");
    let bytes = std::fs::read(folder.join(format!("{id}.duel"))).unwrap();
    std::fs::write(folder.join("torn.duel"), &bytes[..bytes.len() - 3]).unwrap();
    std::fs::write(folder.join("foreign.duel"), "a poem").unwrap();
    std::fs::write(folder.join("note.txt"), "a note").unwrap();
    let listed = house.good("GET", "/api/sessions", &Value::Null);
    let ids: Vec<&str> = listed["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|session| session["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, [id.as_str()]);
    refused(&house, "GET", "/api/sessions/torn", &Value::Null, 422, "torn.duel");
    refused(&house, "GET", "/api/sessions/foreign", &Value::Null, 422, "no saved duel");
}

/// Two tabs show one session: the second answer to one question is refused, and nothing is lost.
#[test]
fn of_two_answers_to_one_question_the_first_counts() {
    let house = House::new();
    let body = json!({ "sides": sides("random"), "first": 1, "seed": 2 });
    let id = house.good("POST", "/api/sessions", &body)["id"].as_str().unwrap().to_owned();
    let path = format!("/api/sessions/{id}");
    let state = house.settled(&path);
    let answer = json!({ "revision": state["revision"], "action": 0 });
    let after = house.good("POST", &format!("{path}/apply"), &answer);
    refused(&house, "POST", &format!("{path}/apply"), &answer, 409, "gone on since");
    refused(&house, "POST", &format!("{path}/undo"), &answer, 409, "gone on since");
    refused(&house, "POST", &format!("{path}/concede"), &answer, 409, "gone on since");
    let now = house.settled(&path);
    assert!(now["answers"].as_u64() >= after["answers"].as_u64());
    let apply = |body: Value, status, words| {
        let mut body = body;
        body["revision"] = house.settled(&path)["revision"].clone();
        refused(&house, "POST", &format!("{path}/apply"), &body, status, words);
    };
    apply(json!({ "action": 10_000 }), 422, "there is no action 10000");
    apply(json!({ "words": "summon Exodia" }), 422, "Exodia");
    apply(json!({ "words": "\u{0}" }), 422, "");
    apply(json!({}), 400, "give an `action` or `words`");
    assert_eq!(house.settled(&path)["answers"], now["answers"]);
}

/// What a client may send that keeps to no rule at all.
#[test]
fn rough_connections_break_nothing() {
    let folder = TempDir::new().unwrap();
    let house = OpenHouse::new(&folder);
    let address = house.url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let port = address.rsplit(':').next().unwrap().to_owned();
    let talk = |text: &str| -> String {
        let mut stream = TcpStream::connect(&address).unwrap();
        // The server may hang up in the middle.
        let _ = stream.write_all(text.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    };
    let get = |headers: &str| {
        talk(&format!("GET /api/setup HTTP/1.1\r\nConnection: close\r\n{headers}\r\n"))
    };
    assert!(get(&format!("Host: localhost:{port}\r\n")).starts_with("HTTP/1.1 200"));
    for strange in [
        "Host: evil.example\r\n".to_owned(),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: localhost:{port}\r\nOrigin: http://evil.example\r\n"),
        format!("Host: localhost:{port}\r\nSec-Fetch-Site: cross-site\r\n"),
    ] {
        let answer = get(&strange);
        assert!(answer.starts_with("HTTP/1.1 403"), "{strange}{answer}");
        assert!(!answer.contains("mcts"));
    }
    let post = |kind: &str, body: &str| {
        talk(&format!(
            "POST /api/decks HTTP/1.1\r\nConnection: close\r\nHost: localhost:{port}\r\n\
             Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    };
    assert!(post("text/plain", "{}").starts_with("HTTP/1.1 400"));
    assert!(post("application/json", "{\"text\":").starts_with("HTTP/1.1 400"));
    let huge = format!("{{\"text\":\"{}\"}}", "x".repeat(3 << 20));
    assert!(post("application/json", &huge).starts_with("HTTP/1.1 413"));
    assert!(talk("\u{1}\u{2}\u{3}\r\n\r\n").starts_with("HTTP/1.1 400"));
    // A client that goes in the middle of a request.
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.write_all(b"POST /api/sessions HTTP/1.1\r\nContent-Le").unwrap();
    drop(stream);
    let page =
        talk(&format!("GET / HTTP/1.1\r\nConnection: close\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
    let head = page.to_lowercase();
    assert!(head.starts_with("http/1.1 200"));
    for header in ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff"]
    {
        assert!(head.contains(header), "{head}");
    }
    house.stop();
}
