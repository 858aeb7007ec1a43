//! Positions of self-play, and files of them.

use std::sync::atomic::Ordering;

use bincode::{Decode, Encode};
use duelfish_cards::Deck;
use duelfish_engine::{
    Action, Actions, CardCode, Catalogue, DecisionKind, DeckList, Duel, Game, Player, Rules,
    SetupError,
};
use duelfish_search::duels::Features;
use duelfish_search::net::{NUMBERS, NetInputs, NetZone};
use duelfish_search::{Choice, Spec, Why};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::variants::Variants;
use crate::seeds::{SeedPurpose, derive};
use crate::self_play::{Collecting, SelfPlay};

/// Told apart from the seeds of the duels themselves.
const CHANCE: u64 = 0x6e65_745f_7361_6d70;

/// The duels from which a network learns.
#[derive(Clone, Debug)]
pub struct NetPlay {
    /// The decks that are played, each against each.
    pub decks: Vec<Deck>,
    /// The bot that plays both sides.
    pub bot: Spec,
    /// The rules.
    pub rules: Rules,
    /// Number of duels.
    pub games: u64,
    /// Everything random comes from this.
    pub seed: u64,
    /// Of so many decisions in a hundred any answer is played, and not the bot's: so positions come up that
    /// a search asks about and a good player avoids.
    pub stray: u32,
    /// So many cards of each Main Deck in a hundred are others of these decks, of each no more copies than
    /// the deck with most of it has.
    pub vary: u32,
}

/// A position of a duel, with how that ended.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub struct NetSample {
    /// Where its cards begin and end in [`NetSamples::cards`]: the first side's, then the second's.
    pub cards: [u32; 3],
    /// The measures of both sides.
    pub numbers: [[i16; NUMBERS]; 2],
    /// The lead of the first side, as the linear evaluation reads it.
    pub lead: Features,
    /// Which decks played: the number of the first one's times the count of decks, and the second one's.
    pub pair: u32,
    /// How much of the duel the first player got.
    pub result: f32,
    /// The chance to win that the bot gave to the first player.
    pub value: f32,
}

/// Positions of many duels.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
pub struct NetSamples {
    /// The cards of all positions: the number of one in [`NetSamples::passcodes`] times the count of
    /// zones, and its zone.
    pub cards: Vec<u32>,
    /// The positions of each duel stand together.
    pub positions: Vec<NetSample>,
    /// Where the positions of each duel begin.
    pub duels: Vec<u32>,
    /// The cards that these duels know.
    pub passcodes: Vec<u32>,
    /// How many pairs of decks there may be.
    pub pairs: u32,
}

/// Why a file has no samples that this version reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SamplesError {
    /// It is something else, or damaged.
    #[error(
        "this is no file of samples of this version, or it is not whole: {0}; `duelfish tune --net --samples FILE` writes one"
    )]
    Damaged(String),
}

const MAGIC: &[u8] = b"duelfish-samples 1\n";

impl NetSamples {
    /// The file of these samples.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        let numbers = bincode::encode_to_vec(self, bincode::config::standard());
        file.extend(numbers.expect("plain numbers can be encoded"));
        file
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Says why it has no samples.
    pub fn from_bytes(file: &[u8]) -> Result<Self, SamplesError> {
        let damaged = |why: &str| SamplesError::Damaged(why.to_owned());
        let rest = file.strip_prefix(MAGIC).ok_or_else(|| damaged("its first line is another"))?;
        let config = bincode::config::standard();
        let (samples, used): (Self, usize) = bincode::decode_from_slice(rest, config)
            .map_err(|error| SamplesError::Damaged(error.to_string()))?;
        let rows = samples.passcodes.len() * NetZone::COUNT;
        let whole = samples.cards.iter().all(|card| (*card as usize) < rows)
            && samples.positions.iter().all(|sample| {
                sample.cards.is_sorted()
                    && sample.cards[2] as usize <= samples.cards.len()
                    && sample.pair < samples.pairs
            })
            && samples.duels.is_sorted()
            && samples.duels.last().is_none_or(|at| *at as usize <= samples.positions.len());
        if used != rest.len() || !whole {
            return Err(damaged("its numbers don't fit together"));
        }
        Ok(samples)
    }

    /// Adds other samples behind these; their cards and pairs get other numbers.
    pub fn append(&mut self, other: &Self) {
        let passcodes = &mut self.passcodes;
        let renumber: Vec<u32> = other
            .passcodes
            .iter()
            .map(|card| match passcodes.iter().position(|known| known == card) {
                Some(at) => at as u32,
                None => {
                    passcodes.push(*card);
                    passcodes.len() as u32 - 1
                }
            })
            .collect();
        let zones = NetZone::COUNT as u32;
        let (cards, positions) = (self.cards.len() as u32, self.positions.len() as u32);
        let moved = |card: &u32| renumber[(card / zones) as usize] * zones + card % zones;
        self.cards.extend(other.cards.iter().map(moved));
        self.positions.extend(other.positions.iter().map(|sample| NetSample {
            cards: sample.cards.map(|at| at + cards),
            pair: sample.pair + self.pairs,
            ..sample.clone()
        }));
        self.duels.extend(other.duels.iter().map(|at| at + positions));
        self.pairs += other.pairs;
    }

