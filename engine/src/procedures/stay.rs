//! Destruction of monsters that may be placed in a Spell & Trap Zone instead of going to the Graveyard. The
//! cards leave one after the other, and the player of such a monster is asked when it is its turn.
//!
//! That is for destruction by effects and battle. A card that rules destroy, that destroys itself, or that
//! falls with another card leaves at once, because nobody can be asked there yet.

use bytemuck::Zeroable;

use super::moves::in_order;
use super::raise::{Hurt, Leaving, Tie, Tied};
use crate::chance::Chance;
use crate::decision::Verb;
use crate::event::Cause;
use crate::ids::{BattlePosition, CardId, Location, NO_CARD, Player, byte_enum};
use crate::run::{Flow, Run};
use crate::state::{
    Arrival, Ask, CardSet, Duel, Frame, ModValue, ModifierDraft, SetSlot, StayFrame, status_bits,
};
use crate::witness::Witness;
use duelfish_script::{ModKind, Scope, Until, Who};

byte_enum! {
    /// Where it is.
    enum StayStep {
        Begin,
        Answer,
        ZoneAnswer,
    }
}

/// A frame that sends the cards in the register of cards to destroy away, because battle destroys them or an
/// effect does.
pub(super) fn frame(by_battle: bool) -> Frame {
    Frame::new(StayFrame { by_battle: by_battle.into(), ..Zeroable::zeroed() })
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let card = frame.card();
    let by_battle = frame.data::<StayFrame>().by_battle.is_on();
    let cause = if by_battle { Cause::Battle } else { Cause::Destroyed };
    match StayStep::from_byte(frame.step()) {
        StayStep::Begin => {
            run.note_what_follows(cause);
            run.send_on(cause)
        }
        StayStep::Answer => {
            if run.answer().is_none_or(|action| action.verb() != Verb::Yes) {
                run.send_destroyed(card, cause);
                return run.send_on(cause);
            }
            let player = run.duel.controller(card);
            run.with_spell_zone(player, StayStep::ZoneAnswer as u8, |run, zone| {
                run.stay(card, zone);
                run.send_on(cause)
            })
        }
        StayStep::ZoneAnswer => {
            let zone = run.answer().map_or(0, crate::Action::small_number);
            run.stay(card, zone);
            run.send_on(cause)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Whether a player will be asked of any of these cards, which are about to be destroyed; then they
    /// are noted for it.
    pub(super) fn may_any_stay(&mut self, cards: CardSet) -> bool {
        if !self.duel.has_mod(ModKind::StaysAsSpell)
            || !self.duel.set(SetSlot::TO_DESTROY).is_empty()
            || !cards.iter().any(|card| self.duel.may_stay(CardId(card)))
        {
            return false;
        }
        self.duel.write_stamped_set(self.witness, SetSlot::TO_DESTROY, cards);
        true
    }

    /// Sends what is left, until a player is to be asked.
    fn send_on(&mut self, cause: Cause) -> Flow {
        let (to_destroy, stamp) = self.duel.set_with_stamp(SetSlot::TO_DESTROY);
        let left = to_destroy.iter().filter(|card| self.duel.unmoved_since(CardId(*card), stamp));
        for card in in_order(self.duel, left.collect()) {
            if self.duel.may_stay(card) {
                self.duel.set_frame_card(self.witness, card);
                let player = self.duel.controller(card);
                return Flow::Ask(Ask::confirm(player), StayStep::Answer as u8);
            }
            self.send_destroyed(card, cause);
        }
        if cause == Cause::Destroyed {
            self.duel.write_stamped_set(self.witness, SetSlot::TO_DESTROY, CardSet::EMPTY);
        }
        let leaving = self.take_what_follows(to_destroy);
        let by = self.what_moves(cause);
        self.tell_of_leaving(&leaving, to_destroy, Location::Grave, cause, by);
        Flow::Return
    }

    /// The place of each card was decided before the first one left; nothing on which that depends has
    /// changed since (FACT-M9).
    fn send_destroyed(&mut self, card: CardId, cause: Cause) {
        let banished =
            self.banished_instead(self.duel.set(SetSlot::TO_DESTROY), Location::Grave, cause);
        self.send_one(card, banished.has(card.0), Location::Grave, cause);
    }

    fn stay(&mut self, card: CardId, zone: u8) {
        let player = self.duel.controller(card);
        let to = Arrival { player, location: Location::Spell, zone, position: BattlePosition::Up };
        self.duel.move_card(self.witness, card, to, Cause::Effect);
    }

    /// Notes the ties of the cards and the damage that follows for the time when all have left, because a
    /// player may be asked meanwhile.
    fn note_what_follows(&mut self, cause: Cause) {
        let leaving = self.leaving(self.duel.set(SetSlot::TO_DESTROY), Location::Grave, cause);
        for tie in leaving.ties {
            let note = ModifierDraft {
                kind: ModKind::GoesAlong,
                scope: Scope::Card,
                target: tie.falls,
                source: tie.source,
                player: self.duel.turn_player(),
                until: Until::EndOfTurnAnyway,
                value: ModValue::Fixed(i32::from(tie.itself) | (tie.goes as i32) << 1),
                reads: 0,
            };
            self.duel.add_mod(self.witness, note.pack());
        }
        for Hurt { player, amount, by, doer } in leaving.hurts {
            let note = ModifierDraft {
                kind: ModKind::HurtThen,
                scope: Scope::Player(if player == by { Who::Me } else { Who::Opponent }),
                target: NO_CARD,
                source: doer,
                player: by,
                until: Until::EndOfTurn,
                value: ModValue::Fixed(amount),
                reads: 0,
            };
            self.duel.add_mod(self.witness, note.pack());
        }
    }

    /// The facts that were noted, now that all these cards have left.
    fn take_what_follows(&mut self, cards: CardSet) -> Leaving {
        let duel = &*self.duel;
        let from_field = |card: &u8| duel.came_from(CardId(*card)).is_on_field();
        let away = |card: &u8| duel.location(CardId(*card)) == Location::Banished;
        let left_field = cards.iter().filter(from_field).collect();
        let mut leaving = Leaving::alone(left_field, cards.iter().filter(away).collect());
        for m in duel.mods() {
            if m.is(ModKind::GoesAlong) {
                leaving.add_tie(Tie {
                    falls: m.target,
                    source: m.source,
                    itself: m.value & 1 != 0,
                    goes: match m.value >> 1 {
                        0 => Tied::Destroyed,
                        1 => Tied::ToDeck,
                        _ => Tied::Banished,
                    },
                });
            } else if m.is(ModKind::HurtThen) {
                let hurt = Player::BOTH.into_iter().filter(|player| duel.is_on_player(m, *player));
                for player in hurt {
                    let by = Player::of_bit(m.player);
                    leaving.add_hurt(Hurt { player, amount: m.value, by, doer: m.source });
                }
            }
        }
        self.duel
            .remove_mods(self.witness, |m| m.is(ModKind::GoesAlong) || m.is(ModKind::HurtThen));
        leaving
    }
}

impl Duel {
    /// Whether a monster that is destroyed now may be placed in a Spell & Trap Zone instead.
    fn may_stay(&self, card: CardId) -> bool {
        self.location(card) == Location::Monster
            && self.position(card).is_face_up()
            && !self.has_status(card, status_bits::UNDONE)
            && self.has_been_given(ModKind::StaysAsSpell, card)
            && !self.attack().banished().has(card.0)
            && self.free_spell_zones(self.controller(card)) != 0
    }
}
