//! The searches on games whose values are known.

use duelfish_search::mcts::{Mcts, Settings, Worlds};
use duelfish_search::planner::{Horizon, Planner};
use duelfish_search::{Budget, Judge, Keyed, Playable, Turn, Undo};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::undo_by_copy::undo_by_copy;

/// A judge that knows nothing: every move is as good as any, a position is worth a random rest.
struct Nobody(ChaCha8Rng);

impl Nobody {
    fn new() -> Self {
        Self(ChaCha8Rng::seed_from_u64(1))
    }
}

impl<G: Playable> Judge<G> for Nobody {
    fn priors(&mut self, _: &G, moves: &[Keyed<G::Move>], priors: &mut Vec<f32>) {
        priors.resize(moves.len(), 1.0);
    }

    fn value(&mut self, world: &mut G) -> f32 {
        let mut moves = Vec::new();
        loop {
            match world.turn() {
                Turn::Over(value) => return value,
                Turn::Chance => world.roll(),
                Turn::Player(_) => {
                    world.moves(&mut moves);
                    let choice = moves[self.0.next_u32() as usize % moves.len()];
                    world.play(choice.action);
                }
            }
        }
    }
}

impl<G: Playable> Horizon<G> for Nobody {
    fn is_beyond(&self, _: &G) -> bool {
        false
    }
}

/// Worlds of a game without hidden parts: the position itself.
pub(crate) struct Always<G>(pub(crate) G);

impl<G: Clone> Worlds<G> for Always<G> {
    fn deal(&mut self, world: &mut G) {
        world.clone_from(&self.0);
    }
}

/// The move that a tree search plays, and its value for the player who chooses.
fn tree_choice<G: Undo>(worlds: &mut impl Worlds<G>, world: &mut G, iterations: u32) -> (u64, f32) {
    let mut search = Mcts::new(Settings::default());
    search.search(worlds, &mut Nobody::new(), world, iterations);
    let best = search.root_moves().max_by_key(|found| found.visits).unwrap();
    (best.key, best.value)
}

/// The key of the move that a planner plays, and what player 0 gets.
fn planned<G: Undo + Clone>(position: &G) -> (u64, f32) {
    let mut found = Vec::new();
    let mut worlds = [position.clone()];
    Planner::new().plan(&mut worlds, &mut Nobody::new(), Budget::of(1_000_000), &mut found);
    (found[0].key, found[0].value)
}

undo_by_copy!(Board);
undo_by_copy!(Coin);
undo_by_copy!(Kuhn);
undo_by_copy!(Shelf);

/// A shelf with a hundred boxes, of which one is opened: box 63 holds the prize.
#[derive(Clone, Copy, Debug)]
struct Shelf {
    opened: Option<u64>,
}

impl Playable for Shelf {
    type Move = u64;

    fn turn(&self) -> Turn {
        self.opened.map_or(Turn::Player(0), |at| Turn::Over(if at == 63 { 1.0 } else { 0.0 }))
    }

    fn moves(&self, moves: &mut Vec<Keyed<u64>>) {
        moves.clear();
        moves.extend((0..100).map(|at| Keyed { action: at, key: at }));
    }

    fn play(&mut self, at: u64) {
        self.opened = Some(at);
    }

    fn roll(&mut self) {}

    fn look(&self) -> u64 {
        0
    }
}

/// A wide choice is opened little by little: beside `width` moves as many are tried as the square root
/// of the visits says, and in the end nothing is missed.
#[test]
fn a_wide_choice_is_opened_little_by_little() {
    let shelf = Shelf { opened: None };
    let tried_after = |iterations| {
        let mut search = Mcts::new(Settings { width: 5, ..Settings::default() });
        search.search(&mut Always(shelf), &mut Nobody::new(), &mut shelf.clone(), iterations);
        let tried = search.root_moves().filter(|found| found.visits > 0).count();
        let best = search.root_moves().max_by_key(|found| found.visits).unwrap().key;
        (tried, best)
    };
    for iterations in [20_u32, 100, 1_000] {
        let tried = tried_after(iterations).0;
        let room = 5.0 + f64::from(iterations).sqrt();
        assert!(tried >= 5 && tried as f64 <= room.ceil(), "{tried} after {iterations}");
    }
    assert_eq!(tried_after(20_000), (100, 63));
}

/// Nim with one heap, taken one stone at a time: a player takes one to three stones in a turn, so
/// that a turn is several decisions of one player. Who takes the last stone wins.
#[derive(Clone, Debug)]
pub(crate) struct Nim {
    stones: u32,
    taken: u32,
    player: u8,
    past: Vec<(u32, u32, u8)>,
}

impl Nim {
    pub(crate) fn new(stones: u32) -> Self {
        Self { stones, taken: 0, player: 0, past: Vec::new() }
    }
}

impl Playable for Nim {
    /// Whether to take a stone; otherwise the turn ends.
    type Move = bool;

