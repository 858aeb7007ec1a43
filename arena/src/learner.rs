//! Weights that learn, of which the first are rows of cards.

use std::ops::Range;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use rayon::prelude::*;

use crate::adam::Adam;
use crate::factored::FactoredRows;

/// The parts of a batch that are worked on at once; a fixed number, so that sums come out alike on any
/// number of threads.
const PARTS: usize = 4;

/// A list of weights while it learns: the rows of cards and factors, and others behind them.
pub(crate) struct Learner<'a> {
    cards: &'a FactoredRows,
    /// Where the weights behind the rows begin.
    from_rest: usize,
    /// The weights that decay.
    decays: Range<usize>,
    /// The share of cards whose own rows are left out of a step.
    leave_out: f32,
    pub(crate) weights: Vec<f32>,
    adam: Adam,
    /// Slopes of combined rows and of the weights behind all rows, one pair for each part of a batch.
    parts: Vec<[Vec<f32>; 2]>,
    rows: Vec<f32>,
    alone: Vec<bool>,
}

/// The weights of one step.
#[derive(Clone, Copy)]
pub(crate) struct PresentWeights<'a> {
    /// All of them.
    pub(crate) all: &'a [f32],
    /// The rows of cards, with those of their factors added.
    pub(crate) rows: &'a [f32],
}

impl<'a> Learner<'a> {
    pub(crate) fn new(
        cards: &'a FactoredRows,
        from_rest: usize,
        decays: Range<usize>,
        leave_out: f32,
        weights: Vec<f32>,
        adam: Adam,
    ) -> Self {
        let part = || [vec![0.0; cards.own_weights()], vec![0.0; weights.len() - from_rest]];
        Self {
            cards,
            from_rest,
            decays,
            leave_out,
            parts: (0..PARTS).map(|_| part()).collect(),
            weights,
            adam,
            rows: Vec::new(),
            alone: vec![false; cards.factors.len()],
        }
    }

    /// One step against the slopes of the examples with these numbers. `learn` adds those of one example: of the
    /// combined rows, and of the weights behind all rows.
    pub(crate) fn step(
        &mut self,
        batch: &[u32],
        done: f32,
        rng: &mut ChaCha8Rng,
        learn: impl Fn(PresentWeights<'_>, u32, &mut [f32], &mut [f32]) + Sync,
    ) {
        for alone in &mut self.alone {
            *alone = (rng.next_u32() as f32 / u32::MAX as f32) < self.leave_out;
        }
        let Self { cards, weights, rows, alone, parts, .. } = self;
        cards.combine(weights, alone, rows);
        let present = PresentWeights { all: weights, rows };
        let share = batch.len().div_ceil(PARTS);
        parts.par_iter_mut().zip(batch.par_chunks(share)).for_each(|([rows, rest], part)| {
            for at in part {
                learn(present, *at, rows, rest);
            }
        });
        gather(parts);
        let mut slopes = vec![0.0; weights.len()];
        let [rows, rest] = &mut parts[0];
        cards.spread(rows, alone, &mut slopes);
        slopes[self.from_rest..].copy_from_slice(rest);
        rows.fill(0.0);
        rest.fill(0.0);
        self.adam.step(weights, &slopes, batch.len() as f32, done, self.decays.clone());
    }
}

/// Adds the slopes of all parts of a batch to those of the first part, and empties the others.
fn gather(parts: &mut [[Vec<f32>; 2]]) {
    let (first, others) = parts.split_at_mut(1);
    for other in others {
        for (sum, part) in first[0].iter_mut().zip(other) {
            for (sum, part) in sum.iter_mut().zip(part) {
                *sum += *part;
                *part = 0.0;
            }
        }
    }
}
