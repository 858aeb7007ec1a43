//! The write gateway: the only place where a duel changes.
//!
//! Every mutator saves the words it will change in the journal (when there is one), keeps the
//! incremental key, and marks derived values that became stale.

use bytemuck::Zeroable;

use super::rooms::CardSet;
use super::{
    Ask, Attack, Card, Duel, Frame, MORE_PENDULUM_USED, ONE_MORE_USED, OTHERS_USED, PENDULUM_USED,
    SPECIALLY, WORDS, flags, status_bits, traits, turn_bits,
};
use crate::catalogue::Print;
use crate::chance::Purpose;
use crate::effects::{event_bit, reads_bit};
use crate::event::{Cause, Event, Spot};
use crate::ids::{Handle, NO_CARD, Phase, Place, Player, Pose, Seat};
use crate::limits::{MAX_CARDS, MAX_FRAMES};
use crate::marks::rule;
use crate::outcome::{Limit, Outcome};
use crate::witness::{Journal, Mark, Witness};

/// The bit of `Card::known` that says that a knowledge group may hold the card.
const GROUPED: u8 = 1 << 7;
/// The bits of `Card::known` that say who knows the card.
const BOTH_KNOW: u8 = 0b11;
/// The bits of `Card::known` that stay when it changes who knows the card.
const KEPT: u8 = !BOTH_KNOW;

/// The form in which a card remembers where it was.
const fn origin_of(spot: Spot) -> u8 {
    spot.place as u8 | spot.player.0 << 4 | (spot.pose.is_face_up() as u8) << 5
}

/// The same for a card that was in no proper place.
const fn nowhere_of(spot: Spot) -> u8 {
    origin_of(Spot { place: Place::Nowhere, ..spot })
}

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival {
    pub(crate) player: Player,
    pub(crate) place: Place,
    /// Zone number; ignored for piles.
    pub(crate) seat: u8,
    pub(crate) pose: Pose,
}

/// Saves the words in which a field lies, then writes the field.
macro_rules! put {
    ($duel:ident, $witness:ident, $($field:tt)+) => { put!(@ $duel, $witness, [] $($field)+) };
    (@ $duel:ident, $witness:ident, [$($path:tt)+] = $value:expr) => {{
        let value = $value;
        $duel.save($witness, &$($path)+);
        $($path)+ = value;
    }};
    (@ $duel:ident, $witness:ident, [$($path:tt)*] $next:tt $($rest:tt)+) => {
        put!(@ $duel, $witness, [$($path)* $next] $($rest)+)
    };
}
pub(super) use put;

impl Duel {
    /// An empty table: no cards, no Life Points, before the first turn.
    pub(crate) fn empty() -> Self {
        let mut duel = Self::zeroed();
        let card = Card { host: NO_CARD, ..Card::zeroed() };
        duel.cards = [card; MAX_CARDS];
        for side in &mut duel.sides {
            side.monsters = [NO_CARD; 7];
            side.spells = [NO_CARD; 5];
            side.field = NO_CARD;
        }
        duel.attack = Attack { attacker: NO_CARD, target: NO_CARD, ..Attack::zeroed() };
        duel.reserved = NO_CARD;
        duel.reserved_material = NO_CARD;
        duel
    }

    /// Saves the old content of every word that `field` touches.
    #[inline(always)]
    pub(super) fn save<W: Witness, T>(&self, witness: &mut W, field: &T) {
        if W::JOURNALS {
            let start = std::ptr::from_ref(field).addr() - std::ptr::from_ref(self).addr();
            let words: &[u64; WORDS] = bytemuck::cast_ref(self);
            let touched = start / 8..(start + size_of::<T>()).div_ceil(8);
            for (word, old) in touched.clone().zip(&words[touched]) {
                witness.save(word as u16, *old);
            }
        }
    }

    /// Puts back everything that was written after `mark`.
    ///
    /// The journal must be the one that watched this duel.
    pub fn undo(&mut self, journal: &mut Journal, mark: Mark) {
        let words: &mut [u64; WORDS] = bytemuck::cast_mut(self);
        while let Some((word, old)) = journal.pop_after(mark) {
            words[usize::from(word)] = old;
        }
    }

    pub(crate) fn set_lp<W: Witness>(&mut self, w: &mut W, player: Player, lp: i32) {
        put!(self, w, self.sides[player.index()].lp = lp);
    }

    pub(crate) fn set_normal_summons<W: Witness>(&mut self, w: &mut W, player: Player, used: u8) {
        let others = self.sides[player.index()].normal_summons & OTHERS_USED;
        put!(self, w, self.sides[player.index()].normal_summons = used & !OTHERS_USED | others);
    }

