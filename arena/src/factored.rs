//! Rows of cards while they learn: of each card rows of its own, and rows that it shares with all cards on which the
//! same is printed.

/// Where these rows stand in a list of weights: those of the cards first, then those of the factors.
#[derive(Clone, Debug)]
pub(crate) struct FactoredRows {
    /// The factors of each card.
    pub(crate) factors: Vec<Vec<usize>>,
    /// Weights of a card or factor.
    each: usize,
}

impl FactoredRows {
    pub(crate) const fn new(factors: Vec<Vec<usize>>, each: usize) -> Self {
        Self { factors, each }
    }

    /// Number of weights of the cards' own rows, behind which those of the factors begin.
    pub(crate) const fn own_weights(&self) -> usize {
        self.factors.len() * self.each
    }

    /// The rows of each card, with those of its factors added; `alone` says of which cards the own rows don't
    /// count.
    pub(crate) fn combine(&self, weights: &[f32], alone: &[bool], rows: &mut Vec<f32>) {
        rows.clear();
        rows.extend_from_slice(&weights[..self.own_weights()]);
        for (card, row) in rows.chunks_exact_mut(self.each).enumerate() {
            if alone[card] {
                row.fill(0.0);
            }
            for factor in &self.factors[card] {
                let from = self.own_weights() + factor * self.each;
                for (number, add) in row.iter_mut().zip(&weights[from..from + self.each]) {
                    *number += add;
                }
            }
        }
    }

    /// Hands the slopes of combined rows on to the own rows and the factors.
    pub(crate) fn spread(&self, rows: &[f32], alone: &[bool], slopes: &mut [f32]) {
        let (own, rest) = slopes.split_at_mut(self.own_weights());
        for (card, row) in rows.chunks_exact(self.each).enumerate() {
            if row.iter().all(|number| *number == 0.0) {
                continue;
            }
            if !alone[card] {
                own[card * self.each..(card + 1) * self.each].copy_from_slice(row);
            }
            for factor in &self.factors[card] {
                let into = &mut rest[factor * self.each..(factor + 1) * self.each];
                for (slope, add) in into.iter_mut().zip(row) {
                    *slope += add;
                }
            }
        }
    }
}
