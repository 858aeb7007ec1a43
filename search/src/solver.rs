//! Proofs: is there a line that wins before the horizon, whatever the opponent and chance do?
//!
//! An AND/OR search over a position in which nothing is hidden. One of the solver's own moves must
//! win, all replies and all outcomes of chance must lose to it. It goes deeper by one own choice at
//! a time, so that short wins are found first; when a depth was not cut short anywhere and found
//! nothing, there is no win. A win comes with its proof, which [`verify`] plays again against every
//! legal reply.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::planner::Horizon;
use crate::playable::{Keyed, Turn, Undo, worth_to};

/// A game in which a move can be played once for each way that chance may go.
pub trait Branching: Undo {
    /// Plays a move with every outcome of chance in turn, and takes it back each time; stops when
    /// `each` says false. Returns whether it never did.
    fn play_each(&mut self, action: Self::Move, each: &mut dyn FnMut(&mut Self) -> bool) -> bool;
}

/// The answer of the solver.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// There is a win, and this is how.
    Win(Rc<Proof>),
    /// There is none before the horizon.
    NoWin,
    /// It is not known: the search ran out of moves that it may play.
    Unknown,
}

/// How to win from a position.
#[derive(Clone, Debug)]
pub enum Proof {
    /// The game is won.
    Won,
    /// Play the move with this key; what to do then, for each outcome of chance.
    Play(u64, Vec<Rc<Self>>),
    /// The opponent chooses: what to do after each reply, and each outcome of chance.
    Replies(Vec<(u64, Vec<Rc<Self>>)>),
}

/// Own choices that a line may have.
const LONGEST: u32 = 60;

/// A search for a proof.
struct Solver<'j, J> {
    judge: &'j mut J,
    player: u8,
    go_on: &'j mut dyn FnMut(u64) -> bool,
    played: u64,
    /// Whether a line of the present depth was given up for its length.
    cut_short: bool,
    /// Positions that are won.
    won: BTreeMap<u64, Rc<Proof>>,
    /// Positions that are not won with so many own choices, and whether more might help.
    lost: BTreeMap<u64, (u32, bool)>,
}

/// The search ran out of moves.
struct Spent;

/// A proof, if there is one.
type FoundProof = Result<Option<Rc<Proof>>, Spent>;

/// Searches for a win of the player who chooses, and plays at most `budget` moves on the way.
/// Returns what was found out and how many were played.
pub fn solve<G, J>(world: &mut G, judge: &mut J, budget: u64) -> (Verdict, u64)
where
    G: Branching,
    J: Horizon<G>,
{
    solve_while(world, judge, &mut |played| played <= budget)
}

