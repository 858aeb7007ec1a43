//! Positions of self-play, and files of them.

use std::collections::{BTreeMap, BTreeSet};

use bincode::{Decode, Encode};
use duelfish_engine::{CardCode, Catalogue, DeckList, Duel, Game, Player, SetupError};
use duelfish_search::MOST_CARDS;
use duelfish_search::duels::Features;
use duelfish_search::net::{NUMBERS, NetInputs, NetZone};
use duelfish_search::{Choice, Why};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::seeds::{SeedPurpose, derive};
use crate::self_play::{Collecting, SelfPlay, SelfPlaySpec, is_open, played};
use crate::variants::Variants;

/// Told apart from the seeds of the duels themselves.
const CHANCE: u64 = 0x6e65_745f_7361_6d70;

/// The duels from which a network learns.
#[derive(Clone, Debug)]
pub struct NetPlay {
    /// The duels.
    pub play: SelfPlaySpec,
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
#[derive(Clone, Debug, Default, PartialEq, Encode)]
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
    /// Together with those before, they are more than can be numbered.
    #[error("these are more samples than one training takes; give fewer files")]
    TooMany,
}

/// Pairs of decks that samples may have: so many that each of two thousand decks plays each.
const MOST_PAIRS: u32 = 1 << 22;
/// The largest lead of a side in a file, far more than duels have.
const MOST_LEAD: f32 = 1e6;

impl NetSamples {
    /// How a file of samples begins.
    pub const FIRST_LINE: &[u8] = b"duelfish-samples 1\n";

    /// The file of these samples.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = Self::FIRST_LINE.to_vec();
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
        let rest = file
            .strip_prefix(Self::FIRST_LINE)
            .ok_or_else(|| damaged("its first line is another"))?;
        let mut rest = SampleNumbers(rest);
        // The order is that of the fields.
        let samples = Self {
            cards: rest.list()?,
            positions: rest.list()?,
            duels: rest.list()?,
            passcodes: rest.list()?,
            pairs: rest.one()?,
        };
        if !rest.0.is_empty() || !samples.fit_together() {
            return Err(damaged("its numbers don't fit together"));
        }
        Ok(samples)
    }

    /// Whether these can be samples of duels, so that a training can read them.
    fn fit_together(&self) -> bool {
        let rows = self.passcodes.len() * NetZone::COUNT;
        let chance = |share: f32| (0.0..=1.0).contains(&share);
        let sound = |sample: &NetSample| {
            sample.cards.is_sorted()
                && sample.cards[2] as usize <= self.cards.len()
                && sample.pair < self.pairs
                && sample.lead.iter().all(|lead| lead.abs() <= MOST_LEAD)
                && chance(sample.result)
                && chance(sample.value)
        };
        let different: BTreeSet<u32> = self.passcodes.iter().copied().collect();
        different.len() == self.passcodes.len()
            && self.passcodes.len() <= MOST_CARDS as usize
            && self.pairs <= MOST_PAIRS
            && self.cards.iter().all(|card| (*card as usize) < rows)
            && self.positions.iter().all(sound)
            && self.duels.is_sorted()
            && self.duels.last().is_none_or(|at| *at as usize <= self.positions.len())
    }

    /// Adds other samples behind these; their cards and pairs get other numbers.
    ///
    /// # Errors
    /// Adds nothing if there are too many of them.
    pub fn append(&mut self, other: &Self) -> Result<(), SamplesError> {
        let mut numbers: BTreeMap<u32, u32> = self.passcodes.iter().copied().zip(0..).collect();
        for card in &other.passcodes {
            let next = numbers.len() as u32;
            numbers.entry(*card).or_insert(next);
        }
        let fits = |these: usize, others: usize| u32::try_from(these + others).is_ok();
        if numbers.len() > MOST_CARDS as usize
            || self.pairs.saturating_add(other.pairs) > MOST_PAIRS
            || !fits(self.cards.len(), other.cards.len())
            || !fits(self.positions.len(), other.positions.len())
        {
            return Err(SamplesError::TooMany);
        }
        let renumber: Vec<u32> = other.passcodes.iter().map(|card| numbers[card]).collect();
        let known = self.passcodes.len() as u32;
        let new = other.passcodes.iter().zip(&renumber).filter(|(_, number)| **number >= known);
        self.passcodes.extend(new.map(|(card, _)| *card));
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
        Ok(())
    }

    /// The numbers of the positions of the duels that `of` wants, by the number of the duel.
    #[must_use]
    pub fn of_duels(&self, of: impl Fn(usize) -> bool) -> Vec<u32> {
        let ends = self.duels.iter().skip(1).copied().chain([self.positions.len() as u32]);
        let duels = self.duels.iter().zip(ends).enumerate().filter(|(duel, _)| of(*duel));
        duels.flat_map(|(_, (from, to))| *from..to).collect()
    }
}

/// Numbers of a file that are left.
struct SampleNumbers<'a>(&'a [u8]);

