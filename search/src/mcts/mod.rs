//! Information-set Monte Carlo tree search, over any [`Playable`] game.
//!
//! Each iteration deals a world of its own and walks down one tree that all worlds share, so that
//! no move is judged by what its player can't know. At each node the moves that this world offers
//! compete by PUCT. There a move counts as often as it was *available* and not as often as the node
//! was visited (Cowling, Powley and Whitehouse, 2012). An iteration adds one node, and a [`Judge`]
//! tells what each of its moves is worth. They are tried and taken back at once, since it costs
//! more to come to a node than to look around there. A wide choice, of a card in the Deck say, is
//! opened little by little.

mod halving;
mod line;
mod tree;

use crate::judge::{Judge, value_of};
use crate::playable::{Keyed, Playable, Turn, Undo, worth_to};

use halving::Halving;
pub use tree::RootMove;
use tree::{NONE, Tree};

/// Deals the worlds that a player can't tell apart.
pub trait Worlds<G> {
    /// Makes `world` the next one.
    fn deal(&mut self, world: &mut G);
}

/// How a search weighs what it knows against what it doesn't.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much priors and rare visits count beside values (the constant of PUCT).
    pub exploration: f32,
    /// After about so many visits of a node it is twice as much, and it goes on growing with their
    /// logarithm: a search with much time looks at everything.
    pub patience: f32,
    /// How much the best answers to a move count, from 0 to 1. At 0 a move is worth the average of
    /// all visits, those included that only found out what is bad. At 1 it is worth its answers,
    /// each weighted by the square of its visits, so that it comes near what the best one is worth.
    pub sharpness: f32,
    /// How much less than its node a move is taken to be worth before it is tried.
    pub unvisited: f32,
    /// How many moves of a new node are tried at once. Of a wider choice those of the highest priors
    /// are, and one more is opened whenever the square root of the node's visits grows by one.
    pub width: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { exploration: 0.4, patience: 1000.0, sharpness: 0.5, unvisited: 0.0, width: 14 }
    }
}

/// A search: its tree and its working memory, which it keeps, so that a warm search allocates
/// nothing.
#[derive(Clone, Debug)]
pub struct Mcts<M> {
    settings: Settings,
    tree: Tree,
    moves: Vec<Keyed<M>>,
    priors: Vec<f32>,
    /// The edges of the tree that the present iteration has walked, and whose moves they are.
    path: Vec<TreeStep>,
    /// The key of the one move that may be played at the root, if all others are left out there.
    only: Option<u64>,
    /// The moves of the root that are left, if the others are dropped one after the other.
    halving: Halving,
}

/// One step down the tree.
#[derive(Clone, Copy, Debug)]
struct TreeStep {
    edge: u32,
    player: u8,
}

