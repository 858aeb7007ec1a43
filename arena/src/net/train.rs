//! Training: Adam over the positions of self-play, in batches.
//!
//! The same samples and seed give the same network, to the byte, on any number of threads. Functions that are not
//! exact come from `libm`, because those of the system differ between processors.

use std::sync::atomic::AtomicBool;

use duelfish_engine::Catalogue;
use duelfish_search::duels::Evaluation;
use duelfish_search::net::{HIDDEN, MOST, NUMBERS, Net, ROW_UNIT, WIDTH};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::params::{LARGEST, LINEAR, Layout, ROWS, number};
use super::samples::{NetSample, NetSamples};
use crate::adam::{Adam, add, dot, epochs};
use crate::learner::{Learner, PresentWeights};

/// Positions of one step.
const BATCH: usize = 2048;
/// The most that a sum or a hidden unit counts.
const CEILING: f32 = MOST as f32 / ROW_UNIT;
/// One duel in so many tests the network and does not train it.
const TESTED: usize = 20;

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// How often each position is looked at.
    pub epochs: u32,
    /// The first step size; it falls to nothing along a cosine.
    pub rate: f32,
    /// How much the result of the duel counts, beside what the bot thought of the position.
    pub result: f32,
    /// The share of cards whose own rows are left out of a step, so that the factors learn what such cards
    /// are worth.
    pub leave_out: f32,
    /// The pull of all rows and weights towards zero, a step and step size.
    pub decay: f32,
    /// Everything random comes from this.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Self {
        Self { epochs: 3, rate: 1e-3, result: 0.4, leave_out: 0.3, decay: 0.05, seed: 1 }
    }
}

/// The way in which the caller watches and stops a training.
#[derive(Clone, Copy)]
pub struct TrainingWatch<'a> {
    /// When this becomes true, the training ends without a network.
    pub stop: &'a AtomicBool,
    /// Called after each step with the share that is done.
    pub done: &'a dyn Fn(f64),
}

/// Trains a network on the duels of these samples, but for one in twenty, whose positions it returns
/// by their numbers. None if it was stopped.
#[must_use]
pub fn train(
    cards: &Catalogue,
    samples: &NetSamples,
    training: &Training,
    about: &str,
    watch: TrainingWatch<'_>,
) -> Option<(Net, Vec<u32>)> {
    let layout = Layout::new(cards, &samples.passcodes, samples.pairs as usize);
    let mut rng = ChaCha8Rng::seed_from_u64(training.seed);
    let weights = layout.begin(&Evaluation::default(), &mut rng);
    let adam = Adam::new(weights.len(), training.rate, training.decay);
    let (from_rest, decays) = (layout.from_numbers, 0..layout.from_skip);
    let mut learner =
        Learner::new(&layout.cards, from_rest, decays, training.leave_out, weights, adam);
    let mut order = samples.of_duels(|duel| duel % TESTED != 0);
    epochs(&mut order, training.epochs, BATCH, &mut rng, watch, |batch, done, rng| {
        learner.step(batch, done, rng, |PresentWeights { all, rows }, at, row_slopes, rest| {
            let sample = &samples.positions[at as usize];
            let target = training.result * sample.result + (1.0 - training.result) * sample.value;
            let reading = Reading { samples, layout: &layout, weights: all, rows };
            reading.learn(sample, target, row_slopes, rest);
        });
        for weight in &mut learner.weights[layout.from_hidden..layout.from_skip] {
            *weight = weight.clamp(-LARGEST, LARGEST);
        }
    })?;
    let mut met = vec![false; samples.passcodes.len()];
    for card in &samples.cards {
        met[*card as usize * WIDTH / ROWS] = true;
    }
    let net = layout.net(&learner.weights, &samples.passcodes, &met, about);
    Some((net, samples.of_duels(|duel| duel % TESTED == 0)))
}

/// The present weights, ready to read positions.
#[derive(Clone, Copy)]
struct Reading<'a> {
    samples: &'a NetSamples,
    layout: &'a Layout,
    weights: &'a [f32],
    rows: &'a [f32],
}

