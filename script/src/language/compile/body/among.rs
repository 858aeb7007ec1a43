//! Counters that are placed one after the other, each on a card that is chosen.

use super::super::rows::Compiled;
use super::Body;
use crate::language::ast::{FilterText, NumText};
use crate::rows::{Compare, Cond, Counter, How, Num, Op, SetRef, Test, Who};

impl Body<'_, '_, '_> {
    /// Places so many counters in all, as long as there is a card that can hold one more.
    pub(super) fn place_among(
        &mut self,
        amount: &NumText,
        kind: Counter,
        filter: &FilterText,
    ) -> Compiled {
        let amount = self.names.num(amount)?;
        let left = self.names.new_number(filter.span)?;
        let into = self.names.new_set(filter.span)?;
        let from = self.names.select(filter, &[Test::CanHold(kind)])?;
        let nothing = self.names.no_cards();
        let one = self.names.value(1);
        let number = self.names.to.num(Num::Local(left));
        let any = self.names.to.cond(Cond::Compare(number, Compare::AtLeast, one));
        let chosen = SetRef::Local(into);
        let found = self.names.has_card(chosen);
        let (how, by) = (How::Pick(into), Who::Me);
        self.parts.ops.extend([
            Op::Set(left, amount),
            Op::Unless(any, 5),
            // The card that was chosen for the counter before is chosen no more.
            Op::Gather { from: nothing, into },
            Op::Choose { from, min: one, max: one, how, by },
            Op::Unless(found, 2),
            Op::PlaceCounters(chosen, kind, one),
            Op::Repeat(left, 4),
        ]);
        Ok(())
    }
}
