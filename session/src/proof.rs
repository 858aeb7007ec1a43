//! Whether the turn player can win this turn.

use duelfish_engine::position::Script;
use duelfish_engine::{Duel, Game, Player};
use duelfish_search::Leaf;
use duelfish_search::duels::{DuelJudge, Evaluator, World, main_line};
use duelfish_search::solver::{self, solve_while, verify};

/// The answer to the question whether the turn player can win this turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The turn player.
    pub player: Player,
    /// How many decisions were tried out.
    pub nodes: u64,
    /// The finding.
    pub found: ProofResult,
}

/// The finding of a search for a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofResult {
    /// There is a win.
    Win {
        /// A line of it: the actions with their players.
        line: Vec<(Player, String)>,
        /// In how many ends the proof was checked, by playing it against every reply.
        ends: u64,
    },
    /// There is none.
    NoWin,
    /// The search ended before it knew.
    NotKnown,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The duel is over.
    #[error("nobody is asked here: the duel is over")]
    Over,
    /// The other player is asked.
    #[error("it is {0} who is asked; begin where the turn player is")]
    Other(Player),
    /// The proof was played again and does not win: a mistake in the search.
    #[error("the proof does not hold; please report this position")]
    Broken,
}

/// Searches for a win in this turn, whatever the opponent and chance do, and plays it again. `go_on` hears how many
/// decisions were tried out and says whether the search may go on.
///
/// # Errors
/// Fails where the turn player is not asked.
pub fn prove(
    game: &Game<'_>,
    duel: Duel,
    script: Script,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Proven, ProofError> {
    let player = duel.decision().ok_or(ProofError::Over)?.player;
    if player != duel.turn_player() {
        return Err(ProofError::Other(player));
    }
    let mut world = World::open(game, duel, script);
    let mut evaluator = Evaluator::default();
    let mut judge = DuelJudge::new(&mut evaluator, Leaf::Quiet, &world);
    let (verdict, nodes) = solve_while(&mut world, &mut judge, go_on);
    let found = match verdict {
        solver::Verdict::Win(proof) => {
            let ends = verify(&mut world, player.number(), &proof).ok_or(ProofError::Broken)?;
            ProofResult::Win { line: main_line(&mut world, &proof), ends }
        }
        solver::Verdict::NoWin => ProofResult::NoWin,
        solver::Verdict::Unknown => ProofResult::NotKnown,
    };
    Ok(Proven { player, nodes, found })
}
