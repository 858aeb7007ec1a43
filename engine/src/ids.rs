//! Small names for things: players, cards in play, zones, places, battle positions, phases.
//!
//! All are one byte in the duel. `NO_CARD` and `NO_ZONE` stand for "none", so that the duel holds
//! no `Option` and every bit pattern of it is plain data.

/// One of the two players. Player 0 takes the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The player who takes the first turn.
    pub const FIRST: Self = Self(0);
    /// The player who takes the second turn.
    pub const SECOND: Self = Self(1);
    /// Both players, in seat order.
    pub const BOTH: [Self; 2] = [Self::FIRST, Self::SECOND];

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Index into a pair of things, one for each player.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        // There are only two; to say so spares a check wherever the pair is read.
        (self.0 & 1) as usize
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "P{}", self.0 + 1)
    }
}

/// One piece of cardboard in a duel, whatever is printed on it. card ids stay inside the engine:
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
pub struct MonsterZone(pub u8);

impl MonsterZone {
    /// Number of Main Monster Zones of a player (DF-7).
    pub const MAIN: u8 = 5;
    /// Number of Monster Zones of a player, the two Extra Monster Zones included.
    pub const ALL: u8 = 7;

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

/// Defines a one-byte enum with a checked way back from its byte.
macro_rules! byte_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        $vis enum $name { $($(#[$variant_meta])* $variant),+ }

        impl $name {
            pub(crate) const TABLE: &'static [Self] = &[$(Self::$variant),+];

            /// The value with this number; numbers that the duel never writes mean the first one.
            #[allow(dead_code, reason = "not every enum is stored in the duel")]
            #[inline(always)]
            pub(crate) const fn from_byte(byte: u8) -> Self {
                // Compilers see through this: it becomes one comparison.
                match byte {
                    $(n if n == Self::$variant as u8 => Self::$variant,)+
                    _ => Self::TABLE[0],
                }
            }
        }
    };
}
pub(crate) use byte_enum;

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
        matches!(self, Self::DeckRest | Self::DeckTop | Self::DeckBottom)
    }

    /// Whether it is a zone for Spells and Traps: a Spell & Trap Zone, be it a Pendulum Zone or not, or
    /// the Field Zone.
    #[must_use]
    pub const fn is_spell_zone(self) -> bool {
        matches!(self, Self::Spell | Self::Field | Self::Pendulum)
    }

    /// Whether it is on the field (DF-3).
    #[must_use]
    pub const fn is_on_field(self) -> bool {
        matches!(self, Self::Monster) || self.is_spell_zone()
    }
}

byte_enum! {
    /// How a card lies. Monsters have three of these (BP-1); other cards are up or down.
    pub enum BattlePosition {
        /// Face-down and not on the field, or a Set Spell or Trap.
        Down,
        /// Face-up, not a monster on the field.
        Up,
        /// Face-up Attack Position.
        Attack,
        /// Face-up Defense Position.
        Defense,
        /// Face-down Defense Position.
        Set,
    }
}

impl BattlePosition {
    /// Whether everybody can see what the card is.
    #[must_use]
    pub const fn is_face_up(self) -> bool {
        matches!(self, Self::Up | Self::Attack | Self::Defense)
    }

    /// The word for it in positions, duel tests and logs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Up => "up",
            Self::Attack => "attack",
            Self::Defense => "defense",
            Self::Set => "set",
        }
    }
}

byte_enum! {
    /// The part of the turn (TU-00.1.i); the Battle Phase is split where the rules differ.
    pub enum Phase {
        /// Before the first turn.
        Setup,
        /// Draw Phase.
        Draw,
        /// Standby Phase.
        Standby,
        /// Main Phase 1.
        Main1,
        /// Start Step of the Battle Phase.
        BattleStart,
        /// Battle Step.
        Battle,
        /// Damage Step.
        Damage,
        /// End Step of the Battle Phase.
        BattleEnd,
        /// Main Phase 2.
        Main2,
        /// End Phase.
        End,
    }
}

impl Phase {
    /// All bits of [`Phase::alike_bit`].
    pub(crate) const ALL_ALIKE: u8 = 0b1_1111;

    /// The bit of a phase in which effects may be used in response as in the End Phase, if nothing tells
    /// the two apart; 0 for the steps of a battle.
    pub(crate) const fn alike_bit(self) -> u8 {
        match self {
            Self::End => 1,
            Self::Draw => 1 << 1,
            Self::Standby => 1 << 2,
            Self::Main1 => 1 << 3,
            Self::Main2 => 1 << 4,
            _ => 0,
        }
    }

    /// Whether this is Main Phase 1 or 2.
    #[must_use]
    pub const fn is_main(self) -> bool {
        matches!(self, Self::Main1 | Self::Main2)
    }

    /// The word for it in positions, duel tests and logs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Draw => "draw",
            Self::Standby => "standby",
            Self::Main1 => "main1",
            Self::BattleStart => "start",
            Self::Battle => "battle",
            Self::Damage => "damage",
            Self::BattleEnd => "battle-end",
            Self::Main2 => "main2",
            Self::End => "end",
        }
    }
}
