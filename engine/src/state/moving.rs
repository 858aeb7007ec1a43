//! How cards go from place to place, change sides and stand in their Decks: the part of the write gateway that
//! moves them.

use bytemuck::Zeroable;

use super::gateway::{BOTH_KNOW, KEPT, put};
use super::rooms::{CardSet, Modifier};
use super::{Card, DULY, Duel, SPECIALLY, flags, status_bits, traits, turn_bits};
use crate::event::{Cause, Event, Spot};
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, NO_CARD, Player};
use crate::limits::{MAX_CARDS, MAX_PILE};
use crate::marks::rule;
use crate::outcome::{Limit, Outcome};
use crate::witness::Witness;
use duelfish_script::{CardCode, ModKind, able, event_bit};

/// The form in which a card remembers where it was.
const fn origin_of(spot: Spot) -> u8 {
    spot.location as u8 | spot.player.number() << 4 | (spot.position.is_face_up() as u8) << 5
}

/// The same for a card that was in no proper place.
const fn nowhere_of(spot: Spot) -> u8 {
    origin_of(Spot { location: Location::Nowhere, ..spot })
}

/// A card as it is after a move, but for its zone and its stamp.
#[inline(always)]
fn arrived(mut card: Card, from: Spot, to: Arrival, cause: Cause) -> Card {
    card.location = to.location as u8;
    card.position = to.position as u8;
    card.controller = to.player.number();
    card.host = NO_CARD;
    // A card that was negated on its way to the field comes from nowhere, because it never was there
    // (FACT-N9, FACT-N16).
    let undone = card.status & status_bits::UNDONE != 0;
    // Face-up in the Extra Deck it is still the monster that was Summoned (SU-06.11).
    let lies_open = to.location == Location::Extra && to.position.is_face_up();
    let keeps = lies_open
        || !(to.location.is_deck() || matches!(to.location, Location::Hand | Location::Extra));
    rule!("CT-02.16h.i", "CT-02.16h.ii");
    card.status = if keeps { card.status & status_bits::PROPER } else { 0 };
    card.counters = [0; 2];
    let how = card.origin & (SPECIALLY | DULY);
    card.origin = if undone { nowhere_of(from) } else { origin_of(from) };
    if to.location == Location::Monster && cause == Cause::SpecialSummon {
        card.origin |= SPECIALLY;
    } else if from.location == Location::Monster && !undone {
        // How it had come to the field can be asked until it moves again.
        card.origin |= how;
    }
    let is_set = matches!(to.position, BattlePosition::Set | BattlePosition::Down);
    card.turn = match to.location {
        // To be Summoned face-down is not to be Set (REC-V3).
        Location::Monster if cause == Cause::SpecialSummon => turn_bits::SUMMONED,
        // A card that returns to the field was neither Summoned nor Set (FACT-M20).
        Location::Monster if cause == Cause::Return => 0,
        Location::Monster | Location::Spell | Location::Field | Location::Pendulum if is_set => {
            turn_bits::SET
        }
        Location::Monster => turn_bits::SUMMONED,
        Location::Nowhere
        | Location::DeckRest
        | Location::DeckTop
        | Location::DeckBottom
        | Location::Hand
        | Location::Spell
        | Location::Field
        | Location::Grave
        | Location::Banished
        | Location::Extra
        | Location::Material
        | Location::Pendulum => 0,
    };
    card
}

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival {
    pub(crate) player: Player,
    pub(crate) location: Location,
    /// Zone number; ignored for piles.
    pub(crate) zone: u8,
    pub(crate) position: BattlePosition,
}

