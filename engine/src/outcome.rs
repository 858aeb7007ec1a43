//! How duels end.

use crate::ids::Player;

/// The cause that decided a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// Life Points fell to 0 or below.
    LifePoints,
    /// A card had to be drawn from an empty Deck.
    DeckOut,
    /// A card said so.
    Card,
}

/// A cap of [`crate::Rules`] or a fixed size that a duel ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// `Rules::turn_cap`.
    Turns,
    /// `Rules::decision_cap`.
    Decisions,
    /// `Rules::step_cap`.
    Steps,
    /// A room of the state was full: see the `limits` module.
    Size,
}

/// How a duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// One player won.
    Win(Player, Reason),
    /// Both lost at the same time.
    Draw(Reason),
    /// The duel was stopped by a limit; nobody won.
    Limit(Limit),
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player, _) => Some(player),
            Self::Draw(_) | Self::Limit(_) => None,
        }
    }

    /// One byte for the duel; 0 is kept for "not over".
    pub(crate) const fn to_byte(self) -> u8 {
        match self {
            Self::Win(player, reason) => 1 + player.number() + 2 * reason as u8,
            Self::Draw(reason) => 16 + reason as u8,
            Self::Limit(limit) => 32 + limit as u8,
        }
    }

    /// The outcome that [`Outcome::to_byte`] wrote.
    pub(crate) const fn from_byte(byte: u8) -> Option<Self> {
        const REASONS: [Reason; 3] = [Reason::LifePoints, Reason::DeckOut, Reason::Card];
        const LIMITS: [Limit; 4] = [Limit::Turns, Limit::Decisions, Limit::Steps, Limit::Size];
        match byte {
            1..=6 => {
                let n = byte - 1;
                Some(Self::Win(Player::of_bit(n & 1), REASONS[(n >> 1) as usize]))
            }
            16..=18 => Some(Self::Draw(REASONS[(byte - 16) as usize])),
            32..=35 => Some(Self::Limit(LIMITS[(byte - 32) as usize])),
            _ => None,
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Win(player, reason) => write!(f, "{player} wins by {}", reason.word()),
            Self::Draw(reason) => write!(f, "draw by {}", reason.word()),
            Self::Limit(limit) => write!(f, "stopped by the limit of {}", limit.word()),
        }
    }
}

impl Reason {
    /// The word for it in results and duel tests.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::LifePoints => "lp",
            Self::DeckOut => "deckout",
            Self::Card => "card",
        }
    }
}

impl Limit {
    /// The word for it in results and duel tests.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Decisions => "decisions",
            Self::Steps => "steps",
            Self::Size => "size",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_survives_its_byte() {
        let reasons = [Reason::LifePoints, Reason::DeckOut, Reason::Card];
        let wins = reasons.iter().flat_map(|r| Player::BOTH.map(|p| Outcome::Win(p, *r)));
        let draws = reasons.iter().map(|r| Outcome::Draw(*r));
        let limits = [Limit::Turns, Limit::Decisions, Limit::Steps, Limit::Size];
        for outcome in wins.chain(draws).chain(limits.map(Outcome::Limit)) {
            assert_eq!(Outcome::from_byte(outcome.to_byte()), Some(outcome));
        }
        assert_eq!(Outcome::from_byte(0), None);
    }
}
