//! Training: Adam over decisions, in batches.
//!
//! The same lessons and seed give the same policy, to the byte, on any number of threads. Functions that are not
//! exact come from `libm`, because those of the system differ between processors.

use std::sync::Arc;

use duelfish_engine::Catalogue;
use duelfish_search::net::{MOST, ROW_UNIT, WIDTH};
use duelfish_search::policy::{POLICY_NUMBERS, Policy, PolicyReader, softmax};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::examples::{Examples, StoredPart};
use super::layout::PolicyLayout;
use crate::adam::{Adam, add, dot, epochs};
use crate::learner::{Learner, PresentWeights};
use crate::lessons::{LessonExamples, LessonTraining, is_test};
use crate::net::TrainingWatch;
use crate::net::params::number;

/// Decisions of one step.
const BATCH: usize = 1024;
/// The most that a unit counts.
const CEILING: f32 = MOST as f32 / ROW_UNIT;

/// Trains a policy on the duels of these examples, but for one in twenty, whose decisions it returns by their
/// numbers. None if it was stopped.
#[must_use]
pub fn train_policy(
    cards: &Catalogue,
    examples: &Examples,
    training: &LessonTraining,
    about: &str,
    watch: TrainingWatch<'_>,
) -> Option<(Policy, Vec<u32>)> {
    let layout = PolicyLayout::new(cards);
    let mut rng = ChaCha8Rng::seed_from_u64(training.seed);
    let weights = layout.begin(&mut rng);
    let adam = Adam::new(weights.len(), training.rate, training.decay);
    let (from_rest, decays) = (layout.from_facts, 0..layout.count);
    let mut learner =
        Learner::new(&layout.cards, from_rest, decays, training.leave_out, weights, adam);
    let mut order = examples.of_duels(|duel| !is_test(duel));
    epochs(&mut order, training.epochs, BATCH, &mut rng, watch, |batch, done, rng| {
        learner.step(batch, done, rng, |PresentWeights { all, rows }, at, row_slopes, rest| {
            let behind = &all[layout.from_facts..];
            let reading = PolicyReading { examples, layout: &layout, rest: behind, rows };
            reading.learn(at, row_slopes, rest);
        });
    })?;
    let mut met = vec![false; layout.cards.own_weights() / WIDTH];
    for card in &examples.cards {
        met[*card as usize] = true;
    }
    let policy = layout.policy(cards, &learner.weights, &met, about);
    Some((policy, examples.of_duels(is_test)))
}

/// How well a policy foresees what a search finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyScore {
    /// The mean cross entropy of its shares, in nats.
    pub loss: f64,
    /// The share of decisions in which it likes the best move most.
    pub first: f64,
    /// The share of decisions in which the best move is among the three that it likes most.
    pub third: f64,
}

/// How well a policy foresees the decisions with these numbers.
#[must_use]
pub fn foresee(
    cards: &Catalogue,
    examples: &Examples,
    decisions: &[u32],
    policy: &Arc<Policy>,
) -> PolicyScore {
    let mut reader = PolicyReader::new(Arc::clone(policy));
    let mut sums = [0.0; 3];
    let mut shares = Vec::new();
    for decision in decisions {
        let (state, moves, targets) = examples.decision(*decision);
        let state = reader.state(cards, &examples.unpacked(cards, state));
        let read = moves.iter().map(|part| examples.unpacked(cards, part));
        shares.clear();
        shares.extend(read.map(|read| reader.strength(cards, &state, &read)));
        softmax(&mut shares);
        let loss = shares.iter().zip(targets).map(|(share, target)| {
            let share: f32 = *share;
            -f64::from(*target) * f64::from(share.max(1e-9)).ln()
        });
        sums[0] += loss.sum::<f64>();
        // The best one comes first.
        let better = shares.iter().filter(|share| **share > shares[0]).count();
        sums[1] += if better == 0 { 1.0 } else { 0.0 };
        sums[2] += if better < 3 { 1.0 } else { 0.0 };
    }
    let [loss, first, third] = sums.map(|sum| sum / decisions.len().max(1) as f64);
    PolicyScore { loss, first, third }
}

/// The present weights, ready to read decisions.
#[derive(Clone, Copy)]
struct PolicyReading<'a> {
    examples: &'a Examples,
    layout: &'a PolicyLayout,
    rows: &'a [f32],
    /// All weights behind the rows of cards and factors.
    rest: &'a [f32],
}

type PolicySum = [f32; WIDTH];

