//! The targets of an effect.

use super::super::declare::option_named;
use super::super::exprs::{BoundName, Names};
use super::super::filters::locations;
use super::super::rows::Compiled;
use super::{Activation, EffectDraft};
use crate::language::ast::{NumText, TargetText};
use crate::rows::{
    Cond, CondId, Goal, How, Op, Select, SetRef, Sides, Test, TestId, Who, location_bit,
};

impl EffectDraft<'_, '_, '_> {
    /// Gives the targets their names, for the steps that are about them.
    pub(super) fn name_targets(&mut self) {
        for (at, target) in self.text.targets.iter().take(2).enumerate() {
            let set = SetRef::Targets(at as u8);
            if let Some(name) = &target.name {
                let bound = self.names.bind(name, BoundName::Set(set));
                self.noted(bound);
            }
            if target.cards.is_none() {
                self.names.that = Some(set);
            }
            self.names.it = Some(set);
        }
    }

    /// The steps of the activation that choose targets. Returns the first steps of the body, which ask
    /// them again.
    pub(super) fn targets(
        &mut self,
        mut at_activation: Activation<'_>,
        of_targets: &[Vec<Test>; 2],
        event_words: TestId,
    ) -> Vec<Op> {
        let mut body_ops = Vec::new();
        for (at, target) in self.text.targets.iter().take(2).enumerate() {
            let mut more = of_targets[at].clone();
            // A text that never asks its target again is not about what lies face-down either.
            more.retain(|test| !(target.unchecked && *test == Test::FaceUp));
            let more = &more;
            self.names.of_cost = false;
            let chosen = choose_targets(&mut self.names, target, at as u8, more, event_words);
            let Some(ChosenTargets { op, possible, words }) = self.noted(chosen) else { continue };
            if let Some(when) = &target.offered {
                let when = self.names.cond(when);
                let Some(when) = self.noted(when) else { continue };
                let can = self.names.to.every(&[when, possible]);
                at_activation.ops.extend([Op::Unless(can, 2), Op::Offer(Who::Me, 1)]);
            } else {
                self.need_targets(&mut at_activation, target, possible);
            }
            at_activation.ops.push(op);
            let further = self.further_targets(target, at as u8, more);
            for (op, possible) in self.noted(further).unwrap_or_default() {
                self.need_targets(&mut at_activation, target, possible);
                at_activation.ops.push(op);
            }
            if words != TestId(0) && !target.unchecked {
                body_ops.push(Op::KeepTargets(at as u8, words));
            }
        }
        body_ops
    }

    /// Targets that are chosen after the first ones of a clause, and are in one set with them.
    fn further_targets(
        &mut self,
        target: &TargetText,
        at: u8,
        more: &[Test],
    ) -> Compiled<Vec<(Op, CondId)>> {
        let mut further = Vec::new();
        let mut all = match &target.cards {
            Some((_, NumText::Value(most), _)) => *most,
            _ => 0,
        };
        for (count, filter) in &target.more {
            let names = &mut self.names;
            all += count;
            let (from, count, all) =
                (names.select(filter, more)?, names.value(*count), names.value(all));
            let possible = names.to.cond(Cond::Targets(from, count));
            let how = How::Target(at);
            further.push((Op::Choose { from, min: all, max: all, how, by: target.by }, possible));
        }
        Ok(further)
    }

    /// There must be enough targets, if their option is the one that is chosen.
    fn need_targets(
        &mut self,
        at_activation: &mut Activation<'_>,
        target: &TargetText,
        possible: CondId,
    ) {
        let Some(name) = &target.only else {
            if self.effect.must {
                return;
            }
            if self.names.of_cost && at_activation.is_paid {
                // The possible targets depend on the card that is paid.
                at_activation.of_cost.push(possible);
            } else {
                at_activation.demands.push(possible);
            }
            return;
        };
        let option = option_named(&mut self.names, &self.text.options, name);
        let Some((at, chosen_now)) = self.noted(option) else { return };
        at_activation.ops.push(Op::Unless(chosen_now, 1));
        if at_activation.paying == Some(at) {
            at_activation.of_cost.push(possible);
        } else if let Some(chosen) = &mut at_activation.chosen {
            chosen.need(&mut self.names, at, possible);
        }
    }
}

/// How targets are chosen, whether there are enough, and what they must still be at resolution.
struct ChosenTargets {
    op: Op,
    possible: CondId,
    words: TestId,
}

fn choose_targets(
    names: &mut Names<'_, '_>,
    target: &TargetText,
    at: u8,
    more: &[Test],
    event_words: TestId,
) -> Compiled<ChosenTargets> {
    let Some((min, max, filter)) = &target.cards else {
        let mut test = names.to.test(Test::In(SetRef::Event));
        for more in more {
            let more = names.to.test(*more);
            test = names.to.both(test, more);
        }
        let locations = location_bit::ON_FIELD | location_bit::GRAVE | location_bit::BANISHED;
        let row = Select { sides: Sides::Both, locations, test, with_source: true };
        let (from, one) = (names.to.select(row), names.value(1));
        let possible = names.to.cond(Cond::Targets(from, one));
        return Ok(ChosenTargets { op: Op::TargetEvent(at), possible, words: event_words });
    };
    let from = names.select(filter, more)?;
    let words = names.checked(filter, locations(filter))?;
    if filter.different_names {
        let recipe = names.differing(min, max, filter, false)?;
        let possible = names.to.cond(Cond::Gathers(from, recipe));
        let (of, goal, how) = (SetRef::Source, Goal::Recipe(recipe), How::Target(at));
        let op = Op::ChooseTogether { of, from, goal, how };
        return Ok(ChosenTargets { op, possible, words });
    }
    let (min, max) = (names.num(min)?, names.num(max)?);
    names.without_the_paid(from);
    let possible = names.to.cond(Cond::Targets(from, min));
    let op = Op::Choose { from, min, max, how: How::Target(at), by: target.by };
    Ok(ChosenTargets { op, possible, words })
}
