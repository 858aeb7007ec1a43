//! Steps of bodies and costs.

mod among;
mod cards;
mod decks;
mod give;
mod joined;
mod later_steps;
mod linked;
mod made;
mod picking;
mod plans;
mod prepared;
mod rank_up;
mod registers;
mod tokens;
mod verbs;

use super::super::ast::{
    ActionText, EffectText, Guard, LinkText, NumText, Receiver, SetText, StepText,
};
use super::super::error::LanguageFault;
use super::exprs::Names;
use super::rows::Compiled;

use crate::rows::{Cond, CondId, Events, Locations, Op, SetRef, Test, Who, event_bit};
use tokens::Tokens;

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
    /// The places that a fixed number of cards leaves as the cost.
    pub(super) paid_from: Locations,
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
    /// The set with the cards that an effect answered and has destroyed, where they lie then.
    destroyed: Option<u8>,
    /// Conditions without which the step that a player is asked for could do nothing; none outside of such a step.
    offered: Option<Vec<CondId>>,
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
            destroyed: None,
            offered: None,
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
            let locations = |op: &Op| matches!(op, Op::ShuffleSet(_));
            let ops = &mut self.parts.ops;
            let at = if self.completed_last {
                ops.iter().rposition(|op| !locations(op))
            } else {
                ops.iter().rposition(comes)
            };
            ops.insert(at.map_or(ops.len(), |at| at + 1), Op::FinishSummons(None));
        }
        self.parts
    }

    /// Steps of which each needs the one before, and what happens otherwise.
    pub(super) fn chain(&mut self, steps: &[StepText]) -> Result<(), Vec<LanguageFault>> {
        let mut faults = Vec::new();
        let otherwise = steps.iter().position(|step| step.link == LinkText::Otherwise);
        let (first, mut others) = steps.split_at(otherwise.unwrap_or(steps.len()));
        self.filled = false;
        for (at, step) in first.iter().enumerate() {
            let left_out = |guard: &Guard| matches!(guard, Guard::May(_) | Guard::IfPossible);
            self.deriving &= !step.guards.iter().any(left_out);
            faults.extend(self.linked(step, &first[at + 1..]).err());
        }
        let mut last = Vec::new();
        while let [begin, rest @ ..] = others {
            let end = rest.iter().position(|step| step.link == LinkText::Otherwise);
            let (rest, next) = rest.split_at(end.unwrap_or(rest.len()));
            last.push(self.jump(Op::Skip(0)));
            let refused = std::mem::take(&mut self.refused);
            self.land(&refused);
            faults.extend(self.linked(begin, rest).err());
            for (at, step) in rest.iter().enumerate() {
                faults.extend(self.linked(step, &rest[at + 1..]).err());
            }
            others = next;
        }
        let refused = std::mem::take(&mut self.refused);
        let nothing = std::mem::take(&mut self.nothing);
        self.land(&refused);
        self.land(&nothing);
        self.land(&last);
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
            if let Op::Unless(_, by) | Op::Offer(_, by) | Op::Skip(by) = &mut self.parts.ops[*jump]
            {
                *by = (end - jump - 1) as u16;
            }
        }
    }

    fn action(&mut self, step: &StepText, rest: &[StepText]) -> Compiled {
        match &step.action {
            ActionText::Cards(verb, cards) => self.act_on(step, *verb, cards, rest)?,
            ActionText::TakeControl(cards, until) => self.take_control(cards, *until, rest)?,
            ActionText::Damage(amount, who) => self.damage(amount, *who)?,
            ActionText::Gain(amount, who) => self.gain(amount, *who)?,
            ActionText::Lose(amount, who) => self.lose(amount, *who)?,
            ActionText::Pay(amount) => self.pay(amount)?,
            ActionText::PendulumSummon(which) => self.pendulum_summon(which.as_ref())?,
            ActionText::NegateAttack => self.negate_attack(rest),
            ActionText::Tokens(amount, name, positions, who, by) => {
                let tokens = Tokens { amount, name, positions: *positions, who: *who, by: *by };
                self.make_tokens(step, tokens, rest)?;
            }
            ActionText::AttackAgain(on) => self.attack_again(on.as_ref())?,
            ActionText::EndBattlePhase => self.end_battle_phase(),
            ActionText::Draw(amount, who) => self.draw(None, amount, *who, rest)?,
            ActionText::DrawNamed(name, amount, who) => {
                self.draw(Some(name), amount, *who, rest)?;
            }
            ActionText::TopOrBottom => self.top_or_bottom(step)?,
            #[rustfmt::skip]
            ActionText::SetAgain | ActionText::Harmless | ActionText::NegateItself | ActionText::AttackPlayer => self.plainly(&step.action)?,
            ActionText::ArrangeTop(amount) => self.arrange_top(step, amount)?,
            ActionText::LookAtTop(amount, who) => self.look_at_top(amount, *who)?,
            ActionText::Mill(amount, who, away) => self.mill(amount, *who, *away)?,
            ActionText::MillNamed(name, amount, who) => self.mill_named(name, amount, *who)?,
            ActionText::ShowDecks => self.parts.ops.push(Op::ShowDecks),
            ActionText::ShuffleDeck(who) => self.parts.ops.push(Op::ShuffleDeck(*who)),
            ActionText::ForbidNamed(cards) => self.forbid_named(cards)?,
            ActionText::Give { to, modifiers, until } => {
                self.give_all(step, to, modifiers, *until)?;
            }
            ActionText::Pick(name, cards) => self.pick(name, cards, rest)?,
            ActionText::Note(name, amount) => self.note(name, amount)?,
            ActionText::Roll(name, amount) => self.roll(name, amount)?,
            ActionText::RollOff(mine, theirs) => self.roll_off(mine, theirs)?,
            ActionText::Keep(number) => self.keep(number)?,
            ActionText::Declare(..)
            | ActionText::DeclareType(..)
            | ActionText::DeclareAnyType(_)
            | ActionText::DeclareName(..) => self.declare(&step.action)?,
            ActionText::Counters { location, amount, kind, cards } => {
                self.counters(*location, amount.as_ref(), *kind, cards)?;
            }
            ActionText::RemoveAmong { amount, kind, from } => {
                self.remove_among(*amount, *kind, from)?;
            }
            ActionText::Toss(name, amount) => self.toss(name, amount)?,
            ActionText::CallCoin(name) => self.call_coin(name)?,
            ActionText::Negate { effect } => self.negate(*effect, rest),
            ActionText::RankUp(below, by, to) => {
                self.rank_up(step, below, *by, to.as_ref(), rest)?;
            }
            ActionText::SwapControl(mine, theirs) => self.swap_control(mine, theirs)?,
            #[rustfmt::skip]
            ActionText::Join(..) | ActionText::YieldControl(_) | ActionText::PrepareFusion(..) | ActionText::SummonPrepared(_)
            | ActionText::PlaceAmong { .. } | ActionText::Excavate { .. } | ActionText::ExcavateTop(..)
            | ActionText::ExcavateMany(..) => self.rare_action(&step.action, rest)?,
            ActionText::FusionSummon(monsters, text) => self.fusion_summon(monsters, text, rest)?,
            ActionText::RitualSummon(monsters, tributes, level, or_more) => {
                self.ritual_summon(monsters, tributes, level, *or_more, rest)?;
            }
            ActionText::Plan(name, with, begins) => self.plan(name, with.as_ref(), *begins)?,
            ActionText::Allow(name) => self.allow(name)?,
        }
        Ok(())
    }

    fn damage(&mut self, amount: &NumText, who: Who) -> Compiled {
        let amount = self.names.num(amount)?;
        self.do_it(Op::Damage(who, amount), event_bit::DAMAGED);
        Ok(())
    }

    /// Steps that few cards have.
    fn rare_action(&mut self, action: &ActionText, rest: &[StepText]) -> Compiled {
        match action {
            ActionText::YieldControl(yields) => {
                self.do_it(Op::YieldControl(*yields), event_bit::CONTROL_CHANGED);
            }
            ActionText::PrepareFusion(monsters, materials) => {
                self.prepare_fusion(monsters, materials)?;
            }
            ActionText::Join(verb, cards, to) => self.join(*verb, cards, to, rest)?,
            ActionText::SummonPrepared(monsters) => self.summon_prepared(monsters, rest)?,
            ActionText::PlaceAmong { amount, kind, from } => {
                self.place_among(amount, *kind, from)?;
            }
            ActionText::Excavate { all, found, until, who } => {
                self.excavate(all, found, until, *who)?;
            }
            ActionText::ExcavateTop(name, amount, who) => {
                self.excavate_top(name, amount, *who)?;
            }
            ActionText::ExcavateMany(name, amount, filter, who) => {
                self.excavate_many(name, amount, filter, *who)?;
            }
            other => debug_assert!(false, "{other:?} is compiled elsewhere"),
        }
        Ok(())
    }

    fn pay(&mut self, amount: &NumText) -> Compiled {
        self.need(|names| {
            let amount = names.num(amount)?;
            Ok(names.to.cond(Cond::CanPay(Who::Me, amount)))
        })?;
        let amount = self.names.num(amount)?;
        self.do_it(Op::Pay(amount), 0);
        Ok(())
    }

    fn negate_attack(&mut self, rest: &[StepText]) {
        if !rest.is_empty() {
            let goes_on = self.names.to.cond(Cond::AttackGoesOn);
            let jump = self.jump(Op::Unless(goes_on, 0));
            self.nothing.push(jump);
        }
        self.parts.ops.push(Op::NegateAttack);
    }

    /// Negates the activation or Summon, or only the effect, which nothing negates twice (FACT-N24).
    fn negate(&mut self, effect: bool, rest: &[StepText]) {
        if effect && !rest.is_empty() {
            let already = self.names.to.cond(Cond::Negated);
            let fresh = self.names.to.cond(Cond::Not(already));
            let jump = self.jump(Op::Unless(fresh, 0));
            self.nothing.push(jump);
        }
        self.parts.ops.push(if effect { Op::NegateEffect } else { Op::Negate });
        if !rest.is_empty() {
            let done = self.names.to.cond(Cond::Negated);
            let jump = self.jump(Op::Unless(done, 0));
            self.nothing.push(jump);
        }
    }

    fn keep(&mut self, number: &NumText) -> Compiled {
        let number = self.names.num(number)?;
        self.parts.ops.push(Op::Keep(number));
        Ok(())
    }

    /// Whether a Special Summon is not complete yet when these cards have come: others come too, or the next
    /// step gives them something.
    fn holds_for(&mut self, next: Option<&StepText>, cards: &SetText, by: Who) -> bool {
        if !self.together && later_steps::gives_to(next, cards) {
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
            ActionText::Cards(_, cards) | ActionText::TakeControl(cards, _) => !same(cards),
            ActionText::Give { to: Receiver::Cards(cards), .. } => !same(cards),
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
}
