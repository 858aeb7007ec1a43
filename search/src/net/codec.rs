//! The file of a network: lines of text that say how it was made, an empty line, then all numbers in little-endian
//! order.

use super::file::{FileFault, Numbers, head_and_numbers, write_head};
use super::{FACTORS, HIDDEN, MOST, MOST_WEIGHT, NUMBERS, Net, NetRow, NetZone, WIDTH};
use crate::duels::Features;

/// The first line of a file.
const FIRST_LINE: &str = "duelfish-net 1";
/// Cards that a file may have rows for: more than there are.
pub const MOST_CARDS: u32 = 60_000;

/// Why a file is no network that this version reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// It begins with something else.
    #[error(
        "this is no network of this version: its first line is not `{FIRST_LINE}`; `duelfish tune --net` writes one"
    )]
    FirstLine,
    /// It ends before its numbers do, or goes on after them.
    #[error(
        "the file of this network is not whole: {is} bytes of numbers, not {expected}; copy it again, or write it anew with `duelfish tune --net`"
    )]
    Length {
        /// Bytes behind the empty line.
        is: usize,
        /// Bytes that there must be.
        expected: usize,
    },
    /// A number that can't be.
    #[error(
        "the file of this network is damaged: {0}; copy it again, or write it anew with `duelfish tune --net`"
    )]
    Damaged(&'static str),
}

impl Net {
    /// Whether a file begins as one of a network.
    #[must_use]
    pub fn begins(file: &[u8]) -> bool {
        file.starts_with(FIRST_LINE.as_bytes())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn from_bytes(file: &[u8]) -> Result<Self, NetError> {
        if !Self::begins(file) {
            return Err(NetError::FirstLine);
        }
        let (about, numbers) =
            head_and_numbers(file, FIRST_LINE).map_err(|FileFault| NetError::FirstLine)?;
        let whole = |expected| NetError::Length { is: numbers.len(), expected };
        let count = numbers.first_chunk().ok_or(whole(4))?;
        let count = u32::from_le_bytes(*count);
        if count > MOST_CARDS {
            return Err(NetError::Damaged("it has rows for more cards than there are"));
        }
        let expected = bytes_for(count as usize);
        if numbers.len() != expected {
            return Err(whole(expected));
        }
        let mut reader = Numbers(&numbers[4..]);
        let cards: Vec<u32> = (0..count).map(|_| u32::from_le_bytes(reader.take())).collect();
        if !cards.is_sorted_by(|a, b| a < b) {
            return Err(NetError::Damaged("its cards are not in order"));
        }
        let net = Self {
            about,
            card_rows: cards.iter().map(|_| zones(&mut reader)).collect(),
            cards,
            factor_rows: (0..FACTORS).map(|_| zones(&mut reader)).collect(),
            number_rows: std::array::from_fn(|_| reader.row()),
            bias: reader.row(),
            hidden: std::array::from_fn(|_| [reader.row(), reader.row()]),
            hidden_bias: std::array::from_fn(|_| i32::from_le_bytes(reader.take())),
            last: std::array::from_fn(|_| reader.short()),
            skip: std::array::from_fn(|_| f32::from_le_bytes(reader.take())),
        };
        let most = i32::from(MOST) * i32::from(MOST_WEIGHT) * WIDTH as i32;
        let bounded =
            net.hidden.iter().flatten().flatten().all(|w| w.abs_diff(0) <= MOST_WEIGHT as u16)
                && net.hidden_bias.iter().all(|bias| bias.unsigned_abs() <= most.unsigned_abs());
        if !bounded {
            return Err(NetError::Damaged("a weight is larger than weights are"));
        }
        if net.skip.iter().any(|weight| !weight.is_finite()) {
            return Err(NetError::Damaged("a weight is no number"));
        }
        Ok(net)
    }

    /// The file of this network.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = write_head(FIRST_LINE, &self.about);
        file.extend((self.cards.len() as u32).to_le_bytes());
        file.extend(self.cards.iter().flat_map(|card| card.to_le_bytes()));
        let rows = self.card_rows.iter().chain(&self.factor_rows).flatten();
        let rows = rows.chain(&self.number_rows).chain([&self.bias]);
        let rows = rows.chain(self.hidden.iter().flatten());
        file.extend(rows.flatten().flat_map(|number| number.to_le_bytes()));
        file.extend(self.hidden_bias.iter().flat_map(|number| number.to_le_bytes()));
        file.extend(self.last.iter().flat_map(|number| number.to_le_bytes()));
        file.extend(self.skip.iter().flat_map(|number| number.to_le_bytes()));
        file
    }
}

/// The bytes of all numbers of a network with rows for so many cards.
const fn bytes_for(cards: usize) -> usize {
    let rows = (cards + FACTORS) * NetZone::COUNT + NUMBERS + 1 + 2 * HIDDEN;
    4 + 4 * cards + rows * size_of::<NetRow>() + HIDDEN * (4 + 2) + size_of::<Features>()
}

fn zones(reader: &mut Numbers<'_>) -> [NetRow; NetZone::COUNT] {
    std::array::from_fn(|_| reader.row())
}
