//! The weights of a network while it learns: fractions, in one long list.

use duelfish_engine::Catalogue;
use duelfish_search::duels::{Evaluation, Features};
use duelfish_search::net::{
    FACTORS, HIDDEN, MOST_WEIGHT, NUMBER_UNIT, NUMBERS, Net, NetRow, NetZone, ROW_UNIT,
    WEIGHT_UNIT, WIDTH, factors,
};
use rand_chacha::ChaCha8Rng;

use crate::adam::noise;
use crate::factored::FactoredRows;

/// Numbers of a card or factor: a row for each zone.
pub(super) const ROWS: usize = NetZone::COUNT * WIDTH;
/// Number of weights of the linear part.
pub(super) const LINEAR: usize = Evaluation::COUNT;

/// Where each part begins in the list.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The rows of cards.
    pub(super) cards: FactoredRows,
    pub(super) from_factors: usize,
    pub(super) from_numbers: usize,
    pub(super) from_bias: usize,
    pub(super) from_hidden: usize,
    pub(super) from_hidden_bias: usize,
    pub(super) from_last: usize,
    pub(super) from_skip: usize,
    pub(super) from_offsets: usize,
    pub(super) count: usize,
}

impl Layout {
    /// The layout for these cards, by their passcodes, and so many pairs of decks.
    pub(super) fn new(cards: &Catalogue, passcodes: &[u32], pairs: usize) -> Self {
        let of = |passcode: &u32| cards.by_passcode(*passcode).map(|code| factors(cards, code));
        let factors = passcodes.iter().map(|passcode| of(passcode).unwrap_or_default()).collect();
        let cards = FactoredRows::new(factors, ROWS);
        let from_factors = cards.own_weights();
        let from_numbers = from_factors + FACTORS * ROWS;
        let from_bias = from_numbers + NUMBERS * WIDTH;
        let from_hidden = from_bias + WIDTH;
        let from_hidden_bias = from_hidden + HIDDEN * 2 * WIDTH;
        let from_last = from_hidden_bias + HIDDEN;
        let from_skip = from_last + HIDDEN;
        let from_offsets = from_skip + LINEAR;
        Self {
            cards,
            from_factors,
            from_numbers,
            from_bias,
            from_hidden,
            from_hidden_bias,
            from_last,
            from_skip,
            from_offsets,
            count: from_offsets + pairs,
        }
    }

    /// Weights to begin with: the linear evaluation and a little noise.
    pub(super) fn begin(&self, linear: &Evaluation, rng: &mut ChaCha8Rng) -> Vec<f32> {
        let mut weights = vec![0.0; self.count];
        let mut noise = |weights: &mut [f32], size: f32| noise(weights, size, rng);
        noise(&mut weights[self.from_factors..self.from_numbers], 0.03);
        noise(&mut weights[self.from_numbers..self.from_bias], 0.1);
        weights[self.from_bias..self.from_hidden].fill(0.5);
        noise(&mut weights[self.from_hidden..self.from_hidden_bias], 0.2);
        weights[self.from_hidden_bias..self.from_last].fill(0.2);
        noise(&mut weights[self.from_last..self.from_skip], 0.2);
        weights[self.from_skip..self.from_offsets].copy_from_slice(&linear.weights());
        weights
    }

    /// The network with whole numbers. Only cards that were `met` have rows of their own.
    pub(super) fn net(&self, weights: &[f32], passcodes: &[u32], met: &[bool], about: &str) -> Net {
        let mut cards: Vec<usize> = (0..passcodes.len()).filter(|card| met[*card]).collect();
        cards.sort_by_key(|card| passcodes[*card]);
        let zones = |from: usize| {
            std::array::from_fn(|zone| row(&weights[from + zone * WIDTH..], ROW_UNIT))
        };
        let hidden = |unit: usize, side: usize| {
            row(&weights[self.from_hidden + (2 * unit + side) * WIDTH..], WEIGHT_UNIT)
        };
        let mut skip: Features = [0.0; LINEAR];
        skip.copy_from_slice(&weights[self.from_skip..self.from_offsets]);
        Net {
            about: about.to_owned(),
            cards: cards.iter().map(|card| passcodes[*card]).collect(),
            card_rows: cards.iter().map(|card| zones(card * ROWS)).collect(),
            factor_rows: (0..FACTORS).map(|at| zones(self.from_factors + at * ROWS)).collect(),
            number_rows: std::array::from_fn(|at| {
                row(&weights[self.from_numbers + at * WIDTH..], ROW_UNIT)
            }),
            bias: row(&weights[self.from_bias..], ROW_UNIT),
            hidden: std::array::from_fn(|unit| [hidden(unit, 0), hidden(unit, 1)]),
            hidden_bias: std::array::from_fn(|unit| {
                (weights[self.from_hidden_bias + unit] * ROW_UNIT * WEIGHT_UNIT).round() as i32
            }),
            last: std::array::from_fn(|unit| whole(weights[self.from_last + unit], WEIGHT_UNIT)),
            skip,
        }
    }
}

/// The largest weight of the hidden layer while it learns.
pub(super) const LARGEST: f32 = MOST_WEIGHT as f32 / WEIGHT_UNIT;
/// A measure of a side as a fraction.
pub(crate) fn number(units: i16) -> f32 {
    f32::from(units) / NUMBER_UNIT
}

pub(crate) fn row(weights: &[f32], unit: f32) -> NetRow {
    std::array::from_fn(|at| whole(weights[at], unit))
}

fn whole(weight: f32, unit: f32) -> i16 {
    (weight * unit).round() as i16
}
