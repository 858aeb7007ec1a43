//! Hidden cards of duels, each with all cards that it could have been.

use std::collections::BTreeMap;

use duelfish_engine::{Actions, Duel, Game, PublicSpot};
use duelfish_search::belief::Situation;
use duelfish_search::duels::codes_at;

use crate::lessons::{Lesson, LessonExamples};

/// Hidden cards, as the player who was asked saw them, and what they were.
#[derive(Clone, Debug, Default)]
pub struct HiddenExamples {
    pub(super) cards: Vec<HiddenExample>,
    /// The cards that each could have been, as rows of the catalogue, and how many copies of them there were.
    pub(super) pool: Vec<(u16, u16)>,
    /// Where the hidden cards of each duel begin.
    duels: Vec<u32>,
}

/// A hidden card.
#[derive(Clone, Copy, Debug)]
pub(super) struct HiddenExample {
    pub(super) situation: u8,
    /// The number of the card that it was, among those that it could have been.
    pub(super) truth: u16,
    /// Where the cards that it could have been begin and end.
    pub(super) pool: [u32; 2],
}

impl LessonExamples for HiddenExamples {
    fn of_one_duel() -> Self {
        Self { duels: vec![0], ..Self::default() }
    }

    /// Adds the hidden cards of a position whose places the player who is asked knows nothing more about.
    fn add(&mut self, game: &Game<'_>, duel: &Duel, _: &Actions, _: &Lesson) {
        let Some(decision) = duel.decision() else { return };
        let (view, other) = (duel.view(game, decision.player), decision.player.other());
        let shown = view.chain().any(|link| link.spot == PublicSpot::Hand(other));
        if shown || !view.known_in_hand(other).is_empty() {
            return;
        }
        let Ok(mut dealer) = view.dealer(None) else { return };
        // Each place in turn is told all cards that may lie there.
        let mut places: Vec<(PublicSpot, Situation, BTreeMap<u16, u16>)> = Vec::new();
        dealer.weigh(|spot, code| {
            let is_new = places.last().is_none_or(|(before, ..)| *before != spot);
            if is_new && let Some(situation) = Situation::of(&view, spot) {
                places.push((spot, situation, BTreeMap::new()));
            }
            if let Some((_, _, pool)) = places.last_mut().filter(|(last, ..)| *last == spot) {
                *pool.entry(game.cards.base(code).row()).or_default() += 1;
            }
            1.0
        });
        let open = duel.judge_view(game);
        for (spot, situation, pool) in places {
            let from = self.pool.len() as u32;
            self.pool.extend(pool.iter().map(|(row, count)| (*row, *count)));
            let to = self.pool.len() as u32;
            for code in codes_at(&open, spot) {
                let row = game.cards.base(code).row();
                if let Some(truth) = pool.keys().position(|other| *other == row) {
                    self.cards.push(HiddenExample {
                        situation: situation as u8,
                        truth: truth as u16,
                        pool: [from, to],
                    });
                }
            }
        }
    }

    fn append(&mut self, other: &Self) {
        let (cards, pool) = (self.cards.len() as u32, self.pool.len() as u32);
        let moved =
            |card: &HiddenExample| HiddenExample { pool: card.pool.map(|at| at + pool), ..*card };
        self.cards.extend(other.cards.iter().map(moved));
        self.pool.extend_from_slice(&other.pool);
        self.duels.extend(other.duels.iter().map(|at| at + cards));
    }

    fn len(&self) -> usize {
        self.cards.len()
    }

    fn duels(&self) -> &[u32] {
        &self.duels
    }
}

impl HiddenExamples {
    /// The cards that a hidden card could have been.
    pub(super) fn pool_of(&self, card: &HiddenExample) -> &[(u16, u16)] {
        &self.pool[card.pool[0] as usize..card.pool[1] as usize]
    }
}
