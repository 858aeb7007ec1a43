//! Conditions on a hand: so many of these cards, and, or, not.

use std::fmt;

use duelfish_engine::{CardCode, Catalogue};

use super::class::Class;

/// A condition on the cards of a hand, as [`parse`](super::parse) reads it.
///
/// Its Display is a text that is read back as the same condition, with all names in quotes.
///
/// ```
/// use duelfish_arena::hands::parse;
///
/// let cards = duelfish_cards::catalogue();
/// let wanted = parse(cards, &[], "at least 1 of Raigeki or Dark Hole and no traps").unwrap();
/// let text = r#"at least 1 of "Raigeki" or "Dark Hole" and no Traps"#;
/// assert_eq!(wanted.to_string(), text);
/// let hand = [cards.by_name("Raigeki").unwrap()];
/// assert!(wanted.holds(cards, &hand));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// So many cards that are in any of these sets; a card in several of them counts once.
    Count(Quantity, Vec<HandCards>),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one of these holds.
    Any(Vec<Condition>),
}

/// A number of cards: from `least` to `most`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The lowest number.
    pub least: u32,
    /// The highest number; none if there is no highest one.
    pub most: Option<u32>,
}

impl Quantity {
    /// The meaning of a condition without a number.
    pub const SOME: Self = Self::at_least(1);
    /// No card at all.
    pub const NONE: Self = Self { least: 0, most: Some(0) };

    /// So many or more.
    #[must_use]
    pub const fn at_least(least: u32) -> Self {
        Self { least, most: None }
    }

    /// Whether so many cards will do.
    #[must_use]
    pub fn holds(self, count: u32) -> bool {
        self.least <= count && self.most.is_none_or(|most| count <= most)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (0, Some(0)) => f.write_str("no"),
            (least, None) => write!(f, "at least {least}"),
            (0, Some(most)) => write!(f, "at most {most}"),
            (least, Some(most)) if least == most => write!(f, "exactly {least}"),
            (least, Some(most)) => write!(f, "{least} to {most}"),
        }
    }
}

/// Cards that are counted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandCards {
    /// The copies of one card.
    Card {
        /// The row of the card itself and not of another artwork.
        code: CardCode,
        /// Its name as it is printed.
        name: String,
    },
    /// All cards of a class.
    Class(Class),
}

impl HandCards {
    /// Whether a card belongs to the set. Artworks are the same card; a card that is only *treated
    /// as* another is not.
    #[must_use]
    pub fn holds(&self, cards: &Catalogue, card: CardCode) -> bool {
        match self {
            Self::Card { code, .. } => cards.base(card) == *code,
            Self::Class(class) => class.holds(cards.facts(card)),
        }
    }
}

impl fmt::Display for HandCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card { name, .. } => f.write_str(&in_quotes(name)),
            Self::Class(class) => class.fmt(f),
        }
    }
}

/// A name in quotes that the parser reads to their end. Few names hold quotes; without them they
/// are found all the same, because names are compared by their letters and digits.
fn in_quotes(name: &str) -> String {
    match name.contains('"') {
        false => format!("\"{name}\""),
        true if !name.contains('\'') => format!("'{name}'"),
        true => format!("\"{}\"", name.replace('"', "")),
    }
}

impl Condition {
    /// Whether the condition holds for these cards, counted one by one.
    #[must_use]
    pub fn holds(&self, cards: &Catalogue, hand: &[CardCode]) -> bool {
        match self {
            Self::Count(quantity, sets) => {
                let is_in = |card: &&CardCode| sets.iter().any(|set| set.holds(cards, **card));
                quantity.holds(hand.iter().filter(is_in).count() as u32)
            }
            Self::Not(inner) => !inner.holds(cards, hand),
            Self::All(parts) => parts.iter().all(|part| part.holds(cards, hand)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(cards, hand)),
        }
    }

    /// All sets that it names, in their order; some may be named twice.
    #[must_use]
    pub fn sets(&self) -> Vec<&HandCards> {
        match self {
            Self::Count(_, sets) => sets.iter().collect(),
            Self::Not(inner) => inner.sets(),
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::sets).collect(),
        }
    }

    /// Whether it is joined from parts, and so needs parentheses inside of another one.
    const fn is_joined(&self) -> bool {
        matches!(self, Self::All(_) | Self::Any(_))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = |f: &mut fmt::Formatter<'_>, part: &Self| {
            if part.is_joined() { write!(f, "({part})") } else { part.fmt(f) }
        };
        let (parts, word) = match self {
            Self::Count(quantity, sets) => {
                let of = sets.len() > 1 && *quantity != Quantity::NONE;
                write!(f, "{quantity} {}", if of { "of " } else { "" })?;
                let sets: Vec<String> = sets.iter().map(HandCards::to_string).collect();
                return f.write_str(&sets.join(" or "));
            }
            Self::Not(inner) => {
                f.write_str("not ")?;
                return within(f, inner);
            }
            Self::All(parts) => (parts, "and"),
            Self::Any(parts) => (parts, "or"),
        };
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                write!(f, " {word} ")?;
            }
            within(f, part)?;
        }
        Ok(())
    }
}
