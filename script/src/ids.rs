//! Names that cards and duels share: players, phases, battle positions.

/// One of the two players. Player 0 takes the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The player who takes the first turn.
    pub const FIRST: Self = Self(0);
    /// The player who takes the second turn.
    pub const SECOND: Self = Self(1);
    /// Both players, in seat order.
    pub const BOTH: [Self; 2] = [Self::FIRST, Self::SECOND];

    /// The player with this number: 0 or 1, counted from the one who takes the first turn.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 2 { Some(Self(number)) } else { None }
    }

    /// The player of the lowest bit of a number, as states and records keep one.
    #[must_use]
    #[inline(always)]
    pub const fn of_bit(number: u8) -> Self {
        Self(number & 1)
    }

    /// The number: 0 or 1.
    #[must_use]
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

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

/// Defines a one-byte enum with a checked way back from its byte.
#[macro_export]
macro_rules! byte_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        $vis enum $name { $($(#[$variant_meta])* $variant),+ }

        impl $name {
            /// All values, in the order of their numbers.
            pub const TABLE: &'static [Self] = &[$(Self::$variant),+];

            /// The value with this number; numbers that the duel never writes mean the first one.
            #[inline(always)]
            #[must_use]
            pub const fn from_byte(byte: u8) -> Self {
                // Compilers see through this: it becomes one comparison.
                match byte {
                    $(n if n == Self::$variant as u8 => Self::$variant,)+
                    _ => Self::TABLE[0],
                }
            }
        }
    };
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
    pub const ALL_ALIKE: u8 = 0b1_1111;

    /// The bit of a phase in which effects may be used in response as in the End Phase, if nothing tells
    /// the two apart; 0 for the steps of a battle.
    pub const fn alike_bit(self) -> u8 {
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
