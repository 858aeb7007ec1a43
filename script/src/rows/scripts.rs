//! The tables of all scripts that were loaded.

mod build;

use super::bits::{Events, event_bit, location_bit};
use super::expressions::{Cond, Num, Select, Test};
use super::filter::{Filter, Gate, GatePart, Response, Rest, UsedFrom};
use super::model::{Effect, Form, Sides, Watch};
use super::modifier::Static;
use super::op::Op;
use super::recipe::Recipe;
use crate::catalogue::CardCode;
use crate::ids::Phase;
use crate::rows::hints::{able, brought_by, used_in};
use crate::rows::ids::{
    CondId, Counter, EffectId, NumId, RecipeId, SelectId, StaticId, TestId, WatchId,
};
use crate::texts::Texts;
use serde::{Deserialize, Serialize};

/// How many materials a Fusion Monster may have.
pub const MAX_MATERIALS: usize = 5;
/// In how many ways a Fusion Monster may be made.
pub const MAX_LINES: usize = 2;
/// The most lasting changes (`always`) that the text of a card makes.
pub const MAX_STATICS: usize = 8;

/// The tests for the materials of a Fusion Monster, each another card; the rest is 0.
pub type MaterialLine = [TestId; MAX_MATERIALS];

/// Bits for facts of a duel that are only noted if a card asks for them.
pub mod asks {
    /// With which materials a monster was Fusion Summoned.
    pub const HOW: u8 = 1;
    /// Which monsters battled this turn.
    pub const BATTLED: u8 = 2;
    /// From where and by which Summon monsters came to the field.
    pub const COMING: u8 = 4;
    /// The targets that each monster attacked this turn, and how often.
    pub const ATTACKS: u8 = 8;
}

/// Bits for the terms of a monster's Summons.
pub mod term {
    /// It can't be Set.
    pub const NEVER_SET: u32 = 1;
    /// Its Normal Summon can't be negated.
    pub const NOT_NEGATED: u32 = 2;
    /// When it is Normal Summoned nothing can be activated.
    pub const NOT_ANSWERED: u32 = 4;
    /// It can be any Fusion Material that is written by name, one in each Summon.
    pub const SUBSTITUTE: u32 = 8;
    /// It must be Summoned in the way of its kind, like a Fusion Summon, and can be Special Summoned in no other.
    pub const ONLY_DULY: u32 = 16;
    /// It must first be Special Summoned with its own materials without another card, and can't be Special
    /// Summoned from the Graveyard.
    pub const ONLY_CONTACT: u32 = 32;
    /// It can't be Normal Summoned, though it can be Set.
    pub const NEVER_SUMMONED: u32 = 64;
    /// It must be Special Summoned by an effect of a card: any will do, but no Summon without one.
    pub const ONLY_BY_EFFECTS: u32 = 128;
    /// It can't be a Synchro Material.
    pub const NO_SYNCHRO_MATERIAL: u32 = 256;
    /// It must first be Summoned so.
    pub const FIRST_DULY: u32 = 512;
    /// Its two Fusion Materials must be of the same Type.
    pub const SAME_TYPE: u32 = 1024;
    /// They must have the same Attribute.
    pub const SAME_ATTRIBUTE: u32 = 2048;
    /// They must have different names.
    pub const DIFFERENT_NAMES: u32 = 4096;
    /// All of that.
    pub const ALIKE: u32 = SAME_TYPE | SAME_ATTRIBUTE | DIFFERENT_NAMES | DIFFERENT_ATTRIBUTES;
    /// Its two Fusion Materials must have different Attributes.
    pub const DIFFERENT_ATTRIBUTES: u32 = 1 << 25;
    /// It must be Special Summoned in its own way, and can be Special Summoned in no other.
    pub const ONLY_OWN_WAY: u32 = 8192;
    /// In the turn in which it is Link Summoned it can't be a Link Material.
    pub const NOT_LINKED_AT_ONCE: u32 = 16384;
    /// It can be Fusion Summoned only with its written Fusion Materials.
    pub const ONLY_WRITTEN_MATERIALS: u32 = 32768;
    /// A Spell or Trap that can be Set but never activated.
    pub const NEVER_ACTIVATED: u32 = 1 << 20;
    /// It can't be used as Fusion Material, not even while its effects are negated.
    pub const NO_FUSION_MATERIAL: u32 = 1 << 16;
    /// It must first be Special Summoned with its own materials without another card.
    pub const FIRST_CONTACT: u32 = 1 << 17;
    /// It can also be Set in a Spell & Trap Zone, where it is a Spell.
    pub const SET_AS_SPELL: u32 = 1 << 18;
    /// Its last Fusion Material can be one card or more.
    pub const OPEN_ENDED: u32 = 1 << 19;
    /// It was read from its printed text by a program, and nothing has shown yet that it does what it should.
    pub const UNPROVED: u32 = 1 << 21;
    /// It can't be used as Link Material, not even while its effects are negated.
    pub const NO_LINK_MATERIAL: u32 = 1 << 22;
    /// The name that its own text gives it holds in the Graveyard too.
    pub const NAMED_IN_GRAVE: u32 = 1 << 24;
    /// It can't be used as Xyz Material of a Summon, not even while its effects are negated.
    pub const NO_XYZ_MATERIAL: u32 = 1 << 23;
    /// It has demands on its Normal Summon: effects of [`crate::Form::NormalSummonCost`].
    pub const SUMMONED_IF: u32 = 1 << 26;
    /// It can be Xyz Material of a Summon only as one of three or more, also while its effects are negated.
    pub const XYZ_OF_THREE: u32 = 1 << 28;
    /// If it was Synchro Summoned, one monster of the hand can be Synchro Material together with it, also while its
    /// effects are negated.
    pub const LENDS_HAND: u32 = 1 << 29;
    /// A Fusion Monster that only an effect of a card which it names Special Summons, of no materials.
    pub const BY_WRITTEN_EFFECT: u32 = 1 << 27;
}

