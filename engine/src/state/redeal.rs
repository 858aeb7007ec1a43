//! Other duels that a player can't tell from this one: what the player does not know is dealt anew.
//!
//! Cards keep their places, and prints change between them. Of the true prints of hidden cards only
//! the number of each is left over, which follows from the list of the Deck and from the cards that
//! were seen. So the same knowledge and the same chance give the same worlds.

use arrayvec::ArrayVec;

use super::knowledge::{DECK, HAND, SHUFFLED};
use super::rooms::{CardSet, SetRegister};
use super::{Duel, Frame, Pile};
use crate::catalogue::{Catalogue, Print, kind};
use crate::decision::DecisionKind;
use crate::duel::DeckList;
use crate::game::Game;
use crate::ids::{Handle, NO_CARD, Place, Player, Seat};
use crate::limits::MAX_PILE;
use crate::lists::collect_all;
use crate::script::{able, used_in};
use crate::state::Procedure;
use rand_chacha::rand_core::Rng;

/// Of sixteen Set monsters so many are taken to have needed no Tribute, if there are such monsters.
const SET_WITHOUT_TRIBUTE: u32 = 15;

/// The kinds of cards, as far as they decide where a card may lie face-down.
mod class {
    pub(super) const MONSTER: u8 = 1;
    pub(super) const SPELL_OR_TRAP: u8 = 2;
    pub(super) const FIELD: u8 = 4;
    /// A monster that is Summoned without Tributes; besides [`MONSTER`].
    pub(super) const LOW: u8 = 8;
    /// The kinds that a place may demand.
    pub(super) const DEMANDS: [u8; 3] = [MONSTER, SPELL_OR_TRAP, FIELD];
}

/// Deals worlds: duels that satisfy all that one player knows. Made once for a decision, by
/// [`View::dealer`](crate::View::dealer).
#[derive(Clone, Debug)]
pub struct Dealer {
    base: Duel,
    hands: [Hidden; 2],
}

/// Why no world is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the opponent can't have this deck: it has not the cards that were seen, or not so many")]
pub struct Inconsistent;

/// The cards of one Deck whose places the player does not know.
#[derive(Clone, Debug, Default)]
struct Hidden {
    /// Those that are dealt first, then those of the unordered rest of the Deck.
    slots: ArrayVec<Slot, MAX_PILE>,
    /// How many are dealt; the others get what is left.
    dealt: usize,
    /// Prints that are known to be in the hand or among the cards Set from it.
    known: ArrayVec<Known, MAX_PILE>,
    /// Cards of the hand that stay what they are, because their effects are on the Chain.
    on_chain: CardSet,
    /// Cards of the Extra Deck, those that were banished face-down from it first.
    extra: ArrayVec<u8, MAX_PILE>,
    /// How many of these are banished: the others have no order that matters.
    extra_away: usize,
    owner: u8,
}

/// A card that is known to be somewhere.
#[derive(Clone, Copy, Debug)]
struct Known {
    print: u16,
    /// See [`class`].
    class: u8,
}

/// A hidden card.
#[derive(Clone, Copy, Debug)]
struct Slot {
    card: u8,
    /// The cards that may lie there, as bits of [`class`]; 0 for all.
    demand: u8,
    /// The card that lies there in the base, as bits of [`class`].
    class: u8,
    /// It is in the hand, or was Set from it while a card there was known.
    from_hand: bool,
}

impl Dealer {
    /// Makes `duel` one of the worlds, each as likely as the player's knowledge makes it. A hidden card
    /// is any of those that may lie at its place; a card that is known to be among some is each of them
    /// equally likely. Allocates nothing.
    pub fn deal<R: Rng>(&self, game: &Game<'_>, rng: &mut R, duel: &mut Duel) {
        duel.copy_from(&self.base);
        for hidden in &self.hands {
            hidden.deal(duel, rng);
        }
        duel.recount_away();
        duel.refresh(&mut (), game.cards);
    }

    /// One of the worlds, always the same one: hidden cards lie in the order of the card table,
    /// whether or not they may lie there. A place to deal worlds to.
    #[must_use]
    pub const fn any(&self) -> Duel {
        self.base
    }

