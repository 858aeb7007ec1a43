//! A server with a folder of its own, and clients.

use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use duelfish_serve::{ServeError, ServeOptions, Server, Stopper};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A server that is asked without connections.
pub(crate) struct House {
    pub(crate) server: Server,
    folder: TempDir,
}

fn options(folder: &Path) -> ServeOptions {
    ServeOptions {
        port: 0,
        cards: duelfish_cards::catalogue(),
        data: folder.to_owned(),
        pics: Some(folder.join("pics")),
        program: None,
        decks: Vec::new(),
    }
}

impl House {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let server = Server::bind(options(folder.path())).unwrap();
        Self { server, folder }
    }

    /// Another server with the same files, as after the first one was killed.
    pub(crate) fn again(self) -> Self {
        let Self { server, folder } = self;
        drop(server);
        let server = Server::bind(options(folder.path())).unwrap();
        Self { server, folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Status and body.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let answer = self.server.ask(method, path, &body);
        (answer.status, serde_json::from_slice(&answer.body).unwrap_or(Value::Null))
    }

    /// Sends a file.
    pub(crate) fn send(&self, path: &str, bytes: &[u8]) -> (u16, Value) {
        let answer = self.server.send(path, bytes);
        (answer.status, serde_json::from_slice(&answer.body).unwrap_or(Value::Null))
    }

    /// The body of an answer that must be good.
    pub(crate) fn good(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, value) = self.ask(method, path, body);
        assert!(status < 300, "{method} {path}: {status} {value}");
        value
    }

    /// The id of a new session.
    pub(crate) fn begin(&self, sides: [(&str, &str); 2], rules: &str, seed: u64) -> String {
        let sides = sides.map(|(deck, player)| json!({ "deck": { "id": deck }, "player": player }));
        let body = json!({ "sides": sides, "rules": rules, "first": "random", "seed": seed });
        let begun = self.good("POST", "/api/sessions", &body);
        begun["id"].as_str().unwrap().to_owned()
    }

    /// The state once no bot is at work any more.
    pub(crate) fn settled(&self, path: &str) -> Value {
        loop {
            let state = self.good("GET", path, &Value::Null);
            assert!(state["fault"].is_null(), "{state}");
            if !state["decision"].is_null() || !state["over"].is_null() {
                return state;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

/// A server that answers connections.
pub(crate) struct OpenHouse {
    pub(crate) url: String,
    stopper: Stopper,
    running: Option<JoinHandle<Result<(), ServeError>>>,
}

impl OpenHouse {
    pub(crate) fn new(folder: &TempDir) -> Self {
        let server = Server::bind(options(folder.path())).unwrap();
        let (url, stopper) = (server.url(), server.stopper());
        let running = Some(std::thread::spawn(|| server.run()));
        Self { url, stopper, running }
    }

    /// Stops it, and waits until it has stopped.
    pub(crate) fn stop(mut self) {
        self.stopper.stop();
        self.running.take().unwrap().join().unwrap().unwrap();
    }
}

/// A number below `below`.
pub(crate) fn pick(rng: &mut ChaCha8Rng, below: usize) -> usize {
    usize::try_from(rng.next_u32()).unwrap() % below
}

pub(crate) fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}
