//! Names for cards that later steps are about.

use super::super::exprs::BoundName;
use super::super::rows::Compiled;
use super::super::wanted::{is_called, wanted_later};
use super::Body;
use crate::language::ast::{Name, SetText, StepText};
use crate::rows::{Op, SetRef};

impl Body<'_, '_, '_> {
    /// Gives a name to cards.
    pub(super) fn pick(&mut self, name: &Name, cards: &SetText, rest: &[StepText]) -> Compiled {
        let wanted = wanted_later(name, rest);
        if let SetText::All(filter) = cards
            && self.names.local_set(name).is_some()
        {
            // The name stands for these cards from now on.
            let from = self.names.select(filter, wanted.tests())?;
            let into = self.names.set_named(name)?;
            self.parts.ops.push(Op::Gather { from, into });
            self.names.it = Some(SetRef::Local(into));
            return Ok(());
        }
        // Cards that are only picked are no cost yet.
        let paying = std::mem::replace(&mut self.is_cost, false);
        let known = self.names.local_set(name);
        if let Some(into) = known {
            // It stands no more for what it stood for before.
            let from = self.names.no_cards();
            self.parts.ops.push(Op::Gather { from, into });
        }
        self.names.reused = known;
        let set = self.cards(cards, wanted);
        self.names.reused = None;
        self.is_cost = paying;
        let set = set?;
        self.names.it = Some(set);
        if known.map(SetRef::Local) != Some(set) {
            self.names.bind(name, BoundName::Set(set))?;
        }
        let named = |other: &SetText| is_called(other, name);
        self.guard(set, rest, named);
        Ok(())
    }
}