    pub(crate) fn new(
        duel: &Duel,
        game: &Game<'_>,
        eye: Option<Player>,
        guess: Option<DeckList<'_>>,
    ) -> Result<Self, Inconsistent> {
        let mut base = *duel;
        let mut hands = [Hidden::default(), Hidden::default()];
        for (hidden, owner) in hands.iter_mut().zip(Player::BOTH) {
            let guess = guess.filter(|_| eye.is_some_and(|eye| owner != eye));
            *hidden = base.hide(game.cards, eye, owner, guess)?;
        }
        // In other worlds somebody may have a response.
        base.stir(&mut ());
        base.recount_away();
        base.refresh(&mut (), game.cards);
        Ok(Self { base, hands })
    }
}

impl Hidden {
    fn deal<R: Rng>(&self, duel: &mut Duel, rng: &mut R) {
        for at in 0..self.extra_away {
            let from = at + below(self.extra.len() - at, rng);
            duel.exchange_prints(Handle(self.extra[at]), Handle(self.extra[from]));
        }
        if self.dealt == 0 {
            return;
        }
        let mut deal =
            Deal { slots: self.slots.clone(), left: (0..self.slots.len() as u8).collect() };
        let mut known = CardSet::EMPTY;
        for first in 0..self.known.len() {
            if let Some(card) = deal.place_of_known(duel, &self.known[first..], rng) {
                known = known.with(card);
            }
        }
        for slot in 0..self.dealt {
            deal.fill(duel, slot as u8, rng);
        }
        if !self.known.is_empty() {
            for card in known.iter() {
                duel.set_grouped(&mut (), Handle(card), 1);
            }
            let members = duel.groups[usize::from(self.owner)][HAND].members;
            let known = self.on_chain.iter().fold(known, CardSet::with);
            duel.write_group(&mut (), usize::from(self.owner), HAND, members, known);
        }
    }
}

/// A deal under way.
struct Deal {
    slots: ArrayVec<Slot, MAX_PILE>,
    /// The slots whose card is not settled yet.
    left: ArrayVec<u8, MAX_PILE>,
}

impl Deal {
    /// Puts the first of the cards that are known to be in the hand, or Set from it, to one of these
    /// places; returns which.
    fn place_of_known<R: Rng>(
        &mut self,
        duel: &mut Duel,
        known: &[Known],
        rng: &mut R,
    ) -> Option<u8> {
        let (known, others) = known.split_first()?;
        let print_at = |slot: u8| duel.cards[usize::from(self.slot(slot).card)].print;
        let from = *self.left.iter().find(|slot| print_at(**slot) == known.print)?;
        let hand = self.count(|slot| slot.from_hand && slot.demand == 0);
        // Known cards that have no Set card to be must find room in the hand.
        let surplus = |class: u8| {
            let known = others.iter().filter(|other| other.class & class != 0).count();
            known.saturating_sub(self.count(|slot| slot.from_hand && slot.demand & class != 0))
        };
        let has_room = class::DEMANDS.into_iter().map(surplus).sum::<usize>() < hand;
        // Where cards that may be Set are scarce, a Set card has to be a known one.
        let demands = |slot: &Slot| slot.demand & known.class != 0;
        let fitting = self.count(|slot| slot.class & known.class & !class::LOW != 0);
        let spared = self.count(demands) + surplus(known.class & !class::LOW) < fitting;
        let in_hand = has_room && spared;
        let may = |slot: &Slot| slot.from_hand && (demands(slot) || (slot.demand == 0 && in_hand));
        let any = |slot: &Slot| slot.from_hand && (demands(slot) || slot.demand == 0);
        let to = self.choose(rng, may).or_else(|| self.choose(rng, any))?;
        self.exchange(duel, to, from);
        self.settle(to);
        Some(self.slot(to).card)
    }

