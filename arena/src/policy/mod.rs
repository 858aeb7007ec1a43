//! Training the policy that foretells moves: [`train_policy`] finds the weights that come nearest to what a deep
//! search found in [`Lessons`](crate::lessons::Lessons).

mod examples;
mod layout;
mod train;

pub use examples::Examples;
pub use train::{PolicyScore, foresee, train_policy};
