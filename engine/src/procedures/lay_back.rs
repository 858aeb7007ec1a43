//! A Trap that is a monster becomes a plain Trap again: it goes back to a Spell & Trap Zone of its
//! controller, or to the Graveyard if there is none. While something negates Traps it lies there face-up
//! (FACT-N14), and Set if an effect turns it face-down.
//!
//! Where the rules let it hold a zone while it is a monster, a player who has taken control of it chooses
//! that zone in the same way, as soon as there is one.

use bytemuck::Zeroable;

use super::homeless_traps;
use super::moves::in_order;
use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{BattlePosition, CardId, Location, Player, byte_enum};
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{Arrival, CardSet, Duel, Flag, Frame, LayBackFrame, flags};
use crate::witness::Witness;
use duelfish_script::{Catalogue, KindSet, ModKind, WhoseTurn, event_bit, kind};

byte_enum! {
    /// Where it is.
    enum LayBackStep {
        Begin,
        ZoneAnswer,
    }
}

/// A frame that lays a Trap back while another procedure goes on.
pub(super) fn within(player: Player, card: CardId) -> Frame {
    let data = LayBackFrame { in_effect: Flag::ON, ..Zeroable::zeroed() };
    Frame::new(data).of(player).about(card)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, player) = (frame.card(), frame.player());
    match LayBackStep::from_byte(frame.step()) {
        LayBackStep::Begin if let Some(own) = run.duel.zone_held_by(card) => {
            run.lay_trap_back(player, card, own)
        }
        LayBackStep::Begin if run.duel.free_spell_zones(player) == 0 => {
            run.send(CardSet::EMPTY.with(card.0), Location::Grave, Cause::Rule);
            run.laid_back()
        }
        LayBackStep::Begin => {
            run.with_spell_zone(player, LayBackStep::ZoneAnswer as u8, |run, zone| {
                run.take_zone(player, card, zone)
            })
        }
        LayBackStep::ZoneAnswer => {
            let zone = run.answer().map_or(0, crate::Action::small_number);
            run.take_zone(player, card, zone)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// A frame in which the next zone is chosen that a monster holds from now on, if one is to be.
    pub(super) fn zone_to_hold(&self) -> Option<Frame> {
        let (player, card) = self.duel.needs_a_zone()?;
        let data = LayBackFrame { holds: Flag::ON, ..Zeroable::zeroed() };
        Some(Frame::new(data).of(player).about(card))
    }

    fn take_zone(&mut self, player: Player, card: CardId, zone: u8) -> Flow {
        if self.duel.frame_data::<LayBackFrame>().holds.is_on() {
            self.duel.change_held_zone(self.witness, card, Some(zone));
            return Flow::Return;
        }
        self.lay_trap_back(player, card, zone)
    }

    /// A frame that lays back the next Trap that can't be a monster any more: the turn player's first,
    /// and those of one player in the order in which the reference engine made the cards.
    #[inline]
    pub(super) fn trap_to_lay_back(&self) -> Option<Frame> {
        const NEGATING: KindSet = KindSet::all(&[ModKind::Negated, ModKind::ColumnNegated]);
        if self.duel.has_any_mod(NEGATING) { self.next_trap_to_lay_back() } else { None }
    }

    #[inline(never)]
    fn next_trap_to_lay_back(&self) -> Option<Frame> {
        let (duel, cards) = (&*self.duel, self.game.cards);
        if !duel.negates_trap_monsters(cards) {
            return None;
        }
        let first = duel.turn_player();
        let mut players = [first, first.other()].into_iter();
        players.find_map(|player| {
            let (traps, room) = (duel.homeless_traps(cards, player), duel.free_spell_zones(player));
            let over = i32::from(traps.len() as u8) - room.count_ones().cast_signed();
            let holds = |card: &u8| duel.zone_held_by(CardId(*card)).is_some();
            if room != 0 && over > 0 && !traps.iter().any(|card| holds(&card)) {
                return Some(homeless_traps::frame(player, over as u8));
            }
            let traps = traps.iter().map(CardId);
            let next = traps.min_by_key(|card| duel.place_in_line(cards, *card))?;
            Some(Frame::new(LayBackFrame::zeroed()).of(player).about(next))
        })
    }

    /// The next step of turning monsters face-down by an effect, where Traps may be among them. Traps that
    /// lie face-down already are Set one after the other, the other cards are turned together, and Traps
    /// that find no zone then are sent to the Graveyard by the rules. None when all is done.
    pub(super) fn turn_traps_down(&mut self, cards: CardSet) -> Option<Flow> {
        if let Some(trap) = self.trap_lying_down() {
            rule!("DF-10.ii");
            let frame = within(self.duel.controller(trap), trap);
            return Some(Flow::Call(frame, super::program::ProgramStep::Do as u8));
        }
        let turns = |card: &u8| {
            self.duel.can_be_turned(self.game.cards, CardId(*card), WhoseTurn::FaceDown)
        };
        let turned: CardSet = cards.iter().filter(turns).collect();
        let homeless = self.traps_without_zone(turned);
        let turned = homeless.iter().fold(turned, CardSet::without);
        if turned.is_empty() {
            self.send(homeless, Location::Grave, Cause::Rule);
            return None;
        }
        self.turn_by_effect(turned, WhoseTurn::FaceDown);
        let is_trap = |card| self.duel.is_trap(self.game.cards, CardId(card));
        let again = !homeless.is_empty() || turned.iter().any(is_trap);
        again.then_some(Flow::Next(super::program::ProgramStep::Do as u8))
    }

    /// A Trap that was a monster and lies face-down in a Monster Zone for a moment.
    fn trap_lying_down(&self) -> Option<CardId> {
        let duel = &*self.duel;
        let mut monsters = Player::BOTH.into_iter().flat_map(|player| duel.monsters(player));
        let lies = |card| {
            duel.position(card) == BattlePosition::Set && duel.is_trap(self.game.cards, card)
        };
        monsters.find(|(_, card)| lies(*card)).map(|(_, card)| card)
    }

    /// Those of some monsters that are Traps for which their controller has no Spell & Trap Zone.
    fn traps_without_zone(&self, cards: CardSet) -> CardSet {
        let mut homeless = CardSet::EMPTY;
        for player in Player::BOTH {
            let traps = in_order(self.duel, cards).into_iter().filter(|card| {
                self.duel.is_trap(self.game.cards, *card)
                    && self.duel.controller(*card) == player
                    && self.duel.zone_held_by(*card).is_none()
            });
            let room = self.duel.free_spell_zones(player).count_ones() as usize;
            homeless = traps.skip(room).fold(homeless, |all, card| all.with(card.0));
        }
        homeless
    }

    fn lay_trap_back(&mut self, player: Player, card: CardId, zone: u8) -> Flow {
        let is_set = self.duel.position(card) == BattlePosition::Set;
        let position = if is_set { BattlePosition::Down } else { BattlePosition::Up };
        let to = Arrival { player, location: Location::Spell, zone, position };
        self.duel.move_card(self.witness, card, to, Cause::Return);
        let one = CardSet::EMPTY.with(card.0);
        self.drop_lost_equips(one);
        self.drop_materials(one);
        if is_set {
            self.raise(event_bit::SPELL_SET, player.number(), 0, one);
        } else {
            self.enable(card);
        }
        self.laid_back()
    }

    fn laid_back(&mut self) -> Flow {
        if self.duel.frame_data::<LayBackFrame>().in_effect.is_on() {
            // The effect goes on first.
            return Flow::Return;
        }
        self.duel.set_flags(self.witness, flags::UNADJUSTED);
        if self.adjust() { Flow::Over } else { Flow::Return }
    }
}

impl Duel {
    /// The face-up Traps of a player in Monster Zones that are negated as Traps, so that they can't be monsters
    /// any more.
    pub(crate) fn homeless_traps(&self, cards: &Catalogue, player: Player) -> CardSet {
        let traps = self.monsters(player).map(|(_, card)| card);
        let traps = traps.filter(|card| {
            self.is_trap(cards, *card)
                && self.position(*card).is_face_up()
                && (self.is_negated_as_spell(cards, *card)
                    || self.is_column_negated_there(cards, *card))
        });
        traps.map(|card| card.0).collect()
    }

    /// Whether there could be a Trap that is a monster and is negated as a Trap.
    #[inline]
    pub(crate) fn negates_trap_monsters(&self, cards: &Catalogue) -> bool {
        (self.has_mod(ModKind::Negated) || self.has_mod(ModKind::ColumnNegated)) && {
            let mut players = Player::BOTH.into_iter();
            players.any(|player| self.monsters(player).any(|(_, card)| self.is_trap(cards, card)))
        }
    }

    /// Whether a card in a Monster Zone is a Trap.
    fn is_trap(&self, cards: &Catalogue, card: CardId) -> bool {
        !cards.facts(self.code(card)).is(kind::MONSTER)
    }
}
