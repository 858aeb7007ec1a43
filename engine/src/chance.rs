//! The answers of chance: the order of a shuffled Deck, coins, dice.
//!
//! The duel holds no random generator and no future. When a card is drawn from the part of a Deck
//! whose order is not fixed yet, the duel asks "which of these?", and its caller answers through
//! [`Chance`]. The duel only counts how often it has asked for each [`Purpose`], so that an answer
//! can be a function of (seed, purpose, index): the same after an undo, on any thread.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::ids::{CardId, NO_CARD, Player};
use duelfish_script::CardCode;

/// The purpose of a question to chance. Each purpose has a stream of its own, so that the cards of
/// one player don't change when the other's luck is used differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Which card of the unordered rest of this player's Deck is next.
    Deck(Player),
    /// Which of this player's cards a random choice takes.
    Pick(Player),
    /// A coin: 0 tails, 1 heads.
    Coin,
    /// A die: 0 to 5.
    Die,
}

impl Purpose {
    /// Number of purposes.
    pub const COUNT: usize = 6;

    /// Number of this purpose, for tables.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Deck(player) => player.index(),
            Self::Pick(player) => 2 + player.index(),
            Self::Coin => 4,
            Self::Die => 5,
        }
    }
}

/// One question to chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The purpose of the question.
    pub purpose: Purpose,
    /// How often this duel had asked for that purpose before.
    pub index: u32,
    /// How many answers there are; at least 1.
    pub choices: u32,
}

/// A card that an answer of chance stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The code of the card.
    pub code: CardCode,
    /// The piece of cardboard, which tells copies apart.
    pub card: CardId,
}

impl Candidate {
    /// The candidate of an answer that is about no card.
    pub const NONE: Self = Self { code: CardCode::NONE, card: CardId(NO_CARD) };
}

/// Answers chance.
pub trait Chance {
    /// A number below `question.choices`. `candidate` tells which card an answer stands for, where the
    /// question is about cards.
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32;
}

/// A chance behind a pointer. Every [`Chance`] is one, so a caller who learns only at run time what answers, a
/// binding for another language for example, can hold a `Box<dyn DynChance>` and pass an [`AnyChance`].
pub trait DynChance {
    /// As [`Chance::answer`].
    fn answer_dyn(&mut self, question: Question, candidate: &dyn Fn(u32) -> Candidate) -> u32;
}

impl<C: Chance> DynChance for C {
    fn answer_dyn(&mut self, question: Question, candidate: &dyn Fn(u32) -> Candidate) -> u32 {
        self.answer(question, candidate)
    }
}

/// Any chance at all as one type.
pub struct AnyChance<'a>(pub &'a mut dyn DynChance);

impl Chance for AnyChance<'_> {
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32 {
        self.0.answer_dyn(question, &candidate)
    }
}

/// How many answers of each Deck's stream are made in advance.
const READY: usize = 64;

/// Seeded streams: each answer is a function of (seed, purpose, index).
#[derive(Clone, Debug)]
pub struct Streams {
    base: ChaCha8Rng,
    decks: [[u32; READY]; 2],
    stream_of: [u64; Purpose::COUNT],
}

impl Streams {
    /// The streams of a seed. `deck_of[player]` says whose Deck the player holds (0 or 1). The
    /// streams of cards belong to the Deck and not to the seat, so that a duel with the seats
    /// swapped can have the same shuffles.
    #[must_use]
    pub fn new(seed: u64, deck_of: [u8; 2]) -> Self {
        let base = ChaCha8Rng::seed_from_u64(seed);
        let mut stream_of = [0, 1, 2, 3, 4, 5];
        for player in Player::BOTH {
            for purpose in [Purpose::Deck(player), Purpose::Pick(player)] {
                let first = purpose.index() as u64 & !1;
                stream_of[purpose.index()] = first | u64::from(deck_of[player.index()] & 1);
            }
        }
        let decks = Player::BOTH.map(|player| {
            let mut rng = base.clone();
            rng.set_stream(stream_of[Purpose::Deck(player).index()]);
            std::array::from_fn(|_| rng.next_u32())
        });
        Self { base, decks, stream_of }
    }

