//! Training the network that judges positions: [`collect`] plays duels of a bot against itself and keeps
//! positions of them, [`train`] finds the weights that foretell best how these duels ended.

mod loss;
pub(crate) mod params;
mod samples;
mod train;

pub use loss::{Foretold, foretell_by_lead, foretell_by_net};
pub use samples::{NetPlay, NetSample, NetSamples, SamplesError, collect};
pub use train::{Training, TrainingWatch, train};
