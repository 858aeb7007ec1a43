//! Replays of EDOPro (`.yrpX`) as duels of ours.
//!
//! A replay tells what happened and not what was asked, so the answers of both players are looked
//! for. The right ones are those after which our duel tells the same, from the first draw to the
//! last message. Chance is taken from the replay too. The result is all that a record of the duel
//! needs.
//!
//! ```
//! use std::ops::ControlFlow;
//! use duelfish_conform::edopro::{ReplayFileError, import};
//!
//! let error = import(b"no replay at all", &mut |_| ControlFlow::Continue(())).unwrap_err();
//! assert!(matches!(error, ReplayFileError::Foreign));
//! ```

mod bytes;
mod error;
mod file;
mod follow;
mod foresight;
mod kinds;
mod message;
mod places;
mod rules;
mod search;
mod tables;
#[cfg(test)]
mod tests;
mod told;
mod trim;
#[cfg(test)]
#[path = "../../tests/it/common/yrpx.rs"]
mod yrpx;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use duelfish_cards::catalogue;
use duelfish_engine::{
    Action, CardCode, Catalogue, DeckList, Game, Opening, Outcome, Player, Rules, SetupError,
};

pub use error::ReplayFileError;
pub use file::{ReplayDeck, ReplayStart};

use crate::effect::{EffectNumbers, Laid};
use crate::trace_event::TraceEvent;
use message::Story;
use search::{FoundPath, ReplaySearch};
use told::{Aside, Told, ToldKind};
use trim::Trimmed;

/// How many answers are tried before a search gives up.
const BUDGET: u64 = 1_000_000;

/// A replay as a duel of ours.
#[derive(Debug)]
pub struct Import {
    /// The replay's facts about players, decks and flags.
    pub start: ReplayStart,
    /// The rules by which it is played here.
    pub rules: Rules,
    /// The Main Decks.
    pub main: [Vec<CardCode>; 2],
    /// The Extra Decks.
    pub extra: [Vec<CardCode>; 2],
    /// The answers of chance, in the order of its questions.
    pub answers: Vec<u32>,
    /// The answers of the players.
    pub actions: Vec<Action>,
    /// How the duel ended by the rules, if it did.
    pub outcome: Option<Outcome>,
    /// The player who gave up, ran out of time or left, according to the replay.
    pub given_up_by: Option<Player>,
    /// Number of the last turn.
    pub turns: u16,
    /// How many messages tell something that has to happen.
    pub told: usize,
    /// Where our duel goes another way than the replay, if it does: all before is the same.
    pub stuck: Option<Stuck>,
}

/// Where a replay could not be followed any further.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("turn {turn}, message {message}: told is {expected}, but here {instead}")]
pub struct Stuck {
    /// Number of the turn.
    pub turn: u32,
    /// Number of the message, from 1.
    pub message: usize,
    /// The event that the replay tells.
    pub expected: String,
    /// The course of our duel where it comes nearest.
    pub instead: String,
}

