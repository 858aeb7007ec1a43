//! Training: a softmax over the cards that each hidden card could have been, fitted by Adam.
//!
//! The same lessons and seed give the same inference, to the byte, on any number of threads. Functions that are not
//! exact come from `libm`, because those of the system differ between processors.

use std::sync::Arc;

use duelfish_engine::Catalogue;
use duelfish_search::belief::{INFERENCE_UNIT, Inference, InferenceRow, Situation};
use duelfish_search::net::{FACTORS, factors};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::spots::{HiddenExample, HiddenExamples};
use crate::adam::{Adam, epochs};
use crate::factored::FactoredRows;
use crate::learner::{Learner, PresentWeights};
use crate::lessons::{LessonExamples, LessonTraining, is_test};
use crate::net::TrainingWatch;

/// Hidden cards of one step.
const BATCH: usize = 4096;

/// Trains an inference on the duels of these examples, but for one in twenty, whose hidden cards it returns by their
/// numbers. None if it was stopped.
#[must_use]
pub fn train_inference(
    cards: &Catalogue,
    examples: &HiddenExamples,
    training: &LessonTraining,
    about: &str,
    watch: TrainingWatch<'_>,
) -> Option<(Inference, Vec<u32>)> {
    let rows: Vec<Vec<usize>> = cards.iter().map(|(code, ..)| factors(cards, code)).collect();
    let layout = FactoredRows::new(rows, Situation::COUNT);
    let weights = vec![0.0; layout.own_weights() + FACTORS * Situation::COUNT];
    let count = weights.len();
    let adam = Adam::new(count, training.rate, training.decay);
    let mut learner = Learner::new(&layout, count, 0..count, training.leave_out, weights, adam);
    let mut rng = ChaCha8Rng::seed_from_u64(training.seed);
    let mut order = examples.of_duels(|duel| !is_test(duel));
    epochs(&mut order, training.epochs, BATCH, &mut rng, watch, |batch, done, rng| {
        learner.step(batch, done, rng, |PresentWeights { rows, .. }, at, slopes, _| {
            learn(examples, &examples.cards[at as usize], rows, slopes);
        });
    })?;
    let inference = whole(cards, examples, &layout, &learner.weights, about);
    Some((inference, examples.of_duels(is_test)))
}

/// Adds the slopes of one hidden card.
fn learn(examples: &HiddenExamples, card: &HiddenExample, rows: &[f32], slopes: &mut [f32]) {
    let pool = examples.pool_of(card);
    let at = |row: u16| usize::from(row) * Situation::COUNT + usize::from(card.situation);
    let scores = pool.iter().map(|(row, _)| rows[at(*row)]);
    let most = scores.clone().fold(f32::NEG_INFINITY, f32::max);
    let raised = |row: u16, count: u16| f32::from(count) * libm::expf(rows[at(row)] - most);
    let sum: f32 = pool.iter().map(|(row, count)| raised(*row, *count)).sum();
    for (row, count) in pool {
        slopes[at(*row)] += raised(*row, *count) / sum;
    }
    slopes[at(pool[usize::from(card.truth)].0)] -= 1.0;
}

/// The inference with whole numbers. Only the rows of cards that some hidden card could have been are kept.
fn whole(
    cards: &Catalogue,
    examples: &HiddenExamples,
    layout: &FactoredRows,
    weights: &[f32],
    about: &str,
) -> Inference {
    let row = |number: usize| -> InferenceRow {
        let from = number * Situation::COUNT;
        std::array::from_fn(|at| (weights[from + at] * INFERENCE_UNIT).round() as i16)
    };
    let mut met = vec![false; layout.factors.len()];
    for (card, _) in &examples.pool {
        met[usize::from(*card)] = true;
    }
    let of_card = |(at, (_, facts, _)): (usize, (_, &duelfish_engine::Facts, _))| {
        met[at].then_some((facts.passcode, at))
    };
    let mut own: Vec<(u32, usize)> = cards.iter().enumerate().filter_map(of_card).collect();
    own.sort_unstable();
    Inference {
        about: about.to_owned(),
        cards: own.iter().map(|(passcode, _)| *passcode).collect(),
        card_rows: own.iter().map(|(_, at)| row(*at)).collect(),
        factor_rows: (0..FACTORS).map(|factor| row(layout.factors.len() + factor)).collect(),
    }
}

/// How well hidden cards of some kind are guessed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GuessScore {
    /// How many cards were guessed.
    pub cards: u32,
    /// The mean log loss of the card that it was, in nats.
    pub loss: f64,
    /// The same if each card that may lie there is equally likely.
    pub even: f64,
}

