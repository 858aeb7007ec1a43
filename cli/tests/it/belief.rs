//! What is inferred of hidden cards: `duelfish tune --belief`.

use crate::common::{Files, Said, program, run, said};

const DECKS: [&str; 2] = ["decks/starter/yugi.ydk", "decks/starter/kaiba.ydk"];

/// Runs `duelfish tune --belief` on so many threads.
fn tune(threads: &str, args: &[&str]) -> Said {
    let mut command = program(["tune", "--belief"].iter().chain(args));
    command.env("RAYON_NUM_THREADS", threads);
    said(command.output().expect("the program starts"))
}

#[test]
fn an_inference_is_trained_and_plays() {
    let files = Files::new();
    let named = |name: &str| files.path().join(name).display().to_string();
    let read = |file: &str| std::fs::read(file).unwrap();
    let [lessons, one, two] = ["1.lessons", "1.belief", "2.belief"].map(named);
    let play = ["--bot", "mcts:iters=4", "--games", "24", "--lessons", "40", "--samples", &lessons];
    let said = tune("2", &[&DECKS[..], &play, &["--out", &one]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let kinds = ["cards in hands", "Set monsters", "Set Spells and Traps"];
    for (line, kind) in said.out.lines().zip(kinds) {
        assert!(line.contains(&format!(" {kind} of new duels: log loss ")), "{line}");
    }
    assert_eq!(said.out.lines().count(), 3, "{}", said.out);
    // The lessons alone train the same, on any number of threads.
    let again = tune("1", &["--from", &lessons, "--out", &two, "--held-out-from", &lessons]);
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert!(again.out.starts_with(&said.out) && again.out.lines().count() == 6, "{}", again.out);
    assert!(read(&one) == read(&two), "threads, or what was held out, change the inference");
    assert!(read(&one).starts_with(b"duelfish-belief 1\nTrained by `duelfish tune --belief` on "));

    let bot = format!("mcts:iters=20,weights={one}");
    let bots = ["--bot-a", &bot, "--bot-b", "mcts:iters=20,belief=0", "--games", "1"];
    let said = run(["match"].iter().chain(&DECKS).chain(&bots));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let bots = ["--bot-a", &format!("planner:weights={one}"), "--bot-b", "random"];
    let said = run(["match"].iter().chain(&DECKS).chain(&bots));
    assert_eq!(said.code, 2);
    assert!(said.err.contains("only mcts plays with a policy or a belief"), "{}", said.err);
    let short = files.write("short.belief", &read(&one)[..900]).display().to_string();
    let bot = format!("mcts:weights={short}");
    let said = run(["analyze", "docs/example-position.txt", "--bot", &bot]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("the file of this belief is not whole: "), "{}", said.err);
}

/// One clear line says what is wrong, and nothing is written.
#[test]
fn what_can_not_be_learned_from_is_refused() {
    let files = Files::new();
    let out = files.path().join("none.belief").display().to_string();
    let none = ["--bot", "heuristic", "--games", "2", "--out", &out];
    let said = tune("1", &[&DECKS[..], &none].concat());
    assert!(said.error().starts_with("no decision was looked at; "), "{}", said.err);
    let said = tune("1", &DECKS);
    assert!(said.error().starts_with("nowhere to write: give --out FILE for the belief"));
    let both = run(["tune", "--net", "--belief", "--out", &out].iter().chain(&DECKS));
    assert_eq!(both.code, 2);
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
    assert!(!std::path::Path::new(&out).exists());
}
