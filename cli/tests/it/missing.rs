//! `match --missing`: cards that can't be played yet.

use std::path::{Path, PathBuf};

use crate::common::{Files, Said, passcodes, run, starter};
use serde_json::{Value, json};

const POT_OF_PROSPERITY: u32 = 84_211_599;
const YU_JO_FRIENDSHIP: u32 = 81_332_143;
const MYSTICAL_REFPANEL: u32 = 35_563_539;

/// A deck with two Pots of Extravagance and a Yu-Jo Friendship, in lines 2 to 4.
fn gaps(files: &Files) -> PathBuf {
    let mut cards = passcodes("normal4");
    cards[..3].copy_from_slice(&[POT_OF_PROSPERITY, POT_OF_PROSPERITY, YU_JO_FRIENDSHIP]);
    files.deck("gaps.ydk", &cards)
}

fn play(deck: &Path, missing: &str, format: &str) -> Said {
    let kaiba = starter("kaiba");
    let rest = ["--games=30", "--missing", missing, "--format", format];
    let args = ["match".as_ref(), deck.as_os_str(), kaiba.as_ref()];
    run(args.into_iter().chain(rest.map(AsRef::as_ref)))
}

fn sub(files: &Files, lines: &str) -> String {
    format!("sub={}", files.write("subs.txt", lines).display())
}

#[test]
fn they_are_refused_unless_something_else_is_asked_for() {
    let files = Files::new();
    let deck = gaps(&files);
    let said = play(&deck, "refuse", "table");
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert_eq!(said.err.lines().count(), 4, "{}", said.err);
    assert!(said.err.contains("gaps.ydk:2: Pot of Prosperity"), "{}", said.err);
    assert!(said.err.contains("gaps.ydk:4: Yu-Jo Friendship"), "{}", said.err);
    // Both decks are looked at before anything is said.
    let both = ["match".as_ref(), deck.as_os_str(), deck.as_os_str()];
    assert_eq!(run(both).err, said.err);
    let whole = run(["match", &starter("yugi"), &starter("kaiba"), "--games=1", "--format=json"]);
    assert_eq!(whole.json()["missing"], json!({ "mode": "refuse", "cards": [] }));
}

#[test]
fn blanks_are_said_loudly() {
    let files = Files::new();
    let deck = gaps(&files);
    let said = play(&deck, "blank", "table");
    assert_eq!(said.code, 0, "{}", said.err);
    let words = "NOT THE REAL DECKS: 2 cards played without what is written on them: \
                 2x Pot of Prosperity, 1x Yu-Jo Friendship";
    assert_eq!(said.err, format!("warning: {words}\n"));
    assert!(said.out.starts_with("NOT THE REAL DECKS (see *)\n"), "{}", said.out);
    assert!(said.out.ends_with(&format!("\n* {words}\n")), "{}", said.out);
    assert!(said.out.contains("A  gaps* (greedy)") && said.out.contains("B  kaiba (greedy)"));

    let said = play(&deck, "blank", "json");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["games"], 30);
    assert_eq!(report["missing"]["mode"], "blank");
    let pot = json!({ "passcode": POT_OF_PROSPERITY, "name": "Pot of Prosperity", "copies": [2, 0],
                      "played_as": null });
    assert_eq!(report["missing"]["cards"][0], pot);
    assert_eq!(report["missing"]["cards"].as_array().unwrap().len(), 2);
}

/// A deck of nothing but blank Spells can do nothing at all.
#[test]
fn a_blank_does_nothing() {
    let files = Files::new();
    let blanks = [YU_JO_FRIENDSHIP, POT_OF_PROSPERITY, MYSTICAL_REFPANEL];
    let cards: Vec<u32> = blanks.iter().flat_map(|card| [*card; 3]).collect();
    let filler: Vec<u32> = passcodes("normal4").into_iter().take(31).collect();
    let deck = files.deck("blank.ydk", &[cards, filler].concat());
    let said = play(&deck, "blank", "json");
    assert_eq!(said.code, 0, "{}", said.err);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["ended_by"]["card"], 0);
    assert_eq!(report["missing"]["cards"].as_array().unwrap().len(), 3);
}

