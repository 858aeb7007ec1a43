//! Hands and Decks as the record has them: in an order that our duel doesn't know.
//!
//! The order of a recorded Deck never changes but where cards leave or come, also when it is
//! searched (REC-F1), while for us it is a set of which chance tells the next card. And recorded
//! hands are shuffled now and then, which is no rule of the game. But options name cards of the
//! hand by their number in it, and a player who discards several cards does it in that order, so
//! our hands follow.

use std::collections::{BTreeMap, VecDeque};

use duelfish_cards::catalogue;
use duelfish_engine::{Candidate, CardId, Chance, Player, Purpose, Question};

use crate::guesses::Guesses;
use crate::line::Foreseen;
use crate::trace_event::{At, TraceEvent};

/// Where the record takes a card by chance and tells which one only as it moves.
const IN_NO_ORDER: [&str; 3] = ["hand", "extra", "deck"];

/// A card of a recorded pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Copy {
    /// Its passcode.
    pub(crate) code: u32,
    /// The card of our duel that it is, where that is known: copies of a card act in the order in
    /// which they were made.
    pub(crate) card: Option<CardId>,
}

/// Both players' hands and Decks.
#[derive(Debug, Default)]
pub(crate) struct ZoneOrder {
    /// In the order of the options' numbers.
    hands: [Vec<Copy>; 2],
    /// The card at the bottom first, as the record counts.
    decks: [Vec<Copy>; 2],
    /// How many cards were put under each Deck: our duel knows the order of those.
    under: [usize; 2],
    /// Whether it is known which card of our duel each card of a Deck is.
    numbered: [bool; 2],
    /// Cards that went to a Deck in our duel and whose move the record hasn't told yet.
    moved: Vec<(u8, u32, CardId)>,
    /// The card that was chosen from a Deck and whose move the record hasn't told yet.
    taken: [Option<usize>; 2],
    /// The cards that random picks, which are still to come, will take: whose card, and which one.
    picks: VecDeque<(Player, u32)>,
    /// How coins, that are still to come, will fall: 1 is heads.
    coins: VecDeque<u8>,
    /// How dice, that are still to come, will fall.
    dice: VecDeque<u8>,
    /// Cards that will be put into each Deck before the next question, the one on top last.
    coming: [Vec<u32>; 2],
    /// How many of them were drawn again, how many had been when the last ones were put back, and
    /// how many of these are left.
    drawn_again: [[usize; 3]; 2],
    /// Cards of each recorded Deck that our duel has drawn already and the record has not.
    ahead: [Vec<u32>; 2],
    /// Whose hands will be shuffled before the next question.
    unsettled: [bool; 2],
    /// Which copy lies where, where the record doesn't tell.
    pub(crate) guesses: Guesses,
}

impl ZoneOrder {
    /// Decks in the order in which their cards are drawn.
    pub(crate) fn new(decks: [&[u32]; 2]) -> Self {
        let copy = |code: &u32| Copy { code: *code, card: None };
        let decks = decks.map(|deck| deck.iter().rev().map(copy).collect());
        Self { decks, ..Self::default() }
    }

    /// A player's hand, in the record's order.
    pub(crate) fn hand(&self, player: Player) -> &[Copy] {
        &self.hands[player.index()]
    }

    /// Which cards of our duel a hand consists of.
    pub(crate) fn learn_hand(&mut self, player: Player, cards: impl Iterator<Item = CardId>) {
        for (copy, card) in self.hands[player.index()].iter_mut().zip(cards) {
            copy.card = Some(card);
        }
    }

    /// Cards that went to a Deck in our duel: whose, which, and the card of our duel.
    pub(crate) fn moved_to_deck(&mut self, cards: &mut Vec<(u8, u32, CardId)>) {
        self.moved.append(cards);
    }

    /// The card at a number of a recorded Deck.
    pub(crate) fn in_deck(&self, player: u8, seq: u8) -> Option<Copy> {
        self.decks.get(usize::from(player))?.get(usize::from(seq)).copied()
    }

    /// A card was chosen from a Deck.
    pub(crate) fn take(&mut self, player: u8, seq: u8) {
        if let Some(taken) = self.taken.get_mut(usize::from(player)) {
            *taken = Some(usize::from(seq));
        }
    }

    /// A card of a hand was picked unseen.
    pub(crate) fn pick(&mut self, player: Player, card: u32) {
        // The later answers of chance were foreseen when the question came, so this one goes before
        // them.
        self.picks.push_front((player, card));
    }

