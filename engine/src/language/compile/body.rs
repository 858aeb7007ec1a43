//! Steps of bodies and costs.

mod cards;
mod made;
mod rank_up;
mod verbs;

use super::super::ast::{
    Action, CardVerb, EffectText, Guard, Link, Name, NumText, Receiver, SetText, StepText,
};
use super::super::error::Fault;
use super::declare::declared;
use super::exprs::{Bound, Names};
use super::rows::Compiled;
use super::wanted::{Wanted, deck, has_deck, is_called, sides_of, wanted_later};
use crate::script::{
    Away, Compare, Cond, CondId, EffectId, Events, Goal, ModKind, Num, NumId, Op, Scope, Select,
    SetRef, Sides, Swing, Test, TestId, Until, Who, event_bit, place_bit, pose_bit,
};

/// The rows that the steps of a body or a cost became.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) ops: Vec<Op>,
    /// Conditions that the activation needs for them.
    pub(super) demands: Vec<CondId>,
    /// Bits for what they would do.
    pub(super) intends: Events,
    /// They change ATK or DEF.
    pub(super) changes_values: bool,
    /// Tests of the targets besides the written ones.
    pub(super) of_targets: [Vec<Test>; 2],
    /// Conditions on the card that is paid, which the activation needs: true once it has left.
    pub(super) of_cost: Vec<CondId>,
    /// Whether a fixed number of monsters is chosen as Tributes.
    pub(super) tributes: bool,
    /// The payment, if it is the card itself or cards that one step chooses.
    pub(super) paid: Option<Paid>,
}

/// The cards that are paid as a cost.
#[derive(Clone, Copy)]
pub(super) enum Paid {
    /// This card itself.
    Itself,
    /// One that this step of the cost chooses, with the place of what is demanded for it.
    Chosen { op: usize, demand: usize },
    /// So many Tributes, chosen so.
    Several { op: usize, demand: usize, count: i32 },
}

/// The steps of a body or a cost while they are compiled.
pub(super) struct Body<'n, 'a, 'c> {
    names: &'n mut Names<'a, 'c>,
    /// The number of the first written effect of the card, and all of them.
    labels: (u16, &'n [EffectText]),
    is_cost: bool,
    /// Whether what is paid leaves a zone for the monster that it is paid for.
    pub(super) makes_room: bool,
    /// Whether the activation needs what the present steps need.
    pub(super) deriving: bool,
    /// Whether cards come to a hand or a Deck in a step before the present one, so that what that needs is not
    /// known before.
    filled: bool,
    /// Whether other chains of steps follow the present one.
    pub(super) more: bool,
    /// Whether the Special Summons of the body all happen at the same moment.
    pub(super) together: bool,
    /// The player who Summons a monster to which the next step gives something from that moment on.
    gives_before: Option<Who>,
    /// Whether they are complete only when all else is done.
    pub(super) completed_last: bool,
    /// Cards were chosen for the cost already.
    cost_chosen: bool,
    parts: Parts,
    /// Steps that go on behind the present chain if they are refused, and if nothing happened.
    refused: Vec<usize>,
    nothing: Vec<usize>,
}

