//! Records that are looked into.

use std::sync::atomic::AtomicBool;

use duelfish_arena::{MatchSpec, Recording, RunWatch, run_recorded};
use duelfish_engine::Rules;
use duelfish_search::Spec;
use serde_json::{Value, json};

use crate::common::House;

/// A record of four duels between random bots, and its bytes.
fn record() -> Vec<u8> {
    let deck = |name: &str| {
        let file = format!("{}/../decks/starter/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
        duelfish_cards::parse(&std::fs::read(file).unwrap(), name).unwrap().deck
    };
    let bots = [Spec::Heuristic, Spec::Random];
    let spec = MatchSpec::new([deck("yugi"), deck("kaiba")], bots, Rules::MR5, 4, 3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.duels");
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let cards = duelfish_cards::catalogue();
    let recording = Recording { path: &path, resume: false, drop_damaged: false, note: "" };
    run_recorded(cards, &spec, watch, Some(recording)).unwrap();
    std::fs::read(path).unwrap()
}

/// A study of that record.
fn study(house: &House) -> String {
    let body = record();
    let answer = house.send("/api/studies?name=run.duels", &body);
    assert_eq!(answer.0, 201, "{}", answer.1);
    format!("/api/studies/{}", answer.1["id"].as_str().unwrap())
}

#[test]
fn a_record_is_listed_and_gone_through() {
    let house = House::new();
    let path = study(&house);
    let listed = house.good("GET", "/api/studies", &Value::Null);
    assert_eq!(listed["studies"][0]["name"], "run.duels");
    assert_eq!(listed["studies"][0]["duels"], 4);
    let about = house.good("GET", &path, &Value::Null);
    assert_eq!((&about["count"], &about["rules"]), (&json!(4), &json!("mr5")));
    // The second duel is begun by the second side.
    assert_eq!(about["duels"][1]["players"], json!(["random", "heuristic"]));
    assert_eq!(about["duels"][1]["decks"], json!(["kaiba", "yugi"]));
    let from = house.good("GET", &format!("{path}?from=3"), &Value::Null);
    assert_eq!(from["duels"].as_array().unwrap().len(), 1);
    for number in 0..4 {
        let duel = house.good("GET", &format!("{path}/duels/{number}"), &Value::Null);
        let moves = duel["moves"].as_array().unwrap();
        assert_eq!(moves.len() as u64, about["duels"][number]["answers"].as_u64().unwrap());
        assert!(duel["over"]["text"].as_str().unwrap().starts_with("Player "));
        let at = moves.len() / 2;
        let state = house.good("GET", &format!("{path}/duels/{number}/states/{at}"), &Value::Null);
        // The move is among the actions of its state.
        let actions = state["asked"]["actions"].as_array().unwrap();
        assert!(actions.iter().any(|action| action["words"] == moves[at]["words"]));
        assert_eq!(state["asked"]["player"], moves[at]["player"]);
        let last = moves.len();
        let end = house.good("GET", &format!("{path}/duels/{number}/states/{last}"), &Value::Null);
        assert!(end["asked"].is_null());
        let beyond = format!("{path}/duels/{number}/states/{}", last + 1);
        assert_eq!(house.ask("GET", &beyond, &Value::Null).0, 404);
    }
    house.good("DELETE", &path, &Value::Null);
    assert_eq!(house.ask("GET", &path, &Value::Null).0, 404);
    assert_eq!(std::fs::read_dir(house.path().join("studies")).unwrap().count(), 0);
}

#[test]
fn a_state_is_seen_with_one_player_s_eyes() {
    let house = House::new();
    let path = study(&house) + "/duels/0/states/0";
    let seen = |eye: &str| house.good("GET", &format!("{path}{eye}"), &Value::Null);
    let judge = seen("");
    assert!(judge["view"]["players"]["P1"]["hand"].is_array());
    assert!(judge["view"]["players"]["P2"]["hand"].is_array());
    let second = seen("?eye=P2");
    assert!(second["view"]["players"]["P1"].get("hand").is_none());
    // The first player is asked, and the second one may not know what.
    assert!(second["asked"].is_null());
    assert_eq!(seen("?eye=P1")["asked"]["player"], "P1");
    assert_eq!(house.ask("GET", &format!("{path}?eye=P3"), &Value::Null).0, 400);
}

#[test]
fn a_bot_marks_the_moves_that_lost_most() {
    let house = House::new();
    let path = study(&house) + "/duels/0";
    let analysis = format!("{path}/analysis");
    assert_eq!(house.ask("GET", &analysis, &Value::Null).0, 404);
    house.good("POST", &analysis, &json!({ "bot": "mcts:iters=30" }));
    let done = loop {
        let found = house.good("GET", &analysis, &Value::Null);
        if found["running"] == false {
            break found;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    let duel = house.good("GET", &path, &Value::Null);
    assert_eq!(duel["analysis"], done);
    let moves = done["moves"].as_array().unwrap();
    assert!(moves.len() > 10);
    let mut marked = 0;
    for found in moves {
        let at = usize::try_from(found["at"].as_u64().unwrap()).unwrap();
        assert!(duel["moves"][at]["choices"].as_u64().unwrap() > 1);
        let (best, loss) = (found["best"]["value"].as_f64().unwrap(), found["loss"].as_f64());
        assert!((0.0..=1.0).contains(&best));
        let player = &duel["moves"][at]["player"];
        let chance = found["chance"].as_f64().unwrap();
        let of_mover = if player == "P1" { chance } else { 1.0 - chance };
        assert!((of_mover - best).abs() < 1e-5);
        let mark = match loss {
            Some(loss) if loss >= 0.15 => json!("blunder"),
            Some(loss) if loss >= 0.10 => json!("mistake"),
            Some(loss) if loss >= 0.05 => json!("inaccuracy"),
            _ => Value::Null,
        };
        assert_eq!(found["mark"], mark);
        marked += usize::from(!mark.is_null());
    }
    // A random player errs.
    assert!(marked > 0);
    let house = house.again();
    assert_eq!(house.good("GET", &path, &Value::Null)["analysis"], done);
}

#[test]
fn a_duel_goes_on_from_any_state() {
    let house = House::new();
    let path = study(&house);
    for (number, at) in [(0, 0), (1, 9), (2, 25)] {
        let state = house.good("GET", &format!("{path}/duels/{number}/states/{at}"), &Value::Null);
        let body = json!({ "at": at, "players": ["heuristic", "random"] });
        let begun = house.good("POST", &format!("{path}/duels/{number}/branch"), &body);
        let session = format!("/api/sessions/{}", begun["id"].as_str().unwrap());
        let first = house.good("GET", &session, &Value::Null);
        assert_eq!(first["view"], state["view"]);
        assert_eq!(first["answers"], at);
        let house_again = &house;
        let mut now = first;
        while now["over"].is_null() {
            let body = json!({ "revision": now["revision"] });
            now = house_again.good("POST", &format!("{session}/step"), &body);
        }
    }
    let beyond = json!({ "at": 100_000, "players": ["random", "random"] });
    assert_eq!(house.ask("POST", &format!("{path}/duels/0/branch"), &beyond).0, 404);
}

#[test]
fn a_session_that_is_over_can_be_looked_into() {
    let house = House::new();
    let id = house.begin([("starter/yugi", "person"), ("starter/kaiba", "random")], "mr5", 2);
    let path = format!("/api/sessions/{id}");
    assert_eq!(house.ask("POST", "/api/studies", &json!({ "session": id })).0, 422);
    let state = house.settled(&path);
    let body = json!({ "revision": state["revision"] });
    house.good("POST", &format!("{path}/concede"), &body);
    let study = house.good("POST", "/api/studies", &json!({ "session": id }));
    let duel = format!("/api/studies/{}/duels/0", study["id"].as_str().unwrap());
    let duel = house.good("GET", &duel, &Value::Null);
    assert!(duel["over"]["text"].as_str().unwrap().ends_with("concedes"), "{}", duel["over"]);
}

#[test]
fn replays_of_edopro_can_be_looked_into_and_other_files_can_t() {
    let house = House::new();
    let file = format!("{}/../cli/tests/replays/starter.yrpX", env!("CARGO_MANIFEST_DIR"));
    let replay = std::fs::read(file).unwrap();
    let (status, study) = house.send("/api/studies?name=starter.yrpX", &replay);
    assert_eq!(status, 201, "{study}");
    let duel = format!("/api/studies/{}/duels/0", study["id"].as_str().unwrap());
    assert!(house.good("GET", &duel, &Value::Null)["moves"].as_array().unwrap().len() > 20);
    // Its rules differ from every preset; a session goes on by them all the same, also after a restart.
    let body = json!({ "at": 12, "players": ["random", "random"] });
    let begun = house.good("POST", &format!("{duel}/branch"), &body);
    let house = house.again();
    let session = format!("/api/sessions/{}", begun["id"].as_str().unwrap());
    assert_eq!(house.good("GET", &session, &Value::Null)["answers"], 12);
    let whole = record();
    for (name, bytes, words) in [
        ("poem.duels", b"a poem".as_slice(), "poem.duels"),
        ("", b"", ""),
        ("../../etc/x.yrpX", &replay[..60], "x.yrpX"),
        ("torn.duels", &whole[..20], "torn.duels"),
    ] {
        let (status, said) = house.send(&format!("/api/studies?name={name}"), bytes);
        assert_eq!(status, 422, "{name}: {said}");
        assert!(said["error"].as_str().unwrap().contains(words), "{name}: {said}");
    }
    // What was refused is not kept.
    assert_eq!(
        house.good("GET", "/api/studies", &Value::Null)["studies"].as_array().unwrap().len(),
        1
    );
}
