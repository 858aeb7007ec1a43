//! One effect: the event that it answers, its cost, its targets, and the needs of its activation.

mod at_once;
mod cut;
mod needs;
mod targets;
mod usual;

use super::super::ast::{
    ActionText, CardVerb, CondText, EffectText, EventText, FormWord, LimitText, LinkText, Name,
    NumText, SetText, SubjectText,
};
use super::super::error::LanguageFault;
use super::body::{Body, Paid, Parts};
use super::declare::{Options, declared, options};
use super::exprs::{BoundName, Names};
use super::rows::{Compiled, Compiler};
use crate::catalogue::Facts;
use crate::rows::{
    Cond, CondId, Effect, NumId, On, Op, PLANNED_SET, SetRef, Sides, Test, TestId, UseLimit, Who,
    WhoseTurn, event_bit,
};
use cut::{chains, is_completed_last, summons_together};
use usual::usual_locations;

/// Fills the rows of one effect and returns what is wrong with its clauses, at most one fault for
/// each.
pub(super) fn compile(
    to: &mut Compiler<'_>,
    text: &EffectText,
    facts: &Facts,
    labels: (u16, &[EffectText]),
    effect: &mut Effect,
) -> Vec<LanguageFault> {
    if let Some(limit) = &text.limit {
        effect.limit = use_limit(to, limit);
    }
    let names = Names::new(to);
    let mut draft = EffectDraft { names, text, labels, effect, faults: Vec::new() };
    draft.header(facts);
    let event_words = draft.event_and_needs();
    let Begin { mut ops, needs: option_needs, mut chosen } = draft.begin();
    let of_option = needs::of_option(&mut draft.names, text);
    let paying = draft.noted(of_option).flatten();
    let (mut cost, option_first) = draft.cost(paying);
    draft.name_targets();
    let late_options = draft.late_options();
    let mut body = draft.body();
    draft.demand_zones(&mut body);
    let mut demands = std::mem::take(&mut body.demands);
    demands.extend(option_needs.into_iter().chain(draft.may_send_excavated()));
    draft.whole_body(&body);

    let at_activation = Activation {
        ops: &mut ops,
        demands: &mut demands,
        of_cost: &mut body.of_cost,
        chosen: chosen.as_mut(),
        paying: paying.filter(|_| cost.paid.is_some()),
        is_paid: cost.paid.is_some(),
    };
    let mut body_ops = draft.targets(at_activation, &body.of_targets, event_words);
    ops.extend(late_options);
    let late = draft.late_cost();
    ops.extend(late.ops);
    demands.extend(late.demands);
    let mut needed = std::mem::take(&mut cost.demands);
    if let Some(paid) = cost.paid {
        needs::bind_cost(&mut draft.names, paid, &body.of_cost, &mut cost.ops, &mut needed);
    }
    if let (Some(at), Some(chosen)) = (paying, &mut chosen) {
        for need in std::mem::take(&mut needed) {
            chosen.need(&mut draft.names, at, need);
        }
    }
    let unpaid = draft.names.to.every(&demands);
    needed.extend(demands);
    if let Some(chosen) = chosen {
        let (steps, need) = chosen.steps(&mut draft.names);
        let ops = if option_first { &mut cost.ops } else { &mut ops };
        ops.splice(0..0, steps);
        needed.extend(need.filter(|_| !draft.effect.must));
    }
    body_ops.extend(draft.names.once_for_the_draw(text, &body.ops));
    body_ops.extend(body.ops);
    draft.what_happens_at_once(&mut body_ops);
    draft.programs([&cost.ops, &ops, &body_ops], [&needed, &[unpaid]]);
    draft.faults
}

fn use_limit(to: &mut Compiler<'_>, limit: &LimitText) -> UseLimit {
    UseLimit {
        group: if limit.together { to.shared_group() } else { to.group() },
        times: limit.times,
        per_card: !limit.by_name,
        activation: limit.activation,
        outlasts_turning: false,
        across: limit.across,
        span: limit.span,
    }
}

/// An effect while its rows are made.
struct EffectDraft<'t, 'a, 'c> {
    names: Names<'a, 'c>,
    text: &'t EffectText,
    /// The number of the first written effect of the card, and all of them.
    labels: (u16, &'t [EffectText]),
    effect: &'t mut Effect,
    faults: Vec<LanguageFault>,
}

/// The begin of an activation: what is fixed then, and which of several options was chosen.
struct Begin {
    ops: Vec<Op>,
    /// Conditions that the declarations need.
    needs: Vec<CondId>,
    chosen: Option<Options>,
}

/// The rows of an activation, to which its targets come.
struct Activation<'r> {
    ops: &'r mut Vec<Op>,
    /// Conditions of the activation.
    demands: &'r mut Vec<CondId>,
    /// Those that are asked of the card that is paid.
    of_cost: &'r mut Vec<CondId>,
    chosen: Option<&'r mut Options>,
    /// The option for which something is paid.
    paying: Option<usize>,
    /// Whether it is known what is paid.
    is_paid: bool,
}

