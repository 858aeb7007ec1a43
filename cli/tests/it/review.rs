//! `duelfish review`.

use serde_json::Value;

use crate::common::{Files, run, starter};

/// A record of two duels.
fn record(files: &Files) -> String {
    let record = files.path().join("run.duels").display().to_string();
    let decks = [starter("yugi"), starter("kaiba")];
    let said = run(["match", &decks[0], &decks[1], "--games", "2", "--record", &record]);
    assert_eq!(said.code, 0, "{}", said.err);
    record
}

fn review(record: &str, rest: &[&str]) -> crate::common::Said {
    run(["review", record].iter().chain(rest))
}

fn moves(duel: &Value) -> &Vec<Value> {
    duel["moves"].as_array().unwrap()
}

#[test]
fn a_review_lists_the_worst_moves_and_counts_all() {
    let files = Files::new();
    let record = record(&files);
    let bot = ["--bot", "planner:nodes=100", "--format", "json", "--worst", "5"];
    let json = review(&record, &[&bot[..], &["--all"]].concat()).json();
    assert_eq!((&json["schema"], &json["interrupted"]), (&1.into(), &false.into()));
    let duels = json["duels"].as_array().unwrap();
    assert_eq!(duels.len(), 2);
    let worst = json["worst"].as_array().unwrap();
    let losses: Vec<f64> = worst.iter().map(|found| found["loss"].as_f64().unwrap()).collect();
    assert!(losses.len() == 5 && losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
    let all = || duels.iter().flat_map(moves);
    let most = all().map(|found| found["loss"].as_f64().unwrap()).fold(0.0, f64::max);
    assert!(losses[0] == most && most > 0.0);
    // Each named move is counted once.
    let named = |name: &str| all().filter(|found| found["class"] == name).count() as u64;
    let sum = |key: &str| {
        let sides = json["sides"].as_array().unwrap().iter();
        sides.map(|side| side[key].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(sum("judged"), all().count() as u64);
    for (class, key) in
        [("inaccuracy", "inaccuracies"), ("mistake", "mistakes"), ("blunder", "blunders")]
    {
        assert_eq!(sum(key), named(class), "{class}");
    }

    // The first duel is the one without a number; one player of it has that player's moves.
    let first = review(&record, &bot).json();
    assert_eq!(first["duels"], Value::Array(vec![duels[0].clone()]));
    let second = review(&record, &[&bot[..], &["--duel", "0", "--player", "2"]].concat()).json();
    let of_two: Vec<&Value> =
        moves(&duels[0]).iter().filter(|found| found["player"] == "P2").collect();
    assert_eq!(moves(&second["duels"][0]).iter().collect::<Vec<_>>(), of_two);
}

#[test]
fn the_text_is_the_same_on_any_number_of_threads() {
    let files = Files::new();
    let record = record(&files);
    let on = |threads| review(&record, &["--bot", "mcts:iters=15", "--threads", threads]);
    let (one, two) = (on("1"), on("2"));
    assert_eq!((one.code, one.err.as_str()), (0, ""));
    assert_eq!(one.out, two.out);
    assert!(
        one.out.starts_with("duel 0\nP1 A greedy with yugi\nP2 B greedy with kaiba\n"),
        "{}",
        one.out
    );
    assert!(one.out.contains("judged by mcts:iters=15, seed 1\n\nduel/decision  turn  phase"));
    assert!(one.out.contains("\nside"), "{}", one.out);
    // What the search among all moves hardly tried has a mark, and the mark a meaning.
    assert_eq!(one.out.contains("*\n"), one.out.contains("* searched alone"));
    let greedy = review(&record, &["--bot", "greedy", "--worst", "1"]).out;
    assert!(greedy.contains(" could not be judged and are not counted:\n"), "{greedy}");
    assert!(greedy.contains("more; --format json has all\n"), "{greedy}");
}

#[test]
fn what_can_not_be_reviewed_is_refused_in_a_line() {
    let files = Files::new();
    let record = record(&files);
    for (rest, what) in [
        (&["--bot", "heuristic"][..], "bot `heuristic` gives no chances to win"),
        (&["--duel", "7"], "the record has no duel 7"),
        (&["--duel", "1", "--all"], "'--duel <N>' cannot be used with"),
        (&["--player", "3"], "--player"),
    ] {
        let said = review(&record, rest);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{rest:?}");
        assert!(said.err.contains(what), "{rest:?}: {}", said.err);
    }
    assert_eq!(review(&starter("yugi"), &[]).code, 2);
}

#[test]
fn an_imported_duel_is_reviewed() {
    let files = Files::new();
    let record = files.path().join("imported.duels").display().to_string();
    let said = run(["import", "cli/tests/replays/goat.yrpX", "--out", &record]);
    assert_eq!(said.code, 0, "{}", said.err);
    let json = review(&record, &["--bot", "mcts-1:iters=10", "--format", "json"]).json();
    assert!(moves(&json["duels"][0]).len() > 20);
    assert!(json["sides"][0]["name"].as_str().unwrap().ends_with(" with deck of Ann"), "{json}");
}

/// A duel that was left at its first decision has no move.
#[test]
fn a_duel_without_a_move_is_no_praise() {
    let files = Files::new();
    let file = files.path().join("left.duel").display().to_string();
    let (deck, rest) =
        (starter("yugi"), ["--vs", &starter("kaiba"), "--first", "me", "--save", &file]);
    let left =
        crate::common::program(["play", &deck].iter().chain(&rest)).write_stdin("quit\n").ok();
    assert!(left.is_ok(), "{left:?}");
    let said = review(&file, &["--bot", "greedy"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("\nno move was judged\n"), "{}", said.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_judged() {
    let files = Files::new();
    let record = record(&files);
    let said =
        crate::common::interrupted(["review", &record, "--bot", "mcts:iters=20000", "--all"]);
    assert_eq!(said.code, 130, "{}", said.err);
    let partial = "interrupted: this is about the moves that were judged before\n";
    assert!(said.out.contains(partial) && said.out.contains("\nside"), "{}", said.out);
    assert_eq!(said.err, format!("warning: {partial}"));
}