    #[cold]
    fn far(&self, question: Question) -> u32 {
        let mut rng = self.base.clone();
        rng.set_stream(self.stream_of[question.purpose.index()]);
        rng.set_word_pos(u128::from(question.index));
        rng.next_u32()
    }
}

impl Chance for Streams {
    #[inline]
    fn answer(&mut self, question: Question, _: impl Fn(u32) -> Candidate) -> u32 {
        let word = match question.purpose {
            Purpose::Deck(player) if (question.index as usize) < READY => {
                self.decks[player.index()][question.index as usize]
            }
            _ => self.far(question),
        };
        // The bias of this reduction is below choices / 2^32.
        ((u64::from(word) * u64::from(question.choices)) >> 32) as u32
    }
}

/// Decks in a given order: each draw from the unordered rest takes the next card of the list.
/// It counts what did not fit, so that a script with missing or unused cards can be refused.
#[derive(Clone, Debug, Default)]
pub struct Stacked {
    order: [Vec<CardCode>; 2],
    used: [usize; 2],
    misses: usize,
}

impl Stacked {
    /// The cards that each player draws, the first one first.
    #[must_use]
    pub fn new(order: [Vec<CardCode>; 2]) -> Self {
        Self { order, used: [0; 2], misses: 0 }
    }

    /// Questions that the lists could not answer: the list was at its end, the card was not in
    /// the rest of the Deck, or the question was not about a Deck.
    #[must_use]
    pub const fn misses(&self) -> usize {
        self.misses
    }

    /// Whether a player has a list at all.
    #[must_use]
    pub fn has_script(&self, player: Player) -> bool {
        !self.order[player.index()].is_empty()
    }

    /// Cards of a player's list that no draw has used.
    #[must_use]
    pub fn unused(&self, player: Player) -> &[CardCode] {
        let order = &self.order[player.index()];
        &order[self.used[player.index()].min(order.len())..]
    }
}

impl Chance for Stacked {
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32 {
        let found = match question.purpose {
            Purpose::Deck(player) => {
                let index = question.index as usize;
                self.used[player.index()] = self.used[player.index()].max(index + 1);
                let wanted = self.order[player.index()].get(index);
                wanted.and_then(|wanted| {
                    (0..question.choices).find(|i| candidate(*i).code == *wanted)
                })
            }
            _ => None,
        };
        found.unwrap_or_else(|| {
            self.misses += 1;
            0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(streams: &mut Streams, purpose: Purpose, index: u32) -> u32 {
        streams.answer(Question { purpose, index, choices: 1 << 20 }, |_| Candidate::NONE)
    }

    #[test]
    fn an_answer_depends_on_seed_purpose_and_index_alone() {
        let mut streams = Streams::new(7, [0, 1]);
        let deck = Purpose::Deck(Player::FIRST);
        let first = ask(&mut streams, deck, 3);
        ask(&mut streams, Purpose::Coin, 0);
        assert_eq!(ask(&mut streams, deck, 3), first);
        assert_ne!(ask(&mut streams, deck, 4), first);
        assert_ne!(ask(&mut streams, Purpose::Deck(Player::SECOND), 3), first);
        assert_ne!(ask(&mut Streams::new(8, [0, 1]), deck, 3), first);
    }

    #[test]
    fn streams_belong_to_the_deck_and_not_to_the_seat() {
        let mut straight = Streams::new(7, [0, 1]);
        let mut swapped = Streams::new(7, [1, 0]);
        for index in [0, 5, 63, 64, 90] {
            let a = ask(&mut straight, Purpose::Deck(Player::FIRST), index);
            assert_eq!(a, ask(&mut swapped, Purpose::Deck(Player::SECOND), index));
        }
    }

    #[test]
    fn far_answers_continue_the_ready_ones() {
        let streams = Streams::new(11, [0, 1]);
        for index in 0..READY as u32 {
            let question = Question { purpose: Purpose::Deck(Player::SECOND), index, choices: 2 };
            assert_eq!(streams.far(question), streams.decks[1][index as usize]);
        }
    }
}
