//! Which parts of the card language the compiled effects of a card use: counted from the rows
//! themselves, so that the count can't be wrong about a text.

mod names;

use super::Scripts;
use super::bits::Events;
use super::expressions::{Cond, Num, Test};
use super::model::{Effect, Goal};
use super::modifier::{ModKind, Operand, Scope, Static, Until};
use super::op::Op;
use crate::catalogue::CardCode;
use crate::rows::ids::{CondId, NumId, Program, SelectId, SetRef, TestId, WatchId};
use names::{
    CONDITIONS, DURATIONS, EVENTS, FORMS, MODIFIERS, NOTHING, NUMBERS, SCOPES, SETS, TESTS, VERBS,
    condition_name, duration_name, form_name, modifier_name, number_name, scope_name, set_name,
    test_name, verb_name,
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
            Self::Modifier => MODIFIERS,
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
        self.cond(effect.condition);
        self.cond(effect.possible);
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
        self.note(PartGroup::Modifier, modifier_name(kind));
        match (kind.operand(), self.scripts.num(value)) {
            (Operand::Test, Num::Value(test)) => self.test(TestId(test as u16)),
            // Its value is a Type.
            (Operand::Number, _) if kind != ModKind::BecomesType => self.num(value),
            _ => {}
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

    fn events(&mut self, bits: Events) {
        for (bit, name) in EVENTS {
            if bits & bit != 0 {
                self.note(PartGroup::Event, name);
            }
        }
    }

    fn set(&mut self, set: SetRef) {
        self.note(PartGroup::Set, set_name(set));
    }

    fn select(&mut self, id: SelectId) {
        self.test(self.scripts.select(id).test);
    }

    fn test(&mut self, id: TestId) {
        let test = self.scripts.test(id);
        if test == Test::Always {
            return;
        }
        self.note(PartGroup::Test, test_name(test));
        match test {
            Test::Not(a) => self.test(a),
            Test::All(a, b) | Test::Any(a, b) => {
                self.test(a);
                self.test(b);
            }
            Test::Stat(_, _, num) | Test::TypeOf(num) | Test::NameIs(num) => self.num(num),
            Test::In(set)
            | Test::EquippedTo(set)
            | Test::NamedLike(set)
            | Test::MaterialOf(set)
            | Test::ListedBy(set) => {
                self.set(set);
            }
            Test::Lists(select) | Test::InColumnOf(select) | Test::EquippedWith(select) => {
                self.select(select);
            }
            Test::Paying(cond) => self.cond(cond),
            Test::RanksOver(set, how) => {
                self.set(set);
                self.test(how.test);
            }
            Test::CanRankUp(how) => self.test(how.test),
            Test::Makeable(from, goal) => self.goal(from, goal),
            Test::Always
            | Test::Kind(_)
            | Test::Type(_)
            | Test::Attribute(_)
            | Test::Named(_)
            | Test::Archetype(_)
            | Test::FaceUp
            | Test::FaceDown
            | Test::InAttack
            | Test::InDefense
            | Test::Equipped
            | Test::AllowsNormalSummon
            | Test::IsDestroyedByBattle
            | Test::WasFaceUp
            | Test::WasEquipped
            | Test::IsMine
            | Test::WasMine
            | Test::SummonedThisTurn
            | Test::Modified(_)
            | Test::Summonable { .. }
            | Test::ProperlySummonable
            | Test::Switchable
            | Test::Exchangeable
            | Test::Banishable
            | Test::BanishableDown
            | Test::ReachesGrave
            | Test::Takeable
            | Test::HasOwnersSpellZone
            | Test::Turnable(_)
            | Test::Settable
            | Test::LiesIn(_)
            | Test::Staying
            | Test::Addable
            | Test::Attacked
            | Test::NormalSummonedOrFlipped
            | Test::Tributable
            | Test::Attackable
            | Test::FitsAnswered
            | Test::InDanger
            | Test::AttachedToSource
            | Test::Destructible
            | Test::PointedToBySource
            | Test::CoLinked
            | Test::IsNegated
            | Test::InExtraZone
            | Test::CameSpecially
            | Test::SummonedAgain
            | Test::Printed(_)
            | Test::TakesUnion { .. }
            | Test::HighestRank
            | Test::NormalSummonable
            | Test::TributeSummonable
            | Test::MadeWithSource => {}
        }
    }

    fn goal(&mut self, from: SelectId, goal: Goal) {
        self.select(from);
        match goal {
            Goal::Materials | Goal::WrittenMaterials | Goal::Pendulum(_) => {}
            Goal::MaterialsWith(test) => self.test(test),
            Goal::LevelsFrom(num) | Goal::Levels(num) => self.num(num),
            Goal::Recipe(recipe) => {
                let parts = self.scripts.recipe(recipe).parts;
                parts.into_iter().for_each(|part| self.test(part.test));
            }
        }
    }

    fn num(&mut self, id: NumId) {
        let num = self.scripts.num(id);
        self.note(PartGroup::Number, number_name(num));
        match num {
            Num::Count(select) | Num::Names(select) => self.select(select),
            Num::Half(a) => self.num(a),
            Num::Counters(set, _)
            | Num::Size(set)
            | Num::Stat(set, _)
            | Num::Printed(set, _)
            | Num::Noted(set)
            | Num::FusionMaterials(set)
            | Num::NameOf(set)
            | Num::Equips(set)
            | Num::Materials(set)
            | Num::Base(set, _)
            | Num::TotalAtk(set)
            | Num::AtkLost(set)
            | Num::Kept(set)
            | Num::Turns(set) => {
                self.set(set);
            }
            Num::Either(cond, a, b) => {
                self.cond(cond);
                self.num(a);
                self.num(b);
            }
            Num::Plus(a, b) | Num::Times(a, b) | Num::Least(a, b) => {
                self.num(a);
                self.num(b);
            }
            Num::Value(_)
            | Num::Life(_)
            | Num::Local(_)
            | Num::FreeZones(_)
            | Num::NormalSummons(_)
            | Num::Links
            | Num::OfEvent
            | Num::BattleDamage(_) => {}
        }
    }

    fn cond(&mut self, id: CondId) {
        let cond = self.scripts.cond(id);
        if cond == Cond::Always {
            return;
        }
        self.note(PartGroup::Condition, condition_name(cond));
        match cond {
            Cond::Not(a) => self.cond(a),
            Cond::All(a, b) | Cond::Any(a, b) => {
                self.cond(a);
                self.cond(b);
            }
            Cond::Compare(a, _, b) => {
                self.num(a);
                self.num(b);
            }
            Cond::Every(set, test) | Cond::Some(set, test) => {
                self.set(set);
                self.test(test);
            }
            Cond::Paying(set, cond) => {
                self.set(set);
                self.cond(cond);
            }
            Cond::ThisTurn(watch) => self.watch(watch),
            Cond::CanPendulumSummon(_, test) => self.test(test),
            Cond::CanPay(_, num) | Cond::CanMakeTokens(num, ..) | Cond::CanDraw(_, num) => {
                self.num(num);
            }
            Cond::Still(set) | Cond::Moved(set) | Cond::IsDestroyedByBattle(set) => self.set(set),
            Cond::Targets(select, num) => {
                self.select(select);
                self.num(num);
            }
            Cond::Gathers(from, recipe) => self.goal(from, Goal::Recipe(recipe)),
            Cond::Always
            | Cond::Phase(_)
            | Cond::MyTurn(_)
            | Cond::HasZone(_)
            | Cond::Drew(_)
            | Cond::HasExtraZone
            | Cond::HasPointedZone
            | Cond::HasZoneOnceEmpty
            | Cond::CanBattle
            | Cond::WouldDestroy
            | Cond::CanGainSummon
            | Cond::HasSpellZone
            | Cond::HandIsHidden
            | Cond::HasPendulumZone
            | Cond::MayPendulumSummon(_)
            | Cond::CanGainPendulum
            | Cond::Untouched
            | Cond::MaySpecialSummon(_)
            | Cond::AttackGoesOn
            | Cond::Negated
            | Cond::Intends(_)
            | Cond::CanAttackAgain
            | Cond::Calculating
            | Cond::NoChain
            | Cond::ChainNamesDiffer
            | Cond::NormalDraw
            | Cond::DirectAttack => {}
        }
    }

    fn watch(&mut self, id: WatchId) {
        let found = self.scripts.watches().find(|(other, _)| *other == id);
        if let Some((_, watch)) = found {
            self.events(watch.events);
            self.test(watch.test);
        }
    }

    fn program(&mut self, program: Program) {
        let scripts = self.scripts;
        scripts.steps(program).for_each(|op| self.op(op));
    }

    fn op(&mut self, op: Op) {
        self.note(PartGroup::Verb, verb_name(op));
        match op {
            Op::Choose { from, min, max, .. } => {
                self.select(from);
                self.num(min);
                self.num(max);
            }
            Op::ChooseTogether { of, from, goal, .. } => {
                self.set(of);
                self.goal(from, goal);
            }
            Op::Excavate { until, .. } => self.test(until),
            Op::ExcavateTop { amount, .. } => self.num(amount),
            Op::ExcavateMany { amount, until, .. } => {
                self.num(amount);
                self.test(until);
            }
            Op::Random { from, count, .. } => {
                self.select(from);
                self.num(count);
            }
            Op::MakeTokens { count, .. } => self.num(count),
            Op::Gather { from, .. } => self.select(from),
            Op::KeepTargets(_, test) => self.test(test),
            Op::Destroy(set)
            | Op::DestroyByRule(set)
            | Op::ToHand(set)
            | Op::ToGrave(set)
            | Op::Discard(set)
            | Op::Banish(set)
            | Op::BanishDown(set)
            | Op::Tribute(set)
            | Op::UseMaterials(set)
            | Op::PendulumSummon(set, _)
            | Op::Attach { cards: set, .. }
            | Op::SpecialSummon { cards: set, .. }
            | Op::DestroyAndBanish(set)
            | Op::Plan { with: Some((_, set)), .. }
            | Op::BanishForNow(set)
            | Op::ToField(set)
            | Op::ToDeck(set, _)
            | Op::ForbidNamed(set)
            | Op::SetCards(set)
            | Op::PlaceFaceUp(set)
            | Op::LayWithOwner(set)
            | Op::PlaceInPendulumZone(set)
            | Op::ToExtra(set)
            | Op::ShuffleSet(set)
            | Op::CountTurn(set)
            | Op::LoseTaken(set)
            | Op::EquipTo(set)
            | Op::EquipWith(set)
            | Op::Turn(set, _)
            | Op::Reveal(set)
            | Op::Show { cards: set, .. }
            | Op::RedirectAttack(set)
            | Op::Fight(set)
            | Op::ChangeTarget(set)
            | Op::Protect(set)
            | Op::SummonAfter(set)
            | Op::TributeSummonAfter(set)
            | Op::SummonUsingSource(set) => self.set(set),
            Op::SwapControl(mine, theirs) => {
                self.set(mine);
                self.set(theirs);
            }
            Op::PlaceCounters(set, _, num) | Op::RemoveCounters(set, _, num) => {
                self.set(set);
                self.num(num);
            }
            Op::Toss(_, num) | Op::Roll(_, num) | Op::Keep(num) => self.num(num),
            Op::DeclareName(_, test) => self.test(test),
            Op::TakeControl(set, until) => {
                self.set(set);
                self.until(until);
            }
            Op::Damage(_, num)
            | Op::Gain(_, num)
            | Op::Pay(num)
            | Op::Draw(_, num)
            | Op::DrawCards(_, num, _)
            | Op::SeeTop(num, _)
            | Op::RevealTop(_, num)
            | Op::Mill(_, num, _)
            | Op::Set(_, num) => self.num(num),
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
            Op::DeclareType(_, from) => self.select(from),
            Op::Declare(_, low, high, _) => {
                self.num(low);
                self.num(high);
            }
            Op::Unless(cond, _) => self.cond(cond),
            // An allowed effect is one of the same card.
            Op::Allow(_)
            | Op::Plan { with: None, .. }
            | Op::Follow(..)
            | Op::FollowToDeck(_)
            | Op::ShowDecks
            | Op::ShuffleDeck(_)
            | Op::FinishSummons(_)
            | Op::PendulumSummonsAfter
            | Op::NoteMaterials(..)
            | Op::KeepLowest(..)
            | Op::KeepHighest(..)
            | Op::NegateAttack
            | Op::AttackAgain
            | Op::DeclareAnyType(_)
            | Op::OfferReroll(..)
            | Op::KeepOne(_)
            | Op::Arrange(_)
            | Op::TargetEvent(_)
            | Op::Offer(_)
            | Op::Skip(_)
            | Op::Negate
            | Op::NegateEffect
            | Op::Then
            | Op::End => {}
        }
    }
}
