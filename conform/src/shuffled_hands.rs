//! Hands that the record shuffles while an effect resolves. Cards that go from such a hand together go in the
//! order of the shuffle, which is no rule of the game (DF-68): ours go in another one, and are put into that
//! order where they lie then.

use std::collections::VecDeque;

use duelfish_engine::{Catalogue, Duel, Location, Player, Witness};

use crate::trace_event::{At, TraceEvent};

/// The hands that were shuffled since the last question, and where cards of them went.
#[derive(Debug, Default)]
pub(crate) struct ShuffledHands {
    hands: [bool; 2],
    /// The number in its pile that the record gives to the card which it tells next.
    number: usize,
    /// The cards that the record has put into each pile in its order, and the number of the first one there.
    put: Vec<((Player, Location), usize, Vec<u32>)>,
}

impl ShuffledHands {
    /// The record has shuffled a player's hand.
    pub(crate) fn shuffled(&mut self, player: u8) {
        if let Some(hand) = self.hands.get_mut(usize::from(player)) {
            *hand = true;
        }
    }

    /// The record moves a card.
    pub(crate) fn tells(&mut self, to: &At) {
        self.number = to.seq.unwrap_or(0) as usize;
    }

    /// Takes the event of ours that the record tells, if that is a card which goes from a shuffled hand.
    pub(crate) fn take(&mut self, recorded: &TraceEvent, ours: &mut VecDeque<TraceEvent>) -> bool {
        let TraceEvent::Move { id, to, .. } = recorded else { return false };
        let (Some(hand), Some(pile)) = (self.hand(recorded), pile(recorded)) else { return false };
        let together = ours.iter().take_while(|event| self.hand(event) == Some(hand));
        let is_it = |event: &&TraceEvent| {
            let TraceEvent::Move { id: other, to: place, .. } = event else { return false };
            other == id && (place.con, &place.loc, &place.pos) == (to.con, &to.loc, &to.pos)
        };
        let Some(at) = together.collect::<Vec<_>>().iter().position(is_it) else { return false };
        ours.remove(at);
        match self.put.iter_mut().find(|(other, ..)| *other == pile) {
            Some((.., cards)) => cards.push(*id),
            None => self.put.push((pile, self.number, vec![*id])),
        }
        true
    }

    /// Whose shuffled hand a card goes from, if it does.
    fn hand(&self, event: &TraceEvent) -> Option<u8> {
        let TraceEvent::Move { from, .. } = event else { return None };
        let shuffled = self.hands.get(usize::from(from.con)).is_some_and(|hand| *hand);
        (from.loc == "hand" && shuffled).then_some(from.con)
    }

    /// Before a question: the cards lie as the record has put them.
    pub(crate) fn settle<W: Witness>(
        &mut self,
        duel: &mut Duel,
        cards: &Catalogue,
        witness: &mut W,
    ) {
        self.hands = [false; 2];
        for ((player, location), first, put) in self.put.drain(..) {
            let order: Vec<_> = put.iter().filter_map(|id| cards.by_passcode(*id)).collect();
            duel.arrange_together(witness, player, location, first, &order);
        }
    }
}

/// The pile that a card goes to.
fn pile(event: &TraceEvent) -> Option<(Player, Location)> {
    let TraceEvent::Move { to, .. } = event else { return None };
    let location = match to.loc.as_str() {
        "gy" => Location::Grave,
        "banished" => Location::Banished,
        _ => return None,
    };
    Some((*Player::BOTH.get(usize::from(to.con))?, location))
}
