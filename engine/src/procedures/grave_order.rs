//! The order in which cards that go to the Graveyard together lie there: their owner says it, if the rules
//! ask (DF-50).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::ids::{CardId, Location, Player, byte_enum};
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{Ask, CardSet, Duel, Frame, GraveOrderFrame, Procedure, SetSlot};
use crate::witness::Witness;

byte_enum! {
    /// Where it is.
    enum GraveOrderStep {
        Ask,
        Answer,
    }
}

/// The frame that must run now, if cards have come to a Graveyard whose order is still to be said: the turn
/// player's first.
#[inline(never)]
pub(crate) fn due(duel: &Duel) -> Option<Frame> {
    let busy = duel.frame().is(Procedure::GraveOrder);
    let players = [duel.turn_player(), duel.turn_player().other()];
    let player = players.into_iter().find(|player| duel.unordered_in_grave(*player).len() > 1)?;
    let frame = Frame::new(GraveOrderFrame::zeroed()).of(player);
    (!busy).then_some(frame)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = frame.player();
    match GraveOrderStep::from_byte(frame.step()) {
        GraveOrderStep::Ask if run.duel.unordered_in_grave(player).len() > 1 => {
            rule!("DF-50");
            Flow::Ask(Ask::card(player, 1, 0), GraveOrderStep::Answer as u8)
        }
        GraveOrderStep::Ask => {
            if let Some(last) = run.duel.unordered_in_grave(player).iter().next() {
                run.put_on_grave(CardId(last));
            }
            Flow::Return
        }
        GraveOrderStep::Answer => {
            if let Some(card) = run.answer().and_then(|answer| run.duel.pointed(answer)) {
                run.put_on_grave(card.1);
            }
            Flow::Next(GraveOrderStep::Ask as u8)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// The next one of the cards whose order is said lies above the others.
    fn put_on_grave(&mut self, card: CardId) {
        let (left, _) = self.duel.set_with_stamp(SetSlot::GRAVE_ORDER);
        self.duel.raise_in_grave(self.witness, card);
        self.duel.write_stamped_set(self.witness, SetSlot::GRAVE_ORDER, left.without(card.0));
    }

    /// Notes that these cards have come to their Graveyards together.
    pub(super) fn note_grave_order(&mut self, cards: CardSet) {
        let (before, _) = self.duel.set_with_stamp(SetSlot::GRAVE_ORDER);
        let duel = &*self.duel;
        let there = cards.iter().filter(|card| duel.location(CardId(*card)) == Location::Grave);
        let all = there.fold(before, CardSet::with);
        self.duel.write_stamped_set(self.witness, SetSlot::GRAVE_ORDER, all);
    }
}

impl Duel {
    /// The cards of a player that have come to the Graveyard together and have no order yet.
    pub(crate) fn unordered_in_grave(&self, player: Player) -> CardSet {
        let (cards, stamp) = self.set_with_stamp(SetSlot::GRAVE_ORDER);
        let lies = |card: &u8| {
            let card = CardId(*card);
            self.location(card) == Location::Grave
                && self.controller(card) == player
                && self.unmoved_since(card, stamp)
        };
        cards.iter().filter(lies).collect()
    }
}
