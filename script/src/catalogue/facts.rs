//! The printed facts of one card, and what cards call Types, Attributes and kinds.

use serde::{Deserialize, Serialize};

/// Which card table a [`CardCode`] is a row of. Tables of the same cards have the same number, tables of other
/// cards another one.
#[repr(transparent)]
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    bytemuck::Pod,
    bytemuck::Zeroable,
    Serialize,
    Deserialize,
)]
pub struct TableId(u16);

impl TableId {
    /// The number of a table of these passcodes: the same ones in the same order give the same number.
    pub(super) fn of(passcodes: impl Iterator<Item = u32>) -> Self {
        // FNV-1a, folded to sixteen bits.
        let hash = passcodes
            .flat_map(u32::to_le_bytes)
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        Self((hash ^ hash >> 16) as u16)
    }

    /// The code of a row. The row must be one of that table, as states and compiled effects keep them;
    /// [`super::Catalogue::at`] checks it.
    #[must_use]
    #[inline(always)]
    pub const fn code(self, row: u16) -> CardCode {
        CardCode { table: self, row }
    }
}

/// A row of a [`Catalogue`](super::Catalogue): which card is printed on a piece of cardboard. It is made by its
/// catalogue alone, and another one refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardCode {
    table: TableId,
    row: u16,
}

impl CardCode {
    /// The code that stands for no card; no catalogue has it unless by chance, and nothing looks it up.
    pub const NONE: Self = Self { table: TableId(0), row: 0 };

    /// The number of the row, from 0, in the order of passcodes.
    #[must_use]
    #[inline(always)]
    pub const fn row(self) -> u16 {
        self.row
    }

    /// The table that it is a row of.
    #[must_use]
    #[inline(always)]
    pub const fn table(self) -> TableId {
        self.table
    }
}

/// The Types of monsters: their bits in card databases, and what cards call them.
pub const TYPES: [(u32, &str); 26] = [
    (0x1, "Warrior"),
    (0x2, "Spellcaster"),
    (0x4, "Fairy"),
    (0x8, "Fiend"),
    (0x10, "Zombie"),
    (0x20, "Machine"),
    (0x40, "Aqua"),
    (0x80, "Pyro"),
    (0x100, "Rock"),
    (0x200, "Winged Beast"),
    (0x400, "Plant"),
    (0x800, "Insect"),
    (0x1000, "Thunder"),
    (0x2000, "Dragon"),
    (0x4000, "Beast"),
    (0x8000, "Beast-Warrior"),
    (0x1_0000, "Dinosaur"),
    (0x2_0000, "Fish"),
    (0x4_0000, "Sea Serpent"),
    (0x8_0000, "Reptile"),
    (0x10_0000, "Psychic"),
    (0x20_0000, "Divine-Beast"),
    (0x40_0000, "Creator God"),
    (0x80_0000, "Wyrm"),
    (0x100_0000, "Cyberse"),
    (0x200_0000, "Illusion"),
];

/// The Attributes of monsters: their bits in card databases, and what cards call them.
pub const ATTRIBUTES: [(u32, &str); 7] = [
    (1, "EARTH"),
    (2, "WATER"),
    (4, "FIRE"),
    (8, "WIND"),
    (16, "LIGHT"),
    (32, "DARK"),
    (64, "DIVINE"),
];

/// The name on cards of the Attribute with this bit.
#[must_use]
pub fn attribute_name(bit: u32) -> Option<&'static str> {
    ATTRIBUTES.iter().find(|(other, _)| *other == bit).map(|(_, name)| *name)
}

/// The bit of the Attribute that cards call so.
pub fn attribute_named(name: &str) -> Option<u32> {
    ATTRIBUTES.iter().find(|(_, other)| other.eq_ignore_ascii_case(name)).map(|(bit, _)| *bit)
}

/// The name on cards of the Type with this bit.
#[must_use]
pub fn type_name(bit: u32) -> Option<&'static str> {
    TYPES.iter().find(|(other, _)| *other == bit).map(|(_, name)| *name)
}

/// The bit of the Type that cards call so.
pub fn type_named(name: &str) -> Option<u32> {
    TYPES.iter().find(|(_, other)| other.eq_ignore_ascii_case(name)).map(|(bit, _)| *bit)
}

