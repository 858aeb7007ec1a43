//! What is printed on cards: the immutable facts that every duel shares.
//!
//! A duel stores only a [`Print`], a `u16` row number of its [`Catalogue`]. Names live here and
//! never in a duel.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::effects::{Scripts, ScriptsError};
use crate::rules::Texts;

/// A row of the [`Catalogue`]: which card is printed on a piece of cardboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Print(pub u16);

/// The Types of monsters: their bits in card databases, and what cards call them.
pub(crate) const TYPES: [(u32, &str); 26] = [
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
pub(crate) const ATTRIBUTES: [(u32, &str); 7] = [
    (1, "EARTH"),
    (2, "WATER"),
    (4, "FIRE"),
    (8, "WIND"),
    (16, "LIGHT"),
    (32, "DARK"),
    (64, "DIVINE"),
];

/// What cards call the Attribute with this bit.
#[must_use]
pub fn attribute_name(bit: u32) -> Option<&'static str> {
    ATTRIBUTES.iter().find(|(other, _)| *other == bit).map(|(_, name)| *name)
}

/// The bit of the Attribute that cards call so.
pub(crate) fn attribute_named(name: &str) -> Option<u32> {
    ATTRIBUTES.iter().find(|(_, other)| other.eq_ignore_ascii_case(name)).map(|(bit, _)| *bit)
}

/// What cards call the Type with this bit.
#[must_use]
pub fn type_name(bit: u32) -> Option<&'static str> {
    TYPES.iter().find(|(other, _)| *other == bit).map(|(_, name)| *name)
}

/// The bit of the Type that cards call so.
pub(crate) fn type_named(name: &str) -> Option<u32> {
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

/// All cards that a duel may name: rows sorted by passcode, each with its printed name.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    rows: Arc<[Facts]>,
    names: Arc<[Box<str>]>,
    by_name: Arc<BTreeMap<Box<str>, Print>>,
    scripts: Scripts,
    /// Which texts these scripts are.
    texts: Texts,
    /// The same table with the texts of the period, once somebody asked for it.
    period: OnceLock<Box<Self>>,
}

/// Why a list of cards is no [`Catalogue`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// Prints are `u16`, and the last one means "no card".
    #[error("{0} cards are more than the {max} that a catalogue can number", max = u16::MAX)]
    TooMany(usize),
    /// Two rows have the same passcode.
    #[error("passcode {0} stands twice in the card table")]
    Twice(u32),
}

impl Catalogue {
    /// Builds the table from rows in any order.
    ///
    /// # Errors
    /// Fails when a passcode stands twice or there are more rows than prints.
    pub fn new(mut cards: Vec<(Facts, Box<str>)>) -> Result<Self, CatalogueError> {
        if cards.len() >= usize::from(u16::MAX) {
            return Err(CatalogueError::TooMany(cards.len()));
        }
        cards.sort_by_key(|(facts, _)| facts.passcode);
        for pair in cards.windows(2) {
            if pair[0].0.passcode == pair[1].0.passcode {
                return Err(CatalogueError::Twice(pair[0].0.passcode));
            }
        }
        let mut by_name = BTreeMap::new();
        let (rows, names): (Vec<Facts>, Vec<Box<str>>) = cards.into_iter().unzip();
        for (row, name) in names.iter().enumerate() {
            // Of several rows with one name (artworks, tokens), the name means the card itself.
            let print = Print(row as u16);
            let better = |old: &Print| {
                let rank = |p: &Print| {
                    let facts = &rows[usize::from(p.0)];
                    (facts.is(kind::TOKEN), facts.alias != 0, facts.passcode)
                };
                rank(&print) < rank(old)
            };
            let key = folded(name);
            if by_name.get(&key).is_none_or(better) {
                by_name.insert(key, print);
            }
        }
        Ok(Self {
            rows: rows.into(),
            names: names.into(),
            by_name: Arc::new(by_name),
            ..Self::default()
        })
    }

    /// The table with more rows. All rows are numbered anew, so it has no scripts.
    ///
    /// # Errors
    /// Fails when a passcode stands twice or there are more rows than prints.
    pub fn with_cards(self, more: Vec<(Facts, Box<str>)>) -> Result<Self, CatalogueError> {
        let rows = self.rows.iter().copied().zip(self.names.iter().cloned());
        Self::new(rows.chain(more).collect())
    }

    /// The same table, whose cards do what the scripts say.
    #[must_use]
    pub fn with_scripts(self, scripts: Scripts) -> Self {
        Self { scripts, period: OnceLock::new(), ..self }
    }

    /// The same table with the texts that these rules play: cards that have a text of that period
    /// do what it says, all others what the modern one says. Made when it is first asked for.
    ///
    /// A table that this returned has one text a card and returns itself.
    #[must_use]
    pub fn with_texts(&self, texts: Texts) -> &Self {
        let Some(scripts) = self.scripts.period().filter(|_| texts == Texts::Goat) else {
            return self;
        };
        self.period.get_or_init(|| {
            let (rows, names) = (Arc::clone(&self.rows), Arc::clone(&self.names));
            let by_name = Arc::clone(&self.by_name);
            let (scripts, period) = (scripts.clone(), OnceLock::new());
            Box::new(Self { rows, names, by_name, scripts, texts, period })
        })
    }

