//! `duelfish match --record`, `sprt`, `merge` and `replay`.

use crate::common::{Files, duelfish, passcodes, program, run, said};
use serde_json::Value;

const DECKS: &str = "decks/starter/yugi.ydk decks/starter/kaiba.ydk";
const RANDOM: &str = "--bot-a random --bot-b random";

/// The JSON of a run, without what differs from time to time.
fn timeless(json: &str) -> Value {
    let mut json: Value = serde_json::from_str(json).unwrap();
    for field in ["seconds", "duels_per_second", "played", "missing"] {
        json.as_object_mut().unwrap().remove(field);
    }
    json
}

fn path(files: &Files, name: &str) -> String {
    files.path().join(name).to_str().unwrap().to_owned()
}

/// Records a match of some duels and returns what it said.
fn record(file: &str, more: &str) -> crate::common::Said {
    duelfish(&format!("match {DECKS} {RANDOM} --seed 3 --format json --record {file} {more}"))
}

#[test]
fn a_match_in_shards_says_what_the_whole_match_says() {
    let files = Files::new();
    let whole = record(&path(&files, "whole"), "--games 60 --paired");
    assert_eq!(whole.code, 0, "{}", whole.err);
    let names: Vec<String> = (1..=3).map(|index| path(&files, &format!("part{index}"))).collect();
    for (index, name) in (1..).zip(&names) {
        let part = record(name, &format!("--games 60 --paired --shard {index}/3"));
        assert_eq!((part.code, timeless(&part.out)["games"].as_u64()), (0, Some(20)));
    }
    let joined = path(&files, "joined");
    let merged = duelfish(&format!("merge {} --out {joined} --format json", names.join(" ")));
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert_eq!(timeless(&merged.out), timeless(&whole.out));
    assert!(std::fs::read(&joined).unwrap() == std::fs::read(path(&files, "whole")).unwrap());
    let again = duelfish(&format!("merge {} --out {joined}", names.join(" ")));
    assert_eq!(again.code, 2);
    assert!(again.error().contains("exists already"), "{}", again.err);
    let lacking = duelfish(&format!("merge {} {}", names[0], names[2]));
    assert_eq!((lacking.code, lacking.error()), (2, "shard 2/3 is missing"));
}

#[test]
fn a_record_is_not_overwritten_and_can_be_gone_on_with() {
    let files = Files::new();
    let file = path(&files, "run.duels");
    let first = record(&file, "--games 20");
    assert_eq!(first.code, 0);
    let twice = record(&file, "--games 20");
    assert_eq!(twice.code, 2);
    assert!(twice.error().contains("--resume"), "{}", twice.err);
    let resumed = record(&file, "--games 20 --resume");
    assert_eq!(resumed.code, 0);
    assert_eq!(timeless(&resumed.out), timeless(&first.out));
    let other = record(&file, "--games 18 --resume");
    assert_eq!(other.code, 2);
    assert!(other.error().contains("duels 20, not 18"), "{}", other.err);
    let without = duelfish(&format!("match {DECKS} --resume"));
    assert_eq!(without.code, 2);
    assert!(without.error().contains("--record"), "{}", without.err);
}

