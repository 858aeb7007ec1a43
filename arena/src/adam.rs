//! Adam (Kingma and Ba, 2015), and what the trainings that use it have in common.

use std::sync::atomic::Ordering;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::net::TrainingWatch;

/// The memory for slopes and their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];

/// The memory of a training by Adam.
#[derive(Debug)]
pub(crate) struct Adam {
    /// Means of slopes and of their squares.
    memory: [Vec<f32>; 2],
    steps: i32,
    /// The first step size; it falls to nothing along a cosine.
    rate: f32,
    /// The pull of weights towards zero, a step and step size.
    decay: f32,
}

impl Adam {
    pub(crate) fn new(weights: usize, rate: f32, decay: f32) -> Self {
        Self { memory: [vec![0.0; weights], vec![0.0; weights]], steps: 0, rate, decay }
    }

    /// One step against the slopes of a batch of so many examples; so much of the training is done. The weights
    /// of `decays` decay.
    pub(crate) fn step(
        &mut self,
        weights: &mut [f32],
        slopes: &[f32],
        examples: f32,
        done: f32,
        decays: std::ops::Range<usize>,
    ) {
        self.steps += 1;
        let rate = self.rate * 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * done));
        let [first, second] = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        let decay = 1.0 - rate * self.decay;
        let [means, squares] = &mut self.memory;
        for (at, weight) in weights.iter_mut().enumerate() {
            let slope = slopes[at] / examples;
            means[at] = MEMORY[0] * means[at] + (1.0 - MEMORY[0]) * slope;
            squares[at] = MEMORY[1] * squares[at] + (1.0 - MEMORY[1]) * slope * slope;
            if decays.contains(&at) {
                *weight *= decay;
            }
            *weight -= rate * (means[at] / first) / ((squares[at] / second).sqrt() + 1e-8);
        }
    }
}

/// Looks at the examples of this order again and again, in batches of so many, each time in another order. `step` gets a
/// batch and the share of the training that is done. None if it was stopped.
pub(crate) fn epochs(
    order: &mut [u32],
    epochs: u32,
    batch: usize,
    rng: &mut ChaCha8Rng,
    watch: TrainingWatch<'_>,
    mut step: impl FnMut(&[u32], f32, &mut ChaCha8Rng),
) -> Option<()> {
    let steps = epochs as usize * order.len().div_ceil(batch);
    let mut done = 0;
    for _ in 0..epochs {
        shuffle(order, rng);
        for batch in order.chunks(batch) {
            if watch.stop.load(Ordering::Relaxed) {
                return None;
            }
            step(batch, done as f32 / steps as f32, rng);
            done += 1;
            (watch.done)(done as f64 / steps as f64);
        }
    }
    Some(())
}

/// Puts examples into another order (Fisher and Yates).
fn shuffle(order: &mut [u32], rng: &mut ChaCha8Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, (rng.next_u64() % (last as u64 + 1)) as usize);
    }
}

/// Small weights around zero, so that units that begin alike don't stay alike.
pub(crate) fn noise(weights: &mut [f32], size: f32, rng: &mut ChaCha8Rng) {
    for weight in weights {
        *weight = size * (2.0 * (rng.next_u32() as f32 / u32::MAX as f32) - 1.0);
    }
}

/// Adds a multiple of some numbers to others.
pub(crate) fn add(sum: &mut [f32], times: f32, numbers: &[f32]) {
    for (sum, number) in sum.iter_mut().zip(numbers) {
        *sum += times * number;
    }
}

pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight sums at once, so that they need not wait for each other.
    let mut sums = [0.0_f32; 8];
    for (a, b) in a.chunks(8).zip(b.chunks(8)) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}
