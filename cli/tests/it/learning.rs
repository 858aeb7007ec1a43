//! Evaluations that learn, and how much their chances are worth: `duelfish tune --net` and `calibrate`.

use crate::common::{Files, Said, duelfish, program, run, said};

const DECKS: [&str; 2] = ["decks/starter/yugi.ydk", "decks/starter/kaiba.ydk"];
const POSITION: &str = "docs/example-position.txt";

/// Runs `duelfish tune --net` on so many threads.
fn tune(threads: &str, args: &[&str]) -> Said {
    let mut command = program(["tune", "--net"].iter().chain(args));
    command.env("RAYON_NUM_THREADS", threads);
    said(command.output().expect("the program starts"))
}

/// The path of a file that is written later.
fn named(files: &Files, name: &str) -> String {
    files.path().join(name).display().to_string()
}

#[test]
fn a_network_is_trained_and_plays() {
    let files = Files::new();
    let play = |threads: &str, name: &str| {
        let samples = named(&files, name);
        let rest = ["--bot", "planner:nodes=10", "--games", "6", "--vary", "10"];
        let said = tune(threads, &[&DECKS[..], &rest, &["--samples", &samples]].concat());
        assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", ""));
        samples
    };
    let samples = play("1", "one.samples");
    let read = |file: &String| std::fs::read(file).unwrap();
    assert!(read(&samples) == read(&play("2", "two.samples")), "threads change the samples");
    let train = |threads: &str, name: &str| {
        let net = named(&files, name);
        let said = tune(threads, &["--from", &samples, "--out", &net, "--epochs", "1"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        assert!(said.out.starts_with("log loss of "), "{}", said.out);
        assert_eq!(said.out.lines().count(), 1);
        net
    };
    let net = train("1", "one.net");
    assert!(read(&net) == read(&train("1", "again.net")), "another run gives another network");
    assert!(read(&net) == read(&train("2", "two.net")), "threads change the network");
    assert!(read(&net).starts_with(b"duelfish-net 1\nTrained by `duelfish tune --net` on "));

    let bot = format!("mcts:iters=20,weights={net}");
    let said = run(["analyze", POSITION, "--bot", &bot, "--format", "json"]);
    assert_eq!(said.json()["bot"], bot);
    let bots = ["--bot-a", &bot, "--bot-b", "heuristic"];
    let said = run(["match"].iter().chain(&DECKS).chain(&bots).chain(&["--games", "1"]));
    assert_eq!((said.code, said.err.as_str()), (0, ""));

    // Other samples are only compared with.
    let other = named(&files, "other.net");
    let held_out = ["--held-out-from", &samples, "--epochs", "1", "--out", &other];
    let said = tune("2", &[&["--from", &samples][..], &held_out].concat());
    assert_eq!((said.code, said.out.lines().count()), (0, 2), "{}", said.err);
    assert!(read(&net) == read(&other), "the network learned from what was held out");

    damaged_files_are_refused(&files, &samples, &net);
}

/// One clear line says what is wrong with a file, and nothing is written.
fn damaged_files_are_refused(files: &Files, samples: &str, net: &str) {
    let out = named(files, "none.net");
    let cut = |file: &str, name: &str| {
        let bytes = std::fs::read(file).unwrap();
        files.write(name, &bytes[..bytes.len() - 3]).display().to_string()
    };
    let (short, other) = (cut(samples, "short.samples"), cut(net, "short.net"));
    let mut wrong = vec![short.as_str(), other.as_str(), DECKS[0]];
    if cfg!(unix) {
        wrong.push("/dev/zero");
    }
    for file in wrong {
        let said = tune("1", &["--from", file, "--out", &out]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{file}");
        let begin = format!("{file}: this is no file of samples of this version");
        assert!(said.error().starts_with(&begin), "{}", said.err);
    }
    let said = tune("1", &["--from", "nowhere.samples", "--out", &out]);
    assert_eq!(said.error(), "nowhere.samples: there is no such file; check the path");
    assert!(!std::path::Path::new(&out).exists());
    let said = run(["analyze", POSITION, "--bot", &format!("mcts:weights={other}")]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("the file of this net is not whole: "), "{}", said.err);
    for file in [samples, net] {
        let bot = format!("planner:nodes=5,weights={net}");
        let rest = ["--from", samples, "--bot", &bot, "--out", file];
        let said = tune("1", &rest);
        assert_eq!(said.code, 2);
        assert!(said.error().contains("is read and would be overwritten"), "{}", said.err);
    }
}

#[test]
fn a_network_needs_a_place_and_positions() {
    let files = Files::new();
    let said = tune("1", &DECKS);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.error().starts_with("nowhere to write: give --out FILE"), "{}", said.err);
    let samples = named(&files, "none.samples");
    let rest = ["--bot", "heuristic", "--games", "2", "--samples", &samples];
    let said = tune("1", &[&DECKS[..], &rest].concat());
    assert_eq!(said.code, 2);
    assert!(said.error().starts_with("no position was kept; "), "{}", said.err);
    assert!(!std::path::Path::new(&samples).exists());
    // The options of networks say nothing about linear weights.
    let said = duelfish(&format!("tune {} --epochs 3", DECKS.join(" ")));
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--net"), "{}", said.err);
}

/// Positions of some of the duels would look like those of all.
#[cfg(unix)]
#[test]
fn interrupted_duels_of_a_network_write_nothing() {
    let files = Files::new();
    let out = named(&files, "none.samples");
    let rest = ["--bot", "planner:nodes=10", "--games", "10000000", "--samples", &out];
    let args = ["tune", "--net"].iter().chain(&DECKS).chain(&rest);
    let said = crate::common::interrupted(args);
    assert_eq!((said.code, said.out.as_str()), (130, ""));
    assert!(said.err.ends_with(" of 10000000 duels; nothing is written\n"), "{}", said.err);
    assert!(!std::path::Path::new(&out).exists());
}

#[test]
fn chances_are_compared_with_results() {
    let calibrate = |threads: &str, rest: &[&str]| {
        let all = ["--bot", "planner:nodes=10", "--games", "4"];
        let args = ["calibrate"].iter().chain(&DECKS).chain(&all).chain(rest);
        let mut command = program(args);
        command.env("RAYON_NUM_THREADS", threads);
        said(command.output().expect("the program starts"))
    };
    let table = calibrate("1", &[]);
    assert_eq!((table.code, table.err.as_str()), (0, ""));
    assert!(table.out.starts_with("says "), "{}", table.out);
    let found = calibrate("2", &["--format", "json"]);
    assert_eq!(found.out, calibrate("1", &["--format", "json"]).out);
    let json = found.json();
    assert_eq!((&json["bot"], &json["rules"]), (&"planner:nodes=10".into(), &"mr5".into()));
    assert_eq!((&json["seed"], json["tenths"].as_array().unwrap().len()), (&1.into(), 10));
    let (loss, duels) = (json["log_loss"].as_f64().unwrap(), &json["duels"]);
    for line in [
        format!("log loss {loss:.4}"),
        format!("{duels} duels that were won, planner:nodes=10 on both sides; rules mr5, seed 1"),
    ] {
        assert!(table.out.lines().any(|said| said == line), "{line}: {}", table.out);
    }
    let tenths = json["tenths"].as_array().unwrap();
    let count: u64 = tenths.iter().map(|tenth| tenth["count"].as_u64().unwrap()).sum();
    let changes = ["within", "passing"].map(|what| json[what]["count"].as_u64().unwrap());
    assert!(count > 20 && changes.iter().all(|changes| 0 < *changes && *changes < count), "{json}");
}

#[test]
fn a_calibration_needs_decks_and_chances() {
    let said = duelfish("calibrate nowhere.ydk");
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert_eq!(said.error(), "nowhere.ydk: there is no such file; check the path");
    let files = Files::new();
    let short = files.deck("short.ydk", &[53_129_443]).display().to_string();
    let said = duelfish(&format!("calibrate {short}"));
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.starts_with("error: "), "{}", said.err);
    let said = duelfish(&format!("calibrate {} --bot random --games 2", DECKS.join(" ")));
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.error().starts_with("random gave no chance to win "), "{}", said.err);
}

/// An interrupted calibration is about the duels that were finished.
#[cfg(unix)]
#[test]
fn an_interrupted_calibration_says_so() {
    let args = ["--bot", "planner:nodes=10", "--games", "10000000", "--format", "json"];
    let said = crate::common::interrupted(["calibrate"].iter().chain(&DECKS).chain(&args));
    assert_eq!(said.code, 130);
    assert!(said.err.starts_with("warning: interrupted"), "{}", said.err);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert!(json["duels"].as_u64().unwrap() < 10_000_000);
}
