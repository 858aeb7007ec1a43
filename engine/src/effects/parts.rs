//! Which parts of the card language the compiled effects of a card use: counted from the rows
//! themselves, so that the count can't be wrong about a text.

use std::collections::BTreeSet;

use super::Scripts;
use super::model::{
    Cond, CondId, Effect, Form, ModKind, Num, NumId, Op, Program, Scope, SelectId, SetRef, Static,
    Test, TestId, Until, WatchId, event_bit,
};
use crate::catalogue::Print;

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
    /// What modifiers change.
    Modifier,
    /// What modifiers apply to.
    Scope,
    /// How long modifiers last.
    Duration,
    /// What effects answer.
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

    /// What it is called, for several of its parts.
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
pub fn parts_used(scripts: &Scripts, print: Print) -> BTreeSet<Part> {
    let mut walk = Walk { scripts, used: BTreeSet::new() };
    if let Some(test) = scripts.card(print).and_then(|script| script.equips) {
        walk.test(test);
    }
    for (_, effect) in scripts.effects_of(print) {
        walk.effect(effect);
    }
    for (_, fixed) in scripts.statics_of(print) {
        walk.fixed(fixed);
    }
    walk.used
}

/// The name of rows that only stand for nothing.
const NOTHING: &str = "";

/// Names of all variants, and a function that names one.
macro_rules! names {
    ($all:ident, $name:ident, $row:ty: $($pattern:pat => $word:literal),+ $(,)?) => {
        const $all: &[&str] = &[$($word),+];

        const fn $name(row: $row) -> &'static str {
            match row { $($pattern => $word),+ }
        }
    };
}

names! { FORMS, form_name, Form:
    Form::Activate => "activate",
    Form::Ignition => "ignition",
    Form::Trigger => "trigger",
    Form::Quick => "quick",
    Form::Offer => "offer",
}

names! { VERBS, verb_name, Op:
    Op::End => "",
    Op::Choose { .. } => "choose",
    Op::Gather { .. } => "all",
    Op::KeepLowest(..) => "lowest",
    Op::KeepOne(_) => "one of several",
    Op::TargetEvent(_) => "target that",
    Op::KeepTargets(..) => "target re-check",
    Op::Destroy(_) => "destroy",
    Op::ToHand(_) => "return_to_hand, add_to_hand",
    Op::ToGrave(_) => "send_to_grave",
    Op::Discard(_) => "discard",
    Op::Banish(_) => "banish",
    Op::SpecialSummon(_) => "special_summon",
    Op::TakeControl(..) => "take_control",
    Op::EquipTo(_) => "equip_to",
    Op::Damage(..) => "damage",
    Op::Gain(..) => "gain",
    Op::Pay(_) => "pay",
    Op::Draw(..) => "draw",
    Op::Reveal(_) => "reveal",
    Op::RevealTop(..) => "look_at_top",
    Op::Change { .. } => "give",
    Op::Impose { .. } => "give every, give a player",
    Op::Set(..) => "note",
    Op::Declare(..) => "declare",
    Op::Offer(_) => "may",
    Op::Unless(..) => "if, unless",
    Op::Skip(_) => "otherwise",
    Op::Then => "then",
    Op::SummonAfter(_) => "summon",
    Op::Allow(_) => "allow",
}

names! { CONDITIONS, condition_name, Cond:
    Cond::Always => "",
    Cond::Not(_) => "not",
    Cond::All(..) => "and",
    Cond::Any(..) => "or",
    Cond::Compare(..) => "comparison, any, no",
    Cond::Phase(_) => "phase",
    Cond::MyTurn(_) => "my_turn, opponent_turn",
    Cond::Every(..) => "is",
    Cond::Some(..) => "some",
    Cond::ThisTurn(_) => "this_turn",
    Cond::HasZone(_) => "free_zone",
    Cond::CanPay(..) => "can_pay",
    Cond::Still(_) => "still",
    Cond::DoomedByBattle(_) => "doomed",
    Cond::Targets(..) => "enough targets",
}

