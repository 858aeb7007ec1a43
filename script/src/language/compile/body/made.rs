//! Fusion and Ritual Summons: the monster is chosen, then what is given up for it; that goes, and after
//! that the monster comes.

use super::super::exprs::BoundName;
use super::super::filters::locations;
use super::super::rows::Compiled;
use super::super::wanted::Wanted;
use super::Body;
use crate::language::ast::{CardVerb, FilterText, FusionText, NumText, StepText};
use crate::language::error::LanguageFault;
use crate::rows::{
    Cond, Events, Goal, How, Num, Op, Select, SelectId, SetRef, Sides, Test, TestId, Who,
    event_bit, location_bit, position_bit,
};

/// Which monsters may also be made with other cards, and those cards.
#[derive(Clone, Copy)]
struct Wider {
    which: TestId,
    from: SelectId,
}

impl Body<'_, '_, '_> {
    pub(super) fn fusion_summon(
        &mut self,
        monsters: &FilterText,
        text: &FusionText,
        rest: &[StepText],
    ) -> Compiled {
        let wanted = match text.verb {
            CardVerb::Banish | CardVerb::ToDeck(_) => Wanted::by(text.verb),
            CardVerb::SendToGrave => Wanted::materials(locations(&text.materials)),
            _ => Wanted::nothing(),
        };
        let from = self.names.select_for(&text.materials, wanted)?;
        let goal = match &text.vital {
            None => Goal::Materials,
            Some(vital) => Goal::MaterialsWith(self.names.fitting(vital)?),
        };
        let wider = self.wider(text)?;
        let (monster, given) = self.choose_made(monsters, from, goal, wider)?;
        if let Some((name, filter)) = &text.counted {
            // The materials are counted as they are before they go.
            let counted = self.names.select(filter, &[Test::In(given)])?;
            let counted = self.names.to.num(Num::Count(counted));
            let register = self.names.new_number(name.span)?;
            self.parts.ops.push(Op::Set(register, counted));
            self.names.bind(name, BoundName::Number(register, None))?;
        }
        let fault = || {
            let fault = LanguageFault::new(text.materials.span, "materials are not used like this");
            fault.help("write `banish`, `destroy` or `shuffle_into_deck`, or nothing")
        };
        if let Some((_, verb, materials)) = &text.wider {
            // They go first; of all that were chosen those are left then that go as usual.
            let row = Select {
                sides: Sides::Both,
                locations: locations(materials) & !locations(&text.materials),
                test: self.names.to.test(Test::In(given)),
                with_source: true,
            };
            let from = self.names.to.select(row);
            let into = self.names.new_set(text.materials.span)?;
            self.parts.ops.push(Op::Gather { from, into });
            let (goes, intends) = used(*verb, SetRef::Local(into)).ok_or_else(fault)?;
            self.do_it(goes, intends);
        }
        let (goes, intends) = used(text.verb, given).ok_or_else(fault)?;
        self.do_it(goes, intends);
        // If none of the materials has moved it was no Fusion Summon, whatever became of them
        // (SU-04.5).
        let moved = self.names.to.cond(Cond::Moved(given));
        let jump = self.jump(Op::Unless(moved, 0));
        self.nothing.push(jump);
        self.parts.ops.push(Op::NoteMaterials(monster, given));
        self.comes(monster);
        self.parts.ops.push(Op::NoteMaterials(monster, given));
        self.follow_made(monster, rest);
        Ok(())
    }

    /// Which monsters may also be made with other cards, and those cards.
    fn wider(&mut self, text: &FusionText) -> Compiled<Option<Wider>> {
        let Some((which, verb, materials)) = &text.wider else { return Ok(None) };
        let which = self.names.fitting_placeless(which)?;
        let from = if *verb == CardVerb::Banish {
            // Materials that go the usual way need not be banished.
            let usual = self.names.to.test(Test::LiesIn(locations(&text.materials)));
            let able = self.names.to.test(Test::Banishable);
            self.names.select(materials, &[Test::Any(usual, able)])?
        } else {
            self.names.select(materials, Wanted::materials(locations(materials)).tests())?
        };
        Ok(Some(Wider { which, from }))
    }

    pub(super) fn ritual_summon(
        &mut self,
        monsters: &FilterText,
        tributes: &FilterText,
        level: &NumText,
        or_more: bool,
        rest: &[StepText],
    ) -> Compiled {
        let level = self.names.num(level)?;
        let from = self.names.select_for(tributes, Wanted::by(CardVerb::Tribute))?;
        let goal = if or_more { Goal::LevelsFrom(level) } else { Goal::Levels(level) };
        let (monster, given) = self.choose_made(monsters, from, goal, None)?;
        self.do_it(Op::Tribute(given), event_bit::TRIBUTED | event_bit::SENT_TO_GRAVE);
        self.comes(monster);
        self.parts.ops.push(Op::NoteMaterials(monster, given));
        self.follow_made(monster, rest);
        Ok(())
    }

    /// Chooses the monster and what is given up for it: the sets of both.
    fn choose_made(
        &mut self,
        monsters: &FilterText,
        from: SelectId,
        goal: Goal,
        wider: Option<Wider>,
    ) -> Compiled<(SetRef, SetRef)> {
        let could = match wider {
            None => [Test::Makeable(from, goal)],
            Some(Wider { which, from: wide }) => {
                let usual = self.names.to.test(Test::Makeable(from, goal));
                let wide = self.names.to.test(Test::Makeable(wide, goal));
                let wide = self.names.to.both(which, wide);
                [Test::Any(usual, wide)]
            }
        };
        self.need(|names| {
            let monsters = names.select(monsters, &could)?;
            Ok(names.at_least(monsters, 1))
        })?;
        let monsters_row = self.names.select(monsters, &could)?;
        let monster = self.names.new_set(monsters.span)?;
        let into = self.names.new_set(monsters.span)?;
        let of = self.choose_one(monsters_row, monster);
        let how = How::Pick(into);
        let mut done = None;
        if let Some(Wider { which, from }) = wider {
            let fits = self.names.to.cond(Cond::Every(of, which));
            let other = self.jump(Op::Unless(fits, 0));
            self.parts.ops.push(Op::ChooseTogether { of, from, goal, how });
            done = Some(self.jump(Op::Skip(0)));
            self.land(&[other]);
        }
        self.parts.ops.push(Op::ChooseTogether { of, from, goal, how });
        self.land(done.as_slice());
        Ok((of, SetRef::Local(into)))
    }

    /// The effect's player chooses one of these cards; if there is none later steps are left out.
    pub(super) fn choose_one(&mut self, from: SelectId, into: u8) -> SetRef {
        let one = self.names.value(1);
        let (how, by) = (How::Pick(into), Who::Me);
        self.parts.ops.push(Op::Choose { from, min: one, max: one, how, by });
        let chosen = SetRef::Local(into);
        let found = self.names.has_card(chosen);
        let jump = self.jump(Op::Unless(found, 0));
        self.nothing.push(jump);
        chosen
    }

    /// The monster is Summoned after what was given up for it has gone.
    fn comes(&mut self, monster: SetRef) {
        let (cards, positions) = (monster, position_bit::FACE_UP | position_bit::PROPERLY);
        self.parts.ops.push(Op::Then);
        let comes = Op::SpecialSummon { cards, positions, by: Who::Me, hold: false };
        self.do_it(comes, event_bit::SPECIAL_SUMMONED);
    }

    /// Later steps may be about the monster.
    pub(super) fn follow_made(&mut self, monster: SetRef, rest: &[StepText]) {
        self.names.it = Some(monster);
        if self.more || !rest.is_empty() {
            self.parts.ops.push(Op::Follow(monster, location_bit::ON_FIELD));
        }
    }
}

/// The step that uses Fusion Materials by this verb; none if no Fusion Summon uses them so.
const fn used(verb: CardVerb, given: SetRef) -> Option<(Op, Events)> {
    Some(match verb {
        CardVerb::SendToGrave => (Op::ToGrave(given), event_bit::SENT_TO_GRAVE),
        CardVerb::Banish => (Op::Banish(given), event_bit::BANISHED),
        CardVerb::Destroy => (Op::Destroy(given), event_bit::DESTROYED),
        CardVerb::ToDeck(end) => (Op::ToDeck(given, end), event_bit::TO_DECK),
        _ => return None,
    })
}
