//! Optional triggers of cards in the hand: nobody knows of them, so they have no round of their own but
//! are offered with the responses.

use super::activate::Each;
use crate::game::Game;
use crate::ids::{CardId, Location, Player};
use crate::state::{Duel, Pending, held};
use duelfish_script::{Effect, EffectId, Form, Op, SetRef};

impl Duel {
    /// Whether a waiting trigger is used like a response: optional, of a card of a hand that does not lie
    /// open. Where the rules ask the triggers of each event apart they know no such difference.
    pub(crate) fn is_hidden_trigger(&self, game: &Game<'_>, waiting: &Pending) -> bool {
        !game.rules.earliest_triggers_first
            && self.location(CardId(waiting.card)) == Location::Hand
            && !self.hand_lies_open(self.controller(CardId(waiting.card)))
            && !game.cards.scripts().effect(EffectId(waiting.effect)).must
    }

    /// Whether it is one that can be used in the present window.
    pub(crate) fn is_open_hidden_trigger(&self, game: &Game<'_>, waiting: &Pending) -> bool {
        waiting.held == held::IN_WINDOW && self.is_hidden_trigger(game, waiting)
    }

    /// Shows the triggers of the hand that a player may use now.
    #[inline]
    pub(super) fn each_hidden_trigger(
        &self,
        game: &Game<'_>,
        player: Player,
        each: Each<'_>,
    ) -> bool {
        self.pending().is_empty() || self.each_waiting_in_hand(game, player, each)
    }

    #[inline(never)]
    fn each_waiting_in_hand(&self, game: &Game<'_>, player: Player, each: Each<'_>) -> bool {
        for (at, waiting) in self.pending().iter().enumerate() {
            if self.is_open_hidden_trigger(game, waiting)
                && self.is_trigger_of(game, player, false, waiting)
            {
                let effect = game.cards.scripts().effect(EffectId(waiting.effect));
                if !self.show_trigger(at, effect.ordinal, each) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a trigger of the hand may join the Chain. It answers anything but a Counter Trap. Of those
    /// that Special Summon their own card a player can use only one in a Chain.
    pub(super) fn hidden_trigger_fits(&self, game: &Game<'_>, waiting: &Pending) -> bool {
        let scripts = game.cards.scripts();
        let comes = |effect: &Effect| {
            let itself = |op| matches!(op, Op::SpecialSummon { cards: SetRef::Source, .. });
            effect.form == Form::Trigger && scripts.steps(effect.body).any(itself)
        };
        let effect = scripts.effect(EffectId(waiting.effect));
        let fast =
            self.links().last().is_none_or(|link| scripts.effect(EffectId(link.effect)).speed <= 2);
        fast && !(comes(effect)
            && self.links().iter().any(|link| {
                link.player == waiting.player
                    && link.location == Location::Hand as u8
                    && comes(scripts.effect(EffectId(link.effect)))
            }))
    }
}