names! { TESTS, test_name, Test:
    Test::Always => "",
    Test::Not(_) => "not",
    Test::All(..) => "and",
    Test::Any(..) => "or",
    Test::Kind(_) => "kind of card",
    Test::Type(_) => "Type",
    Test::Attribute(_) => "Attribute",
    Test::Stat(..) => "atk, def, level",
    Test::Named(_) => "named",
    Test::FaceUp => "face_up",
    Test::FaceDown => "face_down",
    Test::InAttack => "in_attack",
    Test::InDefense => "in_defense",
    Test::In(_) => "among",
    Test::Summonable => "can_be_summoned",
    Test::Switchable => "control can change",
    Test::NormalSummonable => "can be Normal Summoned",
}

names! { NUMBERS, number_name, Num:
    Num::Value(_) => "number",
    Num::Count(_) => "count",
    Num::Size(_) => "size",
    Num::Stat(..) => "atk, def, level of",
    Num::Life(_) => "life",
    Num::Local(_) => "named number",
    Num::Plus(..) => "+",
    Num::Times(..) => "*",
    Num::Least(..) => "min",
    Num::FreeZones(_) => "free_zones",
}

names! { SETS, set_name, SetRef:
    SetRef::Source => "self",
    SetRef::Event => "that",
    SetRef::Targets(_) => "target",
    SetRef::Cost => "paid cards",
    SetRef::Local(_) => "picked cards",
    SetRef::Attacker => "attacker",
    SetRef::AttackTarget => "attack_target",
    SetRef::Host => "host",
}

names! { MODIFIERS, modifier_name, ModKind:
    ModKind::None => "",
    ModKind::Atk => "atk",
    ModKind::Def => "def",
    ModKind::ReverseChanges => "changes_reversed",
    ModKind::CannotBeTargeted => "cannot_be_targeted",
    ModKind::ForceDefense => "forced_to_defense",
    ModKind::CannotReposition => "cannot_reposition",
    ModKind::SurvivesBattle => "survives_battle",
    ModKind::CannotAttack => "cannot_attack",
    ModKind::NoBattleDamage => "no_battle_damage",
    ModKind::NoBattlePhase => "no_battle_phase",
    ModKind::MustBeTributed => "must_be_tributed",
    ModKind::Control => "control",
}

names! { SCOPES, scope_name, Scope:
    Scope::Card => "one monster",
    Scope::Host => "equipped monster",
    Scope::Field(..) => "monsters that fit",
    Scope::Player(_) => "player",
}

names! { DURATIONS, duration_name, Until:
    Until::Source => "while face-up",
    Until::EndOfTurn => "end_of_turn",
    Until::EndOfDamage => "end_of_damage_step",
    Until::Forever => "without end",
    Until::EndPhase => "end_phase",
}

const EVENTS: [(u32, &str); 29] = [
    (event_bit::SUMMONED, "summoned"),
    (event_bit::FLIP_SUMMONED, "flip_summoned"),
    (event_bit::SPECIAL_SUMMONED, "special_summoned"),
    (event_bit::FLIPPED, "flipped"),
    (event_bit::SUMMONING, "would be summoned"),
    (event_bit::FLIP_SUMMONING, "would be flip_summoned"),
    (event_bit::SPECIAL_SUMMONING, "would be special_summoned"),
    (event_bit::SENT_TO_GRAVE, "sent_to_grave"),
    (event_bit::TO_HAND, "to_hand"),
    (event_bit::LEFT_FIELD, "left_field"),
    (event_bit::DESTROYED, "destroyed"),
    (event_bit::DISCARDED, "discarded"),
    (event_bit::TRIBUTED, "tributed"),
    (event_bit::BANISHED, "banished"),
    (event_bit::DREW, "drew"),
    (event_bit::DAMAGED, "damaged"),
    (event_bit::BATTLE_DAMAGED, "battle_damaged"),
    (event_bit::GAINED, "gained"),
    (event_bit::ATTACK, "declared_attack"),
    (event_bit::ATTACKED, "attacked"),
    (event_bit::BATTLED, "battled"),
    (event_bit::BATTLE_DESTROYED, "destroyed_by_battle"),
    (event_bit::REPOSITIONED, "repositioned"),
    (event_bit::MONSTER_SET, "monster set"),
    (event_bit::SPELL_SET, "spell or trap set"),
    (event_bit::TARGETED, "targeted"),
    (event_bit::ACTIVATED, "activated"),
    (event_bit::CONTROL_CHANGED, "control_changed"),
    (event_bit::PHASE, "phase begins"),
];

