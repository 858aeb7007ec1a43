//! Two players exchange control of two monsters: both zones are asked before anything moves, and a
//! zone that becomes free counts as free (REC-S11).

use bytemuck::Zeroable;

use super::Procedure;
use super::moves::NOBODY;
use crate::chance::Chance;
use crate::decision::DecisionKind;
use crate::duel::{Flow, Run};
use crate::effects::event_bit;
use crate::ids::{Handle, Place, Player, Seat, byte_enum};
use crate::rules::Placement;
use crate::state::{Ask, CardSet, Frame};
use crate::witness::Witness;

byte_enum! {
    /// Where it is. `frame.by` is the player of the effect, `frame.card` that player's monster,
    /// `frame.b` the other one, `frame.a` the zone to which the other one comes.
    enum Step {
        Begin,
        FirstZone,
        SecondZone,
    }
}

/// A frame that exchanges a monster of a player for one of the other player.
pub(crate) fn frame(player: Player, mine: Handle, theirs: Handle) -> Frame {
    Frame {
        procedure: Procedure::Swap as u8,
        by: player.0,
        card: mine.0,
        b: theirs.0,
        ..Frame::zeroed()
    }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = Player(frame.by);
    let (mine, theirs) = (Handle(frame.card), Handle(frame.b));
    match Step::from_byte(frame.step) {
        Step::Begin => {
            let there = |card, side| {
                run.duel.place(card) == Place::Monster && run.duel.controller(card) == side
            };
            if !there(mine, player) || !there(theirs, player.other()) {
                return Flow::Return;
            }
            run.ask_swapped_zone(player, mine, Step::FirstZone)
        }
        Step::FirstZone => {
            let seat = run.answered_zone(player);
            run.duel.set_frame_numbers(run.witness, seat.0, frame.b);
            run.ask_swapped_zone(player.other(), theirs, Step::SecondZone)
        }
        Step::SecondZone => {
            let seat = run.answered_zone(player.other());
            run.duel.swap_control(run.witness, (theirs, Seat(frame.a)), (mine, seat));
            if run.game.rules.others_may_turn_summoned {
                run.duel.swap_summoner(run.witness, theirs);
                run.duel.swap_summoner(run.witness, mine);
            }
            run.give_for_good(mine, player.other());
            run.give_for_good(theirs, player);
            run.duel.refresh(run.witness, run.game.cards);
            let both = CardSet::EMPTY.with(mine.0).with(theirs.0);
            run.raise(event_bit::CONTROL_CHANGED, NOBODY, 0, both);
            Flow::Return
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Asks a player for the zone of the monster that comes; the one that goes leaves its own.
    fn ask_swapped_zone(&mut self, player: Player, going: Handle, answer: Step) -> Flow {
        let (kind, seat) = (DecisionKind::Zone as u8, self.duel.seat(going));
        // The Main Monster Zone of the monster that goes is free too.
        let vacated = if seat < Seat::MAIN { 1 << seat } else { 0 };
        let chosen = self.duel.free_main_zones(player) | vacated;
        match self.game.rules.placement {
            Placement::Ask => {
                Flow::Ask(Ask { kind, player: player.0, chosen, ..Ask::zeroed() }, answer as u8)
            }
            Placement::Auto => {
                let seat = if vacated != 0 { seat } else { chosen.trailing_zeros().min(7) as u8 };
                self.duel.force_answer(self.witness, crate::Action::zone(Seat(seat)).to_bits());
                Flow::Next(answer as u8)
            }
        }
    }
}
