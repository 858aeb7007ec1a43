//! Fitting the evaluation: duels between equal bots, and a logistic regression of the winner on the
//! features of positions.

use duelfish_engine::{Catalogue, DeckList, Game, Player, SetupError};
use duelfish_search::duels::{Evaluation, Features, features};

use crate::list::SortedDeck;
use crate::self_play::{Collecting, SelfPlay, SelfPlaySpec, is_open};

/// Number of weights.
const COUNT: usize = Evaluation::COUNT;
/// The pull of each weight towards zero: as strong as so many positions would be.
const RIDGE: f64 = 2.0;
/// Steps of Newton's method; four are enough, so twenty always are.
const STEPS: usize = 20;

/// Positions with how their duels ended.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The lead of the first player over the second, and whether the first player won.
    pub positions: Vec<(Features, bool)>,
    /// How many duels they are from.
    pub duels: u64,
}

/// Plays the duels and collects, of each turn, the first position and the last open one.
///
/// # Errors
/// Fails when a deck can't be played.
pub fn collect(
    cards: &Catalogue,
    spec: &SelfPlaySpec,
    watch: Collecting<'_>,
) -> Result<Samples, SetupError> {
    let game = Game::new(spec.rules.clone(), cards);
    let decks: Vec<SortedDeck> = spec.decks.iter().map(SortedDeck::new).collect();
    let lists: Vec<DeckList<'_>> = decks.iter().map(SortedDeck::list).collect();
    let self_play = spec.ready(&game, watch);
    let play = |duel, seats: [usize; 2]| one_duel(&self_play, seats.map(|deck| lists[deck]), duel);
    let finished = spec.each(watch, play)?;
    Ok(Samples { duels: finished.len() as u64, positions: finished.concat() })
}

/// The positions of one duel, an empty list if nobody won it; none if it was stopped.
fn one_duel(
    play: &SelfPlay<'_>,
    decks: [DeckList<'_>; 2],
    number: u64,
) -> Result<Option<Vec<(Features, bool)>>, SetupError> {
    let (mut kept, mut last, mut turn) = (Vec::new(), None, 0);
    let outcome = play.duel(decks, number, |duel, _, choice| {
        if duel.turn() != turn || is_open(duel) {
            let begins = duel.turn() != turn;
            turn = duel.turn();
            // A search looks at either from the turn before the horizon or from the last one.
            let until = if begins { turn } else { turn + 1 };
            let now = features(&duel.judge_view(play.game), until);
            if begins {
                kept.extend(last.take());
                kept.push(now);
            } else {
                last = Some(now);
            }
        }
        choice.action
    })?;
    let Some(outcome) = outcome else { return Ok(None) };
    let Some(winner) = outcome.winner() else { return Ok(Some(Vec::new())) };
    Ok(Some(kept.into_iter().map(|features| (features, winner == Player::FIRST)).collect()))
}

/// The weights, in the order of [`Evaluation::names`], that foretell best how these positions ended.
#[must_use]
pub fn fit(samples: &Samples) -> Features {
    let mut weights = [0.0_f64; COUNT];
    for _ in 0..STEPS {
        let mut slope = [0.0; COUNT];
        let mut bend = [[0.0; COUNT]; COUNT];
        for at in 0..COUNT {
            slope[at] = -RIDGE * weights[at];
            bend[at][at] = RIDGE;
        }
        for (features, won) in &samples.positions {
            let have = features.map(f64::from);
            let p = chance_of(&weights, &have);
            let miss = f64::from(u8::from(*won)) - p;
            let weight = p * (1.0 - p);
            for i in 0..COUNT {
                slope[i] += miss * have[i];
                for j in 0..=i {
                    bend[i][j] += weight * have[i] * have[j];
                }
            }
        }
        let step = solve(bend, slope);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights.map(|weight| weight as f32)
}

/// Mean log loss of the positions with these weights; a coin has 0.693.
#[must_use]
pub fn loss(weights: &Features, samples: &Samples) -> f64 {
    let weights = weights.map(f64::from);
    let of = |(features, won): &(Features, bool)| {
        let p = chance_of(&weights, &features.map(f64::from));
        -(if *won { p } else { 1.0 - p }).max(1e-12).ln()
    };
    samples.positions.iter().map(of).sum::<f64>() / samples.positions.len().max(1) as f64
}

fn chance_of(weights: &[f64; COUNT], have: &[f64; COUNT]) -> f64 {
    let sum: f64 = weights.iter().zip(have).map(|(weight, have)| weight * have).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Solves `bend * x = slope` for a symmetric positive matrix of which the lower half is given
/// (Cholesky).
fn solve(mut bend: [[f64; COUNT]; COUNT], mut slope: [f64; COUNT]) -> [f64; COUNT] {
    for i in 0..COUNT {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| bend[i][k] * bend[j][k]).sum();
            let rest = bend[i][j] - sum;
            bend[i][j] = if i == j { rest.max(1e-12).sqrt() } else { rest / bend[j][j] };
        }
    }
    for i in 0..COUNT {
        let sum: f64 = (0..i).map(|k| bend[i][k] * slope[k]).sum();
        slope[i] = (slope[i] - sum) / bend[i][i];
    }
    for i in (0..COUNT).rev() {
        let sum: f64 = (i + 1..COUNT).map(|k| bend[k][i] * slope[k]).sum();
        slope[i] = (slope[i] - sum) / bend[i][i];
    }
    slope
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use duelfish_cards::Deck;
    use duelfish_engine::Rules;
    use duelfish_search::Spec;

    use super::*;

    #[test]
    fn a_fit_finds_the_weights_that_made_the_positions() {
        // Positions with three features, won as often as known weights say.
        let truth = [0.8, -0.5, 0.3];
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64 / f64::from(1_u32 << 31)
        };
        let mut samples = Samples::default();
        for _ in 0..40_000 {
            let mut features = [0.0; COUNT];
            let mut sum = 0.0;
            for (feature, weight) in features.iter_mut().zip(truth) {
                *feature = (4.0 * random() - 2.0) as f32;
                sum += f64::from(*feature) * weight;
            }
            samples.positions.push((features, random() < 1.0 / (1.0 + (-sum).exp())));
        }
        let fitted = fit(&samples);
        for (found, truth) in fitted.iter().zip(truth.into_iter().chain([0.0; COUNT])) {
            // The standard error of a weight is about 0.011 here.
            assert!((f64::from(*found) - truth).abs() < 0.05, "{fitted:?}");
        }
        assert!(loss(&fitted, &samples) < loss(&[0.0; COUNT], &samples));
    }

    #[test]
    fn a_stopped_collection_has_the_duels_that_were_finished() {
        let cards = duelfish_cards::catalogue();
        let deck = Deck {
            main: vec![cards.by_name("Celtic Guardian").expect("a card of the pool"); 40],
            ..Deck::default()
        };
        let spec = SelfPlaySpec {
            decks: vec![deck],
            bot: Spec::Heuristic,
            rules: Rules::MR5,
            games: 4000,
            seed: 1,
        };
        let (stop, finished) = (AtomicBool::new(false), AtomicU64::new(0));
        let count = || {
            if finished.fetch_add(1, Ordering::Relaxed) == 10 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let watch = Collecting { stop: &stop, finished: &count };
        let samples = collect(cards, &spec, watch).expect("the deck can be played");
        assert_eq!(samples.duels, finished.load(Ordering::Relaxed));
        assert!(samples.duels < 4000 && samples.duels > 10, "{}", samples.duels);
    }
}
