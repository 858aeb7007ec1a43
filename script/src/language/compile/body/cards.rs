//! The cards that a step of a body or a cost is about: chosen, found or paid.

use super::super::filters::{hides_cards, locations, zone_for};
use super::super::rows::Compiled;
use super::super::wanted::Wanted;
use super::{Body, Paid};
use crate::language::ast::{FilterText, NumText, SetText};
use crate::language::error::{LanguageFault, Span};
use crate::rows::{
    Compare, Cond, Goal, How, Locations, Num, NumId, Op, Select, SetRef, Sides, Test, TestId, Who,
    location_bit,
};

impl Body<'_, '_, '_> {
    /// The set of the cards that a step is about, with the steps that choose or find them.
    pub(super) fn cards(&mut self, cards: &SetText, wanted: Wanted) -> Compiled<SetRef> {
        let wanted = filter_of(cards).map_or(wanted, |from| wanted.sent_from(locations(from)));
        match cards {
            SetText::All(filter) => self.all_cards(filter, wanted),
            SetText::Lowest(stat, filter) => {
                self.one_of_most(filter, wanted, |at| Op::KeepLowest(at, *stat))
            }
            SetText::Highest(stat, filter) => {
                self.one_of_most(filter, wanted, |at| Op::KeepHighest(at, *stat))
            }
            SetText::Pick(number, filter, by) if filter.different_names => {
                self.choose_differing(number, filter, *by, wanted)
            }
            SetText::Pick(number, filter, by) => self.choose(number, filter, *by, wanted),
            SetText::LevelsFrom(least, filter) => self.levels_from(least, filter, wanted),
            SetText::Random(number, filter) => {
                self.need_cards(filter, wanted, Some(number))?;
                let from = self.names.select(filter, wanted.tests())?;
                let (count, into) = (self.names.num(number)?, self.names.new_set(filter.span)?);
                self.parts.ops.push(Op::Random { from, count, into });
                Ok(SetRef::Local(into))
            }
            SetText::Joined(sets, span) if self.is_cost => self.pay_two(sets, *span, wanted),
            SetText::Joined(sets, span) => self.gather_joined(sets, *span),
            known => self.names.known_set(known),
        }
    }

    /// Cards that are paid and whose Levels come to so many or more.
    fn levels_from(
        &mut self,
        least: &NumText,
        filter: &FilterText,
        wanted: Wanted,
    ) -> Compiled<SetRef> {
        if !self.makes_room || self.cost_chosen {
            let fault = LanguageFault::new(filter.span, "these Levels are no cost here");
            return Err(
                fault.help("only what is paid for a `procedure` can come to so many Levels")
            );
        }
        self.cost_chosen = true;
        // The monster itself may be one of them.
        let found = self.names.select_for(filter, wanted)?;
        let row = Select { with_source: true, ..self.names.to.scripts.select(found) };
        let from = self.names.to.select(row);
        let least = self.names.num(least)?;
        let (of, goal, how) = (SetRef::Source, Goal::PaidLevelsFrom(least), How::Cost);
        self.need(|names| {
            let payable = names.to.test(Test::Makeable(from, goal));
            Ok(names.to.cond(Cond::Every(of, payable)))
        })?;
        self.parts.ops.push(Op::ChooseTogether { of, from, goal, how });
        Ok(SetRef::Cost)
    }

    /// One card of those that a filter finds and a step keeps.
    fn one_of_most(
        &mut self,
        filter: &FilterText,
        wanted: Wanted,
        keep: impl FnOnce(u8) -> Op,
    ) -> Compiled<SetRef> {
        self.need_cards(filter, wanted, None)?;
        let set = self.gather(filter, wanted)?;
        if let SetRef::Local(at) = set {
            self.parts.ops.extend([keep(at), Op::KeepOne(at)]);
        }
        Ok(set)
    }

    /// All cards that a filter finds.
    fn all_cards(&mut self, filter: &FilterText, wanted: Wanted) -> Compiled<SetRef> {
        self.need_cards(filter, wanted, None)?;
        if self.is_cost && wanted.tribute {
            // All of them are paid, or it can't be paid.
            self.need(|names| {
                let can = names.to.test(Test::Tributable);
                let cannot = Test::Not(can);
                let left = names.select(filter, &[cannot])?;
                let some = names.at_least(left, 1);
                Ok(names.to.cond(Cond::Not(some)))
            })?;
        }
        if self.is_cost && self.makes_room && !std::mem::replace(&mut self.cost_chosen, true) {
            // The steps of a way to Summon may ask for them.
            let from = self.names.select(filter, wanted.tests())?;
            self.parts.ops.push(Op::GatherPaid(from));
            return Ok(SetRef::Cost);
        }
        match wanted.zone {
            Some(who) => self.gather_for_zones(filter, wanted, who),
            None => self.gather(filter, wanted),
        }
    }

    /// Cards of different names that are paid.
    fn choose_differing(
        &mut self,
        number: &(NumText, NumText),
        filter: &FilterText,
        by: Who,
        wanted: Wanted,
    ) -> Compiled<SetRef> {
        if !self.is_cost || by != Who::Me || self.cost_chosen {
            let fault =
                LanguageFault::new(filter.span, "this choice can't be one of different names");
            return Err(fault.help("only targets and what is paid alone can be"));
        }
        self.cost_chosen = true;
        let from = self.names.select_for(filter, wanted)?;
        let recipe = self.names.differing(&number.0, &number.1, filter, self.makes_room)?;
        self.need(|names| Ok(names.to.cond(Cond::Gathers(from, recipe))))?;
        let (of, goal, how) = (SetRef::Source, Goal::Recipe(recipe), How::Cost);
        self.parts.ops.push(Op::ChooseTogether { of, from, goal, how });
        Ok(SetRef::Cost)
    }

    /// Cards that a player chooses, for the cost or in the effect.
    fn choose(
        &mut self,
        number: &(NumText, NumText),
        filter: &FilterText,
        by: Who,
        wanted: Wanted,
    ) -> Compiled<SetRef> {
        // Cards that are only shown are needed where showing them is the cost.
        let mut wanted = wanted.among_locations(locations(filter));
        wanted.any |= self.is_cost;
        self.need_cards(filter, wanted, Some(&number.0))?;
        if wanted.tribute && self.is_cost && filter.sides != Sides::Mine {
            // Of own monsters each tells that by itself.
            self.need(|names| Ok(names.to.cond(Cond::MayTribute)))?;
        }
        let from = self.names.select_for(filter, wanted)?;
        let (min, mut max) = (self.names.num(&number.0)?, self.names.num(&number.1)?);
        if let Some(who) = wanted.zone {
            let zone = self.names.to.cond(zone_for(filter, who, wanted.pointed));
            let jump = self.jump(Op::Unless(zone, 0));
            self.nothing.push(jump);
            if max != self.names.value(1) {
                let zones = self.names.to.num(Num::FreeZones(who));
                max = self.names.joined(Num::Least(max, zones));
            }
        }
        let (how, set) = if self.is_cost {
            if std::mem::replace(&mut self.cost_chosen, true) {
                let fault =
                    LanguageFault::new(filter.span, "cards are chosen for the cost already");
                return Err(fault.help("join both in one filter, or name fixed cards"));
            }
            let tribute = wanted.tribute && filter.sides == Sides::Mine;
            let leaving = if wanted.leaves { locations(filter) } else { 0 };
            self.note_payment(min, max, tribute, leaving);
            // Cards that a step before has paid are not paid a second time.
            let paid = if self.has_paid_itself() { SetRef::CostInPlace } else { SetRef::Cost };
            (if tribute { How::Tribute } else { How::Cost }, paid)
        } else {
            let at = self.names.new_set(filter.span)?;
            (How::Pick(at), SetRef::Local(at))
        };
        self.parts.ops.push(Op::Choose { from, min, max, how, by });
        Ok(set)
    }

    /// Whether a step before has moved the card itself.
    fn has_paid_itself(&self) -> bool {
        self.parts.ops.iter().any(|op| {
            matches!(
                op,
                Op::ToGrave(SetRef::Source)
                    | Op::Discard(SetRef::Source)
                    | Op::Tribute(SetRef::Source)
                    | Op::Banish(SetRef::Source)
                    | Op::BanishDown(SetRef::Source)
                    | Op::ToHand(SetRef::Source)
                    | Op::ToDeck(SetRef::Source, ..)
            )
        })
    }

    /// Notes how many cards are paid, so that a demand can be asked of every card that may be one.
    fn note_payment(&mut self, min: NumId, max: NumId, tribute: bool, leaving: Locations) {
        let demand = self.parts.demands.len().checked_sub(1);
        if let Some(demand) = demand.filter(|_| !self.names.too_late)
            && min == max
        {
            let op = self.parts.ops.len();
            self.parts.paid = match self.names.to.scripts.num(min) {
                Num::Value(1) => Some(Paid::Chosen { op, demand }),
                Num::Value(count) if tribute => Some(Paid::Several { op, demand, count }),
                _ => None,
            };
            self.parts.paid_from = if self.parts.paid.is_some() { leaving } else { 0 };
        }
    }

    /// All cards of several sets.
    fn gather_joined(&mut self, sets: &[SetText], span: Span) -> Compiled<SetRef> {
        let mut test = TestId(0);
        for set in sets {
            let set = self.names.known_set(set)?;
            let one = self.names.to.test(Test::In(set));
            let both = Test::Any(test, one);
            test = if test == TestId(0) { one } else { self.names.to.test(both) };
        }
        let locations = location_bit::ON_FIELD
            | location_bit::HAND
            | location_bit::DECK
            | location_bit::GRAVE
            | location_bit::BANISHED
            | location_bit::EXTRA;
        let row = Select { sides: Sides::Both, locations, test, with_source: true };
        let from = self.names.to.select(row);
        let into = self.names.new_set(span)?;
        self.parts.ops.push(Op::Gather { from, into });
        Ok(SetRef::Local(into))
    }

    /// Two different cards for a cost, one of each kind: the first one is chosen so that there is
    /// a second one.
    fn pay_two(&mut self, sets: &[SetText], span: Span, wanted: Wanted) -> Compiled<SetRef> {
        let one = self.names.value(1);
        let mut filters = Vec::new();
        for set in sets {
            match set {
                SetText::Pick(number, filter, Who::Me)
                    if self.names.num(&number.0)? == one && self.names.num(&number.1)? == one =>
                {
                    filters.push(filter);
                }
                _ => filters.clear(),
            }
        }
        let ([first, second], false) = (filters.as_slice(), self.cost_chosen) else {
            let fault = LanguageFault::new(span, "these can't be paid together");
            return Err(fault.help("write two kinds of cards: `1 monster(...) and 1 monster(...)`"));
        };
        self.cost_chosen = true;
        let second = self.names.select_for(second, wanted)?;
        let row = self.names.to.scripts.select(second);
        let paid = self.names.to.test(Test::In(SetRef::Cost));
        let another = self.names.to.test(Test::Not(paid));
        let test = self.names.to.both(row.test, another);
        let second = self.names.to.select(Select { test, ..row });
        let is_there = self.names.at_least(second, 1);
        let paying = self.names.to.test(Test::Paying(is_there));
        let first = self.names.select_for(first, wanted)?;
        let row = self.names.to.scripts.select(first);
        let test = self.names.to.both(row.test, paying);
        let first = self.names.to.select(Select { test, ..row });
        let demand = self.names.at_least(first, 1);
        self.parts.demands.push(demand);
        let two = self.names.value(2);
        let (how, by) = (How::Cost, Who::Me);
        self.parts.ops.extend([
            Op::Choose { from: first, min: one, max: one, how, by },
            Op::Choose { from: second, min: two, max: two, how, by },
        ]);
        Ok(SetRef::Cost)
    }

    pub(super) fn gather(&mut self, filter: &FilterText, wanted: Wanted) -> Compiled<SetRef> {
        let from = self.names.select(filter, wanted.tests())?;
        let into = self.names.new_set(filter.span)?;
        self.parts.ops.push(Op::Gather { from, into });
        Ok(SetRef::Local(into))
    }

    /// All cards that fit, or as many as a player has zones for: that player chooses them then, and
    /// is not asked as long as there is a zone for each.
    fn gather_for_zones(
        &mut self,
        filter: &FilterText,
        wanted: Wanted,
        who: Who,
    ) -> Compiled<SetRef> {
        let zone = self.names.to.cond(zone_for(filter, who, wanted.pointed));
        let jump = self.jump(Op::Unless(zone, 0));
        self.nothing.push(jump);
        let from = self.names.select(filter, wanted.tests())?;
        let into = self.names.new_set(filter.span)?;
        let zones = self.names.to.num(Num::FreeZones(who));
        let one = self.names.value(1);
        let more = self.names.joined(Num::Plus(zones, one));
        let count = self.names.to.num(Num::Count(from));
        let too_many = self.names.to.cond(Cond::Compare(count, Compare::AtLeast, more));
        self.parts.ops.extend([
            Op::Unless(too_many, 2),
            Op::Choose { from, min: zones, max: zones, how: How::Pick(into), by: who },
            Op::Skip(1),
            Op::Gather { from, into },
        ]);
        Ok(SetRef::Local(into))
    }

    /// That there are enough cards; modifiers need none.
    fn need_cards(
        &mut self,
        filter: &FilterText,
        wanted: Wanted,
        least: Option<&NumText>,
    ) -> Compiled {
        if !wanted.any {
            return Ok(());
        }
        self.need(|names| {
            let from = if hides_cards(filter) {
                names.unseen(filter)
            } else {
                names.select_for(filter, wanted)?
            };
            let least = match least {
                Some(least) => names.num(least)?,
                None => names.value(1),
            };
            names.without_the_paid(from);
            let count = names.to.num(Num::Count(from));
            Ok(names.to.cond(Cond::Compare(count, Compare::AtLeast, least)))
        })
    }
}

/// The filter by which cards are looked for.
const fn filter_of(cards: &SetText) -> Option<&FilterText> {
    match cards {
        SetText::All(filter)
        | SetText::Pick(_, filter, _)
        | SetText::Random(_, filter)
        | SetText::LevelsFrom(_, filter)
        | SetText::Lowest(_, filter)
        | SetText::Highest(_, filter) => Some(filter),
        SetText::Named(_)
        | SetText::It(_)
        | SetText::That(_)
        | SetText::Fixed(..)
        | SetText::Joined(..) => None,
    }
}