    /// Notes the answers of chance that the events up to the next question tell.
    pub(crate) fn foresee(&mut self, events: impl Iterator<Item = Foreseen>) {
        self.picks.clear();
        self.coins.clear();
        self.dice.clear();
        self.coming = <[Vec<u32>; 2]>::default();
        self.drawn_again = [[0; 3]; 2];
        self.ahead = <[Vec<u32>; 2]>::default();
        self.unsettled = [false; 2];
        // Cards that were taken by chance and whose move is still to come tell what they are.
        let mut unnamed: VecDeque<(u8, String)> = VecDeque::new();
        for event in events {
            match event {
                Foreseen::Random { cards } => {
                    let hidden = cards.into_iter().filter(|card| IN_NO_ORDER.contains(&&*card.loc));
                    unnamed.extend(hidden.map(|card| (card.con, card.loc)));
                }
                Foreseen::Move { id, from, to } => {
                    let taken = |(con, loc): &(u8, String)| (*con, loc) == (from.con, &from.loc);
                    if unnamed.front().is_some_and(taken) {
                        unnamed.pop_front();
                        self.picks.push_back((Player::of_bit(from.con), id));
                    }
                    if let (true, Some(coming)) = (
                        to.loc == "deck" && from.loc != "deck",
                        self.coming.get_mut(usize::from(to.con)),
                    ) {
                        coming.push(id);
                    }
                }
                Foreseen::ShuffleSet { mut now } => {
                    // Ours are asked zone by zone; the last one is what is left.
                    now.sort_by_key(|card| card.seq);
                    now.pop();
                    self.picks.extend(now.iter().map(|card| (Player::of_bit(card.con), card.id)));
                }
                Foreseen::ShuffleHand { p } => {
                    if let Some(unsettled) = self.unsettled.get_mut(usize::from(p)) {
                        *unsettled = true;
                    }
                }
                Foreseen::Coin { res } => self.coins.extend(res),
                Foreseen::Dice { res } => self.dice.extend(res),
                Foreseen::Other => {}
            }
        }
    }

    /// Whether a player's hand is shuffled between the questions, so that the order in which its
    /// cards move afterwards says nothing.
    pub(crate) fn is_unsettled(&self, player: u8) -> bool {
        self.unsettled.get(usize::from(player)).is_some_and(|unsettled| *unsettled)
    }

    /// A hand was shuffled. Other cards than those of the hand can't be its new order.
    pub(crate) fn shuffled(&mut self, player: u8, new: &[u32]) {
        let Some(hand) = self.hands.get_mut(usize::from(player)) else { return };
        let sorted = |hand: &[u32]| {
            let mut hand = hand.to_vec();
            hand.sort_unstable();
            hand
        };
        let mut old: Vec<Copy> = std::mem::take(hand);
        let codes: Vec<u32> = old.iter().map(|copy| copy.code).collect();
        if sorted(&codes) == sorted(new) {
            // Which of several copies went where the record doesn't tell.
            let guesses = &mut self.guesses;
            let location = |code: &u32| {
                let same = |(_, copy): &(usize, &Copy)| copy.code == *code;
                let copies: Vec<usize> =
                    old.iter().enumerate().filter(same).map(|(at, _)| at).collect();
                // Of several that are not known yet one is as good as another.
                let unknown = copies.iter().filter(|at| old[**at].card.is_none()).count();
                let guess = if unknown <= 1 { guesses.guess(copies.len()) } else { 0 };
                Some(old.remove(*copies.get(guess)?))
            };
            *hand = new.iter().filter_map(location).collect();
        } else {
            *hand = old;
        }
    }

    /// Follows a recorded event, with all its numbers.
    pub(crate) fn follow(&mut self, event: &TraceEvent) {
        match event {
            TraceEvent::Draw { p, ids } => {
                let p = usize::from(*p);
                let (Some(deck), Some(hand)) = (self.decks.get_mut(p), self.hands.get_mut(p))
                else {
                    return;
                };
                for code in ids {
                    let known = deck.pop().filter(|copy| copy.code == *code);
                    hand.push(known.unwrap_or(Copy { code: *code, card: None }));
                }
                ids.iter().for_each(|card| self.caught_up(p, *card));
            }
            TraceEvent::Move { from, to, .. } if from.loc == "deck" && to.loc == "deck" => {
                // It need not be named.
                let deck = self.decks.get_mut(usize::from(to.con));
                if let (Some(deck), Some(was), Some(is)) = (deck, from.seq, to.seq)
                    && (was as usize) < deck.len()
                {
                    let card = deck.remove(was as usize);
                    deck.insert(deck.len().min(is as usize), card);
                    self.under[usize::from(to.con)] += usize::from(is == 0);
                }
            }
            TraceEvent::Move { id, from, to, .. } => {
                let copy = self.leave(*id, from).unwrap_or(Copy { code: *id, card: None });
                self.reach(copy, to);
            }
            _ => {}
        }
    }

