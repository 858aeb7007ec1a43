//! Bits of [`Link::flags`].

/// It is the activation of a card.
pub(crate) const CARD: u8 = 1;
/// Its activation was negated.
pub(crate) const NEGATED: u8 = 2;
/// Its effect was negated.
pub(crate) const NO_EFFECT: u8 = 8;
/// Its source is a Continuous, Equip or Field Card in its zone: it does nothing once that card
/// is gone (TIME-2.3.4).
pub(crate) const STAYS: u8 = 4;
/// Its source is a Trap.
pub(crate) const TRAP: u8 = 16;
/// Its source is a Spell.
pub(crate) const SPELL: u8 = 32;
/// The effects of its source were negated since: it does nothing wherever that is (FACT-N4).
pub(crate) const SOURCE_NEGATED: u8 = 64;
/// Its source was a monster that had been Special Summoned in the same turn.
pub(crate) const NEWCOMER: u8 = 128;
