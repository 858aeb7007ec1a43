//! Writes that only setting up a table needs, or following a record of another engine.

use arrayvec::ArrayVec;

use super::Duel;
use super::gateway::put;
use crate::catalogue::Print;
use crate::ids::{Handle, Player};
use crate::limits::MAX_PILE;
use crate::witness::Witness;

impl Duel {
    /// These players, one bit each, know this hidden card where it is, besides who knew it;
    /// used while a position is set up.
    pub(crate) fn make_known(&mut self, card: Handle, players: u8) {
        self.cards[card.index()].known |= players & 0b11;
    }

    /// Puts the cards of a hand into this order. A hand has no order in the rules (DF-68), but who
    /// sends several of its cards somewhere does it in the order of the hand, and records name
    /// cards of a hand by their number. Does nothing, and says so, if these are not the cards of
    /// the hand.
    pub fn arrange_hand<W: Witness>(
        &mut self,
        witness: &mut W,
        player: Player,
        order: &[Print],
    ) -> bool {
        let hand = self.hand(player);
        let in_order = |(card, print): (&u8, &Print)| self.print(Handle(*card)) == *print;
        if hand.len() != order.len() {
            return false;
        }
        if hand.iter().zip(order).all(in_order) {
            return true;
        }
        let mut left: ArrayVec<u8, MAX_PILE> = hand.iter().copied().collect();
        let mut new = [0; MAX_PILE];
        for (slot, print) in new.iter_mut().zip(order) {
            let found = left.iter().position(|card| self.print(Handle(*card)) == *print);
            let Some(at) = found else { return false };
            *slot = left.remove(at);
        }
        put!(self, witness, self.sides[player.index()].hand.cards = new);
        true
    }
}
