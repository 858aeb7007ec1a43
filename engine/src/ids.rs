//! Small names for things of a duel: cards in play, zones, locations.
//!
//! All are one byte in the duel. `NO_CARD` and `NO_ZONE` stand for "none", so that the duel holds
//! no `Option` and every bit pattern of it is plain data.

pub(crate) use duelfish_script::byte_enum;
pub(crate) use duelfish_script::{BattlePosition, Phase, Player};

/// One piece of cardboard in a duel, whatever is printed on it. Card ids stay inside the engine:
/// what players are shown names cards by zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub(crate) u8);

impl CardId {
    /// Index into the duel's cards.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The card id that means "no card".
pub(crate) const NO_CARD: u8 = u8::MAX;

/// The zone that means "none": a direct attack's target, for example.
pub(crate) const NO_ZONE: u8 = u8::MAX;

/// A Monster Zone of one player. 0 to 4 are the Main Monster Zones from that player's left. 5 and 6
/// are the Extra Monster Zones; 5 of one player is the same place as 6 of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MonsterZone(pub(crate) u8);

impl MonsterZone {
    /// Number of Main Monster Zones of a player (DF-7).
    pub const MAIN: u8 = 5;
    /// Number of Monster Zones of a player, the two Extra Monster Zones included.
    pub const ALL: u8 = 7;
    /// All Monster Zones of a player, in the order of their numbers.
    pub const ZONES: [Self; Self::ALL as usize] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The zone with this number, 0 to 6; none for others.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::ALL { Some(Self(number)) } else { None }
    }

    /// The number, 0 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Index into a player's Monster Zones.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is a Main Monster Zone.
    #[must_use]
    pub const fn is_main(self) -> bool {
        self.0 < Self::MAIN
    }

    /// The column of this number, counted by a player, as the first player counts it: both count from their left.
    pub(crate) const fn seen_by_first(player: Player, own: u8) -> u8 {
        if matches!(player, Player::FIRST) { own } else { Self::MAIN - 1 - own }
    }

    /// The column, counted from its player's left, in which the zone lies: an Extra Monster Zone lies above
    /// the second or the fourth one (DF-1).
    #[must_use]
    pub const fn column(self) -> u8 {
        match self.0 {
            Self::MAIN => 1,
            above if above > Self::MAIN => 3,
            main => main,
        }
    }
}

impl std::fmt::Display for MonsterZone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_main() {
            write!(f, "M{}", self.0 + 1)
        } else {
            write!(f, "E{}", self.0 - Self::MAIN + 1)
        }
    }
}

byte_enum! {
    /// Where a card is.
    pub enum Location {
        /// In no place: an unused card id, or a Token that has left.
        Nowhere,
        /// In the part of the Deck whose order nobody has fixed yet.
        DeckRest,
        /// In the part of the Deck on top of the rest, whose order is fixed.
        DeckTop,
        /// In the part of the Deck below the rest, whose order is fixed.
        DeckBottom,
        /// In the hand.
        Hand,
        /// In a Monster Zone.
        Monster,
        /// In a Spell & Trap Zone.
        Spell,
        /// In the Field Zone.
        Field,
        /// In the Graveyard.
        Grave,
        /// Banished.
        Banished,
        /// In the Extra Deck.
        Extra,
        /// Attached to an Xyz Monster as material.
        Material,
        /// In a Spell & Trap Zone as a Pendulum Spell, so that it is a Pendulum Zone (DF-31, DF-36): how the
        /// card came there makes the difference, not which zone it is.
        Pendulum,
    }
}

impl Location {
    /// Whether it is a part of the Deck.
    #[must_use]
    pub const fn is_deck(self) -> bool {
        match self {
            Self::DeckRest | Self::DeckTop | Self::DeckBottom => true,
            Self::Nowhere
            | Self::Hand
            | Self::Monster
            | Self::Spell
            | Self::Field
            | Self::Grave
            | Self::Banished
            | Self::Extra
            | Self::Material
            | Self::Pendulum => false,
        }
    }

    /// Whether it is a zone for Spells and Traps: a Spell & Trap Zone, be it a Pendulum Zone or not, or
    /// the Field Zone.
    #[must_use]
    pub const fn is_spell_zone(self) -> bool {
        match self {
            Self::Spell | Self::Field | Self::Pendulum => true,
            Self::Nowhere
            | Self::DeckRest
            | Self::DeckTop
            | Self::DeckBottom
            | Self::Hand
            | Self::Monster
            | Self::Grave
            | Self::Banished
            | Self::Extra
            | Self::Material => false,
        }
    }

    /// Whether it is on the field (DF-3).
    #[must_use]
    pub const fn is_on_field(self) -> bool {
        match self {
            Self::Monster | Self::Spell | Self::Field | Self::Pendulum => true,
            Self::Nowhere
            | Self::DeckRest
            | Self::DeckTop
            | Self::DeckBottom
            | Self::Hand
            | Self::Grave
            | Self::Banished
            | Self::Extra
            | Self::Material => false,
        }
    }

    /// Whether effects of cards are used there although it is not on the field.
    pub(crate) const fn is_used_from_away(self) -> bool {
        match self {
            Self::Hand | Self::Grave | Self::Banished => true,
            Self::Nowhere
            | Self::DeckRest
            | Self::DeckTop
            | Self::DeckBottom
            | Self::Monster
            | Self::Spell
            | Self::Field
            | Self::Extra
            | Self::Material
            | Self::Pendulum => false,
        }
    }
}
