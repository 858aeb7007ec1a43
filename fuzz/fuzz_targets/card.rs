//! Any text, read as a card file: nothing panics, every error names its place in a few lines, and
//! what compiles can be put into words and played.
#![no_main]

use std::sync::LazyLock;

use duelfish_cards::catalogue;
use duelfish_engine::{Actions, CardCode, Catalogue, DeckList, Duel, Game, Rules, Streams};
use duelfish_script::{explain, language};
use libfuzzer_sys::fuzz_target;

/// A few cards of each kind: a table that is quickly copied.
static SMALL: LazyLock<Catalogue> = LazyLock::new(|| {
    let rows = catalogue().iter().filter(|(code, facts, _)| {
        facts.is_plain_monster() && code.row() % 199 == 0
            || catalogue().scripts().card(*code).is_some()
    });
    let rows = rows.map(|(_, facts, name)| (*facts, Box::from(name))).collect();
    Catalogue::new(rows).expect("rows of a table are a table")
});

/// Answers that are given in a duel of the cards that compiled.
const ANSWERS: usize = 60;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data).into_owned();
    let files = [("fuzz.card".to_owned(), text)];
    let cards = match language::extend(&files, SMALL.clone()) {
        Ok(cards) => cards,
        Err(errors) => {
            assert!(!errors.is_empty(), "a file is refused for a reason");
            for error in errors {
                assert!(error.to_string().contains("fuzz.card:"), "{error}");
            }
            return;
        }
    };
    let scripted: Vec<CardCode> = cards.scripts().cards().map(|(code, _)| code).collect();
    for code in &scripted {
        assert!(explain(&cards, *code).iter().all(|line| !line.is_empty()));
    }
    let plain = cards.iter().filter(|(_, facts, _)| facts.is_plain_monster());
    let plain: Vec<CardCode> = plain.map(|(code, ..)| code).collect();
    let deck: Vec<CardCode> = scripted.iter().chain(&plain).copied().cycle().take(40).collect();
    let game = Game { rules: Rules::MR5, cards: &cards };
    let list = DeckList { main: &deck, extra: &[] };
    let mut chance = Streams::new(data.len() as u64, [0, 1]);
    let Ok(mut duel) = Duel::start(&game, [list; 2], &mut chance, &mut ()) else { return };
    let mut actions = Actions::new();
    for byte in data.iter().rev().chain(std::iter::repeat(&1)).take(ANSWERS) {
        duel.legal_actions(&game, &mut actions);
        let Some(count) = std::num::NonZero::new(actions.len()) else { return };
        duel.apply(&game, actions[usize::from(*byte) % count], &mut chance, &mut ());
        duel.check(&cards).expect("invariants hold");
    }
});
