//! What the rows of compiled effects are called: the word of the language where there is one.

use crate::effects::model::{
    Cond, Events, Form, ModKind, Num, Op, Scope, SetRef, Test, Turn, Until, event_bit,
};

/// The name of rows that only stand for nothing.
pub(super) const NOTHING: &str = "";

/// Names of all variants, and a function that names one.
macro_rules! names {
    ($all:ident, $name:ident, $row:ty: $($pattern:pat => $word:literal),+ $(,)?) => {
        pub(super) const $all: &[&str] = &[$($word),+];

        pub(super) const fn $name(row: $row) -> &'static str {
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
    Form::AtOnce => "at_once",
}

names! { VERBS, verb_name, Op:
    Op::End => "",
    Op::Choose { .. } => "choose",
    Op::Gather { .. } => "all",
    Op::KeepLowest(..) => "lowest",
    Op::KeepHighest(..) => "highest",
    Op::KeepOne(_) => "one of several",
    Op::TargetEvent(_) => "target that",
    Op::KeepTargets(..) => "target re-check",
    Op::Destroy(_) => "destroy",
    Op::ToHand(_) => "return_to_hand, add_to_hand",
    Op::ToGrave(_) => "send_to_grave",
    Op::Discard(_) => "discard",
    Op::Banish(_) => "banish",
    Op::Tribute(_) => "tribute",
    Op::NegateAttack => "negate_attack",
    Op::Turn(_, Turn::FaceDown) => "turn_face_down",
    Op::Turn(..) => "change_position",
    Op::Random { .. } => "random",
    Op::SpecialSummon(..) => "special_summon",
    Op::ToDeck(..) => "shuffle_into_deck, put_on_deck",
    Op::Mill(..) => "mill",
    Op::SetCards(_) => "set",
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
    Op::Negate => "negate",
    Op::NegateEffect => "negate_effect",
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
    Cond::AttackGoesOn => "attack_goes_on",
    Cond::DirectAttack => "direct_attack",
    Cond::Targets(..) => "enough targets",
    Cond::Negated => "negated",
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
    Test::Equipped => "equipped",
    Test::Named(_) => "named",
    Test::NamedLike(_) => "named_like",
    Test::Archetype(_) => "archetype",
    Test::FaceUp => "face_up",
    Test::FaceDown => "face_down",
    Test::InAttack => "in_attack",
    Test::InDefense => "in_defense",
    Test::In(_) => "among",
    Test::Summonable => "can_be_summoned",
    Test::Switchable => "control can change",
    Test::Turnable(_) => "can be turned",
    Test::Settable => "can_be_set",
    Test::NormalSummonable => "can be Normal Summoned",
}

names! { NUMBERS, number_name, Num:
    Num::Value(_) => "number",
    Num::Count(_) => "count",
    Num::Size(_) => "size",
    Num::Stat(..) => "atk, def, level of",
    Num::Printed(..) => "original_atk, original_def",
    Num::Equips(_) => "equips",
    Num::BattleDamage(_) => "battle_damage",
    Num::Life(_) => "life",
    Num::Local(_) => "named number",
    Num::Plus(..) => "+",
    Num::Times(..) => "*",
    Num::Least(..) => "min",
    Num::Half(_) => "half",
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
    SetRef::EventTargets => "its_targets",
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
    ModKind::Piercing => "pierces",
    ModKind::DirectAttack => "can_attack_directly",
    ModKind::NoDirectAttack => "cannot_attack_directly",
    ModKind::ExtraAttacks => "extra_attacks",
    ModKind::AttacksAll => "attacks_all",
    ModKind::MustAttack => "must_attack",
    ModKind::CannotBeAttacked => "cannot_be_attacked",
    ModKind::MustBeAttacked => "must_be_attacked",
    ModKind::CannotDeclareAttack => "cannot_declare_attack",
    ModKind::DestroysItself => "destroys_itself",
    ModKind::KeepsControl => "control_cannot_change",
    ModKind::SurvivesBattleTimes => "survives_battles",
    ModKind::HasAttacked => "has attacked",
    ModKind::NoAttacks => "no_attacks",
    ModKind::Negated => "negated",
    ModKind::CannotBeActivated => "cannot_be_activated",
}

names! { SCOPES, scope_name, Scope:
    Scope::Card => "one monster",
    Scope::Host => "equipped monster",
    Scope::Field(..) => "monsters that fit",
    Scope::Player(_) => "player",
    Scope::Spells(..) => "spells and traps that fit",
}

names! { DURATIONS, duration_name, Until:
    Until::Source => "while face-up",
    Until::EndOfTurn => "end_of_turn",
    Until::EndOfDamage => "end_of_damage_step",
    Until::Forever => "without end",
    Until::EndPhase => "end_phase",
    Until::EndOfCalculation => "end_of_damage_calculation",
    Until::EndOfBattle => "end_of_battle_phase",
    Until::LeavesGrave => "leaves_grave",
}

pub(super) const EVENTS: &[(Events, &str)] = &[
    (event_bit::SUMMONED, "summoned"),
    (event_bit::FLIP_SUMMONED, "flip_summoned"),
    (event_bit::SPECIAL_SUMMONED, "special_summoned"),
    (event_bit::FLIPPED, "flipped"),
    (event_bit::SUMMONING, "would be summoned"),
    (event_bit::FLIP_SUMMONING, "would be flip_summoned"),
    (event_bit::SPECIAL_SUMMONING, "would be special_summoned"),
    (event_bit::SENT_TO_GRAVE, "sent_to_grave"),
    (event_bit::TO_HAND, "to_hand"),
    (event_bit::TO_DECK, "put_in_deck"),
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
    (event_bit::BATTLE_BEGAN, "battle_began"),
    (event_bit::CONFIRMED, "confirmed"),
    (event_bit::CALCULATING, "calculating"),
    (event_bit::INFLICTED, "inflicted_battle_damage"),
    (event_bit::BATTLE_DESTROYING, "destroyed_by_battling"),
    (event_bit::BATTLE_ENDED, "battle_ended"),
    (event_bit::EQUIPPED, "equipped"),
    (event_bit::PHASE, "phase begins"),
    (event_bit::RESOLVING, "resolving"),
    (event_bit::RESOLVED, "resolved"),
];
