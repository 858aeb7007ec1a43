//! The needs of an activation: zones for the monsters that come, and a payment that leaves what is needed.

use super::super::body::{Paid, Parts};
use super::super::declare::{option_named, options};
use super::super::exprs::Names;
use super::super::rows::Compiled;
use super::EffectDraft;
use crate::language::ast::{
    ActionText, CardVerb, CondText, EffectText, FormWord, Guard, Noun, NumText, SetText,
};
use crate::language::error::LanguageFault;
use crate::rows::{Compare, Cond, CondId, Num, Op, Select, SetRef, Sides, Test, Who, location_bit};

impl EffectDraft<'_, '_, '_> {
    /// The steps in which an option is chosen that may depend on the targets. One of them must be possible whatever
    /// they are.
    pub(super) fn late_options(&mut self) -> Vec<Op> {
        let text = self.text;
        if !text.options_late {
            return Vec::new();
        }
        if text.options.iter().all(|(_, when)| when.is_some()) {
            let fault = LanguageFault::new(text.span, "no option is possible for any target");
            self.faults.push(fault.help("leave out `when` of one `option` line"));
        }
        let chosen = options(&mut self.names, &text.options);
        let chosen = self.noted(chosen).flatten();
        chosen.map_or_else(Vec::new, |chosen| chosen.steps(&mut self.names).0)
    }

    /// Cards that are excavated and then sent to the Graveyard must be able to leave the Deck for it (FACT-M29).
    pub(super) fn may_send_excavated(&mut self) -> Option<CondId> {
        let steps = &self.text.steps;
        let who = steps.iter().find_map(|step| match &step.action {
            ActionText::Excavate { who, .. }
            | ActionText::ExcavateTop(_, _, who)
            | ActionText::ExcavateMany(_, _, _, who) => Some(*who),
            _ => None,
        })?;
        let mut verbs = steps.iter().map(|step| &step.action);
        let sends = verbs.any(|verb| matches!(verb, ActionText::Cards(CardVerb::SendToGrave, _)));
        (sends && !self.effect.must).then(|| self.names.to.cond(Cond::MayMill(who)))
    }

    /// Zones that must be free for the monsters that come.
    pub(super) fn demand_zones(&mut self, parts: &mut Parts) {
        let text = self.text;
        self.effect.never_set = text.never_set;
        self.effect.also_set = text.also_set;
        if let Some(of) = &text.tributes_of {
            let test = self.names.fitting_placeless(of);
            self.effect.tributes_of = self.noted(test).unwrap_or_default();
        }
        if text.form == FormWord::Procedure {
            self.effect.to_opponent = text.to_opponent;
            self.effect.positions = text.positions;
            demand_zone(&mut self.names, text, parts);
        }
        for (at, target) in text.targets.iter().take(2).enumerate() {
            let Some((NumText::Value(least @ 2..), ..)) = &target.cards else { continue };
            let comes = parts.ops.iter().find_map(|op| match op {
                Op::SpecialSummon { cards, by, .. } if *cards == SetRef::Targets(at as u8) => {
                    Some(*by)
                }
                _ => None,
            });
            if let (Some(by), false) = (comes, self.effect.must) {
                // All of them come, so each needs a zone.
                let names = &mut self.names;
                let (free, least) = (names.to.num(Num::FreeZones(by)), names.value(*least));
                let zones = names.to.cond(Cond::Compare(free, Compare::AtLeast, least));
                if names.one_is_paid { &mut parts.of_cost } else { &mut parts.demands }.push(zones);
            }
        }
    }
}

/// The option that has a cost of its own, if one has.
pub(super) fn of_option(names: &mut Names<'_, '_>, text: &EffectText) -> Compiled<Option<usize>> {
    let mut found = None;
    for (at, step) in text.costs.iter().enumerate() {
        let option = match step.guards.as_slice() {
            [] => None,
            [Guard::If(CondText::Flag(name))] => Some(option_named(names, &text.options, name)?.0),
            _ => {
                let fault = LanguageFault::new(step.span, "a cost has no condition but an option");
                return Err(fault.help("write `cost if OPTION: ...` or leave the condition out"));
            }
        };
        if at > 0 && option != found {
            return Err(LanguageFault::new(
                step.span,
                "all costs of an effect belong to one option, or none",
            ));
        }
        found = option;
    }
    Ok(found)
}

/// A monster that comes in its own way needs a zone, which the cost may make free. Two Tributes
/// of the opponent always do: at most one monster is outside the Main Monster Zones.
fn demand_zone(names: &mut Names<'_, '_>, text: &EffectText, parts: &mut Parts) {
    let who = if text.to_opponent { Who::Opponent } else { Who::Me };
    if tributes_all(text) {
        let zone = names.to.cond(Cond::HasZoneOnceEmpty);
        parts.demands.push(zone);
        return;
    }
    let zone = names.has_zone(who);
    if names.one_is_paid {
        parts.of_cost.push(zone);
    } else if text.costs.is_empty() || !(text.to_opponent || pays_own_monsters(text)) {
        parts.demands.push(zone);
    }
}

/// Whether all own monsters are Tributed, so that which zones there are is asked once they have gone.
fn tributes_all(text: &EffectText) -> bool {
    text.costs.iter().any(|step| match &step.action {
        ActionText::Cards(CardVerb::Tribute, SetText::All(filter)) => {
            filter.sides == Sides::Mine && filter.tests.is_empty() && filter.noun == Noun::Monster
        }
        _ => false,
    })
}

/// Whether several own monsters are Tributed, so that at least one leaves a Main Monster Zone, or all of some
/// kind leave, so that the card's own `need` says whether there is a zone.
fn pays_own_monsters(text: &EffectText) -> bool {
    text.costs.iter().any(|step| match &step.action {
        ActionText::Cards(_, SetText::All(filter)) => {
            let in_zones = filter.locations.is_none_or(|at| at & location_bit::MONSTER != 0);
            filter.sides == Sides::Mine && in_zones
        }
        ActionText::Cards(CardVerb::Tribute, SetText::Pick(number, filter, _)) => {
            filter.sides == Sides::Mine && matches!(number.0, NumText::Value(2..))
        }
        _ => false,
    })
}

/// A need of the body that depends on the card that is paid is asked of every card that could be
/// paid. At activation there must be one that fulfils it, and only such cards are offered.
pub(super) fn bind_cost(
    names: &mut Names<'_, '_>,
    paid: Paid,
    of_cost: &[CondId],
    cost_ops: &mut [Op],
    needed: &mut Vec<CondId>,
) {
    let cond = names.to.every(of_cost);
    if cond == CondId(0) {
        return;
    }
    match paid {
        Paid::Itself => needed.push(names.to.cond(Cond::Paying(SetRef::Source, cond))),
        Paid::Chosen { op, demand } | Paid::Several { op, demand, .. } => {
            let Some(Op::Choose { from, .. }) = cost_ops.get_mut(op) else { return };
            let row = names.to.scripts.select(*from);
            let paying = names.to.test(Test::Paying(cond));
            let test = names.to.both(row.test, paying);
            *from = names.to.select(Select { test, ..row });
            let least = if let Paid::Several { count, .. } = paid { count } else { 1 };
            needed[demand] = names.at_least(*from, least);
        }
    }
}
