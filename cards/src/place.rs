//! Where something stands in a deck file, for messages that a reader can act on.

use std::fmt;

/// One of the three parts of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeckPart {
    /// The cards that are drawn.
    Main,
    /// Fusion, Synchro, Xyz and Link Monsters.
    Extra,
    /// Cards to exchange between the duels of a match.
    Side,
}

impl DeckPart {
    /// All three, in the order in which files hold them.
    pub const ALL: [Self; 3] = [Self::Main, Self::Extra, Self::Side];

    /// The line that files write before it.
    pub(crate) const fn heading(self) -> &'static str {
        match self {
            Self::Main => "#main\n",
            Self::Extra => "#extra\n",
            Self::Side => "!side\n",
        }
    }
}

impl fmt::Display for DeckPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Main => "Main Deck",
            Self::Extra => "Extra Deck",
            Self::Side => "Side Deck",
        })
    }
}

/// Where one copy of a card stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a .ydk file, counted from 1.
    Line(u32),
    /// A card of a ydke URL.
    Url {
        /// The line on which the URL stands, counted from 1.
        line: u32,
        /// The part of the URL.
        part: DeckPart,
        /// Which card of that part, counted from 1.
        card: u32,
    },
}

impl Place {
    /// The line of the file, counted from 1.
    #[must_use]
    pub const fn line(self) -> u32 {
        match self {
            Self::Line(line) | Self::Url { line, .. } => line,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Url { part, card, .. } => write!(f, "{part} card {card}"),
        }
    }
}

/// Where every card of a parsed deck stands in its file: one place for each card of the deck, in
/// the same order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The file as it was named to [`parse`](crate::parse).
    pub file: String,
    /// Places of the Main Deck's cards.
    pub main: Vec<Place>,
    /// Places of the Extra Deck's cards.
    pub extra: Vec<Place>,
    /// Places of the Side Deck's cards.
    pub side: Vec<Place>,
}

impl Places {
    /// The places of one part.
    #[must_use]
    pub fn part(&self, part: DeckPart) -> &[Place] {
        match part {
            DeckPart::Main => &self.main,
            DeckPart::Extra => &self.extra,
            DeckPart::Side => &self.side,
        }
    }
}

/// The places that one message is about; its Display is the first of them, like `deck.ydk:7`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spots {
    /// The file, or the deck's name when it came from no file.
    pub file: String,
    /// The places, the first one first; empty when the message is about the whole deck.
    pub places: Vec<Place>,
}

impl Spots {
    /// How many more places a message names before it only counts them.
    const NAMED: usize = 5;

    /// A text like ` (also line 8, line 9)` about all places but the first; empty if there is one.
    #[must_use]
    pub fn others(&self) -> String {
        let others = self.places.get(1..).unwrap_or_default();
        if others.is_empty() {
            return String::new();
        }
        let named: Vec<String> = others.iter().take(Self::NAMED).map(Place::to_string).collect();
        let rest = match others.len().saturating_sub(Self::NAMED) {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        format!(" (also {}{rest})", named.join(", "))
    }
}

impl fmt::Display for Spots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        match self.places.first() {
            None => Ok(()),
            Some(Place::Line(line)) => write!(f, ":{line}"),
            Some(place @ Place::Url { line, .. }) => write!(f, ":{line} ({place})"),
        }
    }
}
