//! At the end of a turn, a hand above the limit is discarded down to it (DF-70.i).

use crate::chance::Chance;
use crate::decision::DecisionKind;
use crate::duel::{Flow, Run};
use crate::event::Cause;
use crate::ids::{Place, Player, byte_enum};
use crate::marks::rule;
use crate::state::{Ask, CardSet, Frame, SetSlot};
use crate::witness::Witness;
use bytemuck::Zeroable;

byte_enum! {
    /// Where the discard is. `frame.a` counts the cards still to choose, `frame.b` is the first
    /// ordinal that may still be chosen; a set register holds the chosen ones.
    enum Step {
        Ask,
        Answer,
        Discard,
    }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match Step::from_byte(frame.step) {
        Step::Ask => {
            let ask = Ask {
                kind: DecisionKind::Discard as u8,
                player: frame.by,
                remaining: frame.a,
                from: frame.b,
                ..Ask::zeroed()
            };
            Flow::Ask(ask, Step::Answer as u8)
        }
        Step::Answer => {
            let ordinal = run.answer().and_then(crate::Action::ordinal).unwrap_or(frame.b);
            let card = run.duel.hand(Player(frame.by))[usize::from(ordinal)];
            let chosen = run.duel.set(SetSlot::HAND_LIMIT).with(card);
            run.duel.write_set(run.witness, SetSlot::HAND_LIMIT, chosen);
            run.duel.set_frame_numbers(run.witness, frame.a - 1, ordinal + 1);
            Flow::Next(if frame.a > 1 { Step::Ask } else { Step::Discard } as u8)
        }
        Step::Discard => {
            rule!("DF-70.i", "DF-70.ii", "BA-67");
            // In the order of the hand, as one batch.
            let chosen = run.duel.set(SetSlot::HAND_LIMIT);
            run.duel.write_set(run.witness, SetSlot::HAND_LIMIT, CardSet::EMPTY);
            run.send(chosen, Place::Grave, Cause::HandLimit);
            Flow::Return
        }
    }
}
