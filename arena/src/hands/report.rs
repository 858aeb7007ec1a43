//! The numbers of a deck, as tools write them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use duelfish_engine::{CardCode, Catalogue, Rules, kind};
use serde::Serialize;

use super::condition::Condition;
use super::exact::{ExactError, at_least_one, chance, hypergeometric};
use super::simulate::simulate;
use crate::stats::wilson95;

/// The version of the fields; it grows when one changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// Whether a player goes first or second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Going {
    /// The first turn is the player's.
    First,
    /// The second turn is the player's.
    Second,
}

impl Going {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// How tables write it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// How many cards a player has drawn after the Draw Phase of the own turn `turn`, counted from 1, if
/// only the rules make the player draw.
///
/// ```
/// use duelfish_arena::hands::{Going, cards_seen};
/// use duelfish_engine::Rules;
///
/// assert_eq!(Going::BOTH.map(|going| cards_seen(&Rules::MR5, going, 1)), [5, 6]);
/// assert_eq!(Going::BOTH.map(|going| cards_seen(&Rules::GOAT, going, 1)), [6, 6]);
/// assert_eq!(Going::BOTH.map(|going| cards_seen(&Rules::MR5, going, 3)), [7, 8]);
/// ```
#[must_use]
pub fn cards_seen(rules: &Rules, going: Going, turn: u32) -> usize {
    let skipped = u32::from(going == Going::First && !rules.first_turn_draw);
    let draws = turn.saturating_sub(skipped) as usize;
    usize::from(rules.opening_hand) + usize::from(rules.draw) * draws
}

/// A number of cards that a player has seen, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// Whether the player goes first.
    pub going: Going,
    /// The own turn, counted from 1, after its draw.
    pub turn: u32,
    /// Cards seen by then: the opening hand and a draw each turn.
    pub cards: usize,
}

impl Seen {
    fn new(rules: &Rules, going: Going, turn: u32) -> Self {
        Self { going, turn, cards: cards_seen(rules, going, turn) }
    }
}

/// The subject of a question about hands.
#[derive(Clone, Copy, Debug)]
pub struct HandsSpec<'a> {
    /// The cards there are.
    pub cards: &'a Catalogue,
    /// The Main Deck.
    pub deck: &'a [CardCode],
    /// The rules, which say how many cards are drawn.
    pub rules: &'a Rules,
    /// The last own turn to look at, from 1.
    pub turns: u32,
    /// Hands that are shuffled for the simulation.
    pub hands: u64,
    /// Seed of the simulation.
    pub seed: u64,
    /// Threads of the simulation; 0 for one for each core.
    pub threads: usize,
}

/// Why there are no numbers.
#[derive(Debug, thiserror::Error)]
pub enum HandsError {
    /// The exact numbers can't be computed.
    #[error(transparent)]
    Exact(#[from] ExactError),
    /// The simulation can't be started.
    #[error("the threads can't be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// How often a condition holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Want {
    /// The condition as it was understood.
    pub condition: String,
    /// For each own turn and seat.
    pub chances: Vec<HandChance>,
}

/// How often a condition holds for so many cards.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HandChance {
    /// When.
    #[serde(flatten)]
    pub seen: Seen,
    /// The exact chance, from 0 to 1.
    pub exact: f64,
    /// The share that the simulation found.
    pub simulated: Simulated,
}

/// A share that was counted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Simulated {
    /// Hands for which the condition held.
    pub held: u64,
    /// Hands.
    pub hands: u64,
    /// `held / hands`, from 0 to 1; 0 without hands.
    pub share: f64,
    /// 95% interval of the share (see [`wilson95`]).
    pub ci95: [f64; 2],
}

impl Simulated {
    fn new(held: u64, hands: u64) -> Self {
        let share = if hands == 0 { 0.0 } else { held as f64 / hands as f64 };
        Self { held, hands, share, ci95: wilson95(held, hands) }
    }
}

