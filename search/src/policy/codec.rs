//! The file of a policy: lines of text that say how it was made, an empty line, then all numbers in little-endian
//! order.

use super::{POLICY_FACTS, Policy, Role};
use crate::net::file::{FileFault, Numbers, head_and_numbers, write_head};
use crate::net::{FACTORS, MOST_CARDS, NetRow};

/// The first line of a file.
pub(super) const FIRST_LINE: &str = "duelfish-policy 1";

/// Why a file is no policy that this version reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// It begins with something else.
    #[error(
        "this is no policy of this version: its first line is not `{FIRST_LINE}`; `duelfish tune --policy` writes one"
    )]
    FirstLine,
    /// It ends before its numbers do, or goes on after them.
    #[error(
        "the file of this policy is not whole: {is} bytes of numbers, not {expected}; copy it again, or write it anew with `duelfish tune --policy`"
    )]
    Length {
        /// Bytes behind the empty line.
        is: usize,
        /// Bytes that there must be.
        expected: usize,
    },
    /// A number that can't be.
    #[error(
        "the file of this policy is damaged: {0}; copy it again, or write it anew with `duelfish tune --policy`"
    )]
    Damaged(&'static str),
}

impl Policy {
    /// Reads a file.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn from_bytes(file: &[u8]) -> Result<Self, PolicyError> {
        let (about, numbers) =
            head_and_numbers(file, FIRST_LINE).map_err(|FileFault| PolicyError::FirstLine)?;
        let whole = |expected| PolicyError::Length { is: numbers.len(), expected };
        let count = u32::from_le_bytes(*numbers.first_chunk().ok_or(whole(4))?);
        if count > MOST_CARDS * Role::COUNT as u32 {
            return Err(PolicyError::Damaged("it has rows for more cards than there are"));
        }
        let expected = bytes_for(count as usize);
        if numbers.len() != expected {
            return Err(whole(expected));
        }
        let mut reader = Numbers(&numbers[4..]);
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
            return Err(PolicyError::Damaged("its cards are not in order"));
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
        let mut file = write_head(FIRST_LINE, &self.about);
        file.extend((self.cards.len() as u32).to_le_bytes());
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