    /// Puts one of the cards that are left into a slot, if it is not settled.
    fn fill<R: Rng>(&mut self, duel: &mut Duel, to: u8, rng: &mut R) {
        if !self.left.contains(&to) {
            return;
        }
        let demand = self.slot(to).demand;
        let from = if demand == 0 {
            Some(self.left[below(self.left.len(), rng)])
        } else {
            let low = demand & class::MONSTER != 0 && rng.next_u32() >> 28 < SET_WITHOUT_TRIBUTE;
            let low =
                if low { self.choose(rng, |slot| slot.class & class::LOW != 0) } else { None };
            low.or_else(|| self.choose(rng, |slot| slot.class & demand != 0))
        };
        if let Some(from) = from {
            self.exchange(duel, to, from);
        }
        self.settle(to);
    }

    fn slot(&self, slot: u8) -> &Slot {
        &self.slots[usize::from(slot)]
    }

    /// How many of the slots that are left fit.
    fn count(&self, fits: impl Fn(&Slot) -> bool) -> usize {
        self.left.iter().filter(|slot| fits(self.slot(**slot))).count()
    }

    /// Any of the slots that are left and fit.
    fn choose<R: Rng>(&self, rng: &mut R, fits: impl Fn(&Slot) -> bool) -> Option<u8> {
        let fitting = || self.left.iter().filter(|slot| fits(self.slot(**slot)));
        match fitting().count() {
            0 => None,
            count => fitting().nth(below(count, rng)).copied(),
        }
    }

    fn exchange(&mut self, duel: &mut Duel, a: u8, b: u8) {
        if a == b {
            return;
        }
        let [i, j] = [usize::from(a), usize::from(b)];
        duel.exchange_prints(Handle(self.slots[i].card), Handle(self.slots[j].card));
        let class = self.slots[i].class;
        self.slots[i].class = self.slots[j].class;
        self.slots[j].class = class;
    }

    fn settle(&mut self, slot: u8) {
        if let Some(at) = self.left.iter().position(|other| *other == slot) {
            self.left.swap_remove(at);
        }
    }
}

