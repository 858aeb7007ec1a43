//! An effect that becomes the effect of another card: of a Spell or Trap that is sent to the Graveyard for it.

use crate::ids::CardId;
use crate::legal::ready::UsableEffect;
use crate::state::{Ctx, Duel, batch_state};
use duelfish_script::{Catalogue, Effect, EffectId, Form};

impl Duel {
    /// The effect whose targets are chosen and whose steps resolve for a link: its own, or the one that it has become.
    pub(crate) fn resolving_effect<'c>(&self, cards: &'c Catalogue, at: u8) -> &'c Effect {
        let link = self.link(at);
        cards.scripts().effect(EffectId(link.became().unwrap_or(link.effect)))
    }

    /// The effect that a card has when it is activated, with the batch that it would answer (0 for none), if it could
    /// be used now as the effect of the card that asks: what it answers, its condition and that it can do something are
    /// asked, but not its cost, how often it is used, or whether it may be used in a Damage Step. Once it is paid, its
    /// condition is not asked again (FACT-C12).
    pub(crate) fn effect_to_become(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        card: CardId,
        is_paid: bool,
    ) -> Option<(EffectId, u8)> {
        let mut effects = cards.scripts().effects_of(self.code(card));
        effects.find_map(|(id, effect)| {
            if effect.form != Form::Activate {
                return None;
            }
            let could = |batch: u8| {
                let ctx = ctx.answering(batch);
                (is_paid || self.holds(cards, ctx, effect.condition))
                    && self.holds(cards, ctx, effect.possible_unpaid)
            };
            if effect.on.events == 0 {
                return could(0).then_some((id, 0));
            }
            let source = CardId(ctx.source);
            let candidate = UsableEffect { player: ctx.player, card: source, id, effect };
            let mut numbered = (1..).zip(self.batches());
            let fits = numbered.find(|(number, batch)| {
                batch.state != batch_state::PAST
                    && self.answers(cards, candidate, batch, *number)
                    && could(*number)
            });
            fits.map(|(number, _)| (id, number))
        })
    }
}
