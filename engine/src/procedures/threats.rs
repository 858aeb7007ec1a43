//! Causes of a destruction that something may prevent: battle, or an effect and whose it is.

use crate::game::Game;
use crate::ids::{CardId, Player};
use crate::state::{Ctx, Duel, location_bit_of};
use duelfish_script::{Effect, Events, by_bit};

/// A destruction that is about to happen, or a way to a Deck: the event, and what destroys the cards, as in `ReplaceFrame`.
#[derive(Clone, Copy)]
pub(super) struct Threat {
    pub(super) event: Events,
    pub(super) by: u8,
}

/// The cause of a destruction by an effect of a player, as in `ReplaceFrame`.
pub(super) const fn effect_of(player: Player) -> u8 {
    by_bit::EFFECT | 0x10 << player.number()
}

impl Duel {
    /// Whether what destroys a card, and from where, is what an effect asks for.
    pub(super) fn is_threatened_so(
        &self,
        game: &Game<'_>,
        card: CardId,
        effect: &Effect,
        one: CardId,
        by: u8,
    ) -> bool {
        let on = effect.on;
        let causes = by_bit::EFFECT | by_bit::BATTLE;
        let opposing = 0x10 << self.controller(one).other().number();
        on.by & causes & !by == 0
            && (on.by & by_bit::OPPONENT == 0 || by & opposing != 0)
            && (on.from == 0 || on.from & location_bit_of(self.location(one)) != 0)
            && on.doer.is_none_or(|doer| {
                let ctx = Ctx::of_card(self.controller(card), card);
                by & by_bit::EFFECT != 0 && self.resolves_such(game, ctx, doer)
            })
    }
}