/// A number below `count`; the bias is below `count` / 2^32.
fn below<R: Rng>(count: usize, rng: &mut R) -> usize {
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

impl Duel {
    /// Forgets which of an owner's cards that `eye` does not know is where: their prints lie in the
    /// order of the card table, or are those of another list.
    fn hide(
        &mut self,
        cards: &Catalogue,
        eye: Option<Player>,
        owner: Player,
        guess: Option<DeckList<'_>>,
    ) -> Result<Hidden, Inconsistent> {
        let mut hidden = Hidden { owner: owner.0, ..Hidden::default() };
        let own = eye.is_none_or(|eye| owner == eye);
        // A player who has chosen a card of the own Deck and may choose one behind it looks at that Deck.
        let ask = self.ask();
        let looks =
            own && ask.kind() == DecisionKind::Card && ask.player() == owner && ask.from() > 0;
        if !looks {
            // The rest of a Deck has no order.
            let rest = &mut self.sides[owner.index()].deck_rest;
            rest.cards[..usize::from(rest.len)].sort_unstable();
        }
        let handles = || (0..self.cards_used).map(Handle).filter(|card| self.owner(*card) == owner);
        let knows = |card: Handle| eye.is_none_or(|eye| self.knows(eye, card));
        // Cards that a player has chosen from the own Deck so far are settled, although they still lie there.
        let chosen = |card: Handle| {
            let is_meant = |set: &SetRegister| set.cards.has(card.0);
            self.sets.iter().any(|set| is_meant(set) && self.unmoved_since(card, set.watermark))
        };
        // So is a card that is being Summoned from there in its own way: everybody is told.
        let comes = |card: Handle| {
            let summons =
                |frame: &Frame| frame.is(Procedure::OwnSummon) && frame.card().0 == card.0;
            self.frames().iter().any(summons)
        };
        // Each card of a hand that lies open is seen, and so is one whose effect is on the Chain.
        let is_open = self.is_open_hand(owner);
        let links = self.links().iter().map(|link| link.source);
        let in_hand = |card: &u8| {
            *card != NO_CARD
                && self.place(Handle(*card)) == Place::Hand
                && self.owner(Handle(*card)) == owner
        };
        let on_chain: CardSet = links.filter(in_hand).collect();
        let unknown = |card: &Handle| match self.place(*card) {
            Place::Nowhere => false,
            Place::DeckRest => !(looks || own && chosen(*card) || comes(*card)),
            Place::Hand if is_open || on_chain.has(card.0) => false,
            _ => !knows(*card),
        };
        // A card of the Extra Deck that was banished face-down is still one of those.
        let of_extra = |card: Handle| cards.facts(self.print(card)).is_any(kind::EXTRA_DECK);
        let away = |card: &Handle| self.place(*card) == Place::Banished && of_extra(*card);
        let banished = self.banished(owner).iter().map(|card| Handle(*card)).filter(away);
        let in_extra = self.extra(owner).iter().map(|card| Handle(*card));
        hidden.extra_away = banished.clone().filter(unknown).count();
        let extra: ArrayVec<Handle, MAX_PILE> =
            collect_all(banished.chain(in_extra).filter(unknown));
        hidden.extra = extra.iter().map(|card| card.0).collect();
        // Cards on the field come first, because not every card may lie there. All stand in the order of
        // their places: nobody knows which piece of cardboard lies where.
        let side = &self.sides[owner.index()];
        let field = Player::BOTH.into_iter().flat_map(|player| {
            let side = &self.sides[player.index()];
            side.monsters.iter().chain(&side.spells).chain([&side.field])
        });
        let of_owner = |card: &&u8| **card != NO_CARD && self.owner(Handle(**card)) == owner;
        let fixed = [&side.hand, &side.banished, &side.grave, &side.deck_top, &side.deck_bottom];
        let fixed = fixed.into_iter().flat_map(Pile::cards);
        let dealt = field.filter(of_owner).chain(fixed);
        let slot = |card: &u8| {
            let card = Handle(*card);
            let from_hand = self.place(card) == Place::Hand
                || self.groups[owner.index()][HAND].members.has(card.0);
            Slot { card: card.0, demand: self.demand_of(card), class: 0, from_hand }
        };
        let is_dealt = |card: &&u8| unknown(&Handle(**card)) && !away(&Handle(**card));
        let hidden_slots = dealt.filter(is_dealt).map(slot);
        hidden.slots = collect_all(hidden_slots);
        hidden.dealt = hidden.slots.len();
        // No player owns more cards than a pile holds.
        let rest = side.deck_rest.cards().iter().filter(|card| unknown(&Handle(**card)));
        for slot in rest.map(slot) {
            let kept = hidden.slots.try_push(slot);
            debug_assert!(kept.is_ok(), "a hidden card has no slot");
        }
        let is_theirs = eye.is_some_and(|eye| owner != eye);
        if is_theirs && !is_open {
            let known = self.known_in_hand(owner);
            hidden.on_chain =
                known.filter(|card| on_chain.has(card.0)).map(|card| card.0).collect();
            let known = self.known_in_hand(owner).filter(|card| !on_chain.has(card.0));
            let known = known.map(|card| self.print(card));
            let known = known.map(|print| Known { print: print.0, class: class_of(cards, print) });
            hidden.known = collect_all(known);
            hidden.known.sort_unstable_by_key(|known| known.print);
        }
        let mut prints: ArrayVec<u16, MAX_PILE> =
            hidden.slots.iter().map(|slot| self.print(Handle(slot.card)).0).collect();
        let mut in_extra: ArrayVec<u16, MAX_PILE> =
            extra.iter().map(|card| self.print(*card).0).collect();
        if let Some(list) = guess {
            let seen = handles()
                .filter(|card| !unknown(card) && !cards.facts(self.print(*card)).is(kind::TOKEN));
            let mut seen: ArrayVec<u16, { 2 * MAX_PILE }> =
                seen.map(|card| self.print(card).0).collect();
            prints = unseen(list.main, &mut seen, prints.len())?;
            in_extra = unseen(list.extra, &mut seen, in_extra.len())?;
            let missing = |known: &Known| !prints.contains(&known.print);
            if !seen.is_empty() || hidden.known.iter().any(missing) {
                return Err(Inconsistent);
            }
        }
        prints.sort_unstable();
        in_extra.sort_unstable();
        if is_theirs {
            // That a card was among those of a Deck once says nothing that is used, and the groups
            // name true cards.
            for group in [DECK, SHUFFLED] {
                self.write_group(&mut (), owner.index(), group, CardSet::EMPTY, CardSet::EMPTY);
            }
        }
        let slots = hidden.slots.iter_mut().zip(&prints);
        for (slot, print) in slots {
            self.reprint(cards, Handle(slot.card), Print(*print));
            slot.class = class_of(cards, Print(*print));
            if is_theirs {
                self.set_grouped(&mut (), Handle(slot.card), u8::from(slot.from_hand));
            }
        }
        for (card, print) in extra.iter().zip(&in_extra) {
            self.reprint(cards, *card, Print(*print));
        }
        Ok(hidden)
    }

    /// The cards that a face-down card at this place may be, as bits of [`class`]; 0 for all.
    const fn demand_of(&self, card: Handle) -> u8 {
        match self.place(card) {
            Place::Monster => class::MONSTER,
            Place::Spell => class::SPELL_OR_TRAP,
            Place::Field => class::FIELD,
            _ => 0,
        }
    }

    /// Prints something else on a hidden card.
    fn reprint(&mut self, cards: &Catalogue, card: Handle, print: Print) {
        let old = self.card_key(card);
        self.cards[card.index()].print = print.0;
        self.cards[card.index()].known &= !able::ALL;
        self.cards[card.index()].owner &= !used_in::ALL;
        self.rekey(&mut (), old, self.card_key(card));
        self.note_traits(cards, card);
        self.reprinted(card);
    }

    /// Two hidden cards exchange what is printed on them.
    fn exchange_prints(&mut self, a: Handle, b: Handle) {
        if self.print(a) == self.print(b) {
            return;
        }
        let old = self.card_key(a).wrapping_add(self.card_key(b));
        let [one, other] = [a, b].map(|card| self.cards[card.index()]);
        for (card, from) in [(a, other), (b, one)] {
            let card = &mut self.cards[card.index()];
            card.print = from.print;
            card.known = card.known & !able::ALL | from.known & able::ALL;
            card.owner = card.owner & !used_in::ALL | from.owner & used_in::ALL;
        }
        self.rekey(&mut (), old, self.card_key(a).wrapping_add(self.card_key(b)));
        self.reprinted(a);
        self.reprinted(b);
    }

    /// The duel's notes of a face-down card on the field are made anew.
    fn reprinted(&mut self, card: Handle) {
        self.note_of_phases(&mut (), card);
        match self.place(card) {
            Place::Monster => {
                self.mark_dirty(&mut (), self.controller(card), Seat(self.seat(card)));
            }
            place if place.is_spell_zone() => self.note_quick(&mut (), card),
            _ => {}
        }
    }
}

fn class_of(cards: &Catalogue, print: Print) -> u8 {
    let facts = cards.facts(print);
    if facts.is(kind::MONSTER) {
        let low = facts.tributes() == 0 && facts.can_be_normal_summoned();
        return class::MONSTER | if low { class::LOW } else { 0 };
    }
    if facts.is(kind::FIELD) { class::FIELD } else { class::SPELL_OR_TRAP }
}

/// The cards of a list without those that were seen, which are taken out of `seen`; there must be
/// `count` of them.
fn unseen(
    list: &[Print],
    seen: &mut ArrayVec<u16, { 2 * MAX_PILE }>,
    count: usize,
) -> Result<ArrayVec<u16, MAX_PILE>, Inconsistent> {
    let mut left = ArrayVec::new();
    for print in list {
        match seen.iter().position(|seen| *seen == print.0) {
            Some(at) => _ = seen.swap_remove(at),
            None => left.try_push(print.0).map_err(|_| Inconsistent)?,
        }
    }
    if left.len() == count { Ok(left) } else { Err(Inconsistent) }
}
