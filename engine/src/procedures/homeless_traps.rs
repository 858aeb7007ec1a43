//! Traps of one player that can't be monsters any more and do not all find a Spell & Trap Zone. Their
//! controller chooses which ones go to the Graveyard by the rules; the others are laid back before.

use bytemuck::Zeroable;

use super::lay_back;
use super::moves::in_order;
use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{CardId, Location, Player, byte_enum};
use crate::run::{Flow, Run};
use crate::state::{Ask, CardSet, Duel, Frame, HomelessTrapsFrame, flags};
use crate::witness::Witness;

byte_enum! {
    /// Where it is.
    enum HomelessTrapsStep {
        Ask,
        Answer,
        Others,
    }
}

/// A frame in which a player chooses so many of the Traps that can't be monsters any more.
pub(super) fn frame(player: Player, many: u8) -> Frame {
    Frame::new(HomelessTrapsFrame { left: many, ..Zeroable::zeroed() }).of(player)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = frame.player();
    let HomelessTrapsFrame { chosen, left, .. } = frame.data();
    match HomelessTrapsStep::from_byte(frame.step()) {
        HomelessTrapsStep::Ask if left > 0 => {
            Flow::Ask(Ask::card(player, 1, 0), HomelessTrapsStep::Answer as u8)
        }
        HomelessTrapsStep::Answer => {
            if let Some((_, card)) = run.answer().and_then(|answer| run.duel.pointed(answer)) {
                let zone = 1 << run.duel.zone(card);
                run.duel.update_frame(run.witness, |choice: &mut HomelessTrapsFrame| {
                    choice.chosen |= zone;
                    choice.left -= 1;
                });
            }
            Flow::Next(HomelessTrapsStep::Ask as u8)
        }
        HomelessTrapsStep::Ask | HomelessTrapsStep::Others => run.lay_others_back(player, chosen),
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Lays the next Trap back that was not chosen; when none is left the chosen ones leave together.
    fn lay_others_back(&mut self, player: Player, chosen: u8) -> Flow {
        if let Some(next) = self.next_homeless(player, chosen) {
            return Flow::Call(lay_back::within(player, next), HomelessTrapsStep::Others as u8);
        }
        let duel = &*self.duel;
        let left = duel.monsters(player).filter(|(zone, _)| chosen >> zone.0 & 1 == 1);
        let left: CardSet = left.map(|(_, card)| card.0).collect();
        self.send(left, Location::Grave, Cause::Rule);
        self.duel.set_flags(self.witness, flags::UNADJUSTED);
        if self.adjust() { Flow::Over } else { Flow::Return }
    }

    fn next_homeless(&self, player: Player, chosen: u8) -> Option<CardId> {
        let traps = self.duel.homeless_traps(self.game.cards, player);
        let traps = in_order(self.duel, traps).into_iter();
        let open = traps.filter(|card| chosen >> self.duel.zone(*card) & 1 == 0);
        open.min_by_key(|card| self.duel.place_in_line(self.game.cards, *card))
    }
}

impl Duel {
    /// The Traps among which the present frame asks, without those that were chosen.
    pub(crate) fn open_homeless_traps(&self, cards: &crate::Catalogue) -> CardSet {
        let frame = self.frame();
        let traps = self.homeless_traps(cards, frame.player());
        let chosen = frame.data::<HomelessTrapsFrame>().chosen;
        traps.iter().filter(|card| chosen >> self.zone(CardId(*card)) & 1 == 0).collect()
    }
}
