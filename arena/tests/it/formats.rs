//! The decks of formats of the past: legal in theirs, and played by its rules.

use std::sync::atomic::AtomicBool;

use duelfish_arena::{MatchSpec, RunWatch, run_match};
use duelfish_cards::{Deck, DeckRules, LimitList, Parsed, catalogue, parse};
use duelfish_engine::Rules;
use duelfish_search::Spec;

/// A format, its folder in `decks`, and how many decks lie there.
const FORMATS: [(Rules, &str, usize); 3] =
    [(Rules::GOAT, "goat", 21), (Rules::EDISON, "edison", 37), (Rules::HAT, "hat", 6)];

fn decks(folder: &str) -> Vec<Parsed> {
    let folder = format!("{}/../decks/{folder}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read(path).unwrap();
        assert!(text.starts_with(b"#created by "), "{}", path.display());
        parse(&text, &path.to_string_lossy()).unwrap_or_else(|error| panic!("{error}"))
    };
    paths.iter().map(read).collect()
}

#[test]
fn all_are_legal_and_can_be_played() {
    for (rules, folder, count) in FORMATS {
        let list = LimitList::of_rules(&rules);
        let format = DeckRules { list, ..DeckRules::of_rules(&rules) };
        let decks = decks(folder);
        for deck in &decks {
            assert_eq!(deck.check_for(catalogue(), &format), [], "{}", deck.deck.name);
        }
        assert_eq!(decks.len(), count, "{folder}");
    }
}

#[test]
fn each_plays_to_the_end() {
    for (rules, folder, _) in FORMATS {
        let decks: Vec<Deck> = decks(folder).into_iter().map(|parsed| parsed.deck).collect();
        for (at, deck) in decks.iter().enumerate() {
            let other = &decks[(at + 1) % decks.len()];
            let bots = [Spec::Random, Spec::Greedy];
            let both = [deck.clone(), other.clone()];
            let spec = MatchSpec::new(both, bots, rules.clone(), 10, at as u64);
            let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
            let report = run_match(catalogue(), &spec, watch).unwrap();
            let end = (report.games, report.ended_by.limit);
            assert_eq!(end, (10, 0), "{} and {}", deck.name, other.name);
        }
    }
}