impl<M: Copy + Eq> Mcts<M> {
    /// A search with an empty tree.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            tree: Tree::default(),
            moves: Vec::new(),
            priors: Vec::new(),
            path: Vec::new(),
            only: None,
            halving: Halving::default(),
        }
    }

    /// From now on the move with this key is the only one at the root, or every move is one again. Every world must
    /// offer it, and a tree that was grown before must be cleared.
    pub fn restrict(&mut self, only: Option<u64>) {
        self.only = only;
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.halving.clear();
    }

    /// Goes on with the part of the tree that begins where `world` is now, if it was searched.
    /// Returns whether it was.
    pub fn keep<G: Playable<Move = M>>(&mut self, world: &G) -> bool {
        world.moves(&mut self.moves);
        self.halving.clear();
        self.tree.keep(look_of(world, &self.moves))
    }

    /// Searches further from the root, for so many iterations. `world` is working memory.
    pub fn search<G: Undo<Move = M>>(
        &mut self,
        worlds: &mut impl Worlds<G>,
        judge: &mut impl Judge<G>,
        world: &mut G,
        iterations: u32,
    ) {
        for _ in 0..iterations {
            worlds.deal(world);
            self.iterate(judge, world);
        }
    }

    /// Drops moves of the root, of which this share of the search's budget says how many, from 0 to 1: half of them after
    /// each of several rounds (sequential halving). From now on those that are left are tried equally often.
    pub fn narrow(&mut self, done: f32) {
        self.halving.narrow(done, self.tree.root_moves());
    }

    /// The keys of the moves of the root that [`Mcts::narrow`] has left; none if it was not called.
    #[must_use]
    pub fn left(&self) -> &[u64] {
        self.halving.left()
    }

    /// The moves of the root that were tried or could have been, in the order in which they were
    /// first seen.
    pub fn root_moves(&self) -> impl Iterator<Item = RootMove> + '_ {
        self.tree.root_moves()
    }

    fn iterate<G: Undo<Move = M>>(&mut self, judge: &mut impl Judge<G>, world: &mut G) {
        self.path.clear();
        let mut node = self.tree.root();
        let value = loop {
            let player = match world.turn() {
                Turn::Over(value) => break value,
                Turn::Chance => {
                    world.roll();
                    continue;
                }
                Turn::Player(player) => player,
            };
            world.moves(&mut self.moves);
            match self.only.filter(|_| self.path.is_empty()) {
                // The root keeps its edge, so that it is told what the move is worth.
                Some(only) => self.moves.retain(|choice| choice.key == only),
                None => {
                    if let [only] = self.moves[..] {
                        world.play(only.action);
                        continue;
                    }
                }
            }
            if node == NONE {
                let last = self.path.last().map(|step| step.edge);
                node = self.tree.grow(last);
                break self.expand(judge, world, node, player);
            }
            if !self.tree.offer(node, &self.moves) {
                self.add_moves(judge, world, node);
            }
            let is_root = self.path.is_empty();
            let even = is_root.then(|| self.tree.select_evenly(self.halving.left())).flatten();
            let (edge, at) = even.unwrap_or_else(|| self.tree.select(node, player, &self.settings));
            self.path.push(TreeStep { edge, player });
            world.play(self.moves[at].action);
            node = self.tree.child(edge);
        };
        for step in self.path.iter().rev() {
            self.tree.learn(step.edge, step.player, value);
            self.tree.sharpen(step.edge, self.settings.sharpness);
        }
    }

    /// Adds the moves of this world that a node does not have yet, and offers all of them.
    fn add_moves<G: Playable<Move = M>>(
        &mut self,
        judge: &mut impl Judge<G>,
        world: &G,
        node: u32,
    ) {
        self.priors.clear();
        judge.priors(world, &self.moves, &mut self.priors);
        self.tree.add(node, &self.moves, &self.priors);
        self.tree.note_look(node, look_of(world, &self.moves));
        let all_there = self.tree.offer(node, &self.moves);
        debug_assert!(all_there, "every move has its edge");
    }

    /// Tries the moves of a new node once, of many the most promising ones; the node is worth what the
    /// best of them is.
    fn expand<G: Undo<Move = M>>(
        &mut self,
        judge: &mut impl Judge<G>,
        world: &mut G,
        node: u32,
        player: u8,
    ) -> f32 {
        self.add_moves(judge, world, node);
        let mut best = worth_to(player, 0.0);
        let open = self.tree.open(self.settings.width);
        let mark = world.mark();
        for at in 0..open {
            let (edge, choice) = self.tree.take(at);
            let value = value_of(world, judge, self.moves[choice].action);
            if at + 1 < open {
                world.undo(mark);
            }
            self.tree.learn(edge, player, value);
            best = if player == 0 { best.max(value) } else { best.min(value) };
        }
        best
    }
}

/// How a position looks, its moves included.
fn look_of<G: Playable>(world: &G, moves: &[Keyed<G::Move>]) -> u64 {
    let scattered = moves.iter().map(|choice| mix(choice.key));
    scattered.fold(mix(world.look()), u64::wrapping_add)
}

/// Spreads 64 bits (the output function of SplitMix64).
const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
