//! Effects that have resolved and answer an event again and again, as long as they last.

use arrayvec::ArrayVec;

use crate::chance::Chance;
use crate::ids::{CardId, Player};
use crate::legal::ready::UsableEffect;
use crate::limits::MAX_DELAYED;
use crate::run::Run;
use crate::state::{CardSet, Ctx, Delayed, Level, when};
use crate::witness::Witness;
use duelfish_script::{EffectId, PLANNED_SET, PlanTime};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// The last turn in which an effect that begins now answers its event; none for one that waits for a phase.
    pub(super) fn last_turn_of(&self, ctx: Ctx, time: PlanTime) -> Option<u16> {
        let now = self.duel.turn();
        match time {
            PlanTime::ThisTurn => Some(now),
            PlanTime::OpponentTurns(turns) => {
                let first = if ctx.is_mine(self.duel.turn_player()) { now + 1 } else { now };
                Some(first + 2 * (u16::from(turns) - 1))
            }
            PlanTime::Now | PlanTime::NextPhase | PlanTime::NextTurn => None,
        }
    }

    /// Effects that last answer an event: at once, or if a link resolves just now, when that is done.
    pub(super) fn act_on_plans(&mut self, number: u8) {
        let Some(batch) = self.duel.batch(number).copied() else { return };
        let mut answering = ArrayVec::<Delayed, MAX_DELAYED>::new();
        for lasting in self.duel.delayed().iter().filter(|delayed| delayed.when == when::LASTING) {
            let (player, id) = (Player::of_bit(lasting.player), EffectId(lasting.program));
            let effect = self.game.cards.scripts().effect(id);
            let source = lasting.captured.iter().next().map(CardId);
            let answers = source.is_some_and(|card| {
                let candidate = UsableEffect { player, card, id, effect };
                let ctx = Ctx::of_card(player, card).answering(number);
                self.duel.answers(self.game.cards, candidate, &batch, number)
                    && self.duel.holds(self.game.cards, ctx, effect.condition)
            });
            if answers {
                let number = i32::from(batch.stamp);
                answering.push(Delayed {
                    when: when::DUE,
                    number,
                    captured: batch.cards,
                    ..*lasting
                });
            }
        }
        for due in answering {
            if self.duel.resolving() == 0 {
                self.run_lasting(&due);
            } else {
                self.duel.push_delayed(self.witness, due);
            }
        }
    }

    /// Effects that last do now what they have put off until the link that resolves was done.
    pub(super) fn act_on_due_plans(&mut self) {
        while let Some(at) = self.duel.delayed().iter().position(|one| one.when == when::DUE) {
            let due = self.duel.delayed()[at];
            self.duel.remove_delayed(self.witness, |other, _| other == at);
            self.run_lasting(&due);
            if self.duel.is_over() {
                return;
            }
        }
    }

    fn run_lasting(&mut self, due: &Delayed) {
        let effect = self.game.cards.scripts().effect(EffectId(due.program));
        let cards: CardSet = self.duel.planned_cards(due);
        let level = Level::inside(self.duel.programs_running() + self.at_once);
        self.duel.write_local_set(self.witness, level, PLANNED_SET, cards);
        let ctx = Ctx::of_card(Player::of_bit(due.player), CardId(crate::ids::NO_CARD));
        self.run_at_once(ctx, effect.body);
    }
}