/// What is Summoned from the Extra Deck or by a Ritual, and what lies in a Pendulum Zone, does so by its
/// text: without it there are monsters that nothing brings.
#[test]
fn monsters_that_need_their_text_are_blanks_too() {
    let files = Files::new();
    let mut cards = passcodes("normal4");
    // Dinomist Brachion, Hamburger Recipe, and Accesscode Talker in the Extra Deck.
    cards[..2].copy_from_slice(&[368_382, 80_811_661]);
    let text: Vec<String> = cards.iter().map(u32::to_string).collect();
    let text = format!("#main\n{}\n#extra\n86066372\n", text.join("\n"));
    let deck = files.write("rules.ydk", text);
    let said = play(&deck, "blank", "json");
    assert_eq!(said.code, 0, "{}", said.err);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    let names: Vec<&str> = report["missing"]["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Dinomist Brachion", "Hamburger Recipe", "Accesscode Talker"]);
}

/// A deck with five cards that can't be played yet.
fn many(files: &Files, name: &str) -> PathBuf {
    let unsupported = [POT_OF_PROSPERITY, YU_JO_FRIENDSHIP, MYSTICAL_REFPANEL, 368_382, 80_811_661];
    let mut cards = passcodes("normal4");
    cards[..5].copy_from_slice(&unsupported);
    files.deck(name, &cards)
}

#[test]
fn many_cards_are_refused_in_few_lines_that_say_what_to_do() {
    let files = Files::new();
    let decks = [many(&files, "one.ydk"), many(&files, "two.ydk")].map(|d| d.display().to_string());
    let [one, two] = &decks;
    let more = format!(
        "{one}: 5 cards cannot be played yet: Pot of Prosperity, Yu-Jo Friendship, Mystical Refpanel \
         and 2 more"
    );
    for (command, knows) in [
        (vec!["match", one, two], true),
        (vec!["play", one, "--vs", two], true),
        (vec!["tournament", one, two], true),
        (vec!["compare", one, two, "--vs", one], true),
        (vec!["sprt", "--a=greedy", "--b=random", one, two], true),
        (vec!["tune", one, two], false),
        (vec!["perft", one, two], false),
    ] {
        let said = run(&command);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{command:?}");
        assert!(said.err.lines().count() <= 4, "{command:?}: {}", said.err);
        assert!(said.err.contains(&format!("error: {more}\n")), "{command:?}: {}", said.err);
        assert_eq!(said.err.contains("note: --missing blank"), knows, "{command:?}: {}", said.err);
        let coverage = format!("`duelfish cards --coverage {one}");
        assert!(said.err.contains(&coverage), "{command:?}: {}", said.err);
    }
    // Other problems are cut as well, and so are passcodes that nobody knows.
    let mut distinct = passcodes("normal4");
    distinct.dedup();
    let copies: Vec<u32> = distinct.iter().take(10).flat_map(|card| [*card; 4]).collect();
    let unknown: Vec<u32> = (1..=9).chain(passcodes("normal4").into_iter().skip(9)).collect();
    for (cards, last) in [
        (copies, "and 7 more of such problems; `duelfish deck check"),
        (unknown, "and 6 more of such passcodes; `duelfish deck check"),
    ] {
        let deck = files.deck("wrong.ydk", &cards).display().to_string();
        let said = run(["match", &deck, &deck, "--games=1"]);
        assert_eq!((said.code, said.err.lines().count()), (2, 4), "{}", said.err);
        assert!(said.err.contains(last), "{}", said.err);
    }
}

/// A Fusion Deck of the Goat format may be larger than an Extra Deck of today.
#[test]
fn a_deck_of_another_format_names_its_rules() {
    let large = "decks/goat/ygobench_chaos_control_v1.ydk";
    for command in ["match", "perft"] {
        let said = run([command, large, large]);
        assert_eq!((said.code, said.err.lines().count()), (2, 2), "{}", said.err);
        let note = format!("note: {large} is a deck for other rules: add --rules goat\n");
        assert!(said.err.contains("; remove 7 to") && said.err.ends_with(&note), "{}", said.err);
    }
    assert_eq!(run(["match", large, large, "--games=1", "--rules=goat"]).code, 0);
}

