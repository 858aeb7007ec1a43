//! Which parts of the card language the compiled effects of a card use: counted from the rows
//! themselves, so that the count can't be wrong about a text.

mod events;
mod names;

use super::Scripts;
use super::bits::Events;
use super::expressions::{Cond, Num, Test};
use super::model::Effect;
use super::modifier::{ModKind, Operand, Scope, Static, Until};
use super::op::Op;
use super::operands::{Operands, Walk};
use crate::catalogue::CardCode;
use crate::rows::ids::{CondId, NumId, Program, RecipeId, SelectId, SetRef, TestId, WatchId};
use events::EVENTS;
use names::{
    CONDITIONS, DURATIONS, FORMS, NOTHING, NUMBERS, SCOPES, SETS, TESTS, VERBS, condition_name,
    duration_name, form_name, number_name, scope_name, set_name, test_name, verb_name,
};
use std::collections::BTreeSet;

/// A part of the card language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// Which table it belongs to.
    pub group: PartGroup,
    /// Its name: the word of the language where there is one.
    pub name: &'static str,
}

/// The tables of which compiled effects are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartGroup {
    /// Steps that the engine has for one card alone, outside the language.
    Native,
    /// Kinds of effects.
    Form,
    /// Steps of programs.
    Verb,
    /// Conditions.
    Condition,
    /// Questions about one card.
    Test,
    /// Numbers.
    Number,
    /// Cards that need not be looked for.
    Set,
    /// Values and permissions that modifiers change.
    Modifier,
    /// Cards and players that modifiers apply to.
    Scope,
    /// How long modifiers last.
    Duration,
    /// Events that effects answer.
    Event,
}

impl PartGroup {
    /// All tables.
    pub const ALL: [Self; 11] = [
        Self::Native,
        Self::Form,
        Self::Verb,
        Self::Condition,
        Self::Test,
        Self::Number,
        Self::Set,
        Self::Modifier,
        Self::Scope,
        Self::Duration,
        Self::Event,
    ];

    /// The name for several of its parts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Native => "natives",
            Self::Form => "forms",
            Self::Verb => "verbs",
            Self::Condition => "conditions",
            Self::Test => "tests",
            Self::Number => "numbers",
            Self::Set => "sets",
            Self::Modifier => "modifiers",
            Self::Scope => "scopes",
            Self::Duration => "durations",
            Self::Event => "events",
        }
    }

    /// The names of all its parts, used or not.
    #[must_use]
    pub fn parts(self) -> Vec<&'static str> {
        let names = match self {
            // There is no such step: every row means something for all cards.
            Self::Native => &[],
            Self::Form => FORMS,
            Self::Verb => VERBS,
            Self::Condition => CONDITIONS,
            Self::Test => TESTS,
            Self::Number => NUMBERS,
            Self::Set => SETS,
            Self::Modifier => ModKind::WORDS,
            Self::Scope => SCOPES,
            Self::Duration => DURATIONS,
            Self::Event => return EVENTS.iter().map(|(_, name)| *name).collect(),
        };
        names.iter().copied().filter(|name| *name != NOTHING).collect()
    }
}

/// The parts that a card uses; none for cards without a script.
#[must_use]
pub fn parts_used(scripts: &Scripts, code: CardCode) -> BTreeSet<Part> {
    let mut walk = PartWalk { scripts, used: BTreeSet::new() };
    if let Some(script) = scripts.card(code) {
        script.equips.into_iter().for_each(|(_, test)| walk.test(test));
        script.materials.into_iter().flatten().for_each(|test| walk.test(test));
    }
    for (_, effect) in scripts.effects_of(code) {
        walk.effect(effect);
    }
    for (_, fixed) in scripts.statics_of(code) {
        walk.fixed(fixed);
    }
    walk.used
}

/// Conditions that can be true in one phase and false in another while nothing else changes.
const OF_PHASES: [Cond; 4] =
    [Cond::Phase(0), Cond::CanBattle, Cond::NormalDraw, Cond::CanGainPendulum];

/// Whether a condition, or anything that it names, asks for the phase.
pub(super) fn condition_asks_for_phase(scripts: &Scripts, cond: CondId) -> bool {
    asks_for_phase(scripts, |walk| walk.cond(cond))
}

/// Whether a selection asks for the phase in any test.
pub(super) fn selection_asks_for_phase(scripts: &Scripts, select: SelectId) -> bool {
    asks_for_phase(scripts, |walk| walk.select(select))
}

