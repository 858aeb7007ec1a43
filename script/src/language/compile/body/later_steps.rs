//! Later steps that mean the cards of an earlier one.

use super::super::filters::is_printed;
use super::super::wanted::is_same;
use crate::language::ast::{
    ActionText, CondText, Guard, LinkText, Receiver, SetText, StepText, TestText,
};

/// Whether a step happens only if these cards are something that is printed on them.
pub(super) fn asks_what_is_printed(step: &StepText, cards: &SetText) -> bool {
    step.guards.iter().any(|guard| match guard {
        Guard::If(cond) | Guard::Unless(cond) => asks_of(cond, cards),
        Guard::May(_) | Guard::IfPossible => false,
    })
}

fn asks_of(cond: &CondText, cards: &SetText) -> bool {
    match cond {
        CondText::Not(inner) => asks_of(inner, cards),
        CondText::All(all) | CondText::Any(all) => all.iter().any(|cond| asks_of(cond, cards)),
        CondText::Every(set, test) | CondText::Some(set, test) => {
            (matches!(set, SetText::It(_)) || is_same(set, cards))
                && (is_printed(test) || matches!(test, TestText::Named(_)))
        }
        _ => false,
    }
}

/// Whether a step gives something to these cards without any time between.
pub(super) fn gives_to(step: Option<&StepText>, cards: &SetText) -> bool {
    step.is_some_and(|step| {
        let at_once =
            matches!(step.link, LinkText::IfDone | LinkText::Also) && step.guards.is_empty();
        let ActionText::Give { to: Receiver::Cards(to), .. } = &step.action else { return false };
        at_once && (matches!(to, SetText::It(_)) || is_same(to, cards))
    })
}
