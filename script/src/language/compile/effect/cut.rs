//! How the steps of a body hang together: which need the one before, and which Special Summons are one.

use super::super::exprs::Names;
use crate::language::ast::{ActionText, CardVerb, EffectText, LinkText, StepText};
use crate::rows::{Cond, ModKind, Op, Scope, Until, Who};

/// Cuts a body where a step does not need the one before.
pub(super) fn chains(steps: &[StepText]) -> Vec<&[StepText]> {
    let mut chains = Vec::new();
    let mut begin = 0;
    for at in 1..=steps.len() {
        let ends = steps.get(at).is_none_or(|step| {
            matches!(step.link, LinkText::Do | LinkText::Also | LinkText::Afterwards)
        });
        if ends && begin < at {
            chains.push(&steps[begin..at]);
            begin = at;
        }
    }
    chains
}

/// Whether several Special Summons of a body are joined with "also", or each with the choice of its
/// monsters by "if_done": they are one.
pub(super) fn summons_together(steps: &[StepText]) -> bool {
    let summons = |step: &&StepText| {
        matches!(
            step.action,
            ActionText::Cards(CardVerb::SpecialSummon(..), _) | ActionText::Tokens(..)
        )
    };
    let mut later = steps.iter().filter(summons).skip(1).peekable();
    later.peek().is_some()
        && later.all(|step| matches!(step.link, LinkText::Also | LinkText::IfDone))
}

/// Whether a step is a Special Summon that is complete when all that the effect does is done.
pub(super) const fn is_completed_last(step: &StepText) -> bool {
    matches!(step.action, ActionText::Cards(CardVerb::SpecialSummon(.., true), _))
}

/// Whether an effect happens in place of the normal draw.
fn replaces_draw(text: &EffectText) -> bool {
    text.costs.iter().any(|step| match &step.action {
        ActionText::Give { modifiers, .. } => {
            modifiers.iter().any(|modifier| modifier.kind == ModKind::NoNormalDraw)
        }
        _ => false,
    })
}

impl Names<'_, '_> {
    /// Of several effects in place of one draw only the first that resolves does its steps: what stands before
    /// them then.
    pub(super) fn once_for_the_draw(&mut self, text: &EffectText, steps: &[Op]) -> Vec<Op> {
        if !replaces_draw(text) {
            return Vec::new();
        }
        let open = self.to.cond(Cond::DrawNotReplaced);
        let (scope, kind, value) = (Scope::Player(Who::Me), ModKind::NoNormalDraw, self.value(1));
        let over = Op::Impose { scope, kind, value, until: Until::EndOfTurn };
        vec![Op::Unless(open, steps.len() as u16 + 1), over]
    }
}
