//! Questions out of recorded duels.

use duelfish_engine::{Actions, Catalogue, Duel, Event, Game, Player};

use super::{CLASSES, SuiteQuestion};
use crate::replay::{ReplayError, Stepper};

/// A decision of a recorded duel that can't be written as a question.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The duel goes another way.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Nobody is asked.
    #[error("nobody is asked here: the duel is over")]
    Over,
    /// No position before it leads to the same decision.
    #[error(
        "no position before this decision can be written that leads to it: an effect lasts for a time, or chance \
         decides something else than draws; choose another decision"
    )]
    NoPosition,
}

/// The decision at which a recorded duel stands, as a question whose name, class and reason are to be written in. It
/// begins at the last position before it that reads back to the same decision. Its answer is the recorded one.
///
/// # Errors
/// Fails where no position reads back to the same decision.
pub fn question_at(
    stepper: &mut Stepper<'_, '_>,
    game: &Game<'_>,
    cards: &Catalogue,
) -> Result<String, ExportError> {
    let wanted = *stepper.duel();
    let (_, action) = stepper.next_action().ok_or(ExportError::Over)?;
    let answer = format!("best {}", wanted.describe(game, action));
    let decision = stepper.at();
    loop {
        if let Some(position) = stepper.duel().to_position(game) {
            let begun = stepper.at();
            let body = position + &lines_to(stepper, game, decision)?;
            let text =
                format!("question a\nclass {}\nwhy It is read.\n{body}{answer}", CLASSES[0].0);
            let read = SuiteQuestion::parse_all(&text, "", cards).unwrap_or_default();
            if read.iter().any(|read| is_same(&read.duel, &wanted, game)) {
                let classes = CLASSES.map(|(class, _)| class).join(", ");
                let head = format!("question\n# {classes}\nclass\nwhy\n");
                return Ok(format!("{head}{body}{answer}\n"));
            }
            while stepper.at() > begun && stepper.back() {}
        }
        // A position of long before would tell of another turn.
        if !stepper.back() || stepper.duel().turn() + 1 < wanted.turn() {
            return Err(ExportError::NoPosition);
        }
    }
}

/// The lines of a question that lead from here to a decision: what is drawn, and what the players do.
fn lines_to(
    stepper: &mut Stepper<'_, '_>,
    game: &Game<'_>,
    decision: usize,
) -> Result<String, ReplayError> {
    let mut draws: [Vec<String>; 2] = Default::default();
    let mut steps = String::new();
    while stepper.at() < decision {
        let Some((player, action)) = stepper.next_action() else { break };
        steps += &format!("{player}> {}\n", stepper.duel().describe(game, action));
        stepper.forward()?;
        for event in stepper.events() {
            if let Event::Drew { player, card } = event {
                let label = game.cards.label(stepper.duel().code(*card));
                draws[player.index()].push(label.into_owned());
            }
        }
    }
    let mut lines = String::new();
    for (player, draws) in Player::BOTH.into_iter().zip(draws) {
        if !draws.is_empty() {
            lines += &format!("{player} draws: {}\n", draws.join("; "));
        }
    }
    Ok(lines + &steps)
}

/// Whether two duels ask the same player the same question, and both players see the same.
fn is_same(read: &Duel, wanted: &Duel, game: &Game<'_>) -> bool {
    let legal = |duel: &Duel| {
        let mut legal = Actions::new();
        duel.legal_actions(game, &mut legal);
        let words = legal.iter().map(|action| duel.describe(game, *action));
        words.collect::<Vec<_>>()
    };
    let views = |duel: &Duel| Player::BOTH.map(|player| duel.view(game, player).to_string());
    read.decision() == wanted.decision()
        && legal(read) == legal(wanted)
        && views(read) == views(wanted)
}
