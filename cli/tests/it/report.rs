//! `duelfish report`.

use crate::common::{Files, duelfish, run};

/// The page of these results.
fn page(args: &[&str]) -> String {
    let files = Files::new();
    let mut line = vec!["report".to_owned()];
    for (at, args) in args.iter().enumerate() {
        let said = duelfish(&format!("{args} --format json"));
        let path = files.write(&format!("r{at}.json"), &said.out);
        line.push(path.display().to_string());
    }
    let said = run(&line);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.out
}

const FIELD: &str = "decks/starter/yugi.ydk decks/starter/kaiba.ydk decks/starter/joey.ydk";

#[test]
fn a_page_needs_nothing_else_and_names_its_pilots() {
    let html = page(&[
        &format!("tournament {FIELD} --games 20 --bot random"),
        "compare decks/starter/yugi.ydk decks/starter/joey.ydk --vs decks/starter/kaiba.ydk --games 40 --bot random",
        "match decks/starter/yugi.ydk decks/starter/kaiba.ydk --games 20 --details --bot-a random --bot-b heuristic",
    ]);
    let bouts = page(&[
        "match decks/starter/yugi.ydk decks/starter/kaiba.ydk --games 6 --best-of 3 --bot-a random --bot-b random",
    ]);
    assert!(
        bouts.contains("6 bouts, best of 3, of ") && bouts.contains("First, second and further")
    );
    assert!(html.contains("microseconds each"));
    assert!(html.starts_with("<!DOCTYPE html>"));
    for outside in ["http://", "https://", "src=", "href=", "@import", "url("] {
        assert!(!html.contains(outside), "{outside}");
    }
    for part in [
        "Round robin of 3 decks",
        "played by <strong>random</strong>",
        "played by <strong>random and heuristic</strong>",
        "joey against yugi",
        "Cards of B",
        "Dark Hole",
        "prefers-color-scheme",
    ] {
        assert!(html.contains(part), "{part} is missing");
    }
    assert_eq!(html.matches("<svg").count(), 2 + 1 + 2);
    // Charts of intervals have scales: of shares, of Elo and of percentage points.
    for mark in [">0%<", ">25%<", ">50%<", ">100%<", ">0<"] {
        assert!(html.contains(mark), "{mark}");
    }
    assert!(html.contains("Nash interval") && !html.contains("of draws"));
    assert_eq!(html.matches("<section").count(), html.matches("</section>").count());
}

/// The page of a published result is what the command makes of its numbers.
#[test]
fn the_published_pages_are_made_of_the_published_numbers() {
    for field in ["goat", "edison"] {
        let numbers = format!("docs/{field}-field.json");
        let said = duelfish(&format!("report {numbers}"));
        let path = crate::common::root().join(format!("docs/{field}-field.html"));
        let page = std::fs::read_to_string(path).unwrap();
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        assert!(
            said.out == page,
            "write it again: duelfish report {numbers} -o docs/{field}-field.html"
        );
    }
}

/// Bots that were compared are A and B; all decks were played by both of them.
#[test]
fn a_test_of_bots_is_about_the_bots() {
    let test = "sprt --a greedy --b random --elo1 100 --seed 2 decks/starter/yugi.ydk decks/starter/kaiba.ydk";
    let json: serde_json::Value =
        serde_json::from_str(&duelfish(&format!("{test} --format json")).out).unwrap();
    assert_eq!(json["kind"], "sprt");
    let html = page(&[test]);
    let llr = format!("{:.3}", json["sprt"]["llr"].as_f64().unwrap());
    let score = format!("{:.1}%", 100.0 * json["paired"]["score"].as_f64().unwrap());
    for part in [
        "<h1>greedy against random</h1>",
        "H1 is accepted: A is better.",
        "Both bots played all of these decks",
        "yugi, kaiba",
        "SPRT of logistic Elo",
        "-2.944",
        "2.944",
        &llr,
        &score,
        "<th>Elo</th>",
    ] {
        assert!(html.contains(part), "{part} is missing: {html}");
    }
    for wrong in ["A yugi", "A  yugi", "B  kaiba", "yugi against kaiba", "Share of wins"] {
        assert!(!html.contains(wrong), "{wrong}: {html}");
    }
    // Two by two says who met whom; a part of a test has no verdict of its own.
    let twos = page(&[&format!("{test} --two-by-two --games 20 --shard 1/2")]);
    assert!(twos.contains("yugi against kaiba") && twos.contains("<h1>greedy against random"));
    assert!(!twos.contains("The test") && twos.contains("Score by pairs"), "{twos}");
    let three = page(&[&format!("{test} decks/starter/joey.ydk --games 20")]);
    assert!(three.contains("yugi, kaiba, joey"), "{three}");
}

