//! How fast the engine is: random duels in a plain loop, with nothing between it and the engine.

use std::ops::Range;
use std::time::Instant;

use duelfish_cards::Deck;
use duelfish_engine::{
    Action, Actions, Catalogue, Game, Outcome, Placement, Player, Rules, SetupError, Streams,
};
use duelfish_search::pick;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use crate::list::{Openings, SortedDeck};
use crate::play::Side;
use crate::report::per_second;
use crate::seeds::{SeedPurpose, derive, scramble};

/// Duels whose actions make the signature, always from the seed 0.
pub const SIGNATURE_DUELS: u64 = 256;

/// The results of a bench.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BenchReport {
    /// Duels in the measured time.
    pub duels: u64,
    /// Duels per second.
    pub duels_per_second: f64,
    /// Decisions with at least two legal answers, per second.
    pub real_decisions_per_second: f64,
    /// Decisions with at least two legal answers in one duel, on average.
    pub real_decisions_per_duel: f64,
    /// Turns of either player in one duel, on average.
    pub turns_per_duel: f64,
    /// Checksum of all actions and outcomes of [`SIGNATURE_DUELS`] duels between the decks, in
    /// hexadecimal. It depends on decks and rules, not on the machine, the number of duels or the
    /// seed of the bench, and changes when rules or random players behave differently.
    pub signature: String,
    /// Measured time, in seconds.
    pub seconds: f64,
}

/// Plays duels between random players on this thread and measures them. Every zone is asked for
/// and no forced choice is.
///
/// # Errors
/// Fails when the decks can't be played.
///
/// ```
/// use duelfish_engine::Rules;
///
/// let deck = duelfish_cards::parse("69140098\n".repeat(40).as_bytes(), "elves.ydk").unwrap().deck;
/// let cards = duelfish_cards::catalogue();
/// let report = duelfish_arena::bench(cards, &[deck.clone(), deck], &Rules::MR5, 10, 1).unwrap();
/// assert_eq!(report.duels, 10);
/// ```
pub fn bench(
    cards: &Catalogue,
    decks: &[Deck; 2],
    rules: &Rules,
    duels: u64,
    seed: u64,
) -> Result<BenchReport, SetupError> {
    let rules = Rules { placement: Placement::Ask, ask_forced: false, ..rules.clone() };
    let game = Game::new(rules, cards);
    let mut signature = Signature::default();
    // This also warms up caches and branch predictors.
    RandomDuels::new(&game, decks, 0)?.play(0..SIGNATURE_DUELS, &mut signature);
    let measured = RandomDuels::new(&game, decks, seed)?;
    let begun = Instant::now();
    let totals = measured.play(0..duels, &mut ());
    let seconds = begun.elapsed().as_secs_f64();
    Ok(BenchReport {
        duels,
        duels_per_second: per_second(duels, seconds),
        real_decisions_per_second: per_second(totals.real_decisions, seconds),
        real_decisions_per_duel: totals.real_decisions as f64 / duels.max(1) as f64,
        turns_per_duel: totals.turns as f64 / duels.max(1) as f64,
        signature: signature.to_string(),
        seconds,
    })
}

/// Sums over duels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Decisions with at least two legal answers.
    pub real_decisions: u64,
    /// Turns of either player.
    pub turns: u64,
}

/// Looks on while random duels are played.
pub trait Onlooker {
    /// A player chose this.
    fn action(&mut self, action: Action);
    /// The duel ended.
    fn outcome(&mut self, outcome: Option<Outcome>);
}

/// Nobody looks on.
impl Onlooker for () {
    #[inline(always)]
    fn action(&mut self, _: Action) {}
    #[inline(always)]
    fn outcome(&mut self, _: Option<Outcome>) {}
}

/// A checksum of all actions and outcomes, in their order. Its Display has 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signature(u64);

impl Signature {
    fn fold(&mut self, word: u64) {
        self.0 = scramble(self.0 ^ (word + 1));
    }
}

impl Onlooker for Signature {
    fn action(&mut self, action: Action) {
        self.fold(u64::from(action.to_bits()));
    }

    fn outcome(&mut self, outcome: Option<Outcome>) {
        // Numbers that no packed action has.
        let kind = |high: u64, low: u64| 1 << 40 | high << 8 | low;
        self.fold(match outcome {
            None => kind(0, 0),
            Some(Outcome::Win(player, reason)) => {
                kind(1 + u64::from(player.number()), reason as u64)
            }
            Some(Outcome::Draw(reason)) => kind(3, reason as u64),
            Some(Outcome::Limit(limit)) => kind(4, limit as u64),
        });
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Duels between players who choose at random, as [`duelfish_search::RandomBot`] does, but without
/// bots and views.
#[derive(Clone, Debug)]
pub struct RandomDuels<'a> {
    game: &'a Game<'a>,
    openings: Openings,
    seed: u64,
}

impl<'a> RandomDuels<'a> {
    /// Duels between two decks, all from one seed.
    ///
    /// # Errors
    /// Fails when the decks can't be played.
    pub fn new(game: &'a Game<'a>, decks: &[Deck; 2], seed: u64) -> Result<Self, SetupError> {
        let openings = Openings::new(game, &decks.each_ref().map(SortedDeck::new))?;
        Ok(Self { game, openings, seed })
    }

    /// Plays the duels with these numbers; the decks take turns in going first. It allocates
    /// nothing.
    pub fn play<O: Onlooker>(&self, numbers: Range<u64>, onlooker: &mut O) -> Totals {
        let mut totals = Totals::default();
        let mut legal = Actions::new();
        for number in numbers {
            let first = Side::first_in(number);
            let deck_of = Player::BOTH.map(|player| first.of(player).index() as u8);
            let mut chance = Streams::new(derive(self.seed, number, SeedPurpose::Duel), deck_of);
            let mut rng = ChaCha8Rng::seed_from_u64(derive(self.seed, number, SeedPurpose::BotA));
            let opening = self.openings.with_first(first);
            let mut duel = opening.start(self.game, &mut chance, &mut ());
            loop {
                duel.legal_actions(self.game, &mut legal);
                if legal.is_empty() {
                    break;
                }
                totals.real_decisions += u64::from(legal.len() >= 2);
                let action = pick(&legal, &mut rng);
                onlooker.action(action);
                duel.apply(self.game, action, &mut chance, &mut ());
            }
            onlooker.outcome(duel.outcome());
            totals.turns += u64::from(duel.turn());
        }
        totals
    }
}
