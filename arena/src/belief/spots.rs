//! Hidden cards of duels, each with all cards that it could have been.

use std::collections::BTreeMap;

use duelfish_engine::{CardCode, Catalogue, Duel, Game, PublicSpot, View};
use duelfish_search::belief::Situation;

use crate::lessons::{Lessons, NotPlayable};

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

impl HiddenExamples {
    /// Reads lessons: plays their duels again, and looks at the decisions that were looked at.
    ///
    /// # Errors
    /// Fails when a duel can't be played by this version.
    pub fn read(cards: &Catalogue, lessons: &Lessons) -> Result<Self, NotPlayable> {
        let duels = lessons.read(cards, |game, duel| {
            let mut read = Self { duels: vec![0], ..Self::default() };
            duel.replay(game, |at, _, _| read.add(game, at))?;
            Ok(read)
        })?;
        let mut all = Self::default();
        for duel in &duels {
            all.append(duel);
        }
        Ok(all)
    }

    /// Number of hidden cards.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether no card was hidden.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Adds other examples behind these.
    pub fn append(&mut self, other: &Self) {
        let (cards, pool) = (self.cards.len() as u32, self.pool.len() as u32);
        self.cards.extend(
            other
                .cards
                .iter()
                .map(|card| HiddenExample { pool: card.pool.map(|at| at + pool), ..*card }),
        );
        self.pool.extend_from_slice(&other.pool);
        self.duels.extend(other.duels.iter().map(|at| at + cards));
    }

    /// The numbers of the hidden cards of the duels that `of` wants, by the number of the duel.
    #[must_use]
    pub fn of_duels(&self, of: impl Fn(usize) -> bool) -> Vec<u32> {
        crate::lessons::of_duels(&self.duels, self.cards.len(), of)
    }

    /// Adds the hidden cards of a position whose places the player who is asked knows nothing more about.
    fn add(&mut self, game: &Game<'_>, duel: &Duel) {
        let Some(decision) = duel.decision() else { return };
        let (view, other) = (duel.view(game, decision.player), decision.player.other());
        let shown = view.chain().any(|link| link.spot == PublicSpot::Hand(other));
        if shown || !view.known_in_hand(other).is_empty() {
            return;
        }
        let Ok(mut dealer) = view.dealer(None) else { return };
        let mut spots: Vec<(PublicSpot, BTreeMap<u16, u16>)> = Vec::new();
        dealer.weigh(|spot, code| {
            if Situation::of(&view, spot).is_some() {
                let at = spots.iter().position(|(known, _)| *known == spot).unwrap_or_else(|| {
                    spots.push((spot, BTreeMap::new()));
                    spots.len() - 1
                });
                *spots[at].1.entry(game.cards.base(code).row()).or_default() += 1;
            }
            1.0
        });
        let open = duel.judge_view(game);
        for (spot, pool) in spots {
            let codes = codes_at(&open, spot);
            let Some(situation) = Situation::of(&view, spot) else { continue };
            let from = self.pool.len() as u32;
            self.pool.extend(pool.iter().map(|(row, count)| (*row, *count)));
            let to = self.pool.len() as u32;
            for code in codes {
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

    /// The cards that a hidden card could have been.
    pub(super) fn pool_of(&self, card: &HiddenExample) -> &[(u16, u16)] {
        &self.pool[card.pool[0] as usize..card.pool[1] as usize]
    }
}

/// The hidden cards at a place, in a view that hides nothing.
fn codes_at(open: &View<'_>, spot: PublicSpot) -> Vec<CardCode> {
    match spot {
        PublicSpot::Hand(player) => open.hand(player).collect(),
        PublicSpot::Monster(player, zone) => {
            open.monster(player, zone).and_then(|monster| monster.code).into_iter().collect()
        }
        PublicSpot::Spell(player, zone) => {
            open.spell(player, zone).and_then(|spell| spell.code).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
