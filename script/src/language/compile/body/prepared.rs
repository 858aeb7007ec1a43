//! Fusion Summons in two steps: the materials go first, and the monster comes later.

use super::super::filters::locations;
use super::super::rows::Compiled;
use super::super::wanted::Wanted;
use super::Body;
use crate::catalogue::kind;
use crate::language::ast::{FilterText, StepText};
use crate::rows::{
    Compare, Cond, Goal, How, Num, Op, SetRef, Test, Who, asks, event_bit, position_bit,
};

impl Body<'_, '_, '_> {
    pub(super) fn prepare_fusion(
        &mut self,
        monsters: &FilterText,
        materials: &FilterText,
    ) -> Compiled {
        self.names.to.asks |= asks::HOW;
        let goal = Goal::MaterialsBefore;
        let from = self.names.select_for(materials, Wanted::materials(locations(materials)))?;
        let monsters_row = self.names.select(monsters, &[Test::Makeable(from, goal)])?;
        let shown = self.names.new_set(monsters.span)?;
        let into = self.names.new_set(monsters.span)?;
        let (of, given) = (self.choose_one(monsters_row, shown), SetRef::Local(into));
        let how = How::Pick(into);
        self.parts.ops.extend([
            Op::Show { cards: of, as_paid: false, even_open: false },
            Op::ChooseTogether { of, from, goal, how },
        ]);
        self.do_it(Op::ToGrave(given), event_bit::SENT_TO_GRAVE);
        let name = self.names.to.num(Num::NameOf(of));
        self.parts.ops.extend([Op::Keep(name), Op::NoteMaterials(SetRef::Source, given)]);
        Ok(())
    }

    pub(super) fn summon_prepared(&mut self, monsters: &FilterText, rest: &[StepText]) -> Compiled {
        self.names.to.asks |= asks::HOW;
        let (used, one) = (Num::MaterialsUsed(SetRef::Source), self.names.value(1));
        let used = self.names.to.num(used);
        let prepared = self.names.to.cond(Cond::Compare(used, Compare::AtLeast, one));
        let zone = self.names.to.cond(Cond::HasExtraZone);
        for needed in [prepared, zone] {
            let jump = self.jump(Op::Unless(needed, 0));
            self.nothing.push(jump);
        }
        let name = self.names.to.num(Num::Kept(SetRef::Source));
        let positions = position_bit::FACE_UP | position_bit::PROPERLY;
        let could = [Test::Kind(kind::FUSION), Test::NameIs(name), Test::ProperlySummonable];
        let from = self.names.select(monsters, &could)?;
        let into = self.names.new_set(monsters.span)?;
        let monster = self.choose_one(from, into);
        self.parts.ops.push(Op::PassMaterials(monster));
        let comes = Op::SpecialSummon { cards: monster, positions, by: Who::Me, hold: false };
        self.do_it(comes, event_bit::SPECIAL_SUMMONED);
        self.parts.ops.push(Op::PassMaterials(monster));
        self.follow_made(monster, rest);
        Ok(())
    }
}