    fn leave(&mut self, id: u32, from: &At) -> Option<Copy> {
        let p = usize::from(from.con);
        let pile = match from.loc.as_str() {
            "hand" => self.hands.get_mut(p),
            "deck" => self.decks.get_mut(p),
            _ => None,
        };
        let pile = pile?;
        let is = |copy: &Copy| copy.code == id;
        let named = from.seq.map(|seq| seq as usize).filter(|seq| pile.get(*seq).is_some_and(is));
        let at = named.or_else(|| pile.iter().position(is));
        let left = at.map(|at| pile.remove(at));
        if from.loc == "deck" {
            self.taken[p] = None;
            self.caught_up(p, id);
        }
        left
    }

    /// The record has taken a card from its Deck too.
    fn caught_up(&mut self, player: usize, id: u32) {
        let ahead = &mut self.ahead[player];
        if let Some(at) = ahead.iter().position(|card| *card == id) {
            ahead.remove(at);
        }
    }

    fn reach(&mut self, mut copy: Copy, to: &At) {
        let p = usize::from(to.con);
        let ours =
            self.moved.iter().position(|(player, code, _)| (*player, *code) == (to.con, copy.code));
        if to.loc == "deck"
            && let Some(at) = ours
        {
            copy.card = Some(self.moved.remove(at).2);
        }
        match to.loc.as_str() {
            // New cards of a hand come last (REC-V15).
            "hand" => self.hands.get_mut(p).into_iter().for_each(|hand| hand.push(copy)),
            "deck" => {
                if let Some(deck) = self.decks.get_mut(p) {
                    let at = to.seq.map_or(deck.len(), |seq| deck.len().min(seq as usize));
                    self.under[p] += usize::from(at == 0);
                    deck.insert(at, copy);
                }
            }
            _ => {}
        }
    }