impl EffectDraft<'_, '_, '_> {
    /// The value of a clause; its fault is noted.
    fn noted<T>(&mut self, result: Compiled<T>) -> Option<T> {
        result.map_err(|fault| self.faults.push(fault)).ok()
    }

    /// Its programs, and what it needs with its cost and without it.
    fn programs(&mut self, [cost, target, body]: [&[Op]; 3], [needed, unpaid]: [&[CondId]; 2]) {
        let to = &mut *self.names.to;
        self.effect.cost = to.program(cost);
        self.effect.target = to.program(target);
        self.effect.body = to.program(body);
        self.effect.possible = to.every(needed);
        let free = self.text.costs.is_empty();
        self.effect.possible_unpaid = if free { self.effect.possible } else { to.every(unpaid) };
    }

    /// The words of the line with which the effect begins.
    fn header(&mut self, facts: &Facts) {
        let (text, effect) = (self.text, &mut *self.effect);
        let by_itself = matches!(text.form, FormWord::Flip | FormWord::AtOnce);
        effect.must = text.must.map_or(by_itself, |(must, _)| must);
        effect.from = text.from.unwrap_or_else(|| usual_locations(text, effect.from, facts));
        effect.fixed_location = text.from.is_some();
        effect.tributes = text.tributes;
        effect.in_damage_step |= text.in_damage_step;
        effect.in_calculation |= text.in_calculation;
        if text.form == FormWord::Flip {
            effect.on = On { events: event_bit::FLIPPED, itself: Some(true), ..effect.on };
        }
    }

    /// The event that the effect answers, and its `need` lines. Says with which words targets of the
    /// event are asked again.
    fn event_and_needs(&mut self) -> TestId {
        let text = self.text;
        let mut event_words = TestId(0);
        let mut conditions = Vec::new();
        if let Some(event) = &text.event {
            // Planned cards are kept in the last local set.
            let planned = text.form == FormWord::Later;
            self.names.that =
                Some(if planned { SetRef::Local(PLANNED_SET) } else { SetRef::Event });
            // Of an event of the card itself the other cards to which it happened are not meant.
            if matches!(event.subject, SubjectText::Itself) {
                self.names.it = Some(SetRef::Source);
            }
            self.effect.misses = event.when && !self.effect.must;
            let answered = answered(&mut self.names, event);
            if let Some((on, words)) = self.noted(answered) {
                (self.effect.on, self.effect.phase, event_words) = (on, event.phase, words);
                let phase = event_bit::PHASE | event_bit::PHASE_BEGAN;
                if event.events & phase != 0 && on.sides != Sides::Both {
                    conditions.push(self.names.to.cond(Cond::MyTurn(on.sides == Sides::Mine)));
                }
            }
        }
        for need in &text.needs {
            let cond = self.names.cond(need);
            conditions.extend(self.noted(cond));
        }
        self.effect.condition = self.names.to.every(&conditions);
        if let Some(others) = &text.others {
            let test = self.names.fitting_placeless(others);
            if let Some(test) = self.noted(test) {
                self.effect.on.cards = test;
                self.effect.on.itself = Some(false);
            }
        }
        event_words
    }

    /// Options, declarations and numbers that are fixed at activation.
    fn begin(&mut self) -> Begin {
        let text = self.text;
        let (mut ops, mut needs) = (Vec::new(), Vec::new());
        let early = if text.options_late { &[][..] } else { &text.options };
        let chosen = options(&mut self.names, early);
        let chosen = self.noted(chosen).flatten();
        for action in &text.declares {
            let declared = declared(&mut self.names, action);
            if let Some((op, possible)) = self.noted(declared) {
                ops.push(op);
                needs.extend((!self.effect.must).then_some(possible));
            }
        }
        for number in &text.keeps {
            let number = self.names.num(number);
            ops.extend(self.noted(number).map(Op::Keep));
        }
        for (name, number) in &text.numbers {
            let fixed = fix_number(&mut self.names, name, number, &mut ops);
            self.noted(fixed);
        }
        for (name, cond) in &text.remembers {
            let remembered = remember(&mut self.names, name, cond, &mut ops);
            self.noted(remembered);
        }
        Begin { ops, needs, chosen }
    }

    /// The payment, and whether it may depend on the option, which is then chosen before it.
    fn cost(&mut self, paying: Option<usize>) -> (Parts, bool) {
        self.names.of_option = false;
        let mut cost = Body::new(&mut self.names, self.labels, true);
        let pays_for_summon = pays_differing(self.text) && summons(self.text);
        cost.makes_room = self.text.form == FormWord::Procedure || pays_for_summon;
        for step in &self.text.costs {
            if paying.is_some() {
                let chain = cost.chain(std::slice::from_ref(step));
                self.faults.extend(chain.err().into_iter().flatten());
            } else {
                self.faults.extend(cost.step(step).err());
            }
        }
        let cost = cost.finish();
        let option_first = paying.is_some() || self.names.of_option;
        self.names.paid_from = cost.paid_from;
        self.names.room_made = pays_for_summon || says_where_room_is(self.text);
        self.names.one_is_paid = matches!(cost.paid, Some(Paid::Itself | Paid::Chosen { .. }));
        (cost, option_first)
    }

    /// The restrictions that come with the activation once its targets are chosen.
    fn late_cost(&mut self) -> Parts {
        let mut cost = Body::new(&mut self.names, self.labels, true);
        for step in &self.text.late_costs {
            self.faults.extend(cost.step(step).err());
        }
        cost.finish()
    }

    /// The steps that happen when the effect resolves.
    fn body(&mut self) -> Parts {
        let text = self.text;
        let mut body = Body::new(&mut self.names, self.labels, false);
        body.completed_last = text.steps.iter().any(is_completed_last);
        body.together = body.completed_last || summons_together(&text.steps);
        let all = chains(&text.steps);
        for (at, chain) in all.iter().copied().enumerate() {
            body.more = at + 1 < all.len();
            // A mandatory effect is activated whatever its steps need, and a step with an alternative
            // is not needed.
            let otherwise = chain.iter().any(|step| step.link == LinkText::Otherwise);
            body.deriving = !self.effect.must && !otherwise;
            self.faults.extend(body.chain(chain).err().into_iter().flatten());
        }
        body.finish()
    }

    /// Facts about the effect as a whole that follow from its steps.
    fn whole_body(&mut self, body: &Parts) {
        let (text, effect) = (self.text, &mut *self.effect);
        effect.intends = body.intends;
        effect.face_down = text.face_down;
        effect.by_either = text.by_either;
        effect.gathers = text.gathers;
        effect.unanswered = text.unanswered;
        // Else it could be turned face-up and do the same again (its own words: once per turn).
        effect.limit.outlasts_turning =
            body.ops.contains(&Op::Turn(SetRef::Source, WhoseTurn::FaceDown));
        // An effect that negates an activation may be used whenever something is activated (BA-29).
        let answers =
            effect.on.events & event_bit::ACTIVATED != 0 && body.ops.contains(&Op::Negate);
        // A way to Summon is not used there, whatever the monster has when it comes.
        let changes_values = body.changes_values && text.form != FormWord::Procedure;
        effect.in_damage_step |= (changes_values || answers) && !text.not_in_damage_step;
        effect.in_calculation |= answers && !text.not_in_damage_step;
        effect.changes_values = changes_values;
    }
}

