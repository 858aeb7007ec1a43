//! Several matches played one after the other, as parts of something larger.

use std::path::Path;
use std::time::Instant;

use duelfish_engine::Catalogue;

use crate::report::per_second;
use crate::run::{MatchError, Recording, Watch, run_scores};
use crate::scores::Scores;
use crate::spec::MatchSpec;

/// Where several matches are recorded: a file for each in one directory.
#[derive(Clone, Copy, Debug)]
pub struct RecordingIn<'a> {
    /// The directory; it is made if there is none.
    pub directory: &'a Path,
    /// Whether to go on with files that exist; otherwise they are an error.
    pub resume: bool,
    /// What must be said wherever results are shown.
    pub note: &'a str,
}

/// Matches under way.
pub(crate) struct Series<'a> {
    cards: &'a Catalogue,
    watch: Watch<'a>,
    recording: Option<RecordingIn<'a>>,
    /// Called after each match with the duels of all so far.
    match_done: &'a dyn Fn(u64),
    begun: Instant,
    games: u64,
    /// Duels that were not in a record already.
    played_now: u64,
    interrupted: bool,
}

/// What all matches of a series have together.
pub(crate) struct Played {
    pub(crate) games: u64,
    pub(crate) seconds: f64,
    pub(crate) duels_per_second: f64,
    pub(crate) interrupted: bool,
}

impl<'a> Series<'a> {
    /// Before the first match.
    pub(crate) fn begin(
        cards: &'a Catalogue,
        watch: Watch<'a>,
        recording: Option<RecordingIn<'a>>,
        match_done: &'a dyn Fn(u64),
    ) -> Result<Self, MatchError> {
        if let Some(RecordingIn { directory, .. }) = recording {
            std::fs::create_dir_all(directory)
                .map_err(|error| MatchError::Directory { path: directory.to_owned(), error })?;
        }
        let begun = Instant::now();
        let (games, played_now, interrupted) = (0, 0, false);
        Ok(Self { cards, watch, recording, match_done, begun, games, played_now, interrupted })
    }

    /// Plays the next match; its record, if there is to be one, has this name.
    pub(crate) fn play(&mut self, spec: &MatchSpec, file: &str) -> Result<Scores, MatchError> {
        let path = self.recording.map(|recording| recording.directory.join(file));
        let recording = self.recording.zip(path.as_deref());
        let recording = recording.map(|(RecordingIn { resume, note, .. }, path)| Recording {
            path,
            resume,
            note,
        });
        let run = run_scores(self.cards, spec, self.watch, recording)?;
        self.games += run.scores.games();
        self.played_now += run.scores.games() - run.before;
        self.interrupted |= run.scores.games() < run.header.plan().count();
        (self.match_done)(self.games);
        Ok(run.scores)
    }

    /// After the last match.
    pub(crate) fn end(self) -> Played {
        let seconds = self.begun.elapsed().as_secs_f64();
        Played {
            games: self.games,
            seconds,
            duels_per_second: per_second(self.played_now, seconds),
            interrupted: self.interrupted,
        }
    }
}

/// Whether these can be the weights of a field: numbers of 0 or more, and not all of them 0.
pub(crate) fn are_weights(weights: &[f64]) -> bool {
    weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0)
        && weights.iter().sum::<f64>() > 0.0
}
