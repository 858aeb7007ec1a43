//! Bots by the clock on the command line: results say that they can't be repeated. No verdict here depends on how long
//! anything takes: searches end by their iterations, or whoever plays a duel for a millisecond loses it.

use crate::common::{Files, Said, run, starter};
use serde_json::Value;

/// It says that much, and no longer time passes.
const TIMED: &str = "mcts:iters=3,ms=600000";
const THINKS: &str = "another run with this seed may go otherwise: bot A thinks for a given time";
const LIMITED: &str = "another run with this seed may go otherwise: players have 3600 s for a duel and \
                       0.5 s more for each choice";

fn match_of(more: &[&str]) -> Said {
    let decks = ["yugi", "kaiba"].map(starter);
    let args = ["match", &decks[0], &decks[1], "--games=2"];
    run(args.into_iter().chain(more.iter().copied()))
}

fn csv_note(text: &str) -> String {
    let mut reader = csv_lines(text);
    reader.pop().expect("a line")
}

/// The last field of each line.
fn csv_lines(text: &str) -> Vec<String> {
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    lines.records().map(|line| line.unwrap().iter().next_back().unwrap().to_owned()).collect()
}

#[test]
fn a_match_of_a_timed_bot_says_so_everywhere() {
    let files = Files::new();
    let record = files.path().join("run.duels").display().to_string();
    let said = match_of(&["--bot-a", TIMED, "--record", &record]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains(&format!("{THINKS}\n")), "{}", said.out);
    let report = match_of(&["--bot-a", TIMED, "--format=json"]);
    assert_eq!(report.json()["unrepeatable_because"], THINKS);
    assert_eq!(csv_note(&match_of(&["--bot-a", TIMED, "--format=csv"]).out), THINKS);
    let results = files.write("results.json", &report.out).display().to_string();
    let page = run(["report", &results]).out;
    assert!(page.contains(THINKS), "{page}");
    // The record keeps it, and its duels play again.
    assert_eq!(run(["merge", &record, "--format=json"]).json()["unrepeatable_because"], THINKS);
    let checked = run(["replay", &record, "--check"]);
    assert_eq!((checked.code, checked.err.as_str()), (0, ""), "{}", checked.out);
    // A bot that counts needs no such words.
    let counted = match_of(&["--bot-a", "mcts:iters=3", "--format=json"]).json();
    assert!(counted.get("unrepeatable_because").is_none() && counted.get("time_control").is_none());
}

#[test]
fn time_controls_are_said_by_every_command_that_has_them() {
    let decks = ["yugi", "kaiba", "joey"].map(starter);
    let [a, b, c] = decks.each_ref().map(String::as_str);
    let tc = "--tc=3600+0.5";
    for args in [
        &["match", a, b, "--games=2"][..],
        &["sprt", a, b, "--a=greedy", "--b=random", "--games=2"],
        &["tournament", a, b, c, "--games=2"],
        &["compare", a, b, "--vs", c, "--games=2"],
    ] {
        let timed = |format: &str| run(args.iter().copied().chain([tc, "--format", format]));
        let said = timed("table");
        assert!(said.out.contains(&format!("{LIMITED}\n")), "{}{}", said.out, said.err);
        let report = timed("json").json();
        let expected = (Value::from(LIMITED), Value::from("3600+0.5"));
        let found = (&report["unrepeatable_because"], &report["time_control"]);
        assert_eq!(found, (&expected.0, &expected.1), "{args:?}");
        if args[0] != "sprt" {
            assert!(csv_lines(&timed("csv").out).iter().all(|note| note == LIMITED), "{args:?}");
        }
        // Bots that look at no clock play as they do without one.
        let free = run(args.iter().copied().chain(["--format", "json"])).json();
        assert_eq!(report["games"], free["games"]);
        assert_eq!(report.get("wins_a"), free.get("wins_a"), "{args:?}");
        assert_eq!(report.get("cells"), free.get("cells"), "{args:?}");
        assert_eq!(report.get("difference"), free.get("difference"), "{args:?}");
    }
}

#[test]
fn who_runs_out_of_time_is_named() {
    let files = Files::new();
    let record = files.path().join("run.duels").display().to_string();
    // No machine makes a billion iterations, nor the eight of each choice of a duel, in a millisecond.
    let bot = "mcts:iters=1000000000";
    let said = match_of(&["--bot-a", bot, "--bot-b=random", "--tc=0.001", "--record", &record]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("because its time was over (out of time "), "{}", said.err);
    assert!(said.out.contains("forfeit 2"), "{}", said.out);
    let checked = run(["replay", &record, "--check"]);
    assert_eq!((checked.code, checked.err.as_str()), (0, ""), "{}", checked.out);
    let listed = run(["replay", &record]).out;
    assert_eq!(listed.matches("forfeits: out of time").count(), 2, "{listed}");
    // The record goes on with its own time alone.
    let other = match_of(&["--bot-a", bot, "--bot-b=random", "--record", &record, "--resume"]);
    assert_eq!(other.code, 2);
    assert!(other.error().contains("time 0.001+0, not without limit"), "{}", other.err);
}

#[test]
fn wrong_times_are_refused_in_words() {
    for (option, said) in [
        ("--tc=x", "`x` is no time control; write BASE+INC in seconds"),
        ("--tc=-1", "`-1` is no time control"),
        ("--tc=0+0", "a player with 0 seconds has lost before the first choice"),
        ("--bot-a=mcts:ms=0", "bot `mcts`, option `ms`: expected milliseconds from 1 to 600000"),
        ("--bot-a=planner:ms=5", "bot `planner` has no option `ms`"),
    ] {
        let found = match_of(&[option]);
        assert_eq!(found.code, 2, "{option}");
        assert!(found.err.contains(said), "{option}: {}", found.err);
    }
}

#[test]
fn what_promises_the_same_result_refuses_a_timed_bot() {
    let deck = starter("yugi");
    for args in
        [&["tune", &deck, "--bot=mcts:ms=5"][..], &["calibrate", &deck, "--bot=mcts-1:ms=5"]]
    {
        let said = run(args);
        assert_eq!(said.code, 2);
        let expected =
            "this command promises the same result for the same seed; limit the work with iters=N";
        assert!(said.err.contains(expected), "{}", said.err);
    }
}

#[test]
fn an_analysis_by_the_clock_says_so() {
    let said = run(["analyze", "docs/example-position.txt", "--bot", TIMED]);
    let note = "note: mcts:iters=3,ms=600000 thinks for a given time: the same seed may give another answer\n";
    assert_eq!((said.code, said.err.as_str()), (0, note));
}

#[test]
fn a_suite_asks_a_timed_bot_and_says_so() {
    let args = ["suite", "search/suite/timing.suite", "--bot", TIMED, "--bot", "greedy"];
    let said = run(args);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let line = "another run with this seed may go otherwise: the bot thinks for a given time\n";
    assert_eq!(said.out.matches(line).count(), 1, "{}", said.out);
    let report = run(args.into_iter().chain(["--format=json"])).json();
    assert_eq!(report["bots"][0]["timed"], true);
    assert!(report["bots"][1].get("timed").is_none());
    // A short time is enough for an answer to every question.
    let args = ["suite", "search/suite/timing.suite", "--bot=mcts:ms=1", "--format=json"];
    let report = run(args).json();
    assert_eq!(report["bots"][0]["all"]["asked"], report["questions"]);
}
