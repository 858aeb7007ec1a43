//! Several matches played one after the other, as parts of something larger.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use duelfish_engine::Catalogue;

use crate::bots::Forfeits;
use crate::course::Course;
use crate::report::rate;
use crate::run::{MatchError, Recording, RunWatch};
use crate::scores::Scores;
use crate::spec::MatchSpec;

/// Where several matches are recorded: a file for each in one directory.
#[derive(Clone, Copy, Debug)]
pub struct RecordingIn<'a> {
    /// The directory; it is made if there is none.
    pub directory: &'a Path,
    /// Whether to go on with files that exist; otherwise they are an error.
    pub resume: bool,
    /// Whether to take away, on resuming, the damaged part and all behind it, to play it again.
    pub drop_damaged: bool,
    /// A note that must be shown wherever results are shown.
    pub note: &'a str,
}

/// Matches under way.
pub(crate) struct Series<'a> {
    cards: &'a Catalogue,
    watch: RunWatch<'a>,
    recording: Option<RecordingIn<'a>>,
    /// Called with the duels of all matches but the one that is played next.
    match_done: &'a dyn Fn(u64),
    begun: Instant,
    games: u64,
    /// Duels that were not in a record already.
    played_now: u64,
    interrupted: bool,
    forfeits: Forfeits,
}

/// The sums over all matches of a series.
pub(crate) struct Played {
    pub(crate) games: u64,
    /// Duels that were not in a record already.
    pub(crate) played: u64,
    pub(crate) seconds: f64,
    pub(crate) duels_per_second: Option<f64>,
    pub(crate) interrupted: bool,
    pub(crate) forfeits: Forfeits,
}

impl<'a> Series<'a> {
    /// Before the first match.
    pub(crate) fn begin(
        cards: &'a Catalogue,
        watch: RunWatch<'a>,
        recording: Option<RecordingIn<'a>>,
        match_done: &'a dyn Fn(u64),
    ) -> Result<Self, MatchError> {
        if let Some(RecordingIn { directory, .. }) = recording {
            std::fs::create_dir_all(directory)
                .map_err(|error| MatchError::Directory { path: directory.to_owned(), error })?;
        }
        let begun = Instant::now();
        let (games, played_now, interrupted) = (0, 0, false);
        let forfeits = Forfeits::default();
        Ok(Self {
            cards,
            watch,
            recording,
            match_done,
            begun,
            games,
            played_now,
            interrupted,
            forfeits,
        })
    }

    /// Makes a match ready; its record, if there is to be one, has this name.
    pub(crate) fn open(&self, spec: &'a MatchSpec, file: &str) -> Result<Course<'a>, MatchError> {
        let path = self.recording.map(|recording| recording.directory.join(file));
        let recording = self.recording.zip(path.as_deref());
        let recording = recording.map(|(of, path)| {
            let RecordingIn { resume, drop_damaged, note, .. } = of;
            Recording { path, resume, drop_damaged, note }
        });
        Course::begin(self.cards, spec, recording)
    }

    /// Plays a match on to this place; all others together have had so many duels.
    pub(crate) fn play_to(
        &self,
        course: &mut Course<'_>,
        place: u64,
        others: u64,
    ) -> Result<(), MatchError> {
        (self.match_done)(others);
        course.play_to(place, self.watch)
    }

    /// Whether the series is to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.watch.stop.load(Ordering::Relaxed)
    }

    /// Adds a match up.
    pub(crate) fn close(&mut self, course: Course<'_>) -> Scores {
        self.games += course.scores.games();
        self.played_now += course.played_now();
        self.interrupted |= !course.is_over();
        self.forfeits.add(&course.scores.forfeits());
        course.scores
    }

    /// Plays the next match to its end.
    pub(crate) fn play(&mut self, spec: &'a MatchSpec, file: &str) -> Result<Scores, MatchError> {
        let mut course = self.open(spec, file)?;
        self.play_to(&mut course, u64::MAX, self.games)?;
        Ok(self.close(course))
    }

    /// After the last match.
    pub(crate) fn end(self) -> Played {
        let seconds = self.begun.elapsed().as_secs_f64();
        Played {
            games: self.games,
            played: self.played_now,
            seconds,
            duels_per_second: rate(self.played_now, seconds),
            interrupted: self.interrupted,
            forfeits: self.forfeits,
        }
    }
}

/// Whether these can be the weights of a field: numbers of 0 or more, and not all of them 0.
pub(crate) fn are_weights(weights: &[f64]) -> bool {
    weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0)
        && weights.iter().sum::<f64>() > 0.0
}
