//! Effects that reach into a Deck, for those that answer them.

use crate::state::Duel;
use duelfish_script::{
    Away, Catalogue, EffectId, Events, How, Op, Program, Scripts, SetRef, event_bit, location_bit,
};

impl Duel {
    /// The events that resolving a link would bring to cards of a Deck, as far as its text goes. To draw is to
    /// put a card in the hand; what happens later because of it counts too.
    pub(super) fn intends_from_deck(&self, cards: &Catalogue, at: u8) -> Events {
        let scripts = cards.scripts();
        let body = |effect| scripts.effect(effect).body;
        let own = EffectId(self.link(at).effect);
        let planned = scripts.steps(body(own)).filter_map(|op| match op {
            Op::Plan { effect, .. } => Some(reach_of(scripts, body(effect))),
            _ => None,
        });
        planned.fold(reach_of(scripts, body(own)), |all, more| all | more)
    }
}

/// The events that these steps would bring to cards of a Deck.
fn reach_of(scripts: &Scripts, program: Program) -> Events {
    let (mut of_deck, mut found) = (0_u8, 0);
    for op in scripts.steps(program) {
        match op {
            Op::Gather { from, into }
            | Op::Random { from, into, .. }
            | Op::Choose { from, how: How::Pick(into), .. }
                if scripts.select(from).locations & location_bit::DECK != 0 =>
            {
                of_deck |= 1 << (into & 3);
            }
            Op::Excavate { all, found, .. } => of_deck |= 1 << (all & 3) | 1 << (found & 3),
            Op::ExcavateTop { into, .. }
            | Op::ExcavateMany { into, .. }
            | Op::TopCards { into, .. }
            | Op::SeeTop(_, into) => of_deck |= 1 << (into & 3),
            Op::Draw(..) | Op::DrawCards(..) => found |= event_bit::TO_HAND,
            Op::Mill(_, _, Away::ToGrave) => found |= event_bit::SENT_TO_GRAVE,
            Op::ToHand(SetRef::Local(set)) | Op::ToHandUnshown(SetRef::Local(set))
                if of_deck >> (set & 3) & 1 == 1 =>
            {
                found |= event_bit::TO_HAND;
            }
            Op::ToGrave(SetRef::Local(set)) if of_deck >> (set & 3) & 1 == 1 => {
                found |= event_bit::SENT_TO_GRAVE;
            }
            Op::SpecialSummon { cards: SetRef::Local(set), .. }
                if of_deck >> (set & 3) & 1 == 1 =>
            {
                found |= event_bit::SPECIAL_SUMMONED;
            }
            // Every other step does nothing to cards of a Deck, or puts them where nothing answers that.
            _ => {}
        }
    }
    found
}
