//! Playing allocates nothing once it is set up.

#![allow(unsafe_code, reason = "an allocator that counts can't be written without")]

#[path = "it/common/mod.rs"]
mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{deck, vanilla};
use duelfish_arena::SortedDeck;
use duelfish_arena::bench::{RandomDuels, Signature};
use duelfish_cards::catalogue;
use duelfish_engine::{Actions, Duel, Game, Journal, Placement, Player, Rules, Streams};
use duelfish_search::duels::{DuelJudge, DuelWorlds, Evaluator, World};
use duelfish_search::mcts::{Mcts, Settings};
use duelfish_search::{Bot, HeuristicBot, Leaf, RandomBot, Setup, pick};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

thread_local! {
    /// Allocations of this thread, so that tests that run beside each other don't mix.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed to the system's allocator as it is; the counter needs no memory,
// because it is constant at the beginning and has no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of this thread while `work` runs.
fn allocations<T>(work: impl FnOnce() -> T) -> u64 {
    let before = ALLOCATIONS.get();
    std::hint::black_box(work());
    ALLOCATIONS.get() - before
}

fn game() -> Game<'static> {
    Game { rules: Rules::MR5.with_placement(Placement::Ask), cards: catalogue() }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| vec![0_u8; 100]), 1);
    assert_eq!(allocations(|| ()), 0);
}

#[test]
fn the_bench_allocates_nothing() {
    let game = game();
    for decks in [[vanilla(), deck("normal46")], [deck("yugi"), deck("kaiba")]] {
        let duels = RandomDuels::new(&game, &decks, 1).unwrap();
        let warm = duels.play(0..1, &mut ());
        assert!(warm.real_decisions > 0);
        assert_eq!(allocations(|| duels.play(0..300, &mut ())), 0);
        assert_eq!(allocations(|| duels.play(0..30, &mut Signature::default())), 0);
    }
}

#[test]
fn a_journal_with_room_allocates_nothing() {
    let game = game();
    let deck = SortedDeck::new(&deck("kaiba"));
    let mut chance = Streams::new(3, [0, 1]);
    let mut journal = Journal::with_capacity(100_000);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut legal = Actions::new();
    let mut duel = Duel::start(&game, [deck.list(); 2], &mut chance, &mut ()).unwrap();
    let count = allocations(|| {
        let begin = journal.mark();
        let start = duel;
        while duel.decision().is_some() {
            duel.legal_actions(&game, &mut legal);
            let before = journal.mark();
            for action in &legal {
                duel.apply(&game, *action, &mut chance, &mut journal);
                duel.undo(&mut journal, before);
            }
            duel.apply(&game, pick(&legal, &mut rng), &mut chance, &mut journal);
        }
        duel.undo(&mut journal, begin);
        assert!(duel == start);
    });
    assert_eq!(count, 0);
}

#[test]
fn a_warm_search_allocates_nothing() {
    let game = game();
    let deck = SortedDeck::new(&deck("yugi"));
    let mut chance = Streams::new(3, [0, 1]);
    let duel = Duel::start(&game, [deck.list(); 2], &mut chance, &mut ()).unwrap();
    let view = duel.view(&game, duel.turn_player());
    let mut worlds = DuelWorlds::new(vec![view.dealer(None).unwrap()]).unwrap();
    let mut search = Mcts::new(Settings::default());
    let mut world = World::new(&game, worlds.any(), ChaCha8Rng::seed_from_u64(1));
    let mut evaluator = Evaluator::default();
    let mut judge = DuelJudge::new(&mut evaluator, Leaf::Quiet, &world);
    let mut again = || {
        search.clear();
        world.reseed(ChaCha8Rng::seed_from_u64(1));
        search.search(&mut worlds, &mut judge, &mut world, 500);
    };
    assert!(allocations(&mut again) > 0);
    assert_eq!(allocations(&mut again), 0);
}

#[test]
fn simple_bots_allocate_nothing() {
    let game = game();
    let deck = SortedDeck::new(&deck("yugi"));
    let lists = [deck.list(); 2];
    let mut chance = Streams::new(3, [0, 1]);
    let mut duel = Duel::start(&game, lists, &mut chance, &mut ()).unwrap();
    let (mut random, mut heuristic) = (RandomBot::new(), HeuristicBot::new());
    let setup = Setup { me: Player::FIRST, decks: lists.map(Some) };
    random.begin(&setup, 1);
    let mut legal = Actions::new();
    while let Some(decision) = duel.decision() {
        duel.legal_actions(&game, &mut legal);
        let view = duel.view(&game, decision.player);
        let budget = duelfish_search::Budget::NONE;
        assert_eq!(allocations(|| heuristic.choose(&view, &legal, budget)), 0);
        let mut action = duelfish_engine::Action::END_TURN;
        assert_eq!(allocations(|| action = random.choose(&view, &legal, budget).action), 0);
        duel.apply(&game, action, &mut chance, &mut ());
    }
}