    pub(crate) fn set_one_more_summon<W: Witness>(
        &mut self,
        w: &mut W,
        player: Player,
        used: bool,
    ) {
        let more = if used { ONE_MORE_USED } else { 0 };
        let rest = self.sides[player.index()].normal_summons & !ONE_MORE_USED;
        put!(self, w, self.sides[player.index()].normal_summons = rest | more);
    }

    /// Notes that a player has Pendulum Summoned, the usual time or once more.
    pub(crate) fn set_pendulum_used<W: Witness>(&mut self, w: &mut W, player: Player, more: bool) {
        let bit = if more { MORE_PENDULUM_USED } else { PENDULUM_USED };
        let used = self.sides[player.index()].normal_summons | bit;
        put!(self, w, self.sides[player.index()].normal_summons = used);
    }

    pub(crate) fn set_phase<W: Witness>(&mut self, w: &mut W, phase: Phase) {
        put!(self, w, self.phase = phase as u8);
        if self.acted != 0 {
            put!(self, w, self.acted = 0);
        }
        self.facts_changed(w, reads_bit::CLOCK);
        w.event(self, Event::Phase(phase));
    }

    /// Notes that something is done in this phase, if a card asks for that.
    pub(crate) fn note_act<W: Witness>(&mut self, w: &mut W) {
        if self.has_trait(traits::ASKS_OF_PHASE) && self.acted == 0 {
            put!(self, w, self.acted = 1);
        }
    }

    /// Goes back to an earlier step without announcing it: after a Damage Step play returns to the
    /// Battle Step (TU-05.1).
    pub(crate) fn resume_phase<W: Witness>(&mut self, w: &mut W, phase: Phase) {
        put!(self, w, self.phase = phase as u8);
        self.facts_changed(w, reads_bit::CLOCK);
    }

    /// Begins the next turn: what a turn allows once is allowed again, for both players' cards.
    pub(crate) fn begin_turn<W: Witness>(&mut self, w: &mut W, player: Player) {
        put!(self, w, self.turn = self.turn + 1);
        put!(self, w, self.turn_player = player.0);
        self.facts_changed(w, reads_bit::CLOCK);
        for player in Player::BOTH {
            if self.sides[player.index()].normal_summons != 0 {
                put!(self, w, self.sides[player.index()].normal_summons = 0);
            }
            let mut left = self.occupied(player);
            while left != 0 {
                let seat = left.trailing_zeros() as usize;
                left &= left - 1;
                self.forget_turn_of(w, self.sides[player.index()].monsters[seat]);
            }
            if self.traits & traits::SPELLS != 0 {
                for zone in 0..5 {
                    self.forget_turn_of(w, self.sides[player.index()].spells[zone]);
                }
                self.forget_turn_of(w, self.sides[player.index()].field);
            }
        }
        if self.traits != 0 {
            self.forget_uses(w);
            self.clear_flags(w, flags::HAND_ADJUSTED);
        }
        w.event(self, Event::Turn { number: self.turn, player });
    }

    /// What happened this turn to the card in a zone, if there is one, is over.
    #[inline]
    fn forget_turn_of<W: Witness>(&mut self, w: &mut W, card: u8) {
        if card != NO_CARD && self.turn_bits(Handle(card)) != 0 {
            self.write_turn_bits(w, Handle(card), 0);
        }
    }

    pub(crate) fn add_turn_bits<W: Witness>(&mut self, w: &mut W, card: Handle, bits: u8) {
        self.write_turn_bits(w, card, self.turn_bits(card) | bits);
    }

    /// Takes an attack back that was declared and not made.
    pub(crate) fn forget_attack<W: Witness>(&mut self, w: &mut W, card: Handle) {
        self.write_turn_bits(w, card, self.turn_bits(card) & !turn_bits::ATTACKED);
    }

    /// A monster Summoned this turn has changed sides: whoever controls it did not Summon it if the
    /// one before did.
    pub(crate) fn swap_summoner<W: Witness>(&mut self, w: &mut W, card: Handle) {
        const EITHER: u8 = turn_bits::SUMMONED | turn_bits::SUMMONED_BY_OTHER;
        if self.turn_bits(card) & EITHER != 0 {
            self.write_turn_bits(w, card, self.turn_bits(card) ^ EITHER);
        }
    }

    fn write_turn_bits<W: Witness>(&mut self, w: &mut W, card: Handle, bits: u8) {
        let old = self.card_key(card);
        put!(self, w, self.cards[card.index()].turn = bits);
        self.rekey(w, old, self.card_key(card));
    }

