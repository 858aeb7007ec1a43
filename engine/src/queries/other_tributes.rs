//! Tribute Summons with another number of Tributes than the Level of the monster says.

use crate::ids::{CardId, Player};
use crate::legal::TributeRoom;
use crate::marks::rule;
use crate::state::{Ctx, Duel, traits};
use duelfish_script::{Catalogue, Effect, EffectId, Form};

impl Duel {
    /// The effect by which a monster can be Tribute Summoned face-up with another number of Tributes now,
    /// if there are so many.
    pub(crate) fn way_with_other_tributes(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        room: Option<TributeRoom>,
    ) -> Option<EffectId> {
        if !self.has_trait(traits::TRIBUTELESS) {
            return None;
        }
        let ctx = Ctx::of_card(player, card);
        let mut ways = cards.scripts().effects_of(self.code(card));
        let found = ways.find(|(_, effect)| {
            effect.form == Form::OtherTributes
                && ![0, effect.tributes].contains(&self.tributes_of(cards, card))
                && self.holds(cards, ctx, effect.condition)
                && self.tributes_with(cards, player, card).within(room).allow(effect.tributes)
        });
        rule!("SU-01.18");
        found.map(|(id, _)| id)
    }

    /// The effect of a monster that says with how many other Tributes it can be Summoned, whether that can
    /// be done now or not.
    pub(crate) fn other_tributes<'a>(
        &self,
        cards: &'a Catalogue,
        card: CardId,
    ) -> Option<&'a Effect> {
        let mut effects = cards.scripts().effects_of(self.code(card));
        effects.find(|(_, effect)| effect.form == Form::OtherTributes).map(|(_, effect)| effect)
    }
}
