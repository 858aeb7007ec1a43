//! The choice of a Spell & Trap Zone that a Trap holds while it is a monster: it changed sides, and whoever
//! controls it now chooses another one as soon as there is one.

use super::Procedure;
use crate::chance::Chance;
use crate::duel::{Flow, Run};
use crate::ids::{Handle, Player, byte_enum};
use crate::state::Frame;
use crate::witness::Witness;

byte_enum! {
    /// Where it is. `frame.by` is the controller of the card.
    enum Step {
        Begin,
        ZoneAnswer,
    }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, player) = (Handle(frame.card), Player(frame.by));
    match Step::from_byte(frame.step) {
        Step::Begin => run.with_spell_zone(player, Step::ZoneAnswer as u8, |run, zone| {
            run.choose_held_zone(card, zone)
        }),
        Step::ZoneAnswer => {
            let zone = run.answer().map_or(0, crate::Action::small_number);
            run.choose_held_zone(card, zone)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// A frame in which the next zone is chosen, if one is to be.
    pub(super) fn zone_to_hold(&self) -> Option<Frame> {
        let (player, card) = self.duel.needs_a_zone()?;
        Some(Procedure::HeldZone.with_card(self.duel, player, card))
    }

    fn choose_held_zone(&mut self, card: Handle, zone: u8) -> Flow {
        self.duel.change_held_zone(self.witness, card, Some(zone));
        Flow::Return
    }
}
