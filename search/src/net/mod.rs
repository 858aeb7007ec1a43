//! An evaluation that knows cards: a small network over the cards of both players and where they lie.
//!
//! Each card in each [`NetZone`] has a row of numbers, and so has each of a side's measures (Life
//! Points, ATK, whose turn it is: [`NUMBERS`]). The rows of a side's cards and measures are added up to
//! the *sum* of that side. A hidden layer reads both sums, once from each side, and the difference of the
//! two readings is the lead of the first side, so that a position and its mirror image are worth
//! opposite numbers. The linear evaluation ([`FEATURES`](crate::duels::FEATURES)) is added to that.
//!
//! The row of a card is the sum of rows for what is printed on it ([`factors`]: its kind, Attribute,
//! Level, ATK, DEF, the events that its effects bring) and of a row of its own, if it was met in
//! training. So cards that were never met have a value too.
//!
//! All layers but the linear one are whole numbers of 16 bits. Sums are made anew for each position:
//! that costs less than to carry them along in the duel, of which a search keeps many copies.

mod codec;
mod factors;
mod inputs;
pub(crate) mod lanes;
mod reader;

pub use factors::{FACTORS, factors};
pub use inputs::{NUMBERS, NetInputs, NetZone, SideNumbers};
pub use reader::NetReader;

pub(crate) use factors::form_number;
pub(crate) use inputs::one_if;

use std::sync::{Arc, LazyLock};

use crate::duels::Features;

/// Numbers of a row, and of the sum of a side.
pub const WIDTH: usize = 32;
/// Units of the hidden layer.
pub const HIDDEN: usize = 16;

/// One row of the first layer, in [`ROW_UNIT`]s.
pub type NetRow = [i16; WIDTH];

/// The number that stands for 1 in rows and sums.
pub const ROW_UNIT: f32 = 256.0;
/// The number that stands for 1 in the measures of a side.
pub const NUMBER_UNIT: f32 = 64.0;
/// The number that stands for 1 in the weights of the hidden layer and of the last one.
pub const WEIGHT_UNIT: f32 = 1024.0;
/// The most that a sum or a hidden unit counts, in [`ROW_UNIT`]s.
pub const MOST: i16 = 2047;
/// The largest weight of the hidden layer, in [`WEIGHT_UNIT`]s: sums of its products fit into 32 bits.
pub const MOST_WEIGHT: i16 = 8191;

/// The weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// How it was made, in lines of text.
    pub about: String,
    /// The passcodes of the cards that have rows of their own, ascending.
    pub cards: Vec<u32>,
    /// Their rows, one for each zone.
    pub card_rows: Vec<[NetRow; NetZone::COUNT]>,
    /// The rows of the factors.
    pub factor_rows: Vec<[NetRow; NetZone::COUNT]>,
    /// The rows of a side's measures.
    pub number_rows: [NetRow; NUMBERS],
    /// The sum of a side without cards.
    pub bias: NetRow,
    /// The hidden layer: weights of the own sum and of the other side's.
    pub hidden: [[[i16; WIDTH]; 2]; HIDDEN],
    /// The number that is added to each hidden unit, in units of rows and weights multiplied.
    pub hidden_bias: [i32; HIDDEN],
    /// The last layer.
    pub last: [i16; HIDDEN],
    /// The linear evaluation that is added.
    pub skip: Features,
}

impl Net {
    /// The network that comes with this crate: its text says how it was trained.
    #[must_use]
    pub fn fitted() -> Arc<Self> {
        /// Read once: bots are built for every thread, and for every duel of a fit.
        static FITTED: LazyLock<Arc<Net>> = LazyLock::new(|| {
            let net = Net::from_bytes(include_bytes!("../../data/net.bin"));
            Arc::new(net.expect("the network of the crate is whole"))
        });
        Arc::clone(&FITTED)
    }

    /// The row of a card in a zone is the sum of these.
    pub(crate) fn own_rows(&self, passcode: u32) -> Option<&[NetRow; NetZone::COUNT]> {
        self.cards.binary_search(&passcode).ok().map(|at| &self.card_rows[at])
    }
}
