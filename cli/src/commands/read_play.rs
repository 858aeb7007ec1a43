//! Random duels of cards that were read: nothing may panic, and no duel may end at a limit.

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Result;
use duelfish_arena::bench::{Onlooker, RandomDuels};
use duelfish_cards::Deck;
use duelfish_engine::{Action, CardCode, Catalogue, Game, Outcome, Placement, Rules, kind};
use rayon::prelude::*;
use serde::Serialize;

/// Copies of each card in a deck.
const COPIES: usize = 3;
/// Cards of the Main Deck that share a deck.
const MAIN: usize = 13;
/// Cards of the Extra Deck that share it.
const EXTRA: usize = 15;

/// The results of random duels.
#[derive(Debug, Default, Serialize)]
pub(super) struct PlayedCards {
    /// Duels of each card.
    pub(super) duels_each: u64,
    pub(super) decks: usize,
    /// Duels that ended at a limit of the engine.
    pub(super) limits: u64,
    /// Decks with which the engine panicked, by the names of their cards.
    pub(super) panics: Vec<Vec<String>>,
}

/// Counts duels that end at a limit.
#[derive(Default)]
struct Limits(u64);

impl Onlooker for Limits {
    fn action(&mut self, _: Action) {}

    fn outcome(&mut self, outcome: Option<Outcome>) {
        self.0 += u64::from(matches!(outcome, None | Some(Outcome::Limit(_))));
    }
}

/// Plays so many random duels with decks that are full of these cards; each card is in one deck, three times, and
/// both players play it.
///
/// # Errors
/// A deck can't be played.
pub(super) fn play(cards: &Catalogue, codes: &[CardCode], duels: u64) -> Result<PlayedCards> {
    let (extra, main): (Vec<_>, Vec<_>) =
        codes.iter().partition(|code| cards.facts(**code).is_any(kind::EXTRA_DECK));
    let count = main.len().div_ceil(MAIN).max(extra.len().div_ceil(EXTRA));
    let part = |all: &[CardCode], size: usize, at: usize| -> Vec<CardCode> {
        all.iter().cycle().skip(at * size).take(size.min(all.len())).copied().collect()
    };
    // Where there are no cards for the Main Deck, monsters without effects stand in.
    let plain = cards.iter().find(|(_, facts, _)| facts.is_plain_monster()).map(|(code, ..)| code);
    let decks = (0..count).map(|at| {
        let mut own: Vec<CardCode> =
            part(&main, MAIN, at).into_iter().flat_map(|code| [code; COPIES]).collect();
        own.extend(plain.into_iter().cycle().take(40_usize.saturating_sub(own.len())));
        Deck { main: own, extra: part(&extra, EXTRA, at), ..Deck::default() }
    });
    let decks: Vec<Deck> = decks.collect();
    let rules = Rules { placement: Placement::Ask, ask_forced: false, ..Rules::MR5 };
    let game = Game::new(rules, cards);
    let one = |deck: &Deck| -> Result<Result<u64, Vec<String>>> {
        let random = RandomDuels::new(&game, &[deck.clone(), deck.clone()], 1)?;
        let played = catch_unwind(AssertUnwindSafe(|| {
            let mut limits = Limits::default();
            random.play(0..duels, &mut limits);
            limits.0
        }));
        Ok(played.map_err(|_| {
            let mut names: Vec<String> = deck
                .main
                .iter()
                .chain(&deck.extra)
                .map(|code| cards.name(*code).to_owned())
                .collect();
            names.dedup();
            names
        }))
    };
    let results: Vec<_> = decks.par_iter().map(one).collect::<Result<_>>()?;
    let mut played =
        PlayedCards { duels_each: duels, decks: decks.len(), ..PlayedCards::default() };
    for result in results {
        match result {
            Ok(limits) => played.limits += limits,
            Err(names) => played.panics.push(names),
        }
    }
    Ok(played)
}
