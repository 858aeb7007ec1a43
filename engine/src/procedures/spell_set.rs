//! Setting a Spell or Trap from the hand (TIME-3.6).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::{Cause, Event};
use crate::ids::{BattlePosition, CardId, Location, Player, byte_enum};
use crate::marks::{rule, rule_if};
use crate::rules::Placement;
use crate::run::{Flow, Run};
use crate::state::{
    Arrival, Ask, CardSet, Ctx, Frame, NO_LINK, SpellSetFrame, link_bits, status_bits,
};
use crate::witness::Witness;
use duelfish_script::{ModKind, SetRef, event_bit, kind};

byte_enum! {
    /// Where it is.
    enum SpellSetStep {
        Begin,
        ZoneAnswer,
        Done,
    }
}

/// The ways in which the card is placed, in [`SpellSetFrame::how`].
mod how {
    /// It is Set by its player; a window follows.
    pub(super) const BY_HAND: u8 = 0;
    /// It is Set while an effect resolves: no window follows.
    pub(super) const BY_EFFECT: u8 = 1;
    /// It is placed face-up.
    pub(super) const FACE_UP: u8 = 2;
    /// It is placed face-up in a Pendulum Zone.
    pub(super) const AS_SCALE: u8 = 3;
    /// A monster is placed face-up on the side of its owner.
    pub(super) const WITH_OWNER: u8 = 4;
}

fn frame(player: Player, card: CardId, how: u8) -> Frame {
    Frame::new(SpellSetFrame { how, ..Zeroable::zeroed() }).of(player).about(card)
}

/// A frame that Sets a card.
pub(crate) fn by_hand(player: Player, card: CardId) -> Frame {
    frame(player, card, how::BY_HAND)
}

/// A frame that Sets a card while an effect resolves: no window follows.
pub(crate) fn by_effect(player: Player, card: CardId) -> Frame {
    frame(player, card, how::BY_EFFECT)
}

/// A frame that puts a card face-up into a zone while an effect resolves.
pub(crate) fn face_up(player: Player, card: CardId) -> Frame {
    frame(player, card, how::FACE_UP)
}

/// A frame that puts a card face-up into a Pendulum Zone while an effect resolves.
pub(crate) fn as_scale(player: Player, card: CardId) -> Frame {
    frame(player, card, how::AS_SCALE)
}

