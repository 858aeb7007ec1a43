//! Cards without an order that go together: those of a hand that the record shuffles while an effect resolves
//! (DF-68), and those that a player picked from a Deck. The record's go in the order in which they lie there, which is no
//! rule of the game: ours go in another one, and are put into that order where they lie then. So are monsters that become
//! Xyz Materials together: the record's are attached in the order of their cardboard, and nothing tells which copy of a
//! card came from a Deck.

use std::collections::VecDeque;

use duelfish_engine::{Catalogue, Duel, Location, Player, Witness};

use crate::trace_event::{At, TraceEvent};

/// The hands that were shuffled and the Decks that were picked from since the last question, and where cards of
/// them went.
#[derive(Debug, Default)]
pub(crate) struct Unordered {
    hands: [bool; 2],
    decks: [bool; 2],
    /// The number in its pile that the record gives to the card which it tells next.
    number: usize,
    /// The cards that the record has put into each pile in its order, and the number of the first one there.
    put: Vec<((Player, Location), usize, Vec<u32>)>,
    /// The monsters of each player that became Xyz Materials, in the record's order.
    attached: [Vec<u32>; 2],
}

impl Unordered {
    /// The record has shuffled a player's hand.
    pub(crate) fn shuffled(&mut self, player: u8) {
        if let Some(hand) = self.hands.get_mut(usize::from(player)) {
            *hand = true;
        }
    }

    /// The record has picked cards of a player's Deck.
    pub(crate) fn picked_from_deck(&mut self, player: u8) {
        if let Some(deck) = self.decks.get_mut(usize::from(player)) {
            *deck = true;
        }
    }

    /// The record moves a card.
    pub(crate) fn tells(&mut self, to: &At) {
        self.number = to.seq.unwrap_or(0) as usize;
    }

    /// Takes the event of ours that the record tells, if that is a card which goes from such a place.
    pub(crate) fn take(&mut self, recorded: &TraceEvent, ours: &mut VecDeque<TraceEvent>) -> bool {
        let TraceEvent::Move { id, to, .. } = recorded else { return false };
        if self.take_material(recorded, ours) {
            return true;
        }
        let (Some(source), Some(pile)) = (self.source(recorded), pile(recorded)) else {
            return false;
        };
        let together = ours.iter().take_while(|event| self.source(event) == Some(source));
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

    /// Takes the event of ours that the record tells, if that is a monster on the field which becomes an Xyz Material.
    fn take_material(&mut self, recorded: &TraceEvent, ours: &mut VecDeque<TraceEvent>) -> bool {
        let material = |event: &TraceEvent| match event {
            TraceEvent::Move { id, from, to, .. } if to.loc == "overlay" && from.loc == "mzone" => {
                Some((from.con, *id))
            }
            _ => None,
        };
        let Some((player, id)) = material(recorded) else { return false };
        let mut together = ours.iter().take_while(|event| material(event).is_some());
        let Some(at) = together.position(|event| event == recorded) else { return false };
        ours.remove(at);
        if let Some(attached) = self.attached.get_mut(usize::from(player)) {
            attached.push(id);
        }
        true
    }

    /// Whose place without an order a card goes from, and which, if it does.
    fn source<'e>(&self, event: &'e TraceEvent) -> Option<(u8, &'e str)> {
        let TraceEvent::Move { from, .. } = event else { return None };
        let places = match from.loc.as_str() {
            "hand" => self.hands,
            "deck" => self.decks,
            _ => return None,
        };
        places.get(usize::from(from.con))?.then_some((from.con, from.loc.as_str()))
    }

    /// Before a question: the cards lie as the record has put them.
    pub(crate) fn settle<W: Witness>(
        &mut self,
        duel: &mut Duel,
        cards: &Catalogue,
        witness: &mut W,
    ) {
        let codes = |ids: &[u32]| -> Vec<_> {
            ids.iter().filter_map(|id| cards.by_passcode(*id)).collect()
        };
        (self.hands, self.decks) = ([false; 2], [false; 2]);
        for ((player, location), first, put) in self.put.drain(..) {
            duel.arrange_together(witness, player, location, first, &codes(&put));
        }
        for player in Player::BOTH {
            let attached = std::mem::take(&mut self.attached[player.index()]);
            duel.arrange_together(witness, player, Location::Material, 0, &codes(&attached));
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
