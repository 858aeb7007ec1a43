//! Normal Summon, Tribute Summon, and their face-down forms.
//!
//! Tributes are chosen, then paid together in zone order, then the monster is placed: these are
//! moments of their own and never one (SU-01.7).

use crate::chance::Chance;
use crate::decision::DecisionKind;
use crate::duel::{Flow, Run};
use crate::event::{Cause, Event};
use crate::ids::{Handle, Place, Player, Pose, Seat, byte_enum};
use crate::marks::rule;
use crate::state::{Arrival, Ask, Frame};
use crate::witness::Witness;

byte_enum! {
    /// Where a Normal Summon is. `frame.a` holds the zones chosen for Tribute, one bit each;
    /// `frame.b` the pose in which the monster will lie.
    enum Step {
        Begin,
        AskTribute,
        TributeAnswer,
        PayTributes,
        AskZone,
        ZoneAnswer,
        PlaceFirstFree,
    }
}

const fn next(step: Step) -> Flow {
    Flow::Next(step as u8)
}

pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = Player(frame.by);
    let needed = run.duel.facts(run.game, Handle(frame.card)).tributes();
    match Step::from_byte(frame.step) {
        Step::Begin => {
            if needed == 0 {
                rule!("SU-01.4.i", "SU-01.4.ii");
                next(Step::AskZone)
            } else {
                next(Step::AskTribute)
            }
        }
        Step::AskTribute => {
            let ask = Ask {
                kind: DecisionKind::Tribute as u8,
                player: player.0,
                remaining: needed - frame.a.count_ones() as u8,
                // Canonical order: each further Tribute comes from a later zone.
                from: u8::BITS as u8 - frame.a.leading_zeros() as u8,
                chosen: frame.a,
                unused: [0; 3],
            };
            Flow::Ask(ask, Step::TributeAnswer as u8)
        }
        Step::TributeAnswer => run.take_tribute(frame, needed),
        Step::PayTributes => run.pay_tributes(player, frame.a),
        Step::AskZone => match run.zone_question(player) {
            Some(ask) => Flow::Ask(ask, Step::ZoneAnswer as u8),
            None => next(Step::PlaceFirstFree),
        },
        Step::ZoneAnswer => {
            let seat = run.answer().and_then(crate::Action::seat);
            let seat = seat.unwrap_or_else(|| run.first_free_zone(player));
            run.place(player, frame, needed, seat)
        }
        Step::PlaceFirstFree => {
            let seat = run.first_free_zone(player);
            run.place(player, frame, needed, seat)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    fn take_tribute(&mut self, frame: Frame, needed: u8) -> Flow {
        let seat = self.answer().and_then(crate::Action::seat).unwrap_or(Seat(0));
        let chosen = frame.a | 1 << seat.0;
        self.duel.set_frame_numbers(self.witness, chosen, frame.b);
        if (chosen.count_ones() as u8) < needed {
            next(Step::AskTribute)
        } else {
            next(Step::PayTributes)
        }
    }

    /// All Tributes go to their owners' Graveyards as one batch, in zone order.
    fn pay_tributes(&mut self, player: Player, chosen: u8) -> Flow {
        rule!("SU-01.7");
        if chosen.count_ones() == 1 {
            rule!("SU-01.5");
        }
        if chosen.count_ones() == 2 {
            rule!("SU-01.6");
        }
        for seat in (0..Seat::ALL).filter(|seat| chosen >> seat & 1 == 1) {
            if let Some(card) = self.duel.monster(player, Seat(seat)) {
                if self.duel.pose(card) == Pose::Set {
                    rule!("BP-17");
                }
                self.bury(card, Cause::Tribute);
            }
        }
        next(Step::AskZone)
    }

    /// Moves a card to its owner's Graveyard (DF-51, BA-28).
    pub(crate) fn bury(&mut self, card: Handle, cause: Cause) {
        rule!("DF-48");
        let owner = self.duel.owner(card);
        if owner != self.duel.controller(card) {
            rule!("DF-51");
        }
        let to = Arrival { player: owner, place: Place::Grave, seat: 0, pose: Pose::Up };
        self.duel.move_card(self.witness, card, to, cause);
    }

    fn place(&mut self, player: Player, frame: Frame, tributes: u8, seat: Seat) -> Flow {
        let card = Handle(frame.card);
        if self.duel.stamp(card) != frame.stamp {
            // The card left the hand meanwhile; no card of the pool can do that yet.
            return Flow::Return;
        }
        let used = self.duel.normal_summons_used(player) + 1;
        rule!("SU-01.7a", "SU-01.2");
        if frame.a >> seat.0 & 1 == 1 {
            rule!("SU-01.13");
        }
        self.duel.set_normal_summons(self.witness, player, used);
        let pose = Pose::from_byte(frame.b);
        let to = Arrival { player, place: Place::Monster, seat: seat.0, pose };
        let cause = if pose == Pose::Set { Cause::Set } else { Cause::Summon };
        self.duel.move_card(self.witness, card, to, cause);
        if pose == Pose::Set {
            // To Set is no Summon, though the monster comes to a Monster Zone (SU-00.1).
            rule!("BP-1", "DF-8", "CT-01.8", "SU-00.1");
            self.witness.event(self.duel, Event::SetMonster { card });
        } else {
            rule!("BP-1", "DF-8", "CT-01.8");
            if tributes > 0 {
                rule!("SU-01.17");
            }
            self.witness.event(self.duel, Event::Summoning { card, tributes });
            self.witness.event(self.duel, Event::Summoned { card });
        }
        Flow::Return
    }
}
