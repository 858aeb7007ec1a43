//! Speed of the engine: a decision of a random duel, undo, copy, legal actions.
//!
//! `cargo bench -p duelfish-benches` runs all; times are for one decision, one undo, one copy.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use duelfish_benches::Players;
use duelfish_engine::{Action, Actions, Duel, Journal, Streams};

/// One real decision of a random duel, all in: set-up of duels, legal actions, choice, apply.
fn decisions(criterion: &mut Criterion) {
    decisions_of(criterion, "decision/vanilla-40", Players::vanilla());
    decisions_of(criterion, "decision/starter", Players::starter());
}

fn decisions_of(criterion: &mut Criterion, name: &str, mut players: Players<'_>) {
    let mut seed = 0;
    criterion.bench_function(name, |bench| {
        bench.iter_custom(|wanted| {
            let mut actions = Actions::new();
            let begin = Instant::now();
            let mut done = 0;
            while done < wanted {
                let (mut duel, mut chance) = players.start(seed);
                seed += 1;
                while duel.decision().is_some() && done < wanted {
                    duel.legal_actions(&players.game, &mut actions);
                    let action = players.pick(&actions);
                    duel.apply(&players.game, action, &mut chance, &mut ());
                    done += 1;
                }
                black_box(&duel);
            }
            begin.elapsed()
        });
    });
}

/// Decisions from the whole length of random duels, each with the action that was taken.
fn sample(players: &mut Players<'_>, duels: u64) -> Vec<(Duel, Streams, Action)> {
    let mut samples = Vec::new();
    let mut actions = Actions::new();
    for seed in 0..duels {
        let (mut duel, mut chance) = players.start(seed);
        while duel.decision().is_some() {
            duel.legal_actions(&players.game, &mut actions);
            let action = players.pick(&actions);
            samples.push((duel, chance.clone(), action));
            duel.apply(&players.game, action, &mut chance, &mut ());
        }
    }
    samples
}

/// Apply and undo of one decision. Besides criterion's mean it prints the median and the 99th
/// percentile over the decisions of ten duels, each decision timed over a hundred repetitions.
fn undo(criterion: &mut Criterion) {
    undo_of(criterion, "apply+undo/vanilla-40", Players::vanilla());
    undo_of(criterion, "apply+undo/starter", Players::starter());
}

fn undo_of(criterion: &mut Criterion, name: &str, mut players: Players<'_>) {
    let mut samples = sample(&mut players, 10);
    let mut journal = Journal::with_capacity(1 << 12);
    let mark = journal.mark();
    let mut there_and_back = |sample: &mut (Duel, Streams, Action)| {
        let (duel, chance, action) = sample;
        duel.apply(&players.game, *action, chance, &mut journal);
        duel.undo(&mut journal, mark);
    };
    let mut times: Vec<Duration> = Vec::new();
    for sample in &mut samples {
        let begin = Instant::now();
        for _ in 0..100 {
            there_and_back(sample);
        }
        times.push(begin.elapsed() / 100);
    }
    times.sort_unstable();
    let (median, p99) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    println!("{name} over {} decisions: median {median:?}, p99 {p99:?}", times.len());
    let mut at = 0;
    criterion.bench_function(name, |bench| {
        bench.iter(|| {
            at = (at + 1) % samples.len().min(256);
            there_and_back(&mut samples[at]);
        });
    });
}

/// A copy to a place that was just used.
fn copy(criterion: &mut Criterion) {
    let players = Players::vanilla();
    let (duel, _) = players.start(1);
    let mut to = duel;
    criterion.bench_function("copy/warm", |bench| {
        bench.iter(|| {
            to = *black_box(&duel);
            black_box(&to);
        });
    });
}

fn legal(criterion: &mut Criterion) {
    legal_of(criterion, "legal_actions/vanilla-40", Players::vanilla());
    legal_of(criterion, "legal_actions/starter", Players::starter());
}

fn legal_of(criterion: &mut Criterion, name: &str, mut players: Players<'_>) {
    let samples = sample(&mut players, 4);
    let mut actions = Actions::new();
    let mut at = 0;
    criterion.bench_function(name, |bench| {
        bench.iter(|| {
            at = (at + 1) % samples.len().min(256);
            samples[at].0.legal_actions(&players.game, &mut actions);
            black_box(actions.len())
        });
    });
}

criterion_group!(benches, decisions, undo, copy, legal);
criterion_main!(benches);
