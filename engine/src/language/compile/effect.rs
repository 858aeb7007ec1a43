//! One effect: the event that it answers, its cost, its targets, and the needs of its activation.

use super::super::ast::{
    Action, CardVerb, CondText, EffectText, EventText, FormWord, Guard, Link, Noun, NumText,
    SetText, StepText, Subject, TargetText,
};
use super::super::error::Fault;
use super::body::{Body, Paid, Parts};
use super::declare::{declared, option_named, options};
use super::exprs::{Bound, Names};
use super::rows::{Compiled, Compiler};
use crate::catalogue::{Facts, kind};
use crate::script::{
    Compare, Cond, CondId, Effect, Form, Goal, How, Limit, Num, NumId, On, Op, PLANNED_SET, Select,
    SetRef, Sides, Test, TestId, Turn, Who, event_bit, place_bit,
};

/// Fills the rows of one effect and returns what is wrong with its clauses, at most one fault for
/// each.
pub(super) fn compile(
    to: &mut Compiler<'_>,
    text: &EffectText,
    facts: &Facts,
    labels: (u16, &[EffectText]),
    effect: &mut Effect,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut note = |result: Compiled| faults.extend(result.err());
    if let Some(limit) = &text.limit {
        effect.limit = Limit {
            group: if limit.together { to.shared_group() } else { to.group() },
            times: limit.times,
            per_card: !limit.by_name,
            activation: limit.activation,
            outlasts_turning: false,
            across: limit.across,
            span: limit.span,
        };
    }
    let mut names = Names::new(to);
    let mut event_words = TestId(0);
    let by_itself = matches!(text.form, FormWord::Flip | FormWord::AtOnce);
    effect.must = text.must.map_or(by_itself, |(must, _)| must);
    effect.from = text.from.unwrap_or_else(|| usual_places(text, effect.from, facts));
    effect.fixed_place = text.from.is_some();
    effect.in_damage_step |= text.in_damage_step;
    effect.in_calculation |= text.in_calculation;
    let mut conditions = Vec::new();
    if text.form == FormWord::Flip {
        effect.on = On { events: event_bit::FLIPPED, itself: Some(true), ..effect.on };
    }
    if let Some(event) = &text.event {
        // Planned cards are kept in the last local set.
        let planned = text.form == FormWord::Later;
        names.that = Some(if planned { SetRef::Local(PLANNED_SET) } else { SetRef::Event });
        effect.misses = event.when && !effect.must;
        match answered(&mut names, event) {
            Ok((on, words)) => {
                (effect.on, effect.phase, event_words) = (on, event.phase, words);
                let phase = event_bit::PHASE | event_bit::PHASE_BEGAN;
                if event.events & phase != 0 && on.sides != Sides::Both {
                    conditions.push(names.to.cond(Cond::MyTurn(on.sides == Sides::Mine)));
                }
            }
            Err(fault) => note(Err(fault)),
        }
    }
    for need in &text.needs {
        match names.cond(need) {
            Ok(cond) => conditions.push(cond),
            Err(fault) => note(Err(fault)),
        }
    }
    effect.condition = names.to.every(&conditions);
    if let Some(others) = &text.others {
        match names.fitting(others) {
            Ok(test) => {
                effect.on.cards = test;
                effect.on.itself = Some(false);
            }
            Err(fault) => note(Err(fault)),
        }
    }

    let mut target_ops = Vec::new();
    let mut option_needs = Vec::new();
    let mut chosen = match options(&mut names, &text.options) {
        Ok(chosen) => chosen,
        Err(fault) => {
            note(Err(fault));
            None
        }
    };
    for action in &text.declares {
        match declared(&mut names, action) {
            Ok((op, possible)) => {
                target_ops.push(op);
                option_needs.extend((!effect.must).then_some(possible));
            }
            Err(fault) => note(Err(fault)),
        }
    }
    for number in &text.keeps {
        match names.num(number) {
            Ok(number) => target_ops.push(Op::Keep(number)),
            Err(fault) => note(Err(fault)),
        }
    }
    for (name, number) in &text.numbers {
        note(fix_number(&mut names, name, number, &mut target_ops));
    }
    for (name, cond) in &text.remembers {
        note(remember(&mut names, name, cond, &mut target_ops));
    }
    let paying = match of_option(&mut names, text) {
        Ok(paying) => paying,
        Err(fault) => {
            note(Err(fault));
            None
        }
    };
    names.of_option = false;
    let mut cost = Body::new(&mut names, labels, true);
    cost.makes_room = text.form == FormWord::Procedure;
    for step in &text.costs {
        if paying.is_some() {
            if let Err(all) = cost.chain(std::slice::from_ref(step)) {
                all.into_iter().for_each(|fault| note(Err(fault)));
            }
        } else {
            note(cost.step(step));
        }
    }
    let Parts { ops: mut cost_ops, demands: mut needed, paid, tributes, .. } = cost.finish();
    // The payment may depend on the option, which is then chosen before it.
    let option_first = paying.is_some() || names.of_option;
    names.tributes = tributes;
    names.one_is_paid = matches!(paid, Some(Paid::Itself | Paid::Chosen { .. }));

    for (at, target) in text.targets.iter().take(2).enumerate() {
        let set = SetRef::Targets(at as u8);
        if let Some(name) = &target.name {
            note(names.bind(name, Bound::Set(set)));
        }
        if target.cards.is_none() {
            names.that = Some(set);
        }
        names.it = Some(set);
    }
    let mut body = Body::new(&mut names, labels, false);
    body.completed_last = text.steps.iter().any(is_completed_last);
    body.together = body.completed_last || summons_together(&text.steps);
    let all = chains(&text.steps);
    for (at, chain) in all.iter().copied().enumerate() {
        body.more = at + 1 < all.len();
        // A mandatory effect is activated whatever its steps need, and a step with an alternative
        // is not needed.
        let otherwise = chain.iter().any(|step| step.link == Link::Otherwise);
        body.deriving = !effect.must && !otherwise;
        if let Err(all) = body.chain(chain) {
            all.into_iter().for_each(|fault| note(Err(fault)));
        }
    }
    let mut parts = body.finish();
    if text.form == FormWord::Procedure {
        effect.to_opponent = text.to_opponent;
        effect.in_defense = text.in_defense;
        demand_zone(&mut names, text, &mut parts);
    }
    for (at, target) in text.targets.iter().take(2).enumerate() {
        let Some((NumText::Value(least @ 2..), ..)) = &target.cards else { continue };
        let comes = parts.ops.iter().find_map(|op| match op {
            Op::SpecialSummon { cards, by, .. } if *cards == SetRef::Targets(at as u8) => Some(*by),
            _ => None,
        });
        if let (Some(by), false) = (comes, effect.must) {
            // All of them come, so each needs a zone.
            let (free, least) = (names.to.num(Num::FreeZones(by)), names.value(*least));
            let zones = names.to.cond(Cond::Compare(free, Compare::AtLeast, least));
            if names.one_is_paid { &mut parts.of_cost } else { &mut parts.demands }.push(zones);
        }
    }
    let mut demands = std::mem::take(&mut parts.demands);
    demands.extend(option_needs);
    effect.intends = parts.intends;
    effect.face_down = text.face_down;
    // Else it could be turned face-up and do the same again (its own words: once per turn).
    effect.limit.outlasts_turning = parts.ops.contains(&Op::Turn(SetRef::Source, Turn::FaceDown));
    // An effect that negates an activation may be used whenever something is activated (BA-29).
    let answers = effect.on.events & event_bit::ACTIVATED != 0 && parts.ops.contains(&Op::Negate);
    effect.in_damage_step |= (parts.changes_values || answers) && !text.not_in_damage_step;
    effect.in_calculation |= answers && !text.not_in_damage_step;
    effect.changes_values = parts.changes_values;

    let mut body_ops = Vec::new();
    for (at, target) in text.targets.iter().take(2).enumerate() {
        let more = &parts.of_targets[at];
        names.of_cost = false;
        match choose_targets(&mut names, target, at as u8, more, event_words) {
            Ok((op, possible, words)) => {
                let option = target.only.as_ref();
                match option.map(|name| option_named(&mut names, &text.options, name)) {
                    // The possible targets depend on the card that is paid.
                    None if !effect.must && names.of_cost && paid.is_some() => {
                        parts.of_cost.push(possible);
                    }
                    None if !effect.must => demands.push(possible),
                    None => {}
                    Some(Ok((at, chosen_now))) => {
                        target_ops.push(Op::Unless(chosen_now, 1));
                        if paying == Some(at) && paid.is_some() {
                            parts.of_cost.push(possible);
                        } else if let Some(chosen) = &mut chosen {
                            chosen.need(&mut names, at, possible);
                        }
                    }
                    Some(Err(fault)) => note(Err(fault)),
                }
                target_ops.push(op);
                if words != TestId(0) && !target.unchecked {
                    body_ops.push(Op::KeepTargets(at as u8, words));
                }
            }
            Err(fault) => note(Err(fault)),
        }
    }
    if let Some(paid) = paid {
        bind_cost(&mut names, paid, &parts.of_cost, &mut cost_ops, &mut needed);
    }
    if let (Some(at), Some(chosen)) = (paying, &mut chosen) {
        for need in std::mem::take(&mut needed) {
            chosen.need(&mut names, at, need);
        }
    }
    needed.extend(demands);
    if let Some(chosen) = chosen {
        let (step, need) = chosen.step(&mut names);
        let ops = if option_first { &mut cost_ops } else { &mut target_ops };
        ops.insert(0, step);
        needed.extend(need.filter(|_| !effect.must));
    }
    effect.cost = names.to.program(&cost_ops);
    body_ops.extend(parts.ops);
    let of_phase = effect.on.events == event_bit::PHASE;
    if effect.form == Form::AtOnce && of_phase {
        // No effect destroys a card whose time is over or for which nothing was paid: that is not replaced, and
        // what no effect destroys falls too.
        for op in &mut body_ops {
            if let Op::Destroy(set) = *op {
                *op = Op::DestroyByRule(set);
            }
        }
    }
    if effect.form == Form::AtOnce && !of_phase && body_ops.iter().any(takes_time) {
        let fault = Fault::new(text.span, "what happens at once can't ask a player or take steps");
        note(Err(fault.help("use `effect trigger must`, or name the cards with `all`")));
    }
    effect.target = names.to.program(&target_ops);
    effect.body = names.to.program(&body_ops);
    effect.possible = names.to.every(&needed);
    faults
}

