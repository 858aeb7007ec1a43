//! The threads on which bots think. Sessions wait in one line, and each one comes to its turn for one answer of its bot:
//! so no session keeps the others waiting for longer than one answer each.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use duelfish_search::Choice;
use duelfish_session::Thought;
use tokio::sync::oneshot;

use crate::common::lock;
use crate::room::Room;

/// The line of those who wait for a bot.
#[derive(Clone)]
pub(crate) struct Thinkers(Arc<Line>);

#[derive(Default)]
struct Line {
    jobs: Mutex<VecDeque<Job>>,
    came: Condvar,
}

enum Job {
    /// A bot of this session may be asked.
    Answer { room: Arc<Room>, is_step: bool },
    /// A person wants to know what a bot would do.
    Hint { thought: Box<Thought<'static>>, reply: oneshot::Sender<Result<Choice, String>> },
}

impl Thinkers {
    /// Starts one thread for each processor.
    pub(crate) fn start() -> Self {
        let line = Arc::new(Line::default());
        let threads = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..threads {
            let line = Arc::clone(&line);
            // They end with the program: what they look for is in no file yet, and is looked for again.
            thread::spawn(move || {
                loop {
                    line.next().work(&line);
                }
            });
        }
        Self(line)
    }

    /// Has the bot of a session answer if one is asked.
    pub(crate) fn answer(&self, room: Arc<Room>, is_step: bool) {
        self.0.push(Job::Answer { room, is_step });
    }

    /// Finds what a bot would do.
    pub(crate) fn hint(
        &self,
        thought: Thought<'static>,
    ) -> oneshot::Receiver<Result<Choice, String>> {
        let (reply, answer) = oneshot::channel();
        self.0.push(Job::Hint { thought: Box::new(thought), reply });
        answer
    }
}

impl Line {
    fn push(&self, job: Job) {
        lock(&self.jobs).push_back(job);
        self.came.notify_one();
    }

    fn next(&self) -> Job {
        let mut jobs = lock(&self.jobs);
        loop {
            if let Some(job) = jobs.pop_front() {
                return job;
            }
            jobs = self.came.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Job {
    fn work(self, line: &Line) {
        match self {
            Self::Answer { room, is_step } => {
                let Some(task) = room.task(is_step) else { return };
                room.done(&task, think(&task.thought, &task.stop));
                // Other sessions come first.
                if !is_step {
                    line.push(Self::Answer { room, is_step });
                }
            }
            Self::Hint { thought, reply } => {
                if !reply.is_closed() {
                    // The client may have gone.
                    let _ = reply.send(think(&thought, &AtomicBool::new(false)));
                }
            }
        }
    }
}

/// Lets a bot look for its answer. One that breaks down is a fault of its session, and of no other one: the thread goes on.
fn think(thought: &Thought<'_>, stop: &AtomicBool) -> Result<Choice, String> {
    let choose = || thought.choose(stop).map_err(|error| error.to_string());
    let broken = |_| Err("the bot broke down; take your last answer back".to_owned());
    catch_unwind(AssertUnwindSafe(choose)).unwrap_or_else(broken)
}