    fn turn(&self) -> Turn {
        if self.stones > 0 {
            return Turn::Player(self.player);
        }
        Turn::Over(if self.player == 0 { 1.0 } else { 0.0 })
    }

    fn moves(&self, moves: &mut Vec<Keyed<bool>>) {
        moves.clear();
        if self.taken < 3 {
            moves.push(Keyed { action: true, key: 1 });
        }
        if self.taken > 0 {
            moves.push(Keyed { action: false, key: 0 });
        }
    }

    fn play(&mut self, takes: bool) {
        self.past.push((self.stones, self.taken, self.player));
        if takes {
            self.stones -= 1;
            self.taken += 1;
        } else {
            self.taken = 0;
            self.player ^= 1;
        }
    }
}

impl Undo for Nim {
    type Mark = usize;

    fn mark(&mut self) -> usize {
        self.past.len()
    }

    fn undo(&mut self, mark: usize) {
        (self.stones, self.taken, self.player) = self.past[mark];
        self.past.truncate(mark);
    }

    fn played(&self) -> u64 {
        0
    }

    fn position(&self) -> Option<u64> {
        Some(u64::from(self.stones * 8 + self.taken * 2) + u64::from(self.player))
    }
}

#[test]
fn nim_is_lost_on_multiples_of_four() {
    for stones in 1..=12 {
        let position = Nim::new(stones);
        // The first stone must be taken; a forced move is no choice, so the heap decides.
        let (_, value) = planned(&position);
        let expected = if stones % 4 == 0 { 0.0 } else { 1.0 };
        assert_eq!(value, expected, "{stones} stones");
    }
    // After one stone of eleven: two more leave eight, so one must be taken again.
    let mut position = Nim::new(11);
    position.play(true);
    assert_eq!(planned(&position), (1, 1.0));
    let mut worlds = Always(position.clone());
    let (key, value) = tree_choice(&mut worlds, &mut position, 20_000);
    assert_eq!(key, 1);
    assert!(value > 0.9, "{value}");
}

/// Tic-tac-toe; player 0 has the bits of the low half.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Board {
    cells: [u16; 2],
    played: u32,
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board {
    /// A position as text, the top row first.
    pub(crate) fn read(text: &str) -> Self {
        let mut board = Self::default();
        for (at, cell) in text.chars().enumerate() {
            if let Some(player) = ['x', 'o'].iter().position(|mark| *mark == cell) {
                board.cells[player] |= 1 << at;
                board.played += 1;
            }
        }
        board
    }
}

impl Playable for Board {
    type Move = u16;

    fn turn(&self) -> Turn {
        let has_line = |cells: u16| LINES.iter().any(|line| cells & line == *line);
        if has_line(self.cells[0]) {
            Turn::Over(1.0)
        } else if has_line(self.cells[1]) {
            Turn::Over(0.0)
        } else if self.played == 9 {
            Turn::Over(0.5)
        } else {
            Turn::Player((self.played % 2) as u8)
        }
    }

    fn moves(&self, moves: &mut Vec<Keyed<u16>>) {
        let free = |at: &u16| (self.cells[0] | self.cells[1]) >> at & 1 == 0;
        moves.clear();
        moves.extend((0..9).filter(free).map(|at| Keyed { action: at, key: at.into() }));
    }

    fn play(&mut self, at: u16) {
        self.cells[(self.played % 2) as usize] |= 1 << at;
        self.played += 1;
    }
}

/// A board with the boards before it.
#[derive(Clone, Debug, Default)]
struct Game {
    now: Board,
    past: Vec<Board>,
    played: u64,
}

impl Playable for Game {
    type Move = u16;

    fn turn(&self) -> Turn {
        self.now.turn()
    }

    fn moves(&self, moves: &mut Vec<Keyed<u16>>) {
        self.now.moves(moves);
    }

    fn play(&mut self, at: u16) {
        self.past.push(self.now);
        self.played += 1;
        self.now.play(at);
    }
}

impl Undo for Game {
    type Mark = usize;

    fn mark(&mut self) -> usize {
        self.past.len()
    }

    fn undo(&mut self, mark: usize) {
        self.now = self.past[mark];
        self.past.truncate(mark);
    }

    fn played(&self) -> u64 {
        self.played
    }

