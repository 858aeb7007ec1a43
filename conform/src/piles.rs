//! Hands and Decks as the record has them: in an order that our duel doesn't know.
//!
//! The order of a recorded Deck never changes but where cards leave or come, also when it is
//! searched (traces/README: Decks are never shuffled), while for us it is a set of which chance
//! tells the next card. And recorded hands are shuffled now and then, which is no rule of the game;
//! but options name cards of the hand by their number in it, and who discards several cards does
//! it in that order, so our hands follow.

use std::collections::{BTreeMap, VecDeque};

use duelfish_cards::catalogue;
use duelfish_engine::{Chance, Player, Print, Purpose, Question};

use crate::beat::{At, Beat};
use crate::line::Foreseen;

/// Both players' hands and Decks, by passcode.
#[derive(Debug, Default)]
pub(crate) struct Piles {
    /// In the order of the options' numbers.
    hands: [Vec<u32>; 2],
    /// The card at the bottom first, as the record counts.
    decks: [Vec<u32>; 2],
    /// The card that was chosen from a Deck and whose move the record hasn't told yet.
    taken: [Option<usize>; 2],
    /// What random picks, that are still to come, will take: whose hand, and which card of it.
    picks: VecDeque<(Player, u32)>,
    /// How coins, that are still to come, will fall: 1 is heads.
    coins: VecDeque<u8>,
    /// Cards that will be put into each Deck before the next question, the one on top last.
    coming: [Vec<u32>; 2],
    /// How many of them were drawn again, how many had been when the last ones were put back, and
    /// how many of these are left.
    drawn_again: [[usize; 3]; 2],
}

impl Piles {
    /// Decks in the order in which their cards are drawn.
    pub(crate) fn new(decks: [&[u32]; 2]) -> Self {
        let decks = decks.map(|deck| deck.iter().rev().copied().collect());
        Self { decks, ..Self::default() }
    }

    /// A player's hand, in the record's order.
    pub(crate) fn hand(&self, player: Player) -> &[u32] {
        &self.hands[player.index()]
    }

    /// The card at a number of a recorded Deck.
    pub(crate) fn in_deck(&self, player: u8, seq: u8) -> Option<u32> {
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
        // What chance takes later was foreseen when the question came.
        self.picks.push_front((player, card));
    }

