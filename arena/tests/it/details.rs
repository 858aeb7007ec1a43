//! What a match says of cards, Life Points and bots.

use std::sync::atomic::AtomicBool;

use crate::common::deck;
use duelfish_arena::{
    DetailsReport, MatchSpec, Pairing, Recording, Report, RunWatch, run_match, run_recorded,
};
use duelfish_engine::Rules;
use duelfish_search::Spec;

fn spec(decks: [&str; 2], games: u64) -> MatchSpec {
    let spec = MatchSpec::new(decks.map(deck), [Spec::Random, Spec::Random], Rules::MR5, games, 3);
    MatchSpec { details: true, ..spec }
}

fn watch(stop: &AtomicBool) -> RunWatch<'_> {
    RunWatch { stop, progress: &|_| () }
}

fn play(spec: &MatchSpec) -> (Report, DetailsReport) {
    let stop = AtomicBool::new(false);
    let report = run_match(duelfish_cards::catalogue(), spec, watch(&stop)).unwrap();
    let report = report.without_times();
    let details = report.details.clone().unwrap();
    (report, details)
}

#[test]
fn shares_of_cards_add_up() {
    let (report, details) = play(&spec(["yugi", "kaiba"], 400));
    for (side, cards) in details.cards.iter().enumerate() {
        let wins = [report.wins_a, report.wins_b][side];
        let copies: usize = cards.iter().map(|card| card.copies).sum();
        assert_eq!(copies, 50);
        for card in cards {
            assert_eq!(card.seen.games + card.not_seen.games, report.games, "{}", card.name);
            assert_eq!(card.seen.wins + card.not_seen.wins, wins, "{}", card.name);
            assert!(card.opened.games <= card.seen.games && card.played.games <= card.seen.games);
            assert!(card.played.games > 0, "nobody ever played {}", card.name);
        }
        // Five cards of fifty are in the opening hand, so a single card is in every tenth: 40 of 400
        // duels, with a standard deviation of 6.
        for card in cards.iter().filter(|card| card.copies == 1) {
            assert!((14..=66).contains(&card.opened.games), "{}: {:?}", card.name, card.opened);
        }
    }
}

#[test]
fn life_points_go_from_the_first_turn_to_the_last() {
    let (report, details) = play(&spec(["yugi", "kaiba"], 100));
    let turns = &details.lp_by_turn;
    assert_eq!(turns[0].games, report.games);
    assert!(turns.windows(2).all(|two| two[0].games >= two[1].games));
    let all: u64 = turns.iter().map(|turn| turn.games).sum();
    assert!((all as f64 / report.games as f64 - report.turns.mean).abs() < 1e-9);
    // Nobody attacks in the first turn.
    assert!(turns[0].lp.iter().all(|lp| *lp > 7000.0), "{:?}", turns[0]);
    assert_eq!(details.bots.iter().map(|bot| bot.decisions).sum::<u64>(), report.decisions);
}

#[test]
fn a_deck_against_itself_has_the_same_shares_on_both_sides() {
    let spec = MatchSpec { pairing: Pairing::Seats, ..spec(["yugi", "yugi"], 200) };
    let (report, details) = play(&spec);
    // A pair between equal decks and bots is one duel twice, each side once in each seat.
    assert_eq!(report.wins_a, report.wins_b);
    assert_eq!(details.cards[0], details.cards[1]);
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let one = MatchSpec { threads: 1, ..spec(["joey", "pegasus"], 120) };
    let two = MatchSpec { threads: 2, ..one.clone() };
    let whole = play(&one);
    assert_eq!(whole, play(&two));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.duels");
    let recording = |resume| Some(Recording { path: &path, resume, drop_damaged: false, note: "" });
    let stop = AtomicBool::new(false);
    let cards = duelfish_cards::catalogue();
    let recorded = run_recorded(cards, &one, watch(&stop), recording(false)).unwrap();
    assert_eq!(whole.0, recorded.without_times());
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() * 2 / 3]).unwrap();
    let resumed = run_recorded(cards, &two, watch(&stop), recording(true)).unwrap();
    assert_eq!(whole.0, resumed.without_times());
}

#[test]
fn a_match_of_bots_has_no_details() {
    let spec = MatchSpec { pairing: Pairing::Bots, ..spec(["yugi", "kaiba"], 10) };
    let stop = AtomicBool::new(false);
    let error = run_match(duelfish_cards::catalogue(), &spec, watch(&stop)).unwrap_err();
    assert_eq!(error.to_string(), "details are about a match of two decks");
}