fn asks_for_phase(scripts: &Scripts, go: impl FnOnce(&mut PartWalk<'_>)) -> bool {
    let mut walk = PartWalk { scripts, used: BTreeSet::new() };
    go(&mut walk);
    OF_PHASES.iter().any(|cond| {
        let part = Part { group: PartGroup::Condition, name: condition_name(*cond) };
        walk.used.contains(&part)
    })
}

/// Goes from row to row and notes what it meets.
struct PartWalk<'s> {
    scripts: &'s Scripts,
    used: BTreeSet<Part>,
}

impl PartWalk<'_> {
    fn note(&mut self, group: PartGroup, name: &'static str) {
        self.used.insert(Part { group, name });
    }

    fn effect(&mut self, effect: &Effect) {
        self.note(PartGroup::Form, form_name(effect.form));
        self.events(effect.on.events);
        self.test(effect.on.cards);
        self.test(effect.tributes_of);
        if let Some(doer) = effect.on.doer {
            self.test(doer.test);
        }
        self.cond(effect.condition);
        self.cond(effect.possible);
        self.cond(effect.possible_unpaid);
        for program in [effect.cost, effect.target, effect.body] {
            self.program(program);
        }
    }

    fn fixed(&mut self, fixed: &Static) {
        self.modifier(fixed.kind, fixed.value);
        self.cond(fixed.when);
        self.scope(fixed.scope);
        self.until(Until::Source);
    }

    fn modifier(&mut self, kind: ModKind, value: NumId) {
        self.note(PartGroup::Modifier, kind.word());
        match (kind.operand(), self.scripts.num(value)) {
            (Operand::Test, Num::Value(test)) => self.test(TestId(test as u16)),
            // Its value is a Type.
            (Operand::Number, _) if kind != ModKind::BecomesType => self.num(value),
            _ => {}
        }
    }

    fn events(&mut self, bits: Events) {
        for (bit, name) in EVENTS {
            if bits & bit != 0 {
                self.note(PartGroup::Event, name);
            }
        }
    }

    fn program(&mut self, program: Program) {
        let scripts = self.scripts;
        scripts.steps(program).for_each(|op| self.op(op));
    }

    fn op(&mut self, op: Op) {
        self.note(PartGroup::Verb, verb_name(op));
        match op {
            // The kind of the modifier says what its value is.
            Op::Change { cards, kind, value, until } => {
                self.set(cards);
                self.modifier(kind, value);
                self.until(until);
            }
            Op::Impose { scope, kind, value, until } => {
                self.scope(scope);
                self.modifier(kind, value);
                self.until(until);
            }
            other => other.walk(self),
        }
    }
}

impl Walk for PartWalk<'_> {
    fn set(&mut self, set: SetRef) {
        self.note(PartGroup::Set, set_name(set));
    }

    fn select(&mut self, id: SelectId) {
        self.test(self.scripts.select(id).test);
    }

    fn test(&mut self, id: TestId) {
        let test = self.scripts.test(id);
        if test != Test::Always {
            self.note(PartGroup::Test, test_name(test));
            test.walk(self);
        }
    }

    fn num(&mut self, id: NumId) {
        let num = self.scripts.num(id);
        self.note(PartGroup::Number, number_name(num));
        num.walk(self);
    }

    fn cond(&mut self, id: CondId) {
        let cond = self.scripts.cond(id);
        if cond != Cond::Always {
            self.note(PartGroup::Condition, condition_name(cond));
            cond.walk(self);
        }
    }

    fn recipe(&mut self, id: RecipeId) {
        let parts = self.scripts.recipe(id).parts;
        parts.into_iter().for_each(|part| self.test(part.test));
    }

    fn watch(&mut self, id: WatchId) {
        let found = self.scripts.watches().find(|(other, _)| *other == id);
        if let Some((_, watch)) = found {
            self.events(watch.events);
            self.test(watch.test);
        }
    }

    fn scope(&mut self, scope: Scope) {
        self.note(PartGroup::Scope, scope_name(scope));
        if let Scope::Field(_, test)
        | Scope::Spells(_, test)
        | Scope::EvenFaceDown(_, test)
        | Scope::InHand(_, test) = scope
        {
            self.test(test);
        }
    }

    fn until(&mut self, until: Until) {
        self.note(PartGroup::Duration, duration_name(until));
    }
}
