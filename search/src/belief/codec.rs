//! The file of an inference: lines of text that say how it was made, an empty line, then all numbers in little-endian
//! order.

use super::{Inference, InferenceRow, Situation};
use crate::net::FACTORS;
use crate::weight_file::{MOST_CARDS, Numbers, OpenedFile, WeightFileError, WeightKind};

/// Files of inferences.
pub(super) const KIND: WeightKind = WeightKind { word: "belief", first_line: "duelfish-belief 1" };

impl Inference {
    /// Reads a file.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn from_bytes(file: &[u8]) -> Result<Self, WeightFileError> {
        let OpenedFile { about, count, mut numbers } = KIND.open(file, MOST_CARDS, bytes_for)?;
        let cards: Vec<u32> = (0..count).map(|_| u32::from_le_bytes(numbers.take())).collect();
        if !cards.is_sorted_by(|a, b| a < b) {
            return Err(WeightFileError::Damaged(KIND, "its cards are not in order"));
        }
        Ok(Self {
            about,
            card_rows: cards.iter().map(|_| row(&mut numbers)).collect(),
            cards,
            factor_rows: (0..FACTORS).map(|_| row(&mut numbers)).collect(),
        })
    }

    /// The file of this inference.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = KIND.write_head(&self.about, self.cards.len());
        file.extend(self.cards.iter().flat_map(|card| card.to_le_bytes()));
        let rows = self.card_rows.iter().chain(&self.factor_rows);
        file.extend(rows.flatten().flat_map(|units| units.to_le_bytes()));
        file
    }
}

/// The bytes of all numbers of an inference with rows for so many cards.
const fn bytes_for(cards: usize) -> usize {
    4 + 4 * cards + (cards + FACTORS) * size_of::<InferenceRow>()
}

fn row(numbers: &mut Numbers<'_>) -> InferenceRow {
    std::array::from_fn::<_, { Situation::COUNT }, _>(|_| numbers.short())
}
