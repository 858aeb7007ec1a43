//! The file of a policy: lines of text that say how it was made, an empty line, then all numbers in little-endian
//! order.

use super::{POLICY_FACTS, Policy, Role};
use crate::net::{FACTORS, NetRow};
use crate::weight_file::{MOST_CARDS, OpenedFile, WeightFileError, WeightKind};

/// Files of policies.
pub(super) const KIND: WeightKind = WeightKind { word: "policy", first_line: "duelfish-policy 1" };

impl Policy {
    /// Reads a file.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn from_bytes(file: &[u8]) -> Result<Self, WeightFileError> {
        let most = MOST_CARDS * Role::COUNT as u32;
        let OpenedFile { about, count, numbers: mut reader } = KIND.open(file, most, bytes_for)?;
        let cards: Vec<(u32, u8)> = (0..count)
            .map(|_| {
                let passcode = u32::from_le_bytes(reader.take());
                let [role] = reader.take();
                (passcode, role)
            })
            .collect();
        if !cards.is_sorted_by(|a, b| a < b)
            || cards.iter().any(|(_, role)| usize::from(*role) >= Role::COUNT)
        {
            return Err(WeightFileError::Damaged(KIND, "its cards are not in order"));
        }
        Ok(Self {
            about,
            card_rows: cards.iter().map(|_| reader.row()).collect(),
            cards,
            factor_rows: (0..FACTORS).map(|_| std::array::from_fn(|_| reader.row())).collect(),
            fact_rows: (0..POLICY_FACTS).map(|_| reader.row()).collect(),
            number_rows: std::array::from_fn(|_| std::array::from_fn(|_| reader.row())),
            bias: reader.row(),
            last: reader.row(),
        })
    }

    /// The file of this policy.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = KIND.write_head(&self.about, self.cards.len());
        for (passcode, role) in &self.cards {
            file.extend(passcode.to_le_bytes());
            file.push(*role);
        }
        let rows = self.card_rows.iter().chain(self.factor_rows.iter().flatten());
        let rows = rows.chain(&self.fact_rows).chain(self.number_rows.iter().flatten());
        let rows = rows.chain([&self.bias, &self.last]);
        file.extend(rows.flatten().flat_map(|number| number.to_le_bytes()));
        file
    }
}

/// The bytes of all numbers of a policy with so many rows for cards.
const fn bytes_for(cards: usize) -> usize {
    let rows = cards + FACTORS * Role::COUNT + POLICY_FACTS + 2 * super::POLICY_NUMBERS + 2;
    4 + 5 * cards + rows * size_of::<NetRow>()
}
