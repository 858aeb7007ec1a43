//! Names, numbers, sets and conditions of one effect.

use super::super::ast::{
    CondText, EventText, FilterText, Name, NumText, SetText, SubjectText, TestText,
};
use super::super::error::{LanguageFault, Span, short};
use super::rows::{Compiled, Compiler};
use crate::rows::{
    Compare, Cond, CondId, Ingredient, Locations, MAX_PARTS, Num, NumId, Recipe, RecipeId, Select,
    SelectId, SetRef, Sides, Sum, TestId, Watch, Way, Who, asks,
};

/// How many sets and how many numbers one effect may name.
const REGISTERS: u8 = 4;

/// The value that a name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoundName {
    Set(SetRef),
    /// A register, and the number before the effect resolves, if it can be known then.
    Number(u8, Option<NumId>),
    /// A register that is 1 if the condition was true.
    Flag(u8, CondId),
    /// A condition that is known once the effect is activated.
    Option(CondId),
}

/// The names of one effect and what they stand for.
pub(super) struct Names<'a, 'c> {
    pub(super) to: &'a mut Compiler<'c>,
    names: Vec<(String, BoundName)>,
    sets: u8,
    /// The set that the next cards which are picked come to, because their name is given again.
    pub(super) reused: Option<u8>,
    numbers: u8,
    /// The cards that `it` means now.
    pub(super) it: Option<SetRef>,
    /// The cards that `that` means.
    pub(super) that: Option<SetRef>,
    /// Rows are built for the moment before activation, when no set of the effect exists yet.
    pub(super) early: bool,
    /// Something was asked that can't be known so early.
    pub(super) too_late: bool,
    /// One card is paid as the cost, so that what is asked of it can be asked of every card with
    /// which the cost can be paid.
    pub(super) one_is_paid: bool,
    /// The cards that are paid leave a zone for the monster that comes, so that none is asked for.
    pub(super) room_made: bool,
    /// The places that cards leave for the cost: conditions on the cards there are asked without them.
    pub(super) paid_from: Locations,
    /// Something was asked that depends on the card that is paid.
    pub(super) of_cost: bool,
    /// Something was asked that depends on the option that is chosen.
    pub(super) of_option: bool,
}

impl<'a, 'c> Names<'a, 'c> {
    pub(super) const fn new(to: &'a mut Compiler<'c>) -> Self {
        Self {
            to,
            names: Vec::new(),
            sets: 0,
            reused: None,
            numbers: 0,
            it: None,
            that: None,
            early: false,
            too_late: false,
            one_is_paid: false,
            room_made: false,
            paid_from: 0,
            of_cost: false,
            of_option: false,
        }
    }

    pub(super) fn bind(&mut self, name: &Name, bound: BoundName) -> Compiled {
        if self.names.iter().any(|(text, _)| *text == name.text) {
            let text = short(&name.text);
            return Err(LanguageFault::new(
                name.span,
                format!("`{text}` stands for something already"),
            ));
        }
        self.names.push((name.text.clone(), bound));
        Ok(())
    }

