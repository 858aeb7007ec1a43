//! A monster becomes an Equip Card of the monster whose effect says so. It goes from its Monster Zone
//! to a Spell & Trap Zone of the effect's player, face-down if it lay so (FACT-E2, FACT-E3).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::{Cause, Event};
use crate::ids::{Handle, Place, Player, Pose, byte_enum};
use crate::run::{Flow, Run};
use crate::script::event_bit;
use crate::state::{Arrival, CardSet, EquipMonsterFrame, Frame};
use crate::witness::Witness;

byte_enum! {
    /// Where it is.
    enum Step {
        Begin,
        ZoneAnswer,
    }
}

/// A frame that equips a monster to another one.
pub(crate) fn frame(player: Player, card: Handle, host: Handle) -> Frame {
    let data = EquipMonsterFrame { host: host.0, ..Zeroable::zeroed() };
    Frame::new(data).of(player).about(card)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, host) = (frame.card(), Handle(frame.data::<EquipMonsterFrame>().host));
    let player = frame.player();
    match Step::from_byte(frame.step()) {
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