/// The numbers of a position on its way through the network.
struct Passed {
    /// The sums of both sides, cut off below and above.
    open: [[f32; WIDTH]; 2],
    /// Whether a sum is between these.
    moves: [[bool; WIDTH]; 2],
    units: [[f32; HIDDEN]; 2],
    odds: f32,
}

impl Reading<'_> {
    fn cards(&self, sample: &NetSample) -> [&[u32]; 2] {
        let [from, middle, to] = sample.cards.map(|at| at as usize);
        [&self.samples.cards[from..middle], &self.samples.cards[middle..to]]
    }

    /// The sum of a side.
    fn sum(&self, cards: &[u32], numbers: &[i16; NUMBERS]) -> [f32; WIDTH] {
        let mut sum = [0.0; WIDTH];
        sum.copy_from_slice(&self.weights[self.layout.from_bias..][..WIDTH]);
        for card in cards {
            add(&mut sum, 1.0, &self.rows[*card as usize * WIDTH..][..WIDTH]);
        }
        for (at, units) in numbers.iter().enumerate().filter(|(_, units)| **units != 0) {
            let row = &self.weights[self.layout.from_numbers + at * WIDTH..][..WIDTH];
            add(&mut sum, number(*units), row);
        }
        sum
    }

    /// The weights of a hidden unit for the own sum (0) or the other one (1).
    fn hidden(&self, unit: usize, whose: usize) -> &[f32] {
        &self.weights[self.layout.from_hidden + (2 * unit + whose) * WIDTH..][..WIDTH]
    }

    fn pass(&self, sample: &NetSample) -> Passed {
        let cards = self.cards(sample);
        let sums = [0, 1].map(|side| self.sum(cards[side], &sample.numbers[side]));
        let open = sums.map(|sum| sum.map(|number| number.clamp(0.0, CEILING)));
        let moves = sums.map(|sum| sum.map(|number| number > 0.0 && number < CEILING));
        let mut odds = self.weights[self.layout.from_offsets + sample.pair as usize];
        odds += dot(&sample.lead, &self.weights[self.layout.from_skip..][..LINEAR]);
        let mut units = [[0.0; HIDDEN]; 2];
        for (side, units) in units.iter_mut().enumerate() {
            for (unit, value) in units.iter_mut().enumerate() {
                let own = dot(self.hidden(unit, 0), &open[side]);
                let other = dot(self.hidden(unit, 1), &open[1 - side]);
                let bias = self.weights[self.layout.from_hidden_bias + unit];
                *value = bias + own + other;
                let worth = value.clamp(0.0, CEILING) * self.weights[self.layout.from_last + unit];
                odds += if side == 0 { worth } else { -worth };
            }
        }
        Passed { open, moves, units, odds }
    }

    /// Adds the slopes of one position: those of the combined rows, and those of all weights behind the
    /// factors.
    fn learn(&self, sample: &NetSample, target: f32, rows: &mut [f32], rest: &mut [f32]) {
        let layout = self.layout;
        let passed = self.pass(sample);
        let slope = 1.0 / (1.0 + libm::expf(-passed.odds)) - target;
        rest[layout.from_offsets + sample.pair as usize - layout.from_numbers] += slope;
        let skip = layout.from_skip - layout.from_numbers;
        add(&mut rest[skip..skip + LINEAR], slope, &sample.lead);
        let mut back = self.learn_hidden(&passed, slope, rest);
        let cards = self.cards(sample);
        for side in 0..2 {
            for (back, moves) in back[side].iter_mut().zip(passed.moves[side]) {
                *back = if moves { *back } else { 0.0 };
            }
            for card in cards[side] {
                add(&mut rows[*card as usize * WIDTH..][..WIDTH], 1.0, &back[side]);
            }
            let bias = layout.from_bias - layout.from_numbers;
            add(&mut rest[bias..bias + WIDTH], 1.0, &back[side]);
            for (at, units) in sample.numbers[side].iter().enumerate() {
                if *units != 0 {
                    add(&mut rest[at * WIDTH..][..WIDTH], number(*units), &back[side]);
                }
            }
        }
    }

    /// Adds the slopes of the last layer and of the hidden one. Returns those of the sums.
    fn learn_hidden(&self, passed: &Passed, slope: f32, rest: &mut [f32]) -> [[f32; WIDTH]; 2] {
        let layout = self.layout;
        let mut back = [[0.0; WIDTH]; 2];
        for side in 0..2 {
            let slope = if side == 0 { slope } else { -slope };
            for unit in 0..HIDDEN {
                let value = passed.units[side][unit];
                rest[layout.from_last + unit - layout.from_numbers] +=
                    slope * value.clamp(0.0, CEILING);
                if value <= 0.0 || value >= CEILING {
                    continue;
                }
                let slope = slope * self.weights[layout.from_last + unit];
                rest[layout.from_hidden_bias + unit - layout.from_numbers] += slope;
                for (whose, of) in [side, 1 - side].into_iter().enumerate() {
                    let at = layout.from_hidden + (2 * unit + whose) * WIDTH - layout.from_numbers;
                    add(&mut rest[at..at + WIDTH], slope, &passed.open[of]);
                    add(&mut back[of], slope, self.hidden(unit, whose));
                }
            }
        }
        back
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::net::{foretell_by_lead, foretell_by_net};

    /// Duels with a position each: the player who holds Battle Ox wins against the one who holds Dark Hole.
    fn made_up(cards: &Catalogue) -> NetSamples {
        let passcode =
            |name| cards.facts(cards.by_name(name).expect("a card of the pool")).passcode;
        let passcodes = vec![passcode("Battle Ox"), passcode("Dark Hole")];
        let mut samples = NetSamples { passcodes, pairs: 1, ..NetSamples::default() };
        let second = (ROWS / WIDTH) as u32;
        for duel in 0..400 {
            let won = duel / 3 % 2 == 0;
            let result = if won { 1.0 } else { 0.0 };
            samples.duels.push(duel);
            samples.cards.extend(if won { [0, second] } else { [second, 0] });
            samples.positions.push(NetSample {
                cards: [2 * duel, 2 * duel + 1, 2 * duel + 2],
                numbers: [[0; NUMBERS]; 2],
                lead: [0.0; _],
                pair: 0,
                result,
                value: result,
            });
        }
        samples
    }

    #[test]
    fn training_finds_the_card_that_wins() {
        let cards = duelfish_cards::catalogue();
        let samples = made_up(cards);
        let stop = AtomicBool::new(false);
        let watch = TrainingWatch { stop: &stop, done: &|_| () };
        let trained = |rate| {
            let training = Training { epochs: 30, rate, ..Training::default() };
            train(cards, &samples, &training, "A test.", watch).expect("nobody stops it")
        };
        let loss = |(net, tested): (Net, Vec<u32>)| {
            assert_eq!(tested.len(), samples.duels.len() / TESTED);
            foretell_by_net(cards, &samples, &tested, &Arc::new(net)).plain
        };
        let tested = samples.of_duels(|duel| duel % TESTED == 0);
        let coin = foretell_by_lead(&samples, &tested, &Evaluation::default()).plain;
        assert!((coin - std::f64::consts::LN_2).abs() < 1e-6, "{coin}");
        let (before, after) = (loss(trained(0.0)), loss(trained(0.01)));
        assert!(before > 0.6 && after < 0.5, "{before} {after}");
        assert!(trained(0.01) == trained(0.01), "the same training makes the same network");
    }

    #[test]
    fn a_stopped_training_makes_no_network() {
        let cards = duelfish_cards::catalogue();
        let stop = AtomicBool::new(true);
        let watch = TrainingWatch { stop: &stop, done: &|_| () };
        assert!(train(cards, &made_up(cards), &Training::default(), "", watch).is_none());
    }
}
