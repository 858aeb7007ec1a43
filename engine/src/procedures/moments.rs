//! Moments pass: what waited for one is over, and events of the next one are apart.

use crate::chance::Chance;
use crate::run::Run;
use crate::state::{batch_state, held, traits};
use crate::witness::Witness;
use duelfish_script::EffectId;

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// A moment passes: optional effects that say "when" and did not get their window miss their
    /// timing, and past events can no longer be responded to (TIME-2.6). Triggers on events that the
    /// present window is about are asked all the same.
    #[inline(always)]
    pub(crate) fn pass_moment(&mut self) {
        if !self.duel.has_trait(traits::EFFECTS) {
            return;
        }
        self.close_group();
        let scripts = self.game.cards.scripts();
        self.duel.remove_pending(self.witness, |duel, _, waiting| {
            let effect = scripts.effect(EffectId(waiting.effect));
            let asked_now =
                duel.batch(waiting.batch).is_some_and(|batch| batch.state == batch_state::POINT);
            // A flip effect that waited for damage calculation is asked afterwards, whatever happened.
            let waited = matches!(waiting.held, held::STILL | held::UNTIL_NOW);
            !effect.must && effect.misses && !asked_now && !waited
        });
        self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::PAST);
    }

    /// Events from now on are no longer at the same moment as those before, where the rules ask the
    /// triggers of each moment apart.
    pub(super) fn close_group(&mut self) {
        if self.game.rules.earliest_triggers_first {
            self.duel.close_group(self.witness);
        }
    }
}