    /// Writes which counters are on a card, and how many.
    pub(crate) fn write_counters<W: Witness>(&mut self, w: &mut W, card: Handle, new: [u8; 2]) {
        if self.cards[card.index()].counters != new {
            let old = self.card_key(card);
            put!(self, w, self.cards[card.index()].counters = new);
            self.rekey(w, old, self.card_key(card));
            // Values may depend on them.
            self.facts_changed(w, reads_bit::MONSTERS | reads_bit::SPELLS);
        }
    }

    /// Changes how a monster on the field lies.
    pub(crate) fn set_pose<W: Witness>(&mut self, w: &mut W, card: Handle, pose: Pose) {
        let from = self.pose(card);
        let old = self.card_key(card);
        put!(self, w, self.cards[card.index()].pose = pose as u8);
        if pose.is_face_up() {
            self.reveal(w, card);
        }
        self.rekey(w, old, self.card_key(card));
        self.mark_dirty(w, self.controller(card), Seat(self.seat(card)));
        self.facts_changed(w, reads_bit::MONSTERS | reads_bit::SPELLS);
        if self.traits != 0 {
            if self.place(card) != Place::Monster {
                self.note_quick(w, card);
            }
            // A monster that was turned may have to be turned back.
            self.set_flags(w, flags::UNSETTLED);
            self.negation_changed(w);
            if pose == Pose::Set {
                self.write_counters(w, card, [0; 2]);
                self.forget_effects_of(w, card, Place::Monster, Place::Monster);
            } else if from == Pose::Set {
                self.add_turn_bits(w, card, turn_bits::FLIPPED);
            }
        }
        w.event(self, Event::PoseChanged { card, from, to: pose });
    }

    /// A card that has left the field for now lies as it lay there.
    pub(crate) fn keep_pose<W: Witness>(&mut self, w: &mut W, card: Handle, pose: Pose) {
        let old = self.card_key(card);
        put!(self, w, self.cards[card.index()].pose = pose as u8);
        self.rekey(w, old, self.card_key(card));
    }

    /// Notes whether a Spell or Trap on the field could be used in response as it lies now.
    pub(super) fn note_quick<W: Witness>(&mut self, w: &mut W, card: Handle) {
        self.set_quick(w, self.spot(card), self.could_be_quick(card));
    }

    fn set_quick<W: Witness>(&mut self, w: &mut W, at: Spot, quick: bool) {
        let bit = 1 << if at.place == Place::Field { super::FIELD_BIT } else { at.seat };
        let old = self.sides[at.player.index()].quick;
        let new = if quick { old | bit } else { old & !bit };
        if new != old {
            put!(self, w, self.sides[at.player.index()].quick = new);
        }
    }

    /// Everybody sees what a card is.
    fn reveal<W: Witness>(&mut self, w: &mut W, card: Handle) {
        self.leave_groups_openly(w, card, false);
        let kept = self.cards[card.index()].known & KEPT;
        put!(self, w, self.cards[card.index()].known = BOTH_KNOW | kept);
    }

    /// Moves a card and says so.
    pub(crate) fn move_card<W: Witness>(
        &mut self,
        w: &mut W,
        card: Handle,
        to: Arrival,
        cause: Cause,
    ) {
        let from = self.spot(card);
        let known_before = self.cards[card.index()].known & BOTH_KNOW;
        let old = self.card_key(card);
        let proper = self.cards[card.index()].status & status_bits::UNDONE == 0;
        if from.place == Place::Monster && proper && self.hears(event_bit::LEAVING) {
            self.remember_as_it_was(w, card);
        } else if let Some(host) = self.host(card)
            && from.place != Place::Material
            && self.hears(event_bit::LEAVING)
        {
            self.remember_host(w, card, host);
        }
        self.take_out(w, card, from);
        let seat = self.put_in(w, card, to);
        let stamp = self.stamp.wrapping_add(1);
        put!(self, w, self.stamp = stamp);
        let mut new = self.cards[card.index()];
        if new.host != NO_CARD && from.place != Place::Material {
            put!(self, w, self.equipped = self.equipped - 1);
        }
        new.stamp = stamp;
        new.place = to.place as u8;
        new.seat = seat;
        new.pose = to.pose as u8;
        new.controller = to.player.0;
        new.host = NO_CARD;
        // What was negated on its way to the field comes from nowhere (N9, N16 of the facts).
        let undone = new.status & status_bits::UNDONE != 0;
        // Face-up in the Extra Deck it is still the monster that was Summoned (SU-06.11).
        let lies_open = to.place == Place::Extra && to.pose.is_face_up();
        let keeps =
            lies_open || !(to.place.is_deck() || matches!(to.place, Place::Hand | Place::Extra));
        rule!("CT-02.16h.i", "CT-02.16h.ii");
        new.status = if keeps { new.status & status_bits::PROPER } else { 0 };
        new.counters = [0; 2];
        new.origin = if undone { nowhere_of(from) } else { origin_of(from) };
        if to.place == Place::Monster && cause == Cause::SpecialSummon {
            new.origin |= SPECIALLY;
        }
        new.turn = match (to.place, to.pose) {
            // To be Summoned face-down is not to be Set (V3 of the recordings).
            (Place::Monster, _) if cause == Cause::SpecialSummon => turn_bits::SUMMONED,
            // What returns to the field was neither Summoned nor Set (M20).
            (Place::Monster, _) if cause == Cause::Return => 0,
            (place, Pose::Set | Pose::Down) if place.is_on_field() => turn_bits::SET,
            (Place::Monster, _) => turn_bits::SUMMONED,
            _ => 0,
        };
        put!(self, w, self.cards[card.index()] = new);
        if to.place.is_spell_zone() {
            self.note_quick(w, card);
        }
        let known = self.known_after_move(w, card, from.place, known_before, to);
        let kept = self.cards[card.index()].known & KEPT;
        put!(self, w, self.cards[card.index()].known = known | kept);
        self.rekey(w, old, self.card_key(card));
        if self.traits != 0 {
            self.forget_effects_of(w, card, from.place, to.place);
            if self.traits & traits::WINS != 0 {
                self.set_flags(w, flags::UNSETTLED);
            }
        }
        let to = self.spot(card);
        w.event(self, Event::Moved { card, from, to, cause, seen: known_before | known });
        if to.place == Place::Hand && self.hand_lies_open(to.player) {
            w.event(self, Event::Noticed { card, by: to.player.other() });
        }
    }

