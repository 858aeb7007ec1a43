//! Programs as bots on the command line: they play, and their failures are said wherever results are.

use std::path::Path;

use crate::common::{Files, Said, run, starter};
use serde_json::Value;

/// A program that answers `hello`, and each decision by this command of the shell.
fn bot(files: &Files, options: &str, answer: &str) -> String {
    let script = format!(
        r#"while read -r line; do
  case "$line" in
    *'"type":"hello"'*) echo '{{"protocol":1}}' ;;
    *'"type":"decision"'*)
      n=${{line#*'"number":'}}
      n=${{n%%,*}}
      {answer} ;;
  esac
done
"#
    );
    format!("exec:{options}sh '{}'", files.write("bot.sh", script).display())
}

const FIRST: &str = r#"echo "{\"number\":$n,\"action\":0}""#;
const ILLEGAL: &str = r#"echo "{\"number\":$n,\"action\":999}""#;

fn match_of(bot: &str, more: &[&str]) -> Said {
    let decks = ["yugi", "kaiba"].map(starter);
    let args = ["match", &decks[0], &decks[1], "--bot-a", bot, "--games=6", "--seed=2"];
    run(args.into_iter().chain(more.iter().copied()))
}

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).expect("JSON on standard output")
}

fn word(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn a_program_plays_a_match_and_a_test() {
    let files = Files::new();
    let bot = bot(&files, "", FIRST);
    let said = match_of(&bot, &[]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let note = "another run with this seed may go otherwise: bot A is a program\n";
    assert!(said.out.contains(&bot) && said.out.contains(note), "{}", said.out);
    let report = match_of(&bot, &["--format=json", "--threads=1"]).json();
    assert_eq!(report["unrepeatable"], serde_json::json!(["A"]));
    assert!(report.get("forfeits").is_none() && report["ended_by"].get("forfeit").is_none());

    let deck = starter("yugi");
    let args = ["sprt", "--a=heuristic", "--b", &bot, &deck, "--elo1=200", "--format=json"];
    let said = run(args);
    assert_eq!((said.code, json(&said)["sprt"]["verdict"].as_str()), (0, Some("H1")));
}

#[test]
fn lost_duels_are_said_in_every_form() {
    let files = Files::new();
    let bot = bot(&files, "", ILLEGAL);
    let words = "lost 6 duels because it gave no legal answer (illegal answer 6); first duel 0: \
                 it chose action 999, and the last one is ";
    let said = match_of(&bot, &[]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains(words) && said.out.contains(", forfeit 6\n"), "{}", said.out);
    assert!(said.err.starts_with(&format!("warning: bot A, {bot}, {words}")), "{}", said.err);

    let record = files.path().join("run.duels");
    let said = match_of(&bot, &["--format=json", "--record", word(&record)]);
    let report = json(&said);
    let forfeit = &report["forfeits"][0];
    assert_eq!((&report["wins_b"], &report["ended_by"]["forfeit"]), (&6.into(), &6.into()));
    assert_eq!((&forfeit["duels"], &forfeit["illegal"]), (&6.into(), &6.into()));
    assert_eq!((&forfeit["crashed"], &forfeit["side"]), (&0.into(), &"A".into()));
    assert!(forfeit["said"].as_str().unwrap().contains(words));
    assert!(said.err.contains(words));
    assert!(match_of(&bot, &["--format=csv"]).out.contains(words));

    // The page of HTML, the list of the record and the proof of its results.
    let results = files.write("results.json", &said.out);
    let page = files.path().join("page.html");
    let made = run(["report", word(&results), "--out", word(&page)]);
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(std::fs::read_to_string(&page).unwrap().contains("gave no legal answer"));
    let listed = run(["replay", word(&record)]);
    assert!(listed.out.contains("P1 forfeits: illegal answer"), "{}", listed.out);
    assert_eq!(run(["replay", word(&record), "--check"]).code, 0);
    let merged = run(["merge", word(&record)]);
    assert!(merged.out.contains("(illegal answer 6)"), "{}", merged.out);
}

#[test]
fn lost_duels_of_a_tournament_and_a_comparison_are_said() {
    let files = Files::new();
    let bot = bot(&files, "", "exit 3");
    let decks = ["yugi", "kaiba", "joey"].map(starter);
    let [a, b, c] = decks.each_ref().map(String::as_str);
    for args in [
        vec!["tournament", a, b, "--games=4", "--bot", &bot],
        vec!["compare", a, b, "--vs", c, "--games=2", "--bot", &bot, "--bot-vs=random"],
    ] {
        let said = run(&args);
        let words = "lost 4 duels because it gave no legal answer (crashed 4)";
        assert!(said.out.contains(words) && said.err.contains(words), "{}{}", said.out, said.err);
        let said = run(args.iter().chain(&["--format=json"]));
        assert_eq!(json(&said)["forfeits"][0]["crashed"], 4);
    }
}

#[test]
fn bots_that_cannot_play_are_refused_in_one_line() {
    let files = Files::new();
    let missing = format!("exec:'{}'", files.path().join("missing").display());
    let no_program = format!("exec:'{}'", files.write("text", "hello").display());
    for (bot, parts) in [
        ("exec:", ["`exec` needs a command", "exec:./mybot"]),
        ("exec:time=2s", ["`exec` needs a command", "exec:time=2s,./mybot"]),
        ("exec:time=soon,./mybot", ["a time from 1ms to 3600s like 2s", "`soon`"]),
        ("exec:'./mybot", ["a quotation mark in", "has no partner"]),
        (&missing, ["can't be started", "check the command"]),
        (&no_program, ["can't be started", "check the command"]),
        ("exec:false", ["ended (exit status: 1)", "it must answer `hello` as docs/bots.md says"]),
        ("nobody", ["there is no bot `nobody`", "bots: random, heuristic"]),
        ("nobody", ["exec:[time=10s,][memory=SIZE,]COMMAND", "docs/bots.md"]),
    ] {
        let record = files.path().join("run.duels");
        let said = match_of(bot, &["--record", word(&record)]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{bot}");
        for part in parts {
            assert!(said.error().contains(part), "{}", said.error());
        }
        assert!(!record.exists());
        let deck = starter("yugi");
        let said = run(["sprt", "--a=random", "--b", bot, &deck]);
        assert!(said.code == 2 && said.error().contains(parts[0]), "{}", said.err);
    }
}

#[test]
fn commands_that_take_no_programs_say_where_they_play() {
    let deck = starter("yugi");
    let said = run(["play", &deck, "--vs", &deck, "--bot=exec:./mybot"]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("programs play in match, sprt, tournament and compare"));
}

#[test]
fn help_texts_name_programs() {
    for command in ["match", "sprt", "tournament", "compare"] {
        let said = run([command, "--help"]);
        assert!(said.out.contains("exec:") && said.out.contains("docs/bots.md"), "{command}");
    }
    assert!(run(["match", "--help"]).out.contains("--bot-a exec:./mybot"));
    assert!(run(["sprt", "--help"]).out.contains("--a exec:./mybot"));
}
