//! Information-set Monte Carlo tree search, over any [`Playable`] game.
//!
//! Each iteration deals a world of its own and walks down one tree that all worlds share, so that
//! no move is judged by what its player can't know. At each node the moves that this world offers
//! compete by PUCT. There a move counts as often as it was *available* and not as often as the node
//! was visited (Cowling, Powley and Whitehouse, 2012). An iteration adds one node, and a [`Judge`]
//! tells what each of its moves is worth. They are tried and taken back at once, since it costs
//! more to come to a node than to look around there. A wide choice, of a card in the Deck say, is
//! opened little by little.

mod batch;
mod descent;
mod halving;
mod jobs;
mod line;
mod tree;

use crate::judge::Judge;
use crate::playable::{Keyed, Playable, Turn, Undo};

pub use batch::{BatchCount, BatchHelper, NumberedWorlds};
use descent::{Descent, DescentEnd};
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
    /// In [`Mcts::search_in_batches`]: how much of the game a descent whose value is not known yet is taken to lose, from
    /// 0 to 1. At 0 it counts as a visit and leaves the value of its moves alone.
    pub virtual_loss: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exploration: 0.4,
            patience: 1000.0,
            sharpness: 0.5,
            unvisited: 0.0,
            width: 14,
            virtual_loss: 0.0,
        }
    }
}

/// A search: its tree and its working memory, which it keeps, so that a warm search allocates
/// nothing.
#[derive(Clone, Debug)]
pub struct Mcts<M> {
    settings: Settings,
    tree: Tree,
    /// The one that an iteration makes, if it makes no more at a time.
    descent: Descent<M>,
    /// The key of the one move that may be played at the root, if all others are left out there.
    only: Option<u64>,
    /// The moves of the root that are left, if the others are dropped one after the other.
    halving: Halving,
}

impl<M: Copy + Eq> Mcts<M> {
    /// A search with an empty tree.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            tree: Tree::default(),
            descent: Descent::new(),
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
        world.moves(&mut self.descent.moves);
        self.halving.clear();
        self.tree.keep(look_of(world, &self.descent.moves))
    }

    /// Searches further from the root, for so many iterations. `world` is working memory.
    pub fn search<G: Undo<Move = M>>(
        &mut self,
        worlds: &mut impl Worlds<G>,
        judge: &mut impl Judge<G>,
        world: &mut G,
        iterations: u32,
    ) {
        let mut descent = std::mem::take(&mut self.descent);
        for _ in 0..iterations {
            worlds.deal(world);
            self.descend(judge, world, &mut descent);
            descent.expand(judge, world, self.settings.width);
            self.learn(&descent);
        }
        self.descent = descent;
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

    /// Walks down the tree in a world, to a position that the tree does not have or to the end of the game. Other
    /// descents take its moves for visited until it is learned.
    fn descend<G: Undo<Move = M>>(
        &mut self,
        judge: &mut impl Judge<G>,
        world: &mut G,
        descent: &mut Descent<M>,
    ) {
        descent.path.clear();
        let mut node = self.tree.root();
        descent.end = loop {
            let player = match world.turn() {
                Turn::Over(value) => break DescentEnd::Value(value),
                Turn::Chance => {
                    world.roll();
                    continue;
                }
                Turn::Player(player) => player,
            };
            world.moves(&mut descent.moves);
            match self.only.filter(|_| descent.path.is_empty()) {
                // The root keeps its edge, so that it is told what the move is worth.
                Some(only) => descent.moves.retain(|choice| choice.key == only),
                None => {
                    if let [only] = descent.moves[..] {
                        world.play(only.action);
                        continue;
                    }
                }
            }
            if node == NONE {
                break DescentEnd::NewNode(player);
            }
            if !self.tree.offer(node, &descent.moves) {
                descent.priors.clear();
                judge.priors(world, &descent.moves, &mut descent.priors);
                self.tree.add(node, &descent.moves, &descent.priors, false);
                self.tree.note_look(node, look_of(world, &descent.moves));
                let all_there = self.tree.offer(node, &descent.moves);
                debug_assert!(all_there, "every move has its edge");
            }
            let is_root = descent.path.is_empty();
            let even = is_root.then(|| self.tree.select_evenly(self.halving.left())).flatten();
            let (edge, at) = even.unwrap_or_else(|| self.tree.select(node, player, &self.settings));
            descent.path.push((edge, player));
            self.tree.walk(edge);
            world.play(descent.moves[at].action);
            node = self.tree.child(edge);
        };
    }

    /// Puts the results of a descent that was expanded into the tree. If another descent has brought its node meanwhile,
    /// the moves that this one tried there are visits of that node.
    fn learn(&mut self, descent: &Descent<M>) {
        let value = match descent.end {
            DescentEnd::Value(value) => value,
            DescentEnd::NewNode(player) => {
                let last = descent.path.last().map(|(edge, _)| *edge);
                let node = last.map_or(NONE, |edge| self.tree.child(edge));
                let node = if node == NONE { self.tree.grow(last) } else { node };
                self.tree.add(node, &descent.moves, &descent.priors, descent.all_differ());
                self.tree.note_look(node, descent.look);
                let all_there = self.tree.offer(node, &descent.moves);
                debug_assert!(all_there, "every move has its edge");
                for (choice, value) in &descent.tried {
                    if let Some(edge) = self.tree.take(*choice) {
                        self.tree.learn(edge, player, *value);
                    }
                }
                descent.best
            }
        };
        for (edge, player) in descent.path.iter().rev() {
            self.tree.arrive(*edge);
            self.tree.learn(*edge, *player, value);
            self.tree.sharpen(*edge, self.settings.sharpness);
        }
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
