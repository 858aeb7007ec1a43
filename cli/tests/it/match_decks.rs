//! `duelfish match`.

use std::collections::BTreeSet;

use crate::common::{Files, duelfish, passcodes, run, starter, ydke};
use serde_json::Value;

const DECKS: &str = "match decks/starter/normal4.ydk decks/starter/normal46.ydk";

fn names(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// The JSON of a match, without what differs from run to run.
fn timeless(args: &str) -> Value {
    let said = duelfish(&format!("{args} --format json"));
    assert_eq!(said.code, 0);
    let mut json = said.json();
    for field in ["seconds", "duels_per_second", "played"] {
        json.as_object_mut().unwrap().remove(field).unwrap();
    }
    json
}

#[test]
fn the_json_has_exactly_these_fields() {
    let json = duelfish(&format!("{DECKS} --games 30 --seed 7 --format json")).json();
    let fields = [
        "schema",
        "kind",
        "engine",
        "games",
        "wins_a",
        "wins_b",
        "draws",
        "win_rate_a",
        "ci95",
        "by_first",
        "turns",
        "ended_by",
        "decisions",
        "played",
        "seconds",
        "duels_per_second",
        "seed",
        "rules",
        "texts",
        "bots",
        "decks",
        "missing",
    ];
    assert_eq!(names(&json), BTreeSet::from(fields));
    assert_eq!(names(&json["by_first"]), BTreeSet::from(["a_first", "b_first"]));
    for first in ["a_first", "b_first"] {
        assert_eq!(names(&json["by_first"][first]), BTreeSet::from(["games", "wins_a"]));
        assert_eq!(json["by_first"][first]["games"], 15);
    }
    assert_eq!(names(&json["turns"]), BTreeSet::from(["mean", "median", "p95"]));
    let ends = ["lp", "deckout", "card", "limit"];
    assert_eq!(names(&json["ended_by"]), BTreeSet::from(ends));
    let ended: u64 = ends.iter().map(|end| json["ended_by"][end].as_u64().unwrap()).sum();
    assert_eq!(ended, 30);
    assert_eq!(json["games"], 30);
    assert_eq!(json["seed"], 7);
    assert_eq!(json["rules"], "mr5");
    assert_eq!(json["bots"], serde_json::json!(["greedy", "greedy"]));
    assert_eq!(json["decks"], serde_json::json!(["normal4", "normal46"]));
    assert_eq!(json["ci95"].as_array().unwrap().len(), 2);
}

#[test]
fn a_seed_decides_everything_on_any_number_of_threads() {
    let one = timeless(&format!("{DECKS} --games 200 --seed 5 --bot-b random --threads 1"));
    for threads in ["--threads 1", "--threads 2", "--threads 64", ""] {
        let args = format!("{DECKS} --games 200 --seed 5 --bot-b random {threads}");
        assert_eq!(timeless(&args), one, "{threads}");
    }
    let other = timeless(&format!("{DECKS} --games 200 --seed 6 --bot-b random"));
    assert_ne!(other["turns"], one["turns"]);
    assert_ne!(other["decisions"], one["decisions"]);
}

#[test]
fn greedy_beats_random_from_either_side_beyond_doubt() {
    let vanilla = starter("vanilla-40");
    let args = format!("match {vanilla} {vanilla} --games 300");
    let [low, _] = interval(&timeless(&format!("{args} --bot-a greedy --bot-b random")));
    assert!(low > 0.5, "{low}");
    let [_, high] = interval(&timeless(&format!("{args} --bot-a random --bot-b greedy")));
    assert!(high < 0.5, "{high}");
}

fn interval(json: &Value) -> [f64; 2] {
    [0, 1].map(|at| json["ci95"][at].as_f64().unwrap())
}

#[test]
fn rules_are_played_as_asked() {
    let json = timeless(&format!("{DECKS} --games 20 --rules classic"));
    assert_eq!((&json["rules"], &json["texts"]), (&"classic".into(), &"modern".into()));
    let json = timeless(&format!("{DECKS} --games 20 --rules goat"));
    assert_eq!((&json["rules"], &json["texts"]), (&"goat".into(), &"goat".into()));
    let json = timeless(&format!("{DECKS} --games 20 --rules edison"));
    assert_eq!((&json["rules"], &json["texts"]), (&"edison".into(), &"edison".into()));
}

#[test]
fn a_url_may_stand_in_place_of_a_file() {
    let url = ydke(&passcodes("normal4"));
    let file = starter("normal46");
    let said = run(["match", &url, &file, "--games", "40", "--format", "json"]);
    let json = said.json();
    assert_eq!(json["decks"], serde_json::json!(["ydke URL", "normal46"]));
    let same = timeless(&format!("{DECKS} --games 40"));
    assert_eq!(json["wins_a"], same["wins_a"]);
    assert_eq!(json["decisions"], same["decisions"]);
}

#[test]
fn the_table_names_decks_and_has_intervals() {
    let said = duelfish(&format!("{DECKS} --games 50 --bot-b random"));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].ends_with("95% interval"), "{}", said.out);
    assert!(lines[1].starts_with("A  normal4 (greedy)"), "{}", said.out);
    assert!(lines[2].starts_with("B  normal46 (random)"), "{}", said.out);
    for line in &lines[1..5] {
        assert!(line.contains("% - ") && line.ends_with('%'), "{line}");
        assert_eq!(line.len(), lines[0].len(), "numbers end below the ends of their headings");
    }
    assert!(said.out.ends_with("rules mr5, modern card texts, seed 1\n"), "{}", said.out);
    assert!(said.out.lines().all(|line| line.trim_end() == line));
}

