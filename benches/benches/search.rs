//! How fast positions are judged, and how fast the searches are: iterations of `mcts` and nodes of `planner` on one thread, with all
//! that belongs to a choice, on an opening and in the midst of duels.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use duelfish_benches::Players;
use duelfish_engine::{Actions, Duel};
use duelfish_search::duels::{Evaluation, Evaluator};
use duelfish_search::net::Net;
use duelfish_search::{Setup, Spec, Why};

/// Iterations, and nodes, of one choice.
const WORK: u32 = 2000;

/// A duel between two `heuristic` players after so many of its choices, at the next open state with a
/// choice of at least four actions.
fn after(players: &Players<'_>, choices: u32) -> Duel {
    let (mut duel, mut chance) = players.start(5);
    let mut heuristic = Spec::Heuristic.build();
    let mut legal = Actions::new();
    for number in 0.. {
        let decision = duel.decision().expect("the duel lasts so long");
        duel.legal_actions(&players.game, &mut legal);
        if number >= choices && duel.position_key().is_some() && legal.len() >= 4 {
            break;
        }
        let view = duel.view(&players.game, decision.player);
        let action = heuristic.choose(&view, &legal, Spec::Heuristic.budget()).action;
        duel.apply(&players.game, action, &mut chance, &mut ());
    }
    duel
}

fn searches(criterion: &mut Criterion) {
    for (pair, players) in [("starter", Players::starter()), ("goat", Players::goat())] {
        for (moment, choices) in [("opening", 0), ("middle", 60)] {
            let duel = after(&players, choices);
            let me = duel.decision().expect("it waits").player;
            let view = duel.view(&players.game, me);
            let mut legal = Actions::new();
            view.legal_actions(&mut legal);
            for (name, spec) in [
                ("mcts", format!("mcts:iters={WORK}")),
                ("mcts-1", format!("mcts-1:iters={WORK}")),
                ("planner", format!("planner:nodes={WORK}")),
            ] {
                let spec = Spec::parse(&spec).expect("it is a bot");
                let mut bot = spec.build();
                let setup = Setup { me, decks: players.lists().map(Some) };
                bot.begin(&setup, 1);
                let choice = bot.choose(&view, &legal, spec.budget());
                let Why::Search(found) = choice.why else { panic!("nothing was searched") };
                // A plan that reaches the end of the turn everywhere is done earlier.
                let work =
                    if name != "planner" { u64::from(found.iterations) } else { found.nodes };
                let mut group = criterion.benchmark_group(name);
                group.throughput(Throughput::Elements(work));
                group.measurement_time(Duration::from_secs(4)).sample_size(20);
                group.bench_function(BenchmarkId::new(pair, moment), |bencher| {
                    bencher.iter(|| {
                        bot.begin(&setup, 1);
                        bot.choose(&view, &legal, spec.budget())
                    });
                });
                group.finish();
            }
        }
    }
}

/// Open states of duels between two `heuristic` players.
fn open_states(players: &Players<'_>) -> Vec<Duel> {
    (0..=60).step_by(4).map(|choices| after(players, choices)).collect()
}

/// What it costs to judge a position, by the linear evaluation and by the network.
fn evaluations(criterion: &mut Criterion) {
    for (pair, players) in [("starter", Players::starter()), ("goat", Players::goat())] {
        let states = open_states(&players);
        let linear = Evaluator::from(Evaluation::default());
        let net = Evaluator::from(Net::fitted());
        let mut group = criterion.benchmark_group("evaluation");
        group.throughput(Throughput::Elements(states.len() as u64));
        for (name, mut evaluator) in [("linear", linear), ("net", net)] {
            group.bench_function(BenchmarkId::new(name, pair), |bencher| {
                bencher.iter(|| {
                    let worth = |duel: &Duel| {
                        evaluator.log_odds(&duel.judge_view(&players.game), duel.turn() + 1)
                    };
                    states.iter().map(worth).sum::<f32>()
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, evaluations, searches);
criterion_main!(benches);