    /// The next card of a Deck, of whose cards `rest` are still in no order for us.
    ///
    /// Our duel is ahead of the record by one answer. Cards that it has drawn meanwhile are the
    /// topmost of the record's Deck. Cards that it has put back are not in that Deck yet and lie on
    /// top.
    fn next(&mut self, player: Player, rest: &[u32]) -> Option<Copy> {
        let mut gone: BTreeMap<u32, i32> = BTreeMap::new();
        let deck = &self.decks[player.index()];
        for copy in deck {
            *gone.entry(copy.code).or_default() += 1;
        }
        for card in rest {
            *gone.entry(*card).or_default() -= 1;
        }
        // A card that was drawn, put back and drawn again is one of those that come back.
        let mut back = gone.clone();
        for card in &self.ahead[player.index()] {
            *back.entry(*card).or_default() -= 1;
        }
        // Of the cards that come back those on top are drawn first, so the lowest are left.
        let left: i32 = back.values().filter(|count| **count < 0).map(|count| -count).sum();
        let is_back = |card: &&u32| back.get(card).is_some_and(|count| *count < 0);
        if left > 0 {
            let left = left as usize;
            let [drawn, base, before] = &mut self.drawn_again[player.index()];
            if left > *before {
                *base = *drawn;
            }
            (*drawn, *before) = (*drawn + 1, left - 1);
            let on_top = self.coming[player.index()].get(*base + left - 1).filter(is_back);
            let code = on_top.or_else(|| back.keys().find(is_back)).copied()?;
            return Some(Copy { code, card: None });
        }
        let taken = self.taken[player.index()].filter(|at| {
            deck.get(*at).is_some_and(|copy| gone.get(&copy.code).is_some_and(|count| *count > 0))
        });
        if let Some(count) = taken.and_then(|at| gone.get_mut(&deck[at].code)) {
            *count -= 1;
        }
        // Cards that were put under the Deck are in our order there.
        let mut under = Vec::new();
        for (at, copy) in deck.iter().enumerate().take(self.under[player.index()]) {
            if let Some(count) = gone.get_mut(&copy.code).filter(|count| **count > 0) {
                *count -= 1;
                under.push(at);
            }
        }
        let is_elsewhere = |at: &usize| Some(*at) == taken || under.contains(at);
        let from_top = (0..deck.len()).rev().filter(|at| !is_elsewhere(at));
        let mut cards = from_top.map(|at| deck[at]);
        let next = cards.find(|copy| match gone.get_mut(&copy.code) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        self.ahead[player.index()].extend(next.map(|copy| copy.code));
        next
    }

    /// Which of these is a card of a Deck: the copy itself where it is known, else one that is no
    /// other known card of the Deck.
    fn find(&self, player: Player, copy: Copy, rest: &[(u32, CardId)]) -> Option<usize> {
        if let Some(card) = copy.card
            && let Some(at) = rest.iter().position(|other| *other == (copy.code, card))
        {
            return Some(at);
        }
        let known =
            |card: CardId| self.decks[player.index()].iter().any(|other| other.card == Some(card));
        let free = |(code, card): &(u32, CardId)| *code == copy.code && !known(*card);
        let same = |(code, _): &(u32, CardId)| *code == copy.code;
        rest.iter().position(free).or_else(|| rest.iter().position(same))
    }

    /// Notes once, while a Deck is whole, which card of our duel is which: it numbers the copies of
    /// each card from the top down.
    fn number(&mut self, player: Player, rest: &[(u32, CardId)]) {
        let p = player.index();
        if std::mem::replace(&mut self.numbered[p], true) {
            return;
        }
        let mut rest = rest.to_vec();
        rest.sort_by_key(|(_, card)| std::cmp::Reverse(*card));
        for copy in &mut self.decks[p] {
            if let Some(at) = rest.iter().position(|(code, _)| *code == copy.code) {
                copy.card = Some(rest.remove(at).1);
            }
        }
    }
}

impl Chance for ZoneOrder {
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32 {
        let passcode = |choice| catalogue().facts(candidate(choice).code).passcode;
        let all = 0..question.choices;
        match question.purpose {
            Purpose::Deck(player) => {
                let cards = all.map(|choice| (passcode(choice), candidate(choice).card));
                let rest: Vec<(u32, CardId)> = cards.collect();
                self.number(player, &rest);
                let codes: Vec<u32> = rest.iter().map(|(code, _)| *code).collect();
                let next = self.next(player, &codes);
                next.and_then(|next| self.find(player, next, &rest)).unwrap_or(0) as u32
            }
            Purpose::Pick(player) => {
                let next = self.picks.front().filter(|(owner, _)| *owner == player);
                let Some((_, card)) = next.copied() else { return 0 };
                self.picks.pop_front();
                let copies: Vec<u32> = all.filter(|choice| passcode(*choice) == card).collect();
                let guess = self.guesses.guess(copies.len());
                copies.get(guess).map_or(0, |choice| *choice)
            }
            Purpose::Coin => self.coins.pop_front().map_or(0, u32::from),
            Purpose::Die => {
                self.dice.pop_front().map_or(0, |face| u32::from(face.saturating_sub(1)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u32 = 15_025_844;
    const B: u32 = 5_053_103;
    const C: u32 = 89_631_139;

    /// The passcode that chance names as the next card of the first player's Deck.
    fn next(order: &mut ZoneOrder, rest: &[u32]) -> u32 {
        order.numbered = [true; 2];
        let candidate = |at: u32| candidate_of(rest[at as usize]);
        let purpose = Purpose::Deck(Player::FIRST);
        let question = Question { purpose, index: 0, choices: rest.len() as u32 };
        rest[order.answer(question, candidate) as usize]
    }

    /// A card of which our duel has one piece only.
    fn candidate_of(code: u32) -> Candidate {
        Candidate { code: catalogue().by_passcode(code).unwrap(), ..Candidate::NONE }
    }

    /// The passcodes of some cards.
    fn codes(pile: &[Copy]) -> Vec<u32> {
        pile.iter().map(|copy| copy.code).collect()
    }

    fn location(loc: &str, seq: u32) -> At {
        At { con: 0, loc: loc.to_owned(), seq: Some(seq), pos: None }
    }

    #[test]
    fn cards_come_in_the_recorded_order_though_the_record_is_behind() {
        let mut order = ZoneOrder::new([&[A, B, A, C], &[]]);
        assert_eq!(next(&mut order, &[C, A, B, A]), A);
        assert_eq!(next(&mut order, &[C, A, B]), B);
        assert_eq!(next(&mut order, &[C, A]), A);
        order.follow(&TraceEvent::Draw { p: 0, ids: vec![A, B, A] });
        assert_eq!(next(&mut order, &[C]), C);
        assert_eq!(codes(order.hand(Player::FIRST)), [A, B, A]);
    }

    #[test]
    fn a_card_taken_from_the_middle_is_the_chosen_copy() {
        // From the bottom: B, A, C, A. The lower A is taken.
        let mut order = ZoneOrder::new([&[A, C, A, B], &[]]);
        order.take(0, 1);
        assert_eq!(next(&mut order, &[A, B, C]), A);
        let (from, to) = (location("deck", 1), location("mzone", 0));
        order.follow(&TraceEvent::Move { id: A, from, to, destroy: false });
        assert_eq!(codes(&order.decks[0]), [B, C, A]);
        assert_eq!(next(&mut order, &[A, B, C]), A);
        assert_eq!(next(&mut order, &[B, C]), C);
    }

    #[test]
    fn a_card_put_back_lies_on_top() {
        let mut order = ZoneOrder::new([&[A, B], &[]]);
        assert_eq!(next(&mut order, &[A, B, C]), C);
        let (from, to) = (location("gy", 0), location("deck", 2));
        order.follow(&TraceEvent::Move { id: C, from, to, destroy: false });
        assert_eq!(order.in_deck(0, 2).map(|copy| copy.code), Some(C));
        assert_eq!(next(&mut order, &[A, B, C]), C);
        // Looked at and fixed on top, it is asked no more; the next one is below it.
        assert_eq!(next(&mut order, &[A, B]), A);
    }

    #[test]
    fn a_card_drawn_and_put_back_before_the_next_question_is_drawn_again() {
        let mut order = ZoneOrder::new([&[A, B, C], &[]]);
        let (from, to) = (location("hand", 0), location("deck", 2));
        let back = Foreseen::Move { id: A, from, to };
        order.foresee(std::iter::once(back));
        assert_eq!(next(&mut order, &[A, B, C]), A);
        assert_eq!(next(&mut order, &[A, B, C]), A);
        assert_eq!(next(&mut order, &[B, C]), B);
    }

    #[test]
    fn cards_put_under_a_deck_are_not_the_next_ones_though_copies_of_them_are() {
        // From the bottom: B, A, C, A. The upper A goes under the Deck, so ours has A, B, C in no order.
        let mut order = ZoneOrder::new([&[A, C, A, B], &[]]);
        let (from, to) = (location("deck", 3), location("deck", 0));
        order.follow(&TraceEvent::Move { id: A, from, to, destroy: false });
        assert_eq!(codes(&order.decks[0]), [A, B, A, C]);
        assert_eq!(next(&mut order, &[A, B, C]), C);
        order.follow(&TraceEvent::Draw { p: 0, ids: vec![C] });
        assert_eq!(next(&mut order, &[A, B]), A);
    }

    #[test]
    fn what_chance_takes_from_an_extra_deck_is_named_as_it_moves() {
        let mut order = ZoneOrder::default();
        let locations = || vec![location("extra", 1), location("extra", 0)];
        let moved = |id, at| {
            let (from, to) = (location("extra", at), location("banished", 0));
            Foreseen::Move { id, from, to }
        };
        order.foresee(
            [Foreseen::Random { cards: locations() }, moved(B, 1), moved(A, 0)].into_iter(),
        );
        let purpose = Purpose::Pick(Player::FIRST);
        let question = Question { purpose, index: 0, choices: 3 };
        let candidate = |at: u32| candidate_of([A, B, C][at as usize]);
        assert_eq!(order.answer(question, candidate), 1);
        assert_eq!(order.answer(question, candidate), 0);
    }

    #[test]
    fn cards_that_are_put_in_another_order_need_no_name() {
        // From the bottom: B, A, C. A comes to the top, then B.
        let mut order = ZoneOrder::new([&[C, A, B], &[]]);
        for at in [1, 0] {
            let (from, to) = (location("deck", at), location("deck", 2));
            order.follow(&TraceEvent::Move { id: 0, from, to, destroy: false });
        }
        assert_eq!(codes(&order.decks[0]), [C, A, B]);
        assert_eq!(next(&mut order, &[A, B, C]), B);
    }

    #[test]
    fn hands_follow_the_record() {
        let mut order = ZoneOrder::new([&[A, B, C], &[]]);
        order.follow(&TraceEvent::Draw { p: 0, ids: vec![A, B, C] });
        order.shuffled(0, &[C, A, B]);
        order.shuffled(0, &[C, A]);
        assert_eq!(codes(order.hand(Player::FIRST)), [C, A, B]);
        let (from, to) = (location("hand", 1), location("gy", 0));
        order.follow(&TraceEvent::Move { id: A, from, to, destroy: false });
        assert_eq!(codes(order.hand(Player::FIRST)), [C, B]);
        order.pick(Player::FIRST, B);
        let purpose = Purpose::Pick(Player::FIRST);
        let question = Question { purpose, index: 0, choices: 2 };
        let candidate = |at: u32| candidate_of([A, B][at as usize]);
        assert_eq!(order.answer(question, candidate), 1);
        assert_eq!(order.answer(question, candidate), 0);
    }
}