/// The effects of a card and its other clauses, as ranges of the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardScript {
    /// Its effects: from this row, so many.
    pub effects: (u16, u16),
    /// Its statics: from this row, so many.
    pub statics: (u16, u16),
    /// Which counters may be placed on it, and how many.
    pub holds: Option<(Counter, u8)>,
    /// For Equip Cards: whose and what a monster must be to be equipped with it.
    pub equips: Option<(Sides, TestId)>,
    /// For Spells and Traps: it stays on the field though its kind does not.
    pub remains: bool,
    /// For Fusion Monsters: the tests for the materials. Where there are two lines either will do.
    pub materials: [MaterialLine; MAX_LINES],
    /// For monsters: whether they can't be Special Summoned at all.
    pub never_special_summoned: bool,
    /// For monsters: what their text says of Summons, as bits of [`term`].
    pub terms: u32,
    /// How many Tributes a Normal Summon takes whatever its Level is; 0 if its Level says that.
    pub tributes: u8,
    /// Bits of [`asks`]: facts of a duel that some card asks for, so that they are noted.
    pub asks: u8,
    /// Whether its effects move cards out of Graveyards that have to stay there.
    pub ignores_grave_stays: bool,
    /// For a Trap that its own effect Summons as a monster: the kind of monster, as a bit of
    /// [`crate::catalogue::kind`]; else 0.
    pub as_monster: u32,
    /// Whether it can neither be Set nor activated: only effects put it on the field.
    pub only_placed: bool,
    /// Bits of [`super::event_bit`] that any of its effects answers.
    pub hears: Events,
    /// Events of which any of its effects asks later whether they happened.
    pub remembers: Events,
    /// Whether one of its effects asks if something was done in the phase.
    pub asks_of_phase: bool,
    /// Whether any of its effects brings Tokens.
    pub makes_tokens: bool,
    /// Places from which any of its effects is used, as bits of [`super::location_bit`].
    pub used_from: u16,
    /// Of these, places from which it is used in the own Main Phase alone.
    pub slow_from: u16,
    /// Phases that its mandatory effects are about, and those of its optional ones, as bits by
    /// [`crate::ids::Phase`] number.
    pub phases: [u16; 2],
    /// Of these, phases that bring effects which are used outside the field.
    pub phases_elsewhere: u16,
    /// The materials with which it is Summoned from the Extra Deck, if it comes from there in one
    /// way of its own, with materials.
    pub only_recipe: Option<(SelectId, RecipeId)>,
    /// The phases that no effect tells from the End Phase which is used in response, as bits of
    /// [`crate::ids::Phase::alike_bit`].
    pub alike: u8,
    /// Whether something that happens to others triggers any of its effects in the hand, or outside hand and
    /// field.
    triggers_away: bool,
    /// Which forms its effects have, one bit for each [`Form`].
    forms: u16,
    /// When it can be used in response, by where it lies.
    responses: [Response; UsedFrom::COUNT],
}