/// Goes from row to row and notes what it meets.
struct Walk<'s> {
    scripts: &'s Scripts,
    used: BTreeSet<Part>,
}

impl Walk<'_> {
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
        self.scope(fixed.scope);
        self.until(Until::Source);
    }

    fn modifier(&mut self, kind: ModKind, value: NumId) {
        self.note(PartGroup::Modifier, modifier_name(kind));
        // The others have no value.
        if matches!(kind, ModKind::Atk | ModKind::Def) {
            self.num(value);
        }
    }

    fn scope(&mut self, scope: Scope) {
        self.note(PartGroup::Scope, scope_name(scope));
        if let Scope::Field(_, test) = scope {
            self.test(test);
        }
    }

    fn until(&mut self, until: Until) {
        self.note(PartGroup::Duration, duration_name(until));
    }

    fn events(&mut self, bits: u32) {
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
            Test::Stat(_, _, num) => self.num(num),
            Test::In(set) => self.set(set),
            Test::Always
            | Test::Kind(_)
            | Test::Type(_)
            | Test::Attribute(_)
            | Test::Named(_)
            | Test::FaceUp
            | Test::FaceDown
            | Test::InAttack
            | Test::InDefense
            | Test::Summonable
            | Test::Switchable
            | Test::NormalSummonable => {}
        }
    }

    fn num(&mut self, id: NumId) {
        let num = self.scripts.num(id);
        self.note(PartGroup::Number, number_name(num));
        match num {
            Num::Count(select) => self.select(select),
            Num::Size(set) | Num::Stat(set, _) => self.set(set),
            Num::Plus(a, b) | Num::Times(a, b) | Num::Least(a, b) => {
                self.num(a);
                self.num(b);
            }
            Num::Value(_) | Num::Life(_) | Num::Local(_) | Num::FreeZones(_) => {}
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
            Cond::ThisTurn(watch) => self.watch(watch),
            Cond::CanPay(_, num) => self.num(num),
            Cond::Still(set) | Cond::DoomedByBattle(set) => self.set(set),
            Cond::Targets(select, num) => {
                self.select(select);
                self.num(num);
            }
            Cond::Always | Cond::Phase(_) | Cond::MyTurn(_) | Cond::HasZone(_) => {}
        }
    }

    fn watch(&mut self, id: WatchId) {
        let found = self.scripts.watches().find(|(other, _)| *other == id);
        if let Some((_, watch)) = found {
            self.events(watch.events);
            self.test(watch.test);
        }
    }

    fn program(&mut self, Program(from): Program) {
        let scripts = self.scripts;
        let ops = (from..).map(|at| scripts.op(at)).take_while(|op| *op != Op::End);
        ops.for_each(|op| self.op(op));
    }

    fn op(&mut self, op: Op) {
        self.note(PartGroup::Verb, verb_name(op));
        match op {
            Op::Choose { from, min, max, .. } => {
                self.select(from);
                self.num(min);
                self.num(max);
            }
            Op::Gather { from, .. } => self.select(from),
            Op::KeepTargets(_, test) => self.test(test),
            Op::Destroy(set)
            | Op::ToHand(set)
            | Op::ToGrave(set)
            | Op::Discard(set)
            | Op::Banish(set)
            | Op::SpecialSummon(set)
            | Op::EquipTo(set)
            | Op::Reveal(set)
            | Op::SummonAfter(set) => self.set(set),
            Op::TakeControl(set, until) => {
                self.set(set);
                self.until(until);
            }
            Op::Damage(_, num)
            | Op::Gain(_, num)
            | Op::Pay(num)
            | Op::Draw(_, num)
            | Op::RevealTop(_, num)
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
            Op::Declare(_, low, high) => {
                self.num(low);
                self.num(high);
            }
            Op::Unless(cond, _) => self.cond(cond),
            // What is allowed is an effect of the same card.
            Op::Allow(_)
            | Op::KeepLowest(..)
            | Op::KeepOne(_)
            | Op::TargetEvent(_)
            | Op::Offer(_)
            | Op::Skip(_)
            | Op::Then
            | Op::End => {}
        }
    }
}