/// Says how often each condition holds, for both seats and all own turns up to the last one: exactly, and
/// by a simulation in which all conditions are asked of the same hands.
///
/// # Errors
/// Fails when a deck has fewer cards than are seen by then, or when a condition can't be computed.
pub fn ask(spec: &HandsSpec<'_>, conditions: &[Condition]) -> Result<Vec<Want>, HandsError> {
    let HandsSpec { cards, deck, rules, turns, hands, seed, threads } = *spec;
    let at = |turn| Going::BOTH.map(|going| Seen::new(rules, going, turn));
    let seen: Vec<Seen> = (1..=turns).flat_map(at).collect();
    let drawn: Vec<usize> = seen.iter().map(|seen| seen.cards).collect();
    let exact = |condition: &Condition| -> Result<Vec<f64>, ExactError> {
        // The seats see equally many cards in different turns, so most numbers are needed twice.
        let mut known = BTreeMap::new();
        for &drawn in &drawn {
            if let Entry::Vacant(place) = known.entry(drawn) {
                place.insert(chance(condition, cards, deck, drawn)?);
            }
        }
        Ok(drawn.iter().map(|drawn| known[drawn]).collect())
    };
    let exact: Vec<Vec<f64>> = conditions.iter().map(exact).collect::<Result<_, _>>()?;
    let held = simulate(conditions, cards, deck, &drawn, hands, seed, threads)?;
    let wants = conditions.iter().zip(exact.iter().zip(&held)).map(|(condition, (exact, held))| {
        let numbers = seen.iter().zip(exact.iter().zip(held));
        let chances = numbers.map(|(&seen, (&exact, &held))| HandChance {
            seen,
            exact,
            simulated: Simulated::new(held, hands),
        });
        Want { condition: condition.to_string(), chances: chances.collect() }
    });
    Ok(wants.collect())
}

/// The numbers of a deck without a condition. All numbers are exact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overview {
    /// Every card, in the order in which the deck names it first.
    pub cards: Vec<CardRow>,
    /// Monsters, Spells and Traps.
    pub kinds: Vec<KindRow>,
}

/// A card of a deck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardRow {
    /// Its name.
    pub name: String,
    /// Its passcode.
    pub passcode: u32,
    /// Copies in the Main Deck.
    pub copies: usize,
    /// Going first and second.
    pub chances: [CardChance; 2],
}

/// How often a card is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CardChance {
    /// When.
    #[serde(flatten)]
    pub seen: Seen,
    /// Chance of one copy or more, from 0 to 1.
    pub at_least_one: f64,
    /// Mean number of copies.
    pub expected: f64,
}

/// A kind of cards in a deck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindRow {
    /// `monsters`, `Spells` or `Traps`.
    pub kind: &'static str,
    /// Cards of that kind in the Main Deck.
    pub copies: usize,
    /// Going first and second.
    pub chances: [KindChance; 2],
}

/// How many cards of a kind are drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindChance {
    /// When.
    #[serde(flatten)]
    pub seen: Seen,
    /// Mean number of cards.
    pub expected: f64,
    /// Chance of exactly 0, 1, 2 ... cards, up to all that are seen; from 0 to 1.
    pub counts: Vec<f64>,
}

/// Computes how often each card is drawn by the last turn of the `spec`, and how many monsters, Spells
/// and Traps.
///
/// # Errors
/// Fails when a deck has fewer cards than are seen by then.
pub fn overview(spec: &HandsSpec<'_>) -> Result<Overview, ExactError> {
    let HandsSpec { cards, deck, rules, turns, .. } = *spec;
    let size = deck.len();
    let seen = Going::BOTH.map(|going| Seen::new(rules, going, turns));
    if let Some(seen) = seen.iter().find(|seen| seen.cards > size) {
        return Err(ExactError::TooFew { drawn: seen.cards, deck: size });
    }
    let expected = |copies: usize, drawn: usize| (copies * drawn) as f64 / size as f64;
    let mut names: Vec<CardCode> = Vec::new();
    for code in deck.iter().map(|code| cards.base(*code)) {
        if !names.contains(&code) {
            names.push(code);
        }
    }
    let card = |code: &CardCode| {
        let copies = deck.iter().filter(|other| cards.base(**other) == *code).count();
        let chances = seen.map(|seen| CardChance {
            seen,
            at_least_one: at_least_one(size, copies, seen.cards),
            expected: expected(copies, seen.cards),
        });
        let passcode = cards.facts(*code).passcode;
        CardRow { name: cards.name(*code).to_owned(), passcode, copies, chances }
    };
    let kinds = [("monsters", kind::MONSTER), ("Spells", kind::SPELL), ("Traps", kind::TRAP)];
    let kinds = kinds.map(|(kind, bit)| {
        let copies = deck.iter().filter(|code| cards.facts(**code).is(bit)).count();
        let chance = |hits, drawn| hypergeometric(size, copies, drawn, hits);
        let chances = seen.map(|seen| KindChance {
            seen,
            expected: expected(copies, seen.cards),
            counts: (0..=seen.cards).map(|hits| chance(hits, seen.cards)).collect(),
        });
        KindRow { kind, copies, chances }
    });
    Ok(Overview { cards: names.iter().map(card).collect(), kinds: kinds.into() })
}
