//! Effects that are planned for later: with which cards, and when.

use serde::{Deserialize, Serialize};

/// The role of the cards that an effect is planned with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlanAbout {
    /// It happens while any of them has not moved.
    With,
    /// The same, with those of them alone with which it will not happen anyway.
    WithNew,
    /// The first, as something of these cards and not of the player.
    On,
    /// It happens whether they have moved or not.
    For,
}

/// When something that is planned can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlanTime {
    /// As soon as its phase is checked, also that which goes on now.
    Now,
    /// When its phase begins, if that goes on now in a later turn.
    NextPhase,
    /// In a later turn.
    NextTurn,
    /// Each time its event happens in the rest of this turn.
    ThisTurn,
    /// Each time its event happens until so many turns of the opponent are over, the present one included.
    OpponentTurns(u8),
}
