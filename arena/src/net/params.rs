//! The weights of a network while it learns: fractions, in one long list.

use duelfish_engine::Catalogue;
use duelfish_search::duels::{Evaluation, Features};
use duelfish_search::net::{
    FACTORS, HIDDEN, MOST_WEIGHT, NUMBER_UNIT, NUMBERS, Net, NetRow, NetZone, ROW_UNIT,
    WEIGHT_UNIT, WIDTH, factors,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// Numbers of a card or factor: a row for each zone.
pub(super) const ROWS: usize = NetZone::COUNT * WIDTH;
/// Number of weights of the linear part.
pub(super) const LINEAR: usize = Evaluation::COUNT;

/// Where each part begins in the list.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The factors of each card.
    pub(super) factors: Vec<Vec<usize>>,
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
        let from_factors = passcodes.len() * ROWS;
        let from_numbers = from_factors + FACTORS * ROWS;
        let from_bias = from_numbers + NUMBERS * WIDTH;
        let from_hidden = from_bias + WIDTH;
        let from_hidden_bias = from_hidden + HIDDEN * 2 * WIDTH;
        let from_last = from_hidden_bias + HIDDEN;
        let from_skip = from_last + HIDDEN;
        let from_offsets = from_skip + LINEAR;
        Self {
            factors,
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
        let mut noise = |weights: &mut [f32], size: f32| {
            for weight in weights {
                *weight = size * (2.0 * (rng.next_u32() as f32 / u32::MAX as f32) - 1.0);
            }
        };
        noise(&mut weights[self.from_factors..self.from_numbers], 0.03);
        noise(&mut weights[self.from_numbers..self.from_bias], 0.1);
        weights[self.from_bias..self.from_hidden].fill(0.5);
        noise(&mut weights[self.from_hidden..self.from_hidden_bias], 0.2);
        weights[self.from_hidden_bias..self.from_last].fill(0.2);
        noise(&mut weights[self.from_last..self.from_skip], 0.2);
        weights[self.from_skip..self.from_offsets].copy_from_slice(&linear.weights());
        weights
    }

    /// The rows of each card, with those of its factors added; `alone` says of which cards the own rows don't
    /// count.
    pub(super) fn combine(&self, weights: &[f32], alone: &[bool], rows: &mut Vec<f32>) {
        rows.clear();
        rows.extend_from_slice(&weights[..self.from_factors]);
        for (card, row) in rows.chunks_exact_mut(ROWS).enumerate() {
            if alone[card] {
                row.fill(0.0);
            }
            for factor in &self.factors[card] {
                let from = self.from_factors + factor * ROWS;
                for (number, add) in row.iter_mut().zip(&weights[from..from + ROWS]) {
                    *number += add;
                }
            }
        }
    }

    /// Hands the slopes of combined rows on to the own rows and the factors.
    pub(super) fn spread(&self, rows: &[f32], alone: &[bool], slopes: &mut [f32]) {
        let (own, rest) = slopes.split_at_mut(self.from_factors);
        for (card, row) in rows.chunks_exact(ROWS).enumerate() {
            if row.iter().all(|number| *number == 0.0) {
                continue;
            }
            if !alone[card] {
                own[card * ROWS..(card + 1) * ROWS].copy_from_slice(row);
            }
            for factor in &self.factors[card] {
                let into = &mut rest[factor * ROWS..(factor + 1) * ROWS];
                for (slope, add) in into.iter_mut().zip(row) {
                    *slope += add;
                }
            }
        }
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
pub(super) fn number(units: i16) -> f32 {
    f32::from(units) / NUMBER_UNIT
}

fn row(weights: &[f32], unit: f32) -> NetRow {
    std::array::from_fn(|at| whole(weights[at], unit))
}

fn whole(weight: f32, unit: f32) -> i16 {
    (weight * unit).round() as i16
}
