//! Searches for a win in a turn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use duelfish_arena::program::view_as_json;
use duelfish_cards::Puzzle;
use duelfish_engine::{Catalogue, Game, Player, Position};
use duelfish_session::{ProofResult, Proven, prove};
use serde_json::{Value, json};

use crate::common::lock;
use crate::error::ApiError;

/// Searches that are remembered.
const MOST: usize = 50;

/// Decisions between two looks at the clock.
const LOOK: u64 = 1024;

/// Longest search, in seconds.
pub(crate) const MOST_SECONDS: u64 = 600;

/// The searches that run or ran since the server began.
#[derive(Default)]
pub(crate) struct Searches {
    all: Mutex<BTreeMap<u64, Arc<Search>>>,
    count: AtomicU64,
    /// One at a time: each takes a whole processor, and memory.
    turn: Mutex<()>,
}

#[derive(Default)]
struct Search {
    stop: AtomicBool,
    nodes: AtomicU64,
    /// The answer, once there is one.
    answer: Mutex<Option<Value>>,
}

/// Reads a position, or a puzzle if the name ends so. The line and the fault, if it is none.
pub(crate) fn position_of(
    cards: &Catalogue,
    text: &str,
    name: &str,
) -> Result<(Position, String), (usize, String)> {
    if name.to_lowercase().ends_with(".lua") {
        let puzzle = Puzzle::parse(cards, text.as_bytes(), name);
        let puzzle = puzzle.map_err(|error| (0, error.to_string()))?;
        return Ok((puzzle.position, puzzle.text));
    }
    let is_content = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    if !text.lines().any(is_content) {
        return Err((
            1,
            "there is no position in it; write lines like `P1 hand: Battle Ox`".to_owned(),
        ));
    }
    let position = Position::parse(text, cards).map_err(|error| (error.line, error.what))?;
    Ok((position, text.to_owned()))
}

impl Searches {
    /// Begins a search, and says its number.
    pub(crate) fn begin(
        self: &Arc<Self>,
        cards: &'static Catalogue,
        position: Position,
        seconds: u64,
    ) -> u64 {
        let id = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        let search = Arc::new(Search::default());
        let mut all = lock(&self.all);
        if all.len() >= MOST
            && let Some((_, oldest)) = all.pop_first()
        {
            oldest.stop.store(true, Ordering::Relaxed);
        }
        all.insert(id, Arc::clone(&search));
        drop(all);
        let solving = Arc::clone(self);
        std::thread::spawn(move || {
            let _turn = lock(&solving.turn);
            let answer = search.run(cards, &position, Duration::from_secs(seconds));
            *lock(&search.answer) = Some(answer);
        });
        id
    }

    fn find(&self, id: &str) -> Result<Arc<Search>, ApiError> {
        let none = || ApiError::missing("there is no such search; POST /api/solve begins one");
        let id: u64 = id.parse().map_err(|_| none())?;
        lock(&self.all).get(&id).cloned().ok_or_else(none)
    }

    /// A search as far as it is.
    pub(crate) fn show(&self, id: &str) -> Result<Value, ApiError> {
        let search = self.find(id)?;
        let answer = lock(&search.answer).clone();
        let nodes = search.nodes.load(Ordering::Relaxed);
        Ok(answer.unwrap_or_else(|| json!({ "running": true, "nodes": nodes })))
    }

    /// Ends a search.
    pub(crate) fn stop(&self, id: &str) -> Result<(), ApiError> {
        self.find(id)?.stop.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Search {
    fn run(&self, cards: &'static Catalogue, position: &Position, time: Duration) -> Value {
        let game = position.game(cards);
        let duel = position.start(&game, &mut position.script(), &mut ());
        let player = position.turn_player().to_string();
        let ended = |outcome: &str, nodes: u64| {
            json!({
                "running": false,
                "outcome": outcome,
                "nodes": nodes,
                "player": player,
                "ends": 0,
                "line": [],
                "error": null,
            })
        };
        if duel.turn() > position.turn() {
            // There was nothing to do but to end the turn, which is not asked.
            return ended("no-win", 0);
        }
        let begun = Instant::now();
        let mut go_on = |played: u64| {
            self.nodes.store(played, Ordering::Relaxed);
            !played.is_multiple_of(LOOK)
                || !(self.stop.load(Ordering::Relaxed) || begun.elapsed() >= time)
        };
        let proven = prove(&game, duel, position.script(), &mut go_on);
        let Proven { nodes, found, .. } = match proven {
            Ok(proven) => proven,
            Err(error) => {
                let mut answer = ended("error", 0);
                answer["error"] = error.to_string().into();
                return answer;
            }
        };
        match found {
            ProofResult::NoWin => ended("no-win", nodes),
            ProofResult::NotKnown => ended("not-known", nodes),
            ProofResult::Win { line, ends } => {
                let mut answer = ended("win", nodes);
                answer["ends"] = ends.into();
                answer["line"] = steps(&game, position, &line);
                answer
            }
        }
    }
}

/// The steps of a line, each with the duel after it. Where chance decides something that the position leaves open,
/// the line goes on in words alone.
fn steps(game: &Game<'_>, position: &Position, line: &[(Player, String)]) -> Value {
    let mut chance = position.script();
    let mut duel = position.start(game, &mut chance, &mut ());
    let mut is_known = true;
    let step = |(player, words): &(Player, String)| {
        let action = duel.parse(game, words).ok().filter(|_| is_known);
        match action {
            Some(action) => duel.apply(game, action, &mut chance, &mut ()),
            None => is_known = false,
        }
        let view = is_known.then(|| view_as_json(&duel.judge_view(game)));
        json!({ "player": player.to_string(), "words": words, "view": view })
    };
    line.iter().map(step).collect()
}