/// Whether several cards of different names are paid.
fn pays_differing(text: &EffectText) -> bool {
    text.costs.iter().any(|step| {
        matches!(&step.action, ActionText::Cards(_, SetText::Pick(_, filter, _)) if filter.different_names)
    })
}

/// Whether an effect says itself which cards leave a zone for the monster that comes.
fn says_where_room_is(text: &EffectText) -> bool {
    let says = |need: &CondText| matches!(need, CondText::FreeZoneWithout(_));
    text.needs.iter().any(|need| match need {
        CondText::All(all) => all.iter().any(says),
        one => says(one),
    })
}

/// Whether an effect begins with the Special Summon of a monster that it chooses.
fn summons(text: &EffectText) -> bool {
    let first = text.steps.first().map(|step| &step.action);
    matches!(first, Some(ActionText::Cards(CardVerb::SpecialSummon(..), SetText::Pick(..))))
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
        doer: event.doer.as_ref().map(|filter| names.doer(filter, event.by)).transpose()?,
        but_by: event.but_by.as_ref().map(|name| names.called(name)).transpose()?,
    };
    let mut words = TestId(0);
    match &event.subject {
        SubjectText::Itself => on.itself = Some(true),
        SubjectText::Cards(filter) => {
            (on.cards, words) = names.event_cards(filter, event.events, event.from)?;
            on.sides = filter.sides;
            on.itself = filter.other.then_some(false);
            if event.kinds != 0 {
                let kinds = names.to.test(Test::Kind(event.kinds));
                on.cards = names.to.both(on.cards, kinds);
            }
        }
        SubjectText::Player(who) => {
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
    name: &Name,
    number: &NumText,
    ops: &mut Vec<Op>,
) -> Compiled {
    let number = names.num(number)?;
    let register = names.new_number(name.span)?;
    ops.push(Op::Set(register, number));
    names.bind(name, BoundName::Number(register, Some(number)))
}

/// A number register that is 1 if the condition is true when the effect is activated.
fn remember(
    names: &mut Names<'_, '_>,
    name: &Name,
    cond: &CondText,
    ops: &mut Vec<Op>,
) -> Compiled {
    let cond = names.cond(cond)?;
    let register = names.new_number(name.span)?;
    let one = names.value(1);
    ops.extend([Op::Set(register, NumId(0)), Op::Unless(cond, 1), Op::Set(register, one)]);
    names.bind(name, BoundName::Flag(register, cond))
}