/// The option that has a cost of its own, if one has.
fn of_option(names: &mut Names<'_, '_>, text: &EffectText) -> Compiled<Option<usize>> {
    let mut found = None;
    for (at, step) in text.costs.iter().enumerate() {
        let option = match step.guards.as_slice() {
            [] => None,
            [Guard::If(CondText::Flag(name))] => Some(option_named(names, &text.options, name)?.0),
            _ => {
                let fault = Fault::new(step.span, "a cost has no condition but an option");
                return Err(fault.help("write `cost if OPTION: ...` or leave the condition out"));
            }
        };
        if at > 0 && option != found {
            return Err(Fault::new(
                step.span,
                "all costs of an effect belong to one option, or none",
            ));
        }
        found = option;
    }
    Ok(found)
}

/// Whether a step needs a player, or more than a moment.
const fn takes_time(op: &Op) -> bool {
    !matches!(
        op,
        Op::Destroy(_)
            | Op::ToHand(_)
            | Op::ToGrave(_)
            | Op::Banish(_)
            | Op::Damage(..)
            | Op::Gain(..)
            | Op::Draw(..)
            | Op::Change { .. }
            | Op::Impose { .. }
            | Op::Set(..)
            | Op::Gather { .. }
            | Op::KeepLowest(..)
            | Op::KeepHighest(..)
            | Op::Turn(_, Turn::Attack | Turn::Defense | Turn::Over | Turn::UpQuietly)
            | Op::CountTurn(_)
            | Op::LoseTaken(_)
            | Op::NegateAttack
            | Op::Unless(..)
            | Op::Skip(_)
            | Op::Then
            | Op::PlaceCounters(..)
            | Op::RemoveCounters(..)
            | Op::Toss(..)
            | Op::Keep(_)
            | Op::Negate
            | Op::NegateEffect
    )
}

