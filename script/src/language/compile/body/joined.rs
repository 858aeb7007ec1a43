//! Steps that join cards to a monster, as its materials or as its Equip Cards.

use super::super::rows::Compiled;
use super::super::wanted::{Wanted, is_chosen, is_same};
use super::Body;
use crate::language::ast::{CardVerb, SetText, StepText};
use crate::language::error::LanguageFault;
use crate::rows::{Cond, Op, SetRef, Test, location_bit};

impl Body<'_, '_, '_> {
    /// `attach CARDS to CARDS` and `equip CARDS to CARDS`: a monster that is known already must still be there, or
    /// nobody is asked for cards.
    pub(super) fn join(
        &mut self,
        verb: CardVerb,
        cards: &SetText,
        to: &SetText,
        rest: &[StepText],
    ) -> Compiled {
        if self.is_cost {
            let fault = LanguageFault::new(cards.span(), "this can't be a cost");
            return Err(fault.help("write it with `do`"));
        }
        let known = if is_chosen(to) { None } else { Some(self.names.known_set(to)?) };
        if let Some(host) = known {
            self.only_if_there(verb, host);
        }
        let set = self.cards(cards, Wanted::by(verb))?;
        self.need_for(verb, cards, set)?;
        let host = match known {
            Some(host) => host,
            None => self.cards(to, Wanted::fitting(None))?,
        };
        self.names.it = Some(set);
        self.guard(set, rest, |other| matches!(other, SetText::It(_)) || is_same(other, cards));
        if verb == CardVerb::Attach {
            self.do_it(Op::Attach { cards: set, host, with_materials: false }, 0);
            return Ok(());
        }
        self.do_it(Op::EquipWith(set, host), 0);
        if !rest.is_empty() {
            // A card that found no zone is not equipped.
            self.parts.ops.push(Op::Follow(set, location_bit::SPELL));
            let lies_there = self.names.to.test(Test::EquippedTo(host));
            let equipped = self.names.to.cond(Cond::Some(set, lies_there));
            let jump = self.jump(Op::Unless(equipped, 0));
            self.nothing.push(jump);
        }
        Ok(())
    }

    /// The rest happens only if the monster to which cards are joined is there; an Equip Card wants it
    /// face-up.
    pub(super) fn only_if_there(&mut self, verb: CardVerb, host: SetRef) {
        let there = if verb == CardVerb::EquipWith {
            let face_up = self.names.to.test(Test::FaceUp);
            self.names.to.cond(Cond::Some(host, face_up))
        } else {
            self.names.has_card(host)
        };
        let jump = self.jump(Op::Unless(there, 0));
        self.nothing.push(jump);
    }
}
