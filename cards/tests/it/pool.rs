//! Asks that each card of the pool has duel tests, which `tests/duels.rs` runs.

use std::fs;
use std::path::{Path, PathBuf};

use duelfish_engine::duel_test::check;
use duelfish_engine::{Game, Rules, Texts};
use duelfish_script::explain;

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The card that the page about first cards shows as an example.
#[test]
fn the_example_card_passes_its_tests() {
    let read = |file: &PathBuf| fs::read_to_string(file).unwrap();
    let cards: Vec<(String, String)> = files("../docs/example-cards", "card")
        .iter()
        .map(|file| (file.display().to_string(), read(file)))
        .collect();
    let catalogue = duelfish_cards::catalogue_with(&cards).unwrap();
    for file in files("../docs/example-cards", "duel") {
        let checked = check(&read(&file), &stem(&file), &catalogue);
        assert!(checked.tests > 1 && checked.failures.is_empty(), "{:?}", checked.failures);
    }
    for file in files("../docs/example-cards", "ydk") {
        let name = file.display().to_string();
        let parsed = duelfish_cards::parse_with(&catalogue, &fs::read(&file).unwrap(), &name);
        assert_eq!(parsed.unwrap().deck.main.len(), 40);
    }
}

/// One test for what the card does and one for what it refuses are the least.
#[test]
fn every_card_of_the_pool_has_at_least_two_duel_tests() {
    for card in files("pool", "card") {
        let tests = card.with_extension("duel");
        let name = tests.file_name().unwrap();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pool").join(name);
        let text = fs::read_to_string(&file).unwrap_or_else(|_| {
            panic!("{} has no duel tests: write {}", stem(&card), file.display())
        });
        let tests = text.lines().filter(|line| line.trim_start().starts_with("test ")).count();
        assert!(tests >= 2, "{} has {tests} duel tests", stem(&card));
    }
}

#[test]
fn duel_tests_are_named_for_their_cards() {
    let cards: Vec<String> = files("pool", "card").iter().map(|file| stem(file)).collect();
    for file in files("tests/pool", "duel") {
        assert!(cards.contains(&stem(&file)), "{} belongs to no card", file.display());
    }
}

/// The preset of each period plays the texts of the card files, and today's rules none of them.
#[test]
fn texts_of_a_period_are_played_by_its_rules_and_tested() {
    let cards = duelfish_cards::catalogue();
    for texts in Texts::PERIODS {
        let rules = Rules::preset(texts.name()).unwrap();
        let then = Game::new(rules, cards).cards;
        for file in files("pool", "card") {
            let text = fs::read_to_string(&file).unwrap();
            let has_one = text.lines().any(|line| {
                let mut words = line.split_whitespace();
                words.next() == Some("text") && words.any(|word| word == texts.name())
            });
            let words = text.lines().find_map(|line| line.strip_prefix("card ")).unwrap();
            let code = words.split(' ').next().unwrap().parse().unwrap();
            let code = cards.by_passcode(code).unwrap();
            let of = |rules| explain(Game::new(rules, cards).cards, code);
            let name = stem(&file);
            assert_eq!(explain(then, code) != of(Rules::MR5), has_one, "{name}: {}", texts.name());
            assert_eq!(of(Rules::HAT), of(Rules::MR5), "{name}");
            if has_one {
                let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pool");
                let tests = fs::read_to_string(tests.join(name + ".duel")).unwrap();
                let rules = format!("rules {}", texts.name());
                assert!(tests.lines().any(|line| line == rules), "{}: no test", file.display());
            }
        }
    }
}
