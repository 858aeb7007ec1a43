//! A card becomes an Equip Card of a monster. It goes from where it is to a Spell & Trap Zone of the effect's
//! player, from a Monster Zone face-down if it lay so (FACT-E2, FACT-E3, FACT-E18).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{BattlePosition, CardId, Location, Player, byte_enum};
use crate::run::{Flow, Run};
use crate::state::{Arrival, CardSet, EquipMonsterFrame, Frame};
use crate::witness::Witness;
use duelfish_script::kind;

byte_enum! {
    /// Where it is.
    enum EquipStep {
        Begin,
        ZoneAnswer,
    }
}

/// A frame that equips a card to a monster, which may be another one than that whose effect says so.
pub(crate) fn frame(player: Player, card: CardId, host: CardId, by_another: bool) -> Frame {
    let by_another = u8::from(by_another);
    let data = EquipMonsterFrame { host: host.0, by_another, ..Zeroable::zeroed() };
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
        if up && self.duel.facts(self.game, card).is(kind::EQUIP) {
            // An Equip Spell is one as if it had been activated (FACT-E18).
            self.enable(card);
        } else if up {
            self.duel.enable_equip(self.witness, self.game.cards, card);
        }
        if self.duel.frame_data::<EquipMonsterFrame>().by_another != 0 {
            self.note_what_equips(player, card, host);
        }
        self.become_equip(player, card, host);
        Flow::Return
    }
}