/// From where a trigger about the card itself is used: from where the event puts it.
fn usual_places(text: &EffectText, usual: u16, facts: &Facts) -> u16 {
    let Some(EventText { subject: Subject::Itself, events, .. }) = text.event else { return usual };
    if text.form == FormWord::Activate {
        return usual;
    }
    let to_pile = place_bit::GRAVE | place_bit::BANISHED;
    let to_deck = if facts.is_any(kind::EXTRA_DECK) { place_bit::EXTRA } else { place_bit::HAND };
    let puts = [
        (event_bit::SENT_TO_GRAVE, place_bit::GRAVE),
        (event_bit::DISCARDED, place_bit::GRAVE),
        (event_bit::TRIBUTED, place_bit::GRAVE),
        (event_bit::DESTROYED | event_bit::BATTLE_DESTROYED, to_pile),
        (event_bit::LEFT_FIELD, to_pile | to_deck),
        (event_bit::BANISHED, place_bit::BANISHED),
        (event_bit::TO_HAND | event_bit::DREW, place_bit::HAND),
    ];
    let there = puts.iter().filter(|(bits, _)| events & bits != 0);
    let there = there.fold(0, |places, (_, place)| places | place);
    if there == 0 { usual } else { there }
}

/// The event, and the words of its cards that targets are asked again.
fn answered(names: &mut Names<'_, '_>, event: &EventText) -> Compiled<(On, TestId)> {
    let mut on = On {
        events: event.events,
        cards: TestId(0),
        sides: Sides::Both,
        itself: None,
        from: event.from,
        of_card: event.of_card.then_some(true),
        way: event.way,
        by: event.by,
    };
    let mut words = TestId(0);
    match &event.subject {
        Subject::Itself => on.itself = Some(true),
        Subject::Cards(filter) => {
            (on.cards, words) = names.event_cards(filter, event.events, event.from)?;
            on.sides = filter.sides;
            on.itself = filter.other.then_some(false);
            if event.kinds != 0 {
                let kinds = names.to.test(Test::Kind(event.kinds));
                on.cards = names.to.both(on.cards, kinds);
            }
        }
        Subject::Player(who) => {
            on.sides = match who {
                Who::Me => Sides::Mine,
                Who::Opponent => Sides::Theirs,
                Who::Both => Sides::Both,
            };
        }
    }
    Ok((on, words))
}