impl<'n, 'a, 'c> Body<'n, 'a, 'c> {
    pub(super) fn new(
        names: &'n mut Names<'a, 'c>,
        labels: (u16, &'n [EffectText]),
        is_cost: bool,
    ) -> Self {
        Self {
            names,
            labels,
            is_cost,
            makes_room: false,
            deriving: true,
            filled: false,
            together: false,
            gives_before: None,
            completed_last: false,
            more: false,
            cost_chosen: false,
            parts: Parts::default(),
            refused: Vec::new(),
            nothing: Vec::new(),
        }
    }

    pub(super) fn finish(mut self) -> Parts {
        if self.together {
            // Else the monsters are Summoned as soon as the last one has come, and face-down ones
            // change places afterwards.
            let comes = |op: &Op| matches!(op, Op::SpecialSummon { .. } | Op::Follow(..));
            let places = |op: &Op| matches!(op, Op::ShuffleSet(_));
            let ops = &mut self.parts.ops;
            let at = if self.completed_last {
                ops.iter().rposition(|op| !places(op))
            } else {
                ops.iter().rposition(comes)
            };
            ops.insert(at.map_or(ops.len(), |at| at + 1), Op::FinishSummons(None));
        }
        self.parts
    }

    /// Steps of which each needs the one before, and what happens otherwise.
    pub(super) fn chain(&mut self, steps: &[StepText]) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        let otherwise = steps.iter().position(|step| step.link == Link::Otherwise);
        let (first, second) = steps.split_at(otherwise.unwrap_or(steps.len()));
        self.filled = false;
        for (at, step) in first.iter().enumerate() {
            let left_out = |guard: &Guard| matches!(guard, Guard::May | Guard::IfPossible);
            self.deriving &= !step.guards.iter().any(left_out);
            faults.extend(self.linked(step, &first[at + 1..]).err());
        }
        let mut last = None;
        if !second.is_empty() {
            last = Some(self.jump(Op::Skip(0)));
            let refused = std::mem::take(&mut self.refused);
            self.land(&refused);
            for (at, step) in second.iter().enumerate() {
                faults.extend(self.linked(step, &second[at + 1..]).err());
            }
        }
        let refused = std::mem::take(&mut self.refused);
        let nothing = std::mem::take(&mut self.nothing);
        self.land(&refused);
        self.land(&nothing);
        self.land(last.as_slice());
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// One step of a cost.
    pub(super) fn step(&mut self, step: &StepText) -> Compiled {
        self.linked(step, &[])
    }

    fn jump(&mut self, op: Op) -> usize {
        self.parts.ops.push(op);
        self.parts.ops.len() - 1
    }

    /// Lets jumps end behind the last step that there is now.
    fn land(&mut self, jumps: &[usize]) {
        let end = self.parts.ops.len();
        for jump in jumps {
            if let Op::Unless(_, by) | Op::Offer(by) | Op::Skip(by) = &mut self.parts.ops[*jump] {
                *by = (end - jump - 1) as u16;
            }
        }
    }

    fn linked(&mut self, step: &StepText, rest: &[StepText]) -> Compiled {
        for guard in &step.guards {
            let op = match guard {
                Guard::IfPossible => continue,
                Guard::May => Op::Offer(0),
                Guard::If(cond) => Op::Unless(self.names.cond(cond)?, 0),
                Guard::Unless(cond) => {
                    let cond = self.names.cond(cond)?;
                    Op::Unless(self.names.to.cond(Cond::Not(cond)), 0)
                }
            };
            let jump = self.jump(op);
            self.refused.push(jump);
        }
        if matches!(step.link, Link::Then | Link::Afterwards) {
            self.parts.ops.push(Op::Then);
            // A later step may need a card that is drawn first, so the activation does not ask for
            // it.
            let filled = event_bit::DREW | event_bit::TO_HAND | event_bit::TO_DECK;
            self.filled |= self.parts.intends & filled != 0;
        }
        self.action(step, rest)
    }

    /// Adds a condition of the activation, if it can be asked so early.
    fn need(&mut self, cond: impl FnOnce(&mut Names<'a, 'c>) -> Compiled<CondId>) -> Compiled {
        if !self.deriving || self.filled {
            return Ok(());
        }
        (self.names.early, self.names.too_late) = (true, false);
        self.names.of_cost = false;
        let cond = cond(self.names);
        self.names.early = false;
        if !self.names.too_late {
            let of_cost = self.names.of_cost;
            let to = if of_cost { &mut self.parts.of_cost } else { &mut self.parts.demands };
            to.push(cond?);
        }
        Ok(())
    }

    fn action(&mut self, step: &StepText, rest: &[StepText]) -> Compiled {
        match &step.action {
            Action::Cards(verb, cards) => return self.act_on(step, *verb, cards, rest),
            Action::TakeControl(cards, until) => {
                let set = self.cards(cards, Wanted::control())?;
                self.demand_of_targets(set, Test::Switchable);
                self.do_it(Op::TakeControl(set, *until), event_bit::CONTROL_CHANGED);
                if !rest.is_empty() {
                    // The rest of these steps does not happen if control did not change.
                    let test = self.names.to.test(Test::In(set));
                    let (sides, places) = (Sides::Mine, place_bit::MONSTER);
                    let row = Select { sides, places, test, with_source: true };
                    let taken = self.names.to.select(row);
                    let taken = self.names.at_least(taken, 1);
                    let jump = self.jump(Op::Unless(taken, 0));
                    self.nothing.push(jump);
                }
            }
            Action::Damage(amount, who) => {
                let amount = self.names.num(amount)?;
                self.do_it(Op::Damage(*who, amount), event_bit::DAMAGED);
            }
            Action::Gain(amount, who) => {
                let amount = self.names.num(amount)?;
                self.do_it(Op::Gain(*who, amount), event_bit::GAINED);
            }
            Action::Pay(amount) => {
                self.need(|names| {
                    let amount = names.num(amount)?;
                    Ok(names.to.cond(Cond::CanPay(Who::Me, amount)))
                })?;
                let amount = self.names.num(amount)?;
                self.do_it(Op::Pay(amount), 0);
            }
            Action::PendulumSummon(which) => {
                let which = which.as_ref().map(|which| self.names.num(which)).transpose()?;
                let test = which.map(|which| self.names.to.scripts.num(which));
                let test = match test {
                    Some(Num::Value(test)) => TestId(test as u16),
                    _ => TestId(0),
                };
                let swing = Swing::AfterEffect;
                self.need(|names| {
                    let may = names.to.cond(Cond::MayPendulumSummon(swing));
                    let swings = names.to.cond(Cond::Swings(swing, test));
                    names.of_cost |= names.one_is_paid;
                    Ok(names.to.every(&[may, swings]))
                })?;
                if let Some(value) = which {
                    // Without cards in both zones nothing is kept back for later.
                    let may = self.names.to.cond(Cond::MayPendulumSummon(swing));
                    let (scope, kind) = (Scope::Player(Who::Me), ModKind::PendulumsOnly);
                    let only = Op::Impose { scope, kind, value, until: Until::Swing };
                    self.parts.ops.extend([Op::Unless(may, 1), only]);
                }
                self.do_it(Op::SwingAfter, event_bit::SPECIAL_SUMMONED);
            }
            Action::NegateAttack => {
                if !rest.is_empty() {
                    let goes_on = self.names.to.cond(Cond::AttackGoesOn);
                    let jump = self.jump(Op::Unless(goes_on, 0));
                    self.nothing.push(jump);
                }
                self.parts.ops.push(Op::NegateAttack);
            }
            Action::Tokens(amount, name, poses, who) => {
                let maker = self.names.to.maker;
                let Some(print) = self.names.to.cards.token_by_name(&name.text, maker) else {
                    let text = super::super::error::short(&name.text);
                    let fault = Fault::new(name.span, format!("no Token is named \"{text}\""));
                    return Err(fault.help("write the name as the card table has it"));
                };
                self.need(|names| {
                    let amount = names.num(amount)?;
                    Ok(names.has_zone_of(Cond::CanMakeTokens(amount, *who, print)))
                })?;
                let count = self.names.num(amount)?;
                let can = self.names.to.cond(Cond::CanMakeTokens(count, *who, print));
                let jump = self.jump(Op::Unless(can, 0));
                self.nothing.push(jump);
                let into = self.names.new_set(name.span)?;
                let it = SetText::It(step.span);
                let hold = self.holds_for(rest.first(), &it, Who::Me);
                let cards = SetRef::Local(into);
                self.parts.ops.push(Op::MakeTokens { print, count, into });
                let across = if *who == Who::Opponent { pose_bit::ACROSS } else { 0 };
                let poses = *poses | across;
                let summon = Op::SpecialSummon { cards, poses, by: Who::Me, hold };
                self.do_it(summon, event_bit::SPECIAL_SUMMONED);
                self.parts.ops.push(Op::Follow(cards, place_bit::ON_FIELD));
                self.names.it = Some(cards);
            }
            Action::AttackAgain => {
                self.need(|names| Ok(names.to.cond(Cond::CanAttackAgain)))?;
                self.parts.ops.push(Op::AttackAgain);
            }
            Action::EndBattlePhase => {
                let scope = Scope::Player(Who::Both);
                self.give(
                    Given::Scope(scope),
                    ModKind::NoBattlePhase,
                    NumId(0),
                    Until::EndOfBattle,
                );
            }
            Action::Draw(amount, who) => self.draw(None, amount, *who, rest)?,
            Action::DrawNamed(name, amount, who) => self.draw(Some(name), amount, *who, rest)?,
            Action::ArrangeTop(amount) => {
                self.need(|names| {
                    let deck = deck(names, Sides::Mine);
                    Ok(names.at_least(deck, 1))
                })?;
                let amount = self.names.num(amount)?;
                let into = self.names.new_set(step.span)?;
                self.parts.ops.extend([Op::SeeTop(amount, into), Op::Arrange(into)]);
            }
            Action::LookAtTop(amount, who) => {
                for side in sides_of(*who) {
                    self.need(|names| {
                        let deck = deck(names, side);
                        Ok(names.at_least(deck, 1))
                    })?;
                }
                let amount = self.names.num(amount)?;
                self.do_it(Op::RevealTop(*who, amount), 0);
            }
            Action::Mill(amount, who, away) => {
                for side in sides_of(*who) {
                    self.need(|names| {
                        let amount = names.num(amount)?;
                        Ok(has_deck(names, side, amount))
                    })?;
                }
                let amount = self.names.num(amount)?;
                let intends = match away {
                    Away::ToGrave => event_bit::SENT_TO_GRAVE,
                    Away::Banished | Away::BanishedDown => event_bit::BANISHED,
                };
                self.do_it(Op::Mill(*who, amount, *away), intends);
            }
            Action::ShowDecks => self.parts.ops.push(Op::ShowDecks),
            Action::ShuffleDeck(who) => self.parts.ops.push(Op::ShuffleDeck(*who)),
            Action::ForbidNamed(cards) => {
                let set = self.names.known_set(cards)?;
                self.parts.ops.push(Op::ForbidNamed(set));
            }
            Action::Excavate { all, found, until, who } => {
                let until = self.names.fitting(until)?;
                let (shown, last) =
                    (self.names.new_set(all.span)?, self.names.new_set(found.span)?);
                let row = Op::Excavate { who: *who, until, all: shown, found: last };
                self.parts.ops.push(row);
                self.names.bind(all, Bound::Set(SetRef::Local(shown)))?;
                self.names.bind(found, Bound::Set(SetRef::Local(last)))?;
            }
            Action::ExcavateTop(name, amount, who) => {
                let amount = self.names.num(amount)?;
                let into = self.names.set_named(name)?;
                self.parts.ops.push(Op::ExcavateTop { who: *who, amount, into });
            }
            Action::ExcavateMany(name, amount, filter, who) => {
                let (amount, until) = (self.names.num(amount)?, self.names.fitting(filter)?);
                let into = self.names.set_named(name)?;
                self.parts.ops.push(Op::ExcavateMany { who: *who, amount, until, into });
            }
            Action::Give { to, modifiers, until } => {
                let to = self.receiver(to)?;
                for modifier in modifiers {
                    if matches!(to, Given::Scope(Scope::InHand(..)))
                        && modifier.kind != ModKind::Level
                    {
                        let fault =
                            Fault::new(step.span, "this modifier is not for cards of a hand");
                        return Err(fault.help("only `level` changes there"));
                    }
                    let value = modifier.value.as_ref();
                    let meant = self.names.it;
                    if let Given::Cards(_) = to {
                        // In the number of a modifier each card that gets it speaks of itself.
                        self.names.it = Some(SetRef::Each);
                    }
                    let value = value.map_or(Ok(NumId(0)), |value| self.names.num(value));
                    self.names.it = meant;
                    let value = value?;
                    if self.is_cost && modifier.kind == ModKind::NoNormalDraw {
                        // Something happens instead of the draw, so there must be one.
                        self.need(|names| Ok(names.to.cond(Cond::NormalDraw)))?;
                    }
                    self.give(to, modifier.kind, value, *until);
                }
                if let Some(by) = self.gives_before.take() {
                    self.parts.ops.push(Op::FinishSummons(Some(by)));
                }
            }
            Action::Pick(name, SetText::All(filter)) if self.names.is_local_set(name) => {
                // The name stands for these cards from now on.
                let from = self.names.select(filter, wanted_later(name, rest).tests())?;
                let into = self.names.set_named(name)?;
                self.parts.ops.push(Op::Gather { from, into });
                self.names.it = Some(SetRef::Local(into));
            }
            Action::Pick(name, cards) => {
                let wanted = wanted_later(name, rest);
                // Cards that are only picked are no cost yet.
                let paying = std::mem::replace(&mut self.is_cost, false);
                let set = self.cards(cards, wanted);
                self.is_cost = paying;
                let set = set?;
                self.names.it = Some(set);
                self.names.bind(name, Bound::Set(set))?;
                let named = |other: &SetText| is_called(other, name);
                self.guard(set, rest, named);
            }
            Action::Note(name, amount) => {
                // Conditions of the activation use the number itself if it can be known so early,
                // not its register.
                let was = (self.names.early, self.names.too_late);
                (self.names.early, self.names.too_late) = (true, false);
                let before = self.names.num(amount);
                let before = if self.names.too_late { None } else { before.ok() };
                (self.names.early, self.names.too_late) = was;
                let amount = self.names.num(amount)?;
                let register = self.names.new_number(name.span)?;
                self.parts.ops.push(Op::Set(register, amount));
                self.names.bind(name, Bound::Number(register, before))?;
            }
            Action::Roll(name, amount) => {
                let amount = self.names.num(amount)?;
                let register = self.names.new_number(name.span)?;
                self.parts
                    .ops
                    .extend([Op::Roll(register, amount), Op::OfferReroll(register, amount)]);
                self.names.bind(name, Bound::Number(register, None))?;
            }
            Action::Keep(number) => {
                let number = self.names.num(number)?;
                self.parts.ops.push(Op::Keep(number));
            }
            Action::Declare(..)
            | Action::DeclareType(..)
            | Action::DeclareAnyType(_)
            | Action::DeclareName(..) => {
                let (op, possible) = declared(self.names, &step.action)?;
                self.need(|_| Ok(possible))?;
                self.parts.ops.push(op);
            }
            Action::Counters { place, amount, kind, cards } => {
                let set = self.cards(cards, Wanted::nothing())?;
                self.names.it = Some(set);
                if self.is_cost {
                    self.need(|names| {
                        let amount = names.num(amount)?;
                        let there = names.to.num(Num::Counters(set, *kind));
                        Ok(names.to.cond(Cond::Compare(there, Compare::AtLeast, amount)))
                    })?;
                }
                let amount = self.names.num(amount)?;
                self.parts.ops.push(if *place {
                    Op::PlaceCounters(set, *kind, amount)
                } else {
                    Op::RemoveCounters(set, *kind, amount)
                });
            }
            Action::Toss(name, amount) => {
                let amount = self.names.num(amount)?;
                let register = self.names.new_number(name.span)?;
                self.parts.ops.push(Op::Toss(register, amount));
                self.names.bind(name, Bound::Number(register, None))?;
            }
            Action::CallCoin(name) => {
                let (called, heads) =
                    (self.names.new_number(name.span)?, self.names.new_number(name.span)?);
                let (one, two) = (self.names.value(1), self.names.value(2));
                let call = Op::Declare(called, one, two, Who::Me);
                self.parts.ops.extend([call, Op::Toss(heads, one)]);
                // Heads are called with 1, tails with 2: what fell right makes it 2 either way.
                let [called, heads] =
                    [called, heads].map(|register| self.names.to.num(Num::Local(register)));
                let sum = self.names.to.num(Num::Plus(called, heads));
                let right = self.names.to.cond(Cond::Compare(sum, Compare::Equal, two));
                self.names.bind(name, Bound::Option(right))?;
            }
            Action::Negate { effect } => {
                self.parts.ops.push(if *effect { Op::NegateEffect } else { Op::Negate });
                if !rest.is_empty() {
                    let done = self.names.to.cond(Cond::Negated);
                    let jump = self.jump(Op::Unless(done, 0));
                    self.nothing.push(jump);
                }
            }
            Action::RankUp(below, by, to) => {
                return self.rank_up(step, (below, *by, to.as_ref()), rest);
            }
            Action::SwapControl(mine, theirs) => {
                let mine = self.cards(mine, Wanted::exchange())?;
                let theirs = self.cards(theirs, Wanted::exchange())?;
                self.do_it(Op::SwapControl(mine, theirs), event_bit::CONTROL_CHANGED);
            }
            Action::FusionSummon(monsters, text) => {
                self.fusion_summon(monsters, text, rest)?;
            }
            Action::RitualSummon(monsters, tributes, level, or_more) => {
                let level = self.names.num(level)?;
                let from = self.names.select_for(tributes, Wanted::by(CardVerb::Tribute))?;
                let goal = if *or_more { Goal::LevelsFrom(level) } else { Goal::Levels(level) };
                self.ritual_summon(monsters, from, goal, rest)?;
            }
            Action::Plan(name, with, later) => {
                let effect = self.offered(name)?;
                let with = match with {
                    Some((about, cards)) => Some((*about, self.cards(cards, Wanted::nothing())?)),
                    None => None,
                };
                self.parts.ops.push(Op::Plan { effect, with, later: *later });
            }
            Action::Allow(name) => {
                let effect = self.offered(name)?;
                self.parts.ops.push(Op::Allow(effect));
            }
        }
        Ok(())
    }

    /// A draw, and what needs it.
    fn draw(
        &mut self,
        name: Option<&Name>,
        amount: &NumText,
        who: Who,
        rest: &[StepText],
    ) -> Compiled {
        // Whether an opponent can draw a number that is not fixed is not asked before.
        let fixed = matches!(amount, NumText::Value(_));
        if who == Who::Me || fixed {
            self.need(|names| {
                let amount = names.num(amount)?;
                Ok(names.to.cond(Cond::CanDraw(who, amount)))
            })?;
        } else if who == Who::Both {
            self.need(|names| {
                let amount = names.num(amount)?;
                Ok(names.to.cond(Cond::CanDraw(Who::Me, amount)))
            })?;
        }
        if self.deriving && who != Who::Opponent && (self.filled || !fixed) {
            // How many it will be is not known before, but nobody starts what is forbidden to end.
            let none = self.names.value(0);
            let may_draw = self.names.to.cond(Cond::CanDraw(Who::Me, none));
            self.parts.demands.push(may_draw);
        }
        let amount = self.names.num(amount)?;
        match name {
            None => self.do_it(Op::Draw(who, amount), event_bit::DREW),
            Some(name) => {
                let into = self.names.set_named(name)?;
                self.names.it = Some(SetRef::Local(into));
                self.do_it(Op::DrawCards(who, amount, into), event_bit::DREW);
                if rest.first().is_some_and(|step| step.link == Link::Then) {
                    // A player who drew some and could not draw all has lost before anything else happens
                    // (FACT-W5).
                    let drawn = self.names.has_card(SetRef::Local(into));
                    self.parts.ops.extend([Op::Unless(drawn, 1), Op::Then]);
                }
            }
        }
        if !rest.is_empty() {
            // The rest of these steps does not happen without the draw.
            let drew = self.names.to.cond(Cond::Drew(who));
            let jump = self.jump(Op::Unless(drew, 0));
            self.nothing.push(jump);
        }
        Ok(())
    }

    /// Whether a Special Summon is not complete yet when these cards have come: others come too, or the next
    /// step gives them something.
    fn holds_for(&mut self, next: Option<&StepText>, cards: &SetText, by: Who) -> bool {
        if !self.together && verbs::gives_to(next, cards) {
            self.gives_before = Some(by);
        }
        self.together || self.gives_before.is_some()
    }

    fn do_it(&mut self, op: Op, intends: Events) {
        self.parts.ops.push(op);
        self.parts.intends |= intends;
    }

    /// If later steps need that this one happened, they are left out when there is no card. Steps
    /// that are about the same cards find that out by themselves.
    fn guard(&mut self, set: SetRef, rest: &[StepText], same: impl Fn(&SetText) -> bool) -> bool {
        let needs = |step: &StepText| match &step.action {
            Action::Cards(_, cards) | Action::TakeControl(cards, _) => !same(cards),
            Action::Give { to: Receiver::Cards(cards), .. } => !same(cards),
            _ => true,
        };
        let guards = rest.iter().any(needs);
        if guards {
            let cond = self.names.has_card(set);
            let jump = self.jump(Op::Unless(cond, 0));
            self.nothing.push(jump);
        }
        guards
    }

    fn demand_of_targets(&mut self, set: SetRef, test: Test) {
        if let SetRef::Targets(at) = set {
            let demands = &mut self.parts.of_targets[usize::from(at & 1)];
            if !demands.contains(&test) {
                demands.push(test);
            }
        }
    }

    fn receiver(&mut self, to: &Receiver) -> Compiled<Given> {
        Ok(match to {
            Receiver::Player(who) => Given::Scope(Scope::Player(*who)),
            Receiver::Every(filter) => Given::Scope(self.names.field_scope(filter)?),
            Receiver::Cards(cards) => {
                let set = self.cards(cards, Wanted::nothing())?;
                self.names.it = Some(set);
                Given::Cards(set)
            }
        })
    }

    fn give(&mut self, to: Given, kind: ModKind, value: NumId, until: Until) {
        self.parts.changes_values |= !self.is_cost
            && matches!(kind, ModKind::Atk | ModKind::Def | ModKind::SetAtk | ModKind::SetDef);
        self.parts.ops.push(match to {
            Given::Scope(scope) => Op::Impose { scope, kind, value, until },
            Given::Cards(cards) => Op::Change { cards, kind, value, until },
        });
    }

    fn offered(&self, name: &Name) -> Compiled<EffectId> {
        let (first, effects) = self.labels;
        let labelled = |effect: &EffectText| {
            effect.label.as_ref().is_some_and(|label| label.text == name.text)
        };
        match effects.iter().position(labelled) {
            Some(at) => Ok(EffectId(first + at as u16)),
            None => {
                let text = super::super::error::short(&name.text);
                let fault =
                    Fault::new(name.span, format!("no effect of this card is named `{text}`"));
                Err(fault.follows().help(format!("write `effect offer as {text}` below")))
            }
        }
    }
}

/// The receiver of a modifier.
#[derive(Clone, Copy)]
enum Given {
    Scope(Scope),
    Cards(SetRef),
}
