//! How monsters came to the field: by which Summon, and from where. That is kept as long as they stay, whoever
//! controls them and however they lie.

use super::gateway::put;
use super::{Card, DULY, Duel, SPECIALLY, traits};
use crate::ids::{CardId, Location, MonsterZone};
use crate::witness::Witness;
use duelfish_script::reads_bit;

/// In `Card::origin`: the place.
const PLACE: u8 = 15;

/// The origin of a monster that has changed sides: all that was noted of its Summon stays.
pub(super) const fn on_other_side(side: u8, before: u8) -> u8 {
    const KEPT: u8 = PLACE | SPECIALLY | DULY;
    side & !KEPT | before & KEPT
}

/// Facts that rules may read.
impl Duel {
    /// Whether a monster on the field came there by a Special Summon.
    pub(crate) const fn came_specially(&self, card: CardId) -> bool {
        self.cards[card.index()].origin & SPECIALLY != 0
    }

    /// Whether a monster on the field came there by the Summon of its kind, or was Tribute Summoned.
    pub(crate) const fn came_duly(&self, card: CardId) -> bool {
        self.cards[card.index()].origin & DULY != 0
    }

    /// Whether a card has left a Monster Zone with its last move, so that what was noted of its Summon is still there.
    pub(crate) fn left_zone(&self, card: CardId) -> bool {
        self.location(card) != Location::Monster && self.came_from(card) == Location::Monster
    }

    /// Whether a card of this duel asks how monsters came to the field.
    pub(crate) const fn asks_of_coming(&self) -> bool {
        self.traits & traits::ASKS_OF_COMING != 0
    }

    /// All that was noted of how a monster came, as one number; 0 where no card asks.
    pub(super) const fn coming_key(&self, card: &Card) -> u64 {
        if !self.asks_of_coming() || card.location != Location::Monster as u8 {
            // Of one that has left only what waits already asks that.
            return 0;
        }
        // From where it was Normal Summoned or Set no card asks, nor where in the Deck it lay.
        let from = Location::from_byte(card.origin & PLACE);
        let from = if from.is_deck() { Location::DeckRest } else { from };
        let from = if card.origin & SPECIALLY != 0 { from as u8 } else { 0 };
        (from | card.origin & DULY) as u64
    }
}

/// The mutators.
impl Duel {
    /// Notes that a monster came to the field by a Special Summon.
    pub(crate) fn note_came_specially<W: Witness>(&mut self, w: &mut W, card: CardId) {
        self.write_origin(w, card, self.cards[card.index()].origin | SPECIALLY);
    }

    /// Notes that it was Summoned in the way of its kind, if a card asks for that.
    pub(crate) fn note_came_duly<W: Witness>(&mut self, w: &mut W, card: CardId) {
        if self.asks_of_coming() {
            self.read_came_duly(w, card);
        }
    }

    /// The same as a position says it, in which the card that asks may come later.
    pub(crate) fn read_came_duly<W: Witness>(&mut self, w: &mut W, card: CardId) {
        self.write_origin(w, card, self.cards[card.index()].origin | DULY);
    }

    /// Notes from where it was Summoned.
    pub(crate) fn note_came_from<W: Witness>(&mut self, w: &mut W, card: CardId, from: Location) {
        let origin = self.cards[card.index()].origin & !PLACE;
        self.write_origin(w, card, origin | from as u8);
    }

    fn write_origin<W: Witness>(&mut self, w: &mut W, card: CardId, origin: u8) {
        let old = self.card_key(card);
        put!(self, w, self.cards[card.index()].origin = origin);
        self.rekey(w, old, self.card_key(card));
        if self.asks_of_coming() && self.location(card) == Location::Monster {
            self.mark_dirty(w, self.controller(card), MonsterZone(self.zone(card)));
            self.facts_changed(w, reads_bit::MONSTERS);
        }
    }
}
