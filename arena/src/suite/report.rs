//! The numbers of a suite.

use duelfish_search::Spec;
use serde::Serialize;

use super::ask::SuiteSpec;
use super::{CLASSES, SuiteQuestion};
use crate::stats::wilson95;

/// The version of [`SuiteReport`] as programs read it.
pub const SUITE_SCHEMA: u32 = 1;

/// The right answers of bots to the questions of a suite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SuiteReport {
    /// [`SUITE_SCHEMA`].
    pub schema: u32,
    /// Version of the engine.
    pub engine: &'static str,
    /// How many questions there are.
    pub questions: usize,
    /// The seed of the first answers.
    pub seed: u64,
    /// How often each question was asked.
    pub seeds: u64,
    /// Whether it was stopped: then the numbers are about the answers that were given before.
    pub interrupted: bool,
    /// The bots, in the order in which they were given.
    pub bots: Vec<BotScore>,
}

impl SuiteReport {
    pub(super) fn new(spec: &SuiteSpec, bots: Vec<BotScore>, interrupted: bool) -> Self {
        Self {
            schema: SUITE_SCHEMA,
            engine: duelfish_engine::VERSION,
            questions: spec.questions.len(),
            seed: spec.seed,
            seeds: spec.seeds,
            interrupted,
            bots,
        }
    }
}

/// So many right answers of so many.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RightShare {
    /// Right answers.
    pub right: u64,
    /// Answers.
    pub asked: u64,
    /// The right ones' share, from 0 to 1; 0 if nothing was asked.
    pub share: f64,
    /// Wilson's 95% interval, for so many questions as were asked: to ask the same ones again with other seeds does
    /// not make it narrower.
    pub interval: [f64; 2],
}

impl RightShare {
    fn of<'a>(answers: impl Iterator<Item = &'a GivenAnswer>) -> Self {
        let (mut right, mut asked, mut questions) = (0_u64, 0_u64, 0_u64);
        let mut last = None;
        for answer in answers {
            right += u64::from(answer.right);
            asked += 1;
            // The answers to one question stand together.
            let this = (&answer.file, answer.line);
            questions += u64::from(last.replace(this) != Some(this));
        }
        let share = if asked == 0 { 0.0 } else { right as f64 / asked as f64 };
        let whole = (share * questions as f64).round() as u64;
        Self { right, asked, share, interval: wilson95(whole, questions) }
    }
}

/// The answers of one bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BotScore {
    /// Its name with its options.
    pub bot: String,
    /// Its choices last a given time, so that asking again may bring other answers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub timed: bool,
    /// All its answers.
    pub all: RightShare,
    /// Its answers by class, for the classes that have questions.
    pub classes: Vec<ClassScore>,
    /// Each answer, in the order of the questions.
    pub answers: Vec<GivenAnswer>,
}

impl BotScore {
    pub(super) fn new(bot: &Spec, questions: &[SuiteQuestion], answers: Vec<GivenAnswer>) -> Self {
        let has = |class: &str| questions.iter().any(|question| question.class == class);
        let present = CLASSES.into_iter().map(|(class, _)| class).filter(|class| has(class));
        let classes = present.map(|class| ClassScore {
            class,
            score: RightShare::of(answers.iter().filter(|answer| answer.class == class)),
        });
        let (all, classes) = (RightShare::of(answers.iter()), classes.collect());
        Self { bot: bot.to_string(), timed: bot.is_timed(), all, classes, answers }
    }
}

/// The answers to the questions of one class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClassScore {
    /// The class.
    pub class: &'static str,
    /// The right answers.
    #[serde(flatten)]
    pub score: RightShare,
}

/// An answer of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GivenAnswer {
    /// The file of the question.
    pub file: String,
    /// Its line there.
    pub line: usize,
    /// Its name.
    pub question: String,
    /// Its class.
    pub class: &'static str,
    /// The bot's seed.
    pub seed: u64,
    /// The action, as the player sees it; of a question about a board what the turn made.
    pub played: String,
    /// Whether it is right.
    pub right: bool,
}
