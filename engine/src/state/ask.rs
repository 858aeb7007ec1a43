//! The open question of a duel. It says who is asked what; which answers are legal is derived from the duel.

use bytemuck::{Pod, Zeroable};

use crate::decision::DecisionKind;
use crate::ids::Player;

/// The open question, or [`Ask::NONE`].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Ask {
    kind: u8,
    player: u8,
    /// How many more cards are to be chosen; for a number the highest one.
    remaining: u8,
    /// Zones or cards below this number are no longer offered (canonical order); for a number the lowest one,
    /// for a response the number of the moment.
    from: u8,
    /// The zones or positions that are offered, one bit each; for other questions 1 if it is known that there
    /// are several answers.
    offered: u8,
    /// For a question of zones: 1 if they are the other player's.
    theirs: u8,
    unused: [u8; 2],
}
const _: () = assert!(size_of::<Ask>() == 8);

impl Ask {
    /// Nobody is asked.
    pub(crate) const NONE: Self = Self {
        kind: DecisionKind::None as u8,
        player: 0,
        remaining: 0,
        from: 0,
        offered: 0,
        theirs: 0,
        unused: [0; 2],
    };

    /// A question that says nothing but who is asked what.
    pub(crate) const fn of(kind: DecisionKind, player: Player) -> Self {
        Self { kind: kind as u8, player: player.number(), ..Self::NONE }
    }

    /// Yes or no.
    pub(crate) const fn confirm(player: Player) -> Self {
        Self::of(DecisionKind::Confirm, player)
    }

    /// One of these battle positions, one bit each.
    pub(crate) const fn position(player: Player, positions: u8) -> Self {
        Self { offered: positions, ..Self::of(DecisionKind::BattlePosition, player) }
    }

    /// One of these Monster Zones of a side, one bit each.
    pub(crate) const fn zone(player: Player, side: Player, zones: u8) -> Self {
        Self::of(DecisionKind::Zone, player).among(side, zones)
    }

    /// One of these Spell & Trap Zones of a side, one bit each.
    pub(crate) const fn spell_zone(player: Player, side: Player, zones: u8) -> Self {
        Self::of(DecisionKind::SpellZone, player).among(side, zones)
    }

    const fn among(self, side: Player, zones: u8) -> Self {
        Self { offered: zones, theirs: (side.number() != self.player) as u8, ..self }
    }

    /// A card with this number in canonical order or a later one, of which at least so many must be chosen.
    pub(crate) const fn card(player: Player, needed: u8, from: u8) -> Self {
        Self { remaining: needed, from, ..Self::of(DecisionKind::Card, player) }
    }

    /// A Tribute from this number in canonical order on, the first of so many.
    pub(crate) const fn tribute(player: Player, needed: u8, from: u8) -> Self {
        Self { remaining: needed, from, ..Self::of(DecisionKind::Tribute, player) }
    }

    /// A card of the hand from this one on, the first of so many that are discarded.
    pub(crate) const fn discard(player: Player, needed: u8, from: u8) -> Self {
        Self { remaining: needed, from, ..Self::of(DecisionKind::Discard, player) }
    }

    /// Whether to activate something at the moment with this number.
    pub(crate) const fn respond(player: Player, moment: u8) -> Self {
        Self { from: moment, ..Self::of(DecisionKind::Respond, player) }
    }

    /// A number between these two.
    pub(crate) const fn number(player: Player, low: u8, high: u8) -> Self {
        Self { from: low, remaining: high, ..Self::of(DecisionKind::Number, player) }
    }

    /// The same question, of which it is known whether it has several answers.
    pub(crate) const fn with_several(self, several: bool) -> Self {
        Self { offered: several as u8, ..self }
    }

    pub(crate) const fn kind(&self) -> DecisionKind {
        DecisionKind::from_byte(self.kind)
    }

    /// The player who is asked.
    pub(crate) const fn player(&self) -> Player {
        Player::of_bit(self.player)
    }

    /// How many more cards must be chosen.
    pub(crate) const fn needed(&self) -> u8 {
        self.remaining
    }

    /// The first number in canonical order that may still be chosen.
    pub(crate) const fn from(&self) -> u8 {
        self.from
    }

    /// The number of the moment of a response.
    pub(crate) const fn moment(&self) -> u8 {
        self.from
    }

    /// The lowest and the highest number that may be declared.
    pub(crate) const fn numbers(&self) -> (u8, u8) {
        (self.from, self.remaining)
    }

    /// The zones or positions that are offered, one bit each.
    pub(crate) const fn offered(&self) -> u8 {
        self.offered
    }

    /// Whether it is known that there are several answers.
    pub(crate) const fn has_several(&self) -> bool {
        self.offered != 0
    }

    /// Whether the zones are the other player's.
    pub(crate) const fn is_of_theirs(&self) -> bool {
        self.theirs != 0
    }
}