impl CardScript {
    /// When it can be used in response where it lies so.
    #[inline]
    pub const fn response(&self, location: UsedFrom) -> &Response {
        &self.responses[location as usize]
    }

    /// The ways in which its effects can come to be used at all, as bits of [`able`].
    pub fn able(&self) -> u8 {
        let ever = |location| self.response(location).is_ever();
        let able = [
            (ever(UsedFrom::Set) || ever(UsedFrom::Hand), able::QUICK_SET),
            (ever(UsedFrom::Up) || ever(UsedFrom::Monster), able::QUICK_UP),
            (self.hears != 0, able::TRIGGERED),
            (self.triggers_away, able::TRIGGERED_AWAY),
            (self.phases != [0; 2], able::IN_PHASE),
        ];
        able.iter().filter(|(can, _)| *can).fold(0, |bits, (_, bit)| bits | bit)
    }

    /// Where its effects can be used by choice and which phases bring any, as bits of [`used_in`] and
    /// [`brought_by`].
    pub fn used_in(&self) -> u8 {
        let spells = location_bit::SPELL | location_bit::FIELD | location_bit::PENDULUM;
        let locations = [
            (location_bit::HAND, used_in::HAND),
            (location_bit::MONSTER, used_in::MONSTERS),
            (spells, used_in::SPELLS),
            (location_bit::ELSEWHERE, used_in::ELSEWHERE),
        ];
        let used = locations.iter().filter(|(locations, _)| self.used_from & locations != 0);
        let phases = [(Phase::Standby, brought_by::STANDBY), (Phase::End, brought_by::END)];
        let any = self.phases[0] | self.phases[1];
        let brought = phases.iter().filter(|(phase, _)| any >> *phase as u8 & 1 == 1);
        let used = used.fold(0, |bits, (_, bit)| bits | bit);
        brought.fold(used, |bits, (_, bit)| bits | bit)
    }

    /// Whether any of its effects has a form.
    #[inline]
    pub const fn has_form(&self, form: Form) -> bool {
        self.forms >> form as u8 & 1 == 1
    }

    fn add_response(&mut self, location: UsedFrom, effect: &Effect, gate: Gate) {
        self.responses[location as usize].add(effect, gate);
    }

