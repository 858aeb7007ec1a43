//! The search for the boards of a suite.

use std::sync::atomic::Ordering;

use duelfish_engine::Catalogue;
use rayon::prelude::*;
use serde::Serialize;

use super::ask::{SuiteSpec, SuiteWatch};

/// The version of [`BoardsReport`] as programs read it.
pub const BOARDS_SCHEMA: u32 = 1;

/// The boards of a suite, each searched for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardsReport {
    /// [`BOARDS_SCHEMA`].
    pub schema: u32,
    /// Version of the engine.
    pub engine: &'static str,
    /// How many decisions were tried out at most for each board.
    pub limit: u64,
    /// Whether it was stopped: then boards are missing.
    pub interrupted: bool,
    /// How many boards were found.
    pub found: usize,
    /// The boards, in the order of the questions; questions about one move are left out.
    pub boards: Vec<SoughtBoard>,
}

/// A board that was searched for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SoughtBoard {
    /// The file of the question.
    pub file: String,
    /// Its line there.
    pub line: usize,
    /// Its name.
    pub question: String,
    /// Whether a line was found.
    pub found: bool,
    /// How many decisions were tried out.
    pub nodes: u64,
    /// The actions of both players, as a question writes them; none if no line was found.
    pub actions: Vec<String>,
}

/// Searches for the board of each question that asks for one, over at most so many decisions each. The bots, seeds and
/// counts of the specification don't matter.
///
/// # Errors
/// Fails when threads can't be started.
pub fn find_boards(
    cards: &Catalogue,
    spec: &SuiteSpec,
    nodes: u64,
    watch: SuiteWatch<'_>,
) -> Result<BoardsReport, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(spec.threads).build()?;
    let asked: Vec<_> = spec.questions.iter().filter(|one| one.board.is_some()).collect();
    let search = |question: &&super::SuiteQuestion| {
        if watch.stop.load(Ordering::Relaxed) {
            return None;
        }
        let found = question.find_board(cards, nodes)?;
        (watch.progress)(1);
        Some(SoughtBoard {
            file: question.file.clone(),
            line: question.line,
            question: question.name.clone(),
            found: found.line.is_some(),
            nodes: found.nodes,
            actions: found.line.unwrap_or_default(),
        })
    };
    let boards: Vec<Option<SoughtBoard>> = pool.install(|| asked.par_iter().map(search).collect());
    let interrupted = boards.iter().any(Option::is_none);
    let boards: Vec<SoughtBoard> = boards.into_iter().flatten().collect();
    let found = boards.iter().filter(|board| board.found).count();
    let engine = duelfish_engine::VERSION;
    Ok(BoardsReport { schema: BOARDS_SCHEMA, engine, limit: nodes, interrupted, found, boards })
}
