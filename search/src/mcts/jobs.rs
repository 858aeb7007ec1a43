//! The work of a batch, handed out to threads.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Jobs that are numbered from 0 in each batch. They are taken in that order, by whoever is free.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    state: Mutex<JobState>,
    /// There is a job, or there will be no more.
    offered: Condvar,
    /// All jobs of the batch are done.
    finished: Condvar,
}

#[derive(Debug, Default)]
struct JobState {
    offered: usize,
    taken: usize,
    done: usize,
    /// Threads that sleep until a job is offered.
    sleepers: usize,
    closed: bool,
}

/// A job that was taken. It is done when this is dropped, also by a panic, so that nobody waits for it for ever.
#[derive(Debug)]
pub(super) struct TakenJob<'j> {
    jobs: &'j Jobs,
    /// Its number.
    pub(super) number: usize,
}

/// Ends the work of the threads when it is dropped, also by a panic.
#[derive(Debug)]
pub(super) struct Closing<'j>(pub(super) &'j Jobs);

impl Jobs {
    /// No panic happens while the state is locked, so that it is whole whatever its lock says.
    fn lock(&self) -> MutexGuard<'_, JobState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A batch begins; the one before is finished.
    pub(super) fn begin(&self) {
        let mut state = self.lock();
        (state.offered, state.taken, state.done) = (0, 0, 0);
    }

    /// Offers the next job.
    pub(super) fn offer(&self) {
        let mut state = self.lock();
        state.offered += 1;
        // To wake a thread costs more than to know that none sleeps.
        if state.sleepers > 0 {
            drop(state);
            self.offered.notify_one();
        }
    }

    /// The next job that was offered and not taken yet, if there is one.
    pub(super) fn take(&self) -> Option<TakenJob<'_>> {
        self.take_of(&mut self.lock())
    }

    fn take_of(&self, state: &mut JobState) -> Option<TakenJob<'_>> {
        let number = state.taken;
        (number < state.offered).then(|| {
            state.taken += 1;
            TakenJob { jobs: self, number }
        })
    }

    /// Sleeps until there is a job; none if there will be no more.
    pub(super) fn wait(&self) -> Option<TakenJob<'_>> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(taken) = self.take_of(&mut state) {
                return Some(taken);
            }
            state.sleepers += 1;
            state = self.offered.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.sleepers -= 1;
        }
    }

    /// Sleeps until all jobs that were offered are done.
    pub(super) fn wait_for_all(&self) {
        let mut state = self.lock();
        while state.done < state.offered {
            state = self.finished.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for TakenJob<'_> {
    fn drop(&mut self) {
        let mut state = self.jobs.lock();
        state.done += 1;
        if state.done == state.offered {
            drop(state);
            self.jobs.finished.notify_all();
        }
    }
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.offered.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_job_is_done_once_whoever_takes_it() {
        let (jobs, counts) = (Jobs::default(), [const { AtomicUsize::new(0) }; 5]);
        let work = |taken: TakenJob<'_>| counts[taken.number].fetch_add(1, Ordering::Relaxed);
        std::thread::scope(|scope| {
            let _closing = Closing(&jobs);
            for _ in 0..3 {
                scope.spawn(|| {
                    while let Some(taken) = jobs.wait() {
                        work(taken);
                    }
                });
            }
            for _ in 0..200 {
                jobs.begin();
                for _ in 0..5 {
                    jobs.offer();
                }
                while let Some(taken) = jobs.take() {
                    work(taken);
                }
                jobs.wait_for_all();
            }
        });
        assert_eq!(counts.map(AtomicUsize::into_inner), [200; 5]);
    }

    #[test]
    fn a_panic_leaves_nobody_waiting() {
        let jobs = Jobs::default();
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            std::thread::scope(|scope| {
                let _closing = Closing(&jobs);
                scope.spawn(|| {
                    let _taken = jobs.wait();
                    panic!("the job fails");
                });
                jobs.offer();
                jobs.wait_for_all();
            });
        }));
        assert!(ended.is_err());
    }
}
