//! Traps of one player that can't be monsters any more, of which not all find a Spell & Trap Zone: their controller
//! chooses which ones go to the Graveyard by the rules; the others are laid back before.

use super::moves::in_order;
use super::{Procedure, lay_back};
use crate::chance::Chance;
use crate::decision::DecisionKind;
use crate::duel::{Flow, Run};
use crate::event::Cause;
use crate::ids::{Handle, Place, Player, byte_enum};
use crate::state::{Ask, CardSet, Duel, Frame, flags};
use crate::witness::Witness;
use bytemuck::Zeroable;

byte_enum! {
    /// Where it is. `frame.by` is the player, `frame.a` has one bit for the zone of each Trap that was chosen,
    /// `frame.b` says how many are still to be chosen.
    enum Step {
        Ask,
        Answer,
        Others,
    }
}

/// A frame in which a player chooses so many of the Traps that can't be monsters any more.
pub(super) fn frame(player: Player, many: u8) -> Frame {
    let procedure = Procedure::HomelessTraps as u8;
    Frame { procedure, by: player.0, b: many, ..Frame::zeroed() }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = Player(frame.by);
    match Step::from_byte(frame.step) {
        Step::Ask if frame.b > 0 => {
            let kind = DecisionKind::Card as u8;
            let ask = Ask { kind, player: player.0, remaining: 1, ..Ask::zeroed() };
            Flow::Ask(ask, Step::Answer as u8)
        }
        Step::Answer => {
            if let Some((_, card)) = run.answer().and_then(|answer| run.duel.pointed(answer)) {
                let chosen = frame.a | 1 << run.duel.seat(card);
                run.duel.set_frame_numbers(run.witness, chosen, frame.b - 1);
            }
            Flow::Next(Step::Ask as u8)
        }
        Step::Ask | Step::Others => run.lay_others_back(player, frame.a),
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Lays the next Trap back that was not chosen; when none is left the chosen ones leave together.
    fn lay_others_back(&mut self, player: Player, chosen: u8) -> Flow {
        if let Some(next) = self.next_homeless(player, chosen) {
            return Flow::Call(lay_back::within(self.duel, player, next), Step::Others as u8);
        }
        let duel = &*self.duel;
        let left = duel.monsters(player).filter(|(seat, _)| chosen >> seat.0 & 1 == 1);
        let left: CardSet = left.map(|(_, card)| card.0).collect();
        self.send(left, Place::Grave, Cause::Rule);
        self.duel.set_flags(self.witness, flags::UNSETTLED);
        if self.settle() { Flow::Over } else { Flow::Return }
    }

    fn next_homeless(&self, player: Player, chosen: u8) -> Option<Handle> {
        let traps = self.duel.homeless_traps(self.game.cards, player);
        let traps = in_order(self.duel, traps).into_iter();
        let open = traps.filter(|card| chosen >> self.duel.seat(*card) & 1 == 0);
        open.min_by_key(|card| self.duel.place_in_line(self.game.cards, *card))
    }
}

impl Duel {
    /// The Traps among which the present frame asks, without those that were chosen.
    pub(crate) fn open_homeless_traps(&self, cards: &crate::Catalogue) -> CardSet {
        let frame = self.frame();
        let traps = self.homeless_traps(cards, Player(frame.by));
        traps.iter().filter(|card| frame.a >> self.seat(Handle(*card)) & 1 == 0).collect()
    }
}
