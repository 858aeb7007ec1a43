//! Reviews of played duels: which moves lost most, by the judgement of a bot.
//!
//! At each decision that has a real choice the bot is asked, as if it sat there: it sees what the player who is asked may
//! know. Its best move is compared with the one that was played, by the chances to win that the same search gives to
//! both. A move that the search hardly looked at is searched alone. A move that can't be judged even so is
//! listed as such and never counted.

mod judge;
mod moves;
mod tally;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use duelfish_engine::{Action, Game, Player};
use duelfish_search::Spec;
use rayon::prelude::*;
use serde::Serialize;

use crate::seeds::{SeedPurpose, derive};

use judge::{Judgement, judged};
pub use moves::{PlayedMove, moves_of};
pub use tally::{BLUNDER, INACCURACY, MISTAKE, MoveClass, ReviewTally};

/// The version of the parts of a review as programs read them.
pub const REVIEW_SCHEMA: u32 = 1;

/// The bot that judges, and how.
#[derive(Clone, Debug)]
pub struct ReviewSpec {
    /// The bot. It must give chances to win.
    pub bot: Spec,
    /// Everything random comes from this.
    pub seed: u64,
    /// Number of threads; 0 for one for each core.
    pub threads: usize,
}

/// The way in which the caller of [`review`] watches and stops it.
#[derive(Clone, Copy)]
pub struct ReviewWatch<'a> {
    /// When this becomes true, no more moves are judged; those that were judged count.
    pub stop: &'a AtomicBool,
    /// Called after each move with how many there are, in the thread that judged it.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// The moves of a duel, judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DuelReview {
    /// The moves that were judged, in the order in which they were played.
    pub moves: Vec<ReviewedMove>,
    /// The moves that could not be judged.
    pub unjudged: Vec<UnjudgedMove>,
    /// Whether it was stopped: then it is about the moves that were judged before.
    pub interrupted: bool,
}

/// Where a move was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MoveMoment {
    /// How many decisions of the duel were taken before.
    pub decision: usize,
    /// Number of the turn, from 1.
    pub turn: u16,
    /// The phase.
    pub phase: &'static str,
}

/// A move that was judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// Where it was played.
    #[serde(flatten)]
    pub moment: MoveMoment,
    /// The player, from 0.
    #[serde(serialize_with = "as_seat")]
    pub player: Player,
    /// The move, as its player sees it.
    pub played: String,
    /// The best move; the same one if nothing is better.
    pub better: String,
    /// The chance to win before: with the best move, from 0 to 1.
    pub before: f32,
    /// The chance to win after: with the move that was played, from 0 to 1.
    pub after: f32,
    /// The 95% interval of `after` as far as the bot knows it; see [`duelfish_search::Finding::interval`].
    pub interval: Option<[f32; 2]>,
    /// The loss of the chance to win, from 0 to 1.
    pub loss: f32,
    /// The name for such a loss.
    pub class: MoveClass,
    /// How often the search tried the move that was played.
    pub visits: u32,
    /// Whether the move was searched alone, because the search among all moves hardly looked at it.
    pub alone: bool,
    /// The best move.
    #[serde(skip)]
    pub best: Action,
}

/// A move that could not be judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnjudgedMove {
    /// Where it was played.
    #[serde(flatten)]
    pub moment: MoveMoment,
    /// The player.
    #[serde(serialize_with = "as_seat")]
    pub player: Player,
    /// The move, as its player sees it.
    pub played: String,
    /// The reason.
    pub why: &'static str,
}

/// Why nothing can be reviewed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The bot doesn't search.
    #[error(
        "bot `{0}` gives no chances to win, so that it can't judge; choose greedy, planner, mcts or mcts-1"
    )]
    NoChances(String),
    /// Threads can't be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Judges the moves of the duel with this number. The review is the same for any number of threads.
///
/// # Errors
/// Fails when the bot gives no chances to win, or threads can't be started.
pub fn review(
    game: &Game<'_>,
    number: u64,
    moves: &[PlayedMove],
    spec: &ReviewSpec,
    watch: ReviewWatch<'_>,
) -> Result<DuelReview, ReviewError> {
    if matches!(spec.bot, Spec::Random | Spec::Heuristic) {
        return Err(ReviewError::NoChances(spec.bot.to_string()));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(spec.threads).build()?;
    let done = AtomicU64::new(0);
    let master = derive(spec.seed, number, SeedPurpose::Cell);
    let one = |played: &PlayedMove| {
        if watch.stop.load(Ordering::Relaxed) {
            return None;
        }
        let seed = derive(master, played.decision as u64, SeedPurpose::BotA);
        let judgement = judged(game, played, &spec.bot, seed, watch.stop)?;
        (watch.progress)(done.fetch_add(1, Ordering::Relaxed) + 1);
        Some(judgement)
    };
    let judgements: Vec<Option<Judgement>> = pool.install(|| moves.par_iter().map(one).collect());
    let mut review = DuelReview::default();
    for judgement in judgements {
        match judgement {
            Some(Judgement::Judged(found)) => review.moves.push(found),
            Some(Judgement::Unjudged(found)) => review.unjudged.push(found),
            None => review.interrupted = true,
        }
    }
    Ok(review)
}

impl DuelReview {
    /// The sums over the moves of a player.
    #[must_use]
    pub fn tally(&self, player: Player) -> ReviewTally {
        let losses = self.moves.iter().filter(|found| found.player == player);
        let unjudged = self.unjudged.iter().filter(|found| found.player == player).count();
        ReviewTally::of(losses.map(|found| found.loss), unjudged as u64)
    }
}

/// The order of a list of the worst moves: the greatest loss first, then the earlier move.
#[must_use]
pub fn by_loss(a: &ReviewedMove, b: &ReviewedMove) -> std::cmp::Ordering {
    b.loss.total_cmp(&a.loss).then(a.moment.decision.cmp(&b.moment.decision))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields like this")]
fn as_seat<S: serde::Serializer>(player: &Player, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(player)
}
