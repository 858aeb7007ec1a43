//! The texts that cards have by the rules of a time.

/// Which texts the cards of a duel have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Texts {
    /// The newest ones.
    #[default]
    Modern,
    /// Those of April 2005, where the card files have one (`text goat`).
    Goat,
    /// Those of March 2010, where the card files have one (`text edison`).
    Edison,
}

impl Texts {
    /// The periods of which card files may have a text besides the modern one.
    pub const PERIODS: [Self; 2] = [Self::Goat, Self::Edison];

    /// How tools and card files name them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Modern => "modern",
            Self::Goat => "goat",
            Self::Edison => "edison",
        }
    }

    /// Its place among the periods; none for the modern texts.
    pub(crate) const fn period(self) -> Option<usize> {
        match self {
            Self::Modern => None,
            Self::Goat => Some(0),
            Self::Edison => Some(1),
        }
    }
}
