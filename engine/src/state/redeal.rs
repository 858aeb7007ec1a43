//! Other duels that a player can't tell from this one: what the player does not know is dealt anew.
//!
//! Cards keep their places, and card codes change between them. Of the true card codes of hidden cards only
//! the number of each is left over, which follows from the list of the Deck and from the cards that
//! were seen. So the same knowledge and the same chance give the same worlds.

mod hide;

use arrayvec::ArrayVec;

use super::Duel;
use super::knowledge::HAND;
use super::rooms::CardSet;
use crate::duel::DeckList;
use crate::event::PublicSpot;
use crate::game::Game;
use crate::ids::{CardId, Location, MonsterZone, Player};
use crate::limits::MAX_PILE;
use duelfish_script::{CardCode, Catalogue, able, kind, used_in};
use rand_chacha::rand_core::Rng;

/// Of sixteen Set monsters so many are taken to have needed no Tribute, if there are such monsters.
const SET_WITHOUT_TRIBUTE: u32 = 15;
/// Places of the cards of one owner that may have weights: the hand, and all zones of both sides, since cards change
/// sides.
const WEIGHED: usize = 1 + 2 * (7 + 5 + 1);

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
    /// Codes that are known to be in the hand or among the cards Set from it.
    known: ArrayVec<KnownCard, MAX_PILE>,
    /// Cards of the hand that stay what they are, because their effects are on the Chain.
    on_chain: CardSet,
    /// Cards of the Extra Deck, those that were banished face-down from it first.
    extra: ArrayVec<u8, MAX_PILE>,
    /// How many of these are banished: the others have no order that matters.
    extra_away: usize,
    owner: u8,
    /// The weights of the codes of all slots at the places that have some, the hand first; nothing if they are all alike.
    weights: ArrayVec<[f32; MAX_PILE], WEIGHED>,
}

/// A card that is known to be somewhere.
#[derive(Clone, Copy, Debug)]
struct KnownCard {
    code: u16,
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
    /// The slot in which the card that lies there now lies in the base.
    origin: u8,
    /// Which of the weights are those of its place; beyond them if none are.
    weights: u8,
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

    /// From now on a hidden card of a hand or on the field is one of those that may lie at its place with these weights, each a
    /// number from 0 that says how much likelier the card is to lie there than in the Deck. Each place is asked about once, whatever the number of its cards. Where all weights are 0 they
    /// don't count. A card that is known to be among some is still each of them equally likely.
    pub fn weigh(&mut self, mut weight: impl FnMut(PublicSpot, CardCode) -> f32) {
        for hidden in &mut self.hands {
            hidden.weigh(&self.base, &mut weight);
        }
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
        base.invalidate(&mut ());
        base.recount_away();
        base.refresh(&mut (), game.cards);
        Ok(Self { base, hands })
    }
}

impl Hidden {
    /// See [`Dealer::weigh`].
    fn weigh(&mut self, base: &Duel, weight: &mut impl FnMut(PublicSpot, CardCode) -> f32) {
        self.weights.clear();
        let mut hand = None;
        for to in 0..self.dealt {
            let Slot { card, demand, .. } = self.slots[to];
            let spot = PublicSpot::from(base.spot(CardId(card)));
            let is_hand = matches!(spot, PublicSpot::Hand(_));
            let on_field = demand != 0;
            self.slots[to].weights = match hand.filter(|_| is_hand) {
                // All cards of a hand have the same weights.
                Some(known) => known,
                None if is_hand || on_field => {
                    let mut weights = [1.0; MAX_PILE];
                    for (weights, from) in weights.iter_mut().zip(&self.slots) {
                        if from.fits(demand) {
                            *weights = weight(spot, base.code(CardId(from.card)));
                        }
                    }
                    let number = self.weights.len() as u8;
                    // A field has no more places than there is room for.
                    let kept = self.weights.try_push(weights);
                    debug_assert!(kept.is_ok(), "a place without weights");
                    hand = hand.or(is_hand.then_some(number));
                    number
                }
                None => u8::MAX,
            };
        }
    }

    fn deal<R: Rng>(&self, duel: &mut Duel, rng: &mut R) {
        for at in 0..self.extra_away {
            let from = at + below(self.extra.len() - at, rng);
            duel.exchange_codes(CardId(self.extra[at]), CardId(self.extra[from]));
        }
        if self.dealt == 0 {
            return;
        }
        let left = (0..self.slots.len() as u8).collect();
        let mut deal = Deal { slots: self.slots.clone(), left, weights: &self.weights };
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
                duel.set_grouped(&mut (), CardId(card), 1);
            }
            let members = duel.groups[usize::from(self.owner)][HAND].members;
            let known = self.on_chain.iter().fold(known, CardSet::with);
            duel.write_group(&mut (), usize::from(self.owner), HAND, members, known);
        }
    }
}

