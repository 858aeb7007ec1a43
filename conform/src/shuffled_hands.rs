//! Hands that the record shuffles while an effect resolves. Cards that go from such a hand together go in the
//! order of the shuffle, which is no rule of the game (DF-68): ours go in another one, and are put into that
//! order where they lie then.

use std::collections::VecDeque;

use duelfish_engine::{Catalogue, Duel, Location, Player, Witness};

use crate::trace_event::TraceEvent;

/// What was shuffled since the last question, and where cards of it went.
#[derive(Debug, Default)]
pub(crate) struct ShuffledHands {
    hands: [bool; 2],
    /// The cards that the record has put into each pile, in its order.
    put: Vec<((Player, Location), Vec<u32>)>,
}

impl ShuffledHands {
    /// The record has shuffled a player's hand.
    pub(crate) fn shuffled(&mut self, player: u8) {
        if let Some(hand) = self.hands.get_mut(usize::from(player)) {
            *hand = true;
        }
    }

    /// Takes the event of ours that the record tells, if that is a card which goes from a shuffled hand.
    pub(crate) fn take(&mut self, recorded: &TraceEvent, ours: &mut VecDeque<TraceEvent>) -> bool {
        let TraceEvent::Move { id, to, .. } = recorded else { return false };
        let (Some(way), Some(pile)) = (self.way(recorded), self.pile(recorded)) else {
            return false;
        };
        let together = ours.iter().take_while(|event| self.way(event) == Some(way.clone()));
        let of_id = |event: &&TraceEvent| matches!(event, TraceEvent::Move { id: other, to: place, .. } if other == id && place.pos == to.pos);
        let Some(at) = together.collect::<Vec<_>>().iter().position(of_id) else { return false };
        ours.remove(at);
        match self.put.iter_mut().find(|(other, _)| *other == pile) {
            Some((_, cards)) => cards.push(*id),
            None => self.put.push((pile, vec![*id])),
        }
        true
    }

    /// Where a card comes from and goes to, if it goes from a shuffled hand.
    fn way(&self, event: &TraceEvent) -> Option<(u8, String)> {
        let TraceEvent::Move { from, to, .. } = event else { return None };
        let shuffled = self.hands.get(usize::from(from.con)).is_some_and(|hand| *hand);
        (from.loc == "hand" && shuffled).then(|| (from.con, to.loc.clone()))
    }

    fn pile(&self, event: &TraceEvent) -> Option<(Player, Location)> {
        let TraceEvent::Move { to, .. } = event else { return None };
        let location = match to.loc.as_str() {
            "gy" => Location::Grave,
            "banished" => Location::Banished,
            _ => return None,
        };
        Some((*Player::BOTH.get(usize::from(to.con))?, location))
    }

    /// Before a question: the cards lie as the record has put them.
    pub(crate) fn settle<W: Witness>(
        &mut self,
        duel: &mut Duel,
        cards: &Catalogue,
        witness: &mut W,
    ) {
        self.hands = [false; 2];
        for ((player, location), put) in self.put.drain(..) {
            let order: Vec<_> = put.iter().filter_map(|id| cards.by_passcode(*id)).collect();
            duel.arrange_together(witness, player, location, &order);
        }
    }
}
