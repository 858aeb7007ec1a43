//! Flip Summon: the monster is turned, then the Summon could be negated, then it is Summoned
//! (TIME-3.2).

use bytemuck::Zeroable;

use super::raise::NOBODY;
use crate::chance::Chance;
use crate::event::Event;
use crate::ids::{BattlePosition, CardId, Player, byte_enum};
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{CardSet, FlipSummonFrame, Frame, skip, status_bits};
use crate::witness::Witness;
use duelfish_script::event_bit;

byte_enum! {
    /// Where it is.
    enum FlipSummonStep {
        Turn,
        Succeed,
        Done,
    }
}

/// A frame that Flip Summons a monster.
pub(crate) fn frame(player: Player, card: CardId) -> Frame {
    Frame::new(FlipSummonFrame::zeroed()).of(player).about(card)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, player) = (frame.card(), frame.player());
    let one = CardSet::EMPTY.with(card.0);
    match FlipSummonStep::from_byte(frame.step()) {
        FlipSummonStep::Turn => {
            run.witness.event(run.duel, Event::FlipSummoning { card });
            run.duel.set_status(run.witness, card, status_bits::SUMMONING, true);
            run.duel.set_position(run.witness, card, BattlePosition::Attack);
            run.duel.refresh(run.witness, run.game.cards);
            run.note_attempt(event_bit::FLIP_SUMMONED, player, card);
            if !run.duel.hears(event_bit::FLIP_SUMMONING) {
                return run.flip_succeeds(frame);
            }
            rule!("SU-02.7", "SU-00.4");
            run.raise(event_bit::FLIP_SUMMONING, player.number(), 0, one);
            let skip = skip::TRIGGERS | skip::FREE | skip::NEW;
            run.window_or(skip, FlipSummonStep::Succeed as u8, |run| run.flip_succeeds(frame))
        }
        FlipSummonStep::Succeed => run.flip_succeeds(frame),
        FlipSummonStep::Done => Flow::Return,
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Nobody negated the Summon: the monster's effects are on, and now it can be responded to.
    fn flip_succeeds(&mut self, frame: Frame) -> Flow {
        let (card, player) = (frame.card(), frame.player());
        let one = CardSet::EMPTY.with(card.0);
        if self.was_undone(card) {
            return self.window_or(0, FlipSummonStep::Done as u8, |_| Flow::Return);
        }
        self.end_summoning(card);
        self.duel.refresh(self.witness, self.game.cards);
        self.witness.event(self.duel, Event::FlipSummoned { card });
        self.raise(event_bit::FLIPPED, NOBODY, 0, one);
        rule!("MO-45", "MO-47");
        self.raise(event_bit::FLIP_SUMMONED, player.number(), 0, one);
        self.raise(event_bit::REPOSITIONED, NOBODY, 0, one);
        self.window_or(0, FlipSummonStep::Done as u8, |_| Flow::Return)
    }
}