/// Reads a `.yrpX` and looks for the duel that it tells. `tick` hears how many answers were tried; when it says
/// `Break` the search ends with what it has.
///
/// # Errors
/// Says why the file can't be read or why no duel can be begun with it. A duel that goes another way later is
/// no error: see [`Import::stuck`].
pub fn import(
    bytes: &[u8],
    tick: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Import, ReplayFileError> {
    let unpacked = file::unpack(bytes)?;
    let (start, packets) = unpacked.read()?;
    let rules = rules::rules(&start)?;
    let cards = catalogue();
    let [main, extra] = codes(cards, &start)?;
    let Story { mut told, won } = message::read(&packets)?;
    let game = Game::new(rules.clone(), cards);
    let asking = Game::new(Rules { ask_forced: true, ..rules.clone() }, cards);
    name_effects(&game, &mut told);
    let asks = told.iter().any(|told| matches!(told.aside(), Some(Aside::Free)));
    let decks = [0, 1].map(|p| DeckList { main: &main[p], extra: &extra[p] });
    let wrong = |error: SetupError| ReplayFileError::Setup(error.to_string());
    let openings =
        [Opening::new(&asking, decks).map_err(wrong)?, Opening::new(&game, decks).map_err(wrong)?];
    let search = |asks| -> Result<FoundPath, ReplayFileError> {
        let search = ReplaySearch { game: &asking, told: &told, won, asks, budget: BUDGET };
        let first =
            search
                .begin(|chance, listener| openings[0].start(&asking, chance, listener))
                .map_err(|mismatch| ReplayFileError::Setup(stuck(&told, &mismatch).to_string()))?;
        Ok(search.run(first, tick))
    };
    let found = best_of(asks, search)?;
    let games = [(&asking, &openings[0]), (&game, &openings[1])];
    let Trimmed { actions, answers, duel } =
        trim::trim(games, &found.actions, found.answers).ok_or(ReplayFileError::PlaysOtherwise)?;
    let stuck = found.stuck.map(|mismatch| stuck(&told, &mismatch));
    let given_up = won.filter(|won| !won.by_the_rules() && stuck.is_none());
    let winner = given_up.and_then(|won| follow::player(won.player));
    Ok(Import {
        given_up_by: winner.map(Player::other).filter(|_| duel.outcome().is_none()),
        outcome: duel.outcome(),
        turns: duel.turn(),
        told: told.iter().filter(|told| told.event().is_some()).count(),
        actions,
        answers,
        rules,
        stuck,
        start,
        main,
        extra,
    })
}

/// The result of a search; without the questions that the replay shows, if nothing is found with
/// them: versions of EDOPro may differ in what they show.
fn best_of(
    asks: bool,
    mut search: impl FnMut(bool) -> Result<FoundPath, ReplayFileError>,
) -> Result<FoundPath, ReplayFileError> {
    let found = search(asks);
    if !asks || found.as_ref().is_ok_and(|found| found.stuck.is_none()) {
        return found;
    }
    match search(false) {
        Ok(other) if other.stuck.is_none() => Ok(other),
        _ => found,
    }
}

/// Main and Extra Decks of both players as rows of the card table.
fn codes(
    cards: &Catalogue,
    start: &ReplayStart,
) -> Result<[[Vec<CardCode>; 2]; 2], ReplayFileError> {
    let mut missing = BTreeMap::new();
    let mut find = |deck: &[u32]| {
        let found = deck.iter().filter_map(|passcode| {
            let code = cards.by_passcode(*passcode);
            let playable = code.filter(|code| cards.is_playable(*code));
            if playable.is_none() {
                let name = code.map_or("an unknown card", |code| cards.name(code));
                missing.insert(*passcode, format!("{name} ({passcode})"));
            }
            playable
        });
        found.collect::<Vec<CardCode>>()
    };
    let [a, b] = &start.decks;
    let decks = [[find(&a.main), find(&b.main)], [find(&a.extra), find(&b.extra)]];
    if missing.is_empty() {
        return Ok(decks);
    }
    Err(ReplayFileError::Cards(missing.into_values().collect()))
}

/// Replays name an effect by the number of its text; both sides are compared in classes.
fn name_effects(game: &Game<'_>, told: &mut [Told]) {
    let (mut laid, mut numbers) = (Laid::default(), EffectNumbers::default());
    for told in told {
        let ToldKind::TraceEvent(event) = &mut told.what else { continue };
        if let TraceEvent::Chain { id, desc, at, .. } = event {
            *desc = numbers.class(game, *id, *desc, laid.lying(at));
        }
        laid.follow(event);
    }
}

fn stuck(told: &[Told], mismatch: &follow::Mismatch) -> Stuck {
    let next = told[mismatch.at.min(told.len())..].iter().find(|told| told.event().is_some());
    let last = told.last();
    let expected = next.and_then(Told::event).map_or("the end".to_owned(), TraceEvent::to_string);
    Stuck {
        turn: next.or(last).map_or(0, |told| told.turn),
        message: next.or(last).map_or(0, |told| told.message),
        expected,
        instead: mismatch.instead.clone(),
    }
}
