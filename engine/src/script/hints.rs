//! Bits for the ways in which the effects of a card can come to be used. A duel keeps them with the
//! card, so that most cards need not be looked at.

/// The ways in which effects of a card can come to be used at all, as bits of `Card::known`. A
/// conservative prefilter: no rule depends on it.
pub(crate) mod able {
    /// In the hand or outside hand and field something that happens to others can trigger it.
    pub(crate) const TRIGGERED_AWAY: u8 = 1 << 2;
    /// It can be activated in response while it is Set, or used so in the hand.
    pub(crate) const QUICK_SET: u8 = 1 << 3;
    /// It can be used in response while it is face-up on the field.
    pub(crate) const QUICK_UP: u8 = 1 << 4;
    /// Something can trigger it.
    pub(crate) const TRIGGERED: u8 = 1 << 5;
    /// A phase brings an effect of it.
    pub(crate) const IN_PHASE: u8 = 1 << 6;
    /// All of these bits.
    pub(crate) const ALL: u8 = TRIGGERED_AWAY | QUICK_SET | QUICK_UP | TRIGGERED | IN_PHASE;
}

/// Where the effects of a card can be activated or used by choice, be it only in the own Main Phase, as bits
/// of `Card::owner`. A conservative prefilter: no rule depends on it.
pub(crate) mod used_in {
    /// In the hand.
    pub(crate) const HAND: u8 = 1 << 2;
    /// In Monster Zones.
    pub(crate) const MONSTERS: u8 = 1 << 3;
    /// In Spell & Trap, Pendulum and Field Zones.
    pub(crate) const SPELLS: u8 = 1 << 4;
    /// Outside hand and field.
    pub(crate) const ELSEWHERE: u8 = 1 << 5;
    /// All of these bits, and those of [`super::brought_by`].
    pub(crate) const ALL: u8 = HAND | MONSTERS | SPELLS | ELSEWHERE | super::brought_by::ALL;
}

/// Which phases bring effects of a card, for the phases of which that is asked most often, as bits of
/// `Card::owner`. A conservative prefilter: no rule depends on it.
pub(crate) mod brought_by {
    /// The Standby Phase.
    pub(crate) const STANDBY: u8 = 1 << 6;
    /// The End Phase.
    pub(crate) const END: u8 = 1 << 7;
    /// All of these bits.
    pub(crate) const ALL: u8 = STANDBY | END;
}
