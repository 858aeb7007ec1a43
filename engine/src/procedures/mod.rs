//! The procedures of the game as small step machines.
//!
//! A procedure is a function from a suspended [`Frame`](crate::state::Frame) to one
//! [`Flow`](crate::duel::Flow). A step changes the duel or asks a player, never both, so that the
//! duel is complete whenever somebody is asked.

pub(crate) mod battle;
pub(crate) mod hand_limit;
pub(crate) mod summon;
pub(crate) mod turn;

use crate::ids::byte_enum;

byte_enum! {
    /// Which step function a frame belongs to.
    pub(crate) enum Procedure {
        /// The turn and its phases; the frame at the bottom.
        Turn,
        /// Normal and Tribute Summon and Set.
        NormalSummon,
        /// An attack, from its declaration to the end of its Damage Step.
        Attack,
        /// Discarding down to the hand limit.
        HandLimit,
    }
}