#[test]
fn a_paired_match_has_the_score_of_its_pairs() {
    let line = "match decks/starter/yugi.ydk decks/starter/kaiba.ydk --paired --games 40 --bot-a random --bot-b random";
    let paired = duelfish(&format!("{line} --format json")).json()["paired"].clone();
    let html = page(&[line]);
    let [low, high] = [0, 1].map(|end| 100.0 * paired["ci95"][end].as_f64().unwrap());
    let elo = format!("{:+.1}", paired["elo"].as_f64().unwrap());
    for part in ["Score by pairs", &format!("{low:.1}% – {high:.1}%"), &elo, "20 pairs of duels"]
    {
        assert!(html.contains(part), "{part} is missing: {html}");
    }
    // Duels of a pair are not independent, so that an interval of single duels would be wrong.
    assert_eq!(html.matches("<svg").count(), 1);
    assert_eq!(html.matches("% – ").count(), 1, "{html}");
    assert!(html.contains("A going first"));
}

#[test]
fn names_of_decks_are_text_and_not_html() {
    let files = Files::new();
    let deck = std::fs::read(crate::common::root().join("decks/starter/yugi.ydk")).unwrap();
    let path = files.write("<b>&amp.ydk", deck);
    let results = run([
        "match".as_ref(),
        path.as_os_str(),
        path.as_os_str(),
        "--games=2".as_ref(),
        "--bot-a=random".as_ref(),
        "--bot-b=random".as_ref(),
        "--format=json".as_ref(),
    ]);
    let json = files.write("r.json", &results.out);
    let out = files.path().join("page.html");
    let said = run(["report".as_ref(), json.as_os_str(), "-o".as_ref(), out.as_os_str()]);
    assert_eq!((said.code, said.out.as_str()), (0, ""));
    let html = std::fs::read_to_string(out).unwrap();
    assert!(html.contains("&lt;b&gt;&amp;amp") && !html.contains("<b>"));
}

#[test]
fn results_of_two_engines_are_not_mixed() {
    let files = Files::new();
    let line = "match decks/starter/yugi.ydk decks/starter/kaiba.ydk --games 2 --bot-a random --bot-b random --format json";
    let results = duelfish(line).out;
    let now = duelfish_engine::VERSION;
    let other = results.replacen(now, "0.0.9+0123456789abcdef", 1);
    assert_ne!(results, other);
    let paths = [files.write("now.json", results), files.write("then.json", other)];
    let page = |paths: &[&std::path::PathBuf]| {
        let mut line = vec!["report".as_ref()];
        line.extend(paths.iter().map(|path| path.as_os_str()));
        run(line)
    };
    let said = page(&[&paths[0], &paths[1]]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    let text = format!("then.json: played by engine 0.0.9+0123456789abcdef, but now.json by {now}");
    assert!(said.error().contains(&text), "{}", said.error());
    // Each alone has a page that names its engine.
    for (path, engine) in paths.iter().zip([now, "0.0.9+0123456789abcdef"]) {
        assert!(page(&[path]).out.contains(&format!("played by engine {engine}")));
    }
}

#[test]
fn what_is_no_result_is_said_in_one_line() {
    let files = Files::new();
    for (name, text, part) in [
        ("broken.json", "{\n  \"schema\": 1,", "broken.json:2: this is no JSON"),
        ("other.json", "{\"schema\": 1}", "other.json: these are no results"),
        ("deck.ydk", "#main\n69140098\n", "deck.ydk:1: this is no JSON"),
    ] {
        let path = files.write(name, text);
        let said = run(["report".as_ref(), path.as_os_str()]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.error().contains(part), "{}", said.error());
    }
    let newer = duelfish(&format!("tournament {FIELD} --games 2 --bot random --format json")).out;
    let newer = newer.replacen("\"schema\": 1", "\"schema\": 9", 1);
    let path = files.write("newer.json", newer);
    let said = run(["report".as_ref(), path.as_os_str()]);
    assert!(said.error().contains("results of schema 9"), "{}", said.error());
    let none = duelfish("report none.json");
    assert!(none.error().contains("there is no such file"), "{}", none.error());
}

#[test]
fn what_is_read_is_not_overwritten() {
    let files = Files::new();
    let line = "match decks/starter/yugi.ydk decks/starter/kaiba.ydk --games 2 --bot-a random --bot-b random --format json";
    let results = duelfish(line).out;
    let json = files.write("r.json", &results);
    let other = files.path().join("other.json");
    std::fs::hard_link(&json, &other).unwrap();
    let around = files.path().join(".").join("r.json");
    for out in [&json, &other, &around] {
        let said = run(["report".as_ref(), json.as_os_str(), "-o".as_ref(), out.as_os_str()]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.error().contains("is read and would be overwritten"), "{}", said.err);
        assert!(std::fs::read_to_string(&json).unwrap() == results);
    }
}

/// A field of a hundred decks has megabytes of results.
#[test]
fn large_results_are_read_whole() {
    let files = Files::new();
    let line = "match decks/starter/yugi.ydk decks/starter/kaiba.ydk --games 2 --bot-a random --bot-b random --format json";
    let text = " ".repeat(3 << 20) + &duelfish(line).out;
    let said = run(["report".as_ref(), files.write("r.json", text).as_os_str()]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}