    /// Whether its cards do what the texts say that these rules play.
    #[must_use]
    pub(crate) fn has_texts(&self, texts: Texts) -> bool {
        self.texts == texts || std::ptr::eq(self.with_texts(texts), self)
    }

    /// The same table, in which these cards can be played as if they had no text: their monsters
    /// have no effect, their Spells and Traps can be Set and never activated.
    ///
    /// # Errors
    /// Fails when there are more cards with scripts than can be numbered.
    pub fn with_blanks(mut self, prints: &[Print]) -> Result<Self, ScriptsError> {
        for print in prints {
            if !self.is_playable(*print) {
                self.scripts.add_blank(*print)?;
            }
        }
        self.period = OnceLock::new();
        Ok(self)
    }

    /// What the cards do.
    #[must_use]
    pub const fn scripts(&self) -> &Scripts {
        &self.scripts
    }

    /// Whether a duel can be played with this card: rules alone say what it does, or a script does.
    /// Tokens can, though no Deck holds any.
    #[must_use]
    pub fn is_playable(&self, print: Print) -> bool {
        let facts = self.facts(print);
        let plain_token = facts.is(kind::TOKEN) && !facts.is(kind::EFFECT);
        facts.is_plain_monster() || plain_token || self.scripts.card(print).is_some()
    }

    /// The next row of a Token of which there are several pictures.
    pub(crate) fn next_picture(&self, token: Print) -> Option<Print> {
        let next = Print(token.0 + 1);
        let facts = self.rows.get(usize::from(next.0))?;
        let same = facts.is(kind::TOKEN) && self.base(next) == self.base(token);
        same.then_some(next)
    }

    /// The first row of the Token with this name; of several Tokens of one name the one that is numbered
    /// next after the card that makes it, if there is one.
    pub(crate) fn token_by_name(&self, name: &str, maker: u32) -> Option<Print> {
        let name = folded(name);
        let is = |(_, facts, other): &(Print, &Facts, &str)| {
            facts.is(kind::TOKEN) && folded(other) == name
        };
        let next = |facts: &Facts| (maker..maker.saturating_add(10)).contains(&facts.passcode);
        let own = self.iter().find(|row| next(row.1) && is(row));
        own.or_else(|| self.iter().find(is)).map(|(print, ..)| print)
    }

    /// The printed facts of a card.
    #[must_use]
    pub fn facts(&self, print: Print) -> &Facts {
        &self.rows[usize::from(print.0)]
    }

    /// The printed name of a card.
    #[must_use]
    pub fn name(&self, print: Print) -> &str {
        &self.names[usize::from(print.0)]
    }

    /// The row of a passcode.
    #[must_use]
    pub fn by_passcode(&self, passcode: u32) -> Option<Print> {
        let row = self.rows.binary_search_by_key(&passcode, |facts| facts.passcode).ok()?;
        Some(Print(row as u16))
    }

    /// The row of a name; upper and lower case, spaces and punctuation don't matter.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<Print> {
        let found = self.by_name.get(&folded(name)).copied()?;
        if self.name(found) == name {
            return Some(found);
        }
        // A few names differ in punctuation alone, so the exact name comes first.
        let exact = self.names.iter().position(|other| **other == *name);
        Some(exact.map_or(found, |row| Print(row as u16)))
    }

    /// A text that [`Catalogue::find`] reads back as this very row: the name where it means this
    /// row and can stand in a list, else the passcode.
    #[must_use]
    pub fn label(&self, print: Print) -> Cow<'_, str> {
        let name = self.name(print);
        let plain = !name.contains([';', '#', '[', '*']);
        if plain && self.by_name(name) == Some(print) {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(self.facts(print).passcode.to_string())
        }
    }

    /// The row of a name or a passcode.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Print> {
        let text = text.trim();
        let by_number = text.parse().ok().and_then(|passcode| self.by_passcode(passcode));
        by_number.or_else(|| self.by_name(text))
    }

    /// The card of which `print` is another artwork; otherwise `print` itself.
    #[must_use]
    pub fn base(&self, print: Print) -> Print {
        let facts = self.facts(print);
        let base = facts.is_artwork().then(|| self.by_passcode(facts.alias)).flatten();
        base.unwrap_or(print)
    }

    /// The card whose name `print` has: that of which it is another artwork, or as which it is always
    /// treated; otherwise `print` itself.
    #[must_use]
    pub fn name_as(&self, print: Print) -> Print {
        match self.facts(print).alias {
            0 => print,
            alias => self.by_passcode(alias).unwrap_or(print),
        }
    }

    /// All rows in the order of their passcodes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Print, &Facts, &str)> {
        let rows = self.rows.iter().zip(self.names.iter()).enumerate();
        rows.map(|(row, (facts, name))| (Print(row as u16), facts, &**name))
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the table has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// The form in which names are compared: lower-case letters and digits only.
fn folded(name: &str) -> Box<str> {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
