//! A monster becomes an Equip Card of the monster whose effect says so. It goes from its Monster Zone
//! to a Spell & Trap Zone of the effect's player, face-down if it lay so (FACT-E2, FACT-E3).

use super::Procedure;
use crate::chance::Chance;
use crate::duel::{Flow, Run};
use crate::effects::event_bit;
use crate::event::{Cause, Event};
use crate::ids::{Handle, Place, Player, Pose, byte_enum};
use crate::state::{Arrival, CardSet, Duel, Frame};
use crate::witness::Witness;

byte_enum! {
    /// Where it is. `frame.card` is the monster that is taken, `frame.program` the one that it
    /// will be equipped to.
    enum Step {
        Begin,
        ZoneAnswer,
    }
}

/// A frame that equips a monster to another one.
pub(crate) fn frame(duel: &Duel, player: Player, card: Handle, host: Handle) -> Frame {
    Frame { program: u16::from(host.0), ..Procedure::EquipMonster.with_card(duel, player, card) }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, host) = (Handle(frame.card), Handle(frame.program as u8));
    let player = Player(frame.by);
    match Step::from_byte(frame.step) {
        Step::Begin => {
            let duel = &*run.duel;
            let there = duel.place(host) == Place::Monster && duel.pose(host).is_face_up();
            if !there && run.game.rules.lone_equips_stay && duel.place(card) == Place::Monster {
                return Flow::Return;
            }
            if !there || duel.free_spell_zones(player) == 0 {
                // Without a monster or a zone the rules send it away, unless it lies there.
                if duel.place(card) != Place::Grave {
                    run.send(CardSet::EMPTY.with(card.0), Place::Grave, Cause::Rule);
                }
                return Flow::Return;
            }
            run.with_spell_zone(player, Step::ZoneAnswer as u8, |run, seat| {
                run.lay_as_equip(player, card, host, seat)
            })
        }
        Step::ZoneAnswer => {
            let seat = run.answer().map_or(0, crate::Action::small_number);
            run.lay_as_equip(player, card, host, seat)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    fn lay_as_equip(&mut self, player: Player, card: Handle, host: Handle, seat: u8) -> Flow {
        let on_field = self.duel.is_on_field(card);
        let up = !on_field || self.duel.pose(card).is_face_up();
        let pose = if up { Pose::Up } else { Pose::Down };
        let to = Arrival { player, place: Place::Spell, seat, pose };
        self.duel.move_card(self.witness, card, to, Cause::Equip);
        // It was a monster on the field: what was equipped to it falls before it is an Equip Card.
        self.drop_materials(CardSet::EMPTY.with(card.0));
        self.drop_lost_equips(CardSet::EMPTY.with(card.0));
        if up {
            self.duel.enable_equip(self.witness, self.game.cards, card);
        }
        self.duel.set_host(self.witness, card, host);
        self.witness.event(self.duel, Event::Equipped { card, host });
        let both = CardSet::EMPTY.with(card.0).with(host.0);
        self.raise(event_bit::EQUIPPED, player.0, 0, both);
        Flow::Return
    }
}
