//! Summons for which no card is chosen in the step: Tokens, and a Pendulum Summon after the effect.

use super::super::rows::Compiled;
use super::Body;
use crate::language::ast::{Name, NumText, SetText, StepText};
use crate::language::error::{LanguageFault, short};
use crate::rows::{
    Cond, ModKind, Num, Op, PendulumSummonKind, Scope, SetRef, TestId, Until, Who, event_bit,
    location_bit, position_bit,
};

/// So many Tokens of that name, in these positions, to that player's field, and who Summons them.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'t> {
    pub(super) amount: &'t NumText,
    pub(super) name: &'t Name,
    pub(super) positions: u8,
    pub(super) who: Who,
    pub(super) by: Who,
}

impl Body<'_, '_, '_> {
    pub(super) fn make_tokens(
        &mut self,
        step: &StepText,
        tokens: Tokens<'_>,
        rest: &[StepText],
    ) -> Compiled {
        let Tokens { amount, name, positions, who, by } = tokens;
        let maker = self.names.to.maker;
        let Some(code) = self.names.to.cards.token_by_name(&name.text, maker) else {
            let text = short(&name.text);
            let fault = LanguageFault::new(name.span, format!("no Token is named \"{text}\""));
            return Err(fault.help("write the name as the card table has it"));
        };
        self.need(|names| {
            let amount = names.num(amount)?;
            Ok(names.has_zone_of(Cond::CanMakeTokens(amount, who, by, code)))
        })?;
        let count = self.names.num(amount)?;
        let can = self.names.to.cond(Cond::CanMakeTokens(count, who, by, code));
        let jump = self.jump(Op::Unless(can, 0));
        self.nothing.push(jump);
        let into = self.names.new_set(name.span)?;
        let it = SetText::It(step.span);
        let hold = self.holds_for(rest.first(), &it, by);
        let cards = SetRef::Local(into);
        self.parts.ops.push(Op::MakeTokens { code, count, by, into });
        let across = if who != by { position_bit::ACROSS } else { 0 };
        let positions = positions | across;
        let summon = Op::SpecialSummon { cards, positions, by, hold };
        self.do_it(summon, event_bit::SPECIAL_SUMMONED);
        self.parts.ops.push(Op::Follow(cards, location_bit::ON_FIELD));
        self.names.it = Some(cards);
        Ok(())
    }

    /// A Pendulum Summon right after the effect: of cards that fit, if it is said which.
    pub(super) fn pendulum_summon(&mut self, which: Option<&NumText>) -> Compiled {
        let which = which.map(|which| self.names.num(which)).transpose()?;
        let test = which.map(|which| self.names.to.scripts.num(which));
        let test = match test {
            Some(Num::Value(test)) => TestId(test as u16),
            _ => TestId(0),
        };
        let kind = PendulumSummonKind::AfterEffect;
        self.need(|names| {
            let may = names.to.cond(Cond::MayPendulumSummon(kind));
            let kinds = names.to.cond(Cond::CanPendulumSummon(kind, test));
            names.of_cost |= names.one_is_paid;
            Ok(names.to.every(&[may, kinds]))
        })?;
        if let Some(value) = which {
            // Without cards in both zones nothing is kept back for later.
            let may = self.names.to.cond(Cond::MayPendulumSummon(kind));
            let (scope, kind) = (Scope::Player(Who::Me), ModKind::PendulumsOnly);
            let only = Op::Impose { scope, kind, value, until: Until::PendulumSummonChosen };
            self.parts.ops.extend([Op::Unless(may, 1), only]);
        }
        self.do_it(Op::PendulumSummonsAfter, event_bit::SPECIAL_SUMMONED);
        Ok(())
    }
}
