//! The evaluations that judge the positions of a search.

use std::sync::Arc;

use duelfish_engine::View;

use super::Evaluation;
use crate::net::{Net, NetReader};

/// One of the evaluations, ready for the positions of a duel.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// Sixteen numbers with weights.
    Linear(Evaluation),
    /// A network that knows cards.
    Net(NetReader),
}

impl Default for Evaluator {
    /// The linear one.
    fn default() -> Self {
        Self::Linear(Evaluation::default())
    }
}

impl Evaluator {
    /// A duel begins, maybe with other cards.
    pub fn begin(&mut self) {
        match self {
            Self::Linear(_) => {}
            Self::Net(reader) => reader.begin(),
        }
    }

    /// The log-odds that the first player wins, judged by the end of turn number `until`: see
    /// [`features`](super::features).
    #[must_use]
    #[inline]
    pub fn log_odds(&mut self, view: &View<'_>, until: u16) -> f32 {
        match self {
            Self::Linear(evaluation) => evaluation.log_odds(view, until),
            Self::Net(reader) => reader.log_odds(view, until),
        }
    }
}

impl From<Evaluation> for Evaluator {
    fn from(evaluation: Evaluation) -> Self {
        Self::Linear(evaluation)
    }
}

impl From<Arc<Net>> for Evaluator {
    fn from(net: Arc<Net>) -> Self {
        Self::Net(NetReader::new(net))
    }
}