    fn position(&self) -> Option<u64> {
        Some(u64::from(self.now.cells[0]) << 16 | u64::from(self.now.cells[1]))
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_its_traps_are_seen() {
    // Fewer positions are played than the 549,946 of the whole tree, because of the table.
    let start = Game::default();
    let mut planner = Planner::new();
    let mut found = Vec::new();
    let depth = planner.plan(&mut [start], &mut Nobody::new(), Budget::of(1_000_000), &mut found);
    assert_eq!((depth, found[0].value), (9, 0.5));
    assert!(planner.nodes() < 549_946, "{}", planner.nodes());
    for (text, best, value) in [
        // A line to finish, a line to stop, a fork to make.
        ("xx.oo....", 2, 1.0),
        ("x...o.o..x", 2, 0.5),
        ("x...o...x", 1, 0.5),
    ] {
        let position = Board::read(text);
        let game = Game { now: position, ..Game::default() };
        let (key, found) = planned(&game);
        assert_eq!(found, value, "{text}");
        let (by_tree, _) = tree_choice(&mut Always(position), &mut position.clone(), 20_000);
        if value == 1.0 {
            assert_eq!([key, by_tree], [best, best], "{text}");
        }
        // What the tree plays keeps the value.
        let mut after = game;
        after.play(by_tree as u16);
        let Turn::Player(_) = after.turn() else { continue };
        assert_eq!(planned(&after).1, value, "{text}: {by_tree}");
    }
}

/// A coin lies covered. Its player may take 0.6 at once, or else say what it shows and get
/// everything for the right word. In every single world saying it is worth 1; who can't see the
/// coin gets 0.5 by it. A search that solves worlds one by one takes the wrong branch (strategy
/// fusion).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coin {
    pub(crate) heads: bool,
    pub(crate) guessing: bool,
    pub(crate) over: Option<f32>,
}

impl Playable for Coin {
    type Move = bool;

    fn turn(&self) -> Turn {
        self.over.map_or(Turn::Player(0), Turn::Over)
    }

    fn moves(&self, moves: &mut Vec<Keyed<bool>>) {
        let asked = u64::from(self.guessing) << 1;
        moves.clear();
        for action in [false, true] {
            moves.push(Keyed { action, key: asked | u64::from(action) });
        }
    }

    fn play(&mut self, action: bool) {
        match (self.guessing, action) {
            (false, false) => self.over = Some(0.6),
            (false, true) => self.guessing = true,
            (true, word) => self.over = Some(if word == self.heads { 1.0 } else { 0.0 }),
        }
    }
}

struct Covered(ChaCha8Rng);

impl Worlds<Coin> for Covered {
    fn deal(&mut self, world: &mut Coin) {
        *world = Coin { heads: self.0.next_u32() & 1 == 1, ..Coin::default() };
    }
}

#[test]
fn nobody_acts_on_what_can_not_be_seen() {
    let mut worlds = Covered(ChaCha8Rng::seed_from_u64(3));
    let (key, value) = tree_choice(&mut worlds, &mut Coin::default(), 5_000);
    assert_eq!(key, 0, "the certain part is taken");
    assert!((value - 0.6).abs() < 1e-3, "{value}");
}

/// Kuhn poker: three cards, an ante of one, bets of one. The value for player 0 is what was won,
/// from -2 to 2, as a part of one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kuhn {
    pub(crate) cards: [u8; 2],
    /// What was done so far: 1 for a bet or a call, 0 for a check or a fold.
    pub(crate) line: [u8; 3],
    pub(crate) length: usize,
}

impl Playable for Kuhn {
    type Move = u8;

    fn turn(&self) -> Turn {
        let better = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        let won: f32 = match &self.line[..self.length] {
            [0, 0] => better,
            [1, 1] | [0, 1, 1] => 2.0 * better,
            [1, 0] => 1.0,
            [0, 1, 0] => -1.0,
            line => return Turn::Player((line.len() % 2) as u8),
        };
        Turn::Over(won / 4.0 + 0.5)
    }

    fn moves(&self, moves: &mut Vec<Keyed<u8>>) {
        moves.clear();
        // What a player does depends on the own card: it is part of what is seen.
        let card = u64::from(self.cards[self.length % 2]) << 8;
        for action in [0, 1] {
            moves.push(Keyed { action, key: card | u64::from(action) });
        }
    }

    fn play(&mut self, action: u8) {
        self.line[self.length] = action;
        self.length += 1;
    }
}

/// Deals the other card to a table where one player holds a card and something was done.
struct Dealt {
    me: usize,
    card: u8,
    line: [u8; 3],
    length: usize,
    rng: ChaCha8Rng,
}

impl Worlds<Kuhn> for Dealt {
    fn deal(&mut self, world: &mut Kuhn) {
        let others: Vec<u8> = (0..3).filter(|card| *card != self.card).collect();
        let other = others[(self.rng.next_u32() & 1) as usize];
        let cards = if self.me == 0 { [self.card, other] } else { [other, self.card] };
        *world = Kuhn { cards, line: self.line, length: self.length };
    }
}

#[test]
fn kuhn_poker_has_no_dominated_answers() {
    // Whoever faces a bet calls with the King and folds the Jack, whatever the bluffs are.
    for (card, call) in [(0, 0), (2, 1)] {
        for (me, line, length) in [(1, [1, 0, 0], 1), (0, [0, 1, 0], 2)] {
            let rng = ChaCha8Rng::seed_from_u64(9);
            let mut worlds = Dealt { me, card, line, length, rng };
            let (key, _) = tree_choice(&mut worlds, &mut Kuhn::default(), 4_000);
            assert_eq!(key & 1, call, "player {me}, card {card}");
        }
    }
}