/// A number register with a number as it is when the effect is activated.
fn fix_number(
    names: &mut Names<'_, '_>,
    name: &super::super::ast::Name,
    number: &NumText,
    ops: &mut Vec<Op>,
) -> Compiled {
    let number = names.num(number)?;
    let register = names.new_number(name.span)?;
    ops.push(Op::Set(register, number));
    names.bind(name, Bound::Number(register, Some(number)))
}

/// A number register that is 1 if the condition is true when the effect is activated.
fn remember(
    names: &mut Names<'_, '_>,
    name: &super::super::ast::Name,
    cond: &CondText,
    ops: &mut Vec<Op>,
) -> Compiled {
    let cond = names.cond(cond)?;
    let register = names.new_number(name.span)?;
    let one = names.value(1);
    ops.extend([Op::Set(register, NumId(0)), Op::Unless(cond, 1), Op::Set(register, one)]);
    names.bind(name, Bound::Flag(register, cond))
}

/// How targets are chosen, whether there are enough, and what they must still be at resolution.
fn choose_targets(
    names: &mut Names<'_, '_>,
    target: &TargetText,
    at: u8,
    more: &[Test],
    event_words: TestId,
) -> Compiled<(Op, CondId, TestId)> {
    let Some((min, max, filter)) = &target.cards else {
        let mut test = names.to.test(Test::In(SetRef::Event));
        for more in more {
            let more = names.to.test(*more);
            test = names.to.both(test, more);
        }
        let places = place_bit::ON_FIELD | place_bit::GRAVE | place_bit::BANISHED;
        let row = Select { sides: Sides::Both, places, test, with_source: true };
        let (from, one) = (names.to.select(row), names.value(1));
        let possible = names.to.cond(Cond::Targets(from, one));
        return Ok((Op::TargetEvent(at), possible, event_words));
    };
    let from = names.select(filter, more)?;
    let words = names.checked(filter, super::filters::places(filter))?;
    if filter.different_names {
        let recipe = names.differing((min, max), filter, false)?;
        let possible = names.to.cond(Cond::Gathers(from, recipe));
        let (of, goal, how) = (SetRef::Source, Goal::Recipe(recipe), How::Target(at));
        return Ok((Op::ChooseTogether { of, from, goal, how }, possible, words));
    }
    let (min, max) = (names.num(min)?, names.num(max)?);
    names.without_tributes(from);
    let possible = names.to.cond(Cond::Targets(from, min));
    Ok((Op::Choose { from, min, max, how: How::Target(at), by: target.by }, possible, words))
}

