//! Lessons: decisions of self-play that a deep search looked at, from which a policy learns.
//!
//! A duel is kept as its seed, its decks and its actions, and the findings of the search beside them. So lessons
//! stay of use when what a policy reads of a position changes: [`LessonDuel::replay`] plays the duel again and shows
//! each position that was looked at.

mod collect;
mod examples;
mod file;
mod training;

use bincode::{Decode, Encode};
use duelfish_engine::{Action, Actions, CardCode, Catalogue, DeckList, Duel, Game, Streams};

pub use collect::{LessonPlay, collect_lessons};
pub use examples::LessonExamples;
pub use file::LessonsError;
pub use training::LessonTraining;
pub(crate) use training::is_test;

/// The duels of one collection.
#[derive(Clone, Debug, Default, PartialEq, Encode)]
pub struct Lessons {
    /// The rules, as [`rules_in_words`](crate::record::rules_in_words) names them.
    pub rules: String,
    /// The duels.
    pub duels: Vec<LessonDuel>,
}

/// A duel that was looked at.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub struct LessonDuel {
    /// The Main and Extra Deck of both players, by passcodes, in the order from which shuffles start.
    pub decks: [[Vec<u32>; 2]; 2],
    /// The seed of shuffles, coins and dice.
    pub seed: u64,
    /// All actions, as [`Action::to_bits`] packs them.
    pub actions: Vec<u32>,
    /// The decisions that were looked at, in their order.
    pub lessons: Vec<Lesson>,
}

/// The findings of a search about one decision.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub struct Lesson {
    /// The number of the decision, from 0: so many actions stand before it.
    pub decision: u32,
    /// The moves that mean something different, the best one first.
    pub moves: Vec<TriedMove>,
}

/// A move and how the search found it.
#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode)]
pub struct TriedMove {
    /// The action, as [`Action::to_bits`] packs it.
    pub action: u32,
    /// How often it was tried.
    pub visits: u32,
    /// The chance to win that it seemed to give to the player who is asked.
    pub value: f32,
}

/// A duel of a file can't be played by this program: a card or an answer is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "lessons of another version: a duel of them can't be played by this one; collect them anew"
)]
pub struct NotPlayable;

impl LessonDuel {
    /// Plays the duel again and shows each decision that was looked at: its position, the legal actions and what the
    /// search found, whose moves are among them.
    ///
    /// # Errors
    /// Fails when the duel can't be played.
    pub fn replay(
        &self,
        game: &Game<'_>,
        mut each: impl FnMut(&Duel, &Actions, &Lesson),
    ) -> Result<(), NotPlayable> {
        let sound = |lesson: &Lesson, legal: &Actions| {
            let mut moves = lesson.moves.iter().map(|tried| Action::from_bits(tried.action));
            moves.all(|action| action.is_some_and(|action| legal.contains(&action)))
        };
        let decks = self.codes(game.cards)?;
        let lists = decks.each_ref().map(|[main, extra]| DeckList { main, extra });
        let mut chance = Streams::new(self.seed, [0, 1]);
        let mut duel = Duel::start(game, lists, &mut chance, &mut ()).map_err(|_| NotPlayable)?;
        let mut lessons = self.lessons.iter().peekable();
        let mut legal = Actions::new();
        for (decision, action) in (0..).zip(&self.actions) {
            duel.legal_actions(game, &mut legal);
            if let Some(lesson) = lessons.next_if(|lesson| lesson.decision == decision) {
                if !sound(lesson, &legal) {
                    return Err(NotPlayable);
                }
                each(&duel, &legal, lesson);
            }
            let action = Action::from_bits(*action).filter(|action| legal.contains(action));
            let action = action.ok_or(NotPlayable)?;
            duel.apply(game, action, &mut chance, &mut ());
        }
        if lessons.next().is_some() { Err(NotPlayable) } else { Ok(()) }
    }