#[test]
fn every_command_that_judges_decks_plays_them_without_cards_and_marks_it() {
    let files = Files::new();
    let deck = gaps(&files).display().to_string();
    let (kaiba, yugi) = (starter("kaiba"), starter("yugi"));
    let words = "NOT THE REAL DECKS: 2 cards played without what is written on them: \
                 2x Pot of Prosperity, 1x Yu-Jo Friendship";
    for command in [
        vec!["tournament", &deck, &kaiba, "--games=2"],
        vec!["compare", &kaiba, &yugi, "--vs", &deck, "--games=4"],
        vec!["sprt", "--a=greedy", "--b=random", &kaiba, &deck, "--games=4"],
    ] {
        let with = |rest: &[&str]| run([&command[..], &["--missing=blank"], rest].concat());
        let said = with(&[]);
        assert_eq!(said.err, format!("warning: {words}\n"), "{command:?}");
        assert!(said.out.starts_with("NOT THE REAL DECKS (see *)\n"), "{}", said.out);
        assert!(said.out.ends_with(&format!("\n* {words}\n")), "{}", said.out);
        assert!(said.out.contains("gaps*") && !said.out.contains("kaiba*"), "{}", said.out);
        let report: Value = serde_json::from_str(&with(&["--format=json"]).out).unwrap();
        assert_eq!(report["missing"]["cards"].as_array().unwrap().len(), 2, "{command:?}");
        if command[0] != "sprt" {
            let csv = with(&["--format=csv"]).out;
            let mut lines = csv.lines();
            assert!(lines.next().unwrap().ends_with(",note"), "{csv}");
            assert!(lines.all(|line| line.contains("NOT THE REAL DECKS")), "{csv}");
        }
    }
}

#[test]
fn a_file_of_substitutes_may_leave_the_rest_blank() {
    let files = Files::new();
    let deck = gaps(&files);
    let how = format!("blank,{}", sub(&files, "Pot of Prosperity = Ookazi\n"));
    let said = play(&deck, &how, "table");
    assert_eq!(said.code, 0, "{}", said.err);
    let words = "NOT THE REAL DECKS: 1 card replaced by other cards: 2x Pot of Prosperity by Ookazi; \
                 1 card played without what is written on them: 1x Yu-Jo Friendship";
    assert_eq!(said.err, format!("warning: {words}\n"));
    let report: Value = serde_json::from_str(&play(&deck, &how, "json").out).unwrap();
    assert_eq!(report["missing"]["mode"], "blank,sub");
    // Wrong lines are errors all the same.
    let how = format!("blank,{}", sub(&files, "Sangan = Ookazi\n"));
    let said = play(&deck, &how, "table");
    assert!(said.error().contains("Sangan is in neither deck"), "{}", said.err);
}

#[test]
fn substitutes_are_played_and_said() {
    let files = Files::new();
    let deck = gaps(&files);
    let lines = "# A comment\nPot of Prosperity = Ookazi   # draws are not there yet\n\n\
                 81332143 = 70781052\n";
    let how = sub(&files, lines);
    let said = play(&deck, &how, "table");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("2x Pot of Prosperity by Ookazi"), "{}", said.err);
    assert!(said.out.starts_with("NOT THE REAL DECKS (see *)\n"), "{}", said.out);
    let said = play(&deck, &how, "json");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["missing"]["mode"], "sub");
    assert_eq!(report["missing"]["cards"][1]["played_as"], "Summoned Skull");

    // The same duels as with the other cards in the file.
    let mut cards = passcodes("normal4");
    cards[..3].copy_from_slice(&[19_523_799, 19_523_799, 70_781_052]);
    let real = play(&files.deck("real.ydk", &cards), "refuse", "json").json();
    for field in ["wins_a", "wins_b", "turns", "ended_by", "decisions"] {
        assert_eq!(report[field], real[field], "{field}");
    }
}

#[test]
fn every_wrong_line_is_told() {
    let files = Files::new();
    let deck = gaps(&files);
    let wrong = |lines: &str| {
        let said = play(&deck, &sub(&files, lines), "table");
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{lines}");
        said.err
    };
    let err = wrong(
        "Pot of Prosperity = Nobody\nnonsense\nPot of Prosperity = Ookazi\nPot of Prosperity = Fissure\n\
         Sangan = Ookazi\nYu-Jo Friendship = Mystical Refpanel\n",
    );
    for line in [
        "subs.txt:1: there is no card `Nobody`",
        "subs.txt:2: write `PASSCODE_OR_NAME = PASSCODE_OR_NAME`",
        "subs.txt:4: line 3 is about Pot of Prosperity already",
        "subs.txt:5: Sangan is in neither deck",
        "subs.txt:6: Mystical Refpanel cannot be played either",
    ] {
        assert!(err.contains(line), "{line} is not in {err}");
    }
    assert!(!err.contains("no line names"), "{err}");
    let err = wrong("Pot of Prosperity = Ookazi\n");
    assert!(err.contains("Yu-Jo Friendship (81332143) cannot be played yet"), "{err}");
    assert!(err.contains("--missing blank,sub="), "{err}");
    let card = passcodes("normal4")[5];
    let err = wrong(&format!("Pot of Prosperity = Ookazi\n81332143 = Ookazi\n{card} = Ookazi\n"));
    assert!(err.contains("subs.txt:3: ") && err.contains("can be played; remove"), "{err}");
    // A substitute is a card like any other: four copies are too many.
    let err = wrong(&format!("Pot of Prosperity = {card}\n81332143 = {card}\n"));
    assert!(err.contains("is in the deck") && err.contains("times"), "{err}");
    let said = play(&deck, "sub=no-such-file.txt", "table");
    assert!(said.error().contains("no-such-file.txt: there is no such file"), "{}", said.err);
    let said = play(&deck, "guess", "table");
    assert!(
        said.error().contains("write refuse, blank, sub=FILE or blank,sub=FILE"),
        "{}",
        said.err
    );
}

