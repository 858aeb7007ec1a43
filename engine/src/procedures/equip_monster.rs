//! A monster becomes an Equip Card of the monster whose effect says so. It goes from its Monster Zone
//! to a Spell & Trap Zone of the effect's player, face-down if it lay so (FACT-E2, FACT-E3).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::{Cause, Event};
use crate::ids::{BattlePosition, CardId, Location, Player, byte_enum};
use crate::run::{Flow, Run};
use crate::state::{Arrival, CardSet, EquipMonsterFrame, Frame};
use crate::witness::Witness;
use duelfish_script::event_bit;

byte_enum! {
    /// Where it is.
    enum EquipStep {
        Begin,
        ZoneAnswer,
    }
}

/// A frame that equips a monster to another one.
pub(crate) fn frame(player: Player, card: CardId, host: CardId) -> Frame {
    let data = EquipMonsterFrame { host: host.0, ..Zeroable::zeroed() };
    Frame::new(data).of(player).about(card)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, host) = (frame.card(), CardId(frame.data::<EquipMonsterFrame>().host));
    let player = frame.player();
    match EquipStep::from_byte(frame.step()) {
        EquipStep::Begin => {
            let duel = &*run.duel;
            let there =
                duel.location(host) == Location::Monster && duel.position(host).is_face_up();
            if !there && run.game.rules.lone_equips_stay && duel.location(card) == Location::Monster
            {
                return Flow::Return;
            }
            if !there || duel.free_spell_zones(player) == 0 {
                // Without a monster or a zone the rules send it away, unless it lies there.
                if duel.location(card) != Location::Grave {
                    run.send(CardSet::EMPTY.with(card.0), Location::Grave, Cause::Rule);
                }
                return Flow::Return;
            }
            run.with_spell_zone(player, EquipStep::ZoneAnswer as u8, |run, zone| {
                run.lay_as_equip(player, card, host, zone)
            })
        }
        EquipStep::ZoneAnswer => {
            let zone = run.answer().map_or(0, crate::Action::small_number);
            run.lay_as_equip(player, card, host, zone)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    fn lay_as_equip(&mut self, player: Player, card: CardId, host: CardId, zone: u8) -> Flow {
        let on_field = self.duel.is_on_field(card);
        let up = !on_field || self.duel.position(card).is_face_up();
        let position = if up { BattlePosition::Up } else { BattlePosition::Down };
        let to = Arrival { player, location: Location::Spell, zone, position };
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
        self.raise(event_bit::EQUIPPED, player.number(), 0, both);
        Flow::Return
    }
}
