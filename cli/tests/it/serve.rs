//! `duelfish serve` as a program: its start, its end, and the runs that it begins.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Files, run, starter};

/// A server that runs.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    /// Starts it with its files in a folder.
    fn start(files: &Files, more: &[&str]) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("duelfish"));
        command
            .current_dir(crate::common::root())
            .args(["serve", "--port", "0", "--format", "json"]);
        command.arg("--data").arg(files.path().join("data")).args(more);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut text = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        // The answer is pretty-printed JSON, up to its last brace.
        while !text.trim_end().ends_with('}') {
            assert!(out.read_line(&mut text).unwrap() > 0, "it ended: {text}");
        }
        let said: Value = serde_json::from_str(&text).unwrap();
        let url = said["url"].as_str().unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, String) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, body.to_owned())
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, said) = self.ask(method, path, body);
        assert!(status < 300, "{path}: {status} {said}");
        serde_json::from_str(&said).unwrap()
    }

    /// The state of a run that has ended.
    fn ended(&self, path: &str) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.json("GET", path, &Value::Null);
            if found["running"] == false {
                return found;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "{found}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Types q, and waits for the end.
    fn quit(mut self) {
        writeln!(self.child.stdin.take().unwrap(), "q").unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

/// A server that a test leaves behind, because it failed, ends too.
impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[test]
fn it_says_where_the_page_is_and_ends_when_told() {
    let files = Files::new();
    let serving = Serving::start(&files, &[]);
    let (status, page) = serving.ask("GET", "/", &Value::Null);
    assert_eq!(status, 200);
    assert!(page.starts_with("<!doctype html>"));
    serving.quit();
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_well_though_somebody_listens() {
    let files = Files::new();
    let mut serving = Serving::start(&files, &[]);
    let sides = ["person", "random"]
        .map(|player| json!({ "deck": { "id": "starter/yugi" }, "player": player }));
    let begun = serving.json("POST", "/api/sessions", &json!({ "sides": sides, "first": 1 }));
    let mut stream = TcpStream::connect(&serving.address).unwrap();
    let (id, host) = (begun["id"].as_str().unwrap(), &serving.address);
    write!(stream, "GET /api/sessions/{id}/events HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut first = [0; 64];
    stream.read_exact(&mut first).unwrap();
    let id = serving.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
    let mut rest = Vec::new();
    // The stream ends too.
    let _ = stream.read_to_end(&mut rest);
}

#[test]
fn decks_of_the_command_line_can_be_chosen() {
    let files = Files::new();
    let own = files
        .write("mine.ydk", std::fs::read(crate::common::root().join(starter("yugi"))).unwrap());
    let serving = Serving::start(&files, &["decks/goat", own.to_str().unwrap()]);
    let setup = serving.json("GET", "/api/setup", &Value::Null);
    let ids: Vec<&str> = setup["decks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deck| deck["id"].as_str().unwrap())
        .collect();
    assert!(ids.contains(&"own/mine") && ids.contains(&"own/recon_empty_jar"), "{ids:?}");
    assert!(ids.contains(&"starter/kaiba"));
    serving.quit();
}

#[test]
fn what_can_t_be_served_is_said() {
    let files = Files::new();
    let data = files.path().join("data");
    let data = data.to_str().unwrap();
    let serving = Serving::start(&files, &[]);
    let port = serving.address.rsplit(':').next().unwrap();
    let said = run(["serve", "--port", port, "--data", data]);
    assert_eq!(said.code, 2);
    assert!(said.error().starts_with(&format!("port {port} can't be used")), "{}", said.err);
    // One server writes a folder at a time.
    let said = run(["serve", "--port", "0", "--data", data]);
    let other = format!("another server uses this folder, at http://{}/", serving.address);
    assert_eq!(said.code, 2);
    assert!(said.error().contains(&other), "{}", said.err);
    serving.quit();
    let said = run(["serve", "nothing.ydk", "--data", data]);
    assert_eq!(
        (said.code, said.error()),
        (2, "nothing.ydk: there is no such file; check the path")
    );
    let said = run(["serve", "--pics", "nowhere", "--data", data]);
    assert_eq!(said.error(), "nowhere: there is no such directory with pictures");
    let file = files.write("file", "x");
    let said = run(["serve", "--port", "0", "--data", file.to_str().unwrap()]);
    assert!(said.error().contains("choose another one with --data"), "{}", said.err);
}

#[test]
fn runs_are_begun_followed_and_shown() {
    let files = Files::new();
    let serving = Serving::start(&files, &[]);
    let deck = |name: &str| json!({ "id": format!("starter/{name}") });
    let post = |body: &Value| {
        let begun = serving.json("POST", "/api/runs", body);
        format!("/api/runs/{}", begun["id"].as_str().unwrap())
    };
    let path = post(&json!({
        "command": "match", "decks": [deck("yugi"), deck("kaiba")], "games": 40,
        "bots": ["heuristic", "random"], "seed": 5, "paired": true,
    }));
    let run = serving.ended(&path);
    // A run may end before it says how far it is.
    assert_eq!(run["done"], run["of"], "{run}");
    assert_eq!(run["results"]["games"], 40);
    assert!(run["failed"].is_null());
    assert!(run["text"].as_str().unwrap().contains("yugi (heuristic)"), "{run}");
    let report = format!("/runs/{}/report", run["id"].as_str().unwrap());
    let (status, page) = serving.ask("GET", &report, &Value::Null);
    assert_eq!(status, 200);
    assert!(page.contains("<html") && page.contains("yugi"));
    let tournament = post(&json!({
        "command": "tournament", "decks": [deck("yugi"), deck("kaiba"), deck("joey")], "games": 4,
        "bots": ["random"],
    }));
    assert_eq!(serving.ended(&tournament)["failed"], Value::Null);
    let compare = post(&json!({
        "command": "compare", "old": deck("yugi"), "new": deck("kaiba"), "decks": [deck("joey")],
        "games": 4, "bots": ["random"],
    }));
    let compared = serving.ended(&compare);
    assert!(compared["text"].as_str().unwrap().contains("joey"), "{compared}");
    // One that would take hours is stopped, and has results of what was played.
    let long = post(&json!({
        "command": "match", "decks": [deck("yugi"), deck("kaiba")], "games": 1_000_000, "bots": ["greedy"],
    }));
    std::thread::sleep(Duration::from_millis(500));
    serving.json("POST", &format!("{long}/stop"), &json!({}));
    let stopped = serving.ended(&long);
    assert!(stopped["results"]["games"].as_u64().unwrap_or(0) < 1_000_000, "{stopped}");
    let listed = serving.json("GET", "/api/runs", &Value::Null);
    assert_eq!(listed["runs"].as_array().unwrap().len(), 4);
    serving.json("DELETE", &path, &Value::Null);
    assert_eq!(serving.ask("GET", &path, &Value::Null).0, 404);
    for (body, words) in [
        (json!({ "command": "match", "decks": [deck("yugi")] }), "two decks"),
        (json!({ "command": "perft", "decks": [] }), "match, tournament or compare"),
        (json!({ "command": "tournament", "decks": [deck("yugi"), deck("nobody")] }), "no deck"),
        (
            json!({ "command": "match", "decks": [deck("yugi"), deck("kaiba")], "bots": ["exec:rm"] }),
            "no bot",
        ),
    ] {
        let (status, said) = serving.ask("POST", "/api/runs", &body);
        assert!(status >= 400 && said.contains(words), "{body}: {said}");
    }
    serving.quit();
}