/// Whatever a marked result goes through, the mark stays.
#[test]
fn the_mark_stays_through_records_merges_and_pages() {
    let files = Files::new();
    let deck = gaps(&files);
    let (deck, kaiba) = (deck.to_str().unwrap(), starter("kaiba"));
    let path = |name: &str| files.path().join(name).to_str().unwrap().to_owned();
    let words = "NOT THE REAL DECKS: 2 cards played without what is written on them: \
                 2x Pot of Prosperity, 1x Yu-Jo Friendship";
    for (how, words) in [
        ("blank".to_owned(), words.to_owned()),
        (
            sub(&files, "Pot of Prosperity = Ookazi\n81332143 = 70781052\n"),
            "2 cards replaced by other cards: 2x Pot of Prosperity by Ookazi".to_owned(),
        ),
    ] {
        let parts = [1, 2].map(|part| path(&format!("part{part}{}", how.len())));
        for (part, file) in (1..).zip(&parts) {
            let shard = format!("{part}/2");
            let args = ["match", deck, &kaiba, "--games=10", "--bot-a=random", "--bot-b=random"];
            let rest = ["--missing", &how, "--shard", &shard, "--record", file];
            assert_eq!(run(args.into_iter().chain(rest)).code, 0);
        }
        let whole = path(&format!("whole{}", how.len()));
        let merge = |more: &[&str]| {
            let args = ["merge", &parts[0], &parts[1]];
            run(args.into_iter().chain(more.iter().copied()))
        };
        let table = merge(&["--out", &whole]);
        assert!(table.out.starts_with("NOT THE REAL DECKS (see *)\n"), "{}", table.out);
        assert!(table.out.contains("A  gaps* (random)") && table.out.contains("B  kaiba (random)"));
        assert!(table.err.starts_with("warning: NOT THE REAL DECKS"), "{}", table.err);
        let csv = merge(&["--format", "csv"]);
        assert!(csv.out.lines().nth(1).unwrap().contains("NOT THE REAL DECKS"), "{}", csv.out);
        let json = merge(&["--format", "json"]);
        let report: Value = serde_json::from_str(&json.out).unwrap();
        // What merge says is what the match says.
        let said = play(Path::new(deck), &how, "json");
        let of_match: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(report["missing"], of_match["missing"]);
        assert!(report["note"].as_str().unwrap().starts_with("NOT THE REAL DECKS"));
        for (name, text) in [("match.json", said.out), ("merge.json", json.out)] {
            let page = run(["report".as_ref(), files.write(name, text).as_os_str()]).out;
            assert!(page.contains("NOT THE REAL DECKS") && page.contains(&words), "{page}");
            assert!(page.contains("<h1>gaps* against kaiba</h1>"), "{page}");
        }
        let shown = run(["replay", &whole, "0", "--export", "text"]);
        assert!(shown.out.contains("NOT THE REAL DECKS"), "{}", shown.out);
        let shown = run(["replay", &whole, "0", "--export", "json"]);
        assert!(shown.out.contains("\"note\": \"NOT THE REAL DECKS"), "{}", shown.out);
        let listed = run(["replay", &whole]);
        assert!(listed.out.contains("NOT THE REAL DECKS") && listed.err.contains("warning: "));
        let asked = run(["analyze", &whole, "--duel", "0", "--bot", "greedy"]);
        assert!(asked.err.starts_with("warning: NOT THE REAL DECKS"), "{}", asked.err);
    }
}