#[test]
fn a_test_tells_its_verdict_by_the_exit_code() {
    let sprt = |a: &str, b: &str, more: &str| {
        duelfish(&format!("sprt --a {a} --b {b} {DECKS} --seed 2 {more}"))
    };
    let better = sprt("greedy", "random", "--elo1 100");
    assert_eq!((better.code, better.err.as_str()), (0, ""));
    assert!(better.out.contains("H1 is accepted: A is better"), "{}", better.out);
    let worse = sprt("random", "greedy", "--elo1 100 --format json");
    assert_eq!(worse.code, 1);
    let json = worse.json();
    assert_eq!(json["sprt"]["verdict"], "H0");
    assert!(json["sprt"]["llr"].as_f64().unwrap() <= json["sprt"]["bounds"][0].as_f64().unwrap());
    let equal = sprt("random", "random", "--elo1 101 --games 2 --alpha 0.0001 --beta 0.0001");
    assert_eq!(equal.code, 3, "{}", equal.out);
    assert!(equal.out.contains("undecided") && equal.out.contains("0, 0, 1, 0, 0"));
    let decks = "decks/starter/yugi.ydk decks/starter/kaiba.ydk decks/starter/joey.ydk";
    let twos = |more: &str| {
        let test = "--two-by-two --a random --b random --games 8 --seed 2";
        duelfish(&format!("sprt {test} {decks} {more}"))
    };
    let even = twos("decks/starter/pegasus.ydk");
    assert!(even.out.contains("yugi against kaiba, joey against pegasus"), "{}", even.out);
    assert!(twos("").error().contains("come in twos"));
    for (more, word) in
        [("--elo0 200", "elo0"), ("--alpha 0.7", "error rate"), ("--games 3", "even")]
    {
        let refused = sprt("greedy", "random", more);
        assert_eq!(refused.code, 2, "{more}");
        assert!(refused.error().contains(word), "{more}: {}", refused.err);
    }
}

#[test]
fn a_record_is_listed_exported_and_proven() {
    let files = Files::new();
    let file = path(&files, "run.duels");
    record(&file, "--games 6");
    let list = duelfish(&format!("replay {file}"));
    assert_eq!((list.code, list.err.as_str()), (0, ""));
    assert_eq!(list.out.lines().count(), 3 + 1 + 1 + 6, "{}", list.out);
    let json = duelfish(&format!("replay {file} --format json")).json();
    assert_eq!(json.as_array().unwrap().len(), 6);
    assert_eq!(json[3]["number"], 3);
    assert_eq!(json[3]["first"], "B");

    let checked = duelfish(&format!("replay {file} --check"));
    assert_eq!((checked.code, checked.out.as_str()), (0, "6 duels play as they were recorded\n"));
    let one = duelfish(&format!("replay {file} 4 --check"));
    assert_eq!((one.code, one.out.as_str()), (0, "duel 4 plays as it was recorded\n"));

    let text = duelfish(&format!("replay {file} 2 --export text"));
    assert_eq!(text.code, 0);
    assert!(text.out.contains("P1 A random with yugi") && text.out.contains("draws"));
    let exported = duelfish(&format!("replay {file} 2 --export json")).json();
    assert_eq!(exported["schema"], 1);
    let steps = exported["steps"].as_array().unwrap();
    assert_eq!(steps.len() as u64, json[2]["decisions"].as_u64().unwrap());
    assert_eq!(exported["outcome"], json[2]["ended"]);

    let none = duelfish(&format!("replay {file} 6"));
    assert_eq!(none.code, 2);
    assert!(none.error().contains("no duel 6"), "{}", none.err);
}

#[test]
fn a_record_with_cards_played_blank_plays_again_and_says_so() {
    const POT_OF_PROSPERITY: u32 = 84_211_599;
    let files = Files::new();
    let mut cards = passcodes("vanilla-40");
    cards[0] = POT_OF_PROSPERITY;
    let deck = files.deck("blank.ydk", &cards);
    let (deck, file) = (deck.to_str().unwrap(), path(&files, "run.duels"));
    let said = duelfish(&format!(
        "match {deck} {deck} {RANDOM} --games 4 --missing blank --record {file}"
    ));
    assert_eq!(said.code, 0, "{}", said.err);
    let checked = duelfish(&format!("replay {file} --check"));
    assert_eq!((checked.code, checked.out.as_str()), (0, "4 duels play as they were recorded\n"));
    assert!(
        checked.err.contains("NOT THE REAL DECKS") && checked.err.contains("Pot of Prosperity")
    );
}

