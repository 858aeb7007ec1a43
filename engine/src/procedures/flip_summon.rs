//! Flip Summon: the monster is turned, then the Summon could be negated, then it is Summoned
//! (3.2 of the timing facts).

use super::window::{SKIP_FREE, SKIP_NEW, SKIP_TRIGGERS};
use super::{Procedure, moves::NOBODY};
use crate::chance::Chance;
use crate::duel::{Flow, Run};
use crate::effects::event_bit;
use crate::event::Event;
use crate::ids::{Handle, Player, Pose, byte_enum};
use crate::marks::rule;
use crate::state::{CardSet, Duel, Frame, status_bits};
use crate::witness::Witness;

byte_enum! {
    /// Where it is.
    enum Step {
        Turn,
        Succeed,
        Done,
    }
}

/// A frame that Flip Summons a monster.
pub(crate) fn frame(duel: &Duel, player: Player, card: Handle) -> Frame {
    Procedure::FlipSummon.with_card(duel, player, card)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, player) = (Handle(frame.card), Player(frame.by));
    let one = CardSet::EMPTY.with(card.0);
    match Step::from_byte(frame.step) {
        Step::Turn => {
            run.witness.event(run.duel, Event::FlipSummoning { card });
            run.duel.set_status(run.witness, card, status_bits::SUMMONING, true);
            run.duel.set_pose(run.witness, card, Pose::Attack);
            run.duel.refresh(run.witness, run.game.cards);
            if !run.duel.hears(event_bit::FLIP_SUMMONING) {
                return Flow::Next(Step::Succeed as u8);
            }
            rule!("SU-02.7", "SU-00.4");
            run.raise(event_bit::FLIP_SUMMONING, player.0, 0, one);
            run.window(SKIP_TRIGGERS | SKIP_FREE | SKIP_NEW, Step::Succeed as u8)
        }
        Step::Succeed => {
            if run.duel.stamp(card) != frame.stamp {
                return Flow::Return;
            }
            run.end_summoning(card);
            run.duel.refresh(run.witness, run.game.cards);
            run.witness.event(run.duel, Event::FlipSummoned { card });
            run.raise(event_bit::FLIPPED, NOBODY, 0, one);
            rule!("MO-45", "MO-47");
            run.raise(event_bit::FLIP_SUMMONED, player.0, 0, one);
            run.raise(event_bit::REPOSITIONED, NOBODY, 0, one);
            run.window(0, Step::Done as u8)
        }
        Step::Done => Flow::Return,
    }
}