impl Slot {
    /// Whether the card that lies there may lie at a place with this demand.
    const fn fits(&self, demand: u8) -> bool {
        demand == 0 || self.class & demand != 0
    }
}

/// A deal under way.
struct Deal<'h> {
    slots: ArrayVec<Slot, MAX_PILE>,
    /// The slots whose card is not settled yet.
    left: ArrayVec<u8, MAX_PILE>,
    /// See [`Hidden::weights`].
    weights: &'h [[f32; MAX_PILE]],
}

impl Deal<'_> {
    /// Puts the first of the cards that are known to be in the hand, or Set from it, to one of these
    /// places; returns which.
    fn place_of_known<R: Rng>(
        &mut self,
        duel: &mut Duel,
        known: &[KnownCard],
        rng: &mut R,
    ) -> Option<u8> {
        let (known, others) = known.split_first()?;
        let code_at = |slot: u8| duel.cards[usize::from(self.slot(slot).card)].code;
        let from = *self.left.iter().find(|slot| code_at(**slot) == known.code)?;
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
        let from = if let Some(weighed) = self.choose_weighed(to, rng) {
            Some(weighed)
        } else if demand == 0 {
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

    /// One of the cards that are left and fit into a slot, by their weights there; none if no weight says anything.
    fn choose_weighed<R: Rng>(&self, to: u8, rng: &mut R) -> Option<u8> {
        let weights = self.weights.get(usize::from(self.slot(to).weights))?;
        let demand = self.slot(to).demand;
        let fitting = || {
            let fitting = self.left.iter().filter(|slot| self.slot(**slot).fits(demand));
            fitting.map(|slot| (*slot, weights[usize::from(self.slot(*slot).origin)]))
        };
        let sum: f32 = fitting().map(|(_, weight)| weight).sum();
        if sum <= 0.0 {
            return None;
        }
        // The top 24 bits are a fraction without a remainder.
        let mut rest = sum * (rng.next_u32() >> 8) as f32 / (1 << 24) as f32;
        let mut last = None;
        for (slot, weight) in fitting().filter(|(_, weight)| *weight > 0.0) {
            last = Some(slot);
            rest -= weight;
            if rest < 0.0 {
                break;
            }
        }
        last
    }

    fn exchange(&mut self, duel: &mut Duel, a: u8, b: u8) {
        if a == b {
            return;
        }
        let [i, j] = [usize::from(a), usize::from(b)];
        duel.exchange_codes(CardId(self.slots[i].card), CardId(self.slots[j].card));
        let [one, other] = [self.slots[i], self.slots[j]];
        for (at, from) in [(i, other), (j, one)] {
            self.slots[at] = Slot { class: from.class, origin: from.origin, ..self.slots[at] };
        }
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
    /// Two hidden cards exchange what is printed on them.
    fn exchange_codes(&mut self, a: CardId, b: CardId) {
        if self.code(a) == self.code(b) {
            return;
        }
        let old = self.card_key(a).wrapping_add(self.card_key(b));
        let [one, other] = [a, b].map(|card| self.cards[card.index()]);
        for (card, from) in [(a, other), (b, one)] {
            let card = &mut self.cards[card.index()];
            card.code = from.code;
            card.known = card.known & !able::ALL | from.known & able::ALL;
            card.owner = card.owner & !used_in::ALL | from.owner & used_in::ALL;
        }
        self.rekey(&mut (), old, self.card_key(a).wrapping_add(self.card_key(b)));
        self.recoded(a);
        self.recoded(b);
    }

    /// The duel's notes of a face-down card on the field are made anew.
    fn recoded(&mut self, card: CardId) {
        self.note_of_phases(&mut (), card);
        match self.location(card) {
            Location::Monster => {
                self.mark_dirty(&mut (), self.controller(card), MonsterZone(self.zone(card)));
            }
            Location::Spell | Location::Field | Location::Pendulum => {
                self.note_quick(&mut (), card);
            }
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material => {}
        }
    }
}

fn class_of(cards: &Catalogue, code: CardCode) -> u8 {
    let facts = cards.facts(code);
    if facts.is(kind::MONSTER) {
        let low = facts.tributes() == 0 && facts.can_be_normal_summoned();
        return class::MONSTER | if low { class::LOW } else { 0 };
    }
    if facts.is(kind::FIELD) { class::FIELD } else { class::SPELL_OR_TRAP }
}