    /// The numbers of the positions of the duels that `of` wants, by the number of the duel.
    #[must_use]
    pub fn of_duels(&self, of: impl Fn(usize) -> bool) -> Vec<u32> {
        let ends = self.duels.iter().skip(1).copied().chain([self.positions.len() as u32]);
        let duels = self.duels.iter().zip(ends).enumerate().filter(|(duel, _)| of(*duel));
        duels.flat_map(|(_, (from, to))| *from..to).collect()
    }
}

/// Plays the duels and keeps about every second position in which their players may do what they want.
///
/// # Errors
/// Fails when a deck can't be played.
pub fn collect(
    cards: &Catalogue,
    spec: &NetPlay,
    watch: Collecting<'_>,
) -> Result<NetSamples, SetupError> {
    let game = Game::new(spec.rules.clone(), cards);
    let count = spec.decks.len() as u64;
    let variants = Variants::new(&spec.decks, spec.vary);
    let self_play = SelfPlay { game: &game, bot: &spec.bot, seed: spec.seed, stop: watch.stop };
    let play = |number: u64| {
        if watch.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut rng =
            ChaCha8Rng::seed_from_u64(derive(spec.seed ^ CHANCE, number, SeedPurpose::Duel));
        let seats = [number % count, number / count % count];
        let decks = seats.map(|deck| variants.of(deck as usize, &mut rng));
        let lists = decks.each_ref().map(|deck| deck.list());
        let pair = (seats[0] * count + seats[1]) as u32;
        let kept = one_duel(&self_play, lists, number, spec.stray, &mut rng)?;
        if kept.is_some() {
            (watch.finished)();
        }
        Ok(kept.map(|kept| (pair, kept)))
    };
    let games = if count == 0 { 0 } else { spec.games };
    let played = (0..games).into_par_iter().map(play).collect::<Result<Vec<_>, SetupError>>()?;
    let passcodes = cards.iter().map(|(_, facts, _)| facts.passcode).collect();
    let pairs = (count * count) as u32;
    let mut samples = NetSamples { passcodes, pairs, ..NetSamples::default() };
    for (pair, kept) in played.into_iter().flatten() {
        samples.duels.push(samples.positions.len() as u32);
        let from = samples.cards.len() as u32;
        samples.cards.extend(kept.cards);
        samples.positions.extend(kept.positions.into_iter().map(|sample| NetSample {
            cards: sample.cards.map(|at| at + from),
            pair,
            ..sample
        }));
    }
    Ok(samples)
}

/// The positions of one duel; no positions if nobody won it, nothing if it was stopped.
fn one_duel(
    play: &SelfPlay<'_>,
    decks: [DeckList<'_>; 2],
    number: u64,
    stray: u32,
    rng: &mut ChaCha8Rng,
) -> Result<Option<NetSamples>, SetupError> {
    let mut kept = NetSamples::default();
    let outcome = play.duel(decks, number, |duel, legal, choice| {
        let open = duel.decision().is_some_and(|decision| {
            matches!(decision.kind, DecisionKind::Idle | DecisionKind::Battle)
        });
        let chance = rng.next_u32();
        if open && chance & 1 == 1 {
            keep(&mut kept, play.game, duel, choice, chance & 2 == 2);
        }
        played(legal, choice, stray, rng)
    })?;
    let Some(outcome) = outcome else { return Ok(None) };
    let Some(winner) = outcome.winner() else { return Ok(Some(NetSamples::default())) };
    for sample in &mut kept.positions {
        sample.result = if winner == Player::FIRST { 1.0 } else { 0.0 };
    }
    Ok(Some(kept))
}

/// The bot's choice, or now and then any answer.
fn played(legal: &Actions, choice: &Choice, stray: u32, rng: &mut ChaCha8Rng) -> Action {
    if rng.next_u32() % 100 < stray {
        legal[rng.next_u32() as usize % legal.len()]
    } else {
        choice.action
    }
}

/// Keeps a position, as a search sees it that began in this turn or in the one before.
fn keep(kept: &mut NetSamples, game: &Game<'_>, duel: &Duel, choice: &Choice, began_here: bool) {
    let until = duel.turn() + u16::from(began_here);
    let view = duel.judge_view(game);
    let mut cards: [Vec<u32>; 2] = Default::default();
    let inputs = NetInputs::read(&view, until, |side, code: CardCode, zone| {
        let row = game.cards.base(code).row();
        cards[side].push(u32::from(row) * NetZone::COUNT as u32 + zone as u32);
    });
    let best = match &choice.why {
        Why::Search(found) => found.choices.first(),
        _ => None,
    };
    let Some(best) = best else { return };
    let mover = duel.decision().map(|decision| decision.player);
    let value = if mover == Some(Player::FIRST) { best.value } else { 1.0 - best.value };
    let from = kept.cards.len() as u32;
    let [first, second] = cards;
    let middle = from + first.len() as u32;
    let to = middle + second.len() as u32;
    kept.cards.extend(first.into_iter().chain(second));
    kept.positions.push(NetSample {
        cards: [from, middle, to],
        numbers: inputs.numbers,
        lead: inputs.lead,
        pair: 0,
        result: 0.5,
        value,
    });
}
