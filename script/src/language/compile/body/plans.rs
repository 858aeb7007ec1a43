//! Steps that start other effects of the card: those that are planned for later, and offers.

use super::super::rows::Compiled;
use super::super::wanted::Wanted;
use super::Body;
use crate::language::ast::{EffectText, Name, SetText};
use crate::language::error::{LanguageFault, short};
use crate::rows::{EffectId, Op, PlanAbout, PlanTime};

impl Body<'_, '_, '_> {
    pub(super) fn plan(
        &mut self,
        name: &Name,
        with: Option<&(PlanAbout, SetText)>,
        begins: PlanTime,
    ) -> Compiled {
        let effect = self.offered(name)?;
        let with = match with {
            Some((about, cards)) => Some((*about, self.cards(cards, Wanted::nothing())?)),
            None => None,
        };
        self.parts.ops.push(Op::Plan { effect, with, begins });
        Ok(())
    }

    pub(super) fn allow(&mut self, name: &Name) -> Compiled {
        let effect = self.offered(name)?;
        self.parts.ops.push(Op::Allow(effect));
        Ok(())
    }

    fn offered(&self, name: &Name) -> Compiled<EffectId> {
        let (first, effects) = self.labels;
        let labelled = |effect: &EffectText| {
            effect.label.as_ref().is_some_and(|label| label.text == name.text)
        };
        match effects.iter().position(labelled) {
            Some(at) => Ok(EffectId(first + at as u16)),
            None => {
                let text = short(&name.text);
                let fault = LanguageFault::new(
                    name.span,
                    format!("no effect of this card is named `{text}`"),
                );
                Err(fault.follows().help(format!("write `effect offer as {text}` below")))
            }
        }
    }
}
