//! Any bytes, asked of the server as requests: lines of a method and a path, each with the body in the line behind it. Nothing
//! panics, no answer is a fault of the server, and every refusal is one sentence.
#![no_main]

use std::sync::OnceLock;

use duelfish_serve::{Server, ServeOptions};
use libfuzzer_sys::fuzz_target;

/// One server for all inputs: what one of them leaves behind the next one meets.
fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let data = std::env::temp_dir().join(format!("duelfish-fuzz-{}", std::process::id()));
        let options = ServeOptions {
            port: 0,
            cards: duelfish_cards::catalogue(),
            data,
            pics: None,
            program: None,
            decks: Vec::new(),
        };
        Server::bind(options).expect("a free port, and a directory for temporary files")
    })
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = text.lines();
    while let Some(head) = lines.next() {
        let (method, path) = head.split_once(' ').unwrap_or(("GET", head));
        // A stream of events has no end.
        if path.contains("/events") {
            continue;
        }
        let reply = server().ask(method, path, lines.next().unwrap_or("").as_bytes());
        assert!((200..500).contains(&reply.status), "{head}: {}", reply.status);
        if reply.status >= 400 && path.starts_with("/api/") {
            let said = String::from_utf8(reply.body).expect("errors are text");
            assert!(!said.contains("the server made a mistake"), "{head}: {said}");
        }
    }
});
