//! Effects that act at once as a link begins to resolve, and ask their players.

use arrayvec::ArrayVec;

use crate::chance::Chance;
use crate::ids::CardId;
use crate::run::Run;
use crate::state::{Frame, NO_LINK, ProgramFrame, SolveFrame, status_bits, traits};
use crate::witness::Witness;
use duelfish_script::{EffectId, Form, event_bit};

/// How many effects can act on the same link.
const MAX_REACTIONS: usize = 16;

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// No effect has acted on the link that begins to resolve.
    pub(super) fn begin_reactions(&mut self) {
        if self.duel.has_trait(traits::REACTS_ASKING) {
            self.duel.update_frame(self.witness, |solve: &mut SolveFrame| solve.reacted = 0);
        }
    }

    /// The next effect that acts on the link that begins to resolve and asks its player: one after the
    /// other, the turn player's first (TIME-1.1).
    pub(super) fn next_reaction(&mut self) -> Option<Frame> {
        if !self.duel.has_trait(traits::REACTS_ASKING) {
            return None;
        }
        let nth = usize::from(self.duel.frame_data::<SolveFrame>().reacted);
        let kind = event_bit::RESOLVING.trailing_zeros() as u8 + 1;
        let link = i16::from(self.duel.resolving());
        let is_it = |batch: &crate::state::Batch| batch.kind == kind && batch.number == link;
        let batch = self.duel.batches().iter().rposition(is_it)? as u8 + 1;
        let scripts = self.game.cards.scripts();
        let mut found: ArrayVec<(CardId, EffectId), MAX_REACTIONS> = ArrayVec::new();
        self.duel.each_new_trigger(self.game, batch, Form::AtOnce, |card, effect| {
            if scripts.effect(effect).asks {
                let kept = found.try_push((card, effect)).is_ok();
                debug_assert!(kept, "more effects act on a link than monsters have room for");
            }
        });
        let off = status_bits::NEGATED | status_bits::DESTROYED_BY_BATTLE;
        found.retain(|(card, _)| !self.duel.has_status(*card, off));
        let (card, effect) = *found.get(nth)?;
        self.duel.update_frame(self.witness, |solve: &mut SolveFrame| solve.reacted += 1);
        let body = scripts.effect(effect).body;
        let player = self.duel.controller(card);
        Some(ProgramFrame::begin(self.duel, body, player, card, NO_LINK))
    }
}
