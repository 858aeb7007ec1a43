//! `duelfish match --best-of`, `--precision`, `--format csv`, and `merge --details`.

use crate::common::{Files, duelfish, passcodes};

/// A card that can't be played yet.
const POT_OF_PROSPERITY: u32 = 84_211_599;
const DECKS: &str =
    "match decks/starter/normal4.ydk decks/starter/normal46.ydk --bot-a random --bot-b random";

#[test]
fn bouts_are_counted_and_their_duels_too() {
    let json = duelfish(&format!("{DECKS} --best-of 3 --games 40 --format json")).json();
    assert_eq!(json["games"], 40);
    let bouts = &json["bouts"];
    assert_eq!((bouts["best_of"].as_u64(), bouts["sided"][0].as_str()), (Some(3), Some("normal4")));
    let games: Vec<u64> = bouts["by_duel"]
        .as_array()
        .unwrap()
        .iter()
        .map(|duel| duel["games"].as_u64().unwrap())
        .collect();
    assert_eq!((games.len(), games[0]), (3, 40));
    assert_eq!(bouts["duels"].as_u64().unwrap(), games.iter().sum::<u64>());
    let ended: u64 = ["lp", "deckout", "card", "limit"]
        .map(|end| json["ended_by"][end].as_u64().unwrap())
        .iter()
        .sum();
    assert_eq!(ended, games.iter().sum::<u64>(), "how single duels ended");
    let table = duelfish(&format!("{DECKS} --best-of 3 --games 40")).out;
    for part in ["bouts", "best of 3: ", "duel 1", "who goes first wins"] {
        assert!(table.contains(part), "{part} is missing:\n{table}");
    }
}

#[test]
fn a_sided_deck_has_the_same_cards() {
    let files = Files::new();
    let main = passcodes("normal4");
    let lines: String = main.iter().map(|id| format!("{id}\n")).collect();
    let text = format!("#main\n{lines}!side\n55144522\n19613556\n");
    let deck = files.write("mine.ydk", text);
    let sided = |name: &str, out: &[usize], into: &[u32]| {
        let mut cards = main.clone();
        for (place, card) in out.iter().zip(into) {
            cards[*place] = *card;
        }
        files.deck(name, &cards).display().to_string()
    };
    let fine = sided("sided.ydk", &[0, 7], &[55_144_522, 19_613_556]);
    let args = format!(
        "match {} decks/starter/normal46.ydk --bot-a random --bot-b random --games 10",
        deck.display()
    );
    let said = duelfish(&format!("{args} --best-of 3 --sided-a {fine}"));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("A plays sided from the second duel on"), "{}", said.out);

    let twice = sided("twice.ydk", &[0, 7], &[55_144_522, 55_144_522]);
    let short = files.deck("short.ydk", &main[1..]).display().to_string();
    let longer: Vec<u32> = main.iter().copied().chain([55_144_522]).collect();
    let longer = files.deck("longer.ydk", &longer).display().to_string();
    for (more, part) in [
        (format!("--best-of 3 --sided-a {twice}"), "twice.ydk: it has 2 Pot of Greed"),
        (
            format!("--best-of 3 --sided-a {longer}"),
            "longer.ydk: its Main Deck has 43 cards, not 42",
        ),
        (format!("--best-of 3 --sided-a {short}"), "short.ydk"),
        (format!("--sided-a {fine}"), "--best-of"),
        (format!("--best-of 3 --sided-a {fine} --missing blank"), "leave --missing out"),
        ("--best-of 4".to_owned(), "best of 3, 5, 7 or 9"),
        ("--best-of 3 --details".to_owned(), "not about bouts"),
    ] {
        let said = duelfish(&format!("{args} {more}"));
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{more}");
        assert!(said.err.contains(part), "{more}: {}", said.err);
    }
}

#[test]
fn a_match_stops_when_it_is_precise() {
    let json = duelfish(&format!("{DECKS} --precision 5 --games 4000 --format json")).json();
    let until = &json["until"];
    assert_eq!((until["wanted"].as_f64(), until["reached"].as_bool()), (Some(0.05), Some(true)));
    assert!(until["reach"].as_f64().unwrap() <= 0.05);
    assert!(json["games"].as_u64().unwrap() < 500 && json["interrupted"].is_null());
    let table = duelfish(&format!("{DECKS} --precision 1 --games 200"));
    assert_eq!(table.code, 0);
    assert!(
        table.out.contains("1.00 were asked for: not narrow enough yet, about"),
        "{}",
        table.out
    );
    for wrong in ["0", "-1", "50", "nan"] {
        let said = duelfish(&format!("{DECKS} --precision {wrong}"));
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{wrong}");
        assert!(said.error().contains("--precision"), "{}", said.err);
    }
}

#[test]
fn a_match_as_csv() {
    let csv = duelfish(&format!("{DECKS} --games 20 --seed 3 --format csv")).out;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 2);
    let names: Vec<&str> = lines[0].split(',').collect();
    let values: Vec<&str> = lines[1].split(',').collect();
    assert_eq!(names.len(), values.len());
    let value = |name: &str| values[names.iter().position(|other| *other == name).unwrap()];
    assert_eq!((value("deck_a"), value("bot_b"), value("games")), ("normal4", "random", "20"));
    assert_eq!((value("seed"), value("best_of"), value("a_first")), ("3", "1", "10"));
    let counts = ["wins_a", "wins_b", "draws"].map(|name| value(name).parse::<u64>().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), 20);

    let csv = duelfish(&format!("{DECKS} --games 20 --details --format csv")).out;
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("side,deck,bot,card,passcode,copies,opened,opened_wins,"));
    let different: std::collections::BTreeSet<u32> =
        ["normal4", "normal46"].iter().flat_map(|deck| passcodes(deck)).collect();
    assert!(lines.len() > different.len());
    // What is not a result of the real decks says so in every line.
    let files = Files::new();
    let mut cards = passcodes("normal4");
    cards[0] = POT_OF_PROSPERITY;
    let deck = files.deck("gaps.ydk", &cards);
    let args =
        format!("match {} decks/starter/normal46.ydk --games 2 --missing blank", deck.display());
    for more in ["", "--details"] {
        let said = duelfish(&format!("{args} --format csv {more}"));
        let mut lines = said.out.lines().skip(1).peekable();
        assert!(lines.peek().is_some());
        assert!(lines.all(|line| line.ends_with(": 1x Pot of Prosperity")), "{}", said.out);
    }
}

#[test]
fn merged_records_have_details_too() {
    let files = Files::new();
    let path = |name: &str| files.path().join(name).display().to_string();
    let args = "match decks/starter/yugi.ydk decks/starter/kaiba.ydk --bot-a random --bot-b random --games 30 --details --format json";
    let whole = duelfish(args).json();
    for part in 1..=2 {
        _ = duelfish(&format!("{args} --shard {part}/2 --record {}", path(&format!("p{part}"))));
    }
    let merged =
        duelfish(&format!("merge {} {} --details --format json", path("p1"), path("p2"))).json();
    for field in ["cards", "lp_by_turn"] {
        assert_eq!(merged["details"][field], whole["details"][field], "{field}");
    }
    let plain = duelfish(&format!("merge {} {} --format json", path("p1"), path("p2"))).json();
    assert!(plain["details"].is_null());
    _ = duelfish(&format!(
        "match decks/starter/yugi.ydk decks/starter/kaiba.ydk --best-of 3 --games 2 --bot-a random --bot-b random --record {}",
        path("bouts")
    ));
    let said = duelfish(&format!("merge {} --details", path("bouts")));
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.error().contains("leave --details out"), "{}", said.err);
}
