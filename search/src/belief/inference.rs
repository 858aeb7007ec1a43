//! How likely each card is where it may lie hidden, and the reader that weighs worlds by it.

use std::sync::{Arc, LazyLock};

use duelfish_engine::{CardCode, Catalogue, Dealer, View};

use super::Situation;
use super::codec::KIND;
use crate::card_memo::CardMemo;
use crate::net::factors;

/// One in the rows of an inference.
pub const INFERENCE_UNIT: f32 = 256.0;

/// For each situation how much likelier a card is than others, as a logarithm in [`INFERENCE_UNIT`]s.
pub type InferenceRow = [i16; Situation::COUNT];

/// How likely cards are where they may lie hidden. A card's row is the sum of rows for what is printed on it and, if it was
/// met in training, one of its own, as in [`net`](crate::net).
#[derive(Clone, Debug, PartialEq)]
pub struct Inference {
    /// How it was made, in lines of text.
    pub about: String,
    /// The passcodes of cards with rows of their own, ascending.
    pub cards: Vec<u32>,
    /// These rows.
    pub card_rows: Vec<InferenceRow>,
    /// The rows of the factors.
    pub factor_rows: Vec<InferenceRow>,
}

impl Inference {
    /// The inference that comes with this crate: its text says how it was trained.
    #[must_use]
    pub fn fitted() -> Arc<Self> {
        /// Read once: bots are built for every thread.
        static FITTED: LazyLock<Arc<Inference>> = LazyLock::new(|| {
            let inference = Inference::from_bytes(include_bytes!("../../data/belief.bin"));
            Arc::new(inference.expect("the inference of the crate is whole"))
        });
        Arc::clone(&FITTED)
    }

    /// Whether a file begins as one of an inference.
    #[must_use]
    pub fn begins(file: &[u8]) -> bool {
        KIND.begins(file)
    }

    /// For each situation how much likelier a card is than others, as a logarithm.
    #[must_use]
    pub fn scores(&self, cards: &Catalogue, code: CardCode) -> [f32; Situation::COUNT] {
        let code = cards.base(code);
        let factors = factors(cards, code);
        let own = self.cards.binary_search(&cards.facts(code).passcode);
        let own = own.ok().map(|at| &self.card_rows[at]);
        let rows = factors.iter().map(|factor| &self.factor_rows[*factor]).chain(own);
        let mut sums = [0_i32; Situation::COUNT];
        for row in rows {
            for (sum, units) in sums.iter_mut().zip(row) {
                *sum += i32::from(*units);
            }
        }
        sums.map(|sum| sum as f32 / INFERENCE_UNIT)
    }
}

/// An inference that weighs the worlds of one duel. It works out the weights of each card when it first meets it.
#[derive(Clone, Debug)]
pub struct InferenceReader {
    inference: Arc<Inference>,
    share: f32,
    /// The weights of each card, by situations.
    weights: CardMemo<[f32; Situation::COUNT]>,
}

/// No weight is beyond e to this power, nor below e to its negative.
const FAR: f32 = 12.0;

impl InferenceReader {
    /// A reader that has met no card; the logarithms count this share, from 0 to 1.
    #[must_use]
    pub const fn new(inference: Arc<Inference>, share: f32) -> Self {
        Self { inference, share, weights: CardMemo::new() }
    }

    /// A duel begins, maybe with other cards.
    pub fn begin(&mut self) {
        self.weights.clear();
    }

    /// Has a dealer deal by these weights.
    pub fn weigh(&mut self, view: &View<'_>, dealer: &mut Dealer) {
        let cards = view.game().cards;
        dealer.weigh(|spot, code| {
            Situation::of(view, spot).map_or(1.0, |situation| self.weight(cards, situation, code))
        });
    }

    /// How much likelier a card is in a situation than others: a number above 0.
    fn weight(&mut self, cards: &Catalogue, situation: Situation, code: CardCode) -> f32 {
        let Self { inference, share, weights } = self;
        let weights = weights.of(cards, code, || {
            let scores = inference.scores(cards, code);
            scores.map(|score| (*share * score).clamp(-FAR, FAR).exp())
        });
        weights[situation as usize]
    }
}