#[test]
fn two_decks_of_the_same_name_are_told_apart() {
    let files = Files::new();
    std::fs::create_dir(files.path().join("other")).unwrap();
    let a = files.deck("mine.ydk", &passcodes("normal4"));
    let b = files.deck("other/mine.ydk", &passcodes("normal46"));
    let said = run(["match".as_ref(), a.as_os_str(), b.as_os_str(), "--games=9".as_ref()]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("\nA  mine (greedy)") && said.out.contains("\nB  mine (greedy)"));
}

/// A deck with an artwork that is newer than the card list can be played, and a note says so.
#[test]
fn a_note_is_no_error() {
    let files = Files::new();
    let mut cards = passcodes("vanilla-40");
    // The artworks of Blue-Eyes White Dragon are numbered after the card.
    let new_artwork = 89_631_139 + 9;
    let last = cards.iter().rposition(|card| *card == 89_631_139).unwrap();
    cards[last] = new_artwork;
    let deck = files.deck("new.ydk", &cards);
    let said = run(["match".as_ref(), deck.as_os_str(), deck.as_os_str(), "--games=1".as_ref()]);
    assert_eq!(said.code, 0);
    let note = format!("note: {}:{}: unknown passcode {new_artwork}", deck.display(), last + 2);
    assert!(said.err.starts_with(&note), "{}", said.err);
}

/// Starts a match that takes hours, interrupts it and waits for its end.
#[cfg(unix)]
fn interrupted(format: &str) -> crate::common::Said {
    let decks = DECKS.split_whitespace();
    let options = ["--games", "1000000000", "--threads", "2", "--format", format];
    crate::common::interrupted(decks.chain(options))
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let said = interrupted("json");
    assert_eq!((said.code, said.err.as_str()), (130, INTERRUPTED));
    let json: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json["interrupted"], true);
    let count = |field: &str| json[field].as_u64().unwrap();
    let games = count("games");
    assert!((1..1_000_000_000).contains(&games), "{games}");
    let limit = json["ended_by"]["limit"].as_u64().unwrap();
    assert_eq!(count("wins_a") + count("wins_b") + count("draws") + limit, games);
}

#[cfg(unix)]
#[test]
fn the_csv_says_that_it_was_interrupted() {
    let said = interrupted("csv");
    assert_eq!((said.code, said.err.as_str()), (130, INTERRUPTED));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[1].ends_with(INTERRUPTED.trim_start_matches("warning: ").trim()), "{}", said.out);
}

/// Of duels that were not played there are no shares.
#[cfg(unix)]
#[test]
fn a_match_without_a_finished_duel_has_no_shares() {
    let slow = |format: &str| {
        let bots = "--paired --bot-a mcts:iters=30000 --bot-b mcts:iters=30000 --games 2";
        let args = format!("{DECKS} {bots} --format {format}");
        crate::common::interrupted(args.split_whitespace())
    };
    let said = slow("json");
    assert_eq!(said.code, 130);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&json["games"], &json["played"]), (&0.into(), &0.into()));
    for value in [&json["win_rate_a"], &json["duels_per_second"], &json["paired"]["score"]] {
        assert!(value.is_null(), "{json}");
    }
    let table = slow("table");
    assert!(table.out.contains("no pair of duels was finished"), "{}", table.out);
    assert!(!table.out.contains("50.00%") && !table.out.contains("NaN"), "{}", table.out);
}

/// What every interrupted run says on standard error.
const INTERRUPTED: &str =
    "warning: interrupted: the numbers are about the duels that were finished before\n";

#[cfg(unix)]
#[test]
fn the_table_says_that_it_was_interrupted() {
    let said = interrupted("table");
    assert_eq!((said.code, said.err.as_str()), (130, INTERRUPTED));
    assert!(said.out.contains("95% interval"), "{}", said.out);
    assert!(said.out.lines().last().unwrap().starts_with("interrupted: "), "{}", said.out);
}

/// Bots that think for hours stop thinking.
#[cfg(unix)]
#[test]
fn a_bot_that_thinks_stops_at_once() {
    for bot in [
        "mcts:iters=10000000",
        "planner:nodes=1000000000",
        "planner:nodes=1000000000,worlds=1000000",
    ] {
        let decks = [starter("yugi"), starter("kaiba")];
        let began = std::time::Instant::now();
        let said = crate::common::interrupted(
            ["match".to_owned()].into_iter().chain(decks).chain([format!("--bot-a={bot}")]),
        );
        // Ctrl-C comes after 1.5 seconds; a busy machine may take its time.
        assert!(began.elapsed().as_secs() < 10, "{bot}: {:?}", began.elapsed());
        assert_eq!(said.code, 130, "{bot}: {}", said.err);
        assert!(said.out.contains("interrupted: "), "{bot}: {}", said.out);
    }
}
