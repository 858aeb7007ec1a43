//! `duelfish bench` and `duelfish perft`.

use crate::common::{duelfish, root, starter};
use duelfish_cards::{catalogue, parse};
use duelfish_engine::Rules;

/// The signature of the default decks as the library computes it; the arena's tests pin it.
fn pinned() -> String {
    let path = starter("vanilla-40");
    let deck = parse(&std::fs::read(root().join(&path)).unwrap(), &path).unwrap().deck;
    let report = duelfish_arena::bench(catalogue(), &[deck.clone(), deck], &Rules::MR5, 1, 9);
    report.unwrap().signature
}

#[test]
fn the_bench_is_one_line_of_json() {
    let said = duelfish("bench --games 20 --format json");
    assert_eq!(said.code, 0);
    assert_eq!(said.out.lines().count(), 1, "{}", said.out);
    assert!(said.out.ends_with("}\n"));
    let json = said.json();
    for field in [
        "duels_per_second",
        "real_decisions_per_second",
        "real_decisions_per_duel",
        "turns_per_duel",
    ] {
        assert!(json[field].as_f64().unwrap() > 1.0, "{field}");
    }
    assert_eq!(json["signature"], pinned());
}

#[test]
fn the_signature_depends_on_the_decks_and_not_on_the_number_of_duels() {
    let signature = |args: &str| {
        let json = duelfish(&format!("bench --format json {args}")).json();
        json["signature"].as_str().unwrap().to_owned()
    };
    assert_eq!(signature("--games 1"), pinned());
    assert_eq!(signature("--games 77"), pinned());
    let decks = |a, b| format!("--games 1 --decks {} {}", starter(a), starter(b));
    assert_eq!(signature(&decks("vanilla-40", "vanilla-40")), pinned());
    assert_ne!(signature(&decks("normal4", "normal46")), pinned());
    // In the oldest rules the first player draws, so other duels are played.
    assert_ne!(signature("--games 1 --rules classic"), pinned());
}

#[test]
fn the_bench_has_a_table_for_people() {
    let said = duelfish("bench --games 20");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let rows: Vec<&str> = said.out.lines().collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{}", said.out);
    assert!(rows[0].starts_with("duels") && rows[0].ends_with(" 20"), "{}", said.out);
    assert!(said.out.ends_with(&format!("{}\n", pinned())), "{}", said.out);
}

fn perft(rest: &str) -> crate::common::Said {
    let said = duelfish(&format!("perft {} {} {rest}", starter("normal4"), starter("normal46")));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said
}

#[test]
fn what_is_divided_adds_up() {
    for depth in [1, 3] {
        let args = format!("--seed 3 --depth {depth} --divide");
        let text = perft(&args).out;
        let mut rows: Vec<&str> = text.lines().collect();
        // The last line tells the time.
        rows.pop().unwrap();
        let whole = rows.pop().unwrap();
        let parts: u64 = rows.iter().map(|row| number(row.rsplit_once(": ").unwrap().1)).sum();
        let start = format!("perft {depth} = {parts} ");
        assert!(whole.starts_with(&start), "{text}");

        let json = perft(&format!("{args} --format json")).json();
        assert_eq!(json["nodes"], parts);
        assert_eq!((&json["depth"], &json["seed"]), (&depth.into(), &3.into()));
        let divide = json["divide"].as_array().unwrap();
        assert_eq!(divide.len(), rows.len());
        for (part, row) in divide.iter().zip(rows) {
            let action = part["action"].as_str().unwrap();
            assert_eq!(format!("{action}: {}", part["nodes"]), row);
        }
    }
}

fn number(text: &str) -> u64 {
    text.parse().unwrap()
}

#[test]
fn perft_divides_only_when_asked() {
    let text = perft("--seed 3 --depth 2").out;
    // How many there are, and the time that it took.
    assert_eq!(text.lines().count(), 2, "{text}");
    let json = perft("--seed 3 --depth 2 --format json").json();
    assert!(json.get("divide").is_none());
    assert!(text.starts_with(&format!("perft 2 = {} ", json["nodes"])));
}
