//! The price of honesty: a tree search that reads all hidden cards against one that doesn't.
//!
//! Both search alike, with the same iterations; only the worlds differ. The one that cheats copies
//! the true duel, where the other deals what fits its view. Nothing outside this file can do that:
//! bots get views. Run it with `cargo run --release -p duelfish-search --example honesty -- 100`,
//! the number of pairs of duels.

mod common;

use duelfish_cards::catalogue;
use duelfish_engine::{Action, Actions, DeckList, Duel, Game, Player, Rules, Streams};
use duelfish_search::Leaf;
use duelfish_search::duels::{DuelJudge, DuelWorlds, Evaluator, World, key_of};
use duelfish_search::mcts::{Mcts, Settings, Worlds};
use duelfish_search::net::Net;
use duelfish_search::policy::{Policy, PolicyReader};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Iterations for a choice.
const ITERATIONS: u32 = 200;
/// How much of the priors the policy gives.
const POLICY: f32 = 0.9;

/// The decks that are played, each by both.
const DECKS: [&str; 4] = [
    include_str!("../../decks/goat/ygobench_goat_control_v1.ydk"),
    include_str!("../../decks/goat/ygobench_chaos_turbo_v1.ydk"),
    include_str!("../../decks/goat/ygobench_warrior_v1.ydk"),
    include_str!("../../decks/goat/recon_gravekeeper.ydk"),
];

/// Worlds of who reads everything: the true duel, but for its future.
struct Truth(Duel);

impl Worlds<World<'_>> for Truth {
    fn deal(&mut self, world: &mut World<'_>) {
        world.go_on_from(|duel, _| duel.clone_from(&self.0));
    }
}

/// What both search with, as `mcts` does.
struct Searching {
    evaluator: Evaluator,
    policy: PolicyReader,
}

impl Searching {
    fn new() -> Self {
        let policy = PolicyReader::new(Policy::fitted());
        Self { evaluator: Net::fitted().into(), policy }
    }

    /// What a player chooses who reads everything, or what the view allows.
    fn choice(&mut self, game: &Game<'_>, duel: &Duel, cheats: bool, seed: u64) -> Action {
        let player = duel.decision().expect("it waits").player;
        let view = duel.view(game, player);
        let mut legal = Actions::new();
        view.legal_actions(&mut legal);
        let dealer = view.dealer(None).expect("the list is known");
        let mut honest = DuelWorlds::new(vec![dealer]).expect("there is a dealer");
        let mut world = World::new(game, honest.any(), ChaCha8Rng::seed_from_u64(seed));
        let judge = DuelJudge::new(&mut self.evaluator, Leaf::Quiet, &world);
        let mut judge = judge.with_policy(Some((&mut self.policy, POLICY)));
        let mut search = Mcts::new(Settings::default());
        if cheats {
            search.search(&mut Truth(*duel), &mut judge, &mut world, ITERATIONS);
        } else {
            search.search(&mut honest, &mut judge, &mut world, ITERATIONS);
        }
        let best = search.root_moves().max_by_key(|found| found.visits);
        let best = best.and_then(|best| legal.iter().find(|a| key_of(&view, **a) == best.key));
        best.copied().unwrap_or(legal[0])
    }
}

/// How much of a duel the cheat got.
fn duel(game: &Game<'_>, lists: [DeckList<'_>; 2], cheat: Player, seed: u64) -> f64 {
    let mut chance = Streams::new(seed, [0, 1]);
    let mut duel = Duel::start(game, lists, &mut chance, &mut ()).expect("the decks are playable");
    let mut legal = Actions::new();
    let mut searching = Searching::new();
    while let Some(decision) = duel.decision() {
        duel.legal_actions(game, &mut legal);
        let number = u64::from(duel.decisions());
        let action = searching.choice(game, &duel, decision.player == cheat, seed << 16 | number);
        duel.apply(game, action, &mut chance, &mut ());
    }
    match duel.outcome().and_then(duelfish_engine::Outcome::winner) {
        Some(winner) => f64::from(u8::from(winner == cheat)),
        None => 0.5,
    }
}

fn main() {
    let pairs: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100);
    let game = Game::new(Rules::GOAT, catalogue());
    let decks = common::decks(DECKS);
    let lists = decks.each_ref().map(|deck| DeckList { main: &deck.main, extra: &deck.extra });
    let (mut sum, mut squares) = (0.0, 0.0);
    for pair in 0..pairs {
        let [a, b] = [pair % 4, pair / 4 % 4].map(|deck| lists[deck as usize]);
        // The same duel twice; the cheat sits on either side once.
        let score: f64 = Player::BOTH.map(|cheat| duel(&game, [a, b], cheat, pair)).iter().sum();
        sum += score / 2.0;
        squares += score * score / 4.0;
    }
    let count = pairs as f64;
    let mean = sum / count;
    let error = 1.96 * ((squares / count - mean * mean) / count).sqrt();
    println!(
        "the cheat got {:.1}% +- {:.1}% of {pairs} pairs of duels",
        100.0 * mean,
        100.0 * error
    );
}