    fn find(&self, name: &Name) -> Compiled<BoundName> {
        if let Some((_, bound)) = self.names.iter().find(|(text, _)| *text == name.text) {
            return Ok(*bound);
        }
        let text = short(&name.text);
        let fault = LanguageFault::new(name.span, format!("nothing is named `{text}`")).follows();
        let names = self.names.iter().map(|(text, _)| &**text);
        Err(match super::super::error::nearest(&name.text, names) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help(format!("name it first, like `target {text} = monster(field)`")),
        })
    }

    pub(super) fn new_set(&mut self, span: Span) -> Compiled<u8> {
        if let Some(at) = self.reused.take() {
            return Ok(at);
        }
        let at = self.sets;
        if at == REGISTERS {
            return Err(LanguageFault::new(
                span,
                format!("an effect can hold {REGISTERS} sets of cards"),
            ));
        }
        self.sets += 1;
        Ok(at)
    }

    /// A selection that finds nothing: a set to which it is gathered is empty.
    pub(super) fn no_cards(&mut self) -> SelectId {
        let (sides, locations, test) = (Sides::Mine, 0, TestId(0));
        self.to.select(Select { sides, locations, test, with_source: false })
    }

    /// The set of the running program for which a name stands.
    pub(super) fn local_set(&self, name: &Name) -> Option<u8> {
        match self.find(name) {
            Ok(BoundName::Set(SetRef::Local(at))) => Some(at),
            _ => None,
        }
    }

    /// The set of a name, whatever it stood for before: a name of a set may be given again.
    pub(super) fn set_named(&mut self, name: &Name) -> Compiled<u8> {
        if let Some(at) = self.local_set(name) {
            return Ok(at);
        }
        let at = self.new_set(name.span)?;
        self.bind(name, BoundName::Set(SetRef::Local(at)))?;
        Ok(at)
    }

    pub(super) fn new_number(&mut self, span: Span) -> Compiled<u8> {
        let at = self.numbers;
        if at == REGISTERS {
            return Err(LanguageFault::new(
                span,
                format!("an effect can hold {REGISTERS} numbers"),
            ));
        }
        self.numbers += 1;
        Ok(at)
    }

    /// Such cards, of which it is asked with which materials they were Summoned.
    fn made_how(&mut self, set: &SetText) -> Compiled<SetRef> {
        self.to.asks |= asks::HOW;
        self.known_set(set)
    }

    /// Cards that have been chosen already, or that need no choice.
    pub(super) fn known_set(&mut self, set: &SetText) -> Compiled<SetRef> {
        let found = match set {
            SetText::Named(name) => match self.find(name)? {
                BoundName::Set(set) => set,
                _ => {
                    let text = short(&name.text);
                    return Err(LanguageFault::new(
                        name.span,
                        format!("`{text}` is no set of cards"),
                    ));
                }
            },
            // Where no clause before spoke of cards, the event did.
            SetText::It(span) => self.it.or(self.that).ok_or_else(|| {
                let fault = LanguageFault::new(*span, "no clause before spoke of cards").follows();
                fault.help("name the cards")
            })?,
            SetText::That(span) => self.that.ok_or_else(|| {
                let fault = LanguageFault::new(*span, "the effect answers no event").follows();
                fault.help("write a line with `on` before it")
            })?,
            SetText::Fixed(set, _) => *set,
            _ => {
                let fault = LanguageFault::new(set.span(), "these cards have no name yet");
                return Err(fault.help("name them in a step before: `pick c = ...`"));
            }
        };
        let fixed = matches!(
            found,
            SetRef::Source
                | SetRef::Event
                | SetRef::Attacker
                | SetRef::AttackTarget
                | SetRef::Battled
                | SetRef::Host
                | SetRef::Equipped
                | SetRef::FallenHost
                | SetRef::Victim
        );
        let paid = found == SetRef::Cost && self.one_is_paid;
        self.of_cost |= paid;
        self.too_late |= self.early && !fixed && !paid;
        Ok(found)
    }

    /// The row of a number.
    pub(super) fn num(&mut self, num: &NumText) -> Compiled<NumId> {
        let row = match num {
            NumText::Named(name) => return self.named_num(name),
            NumText::Value(value) => Num::Value(*value),
            NumText::Count(filter) => Num::Count(self.select(filter, &[])?),
            NumText::Names(filter) => Num::Names(self.select(filter, &[])?),
            NumText::Types(filter) => Num::Types(self.select(filter, &[])?),
            NumText::OnlyType(filter) => Num::OnlyType(self.select(filter, &[])?),
            NumText::Size(set) => Num::Size(self.known_set(set)?),
            NumText::Stat(stat, set) => {
                let set = self.known_set(set)?;
                // A card that was paid counts as it was on the field.
                self.to.looks_back |= set == SetRef::Cost;
                Num::Stat(set, *stat)
            }
            NumText::Base(stat, set) => Num::Base(self.known_set(set)?, *stat),
            NumText::Either(parts) => {
                let (cond, a, b) = &**parts;
                Num::Either(self.cond(cond)?, self.num(a)?, self.num(b)?)
            }
            NumText::Turns(set) => Num::Turns(self.known_set(set)?),
            NumText::Kept(set) => Num::Kept(self.known_set(set)?),
            NumText::Total(stat, set) => Num::Total(self.known_set(set)?, *stat),
            NumText::TotalOf(stat, from) => Num::TotalOf(self.select(from, &[])?, *stat),
            NumText::MaterialsLost(set) => Num::MaterialsLost(self.looking_back(set)?),
            NumText::AttacksMade(set) => {
                self.to.asks |= asks::ATTACKS;
                Num::AttacksMade(self.known_set(set)?)
            }
            NumText::AtkLost(set) => Num::AtkLost(self.looking_back(set)?),
            NumText::Reached(parts) => {
                Num::Reached(self.known_set(&parts.0)?, self.select(&parts.1, &[])?)
            }
            NumText::OriginalAtkLost(set) => Num::OriginalAtkLost(self.known_set(set)?),
            NumText::Fitting(filter) => Num::Value(i32::from(self.fitting(filter)?.0)),
            NumText::WouldDestroy(filter) => Num::WouldDestroy(self.select(filter, &[])?),
            NumText::Instance(set) => Num::Instance(self.known_set(set)?),
            NumText::Equips(set) => Num::Equips(self.known_set(set)?),
            NumText::NormalSummons(who) => Num::NormalSummons(*who),
            NumText::Links => Num::Links,
            NumText::Materials(set) => Num::Materials(self.known_set(set)?),
            NumText::BattleDamage(who) => Num::BattleDamage(*who),
            NumText::OfEvent => Num::OfEvent,
            NumText::FusionMaterials(set) => Num::FusionMaterials(self.made_how(set)?),
            NumText::MaterialsUsed(set) => Num::MaterialsUsed(self.made_how(set)?),
            NumText::NameOf(set) => Num::NameOf(self.known_set(set)?),
            NumText::Called(name) => {
                let code = self.called(name)?;
                Num::Value(i32::from(self.to.cards.base(code).row()))
            }
            NumText::Noted(set) => Num::Noted(self.known_set(set)?),
            NumText::Printed(stat, set) => Num::Printed(self.known_set(set)?, *stat),
            NumText::Life(who) => Num::Life(*who),
            NumText::FreeZones(who) => {
                self.of_cost |= self.one_is_paid;
                Num::FreeZones(*who)
            }
            NumText::Plus(two) => Num::Plus(self.num(&two.0)?, self.num(&two.1)?),
            NumText::Times(two) => Num::Times(self.num(&two.0)?, self.num(&two.1)?),
            NumText::Counters(kind, set) => Num::Counters(self.known_set(set)?, *kind),
            NumText::CountersAmong(kind, from) => {
                Num::CountersAmong(self.select(from, &[])?, *kind)
            }
            NumText::Half(one) => Num::Half(self.num(one)?),
            NumText::Least(two) => Num::Least(self.num(&two.0)?, self.num(&two.1)?),
        };
        Ok(self.joined(row))
    }

    /// The row of a number that has a name.
    fn named_num(&mut self, name: &Name) -> Compiled<NumId> {
        let row = match self.find(name)? {
            BoundName::Number(_, Some(before)) if self.early => return Ok(before),
            BoundName::Number(register, _) => {
                self.too_late |= self.early;
                Num::Local(register)
            }
            BoundName::Set(_) => {
                let text = short(&name.text);
                let fault =
                    LanguageFault::new(name.span, format!("`{text}` is a set of cards, no number"));
                return Err(fault.help(format!("write `size({text})`")));
            }
            BoundName::Flag(..) | BoundName::Option(_) => {
                let text = short(&name.text);
                return Err(LanguageFault::new(
                    name.span,
                    format!("`{text}` is true or false, no number"),
                ));
            }
        };
        Ok(self.joined(row))
    }

    /// The row of a number; two values that are known are joined at once.
    pub(super) fn joined(&mut self, num: Num) -> NumId {
        let value = |to: &Compiler<'_>, id: NumId| match to.scripts.num(id) {
            Num::Value(value) => Some(value),
            _ => None,
        };
        let (Num::Plus(a, b) | Num::Times(a, b) | Num::Least(a, b)) = num else {
            return self.to.num(num);
        };
        let row = match (num, value(self.to, a), value(self.to, b)) {
            (Num::Plus(..), Some(a), Some(b)) => Num::Value(a.saturating_add(b)),
            (Num::Times(..), Some(a), Some(b)) => Num::Value(a.saturating_mul(b)),
            (Num::Least(..), Some(a), Some(b)) => Num::Value(a.min(b)),
            _ => num,
        };
        self.to.num(row)
    }

    pub(super) fn value(&mut self, value: i32) -> NumId {
        self.to.num(Num::Value(value))
    }

    pub(super) fn cond(&mut self, cond: &CondText) -> Compiled<CondId> {
        let row = match cond {
            CondText::Not(inner) => Cond::Not(self.cond(inner)?),
            CondText::All(all) => {
                let rows: Vec<CondId> =
                    all.iter().map(|cond| self.cond(cond)).collect::<Compiled<_>>()?;
                return Ok(self.to.every(&rows));
            }
            CondText::Any(any) => {
                let rows: Vec<CondId> =
                    any.iter().map(|cond| self.cond(cond)).collect::<Compiled<_>>()?;
                let mut rows = rows.into_iter().rev();
                let mut joined = rows.next().unwrap_or_default();
                for row in rows {
                    joined = self.to.cond(Cond::Any(row, joined));
                }
                return Ok(joined);
            }
            CondText::Compare(a, compare, b) => Cond::Compare(self.num(a)?, *compare, self.num(b)?),
            CondText::Phase(bits) => Cond::Phase(*bits),
            CondText::Negated => Cond::Negated,
            CondText::Intends(events) => Cond::Intends(*events),
            CondText::IntendsFromDeck(events) => Cond::IntendsFromDeck(*events),
            CondText::Answers(events) => Cond::Answers(*events),
            CondText::MyTurn(mine) => Cond::MyTurn(*mine),
            CondText::Exists(filter) => {
                let from = self.select(filter, &[])?;
                return Ok(self.at_least(from, 1));
            }
            CondText::Every(set, test) => return self.fit(set, test, false),
            CondText::Some(set, test) => return self.fit(set, test, true),
            CondText::FreeZone(who) => return Ok(self.has_zone(*who)),
            CondText::FreeZoneWithout(filter) => Cond::HasZoneWithout(self.select(filter, &[])?),
            CondText::WouldDestroy => Cond::WouldDestroy,
            CondText::CanGainSummon => Cond::CanGainSummon,
            CondText::Untouched => Cond::Untouched,
            CondText::FreeSpellZone => Cond::HasSpellZone,
            CondText::FreeExtraZone => Cond::HasExtraZone,
            CondText::CanGainPendulum => Cond::CanGainPendulum,
            CondText::CanBattle => Cond::CanBattle,
            CondText::MaySpecialSummon(who) => Cond::MaySpecialSummon(*who),
            CondText::CanPay(num) => Cond::CanPay(Who::Me, self.num(num)?),
            CondText::Still(set) => Cond::Still(self.known_set(set)?),
            CondText::AttackGoesOn => Cond::AttackGoesOn,
            CondText::NoBattleDamage(who) => Cond::NoBattleDamage(*who),
            CondText::WouldHurt(who) => Cond::WouldHurt(*who),
            CondText::HadBattle => Cond::HadBattle,
            CondText::DirectAttack => Cond::DirectAttack,
            CondText::NoChain => Cond::NoChain,
            CondText::AnswersLinkBefore => Cond::AnswersLinkBefore,
            CondText::AnswersCard => Cond::AnswersCard,
            CondText::AnswersUnmoved => Cond::AnswersUnmoved,
            CondText::ChainNamesDiffer => Cond::ChainNamesDiffer,
            CondText::Calculating => Cond::Calculating,
            CondText::IsDestroyedByBattle(set) => Cond::IsDestroyedByBattle(self.known_set(set)?),
            CondText::ThisTurn(event) => return self.this_turn(event),
            CondText::Flag(name) => return self.flag(name),
        };
        Ok(self.to.cond(row))
    }

    /// So many cards of different names.
    pub(super) fn differing(
        &mut self,
        min: &NumText,
        max: &NumText,
        filter: &FilterText,
        needs_zone: bool,
    ) -> Compiled<RecipeId> {
        let (NumText::Value(least @ 1..=9), NumText::Value(most @ 1..=9)) = (min, max) else {
            let fault =
                LanguageFault::new(filter.span, "so many cards of different names can't be chosen");
            return Err(fault.help("write a number from 1 to 9"));
        };
        let mut parts = [Ingredient::default(); MAX_PARTS];
        parts[0] = Ingredient { test: TestId(0), least: *least as u8, most: *most as u8 };
        let recipe = Recipe {
            parts,
            sum: Sum::Nothing,
            different_names: true,
            same_rank: false,
            needs_zone,
        };
        Ok(self.to.recipe(recipe))
    }

    /// A player has a free zone, which the card that is paid may leave.
    pub(super) fn has_zone(&mut self, who: Who) -> CondId {
        self.has_zone_of(Cond::HasZone(who))
    }

    /// The same for such a condition.
    pub(super) fn has_zone_of(&mut self, zone: Cond) -> CondId {
        if self.room_made {
            return CondId(0);
        }
        self.of_cost |= self.one_is_paid;
        self.to.cond(zone)
    }

    /// There are so many cards.
    pub(super) fn at_least(&mut self, from: SelectId, least: i32) -> CondId {
        self.without_the_paid(from);
        let count = self.to.num(Num::Count(from));
        let least = self.value(least);
        self.to.cond(Cond::Compare(count, Compare::AtLeast, least))
    }

    /// A condition on the cards of a place is about those that are left when the cost has gone.
    pub(super) fn without_the_paid(&mut self, from: SelectId) {
        let locations = self.to.scripts.select(from).locations;
        self.of_cost |= self.paid_from & locations != 0;
    }

    /// A set of which it is asked how its cards were before they left.
    fn looking_back(&mut self, set: &SetText) -> Compiled<SetRef> {
        self.to.looks_back = true;
        self.known_set(set)
    }

    fn fit(&mut self, set: &SetText, test: &TestText, some: bool) -> Compiled<CondId> {
        let set = self.known_set(set)?;
        let test = self.one_test(test)?;
        Ok(self.to.cond(if some { Cond::Some(set, test) } else { Cond::Every(set, test) }))
    }

    /// There is a card in the set.
    pub(super) fn has_card(&mut self, set: SetRef) -> CondId {
        self.to.cond(Cond::Some(set, TestId(0)))
    }

    fn flag(&mut self, name: &Name) -> Compiled<CondId> {
        match self.find(name)? {
            BoundName::Flag(_, before) if self.early => Ok(before),
            BoundName::Option(chosen) => {
                self.too_late |= self.early;
                self.of_option = true;
                Ok(chosen)
            }
            BoundName::Flag(register, _) => {
                let (now, one) = (self.to.num(Num::Local(register)), self.value(1));
                Ok(self.to.cond(Cond::Compare(now, Compare::Equal, one)))
            }
            _ => {
                let text = short(&name.text);
                let fault =
                    LanguageFault::new(name.span, format!("`{text}` is neither true nor false"));
                Err(fault.help("compare it: `n >= 1` for a number, `c is face_up` for cards"))
            }
        }
    }

    fn this_turn(&mut self, event: &EventText) -> Compiled<CondId> {
        let SubjectText::Cards(filter) = &event.subject else {
            let fault = LanguageFault::new(event.span, "`this_turn` asks about cards");
            return Err(fault.help("write `this_turn monster(mine) sent_to_grave`"));
        };
        if filter.sides != Sides::Mine {
            let fault = LanguageFault::new(
                filter.span,
                "`this_turn` knows only what happened to own cards",
            );
            return Err(fault.help("write `mine` in the parentheses"));
        }
        let told = event.by | u8::from(event.of_card) | u8::from(event.way != Way::Any);
        if told != 0 || event.doer.is_some() || event.but_by.is_some() || filter.other {
            let fault = LanguageFault::new(
                event.span,
                "`this_turn` knows neither how it happened nor what did it, nor which card asks",
            );
            return Err(fault.help("leave out `by ...`, `other` and the way of a Summon"));
        }
        let (test, _) = self.event_cards(filter, event.events, event.from)?;
        let watch = self.to.watch(Watch { events: event.events, from: event.from, test });
        Ok(self.to.cond(Cond::ThisTurn(watch)))
    }
}