    fn codes(&self, cards: &Catalogue) -> Result<[[Vec<CardCode>; 2]; 2], NotPlayable> {
        let mut codes: [[Vec<CardCode>; 2]; 2] = Default::default();
        for (codes, passcodes) in codes.iter_mut().flatten().zip(self.decks.iter().flatten()) {
            let found = passcodes.iter().map(|passcode| cards.by_passcode(*passcode));
            *codes = found.collect::<Option<_>>().ok_or(NotPlayable)?;
        }
        Ok(codes)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::AtomicBool;

    use duelfish_engine::Rules;
    use duelfish_search::Spec;

    use super::*;
    use crate::self_play::{Collecting, SelfPlaySpec};

    /// The lessons of a few duels on so many threads, of a bot that stays as it is.
    pub(crate) fn collected(threads: usize) -> Lessons {
        let cards = duelfish_cards::catalogue();
        let deck = |name: &str| {
            let file = format!("{}/../decks/starter/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read(file).expect("a deck of the project");
            duelfish_cards::parse_with(cards, &text, name).expect("a deck").deck
        };
        let play = SelfPlaySpec {
            decks: vec![deck("yugi"), deck("kaiba")],
            bot: Spec::parse("mcts-1:iters=5").expect("a bot"),
            rules: Rules::GOAT,
            games: 4,
            seed: 3,
        };
        let teacher = Spec::parse("mcts-1:iters=30").expect("a bot");
        let spec = LessonPlay { play, teacher, share: 40, stray: 10, vary: 10 };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let stop = AtomicBool::new(false);
        let watch = Collecting { stop: &stop, finished: &|| () };
        pool.install(|| collect_lessons(cards, &spec, watch)).expect("decks that can be played")
    }

    #[test]
    fn lessons_are_the_same_on_any_number_of_threads_and_come_back_from_their_file() {
        let lessons = collected(1);
        assert!(lessons == collected(2), "the same seed gives the same lessons");
        let file = lessons.to_bytes().expect("short duels");
        assert!(Lessons::from_bytes(&file).as_ref() == Ok(&lessons));
        for end in (0..file.len()).step_by(97) {
            assert!(Lessons::from_bytes(&file[..end]).is_err(), "{end} bytes");
        }
        let mut damaged = file.clone();
        *damaged.last_mut().expect("bytes") ^= 1;
        assert!(matches!(Lessons::from_bytes(&damaged), Err(LessonsError::Damaged(_))));
        assert_eq!(Lessons::from_bytes(b"duelfish-samples 1\n"), Err(LessonsError::FirstLine));
        // A duel more than its head says: the last frame of another file of these rules.
        let one = Lessons { duels: lessons.duels[..1].to_vec(), ..lessons.clone() };
        let none = Lessons { duels: Vec::new(), ..lessons };
        let [one, none] = [one, none].map(|lessons| lessons.to_bytes().expect("short duels"));
        let longer = [&file[..], &one[none.len()..]].concat();
        assert!(matches!(Lessons::from_bytes(&longer), Err(LessonsError::Damaged(_))));
    }

    #[test]
    fn a_duel_shows_each_lesson_where_it_was_given() {
        let lessons = collected(2);
        let game = Game::new(Rules::GOAT, duelfish_cards::catalogue());
        let mut given = 0;
        for duel in &lessons.duels {
            let shown = |_: &Duel, legal: &Actions, lesson: &Lesson| {
                assert!(lesson.moves.len() > 1 && lesson.moves.len() <= legal.len());
                assert!(lesson.moves.iter().map(|tried| tried.visits).sum::<u32>() >= 30);
                given += 1;
            };
            duel.replay(&game, shown).expect("it was played by this version");
        }
        assert!(given > 20, "{given}");
    }

    #[test]
    fn a_duel_that_was_changed_is_not_played() {
        let game = Game::new(Rules::GOAT, duelfish_cards::catalogue());
        let lessons = collected(2);
        let wrong: [fn(&mut LessonDuel); 4] = [
            |duel| duel.actions[0] = u32::MAX,
            |duel| duel.decks[0][0][3] = 1,
            |duel| duel.lessons[0].moves[1].action = Action::summon(99).to_bits(),
            |duel| duel.lessons[0].decision = u32::MAX,
        ];
        for (number, spoil) in wrong.into_iter().enumerate() {
            let mut duel = lessons.duels[0].clone();
            assert!(duel.replay(&game, |_, _, _| ()).is_ok());
            spoil(&mut duel);
            assert_eq!(duel.replay(&game, |_, _, _| ()), Err(NotPlayable), "{number}");
        }
    }
}
