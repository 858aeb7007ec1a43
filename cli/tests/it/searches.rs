//! Bots that search: `duelfish analyze`, `tune`, and matches between them.

use crate::common::{Files, duelfish, run};

const POSITION: &str = "docs/example-position.txt";

#[test]
fn a_position_is_analyzed() {
    let json = duelfish(&format!("analyze {POSITION} --bot mcts:iters=300 --format json")).json();
    assert_eq!((&json["asked"], &json["bot"]), (&"P1".into(), &"mcts:iters=300".into()));
    assert_eq!(json["iterations"], 300);
    let choices = json["choices"].as_array().unwrap();
    assert_eq!(choices[0]["action"], json["action"]);
    let visits: Vec<u64> = choices.iter().map(|c| c["visits"].as_u64().unwrap()).collect();
    // The one that is played comes first: often tried, and the best of those.
    assert!(visits[1..].is_sorted_by(|a, b| a >= b), "{visits:?}");
    assert!(2 * visits[0] >= visits[1], "{visits:?}");
    assert_eq!(visits.iter().sum::<u64>(), 300);
    // The interval is around the value, and a line begins with the choice.
    let [low, high] = [0, 1].map(|end| choices[0]["interval"][end].as_f64().unwrap());
    let value = choices[0]["value"].as_f64().unwrap();
    assert!(0.0 <= low && low < value && value < high && high <= 1.0, "{low} {value} {high}");
    let line = json["line"].as_array().unwrap();
    assert_eq!((&line[0]["action"], &line[0]["visits"]), (&json["action"], &choices[0]["visits"]));
    assert!(line.len() > 1 && line.iter().all(|step| step["text"].is_string()), "{line:?}");
    // One card of P2 is not seen: the other Mystical Elf and 20 Celtic Guardians may lie there.
    let spots = json["hidden"]["spots"].as_array().unwrap();
    assert_eq!((spots.len(), &spots[0]["place"]), (1, &"M3".into()));
    let shares = [0, 1].map(|at| spots[0]["cards"][at]["share"].as_f64().unwrap());
    assert!((shares[0] + shares[1] - 1.0).abs() < 1e-5, "{shares:?}");
    assert_eq!(spots[0]["cards"][0]["name"], "Celtic Guardian");
    // It is no case of one to 20: a wall of 2,000 DEF is Set oftener than a monster that attacks with 1,400 ATK.
    assert!(shares[1] > 0.1, "{shares:?}");
    let text = duelfish(&format!("analyze {POSITION} --bot mcts:iters=300")).out;
    assert!(text.contains("in one world that fits what P1 knows"), "{text}");
    assert!(text.contains("\n  Set in M3: Celtic Guardian "), "{text}");
    let text = duelfish(&format!("analyze {POSITION} --bot planner:nodes=300")).out;
    assert!(text.starts_with("P1 is asked; planner:nodes=300 chooses: "), "{text}");
    assert_eq!(text, duelfish(&format!("analyze {POSITION} --bot planner:nodes=300")).out);
    let text = duelfish(&format!("analyze {POSITION} --bot heuristic")).out;
    assert!(text.contains("by a rule of thumb: "), "{text}");
}

#[test]
fn a_decision_of_a_record_is_analyzed() {
    let files = Files::new();
    let record = files.path().join("run.duels");
    let record = record.to_str().unwrap();
    let deck = "decks/starter/yugi.ydk";
    let said = run(["match", deck, deck, "--games", "2", "--record", record]);
    assert_eq!(said.code, 0, "{}", said.err);
    let analyze =
        |rest: &[&str]| run(["analyze", record, "--bot", "mcts:iters=20"].iter().chain(rest));
    let said = analyze(&["--duel", "1", "--decision", "3", "--format", "json"]);
    assert!(said.json()["choices"].is_array());
    let said = analyze(&["--duel", "1", "--decision", "100000"]);
    assert_eq!(said.code, 2);
    assert!(said.error().starts_with("duel 1 has "), "{}", said.err);
    let listed = run(["replay", record, "--format", "json"]).json();
    let end = listed[1]["decisions"].to_string();
    let said = analyze(&["--duel", "1", "--decision", &end]);
    assert_eq!((said.code, said.error()), (2, "nobody is asked here: the duel is over"));
    let said = analyze(&["--duel", "7"]);
    assert!(said.error().starts_with("the record has no duel 7"), "{}", said.err);
}

#[test]
fn threads_change_no_choice_of_a_search() {
    let play = |threads: &str| {
        let deck = "decks/starter/kaiba.ydk";
        let bots = ["--bot-a", "mcts:iters=20", "--bot-b", "planner:nodes=100"];
        let rest = ["--games", "6", "--threads", threads, "--format", "json"];
        let said = run(["match", deck, deck].iter().chain(&bots).chain(&rest));
        let mut json = said.json();
        let report = json.as_object_mut().unwrap();
        report.remove("seconds").unwrap();
        report.remove("duels_per_second").unwrap();
        assert_eq!(report["played"], 6);
        json
    };
    assert_eq!(play("1"), play("2"));
}

