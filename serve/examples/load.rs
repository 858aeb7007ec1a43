//! How fast the server answers: `cargo run -p duelfish-serve --example load`. Over connections of HTTP, as a browser has
//! them: the start, an answer to a person's choice without a bot's thinking, and 50 sessions against `mcts` at once.

use std::time::{Duration, Instant};

use duelfish_serve::{ServeOptions, Server};
use serde_json::{Value, json};

/// Answers that are timed at one table.
const ANSWERS: usize = 500;

/// Sessions at once.
const SESSIONS: u64 = 50;

fn main() {
    let folder = std::env::temp_dir().join(format!("duelfish-load-{}", std::process::id()));
    let begun = Instant::now();
    let server = Server::bind(ServeOptions {
        port: 0,
        cards: duelfish_cards::catalogue(),
        data: folder.clone(),
        pics: None,
        program: None,
        decks: Vec::new(),
    })
    .expect("a free port");
    let (url, stopper) = (server.url(), server.stopper());
    let running = std::thread::spawn(move || server.run());
    let client = Client { agent: ureq::Agent::new_with_defaults(), url };
    client.get("api/setup");
    println!("ready to answer after {:?}", begun.elapsed());
    client.one_table();
    client.many_tables();
    stopper.stop();
    running.join().expect("no panic").expect("it ends well");
    let _ = std::fs::remove_dir_all(folder);
}

struct Client {
    agent: ureq::Agent,
    url: String,
}

impl Client {
    fn get(&self, path: &str) -> Value {
        let answer = self.agent.get(format!("{}{path}", self.url)).call();
        answer.expect("an answer").body_mut().read_json().expect("JSON")
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.agent.post(format!("{}{path}", self.url)).send_json(body);
        answer.expect("an answer").body_mut().read_json().expect("JSON")
    }

    fn begin(&self, other: &str, seed: u64) -> String {
        let side = |deck: &str, player: &str| json!({ "deck": { "id": deck }, "player": player });
        let sides = [side("starter/yugi", "person"), side("starter/kaiba", other)];
        let body = json!({ "sides": sides, "first": 1, "seed": seed });
        let begun = self.post("api/sessions", &body);
        format!("api/sessions/{}", begun["id"].as_str().expect("an id"))
    }

    /// Answers for two persons: what a click costs without a bot.
    fn one_table(&self) {
        let (mut times, mut bytes) = (Vec::new(), 0);
        let mut seed = 0;
        while times.len() < ANSWERS {
            seed += 1;
            let path = self.begin("person", seed);
            let mut seat = "P1".to_owned();
            let mut state = self.get(&format!("{path}?seat={seat}"));
            while state["over"].is_null() && times.len() < ANSWERS {
                if state["decision"].is_null() {
                    seat = state["waits_for"].as_str().expect("somebody").to_owned();
                    state = self.get(&format!("{path}?seat={seat}"));
                    continue;
                }
                let lines = state["lines"].as_u64().unwrap_or(0);
                let count = state["decision"]["actions"].as_array().map_or(1, Vec::len);
                let body =
                    json!({ "revision": state["revision"], "action": times.len() * 7 % count });
                let asked = Instant::now();
                state = self.post(&format!("{path}/apply?seat={seat}&since={lines}"), &body);
                times.push(asked.elapsed());
                bytes += state.to_string().len();
            }
        }
        let [median, most] = median_and_most(&mut times);
        println!(
            "an answer: median {median:?}, longest of {ANSWERS} {most:?}, {} bytes",
            bytes / ANSWERS
        );
    }

    /// All sessions are answered in turn, and the time is taken from an answer to the person's next question.
    fn many_tables(&self) {
        let paths: Vec<String> = (0..SESSIONS).map(|seed| self.begin("mcts", seed)).collect();
        let mut times = Vec::new();
        let begun = Instant::now();
        for _ in 0..4 {
            let asked = Instant::now();
            let answered: Vec<&String> =
                paths.iter().filter(|path| self.answer(path).is_some()).collect();
            for path in answered {
                while self.get(path)["thinking"] == true {
                    std::thread::sleep(Duration::from_millis(1));
                }
                times.push(asked.elapsed());
            }
        }
        let [median, most] = median_and_most(&mut times);
        println!(
            "{SESSIONS} sessions against mcts, all answered at once: the next question after {median:?} \
             (median), {most:?} (longest); {:?} in all",
            begun.elapsed()
        );
    }

    /// Ends the turn, or does what comes last.
    fn answer(&self, path: &str) -> Option<Value> {
        let state = self.get(path);
        let last = state["decision"]["actions"].as_array()?.len() - 1;
        let body = json!({ "revision": state["revision"], "action": last });
        Some(self.post(&format!("{path}/apply"), &body))
    }
}

fn median_and_most(times: &mut [Duration]) -> [Duration; 2] {
    times.sort_unstable();
    [times[times.len() / 2], times[times.len() - 1]]
}