/// Whether several Special Summons of a body are joined with "also", or each with the choice of its
/// monsters by "if_done": they are one.
fn summons_together(steps: &[StepText]) -> bool {
    let summons =
        |step: &&StepText| matches!(step.action, Action::Cards(CardVerb::SpecialSummon(..), _));
    let mut later = steps.iter().filter(summons).skip(1).peekable();
    later.peek().is_some() && later.all(|step| matches!(step.link, Link::Also | Link::IfDone))
}

/// Whether a step is a Special Summon that is complete when all that the effect does is done.
const fn is_completed_last(step: &StepText) -> bool {
    matches!(step.action, Action::Cards(CardVerb::SpecialSummon(.., true), _))
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
        Action::Cards(CardVerb::Tribute, SetText::All(filter)) => {
            filter.sides == Sides::Mine && filter.tests.is_empty() && filter.noun == Noun::Monster
        }
        _ => false,
    })
}

/// Whether several own monsters are Tributed, so that at least one leaves a Main Monster Zone.
fn pays_own_monsters(text: &EffectText) -> bool {
    text.costs.iter().any(|step| match &step.action {
        Action::Cards(CardVerb::Tribute, SetText::Pick(number, filter, _)) => {
            filter.sides == Sides::Mine && matches!(number.0, NumText::Value(2..))
        }
        _ => false,
    })
}

/// A need of the body that depends on the card that is paid is asked of every card that could be
/// paid. At activation there must be one that fulfils it, and only such cards are offered.
fn bind_cost(
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

/// Cuts a body where a step does not need the one before.
fn chains(steps: &[StepText]) -> Vec<&[StepText]> {
    let mut chains = Vec::new();
    let mut begin = 0;
    for at in 1..=steps.len() {
        let ends = steps
            .get(at)
            .is_none_or(|step| matches!(step.link, Link::Do | Link::Also | Link::Afterwards));
        if ends && begin < at {
            chains.push(&steps[begin..at]);
            begin = at;
        }
    }
    chains
}