#[test]
fn fitted_weights_are_used() {
    let files = Files::new();
    let weights = files.path().join("weights.txt");
    let weights = weights.to_str().unwrap();
    let decks = ["decks/starter/yugi.ydk", "decks/starter/kaiba.ydk"];
    let games = ["--bot", "greedy", "--games", "40", "--out", weights];
    let said = run(["tune"].iter().chain(&decks).chain(&games));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let fitted = std::fs::read_to_string(weights).unwrap();
    assert!(fitted.contains("40 duels of greedy (rules mr5, seed 1)"), "{fitted}");
    let bot = format!("mcts:iters=50,weights={weights}");
    let said = run(["analyze", POSITION, "--bot", &bot]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));

    // What can't be read is said with its place.
    for (text, error) in [
        ("life 1\nlove 2\n", "line 2: there is no feature `love`"),
        ("life 1\nlife 2\n", "line 2: `life` has a weight already"),
        ("life one\n", "line 1: the weight of `life` is no number"),
        ("life\n", "line 1: expected a name and a number"),
        ("life 1\n", "line 1: `low_life` has no weight"),
    ] {
        let bad = files.write("bad.txt", text);
        let bot = format!("mcts:weights={}", bad.display());
        let said = run(["analyze", POSITION, "--bot", &bot]);
        assert_eq!(said.code, 2);
        assert!(said.error().contains(error), "{}", said.err);
    }
    let said = run(["analyze", POSITION, "--bot", "mcts:weights=nowhere.txt"]);
    assert!(said.error().contains("nowhere.txt: "), "{}", said.err);
}

#[test]
fn positions_are_solved() {
    let file = |name: &str| format!("search/tests/solve/{name}.txt");
    let said = duelfish(&format!("solve {}", file("breaker")));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains(": P1 wins this turn ("), "{}", said.out);
    assert!(said.out.contains("1. P1 summon Breaker the Magical Warrior"), "{}", said.out);
    let both = format!("{} {}", file("breaker"), file("breaker-stopped"));
    let said = duelfish(&format!("solve {both} --format json"));
    assert_eq!(said.code, 1);
    let json = said.json();
    assert_eq!((&json[0]["win"], &json[1]["win"]), (&true.into(), &false.into()));
    assert!(json[0]["ends"].as_u64().unwrap() > 0);
    let said = duelfish(&format!("solve {} --nodes 3", file("breaker")));
    assert_eq!(said.code, 3);
    assert!(
        said.out.ends_with("not known after 4 decisions; allow more with --nodes or --seconds\n")
    );
    let said = duelfish("solve nowhere.txt");
    assert_eq!(said.code, 2);
    assert!(said.error().contains("nowhere.txt"), "{}", said.err);
}

/// Weights of a fit that was stopped would look like those of a whole one.
#[cfg(unix)]
#[test]
fn an_interrupted_fit_writes_nothing() {
    let files = Files::new();
    let out = files.path().join("weights.txt");
    let args = format!(
        "tune decks/starter/yugi.ydk decks/starter/kaiba.ydk --bot greedy --games 10000000 --out {}",
        out.display()
    );
    let said = crate::common::interrupted(args.split_whitespace());
    assert_eq!((said.code, said.out.as_str()), (130, ""));
    assert!(said.err.starts_with("warning: interrupted after "), "{}", said.err);
    assert!(said.err.ends_with(" of 10000000 duels; no weights are written\n"), "{}", said.err);
    assert!(!out.exists());
}

#[test]
fn a_fit_does_not_overwrite_what_it_reads() {
    let files = Files::new();
    let deck = files.write(
        "a.ydk",
        std::fs::read(crate::common::root().join("decks/starter/yugi.ydk")).unwrap(),
    );
    let weights = files.write(
        "w.txt",
        std::fs::read(crate::common::root().join("search/data/weights.txt")).unwrap(),
    );
    let (deck, weights) = (deck.to_str().unwrap(), weights.to_str().unwrap());
    let bot = format!("planner:nodes=5,weights={weights}");
    for out in [deck, weights] {
        let before = std::fs::read(out).unwrap();
        let said = run(["tune", deck, "--bot", &bot, "--games", "4", "--out", out]);
        assert_eq!(said.code, 2);
        assert!(said.error().contains("is read and would be overwritten"), "{}", said.err);
        assert!(std::fs::read(out).unwrap() == before);
    }
}

/// Nothing is read without an end.
#[cfg(unix)]
#[test]
fn endless_files_are_refused() {
    let decks = "decks/starter/yugi.ydk decks/starter/kaiba.ydk --games 2";
    let said = duelfish(&format!("match {decks} --bot-a planner:weights=/dev/zero"));
    assert_eq!(said.code, 2);
    assert!(said.error().contains("/dev/zero: this is too large"), "{}", said.err);
    for device in ["/dev/full", "/dev/zero", "/dev/null"] {
        let said = duelfish(&format!("match {decks} --record {device} --resume"));
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.error().contains("no regular file"), "{}", said.err);
    }
}
