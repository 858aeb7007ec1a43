//! Asking bots the questions of a suite.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use duelfish_engine::{Catalogue, Game};
use duelfish_search::Spec;
use rayon::prelude::*;

use super::SuiteQuestion;
use super::report::{BotScore, GivenAnswer, SuiteReport};
use super::turn::played_turn;
use crate::ask_bot::AskedBot;

/// The questions, and who is asked how often.
#[derive(Clone, Debug)]
pub struct SuiteSpec {
    /// The questions.
    pub questions: Vec<SuiteQuestion>,
    /// The bots.
    pub bots: Vec<Spec>,
    /// The seed with which a bot answers first; each further answer has the next one.
    pub seed: u64,
    /// How often each bot answers each question, from 1.
    pub seeds: u64,
    /// Number of threads; 0 for one for each core.
    pub threads: usize,
}

/// The way in which the caller of [`ask`] watches and stops it.
#[derive(Clone, Copy)]
pub struct SuiteWatch<'a> {
    /// When this becomes true, nobody is asked any more; answers that were given count.
    pub stop: &'a AtomicBool,
    /// Called after each answer with how many there are, in the thread of the answer.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl SuiteSpec {
    /// How many answers there will be.
    #[must_use]
    pub fn count(&self) -> u64 {
        (self.questions.len() as u64 * self.bots.len() as u64).saturating_mul(self.seeds)
    }
}

/// Asks every bot every question, with every seed. The report is the same for any number of threads, unless a bot is
/// timed: then it says so.
///
/// # Errors
/// Fails when threads can't be started.
pub fn ask(
    cards: &Catalogue,
    spec: &SuiteSpec,
    watch: SuiteWatch<'_>,
) -> Result<SuiteReport, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(spec.threads).build()?;
    let given = AtomicU64::new(0);
    let each = spec.questions.len() as u64 * spec.seeds;
    let answer = |job: u64| {
        let bot = &spec.bots[(job / each.max(1)) as usize];
        let question = &spec.questions[(job % each.max(1) / spec.seeds) as usize];
        let seed = spec.seed.wrapping_add(job % spec.seeds);
        let answer = one_answer(cards, question, bot, seed, watch.stop)?;
        (watch.progress)(given.fetch_add(1, Ordering::Relaxed) + 1);
        Some(answer)
    };
    let answers: Vec<Option<GivenAnswer>> =
        pool.install(|| (0..spec.count()).into_par_iter().map(answer).collect());
    let is_interrupted = answers.iter().any(Option::is_none);
    let by_bot = answers.chunks(each.max(1) as usize).zip(&spec.bots);
    let bots = by_bot.map(|(answers, bot)| {
        BotScore::new(bot, &spec.questions, answers.iter().flatten().cloned().collect())
    });
    Ok(SuiteReport::new(spec, bots.collect(), is_interrupted))
}

/// The answer of a bot; none if it was stopped.
fn one_answer(
    cards: &Catalogue,
    question: &SuiteQuestion,
    spec: &Spec,
    seed: u64,
    stop: &AtomicBool,
) -> Option<GivenAnswer> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let (played, right) = match &question.board {
        Some(task) => played_turn(cards, question, task, spec, seed, stop)?,
        None => one_move(cards, question, spec, seed, stop)?,
    };
    Some(GivenAnswer {
        file: question.file.clone(),
        line: question.line,
        question: question.name.clone(),
        class: question.class,
        seed,
        played,
        right,
    })
}

/// The move of a bot in words, and whether it is right; none if it was stopped.
fn one_move(
    cards: &Catalogue,
    question: &SuiteQuestion,
    spec: &Spec,
    seed: u64,
    stop: &AtomicBool,
) -> Option<(String, bool)> {
    let game = Game::new(question.rules.clone(), cards);
    let flags = [stop];
    let asked = AskedBot::ask(&game, &question.duel, spec, seed, &flags)?;
    let action = asked.choice().action;
    // A bot that was stopped while thinking may answer anything.
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    Some((asked.view().describe(action), question.is_right(action)))
}
