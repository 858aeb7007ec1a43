//! Cards that nobody sees beforehand: picks at random, the top of a Deck.

use arrayvec::ArrayVec;

use crate::chance::{Chance, Purpose, Question};
use crate::event::{Cause, Event};
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, Player};
use crate::limits::MAX_PILE;
use crate::lists::collect_all;
use crate::marks::rule;
use crate::run::Run;
use crate::state::{CardSet, Ctx};
use crate::witness::Witness;
use duelfish_script::{Away, SelectId, Who};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Chance takes one of some cards of a hand, an Extra Deck or a Deck.
    pub(super) fn one_at_random(&mut self, player: Player, of: CardSet) -> Option<CardId> {
        let (hand, extra) = (self.duel.hand(player), self.duel.extra(player));
        let there = hand.iter().chain(extra).copied().filter(|card| of.has(*card));
        let mut there: ArrayVec<u8, { 2 * MAX_PILE }> = collect_all(there);
        if there.is_empty() {
            // How they lie in a Deck is known to nobody, so they are told apart by what they are.
            let deck = self.duel.deck_by_code(player);
            there.extend(deck.into_iter().filter(|card| of.has(*card)));
        }
        if there.is_empty() {
            return None;
        }
        let at = self.one_of(player, &there);
        Some(CardId(there[at]))
    }

    /// Face-down monsters of a player change places with each other. The opponent does not see
    /// which is which then.
    pub(super) fn shuffle_set(&mut self, player: Player, of: CardSet) {
        let duel = &*self.duel;
        let there = duel
            .monsters(player)
            .filter(|(_, card)| of.has(card.0) && duel.position(*card) == BattlePosition::Set);
        let (zones, mut left): (ArrayVec<MonsterZone, MAX_ZONES>, ArrayVec<u8, MAX_ZONES>) =
            there.map(|(zone, card)| (zone, card.0)).unzip();
        if zones.len() < 2 {
            return;
        }
        let mut order: ArrayVec<(CardId, MonsterZone), MAX_ZONES> = ArrayVec::new();
        for zone in zones {
            let at = if left.len() > 1 { self.one_of(player, &left) } else { 0 };
            order.push((CardId(left.remove(at)), zone));
        }
        self.duel.shuffle_zones(self.witness, player, &order);
    }

    /// The number of one of some cards, as chance says.
    pub(super) fn one_of(&mut self, player: Player, cards: &[u8]) -> usize {
        let purpose = Purpose::Pick(player);
        let choices = cards.len() as u32;
        let index = self.duel.count_chance(self.witness, purpose);
        let duel = &*self.duel;
        let candidate = |i: u32| duel.candidate(CardId(cards[i as usize]));
        let answer = self.chance.answer(Question { purpose, index, choices }, candidate);
        answer.min(choices - 1) as usize
    }

    pub(super) fn take_at_random(&mut self, ctx: Ctx, from: SelectId, count: i32, into: u8) {
        let mut left = self.duel.gather(self.game.cards, ctx, from);
        let mut taken = CardSet::EMPTY;
        while taken.len() < count {
            let Some(holder) = left.iter().next().map(|card| self.duel.controller(CardId(card)))
            else {
                break;
            };
            let Some(card) = self.one_at_random(holder, left) else { break };
            (taken, left) = (taken.with(card.0), left.without(card.0));
        }
        self.keep(ctx, into, taken);
    }

    /// Shows the top cards of a Deck.
    pub(super) fn look_at_top(&mut self, player: Player, amount: i32, to: Player) {
        rule!("DF-54");
        for nth in 0..usize::try_from(amount).unwrap_or(0) {
            let Some(card) = self.nth_of_deck(player, nth) else { break };
            self.duel.show_card(self.witness, card, to);
        }
    }

    /// Shows both players a card of a Deck, counted from the top.
    pub(super) fn excavate(&mut self, player: Player, nth: usize) -> Option<CardId> {
        let card = self.nth_of_deck(player, nth)?;
        for to in Player::BOTH {
            self.duel.learn(self.witness, card, to);
        }
        self.witness.event(self.duel, Event::Excavated { card });
        Some(card)
    }

    /// Sends the top cards of a Deck away together.
    pub(super) fn mill(&mut self, player: Player, amount: i32, away: Away, cause: Cause) {
        let wanted = 0..usize::try_from(amount).unwrap_or(0);
        let top = wanted.map_while(|nth| self.nth_of_deck(player, nth));
        let top: ArrayVec<CardId, MAX_PILE> = collect_all(top);
        let cards = top.iter().map(|card| card.0).collect();
        match away {
            Away::ToGrave => self.send_in_order(&top, cards, Location::Grave, cause),
            Away::Banished => self.send_in_order(&top, cards, Location::Banished, cause),
            Away::BanishedDown => self.banish_face_down(&top, cause),
        }
    }

    /// The top cards of Decks, so many or as many as there are.
    pub(super) fn top_cards(&mut self, ctx: Ctx, who: Who, amount: i32) -> CardSet {
        let wanted = 0..usize::try_from(amount).unwrap_or(0);
        let mut top = CardSet::EMPTY;
        for player in ctx.players(who, self.duel.turn_player()) {
            let cards = wanted.clone().map_while(|nth| self.nth_of_deck(player, nth));
            top = cards.fold(top, |top, card| top.with(card.0));
        }
        top
    }

    /// A card of a Deck, counted from the top; chance fixes the order of those that nobody knew.
    pub(super) fn nth_of_deck(&mut self, player: Player, nth: usize) -> Option<CardId> {
        if self.duel.deck_top(player).len() <= nth {
            if let Some(card) = self.next_of_rest(player) {
                self.duel.fix_next_of_deck(self.witness, player, card);
            } else {
                // Below the rest there may be cards whose order is known.
                let below = nth - self.duel.deck_top(player).len();
                return self.duel.deck_bottom(player).iter().rev().nth(below).map(|c| CardId(*c));
            }
        }
        let top = self.duel.deck_top(player);
        Some(CardId(top[top.len() - 1 - nth]))
    }
}

/// How many monsters can change places.
const MAX_ZONES: usize = MonsterZone::ALL as usize;
