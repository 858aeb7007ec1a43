//! Effects that happen at once: no player takes part in their steps.

use super::EffectDraft;
use crate::language::error::LanguageFault;
use crate::rows::{Form, Op, WhoseTurn, event_bit};

impl EffectDraft<'_, '_, '_> {
    /// The steps of an effect that happens at once: no player takes part in them.
    pub(super) fn what_happens_at_once(&mut self, ops: &mut [Op]) {
        let events = self.effect.on.events;
        let lasts = self.effect.form == Form::Later && events & event_bit::PHASE == 0;
        if self.effect.form != Form::AtOnce && !lasts {
            return;
        }
        if self.effect.on.events == event_bit::PHASE {
            // No effect destroys a card whose time is over or for which nothing was paid: that is not
            // replaced, and what no effect destroys falls too.
            for op in ops {
                if let Op::Destroy(set) = *op {
                    *op = Op::DestroyByRule(set);
                }
            }
        } else if self.effect.on.events == event_bit::RESOLVING {
            // Before a link resolves there is time for a question.
            self.effect.asks = ops.iter().any(takes_time);
        } else if ops.iter().any(takes_time) {
            let fault = LanguageFault::new(
                self.text.span,
                "what happens at once can't ask a player or take steps",
            );
            let fault = fault.help("use `effect trigger must`, or name the cards with `all`");
            self.faults.push(fault);
        }
    }
}

/// Whether a step needs a player, or more than a moment.
const fn takes_time(op: &Op) -> bool {
    !matches!(
        op,
        Op::Destroy(_)
            | Op::ToHand(_)
            | Op::ToHandUnshown(_)
            | Op::ToGrave(_)
            | Op::Banish(_)
            | Op::Damage(..)
            | Op::Gain(..)
            | Op::Lose(..)
            | Op::Draw(..)
            | Op::Change { .. }
            | Op::Impose { .. }
            | Op::Set(..)
            | Op::Reveal(_)
            | Op::Gather { .. }
            | Op::KeepLowest(..)
            | Op::KeepHighest(..)
            | Op::Turn(
                _,
                WhoseTurn::Attack | WhoseTurn::Defense | WhoseTurn::Over | WhoseTurn::UpQuietly
            )
            | Op::CountTurn(_)
            | Op::LoseTaken(_)
            | Op::NegateAttack
            | Op::AttackAgain
            | Op::Unless(..)
            | Op::Skip(_)
            | Op::Then
            | Op::PlaceCounters(..)
            | Op::RemoveCounters(..)
            | Op::Toss(..)
            | Op::Keep(_)
            | Op::Negate
            | Op::NegateEffect
    )
}