impl SampleNumbers<'_> {
    fn one<T: Decode<()>>(&mut self) -> Result<T, SamplesError> {
        let (number, used) = bincode::decode_from_slice(self.0, bincode::config::standard())
            .map_err(|_| SamplesError::Damaged("its numbers end too early".to_owned()))?;
        self.0 = &self.0[used..];
        Ok(number)
    }

    /// A list, as bincode writes it: its length and its entries. No room is made for entries that a length promises,
    /// so that a damaged one costs nothing.
    fn list<T: Decode<()>>(&mut self) -> Result<Vec<T>, SamplesError> {
        let length: u64 = self.one()?;
        let mut list = Vec::new();
        for _ in 0..length {
            list.push(self.one()?);
        }
        Ok(list)
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
    let SelfPlaySpec { decks, rules, seed, .. } = &spec.play;
    let game = Game::new(rules.clone(), cards);
    let count = decks.len();
    let variants = Variants::new(decks, spec.vary);
    let self_play = spec.play.ready(&game, watch);
    let played = spec.play.each(watch, |number, seats: [usize; 2]| {
        let mut rng = ChaCha8Rng::seed_from_u64(derive(seed ^ CHANCE, number, SeedPurpose::Duel));
        let decks = seats.map(|deck| variants.of(deck, &mut rng));
        let lists = decks.each_ref().map(|deck| deck.list());
        let pair = (seats[0] * count + seats[1]) as u32;
        let kept = one_duel(&self_play, lists, number, spec.stray, &mut rng)?;
        Ok(kept.map(|kept| (pair, kept)))
    })?;
    let passcodes = cards.iter().map(|(_, facts, _)| facts.passcode).collect();
    let pairs = (count * count) as u32;
    let mut samples = NetSamples { passcodes, pairs, ..NetSamples::default() };
    for (pair, kept) in played {
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
        let chance = rng.next_u32();
        if is_open(duel) && chance & 1 == 1 {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Two duels with a position each, among cards with these passcodes.
    fn samples(passcodes: [u32; 2], pairs: u32) -> NetSamples {
        let position = |cards, pair, result| NetSample {
            cards,
            numbers: [[3; NUMBERS], [-700; NUMBERS]],
            lead: [0.25; _],
            pair,
            result,
            value: 0.75,
        };
        NetSamples {
            // A hand and a Graveyard; then a hand.
            cards: vec![0, 8 + 6, 8],
            positions: vec![position([0, 1, 2], 0, 1.0), position([2, 3, 3], pairs - 1, 0.0)],
            duels: vec![0, 1],
            passcodes: passcodes.to_vec(),
            pairs,
        }
    }

    #[test]
    fn samples_come_back_from_their_file() {
        for samples in [NetSamples::default(), samples([5, 300], 70_000)] {
            assert_eq!(NetSamples::from_bytes(&samples.to_bytes()), Ok(samples));
        }
    }

    #[test]
    fn appended_samples_get_other_numbers() {
        let (first, second) = (samples([5, 300], 1), samples([300, 4000], 4));
        let mut both = NetSamples::default();
        assert_eq!((both.append(&first), &both), (Ok(()), &first));
        assert_eq!(both.append(&second), Ok(()));
        assert_eq!((both.passcodes.as_slice(), both.pairs), (&[5, 300, 4000][..], 5));
        assert_eq!(both.cards, [0, 8 + 6, 8, 8, 16 + 6, 16]);
        assert_eq!(both.duels, [0, 1, 2, 3]);
        let pairs: Vec<u32> = both.positions.iter().map(|sample| sample.pair).collect();
        assert_eq!(pairs, [0, 0, 1, 4]);
        assert_eq!((both.positions[2].cards, both.positions[3].cards), ([3, 4, 5], [5, 6, 6]));
        assert_eq!(both.of_duels(|duel| duel % 2 == 1), [1, 3]);
        assert_eq!(NetSamples::from_bytes(&both.to_bytes()), Ok(both));
    }

    #[test]
    fn too_many_samples_are_not_added() {
        let most = samples([5, 300], MOST_PAIRS);
        let mut both = samples([5, 300], 1);
        let before = both.clone();
        assert_eq!((both.append(&most), &both), (Err(SamplesError::TooMany), &before));
        let mut cards = NetSamples { passcodes: (0..MOST_CARDS).collect(), ..most };
        cards.pairs = 1;
        both.passcodes[1] = MOST_CARDS;
        let before = both.clone();
        assert_eq!((both.append(&cards), &both), (Err(SamplesError::TooMany), &before));
    }

    #[test]
    fn damaged_files_are_refused() {
        let good = samples([5, 300], 2);
        let file = good.to_bytes();
        for end in 0..file.len() {
            assert!(NetSamples::from_bytes(&file[..end]).is_err(), "{end} bytes");
        }
        assert!(NetSamples::from_bytes(&[&file[..], &[0]].concat()).is_err());
        // A length of eight bytes with nothing behind it.
        let promise = [NetSamples::FIRST_LINE, &[253], &[0xff; 8]].concat();
        assert!(NetSamples::from_bytes(&promise).is_err());
        let wrong: [fn(&mut NetSamples); 11] = [
            |it| it.cards[0] = 16,
            |it| it.positions[0].cards = [0, 2, 1],
            |it| it.positions[1].cards[2] = 4,
            |it| it.positions[0].pair = 2,
            |it| it.positions[0].lead[3] = f32::NAN,
            |it| it.positions[0].result = 1.5,
            |it| it.positions[0].value = f32::NAN,
            |it| it.duels = vec![1, 0],
            |it| it.duels[1] = 3,
            |it| it.passcodes[1] = 5,
            |it| it.pairs = MOST_PAIRS + 1,
        ];
        for (number, spoil) in wrong.into_iter().enumerate() {
            let mut samples = good.clone();
            spoil(&mut samples);
            let found = NetSamples::from_bytes(&samples.to_bytes());
            let why = "its numbers don't fit together".to_owned();
            assert_eq!(found, Err(SamplesError::Damaged(why)), "{number}");
        }
    }
}
