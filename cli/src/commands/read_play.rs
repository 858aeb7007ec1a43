//! Random duels with decks full of certain cards: nothing may panic, and no duel may end at a limit.

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Result, bail};
use duelfish_arena::bench::{Onlooker, RandomDuels};
use duelfish_cards::{Deck, part_of_name};
use duelfish_engine::{Action, CardCode, Catalogue, Game, Outcome, Placement, Rules, kind};
use rayon::prelude::*;
use serde::Serialize;

use crate::args::{CardsArgs, Format};
use crate::progress::while_spinning;
use crate::{ExitVerdict, output};

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

impl PlayedCards {
    /// Whether nothing went wrong.
    pub(super) fn held(&self) -> bool {
        self.panics.is_empty() && self.limits == 0
    }
}

/// `duelfish cards --duels N`: plays the cards that have effects and whose names fit.
pub(crate) fn run(args: &CardsArgs, duels: u64) -> Result<ExitVerdict> {
    let cards = &*args.own.catalogue()?;
    let filter = args.filter.join(" ");
    let has_it = part_of_name(&filter);
    let codes = cards.scripts().cards().map(|(code, _)| code);
    let codes: Vec<CardCode> = codes.filter(|code| has_it(cards.name(*code))).collect();
    if codes.is_empty() {
        bail!("no card with effects has `{filter}` in its name");
    }
    let played = while_spinning("playing", || play(cards, &codes, duels))?;
    match args.format {
        Format::Json => output::json(&played)?,
        Format::Table => {
            let number = output::count(codes.len(), "card");
            output::text(&format!("{number} with effects\n{}", in_words(&played)))?;
        }
    }
    Ok(if played.held() { ExitVerdict::Good } else { ExitVerdict::Bad })
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

/// The results in sentences.
pub(super) fn in_words(played: &PlayedCards) -> String {
    let mut text = format!(
        "{} random duels with each of {}: {} ended at a limit, {} with a panic\n",
        played.duels_each,
        output::count(played.decks, "deck"),
        played.limits,
        output::count(played.panics.len(), "deck")
    );
    for names in &played.panics {
        text += &format!("  the engine panicked with {}\n", names.join(", "));
    }
    text
}
