//! How the steps of a body hang together: which need the one before, and which Special Summons are one.

use crate::language::ast::{ActionText, CardVerb, LinkText, StepText};

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
    let summons =
        |step: &&StepText| matches!(step.action, ActionText::Cards(CardVerb::SpecialSummon(..), _));
    let mut later = steps.iter().filter(summons).skip(1).peekable();
    later.peek().is_some()
        && later.all(|step| matches!(step.link, LinkText::Also | LinkText::IfDone))
}

/// Whether a step is a Special Summon that is complete when all that the effect does is done.
pub(super) const fn is_completed_last(step: &StepText) -> bool {
    matches!(step.action, ActionText::Cards(CardVerb::SpecialSummon(.., true), _))
}
