//! At the end of a turn, a hand above the limit is discarded down to it (DF-70.i).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{Location, Player, byte_enum};
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{Ask, CardSet, Frame, HandLimitFrame, SetSlot};
use crate::witness::Witness;

byte_enum! {
    /// Where the discard is.
    enum HandLimitStep {
        Ask,
        Answer,
        Discard,
    }
}

/// A frame in which a player discards so many cards.
pub(super) fn frame(player: Player, count: u8) -> Frame {
    Frame::new(HandLimitFrame { left: count, ..Zeroable::zeroed() }).of(player)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (player, HandLimitFrame { left, next, .. }) = (frame.player(), frame.data());
    match HandLimitStep::from_byte(frame.step()) {
        HandLimitStep::Ask => {
            Flow::Ask(Ask::discard(player, left, next), HandLimitStep::Answer as u8)
        }
        HandLimitStep::Answer => {
            let ordinal = run.answer().and_then(crate::Action::ordinal).unwrap_or(next);
            let card = run.duel.hand(player)[usize::from(ordinal)];
            let chosen = run.duel.set(SetSlot::HAND_LIMIT).with(card);
            run.duel.write_set(run.witness, SetSlot::HAND_LIMIT, chosen);
            run.duel.update_frame(run.witness, |discard: &mut HandLimitFrame| {
                (discard.left, discard.next) = (left - 1, ordinal + 1);
            });
            Flow::Next(if left > 1 { HandLimitStep::Ask } else { HandLimitStep::Discard } as u8)
        }
        HandLimitStep::Discard => {
            rule!("DF-70.i", "DF-70.ii", "BA-67");
            // In the order of the hand, as one batch.
            let chosen = run.duel.set(SetSlot::HAND_LIMIT);
            run.duel.write_set(run.witness, SetSlot::HAND_LIMIT, CardSet::EMPTY);
            run.send(chosen, Location::Grave, Cause::HandLimit);
            Flow::Return
        }
    }
}
