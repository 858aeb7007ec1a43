//! A `union` line stands for two effects that share one use a turn, and for the rule that the Union
//! is destroyed in place of the monster that it is equipped to.

use super::super::ast::UnionLine;
use super::exprs::Names;
use super::{Compiled, Compiler, blank};
use crate::catalogue::{CardCode, Facts};
use crate::rows::{
    Across, Cond, CondId, Effect, Events, Form, How, LimitSpan, ModKind, Num, Op, Program, Scope,
    Select, SetRef, Sides, Static, Test, TestId, UseLimit, Who, event_bit, location_bit,
    position_bit,
};

/// The rows that differ between the two effects.
struct Rows {
    condition: CondId,
    possible: CondId,
    target: Program,
    body: Program,
    intends: Events,
}

impl Rows {
    const fn onto(self, effect: Effect) -> Effect {
        let Self { condition, possible, target, body, intends } = self;
        Effect { condition, possible, target, body, intends, ..effect }
    }
}

impl Compiler<'_> {
    /// The effects of a Union monster: equipping itself to another monster, and coming back (CT-02.15a).
    pub(super) fn union(
        &mut self,
        line: &UnionLine,
        code: CardCode,
        facts: &Facts,
    ) -> Compiled<([Effect; 2], Static)> {
        let limit = UseLimit {
            group: self.group(),
            times: 1,
            per_card: true,
            activation: false,
            outlasts_turning: false,
            across: Across::Zones,
            span: LimitSpan::Turn,
        };
        let words = Names::new(self).tests(&line.filter.tests)?;
        let equips = self.equips_itself(line, words);
        let comes = self.comes_back(line.alone);
        let mut old = 0;
        if line.alone {
            old |= ModKind::NO_OTHER_UNION;
        }
        if line.in_battle {
            old |= ModKind::IN_BATTLE_ONLY;
        }
        let value = self.num(Num::Value(old));
        let falls = Static {
            in_pendulum_zone: false,
            kind: ModKind::FallsForHost,
            scope: Scope::Host,
            value,
            reads: 0,
            when: CondId(0),
        };
        let blank = Effect { limit, ..blank(code, Form::Ignition, facts) };
        let equip = Effect { from: location_bit::MONSTER, ..equips.onto(blank) };
        let back = Effect { from: location_bit::SPELL, ..comes.onto(blank) };
        Ok(([equip, back], falls))
    }

    /// Equipping: to a face-up monster of its player that it can be equipped to.
    fn equips_itself(&mut self, line: &UnionLine, words: TestId) -> Rows {
        let face_up = self.test(Test::FaceUp);
        let takes = self.test(Test::TakesUnion { alone: line.alone });
        let fits = self.both(takes, words);
        let test = self.both(face_up, fits);
        let (sides, locations) = (Sides::Mine, location_bit::MONSTER);
        let from = self.select(Select { sides, locations, test, with_source: false });
        let one = self.num(Num::Value(1));
        let room = self.cond(Cond::HasSpellZone);
        let targets = self.cond(Cond::Targets(from, one));
        let how = How::Target(0);
        let target = [Op::Choose { from, min: one, max: one, how, by: Who::Me }];
        // A monster that is not there or does not fit any more sends the Union to the Graveyard.
        let up = self.cond(Cond::Some(SetRef::Source, face_up));
        let there = self.cond(Cond::Some(SetRef::Targets(0), words));
        let body = [
            Op::Unless(up, 4),
            Op::Unless(there, 2),
            Op::EquipTo(SetRef::Targets(0)),
            Op::Skip(1),
            Op::ToGrave(SetRef::Source),
        ];
        Rows {
            condition: CondId(0),
            possible: self.every(&[room, targets]),
            target: self.program(&target),
            body: self.program(&body),
            intends: 0,
        }
    }

    /// Coming back: it Special Summons itself, in Attack Position by the old texts.
    fn comes_back(&mut self, alone: bool) -> Rows {
        let positions = if alone { position_bit::ATTACK } else { position_bit::FACE_UP };
        let summonable = self.test(Test::Summonable { by: Some(Who::Me), positions });
        let able = self.cond(Cond::Every(SetRef::Source, summonable));
        let zone = self.cond(Cond::HasZone(Who::Me));
        let cards = SetRef::Source;
        let body = [Op::SpecialSummon { cards, positions, by: Who::Me, hold: false }];
        Rows {
            condition: self.cond(Cond::Some(SetRef::Host, TestId(0))),
            possible: self.every(&[zone, able]),
            target: Program(0),
            body: self.program(&body),
            intends: event_bit::SPECIAL_SUMMONED,
        }
    }
}
