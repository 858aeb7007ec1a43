//! The file of a network: lines of text that say how it was made, an empty line, then all numbers in little-endian
//! order.

use super::{FACTORS, HIDDEN, MOST, MOST_WEIGHT, NUMBERS, Net, NetRow, NetZone, WIDTH};
use crate::duels::Features;
use crate::weight_file::{MOST_CARDS, Numbers, OpenedFile, WeightFileError, WeightKind};

/// Files of networks.
const KIND: WeightKind = WeightKind { word: "net", first_line: "duelfish-net 1" };

impl Net {
    /// Whether a file begins as one of a network.
    #[must_use]
    pub fn begins(file: &[u8]) -> bool {
        KIND.begins(file)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn from_bytes(file: &[u8]) -> Result<Self, WeightFileError> {
        let damaged = |why| WeightFileError::Damaged(KIND, why);
        let OpenedFile { about, count, numbers: mut reader } =
            KIND.open(file, MOST_CARDS, bytes_for)?;
        let cards: Vec<u32> = (0..count).map(|_| u32::from_le_bytes(reader.take())).collect();
        if !cards.is_sorted_by(|a, b| a < b) {
            return Err(damaged("its cards are not in order"));
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
            return Err(damaged("a weight is larger than weights are"));
        }
        if net.skip.iter().any(|weight| !weight.is_finite()) {
            return Err(damaged("a weight is no number"));
        }
        Ok(net)
    }

    /// The file of this network.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = KIND.write_head(&self.about, self.cards.len());
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
