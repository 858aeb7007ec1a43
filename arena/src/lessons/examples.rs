//! Lessons as weights read them that learn from them.

use duelfish_engine::{Actions, Catalogue, Duel, Game};
use rayon::prelude::*;

use super::{Lesson, Lessons, NotPlayable};
use crate::record::rules_from_words;

/// Examples from which weights learn. Those of each duel stand together.
pub trait LessonExamples: Default + Send {
    /// No examples yet, of one duel.
    fn of_one_duel() -> Self;

    /// Adds the examples of a decision that was looked at.
    fn add(&mut self, game: &Game<'_>, duel: &Duel, legal: &Actions, lesson: &Lesson);

    /// Adds other examples behind these.
    fn append(&mut self, other: &Self);

    /// Number of examples.
    fn len(&self) -> usize;

    /// Where the examples of each duel begin.
    fn duels(&self) -> &[u32];

    /// Whether there is no example.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads lessons: plays their duels again, several at once.
    ///
    /// # Errors
    /// Fails when a duel can't be played by this version.
    fn read(cards: &Catalogue, lessons: &Lessons) -> Result<Self, NotPlayable> {
        let game = Game::new(rules_from_words(&lessons.rules).ok_or(NotPlayable)?, cards);
        let duels = lessons.duels.par_iter().map(|duel| {
            let mut read = Self::of_one_duel();
            duel.replay(&game, |at, legal, lesson| read.add(&game, at, legal, lesson))?;
            Ok(read)
        });
        let mut all = Self::default();
        for duel in &duels.collect::<Result<Vec<Self>, _>>()? {
            all.append(duel);
        }
        Ok(all)
    }

    /// The numbers of the examples of the duels that `of` wants, by the number of the duel.
    fn of_duels(&self, of: impl Fn(usize) -> bool) -> Vec<u32> {
        let begins = self.duels();
        let ends = begins.iter().skip(1).copied().chain([self.len() as u32]);
        let duels = begins.iter().zip(ends).enumerate().filter(|(duel, _)| of(*duel));
        duels.flat_map(|(_, (from, to))| *from..to).collect()
    }
}
