//! Writes that only setting up a table needs, or following a record of another engine.

use arrayvec::ArrayVec;

use super::gateway::put;
use super::{Duel, LAID};
use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::limits::MAX_PILE;
use crate::witness::Witness;
use duelfish_script::{CardCode, Catalogue, kind};

impl Duel {
    /// These players, one bit each, know this hidden card where it is, besides who knew it;
    /// used while a position is set up.
    pub(crate) fn make_known(&mut self, card: CardId, players: u8) {
        self.cards[card.index()].known |= players & 0b11;
    }

    /// This card lies on the table from the start.
    pub(crate) fn mark_laid(&mut self, card: CardId) {
        self.cards[card.index()].owner |= LAID;
    }

    /// Whether a card lay on the table when the duel was set up.
    pub(crate) fn was_laid(&self, card: CardId) -> bool {
        self.cards[card.index()].owner & LAID != 0
    }

    /// Where a card stands among several that are Summoned together, act together or are looked at one
    /// after the other: the reference engine takes them in the order in which it made the cards. Those
    /// are the first player's Main Deck from its bottom, as it first was, and Extra Deck, the other
    /// player's, what lay on the table from the start, and Tokens.
    pub(crate) fn place_in_line(&self, cards: &Catalogue, card: CardId) -> (u8, u8, bool, u8) {
        let (facts, owner) = (cards.facts(self.code(card)), self.owner(card).number());
        if facts.is(kind::TOKEN) {
            // Those that are made together have the number of their turn where others have a zone.
            return (2, owner, false, self.zone(card));
        }
        if self.was_laid(card) {
            return (1, owner, false, card.0);
        }
        match facts.is_any(kind::EXTRA_DECK) {
            true => (0, owner, true, card.0),
            false => (0, owner, false, u8::MAX - card.0),
        }
    }

    /// Puts the cards of a hand into this order. A hand has no order in the rules (DF-68), but several
    /// of its cards that are sent somewhere go in the order of the hand, and records name cards of a
    /// hand by their number. Does nothing, and says so, if these are not the cards of the hand.
    /// Where the copy is given too, it is that one if it is there.
    pub fn arrange_hand<W: Witness>(
        &mut self,
        witness: &mut W,
        player: Player,
        order: &[(CardCode, Option<CardId>)],
    ) -> bool {
        let hand = self.hand(player);
        if hand.len() != order.len() {
            return false;
        }
        let Some(new) = self.in_this_order(hand, order) else { return false };
        if *new == *hand {
            return true;
        }
        let mut cards = [0; MAX_PILE];
        cards[..new.len()].copy_from_slice(&new);
        put!(self, witness, self.sides[player.index()].hand.cards = cards);
        true
    }

    /// Puts cards that lie in a row in a Graveyard or a banished pile, the first one at `first`, or those that became a
    /// player's Xyz Materials last, into this order. Cards that came together have none in the rules, but records name
    /// them by their number. Does nothing if it is not these cards that lie there.
    pub fn arrange_together<W: Witness>(
        &mut self,
        witness: &mut W,
        player: Player,
        location: Location,
        first: usize,
        order: &[CardCode],
    ) {
        let materials = location == Location::Material;
        let pile = if location == Location::Grave {
            self.grave(player)
        } else if materials {
            self.materials(player)
        } else {
            self.banished(player)
        };
        let newest = pile.len().saturating_sub(order.len());
        let first = if materials { newest } else { first };
        let Some(row) = pile.get(first..first + order.len()) else { return };
        let order: ArrayVec<_, MAX_PILE> = order.iter().map(|code| (*code, None)).collect();
        let Some(new) = self.in_this_order(row, &order) else { return };
        for (at, card) in (first..).zip(new) {
            let side = player.index();
            if location == Location::Grave {
                put!(self, witness, self.sides[side].grave.cards[at] = card);
            } else if materials {
                put!(self, witness, self.sides[side].materials.cards[at] = card);
            } else {
                put!(self, witness, self.sides[side].banished.cards[at] = card);
            }
        }
    }

    /// Some cards in this order: the copy where it is given and there, else any with that card code. None if these are
    /// not the cards.
    fn in_this_order(
        &self,
        cards: &[u8],
        order: &[(CardCode, Option<CardId>)],
    ) -> Option<ArrayVec<u8, MAX_PILE>> {
        let mut left: ArrayVec<u8, MAX_PILE> = cards.iter().copied().collect();
        let mut new: ArrayVec<u8, MAX_PILE> = order.iter().map(|_| NO_CARD).collect();
        for (slot, (_, copy)) in new.iter_mut().zip(order) {
            if let Some(at) = left.iter().position(|card| Some(CardId(*card)) == *copy) {
                *slot = left.remove(at);
            }
        }
        for (slot, (code, _)) in new.iter_mut().zip(order).filter(|(slot, _)| **slot == NO_CARD) {
            let at = left.iter().position(|card| self.code(CardId(*card)) == *code)?;
            *slot = left.remove(at);
        }
        Some(new)
    }

    /// The hand of a player in its order, as pieces of cardboard.
    pub fn cards_in_hand(&self, player: Player) -> impl Iterator<Item = CardId> + '_ {
        self.hand(player).iter().map(|card| CardId(*card))
    }

    /// Makes this card the next of equal copies in the unordered rest of a Deck that a player can
    /// choose. They are the same card, but records tell which copy it was. Does nothing if it is
    /// not there.
    pub fn bring_forward<W: Witness>(&mut self, witness: &mut W, player: Player, card: CardId) {
        let rest = self.deck_rest(player);
        let Some(at) = rest.iter().position(|other| *other == card.0) else { return };
        // The others keep their order, so that several can be brought forward one after the other.
        let mut cards = self.sides[player.index()].deck_rest.cards;
        cards[..=at].rotate_right(1);
        put!(self, witness, self.sides[player.index()].deck_rest.cards = cards);
    }
}
