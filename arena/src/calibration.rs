//! Whether a bot's chances to win are what they say: duels against itself, and each of its values beside
//! the result.

use duelfish_engine::{Catalogue, DeckList, Game, Player, SetupError};
use duelfish_search::{Choice, Why};
use serde::Serialize;

use crate::list::SortedDeck;
use crate::self_play::{Collecting, SelfPlay, SelfPlaySpec, is_open};

/// The worth of the values of a bot. Values are those of the player who chooses, in decisions of Main
/// Phases and Battle Phases that were searched.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Calibration {
    /// Duels that somebody won.
    pub duels: u64,
    /// Mean log loss of a value; a coin has 0.693.
    pub log_loss: f64,
    /// Values by tenths.
    pub tenths: [Tenth; 10],
    /// The change of a player's value from one decision to the next of the same turn.
    pub within: Drift,
    /// The change from a player's last decision of a turn to the opponent's first one after it, as the
    /// player whose turn is over sees it.
    pub passing: Drift,
}

/// The values of a tenth of all chances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Tenth {
    /// How many values lie there.
    pub count: u64,
    /// Their mean.
    pub says: f64,
    /// The share of their duels that were won.
    pub wins: f64,
}

/// A mean change of values. Of honest ones it is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Drift {
    /// Number of changes.
    pub count: u64,
    /// Their mean, in chances to win.
    pub mean: f64,
    /// Its standard error, with the changes of each duel taken together.
    pub error: f64,
}

/// The value of a searched decision: its turn, its player and that player's chance.
#[derive(Clone, Copy)]
struct SaidChance {
    turn: u16,
    player: Player,
    chance: f64,
}

/// Plays the duels and compares.
///
/// # Errors
/// Fails when a deck can't be played.
pub fn calibrate(
    cards: &Catalogue,
    spec: &SelfPlaySpec,
    watch: Collecting<'_>,
) -> Result<Calibration, SetupError> {
    let game = Game::new(spec.rules.clone(), cards);
    let decks: Vec<SortedDeck> = spec.decks.iter().map(SortedDeck::new).collect();
    let lists: Vec<DeckList<'_>> = decks.iter().map(SortedDeck::list).collect();
    let self_play = spec.ready(&game, watch);
    let play =
        |number, seats: [usize; 2]| one_duel(&self_play, seats.map(|deck| lists[deck]), number);
    let played = spec.each(watch, play)?;
    let won: Vec<_> = played.into_iter().filter_map(|(said, won)| Some((said, won?))).collect();
    Ok(summed(&won))
}

/// The values of a duel and who won it; none if it was stopped.
#[expect(clippy::type_complexity, reason = "a pair that is taken apart at once")]
fn one_duel(
    play: &SelfPlay<'_>,
    decks: [DeckList<'_>; 2],
    number: u64,
) -> Result<Option<(Vec<SaidChance>, Option<Player>)>, SetupError> {
    let mut said = Vec::new();
    let outcome = play.duel(decks, number, |duel, _, choice| {
        let decision = duel.decision().filter(|_| is_open(duel));
        if let Some(decision) = decision
            && let Some(chance) = value_of(choice)
        {
            said.push(SaidChance { turn: duel.turn(), player: decision.player, chance });
        }
        choice.action
    })?;
    Ok(outcome.map(|outcome| (said, outcome.winner())))
}

/// The value of the chosen action.
fn value_of(choice: &Choice) -> Option<f64> {
    let Why::Search(found) = &choice.why else { return None };
    let chosen = found.choices.iter().find(|finding| finding.action == choice.action);
    chosen.or(found.choices.first()).map(|finding| f64::from(finding.value))
}

fn summed(won: &[(Vec<SaidChance>, Player)]) -> Calibration {
    let mut sums = Calibration { duels: won.len() as u64, ..Calibration::default() };
    let mut count = 0_u64;
    let (mut within, mut passing) = (Vec::new(), Vec::new());
    for (said, winner) in won {
        for said in said {
            let won = said.player == *winner;
            let right = if won { said.chance } else { 1.0 - said.chance };
            sums.log_loss -= right.max(1e-6).ln();
            count += 1;
            let tenth = &mut sums.tenths[((said.chance * 10.0) as usize).min(9)];
            tenth.count += 1;
            tenth.says += said.chance;
            tenth.wins += f64::from(u8::from(won));
        }
        let changes = |same: bool| -> Vec<f64> {
            let pairs = said.windows(2).filter(|pair| (pair[0].turn == pair[1].turn) == same);
            let pairs = pairs.filter(|pair| (pair[0].player == pair[1].player) == same);
            let seen = |by: Player, said: SaidChance| {
                if by == said.player { said.chance } else { 1.0 - said.chance }
            };
            pairs.map(|pair| seen(pair[0].player, pair[1]) - pair[0].chance).collect()
        };
        within.push(changes(true));
        passing.push(changes(false));
    }
    sums.log_loss /= count.max(1) as f64;
    for tenth in &mut sums.tenths {
        tenth.says /= tenth.count.max(1) as f64;
        tenth.wins /= tenth.count.max(1) as f64;
    }
    (sums.within, sums.passing) = (drift(&within), drift(&passing));
    sums
}

/// The mean of all changes; those of a duel depend on each other, so that duels are the sample.
fn drift(duels: &[Vec<f64>]) -> Drift {
    let count: usize = duels.iter().map(Vec::len).sum();
    if count == 0 {
        return Drift::default();
    }
    let mean = duels.iter().flatten().sum::<f64>() / count as f64;
    let of_duel = |duel: &Vec<f64>| (duel.iter().sum::<f64>() - mean * duel.len() as f64).powi(2);
    let error = duels.iter().map(of_duel).sum::<f64>().sqrt() / count as f64;
    Drift { count: count as u64, mean, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_seen_by_the_player_whose_value_they_change() {
        let said = |turn, player, chance| SaidChance { turn, player, chance };
        let (first, second) = (Player::FIRST, Player::SECOND);
        let duel = vec![
            said(1, first, 0.5),
            said(1, first, 0.6),
            said(2, second, 0.7),
            said(3, first, 0.25),
        ];
        let found = summed(&[(duel, first)]);
        // 0.5 -> 0.6 within turn 1; 0.6 -> 0.3 and 0.7 -> 0.75 when the turn passes.
        assert_eq!((found.within.count, found.passing.count), (1, 2));
        assert!((found.within.mean - 0.1).abs() < 1e-12);
        assert!((found.passing.mean - (-0.3 + 0.05) / 2.0).abs() < 1e-12);
        let loss = -(0.5_f64.ln() + 0.6_f64.ln() + 0.3_f64.ln() + 0.25_f64.ln()) / 4.0;
        assert!((found.log_loss - loss).abs() < 1e-12);
        assert_eq!(found.tenths[7], Tenth { count: 1, says: 0.7, wins: 0.0 });
    }
}
