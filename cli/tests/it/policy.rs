//! Policies that learn: `duelfish tune --policy`.

use crate::common::{Files, Said, program, run, said};

const DECKS: [&str; 2] = ["decks/starter/yugi.ydk", "decks/starter/kaiba.ydk"];
const PLAY: [&str; 8] =
    ["--bot", "mcts:iters=4", "--teacher", "mcts:iters=16", "--games", "6", "--lessons", "40"];

/// Runs `duelfish tune --policy` on so many threads.
fn tune(threads: &str, args: &[&str]) -> Said {
    let mut command = program(["tune", "--policy"].iter().chain(args));
    command.env("RAYON_NUM_THREADS", threads);
    said(command.output().expect("the program starts"))
}

#[test]
fn a_policy_is_trained_and_plays() {
    let files = Files::new();
    let named = |name: &str| files.path().join(name).display().to_string();
    let read = |file: &str| std::fs::read(file).unwrap();
    let [one, two, policy, other] = ["1.lessons", "2.lessons", "1.policy", "2.policy"].map(named);
    for (threads, lessons) in [("1", &one), ("2", &two)] {
        let said = tune(threads, &[&DECKS[..], &PLAY, &["--samples", lessons]].concat());
        assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", ""));
    }
    assert!(read(&one) == read(&two), "threads change the lessons");
    for (threads, out, lines) in [("1", &policy, 1), ("2", &other, 2)] {
        let held_out: &[&str] = if lines == 2 { &["--held-out-from", &one] } else { &[] };
        let train = ["--from", &one, "--out", out, "--epochs", "1"];
        let said = tune(threads, &[&train, held_out].concat());
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        assert_eq!(said.out.lines().count(), lines, "{}", said.out);
        let line = " decisions of new duels: cross entropy ";
        assert!(said.out.contains(line), "{}", said.out);
    }
    assert!(read(&policy) == read(&other), "threads, or what was held out, change the policy");
    assert!(
        read(&policy).starts_with(b"duelfish-policy 1\nTrained by `duelfish tune --policy` on ")
    );

    let bot = format!("mcts:iters=20,weights={policy}");
    let bots = ["--bot-a", &bot, "--bot-b", "heuristic", "--games", "1"];
    let said = run(["match"].iter().chain(&DECKS).chain(&bots));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let bots = ["--bot-a", &format!("planner:weights={policy}"), "--bot-b", "random"];
    let said = run(["match"].iter().chain(&DECKS).chain(&bots));
    assert_eq!(said.code, 2);
    assert!(said.err.contains("only mcts plays with a policy or a belief"), "{}", said.err);
    refused(&files, &one, &policy);
}

/// One clear line says what is wrong with a file or an option, and nothing is written.
fn refused(files: &Files, lessons: &str, policy: &str) {
    let out = files.path().join("none.policy").display().to_string();
    let cut = |file: &str, name: &str| {
        let bytes = std::fs::read(file).unwrap();
        files.write(name, &bytes[..bytes.len() - 3]).display().to_string()
    };
    let short = cut(lessons, "short.lessons");
    let said = tune("1", &["--from", &short, "--out", &out]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    let begin = format!("{short}: this file of lessons is damaged: ");
    assert!(said.error().starts_with(&begin), "{}", said.err);
    let said = tune("1", &["--from", policy, "--out", &out]);
    assert!(
        said.error().contains(": this is no file of lessons of this version: "),
        "{}",
        said.err
    );
    let said = tune("1", &["--from", lessons, "--out", lessons]);
    assert!(said.error().contains("is read and would be overwritten"), "{}", said.err);
    let said = tune("1", &DECKS);
    assert!(said.error().starts_with("nowhere to write: give --out FILE"), "{}", said.err);
    let none = ["--bot", "heuristic", "--games", "2", "--out", &out];
    let said = tune("1", &[&DECKS[..], &none].concat());
    assert!(said.error().starts_with("no decision was looked at; "), "{}", said.err);
    let both = run(["tune", "--net", "--policy", "--out", &out].iter().chain(&DECKS));
    assert_eq!(both.code, 2);
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
    let said = run(["analyze", "docs/example-position.txt", "--bot"]
        .iter()
        .copied()
        .chain([format!("mcts:weights={}", cut(policy, "short.policy")).as_str()]));
    assert_eq!(said.code, 2);
    assert!(said.error().contains("the file of this policy is not whole: "), "{}", said.err);
    assert!(!std::path::Path::new(&out).exists());
}