    /// Notes what one more effect means for the questions that are asked most often.
    fn note(&mut self, effect: &Effect, gate: Gate) {
        self.hears |= effect.on.events;
        self.forms |= 1 << effect.form as u8;
        // A planned effect comes to a phase by the plan, not by the card.
        if effect.on.events & event_bit::PHASE != 0 && effect.form != Form::Later {
            let which = usize::from(!effect.must);
            self.phases[which] |= 1 << effect.phase;
            if effect.from & !location_bit::ON_FIELD != 0 {
                self.phases_elsewhere |= 1 << effect.phase;
            }
        }
        let from = |locations: u16| effect.from & locations != 0;
        if matches!(effect.form, Form::Trigger | Form::AtOnce) && effect.on.itself != Some(true) {
            self.triggers_away |= from(location_bit::ELSEWHERE | location_bit::HAND);
        }
        match effect.form {
            Form::Activate => {
                self.used_from |= effect.from;
                if effect.speed > 1 {
                    let from_field = from(location_bit::ON_FIELD);
                    if from_field {
                        self.add_response(UsedFrom::Set, effect, gate);
                    }
                    if from(location_bit::HAND) {
                        // A Quick-Play Spell is used from the hand only in the own turn, a Trap that can be
                        // used from there in any.
                        let other = if from_field { 0 } else { gate.other };
                        self.add_response(UsedFrom::Hand, effect, Gate { other, ..gate });
                    }
                }
            }
            Form::Quick => {
                self.used_from |= effect.from;
                for (location, locations) in [
                    (UsedFrom::Monster, location_bit::MONSTER),
                    (
                        UsedFrom::Up,
                        location_bit::SPELL | location_bit::FIELD | location_bit::PENDULUM,
                    ),
                    (UsedFrom::Hand, location_bit::HAND),
                    (UsedFrom::Elsewhere, location_bit::ELSEWHERE),
                ] {
                    if from(locations) {
                        self.add_response(location, effect, gate);
                    }
                }
            }
            Form::Ignition => {
                self.used_from |= effect.from;
                self.slow_from |= effect.from;
            }
            Form::Trigger
            | Form::Offer
            | Form::AtOnce
            | Form::Later
            | Form::Win
            | Form::Instead
            | Form::Procedure
            | Form::Tributeless
            | Form::Tributed
            | Form::OtherTributes
            | Form::SummonCost
            | Form::NormalSummonCost => {}
        }
    }
}

/// Why scripts can't be joined to a card table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptsError {
    /// A table has more rows than can be numbered.
    #[error("the scripts have more than {max} {what}", max = u16::MAX)]
    TooMany {
        /// Rows of what.
        what: &'static str,
    },
}

/// All compiled scripts. Rows never change once they are made; equal expressions share a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scripts {
    cards: Vec<(CardCode, CardScript)>,
    /// By card code: one more than the index into `cards`, or 0.
    by_code: Vec<u16>,
    effects: Vec<Effect>,
    statics: Vec<Static>,
    tests: Vec<Test>,
    /// The short form of each test.
    filters: Vec<Filter>,
    /// The tests that short forms leave.
    rests: Vec<Rest>,
    nums: Vec<Num>,
    conds: Vec<Cond>,
    /// The short form of each condition.
    gates: Vec<Gate>,
    /// The conditions that short forms leave.
    parts: Vec<GatePart>,
    selects: Vec<Select>,
    watches: Vec<Watch>,
    recipes: Vec<Recipe>,
    ops: Vec<Op>,
    /// For each period, the same scripts with its texts in place of the modern ones, if a card has one.
    periods: [Option<Box<Self>>; Texts::PERIODS.len()],
}

impl Default for Scripts {
    fn default() -> Self {
        // The first row of each table means "nothing", so that index 0 can stand for it.
        let mut scripts = Self {
            cards: Vec::new(),
            by_code: Vec::new(),
            effects: Vec::new(),
            statics: Vec::new(),
            tests: vec![Test::Always],
            filters: Vec::new(),
            rests: Vec::new(),
            nums: vec![Num::Value(0)],
            conds: vec![Cond::Always],
            gates: Vec::new(),
            parts: Vec::new(),
            selects: Vec::new(),
            watches: Vec::new(),
            recipes: Vec::new(),
            ops: vec![Op::End],
            periods: [const { None }; Texts::PERIODS.len()],
        };
        scripts.shorten();
        scripts
    }
}

/// Reading, in the duel loop: indices come from this table itself.
impl Scripts {
    /// The script of a card; none for cards without one.
    #[inline]
    #[must_use]
    pub fn card(&self, code: CardCode) -> Option<&CardScript> {
        let at = *self.by_code.get(usize::from(code.row()))?;
        let (_, script) = self.cards.get(usize::from(at).checked_sub(1)?)?;
        Some(script)
    }