#[test]
fn a_duel_is_stepped_through_forwards_and_backwards() {
    let files = Files::new();
    let file = path(&files, "run.duels");
    record(&file, "--games 1");
    let step = |keys: &str| {
        let output = program(["replay", &file, "0"]).write_stdin(keys).output().unwrap();
        said(output)
    };
    let there_and_back = step("n\nn\nb\nb\nb\nq\n");
    assert_eq!((there_and_back.code, there_and_back.err.as_str()), (0, ""));
    let shown: Vec<&str> = there_and_back.out.split("\n> ").collect();
    let at = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("decision ")).unwrap_or_default();
        line.split_whitespace().nth(1).unwrap_or_default().to_owned()
    };
    let numbers: Vec<String> = shown.iter().map(|text| at(text)).collect();
    assert_eq!(numbers[..5], ["1", "2", "3", "2", "1"]);
    assert!(shown[5].contains("the beginning of the duel"), "{}", shown[5]);
    // The field is the same on the way back; only what just happened is not told again.
    let field = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::to_owned);
        lines.skip_while(|line| !line.starts_with("turn ")).collect()
    };
    assert!(field(shown[1]).len() > 10);
    assert_eq!(field(shown[1]), field(shown[3]));
    assert_eq!(field(shown[0]), field(shown[4]));
    for text in ["P1  LP 8000", "P2  LP 8000", "hand:", "M1", "S5"] {
        assert!(shown[0].contains(text), "{text}: {}", shown[0]);
    }
    let end = step("e\nn\n");
    assert!(end.out.contains("this is the end of the duel") && end.out.contains("after decision "));
    // Nobody has less than 0, and no decision comes after the last one.
    assert!(!end.out.contains("LP -"), "{}", end.out);
    let last = end.out.lines().find(|line| line.contains("after decision ")).unwrap();
    let (_, numbers) = last.split_once("after decision ").unwrap();
    let (at, all) = numbers.split_once(';').unwrap().0.split_once(" of ").unwrap();
    assert_eq!(at, all, "{last}");
    let jump = step("g 3\ng x\nwhat\n");
    assert!(jump.out.contains("decision 4 of"), "{}", jump.out);
    assert!(jump.out.contains("write g and the number") && jump.out.contains("q quits"));
}

#[test]
fn broken_records_are_one_clear_line_behind_what_can_be_read() {
    let files = Files::new();
    let file = path(&files, "run.duels");
    record(&file, "--games 6");
    let bytes = std::fs::read(&file).unwrap();
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    std::fs::write(&file, flipped).unwrap();
    let listed = duelfish(&format!("replay {file} --format json"));
    assert_eq!(listed.code, 2);
    let read: Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!(read.as_array().unwrap().len(), 5);
    assert!(listed.error().contains("damaged at byte"), "{}", listed.err);
    assert_eq!(duelfish(&format!("replay {file} 4 --check")).code, 0);
    assert_eq!(duelfish(&format!("replay {file} 5 --check")).code, 2);
    let refused = record(&file, "--games 6 --resume");
    assert_eq!(refused.code, 2);
    assert!(refused.error().contains("--resume --drop-damaged"), "{}", refused.err);

    std::fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let torn = duelfish(&format!("replay {file}"));
    assert!(torn.error().contains("in the middle of a duel"), "{}", torn.err);
    let foreign = run(["replay", "decks/starter/yugi.ydk"]);
    assert!(foreign.error().contains("no record of duels"), "{}", foreign.err);
    let missing = run(["replay", "no-such-file"]);
    assert_eq!(missing.code, 2);
    assert!(missing.error().contains("no-such-file"), "{}", missing.err);
    for shard in ["0/3", "4/3", "1", "a/b", "1/0"] {
        let refused = duelfish(&format!("match {DECKS} --shard {shard}"));
        assert_eq!(refused.code, 2, "{shard}");
        assert!(refused.error().contains("I/N"), "{}", refused.err);
    }
}

/// A file of weights, all of them this one.
fn weights(files: &Files, name: &str, weight: &str) -> String {
    let text =
        std::fs::read_to_string(crate::common::root().join("search/data/weights.txt")).unwrap();
    let names = text.lines().filter_map(|line| line.split('#').next()?.split_whitespace().next());
    let lines: String = names.map(|name| format!("{name} {weight}\n")).collect();
    files.write(name, lines).to_str().unwrap().to_owned()
}

