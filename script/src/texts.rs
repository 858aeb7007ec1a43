//! The texts that cards have by the rules of a time.

/// Which texts the cards of a duel have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Texts {
    /// The newest ones.
    #[default]
    Modern,
    /// Those of April 2005, where the card files have one (`text goat`).
    Goat,
}

impl Texts {
    /// How tools name them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Modern => "modern",
            Self::Goat => "goat",
        }
    }
}
