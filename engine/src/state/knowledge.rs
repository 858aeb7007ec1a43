//! The players' knowledge of hidden cards.
//!
//! A card's `known` bits say who knows what it is at the very place where it is. Less exact
//! knowledge ("one of the cards in that hand") is a [`Group`](super::rooms::Group) of the
//! owner's cards, as the other player sees it. A card that was public and went to the hand is
//! known to be in the hand or among the cards that were Set from the hand since.

use super::rooms::CardSet;
use super::{Arrival, Duel};
use crate::event::Event;
use crate::ids::{CardId, Location, Player};
use crate::limits::MAX_PILE;
use crate::marks::{rule, rule_if};
use crate::witness::Witness;
use duelfish_script::{CardCode, ModKind};

/// The hand and the cards Set from it since a known card joined it.
pub(super) const HAND: usize = 0;
/// The unordered rest of the Deck.
pub(super) const DECK: usize = 1;
/// Set cards whose places were shuffled.
pub(super) const SHUFFLED: usize = 2;

const BOTH: u8 = 0b11;

impl Duel {
    /// The players who know a card after it has moved; moves it from one hidden group to another.
    #[inline(always)]
    pub(super) fn known_after_move<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        from: Location,
        known_before: u8,
        to: Arrival,
    ) -> u8 {
        let holder = 1 << to.player.number();
        let other = 1 << to.player.other().number();
        match to.location {
            // A card that goes to these places face-up is seen by both (DF-46, DF-77.i). Face-down it is
            // seen by its holder alone, unless it was public where it came from (BP-11, DF-82).
            Location::Extra if to.position.is_face_up() => {
                rule!("DF-65");
                self.leave_groups_openly(w, card, from == Location::Hand);
                BOTH
            }
            Location::Monster
            | Location::Spell
            | Location::Field
            | Location::Pendulum
            | Location::Grave
            | Location::Banished => self.known_on_field_or_away(w, card, from, known_before, to),
            Location::Hand => self.known_in_hand_now(w, card, from, known_before, to),
            Location::DeckRest | Location::DeckTop | Location::DeckBottom
                if from == Location::Hand && known_before & other == 0 =>
            {
                self.put_back_from_hand(w, card, to)
            }
            Location::DeckRest => {
                self.leave_groups(w, card);
                if known_before & other != 0 {
                    self.join_group(w, to.player, DECK, card, true);
                }
                0
            }
            Location::DeckTop | Location::DeckBottom => {
                self.leave_groups(w, card);
                known_before
            }
            Location::Extra => holder | (known_before & other),
            Location::Material => BOTH,
            Location::Nowhere => known_before,
        }
    }

    /// The same of a card that comes to the field, a Graveyard or the banished cards.
    #[inline(always)]
    fn known_on_field_or_away<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        from: Location,
        known_before: u8,
        to: Arrival,
    ) -> u8 {
        let holder = 1 << to.player.number();
        let other = 1 << to.player.other().number();
        let in_hand_group = self.in_group(to.player, HAND, card);
        let hidden = !to.position.is_face_up() && to.location != Location::Grave;
        if !hidden {
            rule_if!(to.location == Location::Grave, "DF-46", "DF-47");
            self.leave_groups_openly(w, card, from == Location::Hand);
            return BOTH;
        }
        rule!("BP-11", "BP-12", "CT-01.8f.ii");
        if from == Location::Hand && self.hand_lies_open(to.player) {
            // It is seen which card goes.
            self.leave_groups_openly(w, card, true);
            return BOTH;
        }
        if from == Location::Hand {
            // While the other player knows of a card in this hand, the Set card may be it.
            if self.group_has_known(to.player, HAND) {
                self.join_group(w, to.player, HAND, card, in_hand_group);
            }
            return holder;
        }
        self.leave_groups(w, card);
        holder | (known_before & other)
    }

    /// The same of a card that comes to a hand.
    #[inline(always)]
    fn known_in_hand_now<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        from: Location,
        known_before: u8,
        to: Arrival,
    ) -> u8 {
        let holder = 1 << to.player.number();
        let other = 1 << to.player.other().number();
        let seen = known_before & other != 0 || self.hand_lies_open(to.player);
        if seen && from != Location::Nowhere {
            self.leave_groups(w, card);
            self.join_group(w, to.player, HAND, card, true);
        }
        // A face-down card that comes back is among the same cards as before.
        holder
    }

    /// The players who know a card that went from the hand to the Deck. If the other player knows all
    /// cards of that hand, it is seen which one goes. Otherwise a card that was known to be in the hand
    /// may be this one. Nothing is known of that hand any more then: less than could be worked out,
    /// but never more.
    fn put_back_from_hand<W: Witness>(&mut self, w: &mut W, card: CardId, to: Arrival) -> u8 {
        let group = self.groups[to.player.index()][HAND];
        let holder = if to.location == Location::DeckRest { 0 } else { 1 << to.player.number() };
        if group.known.is_empty() {
            self.leave_groups(w, card);
            return holder;
        }
        let known = |other: u8| other == card.0 || group.known.has(other);
        let open = group.known.has(card.0)
            && self.hand(to.player).iter().all(|other| known(*other))
            && group
                .members
                .iter()
                .all(|other| self.location(CardId(other)) == Location::Hand || other == card.0);
        self.leave_groups(w, card);
        if !open {
            for other in group.members.iter().chain(group.known.iter()) {
                self.leave_groups(w, CardId(other));
            }
            return holder;
        }
        if to.location == Location::DeckRest {
            self.join_group(w, to.player, DECK, card, true);
            return holder;
        }
        holder | 1 << to.player.other().number()
    }

    /// A player sees what a card is, where it lies.
    pub(crate) fn learn<W: Witness>(&mut self, w: &mut W, card: CardId, to: Player) {
        let known = self.cards[card.index()].known;
        match self.location(card) {
            // A hand has no order (DF-68): the card is known to be there, not which one it is.
            Location::Hand => {
                let holder = self.controller(card);
                if holder != to && !self.in_group(holder, HAND, card) {
                    self.join_group(w, holder, HAND, card, true);
                }
            }
            Location::Monster | Location::Spell | Location::Field | Location::Pendulum => {
                if known >> to.number() & 1 == 0 {
                    self.leave_groups_openly(w, card, false);
                    let known = self.cards[card.index()].known;
                    self.write_known(w, card, known | 1 << to.number());
                }
            }
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material => self.write_known(w, card, known | 1 << to.number()),
        }
    }

    /// A player uses a card in the hand, which shows it. If the other player knew of such a card there, it is
    /// this one.
    pub(crate) fn show_used<W: Witness>(&mut self, w: &mut W, card: CardId, user: Player) {
        let group = self.groups[user.index()][HAND];
        if !group.known.is_empty() && !group.known.has(card.0) {
            let code = self.code(card);
            let copy = group.known.iter().find(|known| self.code(CardId(*known)) == code);
            let known = copy.map_or(group.known, |copy| group.known.without(copy));
            self.write_group(w, user.index(), HAND, group.members, known);
        }
        self.learn(w, card, user.other());
    }

    /// A player sees cards on top of the own Deck, and may put them in another order: nobody else
    /// knows where any of them is.
    pub(crate) fn see_alone<W: Witness>(&mut self, w: &mut W, cards: &[CardId], player: Player) {
        for card in cards.iter().copied() {
            let known = self.cards[card.index()].known;
            self.write_known(w, card, known & !BOTH | 1 << player.number());
            if known >> player.number() & 1 == 0 {
                w.event(self, Event::Noticed { card, by: player });
            }
        }
    }

    /// The cards that `player`'s opponent knows to be among that player's hand and the cards Set
    /// from it since.
    pub(crate) fn known_in_hand(&self, player: Player) -> impl Iterator<Item = CardId> + '_ {
        self.groups[player.index()][HAND].known.iter().map(CardId)
    }

    /// Whether a face-down card was Set from the hand while the other player knew of a card there:
    /// it may be that card.
    pub(crate) fn may_be_known_from_hand(&self, card: CardId) -> bool {
        self.groups[self.owner(card).index()][HAND].members.has(card.0)
    }

    /// Whether the other player knows all cards of a hand, because they were shown.
    pub(crate) fn is_open_hand(&self, player: Player) -> bool {
        let group = self.groups[player.index()][HAND];
        !group.known.is_empty()
            && self.hand(player).iter().all(|card| group.known.has(*card))
            && group.members.iter().all(|card| self.location(CardId(card)) == Location::Hand)
    }

    /// Whether a player's hand lies open to the opponent.
    #[inline(always)]
    pub(crate) fn hand_lies_open(&self, player: Player) -> bool {
        rule!("DF-73.i", "DF-73.ii");
        self.has_mod(ModKind::OpenHand)
            && self
                .mods()
                .iter()
                .any(|m| m.is(ModKind::OpenHand) && self.stands(m) && self.is_on_player(m, player))
    }

    /// The opponent learns what is in a hand that lies open.
    pub(crate) fn open_hand<W: Witness>(&mut self, w: &mut W, player: Player) {
        let hand: CardSet = self.hand(player).iter().copied().collect();
        if self.is_open_hand(player) || hand.is_empty() {
            return;
        }
        self.tell_hand_from_set(w, player);
        // Their order in the hand tells nothing.
        let mut sorted: arrayvec::ArrayVec<CardId, MAX_PILE> = hand.iter().map(CardId).collect();
        sorted.sort_unstable_by_key(|card| self.code(*card).row());
        for card in sorted {
            if !self.in_group(player, HAND, card) {
                self.learn(w, card, player.other());
                w.event(self, Event::Noticed { card, by: player.other() });
            }
        }
    }

    /// The whole hand is about to be shown: a card that was Set from it is not among its cards, and can't
    /// be one that is known of them.
    pub(crate) fn tell_hand_from_set<W: Witness>(&mut self, w: &mut W, player: Player) {
        let members = self.groups[player.index()][HAND].members;
        for card in members.iter().map(CardId) {
            if self.location(card) != Location::Hand {
                self.leave_groups(w, card);
            }
        }
    }

    /// This card was Set from the hand while the other player knew of a card there; used while a
    /// position is set up.
    pub(crate) fn mark_set_from_hand(&mut self, card: CardId) {
        self.join_group(&mut (), self.owner(card), HAND, card, false);
    }

    /// The other player knows that a card with this card code is in the hand or among the cards that
    /// were Set from it since; used while a position is set up. False if there is no such card
    /// that is not known already.
    pub(crate) fn know_in_hand(&mut self, player: Player, code: CardCode) -> bool {
        let group = self.groups[player.index()][HAND];
        let new = |card: &u8| !group.known.has(*card) && self.code(CardId(*card)) == code;
        let held = self.hand(player).iter().copied().find(new);
        let card = held.or_else(|| group.members.iter().find(new));
        if let Some(card) = card {
            self.join_group(&mut (), player, HAND, CardId(card), true);
        }
        card.is_some()
    }

    /// The other player knows this face-down card where it is; used while a position is set up.
    pub(crate) fn know_exactly(&mut self, card: CardId) {
        self.cards[card.index()].known |= BOTH;
    }

    fn in_group(&self, player: Player, group: usize, card: CardId) -> bool {
        self.groups[player.index()][group].known.has(card.0)
    }

    fn group_has_known(&self, player: Player, group: usize) -> bool {
        self.groups[player.index()][group].known.0 != [0; 4]
    }

    fn join_group<W: Witness>(
        &mut self,
        w: &mut W,
        player: Player,
        group: usize,
        card: CardId,
        known: bool,
    ) {
        self.set_grouped(w, card, 1);
        let old = self.groups[player.index()][group];
        let names = if known { old.known.with(card.0) } else { old.known };
        self.write_group(w, player.index(), group, old.members.with(card.0), names);
    }

    /// Takes a card out of all groups: it is hidden among others now.
    #[inline(always)]
    fn leave_groups<W: Witness>(&mut self, w: &mut W, card: CardId) {
        if !self.is_grouped(card) {
            return;
        }
        self.set_grouped(w, card, 0);
        let p = self.owner(card).index();
        for group in [HAND, DECK, SHUFFLED] {
            let old = self.groups[p][group];
            if old.members.has(card.0) || old.known.has(card.0) {
                let (members, known) = (old.members.without(card.0), old.known.without(card.0));
                self.write_group(w, p, group, members, known);
            }
        }
    }

    /// A card of a group is seen. A card code was known, not a piece of cardboard: any copy that is seen
    /// is the one that was known of, so that equal copies stay equal.
    #[inline(always)]
    pub(super) fn leave_groups_openly<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        was_in_hand: bool,
    ) {
        let p = self.owner(card).index();
        let old = self.groups[p][HAND];
        let concerned = was_in_hand || old.members.has(card.0);
        if concerned && !old.known.is_empty() {
            let code = self.code(card);
            let copy = old.known.iter().find(|known| self.code(CardId(*known)) == code);
            let named = if old.known.has(card.0) { Some(card.0) } else { copy };
            let known = named.map_or(old.known, |named| old.known.without(named));
            let members = old.members.without(card.0);
            // When nothing is known any more, no card can be the known one.
            let members = if known.is_empty() { CardSet::EMPTY } else { members };
            self.write_group(w, p, HAND, members, known);
        }
        self.leave_groups(w, card);
    }
}