    /// Notes that a monster came to the field by a Special Summon.
    pub(crate) fn note_came_specially<W: Witness>(&mut self, w: &mut W, card: Handle) {
        let old = self.card_key(card);
        let origin = self.cards[card.index()].origin | SPECIALLY;
        put!(self, w, self.cards[card.index()].origin = origin);
        self.rekey(w, old, self.card_key(card));
    }

    /// Gives control of a monster to the other player, in a zone of that player's. It stays the
    /// same card in all that is said of it (M17 of the facts), so it keeps its stamp.
    pub(crate) fn switch_control<W: Witness>(
        &mut self,
        w: &mut W,
        card: Handle,
        player: Player,
        seat: Seat,
    ) {
        // Who controls a face-down monster may look at it (BP-12).
        self.learn(w, card, player);
        let from = self.spot(card);
        let old = self.card_key(card);
        self.take_out(w, card, from);
        self.come_to_other_side(w, card, from, old, player, seat);
    }

    /// Exchanges control of two monsters, each with the zone to which it goes, the first one first.
    pub(crate) fn swap_control<W: Witness>(
        &mut self,
        w: &mut W,
        first: (Handle, Seat),
        second: (Handle, Seat),
    ) {
        for (card, _) in [first, second] {
            // Who controls a face-down monster may look at it (BP-12).
            self.learn(w, card, self.controller(card).other());
        }
        // The first one can't come first if the second one still lies where it goes, unless both
        // change places at the same moment.
        let into = |(card, seat): (Handle, Seat), other: (Handle, Seat)| {
            seat.0 == self.seat(other.0) && card != other.0
        };
        let blocked = into(first, second) && !into(second, first);
        let (first, second) = if blocked { (second, first) } else { (first, second) };
        let before = [first, second].map(|(card, _)| (self.spot(card), self.card_key(card)));
        for (at, (card, _)) in [first, second].into_iter().enumerate() {
            self.take_out(w, card, before[at].0);
        }
        for (at, (card, seat)) in [first, second].into_iter().enumerate() {
            let (from, old) = before[at];
            self.come_to_other_side(w, card, from, old, from.player.other(), seat);
        }
    }

    fn come_to_other_side<W: Witness>(
        &mut self,
        w: &mut W,
        card: Handle,
        from: Spot,
        old: u64,
        player: Player,
        seat: Seat,
    ) {
        let to = Arrival { player, place: Place::Monster, seat: seat.0, pose: from.pose };
        let seat = self.put_in(w, card, to);
        let mut new = self.cards[card.index()];
        new.seat = seat;
        new.controller = player.0;
        new.origin = origin_of(from) | new.origin & SPECIALLY;
        put!(self, w, self.cards[card.index()] = new);
        self.rekey(w, old, self.card_key(card));
        self.materials_follow(w, card, from.player, player);
        self.mark_all_dirty(w);
        self.negation_changed(w);
        let to = self.spot(card);
        let seen = new.known & BOTH_KNOW;
        w.event(self, Event::Moved { card, from, to, cause: Cause::Control, seen });
    }

