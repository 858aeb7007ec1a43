//! Many sessions at once.

use serde_json::{Value, json};

use crate::common::House;

/// 50 sessions are begun at once, each against a bot that searches, and all of them come to three answers of a person: none keeps
/// another one waiting for good.
#[test]
fn fifty_sessions_come_to_their_turn() {
    let house = House::new();
    let ids: Vec<String> = (0..50)
        .map(|seed| {
            let sides = [("starter/yugi", "person"), ("starter/kaiba", "mcts:iters=50")];
            house.begin(sides, "mr5", seed)
        })
        .collect();
    for answer in 0..3 {
        for id in &ids {
            let state = house.settled(&format!("/api/sessions/{id}"));
            assert!(state["over"].is_null(), "a duel ends before answer {answer}");
            let last = state["decision"]["actions"].as_array().unwrap().len() - 1;
            let body = json!({ "revision": state["revision"], "action": last });
            house.good("POST", &format!("/api/sessions/{id}/apply"), &body);
        }
    }
    let listed = house.good("GET", "/api/sessions", &Value::Null);
    assert_eq!(listed["sessions"].as_array().unwrap().len(), 50);
}
