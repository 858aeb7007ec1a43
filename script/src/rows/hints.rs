//! Bits for the ways in which the effects of a card can come to be used. A duel keeps them with the
//! card, so that most cards need not be looked at.

/// The ways in which effects of a card can come to be used at all, as bits of `Card::known`. A
/// conservative prefilter: no rule depends on it.
pub mod able {
    /// In the hand or outside hand and field something that happens to others can trigger it.
    pub const TRIGGERED_AWAY: u8 = 1 << 2;
    /// It can be activated in response while it is Set, or used so in the hand.
    pub const QUICK_SET: u8 = 1 << 3;
    /// It can be used in response while it is face-up on the field.
    pub const QUICK_UP: u8 = 1 << 4;
    /// Something can trigger it.
    pub const TRIGGERED: u8 = 1 << 5;
    /// A phase brings an effect of it.
    pub const IN_PHASE: u8 = 1 << 6;
    /// All of these bits.
    pub const ALL: u8 = TRIGGERED_AWAY | QUICK_SET | QUICK_UP | TRIGGERED | IN_PHASE;
}

/// Where the effects of a card can be activated or used by choice, be it only in the own Main Phase, as bits
/// of `Card::owner`. A conservative prefilter: no rule depends on it.
pub mod used_in {
    /// In the hand.
    pub const HAND: u8 = 1 << 2;
    /// In Monster Zones.
    pub const MONSTERS: u8 = 1 << 3;
    /// In Spell & Trap, Pendulum and Field Zones.
    pub const SPELLS: u8 = 1 << 4;
    /// Outside hand and field.
    pub const ELSEWHERE: u8 = 1 << 5;
    /// All of these bits, and those of [`super::brought_by`].
    pub const ALL: u8 = HAND | MONSTERS | SPELLS | ELSEWHERE | super::brought_by::ALL;
}

/// Which phases bring effects of a card, for the phases of which that is asked most often, as bits of
/// `Card::owner`. A conservative prefilter: no rule depends on it.
pub mod brought_by {
    /// The Standby Phase.
    pub const STANDBY: u8 = 1 << 6;
    /// The End Phase.
    pub const END: u8 = 1 << 7;
    /// All of these bits.
    pub const ALL: u8 = STANDBY | END;
}
