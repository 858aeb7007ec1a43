//! The decks of the Goat format: legal in it, and played by its rules as far as their cards are there.

use std::sync::atomic::AtomicBool;

use duelfish_arena::{MatchSpec, RunWatch, run_match};
use duelfish_cards::{Deck, DeckRules, LimitList, Parsed, Problem, catalogue, is_supported, parse};
use duelfish_engine::Rules;
use duelfish_search::Spec;

fn decks() -> Vec<Parsed> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../decks/goat");
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
fn all_are_legal() {
    let list = LimitList::of_rules(&Rules::GOAT);
    let format = DeckRules { list, ..DeckRules::of_rules(&Rules::GOAT) };
    let decks = decks();
    for deck in &decks {
        let problems = deck.check_for(catalogue(), &format).into_iter();
        let wrong = problems.filter(|problem| !matches!(problem, Problem::Unsupported { .. }));
        assert_eq!(wrong.collect::<Vec<Problem>>(), []);
    }
    assert_eq!(decks.len(), 21);
}

/// `duelfish cards --coverage decks/goat` says what the others lack.
#[test]
fn those_that_can_be_played_play_to_the_end() {
    let whole = |deck: &Deck| {
        let mut cards = deck.main.iter().chain(&deck.extra);
        cards.all(|code| is_supported(catalogue(), *code))
    };
    let decks: Vec<Deck> = decks().into_iter().map(|parsed| parsed.deck).filter(whole).collect();
    for (at, deck) in decks.iter().enumerate() {
        let other = &decks[(at + 1) % decks.len()];
        let bots = [Spec::Random, Spec::Greedy];
        let spec = MatchSpec::new([deck.clone(), other.clone()], bots, Rules::GOAT, 20, at as u64);
        let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
        let report = run_match(catalogue(), &spec, watch).unwrap();
        assert_eq!(
            (report.games, report.ended_by.limit),
            (20, 0),
            "{} and {}",
            deck.name,
            other.name
        );
    }
}
