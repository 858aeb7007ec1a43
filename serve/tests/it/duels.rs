//! Whole duels through the API.

use duelfish_arena::Replay;
use duelfish_arena::record::RecordReader;
use serde_json::{Value, json};

use crate::common::{House, pick, rng};

/// Decks of every sort with the rules by which they are played.
const PAIRS: [([&str; 2], &str); 8] = [
    (["starter/yugi", "starter/kaiba"], "mr5"),
    (["starter/joey", "starter/pegasus-toons"], "mr5"),
    (["mechanics/link", "mechanics/pendulum"], "mr5"),
    (["mechanics/synchro", "mechanics/xyz"], "mr5"),
    (["mechanics/fusion", "mechanics/chance_declare"], "mr5"),
    (["goat/ygobench_goat_control_v1", "goat/recon_empty_jar"], "goat"),
    (["edison/stp_09_blackwings", "edison/stp_06_gladiator_beasts"], "edison"),
    (["hat/recon_hat", "hat/recon_bujin"], "hat"),
];

/// 200 duels, half of them against a bot and half between two persons, whose answers a client picks at random among those
/// that it is offered: each is taken, each duel ends, and the record of the session plays to the same end.
#[test]
fn duels_that_are_clicked_at_random_end_as_the_engine_says() {
    let house = House::new();
    let mut ended = 0;
    for number in 0..200_u64 {
        let (decks, rules) = PAIRS[usize::try_from(number / 2).unwrap() % PAIRS.len()];
        let players = if number % 2 == 0 { ["person", "random"] } else { ["person", "person"] };
        let sides = [(decks[0], players[0]), (decks[1], players[1])];
        let id = house.begin(sides, rules, number);
        let end = play(&house, &id, number, players[1] == "person");
        let file = house.path().join(format!("sessions/{id}.duel"));
        let mut reader = RecordReader::open(&file).unwrap();
        let header = reader.header().clone();
        let duel = reader.next().unwrap().unwrap();
        let replay = Replay::new(&header, duelfish_cards::catalogue()).unwrap();
        replay.check(&duel).unwrap();
        let winner = duel.ending.outcome().and_then(duelfish_engine::Outcome::winner);
        assert_eq!(end["winner"], json!(winner.map(|player| player.to_string())), "duel {number}");
        ended += 1;
    }
    assert_eq!(ended, 200);
}

/// Plays a duel to its end at random, and says how it ended.
fn play(house: &House, id: &str, seed: u64, is_hot_seat: bool) -> Value {
    let mut rng = rng(seed);
    let query = |seat: &str| match is_hot_seat {
        true => format!("?seat={seat}&since=100000&brief=true"),
        false => "?since=100000&brief=true".to_owned(),
    };
    let mut seat = "P1".to_owned();
    let mut state = house.good("GET", &format!("/api/sessions/{id}{}", query(&seat)), &Value::Null);
    loop {
        if !state["over"].is_null() {
            return state["over"].clone();
        }
        if state["decision"].is_null() {
            if is_hot_seat {
                seat = state["waits_for"].as_str().unwrap().to_owned();
            }
            state = house.settled(&format!("/api/sessions/{id}{}", query(&seat)));
            continue;
        }
        let actions = state["decision"]["actions"].as_array().unwrap();
        assert!(actions.len() > 1, "this is no choice: {actions:?}");
        let action = pick(&mut rng, actions.len());
        let body = match pick(&mut rng, 4) {
            // Words mean the action that has them.
            0 => json!({ "revision": state["revision"], "words": actions[action]["words"] }),
            _ => json!({ "revision": state["revision"], "action": action }),
        };
        let path = format!("/api/sessions/{id}/apply{}", query(&seat));
        state = house.good("POST", &path, &body);
    }
}
