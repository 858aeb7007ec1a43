//! Searches in batches on games whose values are known.

use duelfish_search::mcts::{BatchHelper, Mcts, NumberedWorlds, RootMove, Settings};
use duelfish_search::{Judge, Keyed, Playable, Turn, Undo};

use crate::tiny_games::{Always, Board, Coin, Kuhn, Nim};

/// A judge that knows nothing and says the same of every position: it is worth half.
#[derive(Clone)]
struct Blank;

impl<G: Playable> Judge<G> for Blank {
    fn priors(&mut self, _: &G, moves: &[Keyed<G::Move>], priors: &mut Vec<f32>) {
        priors.resize(moves.len(), 1.0);
    }

    fn value(&mut self, _: &mut G) -> f32 {
        0.5
    }
}

impl<G: Clone + Sync> NumberedWorlds<G> for Always<G> {
    fn deal_number(&self, _: u64, world: &mut G) {
        world.clone_from(&self.0);
    }

    fn copy(&self, from: &G, to: &mut G) {
        to.clone_from(from);
    }
}

/// Of two coins one shows heads.
struct EverySecond;

impl NumberedWorlds<Coin> for EverySecond {
    fn deal_number(&self, number: u64, world: &mut Coin) {
        *world = Coin { heads: number.is_multiple_of(2), ..Coin::default() };
    }

    fn copy(&self, from: &Coin, to: &mut Coin) {
        *to = *from;
    }
}

/// The second player faces a bet with this card; of the others the first player has each as often.
struct Faced(u8);

impl NumberedWorlds<Kuhn> for Faced {
    fn deal_number(&self, number: u64, world: &mut Kuhn) {
        let others: Vec<u8> = (0..3).filter(|card| *card != self.0).collect();
        let cards = [others[(number % 2) as usize], self.0];
        *world = Kuhn { cards, line: [1, 0, 0], length: 1 };
    }

    fn copy(&self, from: &Kuhn, to: &mut Kuhn) {
        *to = *from;
    }
}

/// The moves of the root after a search in batches, with so many helpers.
fn moves<G>(
    worlds: &impl NumberedWorlds<G>,
    world: &G,
    batch: usize,
    helpers: usize,
    settings: Settings,
) -> Vec<RootMove>
where
    G: Undo<Move: Send> + Clone + Send,
{
    let mut search = Mcts::new(settings);
    let places = vec![world.clone(); batch];
    let helper = || BatchHelper { judge: Blank, world: world.clone() };
    let mut helpers: Vec<_> = (0..helpers).map(|_| helper()).collect();
    let mut counts = Vec::new();
    search.search_in_batches(worlds, &mut Blank, places, &mut helpers, &mut |_, count| {
        counts.push(count.iterations);
        ITERATIONS - count.iterations
    });
    let steps = counts.windows(2).map(|pair| (pair[1] - pair[0]) as usize);
    assert!(steps.clone().all(|step| step <= batch) && steps.sum::<usize>() == ITERATIONS as usize);
    search.root_moves().collect()
}

const ITERATIONS: u32 = 10_000;

/// The most visited move and its value are the known ones, for batches of any size; threads change no number.
fn law<G>(worlds: &impl NumberedWorlds<G>, world: &G, is_right: impl Fn(u64, f32) -> bool)
where
    G: Undo<Move: Send> + Clone + Send,
{
    for batch in [1, 4, 16, 50] {
        for virtual_loss in [0.0, 1.0] {
            let settings = Settings { virtual_loss, ..Settings::default() };
            let [one, three] = [0, 2].map(|helpers| moves(worlds, world, batch, helpers, settings));
            assert_eq!(one, three, "batch {batch}");
            let best = one.iter().max_by_key(|found| found.visits).unwrap();
            assert!(is_right(best.key, best.value), "batch {batch}: {best:?}");
        }
    }
}

#[test]
fn batches_find_the_known_values() {
    // After one stone of eleven: two more leave eight, so one must be taken again.
    let mut heap = Nim::new(11);
    heap.play(true);
    law(&Always(heap.clone()), &heap, |key, value| key == 1 && value > 0.9);
    // A line to finish, and one to stop.
    for (text, best, least) in [("xx.oo....", 2, 0.95), ("x..oo...x", 5, 0.3)] {
        let board = Board::read(text);
        assert_eq!(board.turn(), Turn::Player(0));
        law(&Always(board), &board, |key, value| key == best && value > least);
    }
    // What can't be seen is not guessed: the certain part is taken.
    law(&EverySecond, &Coin::default(), |key, value| key == 0 && (value - 0.6).abs() < 1e-3);
    // The Jack folds before a bet, the King calls.
    for (card, call) in [(0, 0), (2, 1)] {
        law(&Faced(card), &Kuhn::default(), |key, _| key & 1 == call);
    }
}

/// A batch of a search spreads over its root: no two of the first descents try the same move of many equal ones.
#[test]
fn the_descents_of_a_batch_spread() {
    let board = Board::default();
    let settings = Settings::default();
    let mut search = Mcts::new(settings);
    let places = vec![board; 9];
    search.search_in_batches(&Always(board), &mut Blank, places, &mut [], &mut |_, count| {
        9 - count.iterations
    });
    assert!(search.root_moves().all(|found| found.visits == 1));
    assert_eq!(search.root_moves().count(), 9);
}