/// A record knows files of weights by what is in them, whatever they are called.
#[test]
fn weights_are_known_by_what_they_are() {
    let files = Files::new();
    let of = weights(&files, "w.txt", "1.5");
    let file = path(&files, "run.duels");
    let play = |weights: &str, file: &str, more: &str| {
        duelfish(&format!(
            "match {DECKS} --bot-a planner:nodes=5,weights={weights} --bot-b random --games 4 \
             --format json --record {file} {more}"
        ))
    };
    let whole = play(&of, &file, "");
    assert_eq!(whole.code, 0, "{}", whole.err);
    // Cut off in the middle, as by a crash.
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 9]).unwrap();
    // The same weights under another name and with a remark are the same bot.
    let text = std::fs::read_to_string(&of).unwrap();
    let copy = files.write("copy.txt", format!("# a remark\n{text}"));
    let resumed = play(copy.to_str().unwrap(), &file, "--resume");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(std::fs::read(&file).unwrap() == bytes);
    assert_eq!(duelfish(&format!("replay {file} --check")).err, "");

    let parts = [path(&files, "part1"), path(&files, "part2")];
    assert_eq!(play(&of, &parts[0], "--shard 1/2").code, 0);
    // Other weights in the file of the same name are another bot.
    std::fs::write(&of, text.replace("1.5", "-1")).unwrap();
    let refused = play(&of, &file, "--resume");
    assert_eq!(refused.code, 2);
    assert!(refused.error().contains("bot A had other weights than planner:"), "{}", refused.err);
    assert!(std::fs::read(&file).unwrap() == bytes);
    assert_eq!(play(&of, &parts[1], "--shard 2/2").code, 0);
    let merged = duelfish(&format!("merge {}", parts.join(" ")));
    assert_eq!((merged.code, merged.out.as_str()), (2, ""));
    assert!(merged.error().contains("bot B") || merged.error().contains("bot A had other weights"));
    // The choices are proven, and that they are not those of this file is said.
    let checked = duelfish(&format!("replay {file} --check"));
    assert_eq!(checked.code, 0);
    assert!(checked.err.starts_with("warning: bot A had other weights"), "{}", checked.err);
}

#[test]
fn card_files_and_decks_are_known_by_what_they_are() {
    let files = Files::new();
    let own = files.path().join("own");
    std::fs::create_dir(&own).unwrap();
    let gain = |points: u32| {
        let text =
            format!("card 7 \"Little Feast\"\nfacts spell\neffect activate\n  do gain {points}\n");
        std::fs::write(own.join("feast.card"), text).unwrap();
    };
    let mut cards = passcodes("normal4");
    cards[..3].copy_from_slice(&[7, 7, 7]);
    let deck = files.deck("own.ydk", &cards);
    let play = |file: &str, more: &str| {
        duelfish(&format!(
            "match {} decks/starter/kaiba.ydk {RANDOM} --games 4 --cards {} --record {file} {more}",
            deck.display(),
            own.display()
        ))
    };
    let [file, part1, part2] = ["run", "part1", "part2"].map(|name| path(&files, name));
    gain(500);
    assert_eq!(play(&file, "").code, 0);
    assert_eq!(play(&part1, "--shard 1/2").code, 0);
    let check = |file: &str| duelfish(&format!("replay {file} --check --cards {}", own.display()));
    assert_eq!(check(&file).code, 0);
    gain(600);
    let refused = play(&file, "--resume");
    assert_eq!(refused.code, 2);
    assert!(refused.error().contains("another card pool"), "{}", refused.err);
    let refused = check(&file);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.error().contains("card pool"), "{}", refused.err);
    assert_eq!(play(&part2, "--shard 2/2").code, 0);
    let merge = format!("merge {part1} {part2} --cards {}", own.display());
    assert!(duelfish(&merge).error().contains("another card pool"));
    // A deck of the same name with another card.
    gain(500);
    cards[5] = 18_106_132;
    files.deck("own.ydk", &cards);
    let refused = play(&file, "--resume");
    assert!(refused.error().contains("other cards in the decks"), "{}", refused.err);
}

