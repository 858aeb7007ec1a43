//! The weights of a policy while it learns: fractions, in one long list.

use duelfish_engine::Catalogue;
use duelfish_search::net::{FACTORS, ROW_UNIT, WEIGHT_UNIT, WIDTH, factors};
use duelfish_search::policy::{POLICY_FACTS, POLICY_NUMBERS, Policy, Role};
use rand_chacha::ChaCha8Rng;

use crate::adam::noise;
use crate::factored::FactoredRows;
use crate::net::params::row;

/// Numbers of a card or factor: a row for each part that it may play.
pub(super) const ROWS: usize = Role::COUNT * WIDTH;

/// Where each kind of weight begins in the list. The rows of cards come first.
#[derive(Clone, Debug)]
pub(super) struct PolicyLayout {
    /// The rows of all cards of the catalogue.
    pub(super) cards: FactoredRows,
    from_factors: usize,
    pub(super) from_facts: usize,
    pub(super) from_numbers: usize,
    pub(super) from_bias: usize,
    pub(super) from_last: usize,
    pub(super) count: usize,
}

impl PolicyLayout {
    pub(super) fn new(cards: &Catalogue) -> Self {
        let factors: Vec<Vec<usize>> =
            cards.iter().map(|(code, ..)| factors(cards, code)).collect();
        let cards = FactoredRows::new(factors, ROWS);
        let from_factors = cards.own_weights();
        let from_facts = from_factors + FACTORS * ROWS;
        let from_numbers = from_facts + POLICY_FACTS * WIDTH;
        let from_bias = from_numbers + 2 * POLICY_NUMBERS * WIDTH;
        let from_last = from_bias + WIDTH;
        Self {
            cards,
            from_factors,
            from_facts,
            from_numbers,
            from_bias,
            from_last,
            count: from_last + WIDTH,
        }
    }

    /// Weights to begin with: noise, and a last layer half of which speaks for a move and half against it.
    pub(super) fn begin(&self, rng: &mut ChaCha8Rng) -> Vec<f32> {
        let mut weights = vec![0.0; self.count];
        noise(&mut weights[self.from_factors..self.from_facts], 0.02, rng);
        noise(&mut weights[self.from_facts..self.from_bias], 0.1, rng);
        weights[self.from_bias..self.from_last].fill(0.5);
        for (unit, weight) in weights[self.from_last..].iter_mut().enumerate() {
            *weight = if unit % 2 == 0 { 1.0 } else { -1.0 };
        }
        weights
    }

    /// The policy with whole numbers. Only the rows of cards in parts that were `met` are kept.
    pub(super) fn policy(
        &self,
        cards: &Catalogue,
        weights: &[f32],
        met: &[bool],
        about: &str,
    ) -> Policy {
        let passcodes: Vec<u32> = cards.iter().map(|(_, facts, _)| facts.passcode).collect();
        let mut own: Vec<(u32, u8, usize)> = (0..met.len())
            .filter(|at| met[*at])
            .map(|at| (passcodes[at / Role::COUNT], (at % Role::COUNT) as u8, at))
            .collect();
        own.sort_unstable();
        let at = |from: usize, number: usize| row(&weights[from + number * WIDTH..], ROW_UNIT);
        Policy {
            about: about.to_owned(),
            cards: own.iter().map(|(passcode, role, _)| (*passcode, *role)).collect(),
            card_rows: own.iter().map(|(.., number)| at(0, *number)).collect(),
            factor_rows: (0..FACTORS)
                .map(|factor| {
                    std::array::from_fn(|role| at(self.from_factors, factor * Role::COUNT + role))
                })
                .collect(),
            fact_rows: (0..POLICY_FACTS).map(|fact| at(self.from_facts, fact)).collect(),
            number_rows: std::array::from_fn(|of| {
                std::array::from_fn(|number| at(self.from_numbers, of * POLICY_NUMBERS + number))
            }),
            bias: at(self.from_bias, 0),
            last: row(&weights[self.from_last..], WEIGHT_UNIT),
        }
    }
}
