//! The materials of Summons from the Extra Deck: Synchro, Xyz and Link Materials.

use super::ids::TestId;
use serde::{Deserialize, Serialize};

/// How many kinds of materials a recipe may name.
pub const MAX_PARTS: usize = 3;

/// The materials with which a monster is Summoned from the Extra Deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The kinds of materials, each with how many of them; unused places want none.
    pub parts: [Ingredient; MAX_PARTS],
    /// The sum that they must come to together.
    pub sum: Sum,
    /// Whether no two of them may have the same name.
    pub different_names: bool,
    /// Whether they must all be Xyz Monsters of the same Rank.
    pub same_rank: bool,
    /// Whether a monster is Summoned with them, so that it must have a zone once they have gone.
    pub needs_zone: bool,
}

/// One kind of materials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ingredient {
    /// The test for each of them.
    pub test: TestId,
    /// At least so many.
    pub least: u8,
    /// At most so many.
    pub most: u8,
}

/// The sum that materials must come to together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sum {
    /// Only their number counts.
    Nothing,
    /// Their Levels are together the Level of the monster (SU-07.6).
    Levels,
    /// Each counts one, or a Link Monster its Link Rating, and together they are the Link Rating of the
    /// monster (SU-05.6).
    Ratings,
}

impl Recipe {
    /// How many materials there are at least and at most.
    #[inline]
    pub fn counts(&self) -> (u32, u32) {
        let [a, b, c] = &self.parts;
        let sum = |a: u8, b: u8, c: u8| u32::from(a) + u32::from(b) + u32::from(c);
        (sum(a.least, b.least, c.least), sum(a.most, b.most, c.most))
    }
}