impl Duel {
    /// Moves a card and says so.
    pub(crate) fn move_card<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        to: Arrival,
        cause: Cause,
    ) {
        let from = self.spot(card);
        let known_before = self.cards[card.index()].known & BOTH_KNOW;
        let old = self.card_key(card);
        self.remember_before_it_leaves(w, card, from.location);
        if self.is_able(card, able::TRIGGERED_AWAY) {
            self.count_away(w, (from.player, from.location), (to.player, to.location));
        }
        self.take_out(w, card, from);
        let zone = self.put_in(w, card, to);
        let stamp = self.next_stamp(w);
        let old_card = self.cards[card.index()];
        if old_card.host != NO_CARD && from.location != Location::Material {
            put!(self, w, self.equipped = self.equipped - 1);
        }
        let new = Card { stamp, zone, ..arrived(old_card, from, to, cause) };
        put!(self, w, self.cards[card.index()] = new);
        if to.location.is_spell_zone() {
            self.note_quick(w, card);
        }
        if self.is_able(card, able::IN_PHASE) {
            self.note_of_phases(w, card);
        }
        let known = self.known_after_move(w, card, from.location, known_before, to);
        let kept = self.cards[card.index()].known & KEPT;
        put!(self, w, self.cards[card.index()].known = known | kept);
        self.rekey(w, old, self.card_key(card));
        if self.traits != 0 {
            self.forget_effects_of(w, card, from.location, to.location);
            if self.traits & traits::WINS != 0 {
                self.set_flags(w, flags::UNADJUSTED);
            }
        }
        let to = self.spot(card);
        w.event(self, Event::Moved { card, from, to, cause, seen: known_before | known });
        if to.location == Location::Hand && self.hand_lies_open(to.player) {
            w.event(self, Event::Noticed { card, by: to.player.other() });
        }
    }

    /// A card that leaves the field is remembered as it was, if something may ask for that.
    #[inline(always)]
    fn remember_before_it_leaves<W: Witness>(&mut self, w: &mut W, card: CardId, from: Location) {
        let proper = self.cards[card.index()].status & status_bits::UNDONE == 0;
        if from == Location::Monster && proper && self.hears(event_bit::LEAVING) {
            self.remember_as_it_was(w, card);
        } else if let Some(host) = self.host(card)
            && from != Location::Material
            && self.hears(event_bit::LEAVING)
        {
            self.remember_host(w, card, host);
        } else if from.is_spell_zone() && self.has_mod(ModKind::Renamed) {
            self.remember_name(w, card);
        }
    }

    /// Counts that a card which something can trigger in a hand or Graveyard comes from one place to
    /// another.
    fn count_away<W: Witness>(
        &mut self,
        w: &mut W,
        from: (Player, Location),
        to: (Player, Location),
    ) {
        for ((player, location), more) in [(from, false), (to, true)] {
            if matches!(location, Location::Hand | Location::Grave | Location::Banished) {
                let old = self.away[player.index()];
                let new = if more { old + 1 } else { old - 1 };
                put!(self, w, self.away[player.index()] = new);
            }
        }
    }

    /// Gives control of a monster to the other player, in a zone of that player's. It stays the
    /// same card for all that remembers it, so it keeps its stamp (FACT-M17).
    pub(crate) fn switch_control<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        player: Player,
        zone: MonsterZone,
    ) {
        // The controller of a face-down monster may look at it (BP-12).
        self.learn(w, card, player);
        let from = self.spot(card);
        let old = self.card_key(card);
        self.take_out(w, card, from);
        self.come_to_other_side(w, card, from, old, player, zone);
    }

    /// Exchanges control of two monsters, each with the zone to which it goes, the first one first.
    pub(crate) fn swap_control<W: Witness>(
        &mut self,
        w: &mut W,
        first: (CardId, MonsterZone),
        second: (CardId, MonsterZone),
    ) {
        for (card, _) in [first, second] {
            // The controller of a face-down monster may look at it (BP-12).
            self.learn(w, card, self.controller(card).other());
        }
        // The first one can't come first if the second one still lies where it goes, unless both
        // change places at the same moment.
        let into = |(card, zone): (CardId, MonsterZone), other: (CardId, MonsterZone)| {
            zone.0 == self.zone(other.0) && card != other.0
        };
        let blocked = into(first, second) && !into(second, first);
        let (first, second) = if blocked { (second, first) } else { (first, second) };
        let before = [first, second].map(|(card, _)| (self.spot(card), self.card_key(card)));
        for (at, (card, _)) in [first, second].into_iter().enumerate() {
            self.take_out(w, card, before[at].0);
        }
        for (at, (card, zone)) in [first, second].into_iter().enumerate() {
            let (from, old) = before[at];
            self.come_to_other_side(w, card, from, old, from.player.other(), zone);
        }
    }

    pub(super) fn come_to_other_side<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        from: Spot,
        old: u64,
        player: Player,
        zone: MonsterZone,
    ) {
        let to =
            Arrival { player, location: Location::Monster, zone: zone.0, position: from.position };
        let zone = self.put_in(w, card, to);
        let mut new = self.cards[card.index()];
        new.zone = zone;
        new.controller = player.number();
        // From where and how it was Summoned stays true.
        new.origin = super::coming::on_other_side(origin_of(from), new.origin);
        put!(self, w, self.cards[card.index()] = new);
        self.rekey(w, old, self.card_key(card));
        self.materials_follow(w, card, from.player, player);
        if self.has_mod(ModKind::HoldsZone) {
            self.change_held_zone(w, card, None);
        }
        if self.has_any_mod(ModKind::ONLY_ONES) {
            self.come_last(w, card);
        }
        self.mark_all_dirty(w);
        self.negation_changed(w);
        let to = self.spot(card);
        let seen = new.known & BOTH_KNOW;
        w.event(self, Event::Moved { card, from, to, cause: Cause::Control, seen });
    }

    /// A monster of which a player can control only one comes to that player's others as the last one,
    /// however long it has been face-up.
    fn come_last<W: Witness>(&mut self, w: &mut W, card: CardId) {
        let own = |m: &Modifier| m.is_one_of(ModKind::ONLY_ONES) && m.source == card.0;
        if let Some(only) = self.mods().iter().find(|m| own(m)).copied() {
            self.remove_mods(w, own);
            self.add_mod(w, only);
        }
    }

    /// The cards attached to a monster go over with it.
    pub(super) fn materials_follow<W: Witness>(
        &mut self,
        w: &mut W,
        host: CardId,
        from: Player,
        to: Player,
    ) {
        for card in self.materials_at(from, host) {
            let old = self.card_key(card);
            self.take_out(w, card, Spot { player: from, ..self.spot(card) });
            let there = Arrival {
                player: to,
                location: Location::Material,
                zone: 0,
                position: BattlePosition::Up,
            };
            self.put_in(w, card, there);
            put!(self, w, self.cards[card.index()].controller = to.number());
            self.rekey(w, old, self.card_key(card));
        }
    }

    /// Set monsters of a player go to these zones, which were theirs. Nothing is said, for nobody
    /// but their player knows what goes where. The other player's knowledge of them is forgotten:
    /// that leaves less than could be worked out, but never more.
    pub(crate) fn shuffle_zones<W: Witness>(
        &mut self,
        w: &mut W,
        player: Player,
        order: &[(CardId, MonsterZone)],
    ) {
        let p = player.index();
        for (card, zone) in order {
            let old = self.card_key(*card);
            let mut new = self.cards[card.index()];
            new.zone = zone.0;
            new.known &= !(1 << player.other().number());
            put!(self, w, self.cards[card.index()] = new);
            self.rekey(w, old, self.card_key(*card));
            put!(self, w, self.sides[p].monsters[zone.index()] = card.0);
        }
        self.mark_all_dirty(w);
        self.negation_changed(w);
    }

    /// Where a card is, as events tell it.
    pub(crate) const fn spot(&self, card: CardId) -> Spot {
        Spot {
            player: self.controller(card),
            location: self.location(card),
            zone: self.zone(card),
            position: self.position(card),
        }
    }

    #[inline(always)]
    pub(super) fn take_out<W: Witness>(&mut self, w: &mut W, card: CardId, from: Spot) {
        let p = from.player.index();
        match from.location {
            Location::Monster => {
                put!(self, w, self.sides[p].monsters[from.zone as usize] = NO_CARD);
                self.mark_dirty(w, from.player, MonsterZone(from.zone));
            }
            Location::Spell | Location::Pendulum => {
                put!(self, w, self.sides[p].spells[from.zone as usize] = NO_CARD);
                self.set_quick(w, from, false);
            }
            Location::Field => {
                put!(self, w, self.sides[p].field = NO_CARD);
                self.set_quick(w, from, false);
            }
            Location::Nowhere => {}
            Location::DeckRest => {
                let pile = &self.sides[p].deck_rest;
                let at = pile.cards().iter().position(|c| *c == card.0);
                // The rest has no order, so its last card fills the gap: one write, not many.
                if let Some(at) = at {
                    let last = pile.cards[usize::from(pile.len) - 1];
                    let len = self.sides[p].deck_rest.len - 1;
                    put!(self, w, self.sides[p].deck_rest.cards[at] = last);
                    put!(self, w, self.sides[p].deck_rest.cards[usize::from(len)] = 0);
                    put!(self, w, self.sides[p].deck_rest.len = len);
                }
            }
            Location::DeckTop | Location::DeckBottom => {
                self.close_gap(w, p, from.location, card);
                self.number_anew(w, p, from.location, 0);
            }
            Location::Hand
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material => self.close_gap(w, p, from.location, card),
        }
    }

    /// The cards of an ordered part of a Deck have their places as zones, from this one on.
    fn number_anew<W: Witness>(&mut self, w: &mut W, p: usize, location: Location, from: usize) {
        let side = &self.sides[p];
        let pile = if location == Location::DeckTop { side.deck_top } else { side.deck_bottom };
        for (zone, card) in pile.cards().iter().enumerate().skip(from) {
            let card = CardId(*card);
            if self.zone(card) != zone as u8 {
                let old = self.card_key(card);
                put!(self, w, self.cards[card.index()].zone = zone as u8);
                self.rekey(w, old, self.card_key(card));
            }
        }
    }

    /// Takes a card out of an ordered pile; the cards above it move down.
    #[inline(always)]
    pub(super) fn close_gap<W: Witness>(
        &mut self,
        w: &mut W,
        p: usize,
        location: Location,
        card: CardId,
    ) {
        let pile = match location {
            Location::Hand => &self.sides[p].hand,
            Location::Grave => &self.sides[p].grave,
            Location::Banished => &self.sides[p].banished,
            Location::DeckTop => &self.sides[p].deck_top,
            Location::DeckBottom => &self.sides[p].deck_bottom,
            Location::Material => &self.sides[p].materials,
            // No other place is an ordered pile.
            Location::Extra
            | Location::Nowhere
            | Location::DeckRest
            | Location::Monster
            | Location::Spell
            | Location::Field
            | Location::Pendulum => &self.sides[p].extra,
        };
        let Some(at) = pile.cards().iter().position(|c| *c == card.0) else { return };
        self.save(w, pile);
        let pile = match location {
            Location::Hand => &mut self.sides[p].hand,
            Location::Grave => &mut self.sides[p].grave,
            Location::Banished => &mut self.sides[p].banished,
            Location::DeckTop => &mut self.sides[p].deck_top,
            Location::DeckBottom => &mut self.sides[p].deck_bottom,
            Location::Material => &mut self.sides[p].materials,
            Location::Extra
            | Location::Nowhere
            | Location::DeckRest
            | Location::Monster
            | Location::Spell
            | Location::Field
            | Location::Pendulum => &mut self.sides[p].extra,
        };
        let len = usize::from(pile.len);
        pile.cards.copy_within(at + 1..len, at);
        pile.cards[len - 1] = 0;
        pile.len -= 1;
    }

    /// Puts a card into its new place and returns the zone that it has there.
    #[inline(always)]
    pub(super) fn put_in<W: Witness>(&mut self, w: &mut W, card: CardId, to: Arrival) -> u8 {
        let p = to.player.index();
        macro_rules! push {
            ($pile:ident) => {{
                let len = self.sides[p].$pile.len;
                put!(self, w, self.sides[p].$pile.cards[usize::from(len)] = card.0);
                put!(self, w, self.sides[p].$pile.len = len + 1);
                len
            }};
        }
        match to.location {
            Location::Monster => {
                put!(self, w, self.sides[p].monsters[to.zone as usize] = card.0);
                self.mark_dirty(w, to.player, MonsterZone(to.zone));
                return to.zone;
            }
            Location::Spell | Location::Pendulum => {
                put!(self, w, self.sides[p].spells[to.zone as usize] = card.0);
                return to.zone;
            }
            Location::Field => put!(self, w, self.sides[p].field = card.0),
            Location::Nowhere => {}
            Location::Material => _ = push!(materials),
            Location::Hand => _ = push!(hand),
            Location::Grave => _ = push!(grave),
            Location::Banished => _ = push!(banished),
            Location::Extra => {
                _ = push!(extra);
                if !to.position.is_face_up() {
                    self.sink_in_extra(w, p);
                }
            }
            Location::DeckRest => _ = push!(deck_rest),
            Location::DeckTop => return push!(deck_top),
            Location::DeckBottom => {
                _ = push!(deck_bottom);
                self.sink_in_deck(w, p);
            }
        }
        0
    }

    /// The last card of the fixed ones at the bottom of a Deck goes below the others, which were put there
    /// before.
    fn sink_in_deck<W: Witness>(&mut self, w: &mut W, p: usize) {
        let len = usize::from(self.sides[p].deck_bottom.len);
        if len < 2 {
            return;
        }
        self.save(w, &self.sides[p].deck_bottom);
        self.sides[p].deck_bottom.cards[..len].rotate_right(1);
        // The caller numbers the card that has just come.
        self.number_anew(w, p, Location::DeckBottom, 1);
    }

    /// The last card of an Extra Deck goes below the face-up ones, which lie on top.
    pub(super) fn sink_in_extra<W: Witness>(&mut self, w: &mut W, p: usize) {
        let len = usize::from(self.sides[p].extra.len);
        let face_up = |card: &u8| self.position(CardId(*card)).is_face_up();
        let open = self.sides[p].extra.cards()[..len - 1].iter().rev().take_while(|c| face_up(c));
        let open = open.count();
        if open > 0 {
            self.save(w, &self.sides[p].extra);
            self.sides[p].extra.cards[len - 1 - open..len].rotate_right(1);
        }
    }

    /// Puts a new card into the duel, where no card was before. The card id is the next free one.
    pub(crate) fn add_card(
        &mut self,
        owner: Player,
        code: CardCode,
        to: Arrival,
    ) -> Option<CardId> {
        let new_id = CardId(self.cards_used);
        if new_id.index() >= MAX_CARDS {
            return None;
        }
        self.cards_used += 1;
        self.cards[new_id.index()].code = code.row();
        self.cards[new_id.index()].owner = owner.number();
        self.cards[new_id.index()].controller = owner.number();
        self.cards[new_id.index()].host = NO_CARD;
        self.key = self.key.wrapping_add(self.card_key(new_id));
        self.move_card(&mut (), new_id, to, Cause::Rule);
        Some(new_id)
    }

    /// Makes a Token that an effect will put on the field: in no place yet, as the so many-th of
    /// those that come together. It gets the next free card id, or that of the Token that left
    /// first; if there is none the duel ends.
    pub(crate) fn make_token<W: Witness>(
        &mut self,
        w: &mut W,
        owner: Player,
        code: CardCode,
        nth: u8,
    ) -> Option<CardId> {
        let next = CardId(self.cards_used);
        let new_id = if next.index() < MAX_CARDS {
            put!(self, w, self.cards_used = next.0 + 1);
            next
        } else {
            let gone = |card: &CardId| self.location(*card) == Location::Nowhere;
            let age = |card: &CardId| self.stamp.wrapping_sub(self.stamp(*card));
            let Some(oldest) = (0..self.cards_used).map(CardId).filter(gone).max_by_key(age) else {
                self.end(w, Outcome::Limit(Limit::Size));
                return None;
            };
            oldest
        };
        let stamp = self.next_stamp(w);
        let new = Card {
            code: code.row(),
            stamp,
            owner: owner.number(),
            controller: owner.number(),
            zone: nth,
            host: NO_CARD,
            ..Card::zeroed()
        };
        put!(self, w, self.cards[new_id.index()] = new);
        Some(new_id)
    }

    /// A card of a Graveyard comes to lie on top of it. It is not moved: it came there just now.
    pub(crate) fn raise_in_grave<W: Witness>(&mut self, w: &mut W, card: CardId) {
        let p = self.controller(card).index();
        self.close_gap(w, p, Location::Grave, card);
        let len = self.sides[p].grave.len;
        put!(self, w, self.sides[p].grave.cards[usize::from(len)] = card.0);
        put!(self, w, self.sides[p].grave.len = len + 1);
    }

    /// Fixes that a card of the unordered rest of a Deck is the next one below those whose order
    /// is fixed already. The card is not moved: it lay there all the time.
    pub(crate) fn fix_next_of_deck<W: Witness>(&mut self, w: &mut W, player: Player, card: CardId) {
        let from = self.spot(card);
        let old = self.card_key(card);
        self.take_out(w, card, from);
        let p = player.index();
        let pile = &self.sides[p].deck_top;
        self.save(w, pile);
        let len = usize::from(pile.len);
        let pile = &mut self.sides[p].deck_top;
        pile.cards.copy_within(0..len, 1);
        pile.cards[0] = card.0;
        pile.len += 1;
        put!(self, w, self.cards[card.index()].location = Location::DeckTop as u8);
        self.rekey(w, old, self.card_key(card));
        self.number_anew(w, p, Location::DeckTop, 0);
    }

    /// A card of the fixed ones on top of a Deck changes places with the topmost of some of them.
    pub(crate) fn raise_in_deck<W: Witness>(&mut self, w: &mut W, card: CardId, among: CardSet) {
        let p = self.controller(card).index();
        let zone_of = |duel: &Self, card: u8| duel.cards[usize::from(card)].zone;
        let Some(top) = among.iter().max_by_key(|other| zone_of(self, *other)) else { return };
        let (from, to) = (zone_of(self, card.0), zone_of(self, top));
        for (card, zone) in [(card, to), (CardId(top), from)] {
            let old = self.card_key(card);
            put!(self, w, self.cards[card.index()].zone = zone);
            put!(self, w, self.sides[p].deck_top.cards[zone as usize] = card.0);
            self.rekey(w, old, self.card_key(card));
        }
    }

    /// Shuffles a Deck: all of it becomes the unordered rest (DESIGN: a shuffle fixes no order).
    pub(crate) fn shuffle_deck<W: Witness>(&mut self, w: &mut W, player: Player) {
        for location in [Location::DeckTop, Location::DeckBottom] {
            loop {
                let side = &self.sides[player.index()];
                let pile =
                    if location == Location::DeckTop { &side.deck_top } else { &side.deck_bottom };
                let Some(card) = pile.cards().last().map(|card| CardId(*card)) else { break };
                let known = self.cards[card.index()].known & 1 << player.other().number();
                let old = self.card_key(card);
                self.take_out(w, card, self.spot(card));
                let to = Arrival {
                    player,
                    location: Location::DeckRest,
                    zone: 0,
                    position: BattlePosition::Down,
                };
                self.put_in(w, card, to);
                put!(self, w, self.cards[card.index()].location = Location::DeckRest as u8);
                put!(self, w, self.cards[card.index()].zone = 0);
                // A player who saw it knows that it is among the rest, not where.
                let known = self.known_after_move(w, card, location, known, to);
                let kept = self.cards[card.index()].known & KEPT;
                put!(self, w, self.cards[card.index()].known = known | kept);
                self.rekey(w, old, self.card_key(card));
            }
        }
        self.sort_rest(w, player);
        w.event(self, Event::Shuffled { player });
    }

    /// Puts the rest of a Deck, which has no order, into the order of its card codes: what is drawn
    /// later does not depend on which places its cards had before they were shuffled.
    pub(super) fn sort_rest<W: Witness>(&mut self, w: &mut W, player: Player) {
        let p = player.index();
        let mut rest = self.sides[p].deck_rest;
        let mut sorted: arrayvec::ArrayVec<u32, MAX_PILE> =
            rest.cards().iter().map(|card| self.by_code(CardId(*card))).collect();
        sorted.sort_unstable();
        for (card, sorted) in rest.cards.iter_mut().zip(sorted) {
            *card = sorted as u8;
        }
        put!(self, w, self.sides[p].deck_rest = rest);
    }

    /// A number for a card by which cards are sorted by card code, those with one card code by card id; its last
    /// byte is the card id.
    #[inline]
    pub(crate) fn by_code(&self, card: CardId) -> u32 {
        u32::from(self.code(card).row()) << 8 | u32::from(card.0)
    }
}