/// As [`solve`], for as long as `go_on` says, which is asked after each move with how many were
/// played.
pub fn solve_while<G, J>(
    world: &mut G,
    judge: &mut J,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> (Verdict, u64)
where
    G: Branching,
    J: Horizon<G>,
{
    let Turn::Player(player) = world.turn() else { return (Verdict::NoWin, 0) };
    let (won, lost) = (BTreeMap::new(), BTreeMap::new());
    let mut solver = Solver { judge, player, go_on, played: 0, cut_short: false, won, lost };
    for depth in 1..=LONGEST {
        solver.cut_short = false;
        match solver.search(world, depth) {
            Err(Spent) => return (Verdict::Unknown, solver.played),
            Ok(Some(proof)) => return (Verdict::Win(proof), solver.played),
            Ok(None) if !solver.cut_short => return (Verdict::NoWin, solver.played),
            Ok(None) => {}
        }
    }
    (Verdict::Unknown, solver.played)
}

impl<J> Solver<'_, J> {
    /// A proof with at most so many own choices.
    fn search<G: Branching>(&mut self, world: &mut G, depth: u32) -> FoundProof
    where
        J: Horizon<G>,
    {
        // A win that comes only because the next turn begins, as by a Deck without cards, comes too
        // late.
        if self.judge.is_beyond(world) {
            return Ok(None);
        }
        let player = match world.turn() {
            Turn::Over(value) => {
                let won = worth_to(self.player, value) == 1.0;
                return Ok(won.then(|| Rc::new(Proof::Won)));
            }
            // Chance is part of moves here.
            Turn::Chance => return Ok(None),
            Turn::Player(player) => player,
        };
        let position = world.position();
        if let Some(position) = position {
            if let Some(proof) = self.won.get(&position) {
                return Ok(Some(Rc::clone(proof)));
            }
            match self.lost.get(&position) {
                Some((_, false)) => return Ok(None),
                Some((searched, true)) if *searched >= depth => {
                    self.cut_short = true;
                    return Ok(None);
                }
                _ => {}
            }
        }
        let mut moves = Vec::new();
        world.moves(&mut moves);
        let elsewhere = std::mem::take(&mut self.cut_short);
        let found = if player == self.player {
            if depth == 0 && moves.len() > 1 {
                self.cut_short = true;
                return Ok(None);
            }
            // A forced move is no choice.
            let next = if moves.len() > 1 { depth - 1 } else { depth };
            self.own(world, &moves, next)?
        } else {
            self.theirs(world, &moves, depth)?
        };
        match (position, &found) {
            (Some(position), Some(proof)) => _ = self.won.insert(position, Rc::clone(proof)),
            (Some(position), None) => {
                self.lost.insert(position, (depth, self.cut_short));
            }
            (None, _) => {}
        }
        self.cut_short |= elsewhere;
        Ok(found)
    }

    /// One of the own moves must win.
    fn own<G: Branching>(
        &mut self,
        world: &mut G,
        moves: &[Keyed<G::Move>],
        depth: u32,
    ) -> FoundProof
    where
        J: Horizon<G>,
    {
        let mut priors = Vec::new();
        self.judge.priors(world, moves, &mut priors);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|a, b| priors[*b].total_cmp(&priors[*a]));
        for (nth, at) in order.iter().enumerate() {
            let choice = moves[*at];
            if order[..nth].iter().any(|other| moves[*other].key == choice.key) {
                continue;
            }
            if let Some(after) = self.after(world, choice.action, depth)? {
                return Ok(Some(Rc::new(Proof::Play(choice.key, after))));
            }
        }
        Ok(None)
    }

    /// All replies must lose.
    fn theirs<G: Branching>(
        &mut self,
        world: &mut G,
        moves: &[Keyed<G::Move>],
        depth: u32,
    ) -> FoundProof
    where
        J: Horizon<G>,
    {
        let mut replies: Vec<(u64, Vec<Rc<Proof>>)> = Vec::new();
        for choice in moves {
            if replies.iter().any(|(key, _)| *key == choice.key) {
                continue;
            }
            let Some(after) = self.after(world, choice.action, depth)? else { return Ok(None) };
            replies.push((choice.key, after));
        }
        Ok(Some(Rc::new(Proof::Replies(replies))))
    }

    /// Proofs for each outcome of a move; none if one of them is not won.
    fn after<G: Branching>(
        &mut self,
        world: &mut G,
        action: G::Move,
        depth: u32,
    ) -> Result<Option<Vec<Rc<Proof>>>, Spent>
    where
        J: Horizon<G>,
    {
        let (mut proofs, mut spent) = (Vec::new(), false);
        let all = world.play_each(action, &mut |world| {
            self.played += 1;
            if !(self.go_on)(self.played) {
                spent = true;
                return false;
            }
            match self.search(world, depth) {
                Ok(Some(proof)) => proofs.push(proof),
                Ok(None) => return false,
                Err(Spent) => spent = true,
            }
            !spent
        });
        if spent { Err(Spent) } else { Ok(all.then_some(proofs)) }
    }
}

/// Plays a proof again, against every legal reply and outcome of chance. Returns how many ends it
/// reached, all of them won; none if the proof does not hold.
pub fn verify<G: Branching>(world: &mut G, player: u8, proof: &Proof) -> Option<u64> {
    let mut moves = Vec::new();
    match (world.turn(), proof) {
        (Turn::Over(value), Proof::Won) => (worth_to(player, value) == 1.0).then_some(1),
        (Turn::Player(asked), Proof::Play(key, after)) if asked == player => {
            world.moves(&mut moves);
            let choice = moves.iter().find(|choice| choice.key == *key)?;
            verify_after(world, player, choice.action, after)
        }
        (Turn::Player(asked), Proof::Replies(replies)) if asked != player => {
            world.moves(&mut moves);
            let mut ends = 0;
            for choice in &moves {
                let (_, after) = replies.iter().find(|(key, _)| *key == choice.key)?;
                ends += verify_after(world, player, choice.action, after)?;
            }
            Some(ends)
        }
        _ => None,
    }
}

fn verify_after<G: Branching>(
    world: &mut G,
    player: u8,
    action: G::Move,
    after: &[Rc<Proof>],
) -> Option<u64> {
    let (mut ends, mut outcomes) = (0, after.iter());
    let all = world.play_each(action, &mut |world| {
        let holds = outcomes.next().and_then(|proof| verify(world, player, proof));
        ends += holds.unwrap_or(0);
        holds.is_some()
    });
    (all && outcomes.next().is_none()).then_some(ends)
}
