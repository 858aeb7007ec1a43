//! `duelfish tournament` and `duelfish compare`.

use std::collections::BTreeSet;

use crate::common::{Files, Said, duelfish, passcodes, run};
use serde_json::Value;

const DECKS: &str = "decks/starter/yugi.ydk decks/starter/kaiba.ydk decks/starter/joey.ydk";

fn fields(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// What was said, without what differs from run to run.
fn timeless(said: &Said) -> Value {
    let mut json = said.json();
    for field in ["seconds", "duels_per_second", "played"] {
        json.as_object_mut().unwrap().remove(field).unwrap();
    }
    json
}

#[test]
fn the_json_of_a_round_robin_has_exactly_these_fields() {
    let said = duelfish(&format!("tournament {DECKS} --games 20 --bot random --format json"));
    assert_eq!(said.code, 0);
    let json = said.json();
    let whole = "schema engine kind decks bot rules texts seed games cells standings rated_with_prior played seconds duels_per_second missing";
    assert_eq!(fields(&json), whole.split(' ').collect());
    assert_eq!((json["schema"].as_u64(), json["kind"].as_str()), (Some(1), Some("tournament")));
    assert_eq!(json["games"], 60);
    let cells = json["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 3);
    let of_cell = "decks games wins wins_going_first mean_turns paired";
    let of_deck = "elo elo_ci95 score score_ci95 weight nash nash_ci95 nash_support";
    for cell in cells {
        assert_eq!(fields(cell), of_cell.split(' ').collect());
        assert_eq!(cell["games"], 20);
        assert_eq!(cell["paired"]["pairs"], 10);
    }
    let standings = json["standings"].as_array().unwrap();
    let sum = |field: &str| standings.iter().map(|deck| deck[field].as_f64().unwrap()).sum::<f64>();
    for deck in standings {
        assert_eq!(fields(deck), of_deck.split(' ').collect());
        for interval in ["elo", "score"] {
            let ends = &deck[format!("{interval}_ci95").as_str()];
            let value = deck[interval].as_f64().unwrap();
            assert!(ends[0].as_f64().unwrap() <= value && value <= ends[1].as_f64().unwrap());
        }
    }
    // Strengths are about the mean, shares about the whole; scores of all against all are even.
    assert!(sum("elo").abs() < 1e-6);
    assert!((sum("nash") - 1.0).abs() < 1e-9 && (sum("weight") - 1.0).abs() < 1e-9);
    assert!((sum("score") - 1.5).abs() < 1e-9);
}

#[test]
fn threads_and_interruptions_change_nothing_of_a_round_robin() {
    let files = Files::new();
    let folder = files.path().join("cells");
    let args = format!("tournament {DECKS} --games 30 --bot random --seed 4 --format json");
    let one = timeless(&duelfish(&format!("{args} --threads 1")));
    assert_eq!(one, timeless(&duelfish(&format!("{args} --threads 2"))));
    let recorded = format!("{args} --record {}", folder.display());
    assert_eq!(one, timeless(&duelfish(&recorded)));
    // A cell that was never begun and one that was cut off are played on.
    std::fs::remove_file(folder.join("02-03.duels")).unwrap();
    let cut = folder.join("01-03.duels");
    let bytes = std::fs::read(&cut).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(one, timeless(&duelfish(&format!("{recorded} --resume"))));
    assert_eq!(std::fs::read(&cut).unwrap(), bytes);
    let again = duelfish(&recorded);
    assert_eq!(again.code, 2);
    assert!(again.error().contains("--resume"), "{}", again.error());
}

#[test]
fn weights_change_the_field_and_nothing_else() {
    let args = "--games 20 --bot random --format json";
    let plain = timeless(&duelfish(&format!("tournament {DECKS} {args}")));
    let [a, b, c] = DECKS.split(' ').collect::<Vec<_>>()[..] else { panic!() };
    let weighted = timeless(&duelfish(&format!("tournament {a}=0 {b}=3 {c} {args}")));
    assert_eq!(plain["cells"], weighted["cells"]);
    let weights: Vec<f64> = weighted["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deck| deck["weight"].as_f64().unwrap())
        .collect();
    assert_eq!(weights, [0.0, 0.75, 0.25]);
    // What the first deck expects is its score against the two others alone.
    let score = |at: usize| weighted["cells"][at]["paired"]["score"].as_f64().unwrap();
    let expected = 0.75 * score(0) + 0.25 * score(1);
    assert!((weighted["standings"][0]["score"].as_f64().unwrap() - expected).abs() < 1e-9);
}

#[test]
fn a_round_robin_as_table_and_csv() {
    let args = format!("tournament {DECKS} --games 10 --bot random");
    let table = duelfish(&args);
    assert_eq!((table.code, table.err.as_str()), (0, ""));
    for word in ["yugi", "kaiba", "joey", "Elo", "Nash mix", "as random plays them", "30 duels in"]
    {
        assert!(table.out.contains(word), "{word} is missing:\n{}", table.out);
    }
    let csv = duelfish(&format!("{args} --format csv")).out;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(
        lines[0],
        "deck_a,deck_b,bot,games,wins_a,wins_b,score_a,score_a_low,score_a_high,mean_turns,note"
    );
    assert!(lines[1].starts_with("yugi,kaiba,random,10,"), "{}", lines[1]);
}

#[test]
fn the_parts_of_a_round_robin_are_joined() {
    let files = Files::new();
    let path = |name: &str| files.path().join(name).display().to_string();
    let args = format!("tournament {DECKS} --games 12 --bot random --format json");
    let whole = duelfish(&format!("{args} --record {}", path("whole")));
    for part in 1..=2 {
        let directory = path(&format!("part{part}"));
        let said = duelfish(&format!("{args} --shard {part}/2 --record {directory}"));
        let json = said.json();
        assert_eq!((said.code, json["games"].as_u64()), (0, Some(18)), "{}", said.err);
        assert!(json["interrupted"].is_null());
    }
    let parts = format!("{} {}", path("part1"), path("part2"));
    let merged = duelfish(&format!("merge {parts} --out {}", path("joined")));
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert!(merged.out.starts_with("3 records with 36 duels joined"), "{}", merged.out);
    for name in ["01-02.duels", "01-03.duels", "02-03.duels"] {
        let bytes =
            |directory: &str| std::fs::read(files.path().join(directory).join(name)).unwrap();
        assert!(bytes("joined") == bytes("whole"), "{name}");
    }
    let report = duelfish(&format!("{args} --record {} --resume", path("joined")));
    assert_eq!(timeless(&report), timeless(&whole));

    for (args, part) in [
        (format!("merge {parts}"), "say with --out"),
        (format!("merge {parts} --out {} --details", path("other")), "not directories"),
        (
            format!(
                "merge {} {}/01-02.duels --out {}",
                path("part1"),
                path("part2"),
                path("other")
            ),
            "not both",
        ),
        (format!("merge {} --out {}", path("part1"), path("other")), "shard 2/2 is missing"),
    ] {
        let said = duelfish(&args);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{args}");
        assert!(said.error().contains(part), "{args}: {}", said.err);
    }
    std::fs::remove_file(files.path().join("part2/01-03.duels")).unwrap();
    let lacking = duelfish(&format!("merge {parts} --out {}", path("lacking")));
    assert!(lacking.error().contains("part2: 01-03.duels is missing"), "{}", lacking.err);
}

#[test]
fn a_comparison_as_csv_and_in_parts() {
    let files = Files::new();
    let path = |name: &str| files.path().join(name).display().to_string();
    let args = "compare decks/starter/yugi.ydk decks/starter/joey.ydk --vs decks/starter/kaiba.ydk --games 12 --bot random";
    let whole = duelfish(&format!("{args} --format csv --record {}", path("whole"))).out;
    let lines: Vec<&str> = whole.lines().collect();
    assert_eq!(
        lines[0],
        "old,new,bot,against,bot_against,weight,games_each,score_old,score_new,difference,low,high,note"
    );
    assert!(lines[1].starts_with("yugi,joey,random,kaiba,random,1.000000,12,"), "{whole}");
    assert!(
        lines[2].starts_with("yugi,joey,random,all of the field,random,1.000000,12,"),
        "{whole}"
    );
    assert_eq!(lines.len(), 3);
    for part in 1..=3 {
        let directory = path(&format!("part{part}"));
        _ = duelfish(&format!("{args} --shard {part}/3 --record {directory}"));
    }
    let parts = ["part1", "part2", "part3"].map(path).join(" ");
    let merged = duelfish(&format!("merge {parts} --out {} --format json", path("joined")));
    let json = merged.json();
    assert_eq!((json["records"].as_u64(), json["duels"].as_u64()), (Some(2), Some(24)));
    let joined = duelfish(&format!("{args} --format csv --record {} --resume", path("joined")));
    assert_eq!(joined.out, whole);
}

/// `vanilla-40` with some of its cards replaced by some of the weakest monsters there are.
fn weakened(files: &Files, copies: usize) -> std::path::PathBuf {
    let mut cards = passcodes("vanilla-40");
    for (place, id) in cards.iter_mut().rev().take(copies).zip([18_106_132, 24_154_052, 13_193_642])
    {
        *place = id;
    }
    files.deck("weakened.ydk", &cards)
}

#[test]
fn a_deck_compared_with_itself_is_no_better() {
    let said = duelfish(
        "compare decks/starter/yugi.ydk decks/starter/yugi.ydk --vs decks/starter/kaiba.ydk \
         decks/starter/joey.ydk --games 60 --bot random --format json",
    );
    assert_eq!(said.code, 3);
    let json = said.json();
    let whole = "schema engine kind decks changes bots rules texts seed games opponents scores difference ci95 \
                 finding needed_for_seen needed_for_detect detect saved_by_same_luck played seconds \
                 duels_per_second missing";
    assert_eq!(fields(&json), whole.split_whitespace().collect());
    assert_eq!(
        (json["difference"].as_f64(), json["finding"].as_str()),
        (Some(0.0), Some("undecided"))
    );
    assert_eq!(json["ci95"], serde_json::json!([0.0, 0.0]));
    assert_eq!(json["games"], 240);
    assert_eq!(json["changes"], serde_json::json!([[], []]));
    assert!(json["needed_for_detect"].is_null());
}

#[test]
fn a_plain_improvement_is_found() {
    let files = Files::new();
    let weak = weakened(&files, 3);
    let strong = "decks/starter/vanilla-40.ydk";
    let args = |old: &str, new: &str| {
        let line = format!(
            "compare {old} {new} --vs decks/starter/normal4.ydk=2 decks/starter/normal46.ydk --games 1000 --format json"
        );
        run(line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    let weak = weak.display().to_string();
    let better = args(&weak, strong);
    let json = better.json();
    assert_eq!((better.code, json["finding"].as_str()), (0, Some("better")), "{json}");
    assert_eq!(json["changes"][0].as_array().unwrap().len(), 3);
    // The same luck for both makes few duels worth many.
    assert!(json["saved_by_same_luck"].as_f64().unwrap() > 1.5, "{json}");
    let worse = args(strong, &weak);
    assert_eq!((worse.code, worse.json()["finding"].as_str()), (1, Some("worse")));
    let sum = json["difference"].as_f64().unwrap() + worse.json()["difference"].as_f64().unwrap();
    assert!(sum.abs() < 0.02, "{sum}");
}

#[test]
fn what_can_t_be_a_field_is_said_in_one_line() {
    let files = Files::new();
    let copy = files.write(
        "yugi.ydk",
        std::fs::read(crate::common::root().join("decks/starter/yugi.ydk")).unwrap(),
    );
    for (args, part) in [
        (format!("tournament {DECKS} --games 3"), "choose an even number"),
        (format!("tournament {DECKS} {}", copy.display()), "two decks have this name"),
        ("tournament decks/starter/yugi.ydk=-1 decks/starter/joey.ydk".to_owned(), "is no weight"),
        ("tournament decks/starter/yugi.ydk=0 decks/starter/joey.ydk=0".to_owned(), "not 0 to all"),
        ("tournament decks/starter/none.ydk decks/starter/joey.ydk".to_owned(), "no such file"),
        ("compare decks/starter/yugi.ydk decks/starter/joey.ydk --vs decks/starter/kaiba.ydk --detect 0".to_owned(),
         "a difference that matters"),
    ] {
        let said = duelfish(&args);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{args}");
        assert!(said.err.contains(part), "{args}: {}", said.err);
        assert!(!said.err.contains("panicked"));
    }
}

/// Old and new are played by turns, so that nearly all duels of a comparison that was stopped count.
#[cfg(unix)]
#[test]
fn an_interrupted_comparison_has_duels_of_both_decks() {
    let args = "compare decks/starter/yugi.ydk decks/starter/joey.ydk --vs decks/starter/kaiba.ydk \
                decks/starter/pegasus.ydk --bot random --games 10000000 --format json";
    let said = crate::common::interrupted(args.split_whitespace());
    // Neither worse nor better: 1 would mean worse.
    assert_eq!(said.code, 130);
    assert!(said.err.starts_with("warning: interrupted: "), "{}", said.err);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json["interrupted"], true);
    let of_each: Vec<u64> = json["opponents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|against| against["games"].as_u64().unwrap())
        .collect();
    let counted = 2 * of_each.iter().sum::<u64>();
    let played = json["games"].as_u64().unwrap();
    assert!(of_each.iter().all(|games| *games > 0), "{json}");
    assert!(counted * 10 > played * 6, "{counted} of {played} count");
    assert!(json["difference"].is_number(), "{json}");
}

/// Where no duels were finished there are no scores, in no format.
#[cfg(unix)]
#[test]
fn a_comparison_without_finished_duels_invents_nothing() {
    let files = Files::new();
    let of = |format: &str| {
        let args = format!(
            "compare decks/starter/yugi.ydk decks/starter/joey.ydk --vs decks/starter/kaiba.ydk \
             --bot mcts:iters=30000 --games 2 --format {format}"
        );
        let said = crate::common::interrupted(args.split_whitespace());
        assert_eq!(said.code, 130);
        assert!(said.err.starts_with("warning: interrupted: "), "{}", said.err);
        said.out
    };
    let table = of("table");
    assert!(table.contains("not every opponent has met both decks: undecided"), "{table}");
    assert!(!table.contains("50.00%") && !table.contains("+0.00"), "{table}");
    let csv = of("csv");
    let line = csv.lines().nth(1).unwrap();
    assert!(line.contains(",0,,,,,,interrupted: the numbers are about"), "{csv}");
    let text = of("json");
    let json: Value = serde_json::from_str(&text).unwrap();
    for value in [&json["scores"], &json["difference"], &json["opponents"][0]["scores"]] {
        assert!(value.is_null(), "{json}");
    }
    let page = run(["report".as_ref(), files.write("c.json", text).as_os_str()]);
    assert_eq!(page.code, 0, "{}", page.err);
    assert!(page.out.contains("Not every opponent has met both decks"), "{}", page.out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_round_robin_marks_what_was_not_played() {
    let args = format!("tournament {DECKS} --games 2 --bot mcts:iters=30000 --format csv");
    let said = crate::common::interrupted(args.split_whitespace());
    assert_eq!(said.code, 130);
    assert!(said.err.starts_with("warning: interrupted: "), "{}", said.err);
    for line in said.out.lines().skip(1) {
        assert!(line.contains(",0,0,0,,,,,interrupted: the numbers are about"), "{}", said.out);
    }
}

#[test]
fn rates_are_of_duels_that_were_played() {
    let files = Files::new();
    let folder = files.path().join("cells");
    let args = format!("tournament {DECKS} --games 10 --bot random --record {}", folder.display());
    assert!(duelfish(&args).out.contains("30 duels in "));
    let again = duelfish(&format!("{args} --resume"));
    assert!(again.out.contains("30 duels, all of them played before; "), "{}", again.out);
    let json = duelfish(&format!("{args} --resume --format json")).json();
    assert_eq!(json["played"], 0);
    assert!(json["duels_per_second"].is_null());
}
