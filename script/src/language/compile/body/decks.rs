//! Steps about Decks: draws, cards from the top, and excavations.

use super::super::exprs::BoundName;
use super::super::rows::Compiled;
use super::super::wanted::{can_mill, deck, sides_of};
use super::Body;
use crate::language::ast::{FilterText, LinkText, Name, NumText, SetText, StepText};
use crate::rows::{Away, Cond, DeckEnd, Op, SetRef, Sides, Who, event_bit, location_bit};

impl Body<'_, '_, '_> {
    /// A draw, and what needs it.
    pub(super) fn draw(
        &mut self,
        name: Option<&Name>,
        amount: &NumText,
        who: Who,
        rest: &[StepText],
    ) -> Compiled {
        // Whether an opponent can draw a number that is not fixed is not asked before.
        let fixed = matches!(amount, NumText::Value(_));
        if who == Who::Me || fixed {
            self.need(|names| {
                let amount = names.num(amount)?;
                Ok(names.to.cond(Cond::CanDraw(who, amount)))
            })?;
        } else if who == Who::Both {
            self.need(|names| {
                let amount = names.num(amount)?;
                Ok(names.to.cond(Cond::CanDraw(Who::Me, amount)))
            })?;
        }
        if self.deriving && who != Who::Opponent && (self.filled || !fixed) {
            // How many it will be is not known before, but nobody starts what is forbidden to end.
            let none = self.names.value(0);
            let may_draw = self.names.to.cond(Cond::CanDraw(Who::Me, none));
            self.parts.demands.push(may_draw);
        }
        let amount = self.names.num(amount)?;
        match name {
            None => self.do_it(Op::Draw(who, amount), event_bit::DREW),
            Some(name) => {
                let into = self.names.set_named(name)?;
                self.names.it = Some(SetRef::Local(into));
                self.do_it(Op::DrawCards(who, amount, into), event_bit::DREW);
                if rest.first().is_some_and(|step| step.link == LinkText::Then) {
                    // A player who drew some and could not draw all has lost before anything else happens
                    // (FACT-W5).
                    let drawn = self.names.has_card(SetRef::Local(into));
                    self.parts.ops.extend([Op::Unless(drawn, 1), Op::Then]);
                }
            }
        }
        if !rest.is_empty() {
            // The rest of these steps does not happen without the draw.
            let drew = self.names.to.cond(Cond::Drew(who));
            let jump = self.jump(Op::Unless(drew, 0));
            self.nothing.push(jump);
        }
        Ok(())
    }

    pub(super) fn arrange_top(&mut self, step: &StepText, amount: &NumText) -> Compiled {
        self.need(|names| {
            let deck = deck(names, Sides::Mine);
            Ok(names.at_least(deck, 1))
        })?;
        let amount = self.names.num(amount)?;
        let into = self.names.new_set(step.span)?;
        self.parts.ops.extend([Op::SeeTop(amount, into), Op::Arrange(into)]);
        Ok(())
    }

    /// The top card is looked at, if there is one, and its player says whether it stays there.
    pub(super) fn top_or_bottom(&mut self, step: &StepText) -> Compiled {
        self.need(|names| {
            let deck = deck(names, Sides::Mine);
            Ok(names.at_least(deck, 1))
        })?;
        let one = self.names.value(1);
        let into = self.names.new_set(step.span)?;
        let there = self.names.has_card(SetRef::Local(into));
        self.parts.ops.extend([
            Op::RevealTop(Who::Me, one),
            Op::TopCards { who: Who::Me, amount: one, into },
            Op::Unless(there, 3),
            Op::Offer(Who::Me, 1),
            Op::Skip(1),
            Op::ToDeck(SetRef::Local(into), DeckEnd::Bottom),
        ]);
        Ok(())
    }

    pub(super) fn look_at_top(&mut self, amount: &NumText, who: Who) -> Compiled {
        for side in sides_of(who) {
            self.need(|names| {
                let deck = deck(names, side);
                Ok(names.at_least(deck, 1))
            })?;
        }
        let amount = self.names.num(amount)?;
        self.do_it(Op::RevealTop(who, amount), 0);
        Ok(())
    }

    pub(super) fn mill(&mut self, amount: &NumText, who: Who, away: Away) -> Compiled {
        for side in sides_of(who) {
            self.need(|names| {
                let amount = names.num(amount)?;
                Ok(can_mill(names, side, amount, away))
            })?;
        }
        if away == Away::ToGrave {
            self.need(|names| Ok(names.to.cond(Cond::MayMill(who))))?;
        }
        if self.is_cost && away == Away::ToGrave {
            // Cards that are banished instead were not sent, so nothing was paid.
            self.need(|names| Ok(names.to.cond(Cond::MillsToGrave(who))))?;
        }
        let amount = self.names.num(amount)?;
        let intends = match away {
            Away::ToGrave => event_bit::SENT_TO_GRAVE,
            Away::Banished | Away::BanishedDown => event_bit::BANISHED,
        };
        self.do_it(Op::Mill(who, amount, away), intends);
        Ok(())
    }

    /// The same, and the cards get a name, by which they are found where they went.
    pub(super) fn mill_named(&mut self, name: &Name, amount: &NumText, who: Who) -> Compiled {
        let into = self.names.set_named(name)?;
        let count = self.names.num(amount)?;
        self.parts.ops.push(Op::TopCards { who, amount: count, into });
        self.mill(amount, who, Away::ToGrave)?;
        let set = SetRef::Local(into);
        self.parts.ops.push(Op::Follow(set, location_bit::GRAVE | location_bit::BANISHED));
        self.names.it = Some(set);
        Ok(())
    }

    pub(super) fn forbid_named(&mut self, cards: &SetText) -> Compiled {
        let set = self.names.known_set(cards)?;
        self.parts.ops.push(Op::ForbidNamed(set));
        Ok(())
    }

    /// Shows cards until one fits: all of them get a name, and that one gets another.
    pub(super) fn excavate(
        &mut self,
        all: &Name,
        found: &Name,
        until: &FilterText,
        who: Who,
    ) -> Compiled {
        let until = self.names.fitting_placeless(until)?;
        let (shown, last) = (self.names.new_set(all.span)?, self.names.new_set(found.span)?);
        self.parts.ops.push(Op::Excavate { who, until, all: shown, found: last });
        self.names.bind(all, BoundName::Set(SetRef::Local(shown)))?;
        self.names.bind(found, BoundName::Set(SetRef::Local(last)))
    }

    pub(super) fn excavate_top(&mut self, name: &Name, amount: &NumText, who: Who) -> Compiled {
        let amount = self.names.num(amount)?;
        let into = self.names.set_named(name)?;
        self.parts.ops.push(Op::ExcavateTop { who, amount, into });
        Ok(())
    }

    pub(super) fn excavate_many(
        &mut self,
        name: &Name,
        amount: &NumText,
        filter: &FilterText,
        who: Who,
    ) -> Compiled {
        let (amount, until) = (self.names.num(amount)?, self.names.fitting_placeless(filter)?);
        let into = self.names.set_named(name)?;
        self.parts.ops.push(Op::ExcavateMany { who, amount, until, into });
        Ok(())
    }
}