    /// All cards with a script, in the order in which they were added.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = (CardCode, &CardScript)> {
        self.cards.iter().map(|(code, script)| (*code, script))
    }

    /// The effects of a card with their ids.
    #[inline]
    pub fn effects_of(&self, code: CardCode) -> impl Iterator<Item = (EffectId, &Effect)> {
        let (from, count) = self.card(code).map_or((0, 0), |script| script.effects);
        (from..from + count).map(|row| (EffectId(row + 1), &self.effects[usize::from(row)]))
    }

    /// The effects of a script with their ids.
    #[inline]
    pub fn effects_in(&self, script: &CardScript) -> impl Iterator<Item = (EffectId, &Effect)> {
        let (from, count) = script.effects;
        let rows = &self.effects[usize::from(from)..usize::from(from + count)];
        (from + 1..).map(EffectId).zip(rows)
    }

    /// The planned effect whose body has this step; programs stand one behind the other.
    #[must_use]
    pub fn planned_at(&self, step: u16) -> Option<&Effect> {
        let begun =
            self.effects.iter().filter(|effect| effect.body.0 != 0 && effect.body.0 <= step);
        begun.max_by_key(|effect| effect.body.0).filter(|effect| effect.form == Form::Later)
    }

    /// The statics of a card with their ids.
    #[inline]
    pub fn statics_of(&self, code: CardCode) -> impl Iterator<Item = (StaticId, &Static)> {
        let (from, count) = self.card(code).map_or((0, 0), |script| script.statics);
        (from..from + count).map(|row| (StaticId(row), &self.statics[usize::from(row)]))
    }

    /// An effect; ids count from 1, so that 0 can mean none.
    #[inline]
    #[must_use]
    pub fn effect(&self, id: EffectId) -> &Effect {
        &self.effects[usize::from(id.0) - 1]
    }

    /// A static.
    #[inline]
    #[must_use]
    pub fn fixed(&self, id: StaticId) -> &Static {
        &self.statics[usize::from(id.0)]
    }

    /// A question about a card.
    #[inline]
    #[must_use]
    pub fn test(&self, id: TestId) -> Test {
        self.tests[usize::from(id.0)]
    }

    /// Whether only cards fit that a program of the effect has at hand already.
    pub fn names_its_cards(&self, id: TestId) -> bool {
        self.filter(id).names_cards
    }

    /// The short form of a test.
    #[inline]
    pub fn filter(&self, id: TestId) -> &Filter {
        &self.filters[usize::from(id.0)]
    }

    /// The tests that the short form of a test leaves.
    #[inline]
    pub fn rest(&self, filter: &Filter) -> &[Rest] {
        let (from, count) = filter.rest;
        &self.rests[from as usize..][..usize::from(count)]
    }

    /// The short form of a condition.
    #[inline]
    pub fn gate(&self, id: CondId) -> Gate {
        self.gates[usize::from(id.0)]
    }

    /// The conditions that the short form of a condition leaves.
    #[inline]
    pub fn parts(&self, gate: Gate) -> &[GatePart] {
        let (from, count) = gate.parts;
        &self.parts[from as usize..][..usize::from(count)]
    }

    /// A number.
    #[inline]
    #[must_use]
    pub fn num(&self, id: NumId) -> Num {
        self.nums[usize::from(id.0)]
    }

    /// A condition.
    #[inline]
    #[must_use]
    pub fn cond(&self, id: CondId) -> Cond {
        self.conds[usize::from(id.0)]
    }

    /// Cards to look for.
    #[inline]
    #[must_use]
    pub fn select(&self, id: SelectId) -> Select {
        self.selects[usize::from(id.0)]
    }

    /// The materials of a Summon from the Extra Deck.
    #[inline]
    #[must_use]
    pub fn recipe(&self, id: RecipeId) -> &Recipe {
        &self.recipes[usize::from(id.0)]
    }

    /// All watches with their ids.
    pub fn watches(&self) -> impl ExactSizeIterator<Item = (WatchId, &Watch)> {
        self.watches.iter().enumerate().map(|(row, watch)| (WatchId(row as u16), watch))
    }

    /// The scripts with the texts of a period, if any card has one.
    #[must_use]
    pub fn period(&self, texts: Texts) -> Option<&Self> {
        self.periods[texts.period()?].as_deref()
    }

    /// A step of a program.
    #[inline]
    #[must_use]
    pub fn op(&self, at: u16) -> Op {
        self.ops[usize::from(at)]
    }
}
