//! Training what is inferred of hidden cards: [`train_inference`] finds the weights that make the cards which lay hidden in
//! the duels of [`Lessons`](crate::lessons::Lessons) likeliest. The findings of a search in them do not matter here.

mod spots;
mod train;

pub use spots::HiddenExamples;
pub use train::{GuessScore, guess, train_inference};