/// A frame that puts a monster face-up into a Spell & Trap Zone of its owner, which a player chooses while
/// an effect resolves.
pub(crate) fn with_owner(player: Player, card: CardId) -> Frame {
    frame(player, card, how::WITH_OWNER)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, player) = (frame.card(), frame.player());
    let how = frame.data::<SpellSetFrame>().how;
    match SpellSetStep::from_byte(frame.step()) {
        SpellSetStep::Begin => {
            if how == how::AS_SCALE {
                // Either of the outer zones that is free will do.
                rule!("DF-39.i");
                let zones = run.duel.free_pendulum_zones(player);
                return run.with_spell_zone_of(
                    player,
                    player,
                    zones,
                    SpellSetStep::ZoneAnswer as u8,
                    |run, zone| run.lay_as_scale(card, player, zone),
                );
            }
            if how == how::WITH_OWNER {
                let owner = run.duel.owner(card);
                let zones = run.duel.free_spell_zones(owner);
                if zones == 0 {
                    run.send(CardSet::EMPTY.with(card.0), Location::Grave, Cause::Rule);
                    return Flow::Return;
                }
                return run.with_spell_zone_of(
                    player,
                    owner,
                    zones,
                    SpellSetStep::ZoneAnswer as u8,
                    |run, zone| run.lay_with_owner(card, zone),
                );
            }
            if how != how::FACE_UP {
                run.pay_hand_fee(player, card);
            }
            if run.duel.facts(run.game, card).is(kind::FIELD) {
                rule!("DF-28", "DF-40");
                run.make_room_for_field(player);
                return run.set_spell(card, player, Location::Field, 0);
            }
            run.with_spell_zone(player, SpellSetStep::ZoneAnswer as u8, |run, zone| {
                run.set_spell(card, player, Location::Spell, zone)
            })
        }
        SpellSetStep::ZoneAnswer => {
            let zone = run.answer().map_or(0, crate::Action::small_number);
            if how == how::AS_SCALE {
                return run.lay_as_scale(card, player, zone);
            }
            if how == how::WITH_OWNER {
                return run.lay_with_owner(card, zone);
            }
            run.set_spell(card, player, Location::Spell, zone)
        }
        SpellSetStep::Done => Flow::Return,
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// The card whose activation resolves is Set again where it lies, if its player can Set it.
    pub(super) fn set_again(&mut self, ctx: Ctx) {
        let (duel, cards) = (&*self.duel, self.game.cards);
        let activated = ctx.link != NO_LINK && duel.link(ctx.link).flags & link_bits::CARD != 0;
        let Some(card) = duel.members(ctx, SetRef::Source).iter().next().map(CardId) else {
            return;
        };
        let there = matches!(duel.location(card), Location::Spell | Location::Field);
        if !activated
            || !there
            || !duel.position(card).is_face_up()
            || duel.is_forbidden(cards, card)
            || duel.player_has(cards, ModKind::NoSpellSet, ctx.player)
        {
            return;
        }
        // By its text it is not sent to the Graveyard; it counts as Set in this turn.
        rule!("DF-26");
        self.duel.set_status(self.witness, card, status_bits::LEAVES, false);
        self.duel.turn_down_again(self.witness, card);
        self.raise(event_bit::SPELL_SET, ctx.player.number(), 0, CardSet::EMPTY.with(card.0));
    }

    /// A card that moves itself while its own activation resolves does not go to the Graveyard as it would have
    /// gone after the Chain.
    pub(super) fn keep_from_leaving(&mut self, ctx: Ctx, which: SetRef) {
        let activated =
            ctx.link != NO_LINK && self.duel.link(ctx.link).flags & link_bits::CARD != 0;
        if which == SetRef::Source && activated && self.duel.resolving() != 0 {
            for card in self.duel.members(ctx, which).iter().map(CardId) {
                self.duel.set_status(self.witness, card, status_bits::LEAVES, false);
            }
        }
    }

    fn set_spell(&mut self, card: CardId, player: Player, location: Location, zone: u8) -> Flow {
        rule!("DF-1", "DF-24", "DF-26");
        rule_if!(self.duel.field(player).is_some(), "DF-43.i");
        let how = self.duel.frame_data::<SpellSetFrame>().how;
        if how == how::FACE_UP {
            let to = Arrival { player, location, zone, position: BattlePosition::Up };
            self.duel.move_card(self.witness, card, to, Cause::Effect);
            self.enable(card);
            return Flow::Return;
        }
        let to = Arrival { player, location, zone, position: BattlePosition::Down };
        let from_deck = self.duel.location(card).is_deck();
        self.duel.move_card(self.witness, card, to, Cause::Set);
        self.witness.event(self.duel, Event::SetSpell { card });
        if from_deck {
            // That it is such a card is shown: it was looked for where only its player looks.
            self.duel.show_card(self.witness, card, player.other());
        }
        self.raise(event_bit::SPELL_SET, player.number(), 0, CardSet::EMPTY.with(card.0));
        if how != how::BY_HAND {
            return Flow::Return;
        }
        self.window_or(0, SpellSetStep::Done as u8, |_| Flow::Return)
    }

    /// A card that an effect puts there makes the zone a Pendulum Zone, as its activation does.
    fn lay_as_scale(&mut self, card: CardId, player: Player, zone: u8) -> Flow {
        rule!("DF-39.ii");
        let to =
            Arrival { player, location: Location::Pendulum, zone, position: BattlePosition::Up };
        self.duel.move_card(self.witness, card, to, Cause::Effect);
        self.enable(card);
        Flow::Return
    }

    /// It is a Continuous Spell there, whatever monster it was; what was attached or equipped to it falls.
    fn lay_with_owner(&mut self, card: CardId, zone: u8) -> Flow {
        rule!("DF-29", "CT-00.3");
        let player = self.duel.owner(card);
        let to = Arrival { player, location: Location::Spell, zone, position: BattlePosition::Up };
        self.duel.move_card(self.witness, card, to, Cause::Effect);
        self.drop_materials(CardSet::EMPTY.with(card.0));
        self.drop_lost_equips(CardSet::EMPTY.with(card.0));
        self.enable(card);
        Flow::Return
    }

    /// Asks which Spell & Trap Zone to use; when zones are not asked it goes on with the first free
    /// one.
    pub(crate) fn with_spell_zone(
        &mut self,
        player: Player,
        answer: u8,
        go_on: impl FnOnce(&mut Self, u8) -> Flow,
    ) -> Flow {
        let zones = self.duel.free_spell_zones(player);
        self.with_spell_zone_of(player, player, zones, answer, go_on)
    }

    /// The same with one of these zones, which one player chooses and which are another's.
    pub(super) fn with_spell_zone_of(
        &mut self,
        player: Player,
        side: Player,
        zones: u8,
        answer: u8,
        go_on: impl FnOnce(&mut Self, u8) -> Flow,
    ) -> Flow {
        match self.game.rules.placement {
            Placement::Auto => go_on(self, zones.trailing_zeros() as u8),
            Placement::Ask => Flow::Ask(Ask::spell_zone(player, side, zones), answer),
        }
    }
}