impl PolicyReading<'_> {
    /// Weights behind the rows, from this place in the list of all.
    fn rest(&self, from: usize) -> &[f32] {
        &self.rest[from - self.layout.from_facts..][..WIDTH]
    }

    /// Adds the rows of a part; `of` is 0 for a decision and 1 for a move.
    fn add_part(&self, sum: &mut PolicySum, part: &StoredPart, of: usize) {
        for card in self.examples.cards_of(part) {
            add(sum, 1.0, &self.rows[*card as usize * WIDTH..][..WIDTH]);
        }
        for fact in self.examples.facts_of(part) {
            add(sum, 1.0, self.rest(self.layout.from_facts + usize::from(*fact) * WIDTH));
        }
        for (at, units) in part.numbers.iter().enumerate().filter(|(_, units)| **units != 0) {
            let from = self.layout.from_numbers + (of * POLICY_NUMBERS + at) * WIDTH;
            add(sum, number(*units), self.rest(from));
        }
    }

    /// The sums of all moves of a decision.
    fn sums(&self, decision: u32) -> Vec<PolicySum> {
        let (state, moves, _) = self.examples.decision(decision);
        let mut begin = [0.0; WIDTH];
        begin.copy_from_slice(self.rest(self.layout.from_bias));
        self.add_part(&mut begin, state, 0);
        let of_move = |part| {
            let mut sum = begin;
            self.add_part(&mut sum, part, 1);
            sum
        };
        moves.iter().map(of_move).collect()
    }

    /// The shares of moves with these sums.
    fn shares_of(&self, sums: &[PolicySum]) -> Vec<f32> {
        let last = self.rest(self.layout.from_last);
        let strength = |sum: &PolicySum| dot(last, &sum.map(|unit| unit.clamp(0.0, CEILING)));
        let strengths: Vec<f32> = sums.iter().map(strength).collect();
        let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let raised: Vec<f32> = strengths.iter().map(|at| libm::expf(at - most)).collect();
        let all: f32 = raised.iter().sum();
        raised.iter().map(|at| at / all).collect()
    }

    /// Adds the slopes of one decision: those of the combined rows, and those of all weights behind them.
    fn learn(&self, decision: u32, rows: &mut [f32], rest: &mut [f32]) {
        let sums = self.sums(decision);
        let shares = self.shares_of(&sums);
        let (state, moves, targets) = self.examples.decision(decision);
        let last = self.rest(self.layout.from_last);
        let from_last = self.layout.from_last - self.layout.from_facts;
        let mut all = [0.0; WIDTH];
        for ((sum, part), (share, target)) in sums.iter().zip(moves).zip(shares.iter().zip(targets))
        {
            let slope = share - target;
            let mut back = [0.0; WIDTH];
            for (unit, (value, back)) in sum.iter().zip(&mut back).enumerate() {
                rest[from_last + unit] += slope * value.clamp(0.0, CEILING);
                if *value > 0.0 && *value < CEILING {
                    *back = slope * last[unit];
                }
            }
            self.learn_part(&back, part, 1, rows, rest);
            add(&mut all, 1.0, &back);
        }
        self.learn_part(&all, state, 0, rows, rest);
        let bias = self.layout.from_bias - self.layout.from_facts;
        add(&mut rest[bias..bias + WIDTH], 1.0, &all);
    }

    fn learn_part(
        &self,
        back: &PolicySum,
        part: &StoredPart,
        of: usize,
        rows: &mut [f32],
        rest: &mut [f32],
    ) {
        for card in self.examples.cards_of(part) {
            add(&mut rows[*card as usize * WIDTH..][..WIDTH], 1.0, back);
        }
        for fact in self.examples.facts_of(part) {
            add(&mut rest[usize::from(*fact) * WIDTH..][..WIDTH], 1.0, back);
        }
        let from = self.layout.from_numbers - self.layout.from_facts + of * POLICY_NUMBERS * WIDTH;
        for (at, units) in part.numbers.iter().enumerate().filter(|(_, units)| **units != 0) {
            add(&mut rest[from + at * WIDTH..][..WIDTH], number(*units), back);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use duelfish_engine::{Action, Verb};

    use super::*;
    use crate::lessons::Lessons;
    use crate::lessons::tests::collected;

    /// Lessons of a teacher who Sets a card wherever that is possible.
    fn made_up() -> Lessons {
        let mut lessons = collected(2);
        for duel in &mut lessons.duels {
            duel.lessons.retain_mut(|lesson| {
                let sets = |bits| Action::from_bits(bits).is_some_and(|a| a.verb() == Verb::Set);
                let best = lesson.moves.iter().position(|tried| sets(tried.action));
                for (at, tried) in lesson.moves.iter_mut().enumerate() {
                    tried.visits = if Some(at) == best { 100 } else { 0 };
                }
                if let Some(best) = best {
                    lesson.moves.swap(0, best);
                }
                best.is_some()
            });
        }
        lessons
    }

    #[test]
    fn training_finds_what_the_teacher_does() {
        let cards = duelfish_cards::catalogue();
        let examples = Examples::read(cards, &made_up()).expect("lessons of this version");
        assert!(examples.len() > 20, "{}", examples.len());
        let stop = AtomicBool::new(false);
        let watch = TrainingWatch { stop: &stop, done: &|_| () };
        let trained = |rate| {
            let training = LessonTraining { epochs: 80, rate, ..LessonTraining::default() };
            let trained = train_policy(cards, &examples, &training, "A test.", watch);
            trained.expect("nobody stops it").0
        };
        let all = examples.of_duels(|_| true);
        let foreseen = |policy| foresee(cards, &examples, &all, &Arc::new(policy));
        let (before, after) = (foreseen(trained(0.0)), foreseen(trained(0.02)));
        assert!(before.loss > 1.0 && before.first < 0.7, "{before:?}");
        assert!(after.loss < 0.6 * before.loss && after.first > 0.8, "{after:?}");
        assert!(trained(0.02) == trained(0.02), "the same training makes the same policy");
    }

    #[test]
    fn a_stopped_training_makes_no_policy() {
        let cards = duelfish_cards::catalogue();
        let examples = Examples::read(cards, &made_up()).expect("lessons of this version");
        let stop = AtomicBool::new(true);
        let watch = TrainingWatch { stop: &stop, done: &|_| () };
        let training = LessonTraining::default();
        assert!(train_policy(cards, &examples, &training, "", watch).is_none());
    }
}
