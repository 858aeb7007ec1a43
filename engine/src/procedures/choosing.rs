//! Cards that a player chooses while an effect runs, one after the other.

use super::program::ProgramStep;
use crate::chance::Chance;
use crate::decision::{Action, Verb};
use crate::event::Event;
use crate::ids::{CardId, Location, Player};
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{Ask, CardSet, Ctx, Frame, ProgramFrame};
use crate::witness::Witness;
use duelfish_script::{How, NumId, Op, Select, SelectId, SetRef, Who, location_bit};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    pub(super) fn ask_for_card(&mut self, frame: Frame, ctx: Ctx, asked: Asked) -> Flow {
        let Asked { from, min, max, how, by } = asked;
        let next = frame.data::<ProgramFrame>().next;
        let chosen = self.duel.chosen_so_far(ctx, how);
        let cards = self.game.cards;
        let max = self.duel.number(cards, ctx, max);
        let locations = cards.scripts().select(from).locations;
        // Then two that are seen are enough to know that there are several, and that some are left.
        let two_will_do =
            locations & location_bit::HAND == 0 && self.duel.number(cards, ctx, min) <= 1;
        let (mut left, mut open, mut hidden) = (0, 0, false);
        if chosen.len() < max {
            let Some(choosing) = self.duel.choosing(self.game) else { return Flow::Return };
            self.duel.each_candidate(self.game, choosing, &mut |number, at, card| {
                left += i32::from(u16::from(number) >= next && !chosen.has(card.0));
                // Hidden cards are one choice.
                if self.duel.is_hidden_from(choosing, at) {
                    hidden = true;
                } else if u16::from(number) >= next && !chosen.has(card.0) {
                    open += 1;
                }
                !(two_will_do && open > 1)
            });
        }
        if left == 0 {
            self.finish_choice(ctx, from, how);
            self.go_on(frame, 1);
            return Flow::Next(ProgramStep::Do as u8);
        }
        let min = self.duel.number(self.game.cards, ctx, min).min(max);
        let needed = (min - chosen.len()).clamp(0, left) as u8;
        let several = open + i32::from(needed == 0) > 1 && needed <= 1 && !hidden;
        let ask = Ask::card(by, needed, next as u8).with_several(several);
        Flow::Ask(ask, ProgramStep::Answer as u8)
    }

    /// A Deck that was looked through is shuffled afterwards.
    #[inline(always)]
    pub(super) fn finish_choice(&mut self, ctx: Ctx, from: SelectId, how: How) {
        let select: Select = self.game.cards.scripts().select(from);
        if self.game.cards.scripts().names_its_cards(select.test) {
            return;
        }
        if select.locations & location_bit::DECK != 0 && matches!(how, How::Pick(_)) {
            for player in ctx.players(Who::Both, self.duel.turn_player()) {
                let looked = ctx.is_among(select.sides, player);
                if looked {
                    rule!("DF-54", "DF-57");
                    self.duel.plan_shuffle(self.witness, player);
                }
            }
        }
    }

    /// The choice goes on with this number in canonical order.
    fn choose_on(&mut self, next: u16) {
        self.duel.update_frame(self.witness, |program: &mut ProgramFrame| program.next = next);
    }

    pub(super) fn take_answer(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Flow {
        let Some(action) = self.answer() else { return Flow::Next(ProgramStep::Do as u8) };
        match op {
            Op::Choose { from, max, how, .. } => {
                let chosen = self.duel.chosen_so_far(ctx, how);
                let last = chosen.len() + 1 >= self.duel.number(self.game.cards, ctx, max);
                if action.verb() == Verb::Done {
                    self.finish_choice(ctx, from, how);
                    self.go_on(frame, 1);
                } else if let Some((next, card)) = self.chosen_card(action, last) {
                    self.take_card(ctx, how, card);
                    self.choose_on(next);
                }
            }
            Op::ChooseTogether { how, .. } => {
                if action.verb() == Verb::Done {
                    self.go_on(frame, 1);
                } else if let Some((next, card)) = self.chosen_card(action, false) {
                    self.take_card(ctx, how, card);
                    self.choose_on(next);
                }
            }
            Op::KeepOne(at) => {
                if let Some((_, card)) = self.chosen_card(action, true) {
                    self.keep(ctx, at, CardSet::EMPTY.with(card.0));
                }
                self.go_on(frame, 1);
            }
            Op::Arrange(at) => {
                // The next one comes above those that are left.
                let left = self.duel.members(ctx, SetRef::Local(at));
                if let Some((_, card)) = self.chosen_card(action, true) {
                    self.duel.raise_in_deck(self.witness, card, left);
                    self.keep(ctx, at, left.without(card.0));
                }
            }
            Op::Declare(..)
            | Op::DeclareType(..)
            | Op::DeclareAnyType(..)
            | Op::DeclareName(..) => {
                self.take_declaration(ctx, op, action);
                self.go_on(frame, 1);
            }
            Op::OfferReroll(..) | Op::OfferRerollEach(..) => {
                self.answer_reroll(frame, ctx, op, action);
            }
            Op::Offer(_, skip) => {
                let by = if action.verb() == Verb::Yes { 1 } else { skip + 1 };
                self.go_on(frame, by);
            }
            Op::SummonAfter(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    let position = action.chosen_position();
                    self.duel.reserve_summon(self.witness, CardId(card), position, ctx.player);
                }
                self.go_on(frame, 1);
            }
            // No other step asks: one that is new is answered above.
            other => {
                debug_assert!(false, "{other:?} asks nobody");
                self.go_on(frame, 1);
            }
        }
        Flow::Next(ProgramStep::Do as u8)
    }

    /// Notes the number, Type or name that was declared, and tells both players.
    #[inline]
    fn take_declaration(&mut self, ctx: Ctx, op: Op, action: Action) {
        match op {
            Op::Declare(at, _, _, by) => {
                let number = action.small_number();
                self.set_number(ctx, at, i32::from(number));
                let declared = Event::Declared { player: ctx.chooser(by), number };
                self.witness.event(self.duel, declared);
            }
            Op::DeclareType(at, _) | Op::DeclareAnyType(at) => {
                let race = action.declared_type();
                self.set_number(ctx, at, race.cast_signed());
                let declared = Event::DeclaredType { player: ctx.player, race };
                self.witness.event(self.duel, declared);
            }
            Op::DeclareName(at, _) => {
                let name = self.game.cards.table().code(action.declared_row());
                self.set_number(ctx, at, i32::from(name.row()));
                let declared = Event::DeclaredName { player: ctx.player, name };
                self.witness.event(self.duel, declared);
            }
            other => debug_assert!(false, "{other:?} declares nothing"),
        }
    }

    /// The card that an answer names, with one more than its number in canonical order, or 0 if no card
    /// is chosen after it. Of a hand that the chooser can't see chance takes one.
    #[inline(always)]
    pub(super) fn chosen_card(&mut self, action: Action, last: bool) -> Option<(u16, CardId)> {
        let (at, named) = self.duel.pointed(action)?;
        let choosing = self.duel.choosing(self.game)?;
        if self.duel.is_hidden_from(choosing, at) {
            let hand: CardSet = self.duel.hand(at.player).iter().copied().collect();
            return Some((1, self.one_at_random(at.player, hand)?));
        }
        let mut found = last.then_some((0, named));
        if !last {
            self.duel.each_candidate(self.game, choosing, &mut |number, _, card| {
                if card == named {
                    found = Some((u16::from(number) + 1, card));
                }
                found.is_none()
            });
        }
        // Of equal copies in a Deck the same one is always taken, so that later draws do not depend on
        // the copy that an action named. The named one may be chosen next then.
        if at.location == Location::DeckRest
            && let Some((next, card)) = found
            && self.duel.location(card) == Location::DeckRest
        {
            let code = self.duel.code(card);
            let mut rest = self.duel.deck_rest(at.player).iter().map(|copy| CardId(*copy));
            let copy = rest
                .find(|copy| self.duel.code(*copy) == code && !choosing.taken.has(copy.0))
                .unwrap_or(card);
            found = Some((if copy == card { next } else { next.saturating_sub(1) }, copy));
        }
        found
    }
}

/// A choice of cards that a program makes.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) from: SelectId,
    pub(super) min: NumId,
    pub(super) max: NumId,
    pub(super) how: How,
    pub(super) by: Player,
}
