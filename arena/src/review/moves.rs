//! The moves of a recorded duel that were a choice.

use duelfish_engine::{Action, Actions, Duel, Game, Player};
use duelfish_search::duels::key_of;

use crate::record::DuelRecord;
use crate::replay::{Replay, ReplayError};

/// A move that was played, and the duel before it.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// How many decisions of the duel were taken before.
    pub decision: usize,
    /// The duel before the move.
    pub duel: Duel,
    /// The move: a legal one.
    pub action: Action,
}

impl PlayedMove {
    /// Whether the player could have done something that means something else.
    #[must_use]
    pub fn is_choice(&self, game: &Game<'_>) -> bool {
        let Some(decision) = self.duel.decision() else { return false };
        let view = self.duel.view(game, decision.player);
        let mut legal = Actions::new();
        view.legal_actions(&mut legal);
        let key = key_of(&view, self.action);
        legal.iter().any(|action| key_of(&view, *action) != key)
    }
}

/// The moves of a recorded duel that were a choice, of both players or of one.
///
/// # Errors
/// Fails where the duel goes another way than it was recorded.
pub fn moves_of(
    replay: &Replay<'_>,
    record: &DuelRecord,
    player: Option<Player>,
) -> Result<Vec<PlayedMove>, ReplayError> {
    let mut stepper = replay.begin(record)?;
    let mut moves = Vec::new();
    loop {
        if let Some((asked, action)) = stepper.next_action()
            && player.is_none_or(|player| player == asked)
        {
            let played = PlayedMove { decision: stepper.at(), duel: *stepper.duel(), action };
            // An illegal one is refused just below.
            if stepper.duel().is_legal(replay.game(), action) && played.is_choice(replay.game()) {
                moves.push(played);
            }
        }
        if !stepper.forward()? {
            stepper.compare_end()?;
            return Ok(moves);
        }
    }
}
