//! An Xyz Summon on top of another Xyz Monster by an effect.

use super::super::rows::Compiled;
use super::Body;
use crate::catalogue::kind;
use crate::language::ast::{FilterText, SetText, StepText};
use crate::rows::{Op, RankUp, Select, Sides, Test, Who, event_bit, location_bit, position_bit};

impl Body<'_, '_, '_> {
    /// The monster of the Extra Deck is chosen, then the one below is attached to it with all that is
    /// attached to that, and it comes.
    pub(super) fn rank_up(
        &mut self,
        step: &StepText,
        below: &SetText,
        by: u8,
        to: Option<&FilterText>,
        rest: &[StepText],
    ) -> Compiled {
        let below = self.names.known_set(below)?;
        let written = match to {
            Some(filter) => self.names.fitting_placeless(filter)?,
            None => self.names.to.test(Test::Kind(kind::XYZ)),
        };
        let properly = self.names.to.test(Test::ProperlySummonable);
        let how = RankUp { test: self.names.to.both(written, properly), by };
        self.demand_of_targets(below, Test::CanRankUp(how));
        let test = self.names.to.test(Test::RanksOver(below, how));
        let (sides, locations) = (Sides::Mine, location_bit::EXTRA);
        let from = self.names.to.select(Select { sides, locations, test, with_source: true });
        let into = self.names.new_set(step.span)?;
        let cards = self.choose_one(from, into);
        let positions = position_bit::FACE_UP | position_bit::PROPERLY;
        self.parts.ops.extend([
            Op::Attach { cards: below, host: cards, with_materials: true },
            Op::SpecialSummon { cards, positions, by: Who::Me, hold: self.together },
        ]);
        self.parts.intends |= event_bit::SPECIAL_SUMMONED;
        self.follow_made(cards, rest);
        Ok(())
    }
}
