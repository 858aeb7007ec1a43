//! Cards that an effect would put into a Deck, where they may go to another place instead. The players whose
//! effects say so are asked first, then all of them move.

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::Cause;
use crate::game::Game;
use crate::ids::{CardId, Location, Player};
use crate::run::{Flow, Run};
use crate::state::{CardSet, Ctx, Duel, Frame, ReplaceFrame, SetSlot, location_bit_of};
use crate::witness::Witness;
use duelfish_script::{DeckEnd, Doer, Effect, ModKind, SetRef, by_bit, event_bit};

/// A frame that puts the cards of the register of cards to destroy into Decks.
fn to_deck(end: DeckEnd) -> Frame {
    let to_deck = match end {
        DeckEnd::Shuffled => 1,
        DeckEnd::Top => 2,
        DeckEnd::Bottom => 3,
    };
    Frame::new(ReplaceFrame { to_deck, ..Zeroable::zeroed() })
}

/// The end of the Decks to which a number of [`ReplaceFrame::to_deck`] leads.
pub(super) const fn end_of_deck(number: u8) -> DeckEnd {
    match number {
        1 => DeckEnd::Shuffled,
        2 => DeckEnd::Top,
        _ => DeckEnd::Bottom,
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// A step that puts cards into Decks; or, where they may go elsewhere, it is asked first, and the program goes
    /// on with the step `back`.
    pub(super) fn members_to_deck(
        &mut self,
        frame: Frame,
        ctx: Ctx,
        which: SetRef,
        end: DeckEnd,
        back: u8,
    ) -> Option<Flow> {
        self.keep_from_leaving(ctx, which);
        let cards = self.duel.members(ctx, which);
        if self.duel.resolving() != 0 && self.may_be_replaced(cards, event_bit::WOULD_GO_TO_DECK, 0)
        {
            self.go_on(frame, 1);
            return Some(Flow::Call(to_deck(end), back));
        }
        self.put_in_deck(cards, end, self.cause_of_move(ctx));
        None
    }

    /// Puts those of the cards into the hand that go there instead of the Deck; the others.
    pub(super) fn send_to_hand_instead(&mut self, cards: CardSet) -> CardSet {
        let kind = ModKind::ToHandInstead;
        if !self.duel.has_mod(kind) {
            return cards;
        }
        let goes = |card: &u8| self.duel.has_been_given(kind, CardId(*card));
        let kept: CardSet = cards.iter().filter(goes).collect();
        self.duel.remove_mods(self.witness, |m| m.is(kind) && kept.has(m.target));
        self.send(kept, Location::Hand, Cause::Effect);
        cards.iter().filter(|card| !kept.has(*card)).collect()
    }
}

impl Duel {
    /// The cards on their way to a Deck that an effect may send elsewhere: those that the link which resolves
    /// moves, if it is of such a card as the effect says.
    pub(super) fn sent_elsewhere(&self, game: &Game<'_>, card: CardId, effect: &Effect) -> CardSet {
        let (on, ctx) = (effect.on, Ctx::of_card(self.controller(card), card));
        let by = Player::of_bit(self.link(self.resolving() - 1).player);
        if !on.doer.is_none_or(|doer| self.resolves_such(game, ctx, doer)) {
            return CardSet::EMPTY;
        }
        let goes = |one: &u8| {
            let one = CardId(*one);
            let side = self.controller(one);
            ctx.is_among(on.sides, side)
                && (on.by & by_bit::OPPONENT == 0 || by != side)
                && (on.from == 0 || on.from & location_bit_of(self.location(one)) != 0)
                && on.itself.is_none_or(|itself| itself == (one == card))
                && self.fits(game.cards, ctx, on.cards, one)
        };
        self.set(SetSlot::TO_DESTROY).iter().filter(goes).collect()
    }

    /// Whether the link that resolves, if one does, is of such a card.
    pub(super) fn resolves_such(&self, game: &Game<'_>, ctx: Ctx, doer: Doer) -> bool {
        self.resolving() != 0 && {
            let link = self.link(self.resolving() - 1);
            let (by, from) = (Player::of_bit(link.player), Location::from_byte(link.location));
            self.is_such_a_doer(game.cards, ctx, doer, by, CardId(link.source), from)
        }
    }
}