    /// What is attached to a monster goes over with it.
    fn materials_follow<W: Witness>(&mut self, w: &mut W, host: Handle, from: Player, to: Player) {
        for card in self.materials_at(from, host) {
            let old = self.card_key(card);
            self.take_out(w, card, Spot { player: from, ..self.spot(card) });
            let there = Arrival { player: to, place: Place::Material, seat: 0, pose: Pose::Up };
            self.put_in(w, card, there);
            put!(self, w, self.cards[card.index()].controller = to.0);
            self.rekey(w, old, self.card_key(card));
        }
    }

    /// Says to which monster a card is attached that has just become a material.
    pub(super) fn write_host<W: Witness>(&mut self, w: &mut W, card: Handle, host: Handle) {
        put!(self, w, self.cards[card.index()].host = host.0);
    }

    /// Set monsters of a player go to these zones, which were theirs. Nothing is said, for nobody
    /// but their player knows what goes where; what the other one knew of them is forgotten, which
    /// is less than could be worked out, but never more.
    pub(crate) fn shuffle_seats<W: Witness>(
        &mut self,
        w: &mut W,
        player: Player,
        order: &[(Handle, Seat)],
    ) {
        let p = player.index();
        for (card, seat) in order {
            let old = self.card_key(*card);
            let mut new = self.cards[card.index()];
            new.seat = seat.0;
            new.known &= !(1 << player.other().0);
            put!(self, w, self.cards[card.index()] = new);
            self.rekey(w, old, self.card_key(*card));
            put!(self, w, self.sides[p].monsters[seat.index()] = card.0);
        }
        self.mark_all_dirty(w);
        self.negation_changed(w);
    }

    /// Where a card is, as events tell it.
    pub(crate) const fn spot(&self, card: Handle) -> Spot {
        Spot {
            player: self.controller(card),
            place: self.place(card),
            seat: self.seat(card),
            pose: self.pose(card),
        }
    }