/// Bits of [`Facts::kind`], with the values that card databases of the ecosystem use.
pub mod kind {
    /// Monster Card.
    pub const MONSTER: u32 = 0x1;
    /// Spell Card.
    pub const SPELL: u32 = 0x2;
    /// Trap Card.
    pub const TRAP: u32 = 0x4;
    /// Normal Monster.
    pub const NORMAL: u32 = 0x10;
    /// Monster with an effect.
    pub const EFFECT: u32 = 0x20;
    /// Fusion Monster.
    pub const FUSION: u32 = 0x40;
    /// Ritual Monster or Ritual Spell.
    pub const RITUAL: u32 = 0x80;
    /// Spirit monster.
    pub const SPIRIT: u32 = 0x200;
    /// Union monster.
    pub const UNION: u32 = 0x400;
    /// Gemini monster.
    pub const GEMINI: u32 = 0x800;
    /// Tuner monster.
    pub const TUNER: u32 = 0x1000;
    /// Synchro Monster.
    pub const SYNCHRO: u32 = 0x2000;
    /// Token: never part of a deck.
    pub const TOKEN: u32 = 0x4000;
    /// Quick-Play Spell.
    pub const QUICK_PLAY: u32 = 0x1_0000;
    /// Continuous Spell or Trap.
    pub const CONTINUOUS: u32 = 0x2_0000;
    /// Equip Spell.
    pub const EQUIP: u32 = 0x4_0000;
    /// Field Spell.
    pub const FIELD: u32 = 0x8_0000;
    /// Counter Trap.
    pub const COUNTER: u32 = 0x10_0000;
    /// Flip monster.
    pub const FLIP: u32 = 0x20_0000;
    /// Toon monster.
    pub const TOON: u32 = 0x40_0000;
    /// Xyz Monster.
    pub const XYZ: u32 = 0x80_0000;
    /// Pendulum Monster.
    pub const PENDULUM: u32 = 0x100_0000;
    /// Special Summon Monster: cannot be Normal Summoned or Set (CT-02.16).
    pub const SPECIAL_SUMMON: u32 = 0x200_0000;
    /// Link Monster.
    pub const LINK: u32 = 0x400_0000;
    /// The monsters that begin a duel in the Extra Deck (CT-01.5b, CT-03.1).
    pub const EXTRA_DECK: u32 = FUSION | SYNCHRO | XYZ | LINK;
}

/// The printed numbers of one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Eight-digit number in the card's corner, as .ydk files write it.
    pub passcode: u32,
    /// Passcode of the card that this row is another artwork of, or is treated as; 0 for none.
    pub alias: u32,
    /// Bits of [`kind`].
    pub kind: u32,
    /// Type (Warrior, Dragon ...), one bit as in card databases.
    pub race: u32,
    /// ATK in points; `-2` stands for "?".
    pub atk: i32,
    /// DEF in points; `-2` stands for "?"; 0 for Link Monsters, which have none (CT-01.3).
    pub def: i32,
    /// Attribute: EARTH 1, WATER 2, FIRE 4, WIND 8, LIGHT 16, DARK 32, DIVINE 64.
    pub attribute: u8,
    /// Level, Rank or Link Rating.
    pub level: u8,
    /// Left and right Pendulum Scale.
    pub scales: [u8; 2],
    /// Link Arrows: bottom-left 1, bottom 2, bottom-right 4, left 8, right 0x20, top-left 0x40,
    /// top 0x80, top-right 0x100.
    pub arrows: u16,
    /// Archetype numbers; unused places are 0.
    pub archetypes: [u16; 5],
}

impl Facts {
    /// Whether the card belongs to an archetype. The last three hexadecimal digits are the
    /// archetype, the first one says which parts of it are meant; a part belongs to the whole.
    #[must_use]
    pub fn is_of_archetype(&self, number: u16) -> bool {
        let (whole, parts) = (number & 0xfff, number & 0xf000);
        self.archetypes.iter().any(|own| own & 0xfff == whole && own & parts == parts && *own != 0)
    }

    /// Whether all these bits of [`kind`] are printed.
    #[must_use]
    pub const fn is(&self, bits: u32) -> bool {
        self.kind & bits == bits
    }

    /// Whether any of these bits of [`kind`] is printed.
    #[must_use]
    pub const fn is_any(&self, bits: u32) -> bool {
        self.kind & bits != 0
    }

    /// Its Rank; 0 for what has none.
    #[must_use]
    pub const fn rank(&self) -> i32 {
        if self.is(kind::XYZ) { self.level as i32 } else { 0 }
    }

    /// Its Level; 0 for what has none: Xyz Monsters have a Rank and Link Monsters a Link Rating instead
    /// (CT-03.6b, CT-03.8b).
    #[must_use]
    pub const fn level_or_none(&self) -> u8 {
        if self.is_any(kind::XYZ | kind::LINK) { 0 } else { self.level }
    }

    /// How many monsters a Normal Summon of this card Tributes (SU-01.4.i, SU-01.5, SU-01.6).
    #[must_use]
    pub const fn tributes(&self) -> u8 {
        Self::tributes_of_level(self.level)
    }

    /// The same for a monster of this Level.
    #[must_use]
    pub const fn tributes_of_level(level: u8) -> u8 {
        match level {
            0..=4 => 0,
            5 | 6 => 1,
            _ => 2,
        }
    }

    /// Whether the card may be Normal Summoned or Set at all (CT-02.4): a Main Deck monster that
    /// is neither a Ritual nor a Special Summon Monster.
    #[must_use]
    pub const fn can_be_normal_summoned(&self) -> bool {
        self.is(kind::MONSTER)
            && !self.is_any(kind::EXTRA_DECK | kind::RITUAL | kind::SPECIAL_SUMMON | kind::TOKEN)
    }

    /// Whether rules alone say everything this card does: a monster of the Main Deck without an
    /// effect. Pendulum Monsters are not, because they can also be activated as Spells (DF-30.i).
    #[must_use]
    pub const fn is_plain_monster(&self) -> bool {
        self.is(kind::MONSTER)
            && !self.is_any(kind::EFFECT | kind::EXTRA_DECK | kind::TOKEN | kind::PENDULUM)
    }

    /// Whether this row is only another artwork of the card `alias`: artworks are numbered within
    /// ten of each other, while a card that is merely *treated as* another is far from it.
    #[must_use]
    pub const fn is_artwork(&self) -> bool {
        self.alias != 0 && self.alias.abs_diff(self.passcode) < 10
    }
}
