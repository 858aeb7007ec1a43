//! The policy at work: rows of the cards that a duel has, and the shares of the moves of its decisions.

use std::sync::Arc;

use duelfish_engine::{Action, CardCode, Catalogue, View};

use super::{Policy, PolicyEye, PolicyMove, PolicyPart, PolicyState, Role};
use crate::card_memo::CardMemo;
use crate::net::lanes::{NumberRows, RowLanes, add, lanes, open, paired, products, weighed};
use crate::net::{ROW_UNIT, WEIGHT_UNIT, WIDTH, factors};

/// A policy that reads the decisions of one duel. It makes the rows of each card when it first meets it.
#[derive(Clone, Debug)]
pub struct PolicyReader {
    policy: Arc<Policy>,
    rows: CardMemo<[RowLanes; Role::COUNT]>,
    facts: Vec<RowLanes>,
    numbers: Box<[NumberRows; 2]>,
    bias: RowLanes,
    last: RowLanes,
}

/// The sum of a decision, to which those of its moves are added.
#[derive(Clone, Copy, Debug)]
pub struct StateSum(RowLanes);

impl PolicyReader {
    /// A reader that has met no card.
    #[must_use]
    pub fn new(policy: Arc<Policy>) -> Self {
        Self {
            rows: CardMemo::new(),
            facts: policy.fact_rows.iter().map(lanes).collect(),
            numbers: Box::new(policy.number_rows.each_ref().map(paired)),
            bias: lanes(&policy.bias),
            last: lanes(&policy.last),
            policy,
        }
    }

    /// A duel begins, maybe with other cards.
    pub fn begin(&mut self) {
        self.rows.clear();
    }

    /// Fills `shares` with how likely each of these moves is the best one. The shares are positive and their
    /// sum is 1; all are alike if the view's player is not asked.
    pub fn shares(&mut self, view: &View<'_>, moves: &[Action], shares: &mut Vec<f32>) {
        shares.clear();
        let cards = view.game().cards;
        let Some(eye) = PolicyEye::new(*view, moves) else {
            shares.resize(moves.len(), 1.0 / moves.len() as f32);
            return;
        };
        let state = self.state(cards, &eye.state());
        let strengths = moves.iter().map(|action| self.strength(cards, &state, &eye.read(*action)));
        shares.extend(strengths);
        softmax(shares);
    }

    /// The sum of a decision.
    #[must_use]
    pub fn state(&mut self, cards: &Catalogue, state: &PolicyState) -> StateSum {
        let mut sum = self.bias;
        self.add_part(cards, &mut sum, state, 0);
        StateSum(sum)
    }

    /// The strength of a move in a decision with this sum, as a logarithm.
    #[must_use]
    pub fn strength(&mut self, cards: &Catalogue, state: &StateSum, read: &PolicyMove) -> f32 {
        let mut sum = state.0;
        self.add_part(cards, &mut sum, read, 1);
        let strength = products(&self.last, &open(&sum)).reduce_add();
        strength as f32 / (ROW_UNIT * WEIGHT_UNIT)
    }

    fn add_part<const CARDS: usize>(
        &mut self,
        cards: &Catalogue,
        sum: &mut RowLanes,
        part: &PolicyPart<CARDS>,
        numbers: usize,
    ) {
        add(sum, &weighed(&self.numbers[numbers], &part.numbers));
        for fact in &part.facts {
            add(sum, &self.facts[usize::from(*fact)]);
        }
        for (role, code) in &part.cards {
            add(sum, &self.rows_of(cards, *code)[usize::from(*role)]);
        }
    }

    #[inline]
    fn rows_of(&mut self, cards: &Catalogue, code: CardCode) -> &[RowLanes; Role::COUNT] {
        let policy = &self.policy;
        self.rows.of(cards, code, || {
            let base = cards.base(code);
            let passcode = cards.facts(base).passcode;
            let mut sums: [RowLanes; Role::COUNT] = std::array::from_fn(|role| {
                lanes(policy.own_row(passcode, role as u8).unwrap_or(&[0; WIDTH]))
            });
            for factor in factors(cards, base) {
                for (sum, row) in sums.iter_mut().zip(&policy.factor_rows[factor]) {
                    add(sum, &lanes(row));
                }
            }
            sums
        })
    }
}

/// Turns strengths into shares.
pub fn softmax(strengths: &mut [f32]) {
    let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for strength in &mut *strengths {
        *strength = (*strength - most).exp();
    }
    let sum: f32 = strengths.iter().sum();
    for strength in strengths {
        *strength /= sum;
    }
}