/// How well an inference guesses the hidden cards with these numbers: those in hands, Set monsters, and Set Spells and Traps.
#[must_use]
pub fn guess(
    cards: &Catalogue,
    examples: &HiddenExamples,
    numbers: &[u32],
    inference: &Arc<Inference>,
) -> [GuessScore; 3] {
    let scores: Vec<[f32; Situation::COUNT]> =
        cards.iter().map(|(code, ..)| inference.scores(cards, code)).collect();
    let mut found = [GuessScore::default(); 3];
    for number in numbers {
        let card = &examples.cards[*number as usize];
        let pool = examples.pool_of(card);
        let weight = |(row, count): &(u16, u16)| {
            let score = f64::from(scores[usize::from(*row)][usize::from(card.situation)]);
            f64::from(*count) * libm::exp(score)
        };
        let truth = &pool[usize::from(card.truth)];
        let copies: u32 = pool.iter().map(|(_, count)| u32::from(*count)).sum();
        let all: f64 = pool.iter().map(weight).sum();
        let kind = &mut found[kind_of(card.situation)];
        kind.cards += 1;
        kind.loss -= libm::log(weight(truth) / all);
        kind.even -= libm::log(f64::from(truth.1) / f64::from(copies));
    }
    found.map(|GuessScore { cards, loss, even }| {
        let [loss, even] = [loss, even].map(|sum| sum / f64::from(cards.max(1)));
        GuessScore { cards, loss, even }
    })
}

/// The number of the kind that a situation belongs to.
const fn kind_of(situation: u8) -> usize {
    if situation < Situation::MonsterNew as u8 {
        0
    } else if situation < Situation::SpellNew as u8 {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use duelfish_engine::kind;

    use super::*;
    use crate::lessons::tests::collected;

    /// The hidden cards of a few duels, of which each Set Spell or Trap was a Trap if it could have been one, and else the first.
    fn made_up(cards: &Catalogue) -> HiddenExamples {
        let mut examples = HiddenExamples::read(cards, &collected(2)).expect("of this version");
        let pool = examples.pool.clone();
        for card in examples.cards.iter_mut().filter(|card| kind_of(card.situation) == 2) {
            let pool = &pool[card.pool[0] as usize..card.pool[1] as usize];
            let is_trap =
                |(row, _): &(u16, u16)| cards.facts(cards.at(*row).expect("a card")).is(kind::TRAP);
            card.truth = pool.iter().position(is_trap).unwrap_or(0) as u16;
        }
        examples
    }

    #[test]
    fn training_finds_which_cards_are_set() {
        let cards = duelfish_cards::catalogue();
        let examples = made_up(cards);
        let stop = AtomicBool::new(false);
        let watch = TrainingWatch { stop: &stop, done: &|_| () };
        let trained = |rate| {
            let training = LessonTraining { epochs: 60, rate, ..LessonTraining::default() };
            train_inference(cards, &examples, &training, "A test.", watch).expect("not stopped").0
        };
        let all: Vec<u32> = (0..examples.len() as u32).collect();
        let scores = |inference| guess(cards, &examples, &all, &Arc::new(inference))[2];
        let (before, after) = (scores(trained(0.0)), scores(trained(0.05)));
        assert!(before.cards > 30, "{before:?}");
        assert!((before.loss - before.even).abs() < 1e-6, "it knows nothing: {before:?}");
        assert!(after.loss < 0.6 * after.even, "{after:?}");
        assert!(trained(0.05) == trained(0.05), "the same training makes the same inference");
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let training = LessonTraining::default();
        assert!(train_inference(cards, &examples, &training, "", watch).is_none());
    }

    #[test]
    fn a_hidden_card_is_one_of_its_pool() {
        let cards = duelfish_cards::catalogue();
        let examples = HiddenExamples::read(cards, &collected(2)).expect("of this version");
        let mut kinds = [0; 3];
        for card in &examples.cards {
            kinds[kind_of(card.situation)] += 1;
        }
        assert!(kinds[0] > 100 && kinds[1] > 10 && kinds[2] > 10, "{kinds:?}");
        for card in &examples.cards {
            let pool = examples.pool_of(card);
            assert!(usize::from(card.truth) < pool.len() && pool.iter().all(|(_, n)| *n > 0));
            let monsters = pool
                .iter()
                .filter(|(row, _)| cards.facts(cards.at(*row).expect("a card")).is(kind::MONSTER));
            match kind_of(card.situation) {
                0 => {}
                1 => assert_eq!(monsters.count(), pool.len()),
                _ => assert_eq!(monsters.count(), 0),
            }
        }
    }
}
