//! From where effects look at a duel.

use super::level::Level;
use crate::ids::{CardId, NO_CARD, Player};
use duelfish_script::{Sides, Who};

/// No link of a Chain: the effect is asked about before it is activated, or needs none.
pub(crate) const NO_LINK: u8 = u8::MAX;

/// From where an effect looks at a duel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ctx {
    /// Whose effect it is.
    pub(crate) player: Player,
    /// The card that has it, or `NO_CARD`.
    pub(crate) source: u8,
    /// Index of its link in the Chain, or [`NO_LINK`].
    pub(crate) link: u8,
    /// The batch of events that it answers, from 1; 0 for none.
    pub(crate) batch: u8,
    /// Where its program keeps sets and numbers.
    pub(crate) level: Level,
    /// A card that is looked at as if it had been paid as the cost, or `NO_CARD`.
    pub(crate) paying: u8,
    /// A card that must be among the materials of a Summon that is looked at, or `NO_CARD`.
    pub(crate) material: u8,
    /// The card to which a step gives something just now: [`SetRef::Each`], or `NO_CARD`.
    pub(crate) each: u8,
}

impl Ctx {
    /// An effect of a card outside any Chain.
    pub(crate) const fn of_card(player: Player, source: CardId) -> Self {
        Self {
            player,
            source: source.0,
            link: NO_LINK,
            batch: 0,
            level: Level::OUTERMOST,
            paying: NO_CARD,
            material: NO_CARD,
            each: NO_CARD,
        }
    }

    /// The same, answering a batch of events.
    pub(crate) const fn answering(self, batch: u8) -> Self {
        Self { batch, ..self }
    }

    /// Whether a player is on these sides.
    pub(crate) const fn is_among(self, sides: Sides, player: Player) -> bool {
        // Their numbers plus one have a bit for the own side and above it one for the other, so that
        // nothing need be guessed about whose cards come next.
        const { assert!(Sides::Mine as u8 == 0 && Sides::Theirs as u8 == 1 && Sides::Both as u8 == 2) };
        (sides as u8 + 1) >> !self.is_mine(player) as u8 & 1 == 1
    }

    pub(crate) const fn is_mine(self, player: Player) -> bool {
        self.player.number() == player.number()
    }

    /// Whether something is true of all players that an effect means.
    #[inline]
    pub(crate) fn all_of(self, who: Who, is: impl Fn(Player) -> bool) -> bool {
        match who {
            Who::Me => is(self.player),
            Who::Opponent => is(self.player.other()),
            Who::Both => is(self.player) && is(self.player.other()),
        }
    }

    /// A number of all players that an effect means, together.
    #[inline]
    pub(crate) fn sum_over(self, who: Who, of: impl Fn(Player) -> i32) -> i32 {
        match who {
            Who::Me => of(self.player),
            Who::Opponent => of(self.player.other()),
            Who::Both => of(self.player) + of(self.player.other()),
        }
    }

    /// The one player that makes a choice of the effect.
    pub(crate) const fn chooser(self, who: Who) -> Player {
        match who {
            Who::Opponent => self.player.other(),
            Who::Me | Who::Both => self.player,
        }
    }

    /// The players that an effect means, the turn player first.
    pub(crate) fn players(self, who: Who, turn_player: Player) -> arrayvec::ArrayVec<Player, 2> {
        let both = [turn_player, turn_player.other()];
        let means = |player: &Player| match who {
            Who::Me => self.is_mine(*player),
            Who::Opponent => !self.is_mine(*player),
            Who::Both => true,
        };
        both.into_iter().filter(means).collect()
    }
}