    /// What the events up to the next question tell of chance.
    pub(crate) fn foresee(&mut self, events: impl Iterator<Item = Foreseen>) {
        self.picks.clear();
        self.coins.clear();
        self.coming = <[Vec<u32>; 2]>::default();
        self.drawn_again = [[0; 3]; 2];
        // Cards that were taken by chance and whose move is still to come tell what they are.
        let mut unnamed: VecDeque<u8> = VecDeque::new();
        for event in events {
            match event {
                Foreseen::Random { cards } => {
                    let of_hands = cards.iter().filter(|card| card.loc == "hand");
                    unnamed.extend(of_hands.map(|card| card.con));
                }
                Foreseen::Move { id, from, to } => {
                    if from.loc == "hand" && unnamed.front() == Some(&from.con) {
                        unnamed.pop_front();
                        self.picks.push_back((Player(from.con), id));
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
                    self.picks.extend(now.iter().map(|card| (Player(card.con), card.id)));
                }
                Foreseen::Coin { res } => self.coins.extend(res),
                Foreseen::Other => {}
            }
        }
    }

    /// A hand was shuffled. What isn't the same hand can't be its new order.
    pub(crate) fn shuffled(&mut self, player: u8, new: Vec<u32>) {
        let Some(hand) = self.hands.get_mut(usize::from(player)) else { return };
        let sorted = |hand: &[u32]| {
            let mut hand = hand.to_vec();
            hand.sort_unstable();
            hand
        };
        if sorted(hand) == sorted(&new) {
            *hand = new;
        }
    }

    /// Follows a recorded event, with all its numbers.
    pub(crate) fn follow(&mut self, beat: &Beat) {
        match beat {
            Beat::Draw { p, ids } => {
                let p = usize::from(*p);
                let (Some(deck), Some(hand)) = (self.decks.get_mut(p), self.hands.get_mut(p))
                else {
                    return;
                };
                deck.truncate(deck.len().saturating_sub(ids.len()));
                hand.extend(ids);
            }
            Beat::Move { from, to, .. } if from.loc == "deck" && to.loc == "deck" => {
                // It need not be named.
                let deck = self.decks.get_mut(usize::from(to.con));
                if let (Some(deck), Some(was), Some(is)) = (deck, from.seq, to.seq)
                    && (was as usize) < deck.len()
                {
                    let card = deck.remove(was as usize);
                    deck.insert(deck.len().min(is as usize), card);
                }
            }
            Beat::Move { id, from, to, .. } => {
                self.leave(*id, from);
                self.reach(*id, to);
            }
            _ => {}
        }
    }

    fn leave(&mut self, id: u32, from: &At) {
        let p = usize::from(from.con);
        let pile = match from.loc.as_str() {
            "hand" => self.hands.get_mut(p),
            "deck" => self.decks.get_mut(p),
            _ => None,
        };
        let Some(pile) = pile else { return };
        let named = from.seq.map(|seq| seq as usize).filter(|seq| pile.get(*seq) == Some(&id));
        if let Some(at) = named.or_else(|| pile.iter().position(|card| *card == id)) {
            pile.remove(at);
        }
        if from.loc == "deck" {
            self.taken[p] = None;
        }
    }

    fn reach(&mut self, id: u32, to: &At) {
        let p = usize::from(to.con);
        match to.loc.as_str() {
            // New cards of a hand come last (V15).
            "hand" => self.hands.get_mut(p).into_iter().for_each(|hand| hand.push(id)),
            "deck" => {
                if let Some(deck) = self.decks.get_mut(p) {
                    let at = to.seq.map_or(deck.len(), |seq| deck.len().min(seq as usize));
                    deck.insert(at, id);
                }
            }
            _ => {}
        }
    }

    /// The next card of a Deck, of whose cards `rest` are still in no order for us.
    ///
    /// Our duel is ahead of the record by one answer: cards that it has drawn meanwhile are the
    /// topmost of the record's Deck, cards that it has put back are not in that Deck yet and lie
    /// on top.
    fn next(&mut self, player: Player, rest: &[u32]) -> Option<u32> {
        let mut gone: BTreeMap<u32, i32> = BTreeMap::new();
        let deck = &self.decks[player.index()];
        for card in deck {
            *gone.entry(*card).or_default() += 1;
        }
        for card in rest {
            *gone.entry(*card).or_default() -= 1;
        }
        // Of the cards that come back those on top are drawn first, so the lowest are left.
        let left: i32 = gone.values().filter(|count| **count < 0).map(|count| -count).sum();
        let is_back = |card: &&u32| gone.get(card).is_some_and(|count| *count < 0);
        if left > 0 {
            let left = left as usize;
            let [drawn, base, before] = &mut self.drawn_again[player.index()];
            if left > *before {
                *base = *drawn;
            }
            (*drawn, *before) = (*drawn + 1, left - 1);
            let on_top = self.coming[player.index()].get(*base + left - 1).filter(is_back);
            return on_top.or_else(|| gone.keys().find(is_back)).copied();
        }
        let taken = self.taken[player.index()].filter(|at| {
            deck.get(*at).is_some_and(|card| gone.get(card).is_some_and(|count| *count > 0))
        });
        if let Some(count) = taken.and_then(|at| gone.get_mut(&deck[at])) {
            *count -= 1;
        }
        let from_top = (0..deck.len()).rev().filter(|at| Some(*at) != taken);
        let mut cards = from_top.map(|at| deck[at]);
        cards.find(|card| match gone.get_mut(card) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        })
    }
}

