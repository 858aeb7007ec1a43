//! A policy: how likely each move of a decision is the best one, before anything is tried.
//!
//! The rows of all that is known of a decision are added up: of its measures, of its facts, and of each card in the
//! part that it plays there ([`Role`]). The rows of a move are added to that sum. The part of it between nothing
//! and a ceiling, weighed by the last layer, is the move's strength; the shares of all moves are the softmax of
//! their strengths. A card's row is the sum of rows for what is printed on it and, if it was met in training, one of
//! its own, as in [`net`](crate::net).
//!
//! The policy reads what the player who is asked may know, and no more: [`PolicyEye`].

mod codec;
mod eye;
mod inputs;
mod moves;
mod reader;

use std::sync::{Arc, LazyLock};

use crate::net::{NUMBERS, NetRow};

pub use eye::PolicyEye;
pub use inputs::{POLICY_FACTS, POLICY_NUMBERS, PolicyMove, PolicyPart, PolicyState, Role};
pub use reader::{PolicyReader, StateSum, softmax};

/// The weights of a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// How it was made, in lines of text.
    pub about: String,
    /// The passcodes of cards and the parts in which they have rows of their own, ascending.
    pub cards: Vec<(u32, u8)>,
    /// These rows.
    pub card_rows: Vec<NetRow>,
    /// The rows of the factors, in each part.
    pub factor_rows: Vec<[NetRow; Role::COUNT]>,
    /// The rows of facts.
    pub fact_rows: Vec<NetRow>,
    /// The rows of the measures of a decision, and of those of a move.
    pub number_rows: [[NetRow; POLICY_NUMBERS]; 2],
    /// The sum of a decision of which nothing is known.
    pub bias: NetRow,
    /// The last layer.
    pub last: NetRow,
}

impl Policy {
    /// The policy that comes with this crate: its text says how it was trained.
    #[must_use]
    pub fn fitted() -> Arc<Self> {
        /// Read once: bots are built for every thread, and for every duel of a fit.
        static FITTED: LazyLock<Arc<Policy>> = LazyLock::new(|| {
            let policy = Policy::from_bytes(include_bytes!("../../data/policy.bin"));
            Arc::new(policy.expect("the policy of the crate is whole"))
        });
        Arc::clone(&FITTED)
    }

    /// Whether a file begins as one of a policy.
    #[must_use]
    pub fn begins(file: &[u8]) -> bool {
        codec::KIND.begins(file)
    }

    /// The row of its own that a card has in a part.
    pub(crate) fn own_row(&self, passcode: u32, role: u8) -> Option<&NetRow> {
        self.cards.binary_search(&(passcode, role)).ok().map(|at| &self.card_rows[at])
    }
}

/// Measures are added up by the same loop as those of the network.
const _: () = assert!(POLICY_NUMBERS == NUMBERS);
