//! How a recorded duel ended.

use bincode::{Decode, Encode};
use duelfish_engine::{Limit, Outcome, Player, Reason};

use crate::bots::{Failure, ProgramEnd};

/// How a duel ended, in a record, or that it has not: a person's duel that was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Ending {
    /// 0 or 1: the player who won; 2: a draw; 3: a limit; 4: it was left before its end; 5: a bot gave no
    /// legal answer, or its time was over.
    kind: u8,
    /// The number of the reason or limit; of a duel that was left 0 if it may go on, else 1 more than
    /// the player who gave up; of a forfeit the player who lost, and twice the number of the failure.
    by: u8,
}

const REASONS: [Reason; 3] = [Reason::LifePoints, Reason::DeckOut, Reason::Card];
const LIMITS: [Limit; 4] = [Limit::Turns, Limit::Decisions, Limit::Steps, Limit::Size];

/// The kind of ending of a duel that a bot lost because it gave no legal answer in its time.
const FORFEIT: u8 = 5;

impl From<ProgramEnd> for Ending {
    fn from(end: ProgramEnd) -> Self {
        match end {
            ProgramEnd::Rules(outcome) => Self::new(outcome),
            ProgramEnd::Forfeit(loser, failure) => {
                Self { kind: FORFEIT, by: loser.number() + 2 * failure as u8 }
            }
        }
    }
}

impl Ending {
    /// The duel may go on.
    pub const OPEN: Self = Self { kind: 4, by: 0 };

    /// A player gave the duel up, which is no answer to any decision.
    #[must_use]
    pub const fn conceded(by: Player) -> Self {
        Self { kind: 4, by: 1 + by.number() }
    }

    /// The player who gave the duel up, if anybody did.
    #[must_use]
    pub const fn conceded_by(self) -> Option<Player> {
        match (self.kind, self.by) {
            (4, 1) => Some(Player::FIRST),
            (4, 2) => Some(Player::SECOND),
            _ => None,
        }
    }

    /// How a duel of the arena ended; none of a duel that was left.
    #[must_use]
    pub fn end(self) -> Option<ProgramEnd> {
        if self.kind != FORFEIT {
            return self.outcome().map(ProgramEnd::Rules);
        }
        let failure = Failure::ALL.get(usize::from(self.by / 2))?;
        Some(ProgramEnd::Forfeit(Player::of_bit(self.by % 2), *failure))
    }

    /// Whether a record can say this.
    pub(crate) fn is_known(self) -> bool {
        self.end().is_some() || self == Self::OPEN || self.conceded_by().is_some()
    }

    /// The form of an outcome in records.
    #[must_use]
    pub fn new(outcome: Outcome) -> Self {
        let (kind, by) = match outcome {
            Outcome::Win(player, reason) => (player.index() as u8, reason as u8),
            Outcome::Draw(reason) => (2, reason as u8),
            Outcome::Limit(limit) => (3, limit as u8),
        };
        Self { kind, by }
    }

    /// The outcome by the rules; none if the duel was left before.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        let reason = || REASONS.get(usize::from(self.by)).copied();
        match self.kind {
            0 => Some(Outcome::Win(Player::FIRST, reason()?)),
            1 => Some(Outcome::Win(Player::SECOND, reason()?)),
            2 => Some(Outcome::Draw(reason()?)),
            3 => LIMITS.get(usize::from(self.by)).map(|limit| Outcome::Limit(*limit)),
            _ => None,
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.end(), self.conceded_by()) {
            (Some(end), _) => end.fmt(f),
            (None, Some(player)) => write!(f, "{player} concedes"),
            (None, None) => f.write_str("not over"),
        }
    }
}