impl Chance for Piles {
    fn answer(&mut self, question: Question, print: impl Fn(u32) -> Print) -> u32 {
        let passcode = |choice| catalogue().facts(print(choice)).passcode;
        let all = 0..question.choices;
        match question.purpose {
            Purpose::Deck(player) => {
                let rest: Vec<u32> = all.clone().map(passcode).collect();
                let next = self.next(player, &rest);
                let found = next.and_then(|next| rest.iter().position(|card| *card == next));
                found.unwrap_or(0) as u32
            }
            Purpose::Pick(player) => {
                let next = self.picks.front().filter(|(owner, _)| *owner == player);
                let Some((_, card)) = next.copied() else { return 0 };
                self.picks.pop_front();
                all.clone().position(|choice| passcode(choice) == card).unwrap_or(0) as u32
            }
            Purpose::Coin => self.coins.pop_front().map_or(0, u32::from),
            // No card of the pool needs dice, and no recording has any.
            Purpose::Die => 0,
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
    fn next(piles: &mut Piles, rest: &[u32]) -> u32 {
        let print = |at: u32| catalogue().by_passcode(rest[at as usize]).unwrap();
        let purpose = Purpose::Deck(Player::FIRST);
        let question = Question { purpose, index: 0, choices: rest.len() as u32 };
        rest[piles.answer(question, print) as usize]
    }

    fn place(loc: &str, seq: u32) -> At {
        At { con: 0, loc: loc.to_owned(), seq: Some(seq), pos: None }
    }

    #[test]
    fn cards_come_in_the_recorded_order_though_the_record_is_behind() {
        let mut piles = Piles::new([&[A, B, A, C], &[]]);
        assert_eq!(next(&mut piles, &[C, A, B, A]), A);
        assert_eq!(next(&mut piles, &[C, A, B]), B);
        assert_eq!(next(&mut piles, &[C, A]), A);
        piles.follow(&Beat::Draw { p: 0, ids: vec![A, B, A] });
        assert_eq!(next(&mut piles, &[C]), C);
        assert_eq!(piles.hand(Player::FIRST), [A, B, A]);
    }

    #[test]
    fn a_card_taken_from_the_middle_is_the_chosen_copy() {
        // From the bottom: B, A, C, A. The lower A is taken.
        let mut piles = Piles::new([&[A, C, A, B], &[]]);
        piles.take(0, 1);
        assert_eq!(next(&mut piles, &[A, B, C]), A);
        let (from, to) = (place("deck", 1), place("mzone", 0));
        piles.follow(&Beat::Move { id: A, from, to, destroy: false });
        assert_eq!(piles.decks[0], [B, C, A]);
        assert_eq!(next(&mut piles, &[A, B, C]), A);
        assert_eq!(next(&mut piles, &[B, C]), C);
    }

    #[test]
    fn a_card_put_back_lies_on_top() {
        let mut piles = Piles::new([&[A, B], &[]]);
        assert_eq!(next(&mut piles, &[A, B, C]), C);
        let (from, to) = (place("gy", 0), place("deck", 2));
        piles.follow(&Beat::Move { id: C, from, to, destroy: false });
        assert_eq!(piles.in_deck(0, 2), Some(C));
        assert_eq!(next(&mut piles, &[A, B, C]), C);
        // Looked at and fixed on top, it is asked no more; the next one is below it.
        assert_eq!(next(&mut piles, &[A, B]), A);
    }

    #[test]
    fn cards_that_are_put_in_another_order_need_no_name() {
        // From the bottom: B, A, C. A comes to the top, then B.
        let mut piles = Piles::new([&[C, A, B], &[]]);
        for at in [1, 0] {
            let (from, to) = (place("deck", at), place("deck", 2));
            piles.follow(&Beat::Move { id: 0, from, to, destroy: false });
        }
        assert_eq!(piles.decks[0], [C, A, B]);
        assert_eq!(next(&mut piles, &[A, B, C]), B);
    }

    #[test]
    fn hands_follow_the_record() {
        let mut piles = Piles::new([&[A, B, C], &[]]);
        piles.follow(&Beat::Draw { p: 0, ids: vec![A, B, C] });
        piles.shuffled(0, vec![C, A, B]);
        piles.shuffled(0, vec![C, A]);
        assert_eq!(piles.hand(Player::FIRST), [C, A, B]);
        let (from, to) = (place("hand", 1), place("gy", 0));
        piles.follow(&Beat::Move { id: A, from, to, destroy: false });
        assert_eq!(piles.hand(Player::FIRST), [C, B]);
        piles.pick(Player::FIRST, B);
        let purpose = Purpose::Pick(Player::FIRST);
        let question = Question { purpose, index: 0, choices: 2 };
        let print = |at: u32| catalogue().by_passcode([A, B][at as usize]).unwrap();
        assert_eq!(piles.answer(question, print), 1);
        assert_eq!(piles.answer(question, print), 0);
    }
}