/// A longer run begins with the duels of the shorter one.
#[test]
fn a_record_becomes_that_of_a_longer_run() {
    let files = Files::new();
    for more in ["", "--paired", "--best-of 3"] {
        let [file, long] =
            ["short", "long"].map(|name| path(&files, &format!("{name}{more}").replace(' ', "")));
        let play = |file: &str, args: &str| record(file, &format!("{more} {args}"));
        assert_eq!(play(&file, "--games 20").code, 0);
        let whole = play(&long, "--games 300");
        let longer = play(&file, "--games 300 --resume");
        assert_eq!(longer.code, 0, "{}", longer.err);
        assert_eq!(timeless(&longer.out), timeless(&whole.out));
        assert!(std::fs::read(&file).unwrap() == std::fs::read(&long).unwrap(), "{more}");
        let now: Value = serde_json::from_str(&longer.out).unwrap();
        let all: Value = serde_json::from_str(&whole.out).unwrap();
        assert!(now["played"].as_u64() < all["played"].as_u64());
    }
    let left: Vec<_> = std::fs::read_dir(files.path()).unwrap().collect();
    assert_eq!(left.len(), 6, "{left:?}");
}

/// What can be read of a damaged record is kept, if that is asked for, and the rest is played again.
#[test]
fn a_damaged_record_can_be_gone_on_with() {
    let files = Files::new();
    let file = path(&files, "run.duels");
    let whole = record(&file, "--games 12");
    let bytes = std::fs::read(&file).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 16;
    std::fs::write(&file, &damaged).unwrap();
    for command in
        [format!("merge {file}"), format!("replay {file}"), format!("replay {file} --check")]
    {
        let refused = duelfish(&command);
        assert_eq!(refused.code, 2);
        assert!(
            refused.err.contains("plays the others again with --resume --drop-damaged"),
            "{}",
            refused.err
        );
    }
    assert!(record(&file, "--games 12 --drop-damaged").error().contains("--resume"));
    let refused = record(&file, "--games 14 --resume");
    assert!(refused.code == 2 && std::fs::read(&file).unwrap() == damaged);
    let again = record(&file, "--games 12 --resume --drop-damaged");
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(timeless(&again.out), timeless(&whole.out));
    assert!(std::fs::read(&file).unwrap() == bytes);
}

#[test]
fn rates_count_duels_that_were_played() {
    let files = Files::new();
    let args = format!("match {DECKS} {RANDOM} --best-of 3 --games 60");
    let json = duelfish(&format!("{args} --format json")).json();
    let duels = json["bouts"]["duels"].as_u64().unwrap();
    assert!(duels > 100 && json["played"].as_u64() == Some(duels), "{json}");
    let [seconds, rate] =
        ["seconds", "duels_per_second"].map(|field| json[field].as_f64().unwrap());
    assert!((rate * seconds / duels as f64 - 1.0).abs() < 1e-6, "{json}");
    let table = duelfish(&args).out;
    assert!(table.contains(&format!("60 bouts, {duels} duels in ")), "{table}");

    // What was in the record already took no time.
    let file = path(&files, "run.duels");
    _ = record(&file, "--games 20");
    let done =
        duelfish(&format!("match {DECKS} {RANDOM} --seed 3 --games 20 --record {file} --resume"));
    assert!(done.out.contains("20 duels, all of them played before; "), "{}", done.out);
    let more =
        duelfish(&format!("match {DECKS} {RANDOM} --seed 3 --games 50 --record {file} --resume"));
    assert!(more.out.contains("50 duels, 30 of them now in "), "{}", more.out);
    let merged = duelfish(&format!("merge {file} --format json")).json();
    assert!(merged["seconds"].is_null() && merged["duels_per_second"].is_null(), "{merged}");
    assert_eq!(merged["played"], 0);
}
