//! The print of a card, as the network counts it.

use duelfish_engine::{CardCode, Catalogue, Facts, kind};
use duelfish_script::Form;

/// The printed kinds that are factors.
const KINDS: [u32; 23] = [
    kind::MONSTER,
    kind::SPELL,
    kind::TRAP,
    kind::EFFECT,
    kind::FUSION,
    kind::RITUAL,
    kind::SPIRIT,
    kind::UNION,
    kind::GEMINI,
    kind::TUNER,
    kind::SYNCHRO,
    kind::TOKEN,
    kind::QUICK_PLAY,
    kind::CONTINUOUS,
    kind::EQUIP,
    kind::FIELD,
    kind::COUNTER,
    kind::FLIP,
    kind::TOON,
    kind::XYZ,
    kind::PENDULUM,
    kind::SPECIAL_SUMMON,
    kind::LINK,
];
const ATTRIBUTES: usize = 7;
/// The first Level, ATK and DEF of each band but the lowest.
const LEVELS: [u8; 7] = [2, 3, 4, 5, 7, 8, 9];
const POINTS: [i32; 7] = [1, 1000, 1400, 1700, 1900, 2300, 2800];
/// Forms of effects, and events that effects bring.
const FORMS: usize = 14;
const EVENTS: usize = u64::BITS as usize;

const FROM_ATTRIBUTES: usize = KINDS.len();
const FROM_LEVELS: usize = FROM_ATTRIBUTES + ATTRIBUTES;
const FROM_ATK: usize = FROM_LEVELS + LEVELS.len() + 1;
const FROM_DEF: usize = FROM_ATK + POINTS.len() + 1;
const FROM_FORMS: usize = FROM_DEF + POINTS.len() + 1;
const FROM_EVENTS: usize = FROM_FORMS + FORMS;

/// Number of factors.
pub const FACTORS: usize = FROM_EVENTS + EVENTS;

/// The numbers of a card's factors, each once.
#[must_use]
pub fn factors(cards: &Catalogue, code: CardCode) -> Vec<usize> {
    let facts = cards.facts(code);
    let mut found: Vec<usize> = (0..KINDS.len()).filter(|at| facts.is(KINDS[*at])).collect();
    if facts.is(kind::MONSTER) {
        found.extend(of_monster(facts));
    }
    let (mut forms, mut events) = (0_u32, 0_u64);
    for (_, effect) in cards.scripts().effects_of(code) {
        forms |= 1 << form_number(effect.form);
        events |= effect.intends;
    }
    found.extend((0..FORMS).filter(|form| forms >> form & 1 == 1).map(|form| FROM_FORMS + form));
    let brought = (0..EVENTS).filter(|event| events >> event & 1 == 1);
    found.extend(brought.map(|event| FROM_EVENTS + event));
    found
}

fn of_monster(facts: &Facts) -> impl Iterator<Item = usize> {
    let attributes = (0..ATTRIBUTES).filter(|bit| facts.attribute >> bit & 1 == 1);
    let bands = [
        FROM_LEVELS + LEVELS.iter().filter(|first| facts.level >= **first).count(),
        FROM_ATK + POINTS.iter().filter(|first| facts.atk >= **first).count(),
        FROM_DEF + POINTS.iter().filter(|first| facts.def >= **first).count(),
    ];
    attributes.map(|bit| FROM_ATTRIBUTES + bit).chain(bands)
}

pub(crate) const fn form_number(form: Form) -> usize {
    match form {
        Form::Activate => 0,
        Form::Ignition => 1,
        Form::Trigger => 2,
        Form::Quick => 3,
        Form::Procedure => 4,
        Form::Tributeless => 5,
        Form::OtherTributes => 6,
        Form::Tributed => 7,
        Form::SummonCost | Form::NormalSummonCost => 8,
        Form::Offer => 9,
        Form::AtOnce => 10,
        Form::Later => 11,
        Form::Win => 12,
        Form::Instead => 13,
    }
}