    #[inline(always)]
    fn take_out<W: Witness>(&mut self, w: &mut W, card: Handle, from: Spot) {
        let p = from.player.index();
        match from.place {
            Place::Monster => {
                put!(self, w, self.sides[p].monsters[from.seat as usize] = NO_CARD);
                self.mark_dirty(w, from.player, Seat(from.seat));
            }
            Place::Spell | Place::Pendulum => {
                put!(self, w, self.sides[p].spells[from.seat as usize] = NO_CARD);
                self.set_quick(w, from, false);
            }
            Place::Field => {
                put!(self, w, self.sides[p].field = NO_CARD);
                self.set_quick(w, from, false);
            }
            Place::Nowhere => {}
            Place::DeckRest => {
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
            place => self.close_gap(w, p, place, card),
        }
    }

    /// Takes a card out of an ordered pile; the cards above it move down.
    fn close_gap<W: Witness>(&mut self, w: &mut W, p: usize, place: Place, card: Handle) {
        let pile = match place {
            Place::Hand => &self.sides[p].hand,
            Place::Grave => &self.sides[p].grave,
            Place::Banished => &self.sides[p].banished,
            Place::DeckTop => &self.sides[p].deck_top,
            Place::DeckBottom => &self.sides[p].deck_bottom,
            Place::Material => &self.sides[p].materials,
            _ => &self.sides[p].extra,
        };
        let Some(at) = pile.cards().iter().position(|c| *c == card.0) else { return };
        self.save(w, pile);
        let pile = match place {
            Place::Hand => &mut self.sides[p].hand,
            Place::Grave => &mut self.sides[p].grave,
            Place::Banished => &mut self.sides[p].banished,
            Place::DeckTop => &mut self.sides[p].deck_top,
            Place::DeckBottom => &mut self.sides[p].deck_bottom,
            Place::Material => &mut self.sides[p].materials,
            _ => &mut self.sides[p].extra,
        };
        let len = usize::from(pile.len);
        pile.cards.copy_within(at + 1..len, at);
        pile.cards[len - 1] = 0;
        pile.len -= 1;
    }

    /// Puts a card into its new place and returns the seat that it has there.
    #[inline(always)]
    fn put_in<W: Witness>(&mut self, w: &mut W, card: Handle, to: Arrival) -> u8 {
        let p = to.player.index();
        macro_rules! push {
            ($pile:ident) => {{
                let len = self.sides[p].$pile.len;
                put!(self, w, self.sides[p].$pile.cards[usize::from(len)] = card.0);
                put!(self, w, self.sides[p].$pile.len = len + 1);
                len
            }};
        }
        match to.place {
            Place::Monster => {
                put!(self, w, self.sides[p].monsters[to.seat as usize] = card.0);
                self.mark_dirty(w, to.player, Seat(to.seat));
                return to.seat;
            }
            Place::Spell | Place::Pendulum => {
                put!(self, w, self.sides[p].spells[to.seat as usize] = card.0);
                return to.seat;
            }
            Place::Field => put!(self, w, self.sides[p].field = card.0),
            Place::Nowhere => {}
            Place::Material => _ = push!(materials),
            Place::Hand => _ = push!(hand),
            Place::Grave => _ = push!(grave),
            Place::Banished => _ = push!(banished),
            Place::Extra => {
                _ = push!(extra);
                if !to.pose.is_face_up() {
                    self.sink_in_extra(w, p);
                }
            }
            Place::DeckRest => _ = push!(deck_rest),
            Place::DeckTop => return push!(deck_top),
            Place::DeckBottom => return push!(deck_bottom),
        }
        0
    }

    /// The last card of an Extra Deck goes below the face-up ones, which lie on top.
    fn sink_in_extra<W: Witness>(&mut self, w: &mut W, p: usize) {
        let len = usize::from(self.sides[p].extra.len);
        let face_up = |card: &u8| self.pose(Handle(*card)).is_face_up();
        let open = self.sides[p].extra.cards()[..len - 1].iter().rev().take_while(|c| face_up(c));
        let open = open.count();
        if open > 0 {
            self.save(w, &self.sides[p].extra);
            self.sides[p].extra.cards[len - 1 - open..len].rotate_right(1);
        }
    }

    pub(super) fn mark_dirty<W: Witness>(&mut self, w: &mut W, player: Player, seat: Seat) {
        let bit = 1 << (8 * player.0 + seat.0);
        put!(self, w, self.dirty = self.dirty | bit);
    }

    /// Puts a new card into the duel, where no card was before. The handle is the next free one.
    pub(crate) fn add_card(&mut self, owner: Player, print: Print, to: Arrival) -> Option<Handle> {
        let handle = Handle(self.cards_used);
        if handle.index() >= MAX_CARDS {
            return None;
        }
        self.cards_used += 1;
        self.cards[handle.index()].print = print.0;
        self.cards[handle.index()].owner = owner.0;
        self.cards[handle.index()].controller = owner.0;
        self.cards[handle.index()].host = NO_CARD;
        self.key = self.key.wrapping_add(self.card_key(handle));
        self.move_card(&mut (), handle, to, Cause::Rule);
        Some(handle)
    }

    /// Makes a Token that an effect will put on the field: in no place yet, as the so many-th of
    /// those that come together. It gets the next free handle, or that of the Token that left
    /// first; if there is none the duel ends.
    pub(crate) fn make_token<W: Witness>(
        &mut self,
        w: &mut W,
        owner: Player,
        print: Print,
        nth: u8,
    ) -> Option<Handle> {
        let next = Handle(self.cards_used);
        let handle = if next.index() < MAX_CARDS {
            put!(self, w, self.cards_used = next.0 + 1);
            next
        } else {
            let gone = |card: &Handle| self.place(*card) == Place::Nowhere;
            let age = |card: &Handle| self.stamp.wrapping_sub(self.stamp(*card));
            let Some(oldest) = (0..self.cards_used).map(Handle).filter(gone).max_by_key(age) else {
                self.end(w, Outcome::Limit(Limit::Size));
                return None;
            };
            oldest
        };
        let stamp = self.stamp.wrapping_add(1);
        put!(self, w, self.stamp = stamp);
        let new = Card {
            print: print.0,
            stamp,
            owner: owner.0,
            controller: owner.0,
            seat: nth,
            host: NO_CARD,
            ..Card::zeroed()
        };
        put!(self, w, self.cards[handle.index()] = new);
        Some(handle)
    }

    /// Notes what the effects of a card can do at all (see [`super::able`]); used while cards are
    /// added.
    pub(super) fn set_able(&mut self, card: Handle, able: u8) {
        self.cards[card.index()].known |= able;
        if self.place(card).is_spell_zone() {
            self.note_quick(&mut (), card);
        }
    }

    /// Sets what a position says about a card's turn; used while a duel is set up.
    pub(crate) fn set_turn_bits(&mut self, card: Handle, bits: u8) {
        self.write_turn_bits(&mut (), card, bits);
    }

    /// Sets the clock of a position; used while a duel is set up.
    pub(crate) fn set_clock(&mut self, turn: u16, player: Player, phase: Phase) {
        self.turn = turn;
        self.turn_player = player.0;
        self.phase = phase as u8;
    }

    /// Fixes that a card of the unordered rest of a Deck is the next one below those whose order
    /// is fixed already. The card is not moved: it lay there all the time.
    pub(crate) fn fix_next_of_deck<W: Witness>(&mut self, w: &mut W, player: Player, card: Handle) {
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
        put!(self, w, self.cards[card.index()].place = Place::DeckTop as u8);
        self.rekey(w, old, self.card_key(card));
        for (seat, other) in self.sides[p].deck_top.cards.into_iter().enumerate().take(len + 1) {
            let other = Handle(other);
            let old = self.card_key(other);
            put!(self, w, self.cards[other.index()].seat = seat as u8);
            self.rekey(w, old, self.card_key(other));
        }
    }

    /// A card of the fixed ones on top of a Deck changes places with the topmost of some of them.
    pub(crate) fn raise_in_deck<W: Witness>(&mut self, w: &mut W, card: Handle, among: CardSet) {
        let p = self.controller(card).index();
        let seat_of = |duel: &Self, card: u8| duel.cards[usize::from(card)].seat;
        let Some(top) = among.iter().max_by_key(|other| seat_of(self, *other)) else { return };
        let (from, to) = (seat_of(self, card.0), seat_of(self, top));
        for (card, seat) in [(card, to), (Handle(top), from)] {
            let old = self.card_key(card);
            put!(self, w, self.cards[card.index()].seat = seat);
            put!(self, w, self.sides[p].deck_top.cards[seat as usize] = card.0);
            self.rekey(w, old, self.card_key(card));
        }
    }

    /// Shuffles a Deck: all of it becomes the unordered rest (DESIGN: a shuffle fixes no order).
    pub(crate) fn shuffle_deck<W: Witness>(&mut self, w: &mut W, player: Player) {
        for place in [Place::DeckTop, Place::DeckBottom] {
            loop {
                let side = &self.sides[player.index()];
                let pile = if place == Place::DeckTop { &side.deck_top } else { &side.deck_bottom };
                let Some(card) = pile.cards().last().map(|card| Handle(*card)) else { break };
                let known = self.cards[card.index()].known & 1 << player.other().0;
                let old = self.card_key(card);
                self.take_out(w, card, self.spot(card));
                let to = Arrival { player, place: Place::DeckRest, seat: 0, pose: Pose::Down };
                self.put_in(w, card, to);
                put!(self, w, self.cards[card.index()].place = Place::DeckRest as u8);
                put!(self, w, self.cards[card.index()].seat = 0);
                // Whoever saw it knows that it is among the rest, not where.
                let known = self.known_after_move(w, card, place, known, to);
                let kept = self.cards[card.index()].known & KEPT;
                put!(self, w, self.cards[card.index()].known = known | kept);
                self.rekey(w, old, self.card_key(card));
            }
        }
        self.sort_rest(w, player);
        w.event(self, Event::Shuffled { player });
    }

    /// Puts the rest of a Deck, which has no order, into the order of its prints: what is drawn
    /// later does not depend on which places its cards had before they were shuffled.
    fn sort_rest<W: Witness>(&mut self, w: &mut W, player: Player) {
        let p = player.index();
        let mut rest = self.sides[p].deck_rest;
        let len = usize::from(rest.len);
        rest.cards[..len].sort_unstable_by_key(|card| (self.print(Handle(*card)).0, *card));
        put!(self, w, self.sides[p].deck_rest = rest);
    }

    /// A player sees a card where it lies.
    pub(crate) fn show_card<W: Witness>(&mut self, w: &mut W, card: Handle, to: Player) {
        self.learn(w, card, to);
        w.event(self, Event::Revealed { card, to });
    }

    /// Writes who knows a card; used by the knowledge rules.
    pub(super) fn write_known<W: Witness>(&mut self, w: &mut W, card: Handle, known: u8) {
        let kept = self.cards[card.index()].known & KEPT;
        put!(self, w, self.cards[card.index()].known = known & BOTH_KNOW | kept);
    }

    pub(super) const fn is_grouped(&self, card: Handle) -> bool {
        self.cards[card.index()].known & GROUPED != 0
    }

    /// Counts a question to chance and returns how many there were before.
    pub(crate) fn count_chance<W: Witness>(&mut self, w: &mut W, purpose: Purpose) -> u32 {
        let before = self.asked[purpose.index()];
        put!(self, w, self.asked[purpose.index()] = before.wrapping_add(1));
        u32::from(before)
    }

    pub(crate) fn set_attack<W: Witness>(&mut self, w: &mut W, attack: Attack) {
        put!(self, w, self.attack = attack);
        self.facts_changed(w, reads_bit::ATTACK);
    }

    pub(crate) fn clear_attack<W: Witness>(&mut self, w: &mut W) {
        let none = Attack { attacker: NO_CARD, target: NO_CARD, ..Attack::zeroed() };
        put!(self, w, self.attack = none);
        if self.traits != 0 {
            self.facts_changed(w, reads_bit::ATTACK);
            self.clear_flags(w, flags::ROLLBACK);
        }
    }

    /// The attack that is being made was stopped.
    pub(crate) fn cancel_attack<W: Witness>(&mut self, w: &mut W) {
        if self.attack.cancelled == 0 {
            put!(self, w, self.attack.cancelled = 1);
        }
    }

    pub(crate) fn open_ask<W: Witness>(&mut self, w: &mut W, ask: Ask) {
        put!(self, w, self.ask = ask);
    }

    /// Closes the open question with an answer.
    pub(crate) fn give_answer<W: Witness>(&mut self, w: &mut W, answer: u32) {
        put!(self, w, self.ask = Ask::zeroed());
        put!(self, w, self.answer = answer);
        put!(self, w, self.decisions = self.decisions + 1);
    }

    /// Stores the answer to a question that had only one.
    pub(crate) fn force_answer<W: Witness>(&mut self, w: &mut W, answer: u32) {
        put!(self, w, self.answer = answer);
    }

    pub(crate) fn set_step<W: Witness>(&mut self, w: &mut W, step: u8) {
        put!(self, w, self.frames[self.depth as usize - 1].step = step);
    }

    pub(crate) fn set_frame_numbers<W: Witness>(&mut self, w: &mut W, a: u8, b: u8) {
        put!(self, w, self.frames[self.depth as usize - 1].a = a);
        put!(self, w, self.frames[self.depth as usize - 1].b = b);
    }

    /// Names the card of the present frame.
    pub(crate) fn set_frame_card<W: Witness>(&mut self, w: &mut W, card: Handle) {
        put!(self, w, self.frames[self.depth as usize - 1].card = card.0);
    }

    /// The values of the monster in this card's zone are to be derived anew.
    pub(crate) fn mark_stale<W: Witness>(&mut self, w: &mut W, card: Handle) {
        self.mark_dirty(w, self.controller(card), Seat(self.seat(card)));
    }

    /// Sets the two larger numbers of the present frame.
    pub(crate) fn set_frame_program<W: Witness>(&mut self, w: &mut W, program: u16, counter: u16) {
        put!(self, w, self.frames[self.depth as usize - 1].program = program);
        put!(self, w, self.frames[self.depth as usize - 1].counter = counter);
    }

    /// Suspends the present procedure and starts another; a full stack ends the duel.
    pub(crate) fn push_frame<W: Witness>(&mut self, w: &mut W, frame: Frame) {
        if usize::from(self.depth) == MAX_FRAMES {
            self.end(w, Outcome::Limit(Limit::Size));
            return;
        }
        put!(self, w, self.frames[self.depth as usize] = frame);
        put!(self, w, self.depth = self.depth + 1);
    }

    pub(crate) fn pop_frame<W: Witness>(&mut self, w: &mut W) {
        put!(self, w, self.depth = self.depth - 1);
        // A stale frame would make equal duels differ in their bytes.
        put!(self, w, self.frames[self.depth as usize] = Frame::zeroed());
    }

    pub(crate) fn end<W: Witness>(&mut self, w: &mut W, outcome: Outcome) {
        if self.over == 0 {
            put!(self, w, self.over = outcome.to_byte());
            put!(self, w, self.ask = Ask::zeroed());
            w.event(self, Event::Over(outcome));
        }
    }

    pub(crate) const fn set(&self, register: u8) -> CardSet {
        self.sets[register as usize].cards
    }

    pub(crate) fn write_set<W: Witness>(&mut self, w: &mut W, register: u8, cards: CardSet) {
        put!(self, w, self.sets[register as usize].cards = cards);
    }

    /// Replaces the contribution of something to the incremental key.
    pub(super) fn rekey<W: Witness>(&mut self, w: &mut W, old: u64, new: u64) {
        put!(self, w, self.key = self.key.wrapping_sub(old).wrapping_add(new));
    }

    pub(super) fn set_grouped<W: Witness>(&mut self, w: &mut W, card: Handle, grouped: u8) {
        let group = grouped * GROUPED;
        let known = (self.cards[card.index()].known & !GROUPED) | group;
        put!(self, w, self.cards[card.index()].known = known);
    }

    pub(super) fn write_group<W: Witness>(
        &mut self,
        w: &mut W,
        side: usize,
        group: usize,
        members: CardSet,
        known: CardSet,
    ) {
        put!(self, w, self.groups[side][group].members = members);
        put!(self, w, self.groups[side][group].known = known);
    }
}
