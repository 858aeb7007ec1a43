//! Steps that give a name to a number: noted ones, declared ones, dice and coins.

use super::super::declare::declared;
use super::super::exprs::BoundName;
use super::super::rows::Compiled;
use super::Body;
use crate::language::ast::{ActionText, Name, NumText};
use crate::rows::{Compare, Cond, Num, Op, Who};

impl Body<'_, '_, '_> {
    pub(super) fn note(&mut self, name: &Name, amount: &NumText) -> Compiled {
        // Conditions of the activation use the number itself if it can be known so early,
        // not its register.
        let was = (self.names.early, self.names.too_late);
        (self.names.early, self.names.too_late) = (true, false);
        let before = self.names.num(amount);
        let before = if self.names.too_late { None } else { before.ok() };
        (self.names.early, self.names.too_late) = was;
        let amount = self.names.num(amount)?;
        let register = self.names.new_number(name.span)?;
        self.parts.ops.push(Op::Set(register, amount));
        self.names.bind(name, BoundName::Number(register, before))
    }

    pub(super) fn declare(&mut self, action: &ActionText) -> Compiled {
        let (op, possible) = declared(self.names, action)?;
        self.need(|_| Ok(possible))?;
        self.parts.ops.push(op);
        Ok(())
    }

    pub(super) fn roll(&mut self, name: &Name, amount: &NumText) -> Compiled {
        let amount = self.names.num(amount)?;
        let register = self.names.new_number(name.span)?;
        self.parts.ops.extend([Op::Roll(register, amount), Op::OfferReroll(register, amount)]);
        self.names.bind(name, BoundName::Number(register, None))
    }

    /// Each player rolls a die, again until these differ. A chance that never says anything else is not asked
    /// for ever.
    pub(super) fn roll_off(&mut self, mine: &Name, theirs: &Name) -> Compiled {
        const MOST_ROUNDS: i32 = 100;
        let own = self.names.new_number(mine.span)?;
        let other = self.names.new_number(theirs.span)?;
        let rounds = self.names.new_number(mine.span)?;
        let [a, b, left] = [own, other, rounds].map(|at| self.names.to.num(Num::Local(at)));
        let equal = self.names.to.cond(Cond::Compare(a, Compare::Equal, b));
        let (one, most) = (self.names.value(1), self.names.value(MOST_ROUNDS));
        let left = self.names.to.num(Num::Either(equal, left, one));
        let ops = [
            Op::Set(rounds, most),
            Op::RollEach(own, other),
            Op::OfferRerollEach(own, other),
            Op::Set(rounds, left),
            Op::Repeat(rounds, 3),
        ];
        self.parts.ops.extend(ops);
        self.names.bind(mine, BoundName::Number(own, None))?;
        self.names.bind(theirs, BoundName::Number(other, None))
    }

    pub(super) fn toss(&mut self, name: &Name, amount: &NumText) -> Compiled {
        let amount = self.names.num(amount)?;
        let register = self.names.new_number(name.span)?;
        self.parts.ops.push(Op::Toss(register, amount));
        self.names.bind(name, BoundName::Number(register, None))
    }

    pub(super) fn call_coin(&mut self, name: &Name) -> Compiled {
        let (called, heads) =
            (self.names.new_number(name.span)?, self.names.new_number(name.span)?);
        let (one, two) = (self.names.value(1), self.names.value(2));
        let call = Op::Declare(called, one, two, Who::Me);
        self.parts.ops.extend([call, Op::Toss(heads, one)]);
        // Heads are called with 1, tails with 2: what fell right makes it 2 either way.
        let [called, heads] =
            [called, heads].map(|register| self.names.to.num(Num::Local(register)));
        let sum = self.names.to.num(Num::Plus(called, heads));
        let right = self.names.to.cond(Cond::Compare(sum, Compare::Equal, two));
        self.names.bind(name, BoundName::Option(right))
    }
}
