//! The monsters that can be Tributed in another way of a Tribute Summon, which the text of the card allows.

use super::tributes::{ChosenTributes, Tributes};
use crate::ids::{CardId, Player};
use crate::state::{Ctx, Duel};
use duelfish_script::{Catalogue, Effect, TestId};

impl Duel {
    /// The same in another way that the text of the card allows: with such monsters.
    pub(crate) fn tributes_by(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        way: &Effect,
    ) -> Tributes {
        let tributes = self.tributes_with(cards, player, card);
        if way.tributes_of == TestId(0) {
            return tributes;
        }
        let ctx = Ctx::of_card(player, card);
        let fitting = |side: Player, of: u8| {
            let fit = self.monsters(side).filter(|(zone, monster)| {
                // An own one that lies face-down counts as what it is (BP-17).
                of >> zone.0 & 1 == 1
                    && (side == player || self.position(*monster).is_face_up())
                    && self.fits(cards, ctx, way.tributes_of, *monster)
            });
            fit.fold(0, |bits, (zone, _)| bits | 1 << zone.0)
        };
        let own = fitting(player, tributes.own);
        tributes.among(ChosenTributes { own, theirs: fitting(player.other(), tributes.theirs) })
    }
}
