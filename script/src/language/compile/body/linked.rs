//! One step with its guards, and what the step needs.

use super::Body;
use crate::language::ast::{Guard, LinkText, StepText};
use crate::language::compile::exprs::Names;
use crate::language::compile::rows::Compiled;
use crate::rows::{Cond, CondId, Op, Who, event_bit};

impl<'a, 'c> Body<'_, 'a, 'c> {
    pub(super) fn linked(&mut self, step: &StepText, rest: &[StepText]) -> Compiled {
        let mut possible = None;
        for guard in &step.guards {
            let op = match guard {
                Guard::IfPossible => continue,
                Guard::May(who) => {
                    possible = (*who == Who::Me).then_some(self.parts.ops.len());
                    Op::Offer(*who, 0)
                }
                Guard::If(cond) => Op::Unless(self.names.cond(cond)?, 0),
                Guard::Unless(cond) => {
                    let cond = self.names.cond(cond)?;
                    Op::Unless(self.names.to.cond(Cond::Not(cond)), 0)
                }
            };
            let jump = self.jump(op);
            self.refused.push(jump);
        }
        if matches!(step.link, LinkText::Then | LinkText::Afterwards) {
            self.parts.ops.push(Op::Then);
            // A later step may need a card that is drawn first, so the activation does not ask for
            // it.
            let filled = event_bit::DREW | event_bit::TO_HAND | event_bit::TO_DECK;
            self.filled |= self.parts.intends & filled != 0;
        }
        let Some(offer) = possible else { return self.action(step, rest) };
        // Nobody is asked for what can't be done.
        self.offered = Some(Vec::new());
        let done = self.action(step, rest);
        let conditions = self.offered.take().unwrap_or_default();
        if !conditions.is_empty() {
            let possible = self.names.to.every(&conditions);
            self.parts.ops.insert(offer, Op::Unless(possible, 0));
            let jumps = self.refused.iter_mut().chain(&mut self.nothing);
            jumps.filter(|jump| **jump >= offer).for_each(|jump| *jump += 1);
            self.refused.push(offer);
        }
        done
    }

    /// Adds a condition of the activation, if it can be asked so early.
    pub(super) fn need(
        &mut self,
        cond: impl FnOnce(&mut Names<'a, 'c>) -> Compiled<CondId>,
    ) -> Compiled {
        if let Some(offered) = &mut self.offered {
            offered.push(cond(self.names)?);
            return Ok(());
        }
        if !self.deriving || self.filled {
            return Ok(());
        }
        (self.names.early, self.names.too_late) = (true, false);
        self.names.of_cost = false;
        let cond = cond(self.names);
        self.names.early = false;
        if !self.names.too_late {
            let of_cost = self.names.of_cost;
            let to = if of_cost { &mut self.parts.of_cost } else { &mut self.parts.demands };
            to.push(cond?);
        }
        Ok(())
    }
}
