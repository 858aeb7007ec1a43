//! Joining the records of a run's shards into the record of the whole run.

use std::path::{Path, PathBuf};

use duelfish_engine::Catalogue;

use crate::details::Details;
use crate::duel_stats::Retold;
use crate::list::Openings;
use crate::plan::{Pairing, Plan, Shard};
use crate::record::{
    DuelRecord, RecordError, RecordFault, RecordHeader, RecordReader, RecordWriter, Replacement,
};
use crate::repeats::Unrepeatable;
use crate::replay::{Replay, ReplayError};
use crate::report::{Heading, Report};
use crate::scores::Scores;
use crate::stats::SprtError;

/// Why records can't be joined.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A record can't be read, or the joined one not written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Two files hold the same shard, or one is missing.
    #[error("{0}")]
    Shards(String),
    /// A shard was not played to its end.
    #[error(
        "{}: this shard has only {found} of {expected} duels; finish it with --resume, then merge",
        path.display()
    )]
    Unfinished {
        /// The shard's file.
        path: PathBuf,
        /// Duels that it has.
        found: u64,
        /// Duels that it should have.
        expected: u64,
    },
    /// A duel has no result yet.
    #[error("{}: duel {number} was left before its end; it is no part of a run", path.display())]
    Left {
        /// The file.
        path: PathBuf,
        /// Number of the duel.
        number: u64,
    },
    /// Details are about a match of two decks.
    #[error("details are about single duels of a match of two decks; leave --details out")]
    Details,
    /// A duel can't be played again.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The records name a test that can't be.
    #[error(transparent)]
    Test(#[from] SprtError),
}

/// Joined records.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The report of the whole run.
    pub report: Report,
    /// The text that must be shown with it everywhere.
    pub note: String,
    /// Cards that were not played as they are, which the note says in words.
    pub replaced: Vec<Replacement>,
}

/// Joins the records of all shards of a run. The report and the joined record are those of the run
/// in one piece: duels that were played after the run had ended are left out. With the cards that were
/// played the report has details, for which each duel is played again.
///
/// # Errors
/// Fails when a file is no record or is damaged, when the files are not the shards of one run, each
/// once, when a shard lacks duels that are needed, and when `out` exists or can't be written.
pub fn merge(
    shards: &[PathBuf],
    out: Option<&Path>,
    details: Option<&Catalogue>,
) -> Result<Merged, MergeError> {
    let mut readers = Vec::new();
    for path in shards {
        readers.push((path, RecordReader::open(path)?));
    }
    readers.sort_by_key(|(_, reader)| reader.header().shard);
    let header = whole(&readers)?;
    let plan = header.plan();
    let mut scores = Scores::new(plan.pairing != Pairing::None, plan.best_of, header.until()?);
    let again = details.map(|cards| Again::new(&header, &plan, cards)).transpose()?;
    scores.details = again.is_some().then(Details::default);
    let mut writer = out.map(|out| RecordWriter::create(out, &header)).transpose()?;
    join(&mut readers, &plan, again.as_ref(), writer.as_mut(), &mut scores)?;
    if let Some(writer) = &mut writer {
        writer.flush()?;
    }
    let report = Report::new(&scores, heading(&header, plan.pairing));
    let details = again.zip(scores.details.as_ref());
    let details = details.map(|(again, of)| of.report(again.cards, again.replay.decks()));
    let (note, replaced) = (header.note, header.replaced);
    Ok(Merged { report: Report { details, ..report }, note, replaced })
}

/// Counts and writes the duels of a run in its order, until the run has ended.
fn join(
    readers: &mut [(&PathBuf, RecordReader)],
    plan: &Plan,
    again: Option<&Again<'_>>,
    mut writer: Option<&mut RecordWriter>,
    scores: &mut Scores,
) -> Result<(), MergeError> {
    let (unit, of) = (plan.pairing.unit(), readers.len() as u64);
    for place in 0..plan.games {
        let (path, reader) = &mut readers[(place / unit % of) as usize];
        let before = reader.bouts();
        while reader.bouts() == before {
            let Some(duel) = reader.next().transpose()? else {
                let (found, expected) = (reader.bouts(), reader.header().plan().count());
                return Err(MergeError::Unfinished { path: path.clone(), found, expected });
            };
            if duel.result().is_none() {
                return Err(MergeError::Left { path: path.clone(), number: duel.number });
            }
            if let Some(writer) = &mut writer {
                writer.push(&duel)?;
            }
            if let Some(again) = again {
                again.play(&duel, scores)?;
            }
            if scores.add_recorded(&duel) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Plays duels again, for details.
struct Again<'c> {
    cards: &'c Catalogue,
    replay: Replay<'c>,
    openings: Openings,
}

impl<'c> Again<'c> {
    fn new(header: &RecordHeader, plan: &Plan, cards: &'c Catalogue) -> Result<Self, MergeError> {
        if header.best_of > 1 || plan.pairing.is_of_bots() {
            return Err(MergeError::Details);
        }
        let replay = Replay::new(header, cards)?;
        let openings = replay.openings(&plan.arrangements())?;
        Ok(Self { cards, replay, openings })
    }

    fn play(&self, duel: &DuelRecord, scores: &mut Scores) -> Result<(), MergeError> {
        let Self { replay, openings, .. } = self;
        replay.check(duel)?;
        Retold { game: replay.game(), decks: replay.decks(), openings }.add(duel, scores);
        Ok(())
    }
}

/// The heading of the report of a joined run.
fn heading(header: &RecordHeader, pairing: Pairing) -> Heading {
    let mut decks: Vec<String> = header.decks.iter().map(|deck| deck.name.clone()).collect();
    let sided = match (header.best_of, &decks[..]) {
        (2.., [_, _, a, b]) => [a.clone(), b.clone()],
        _ => Default::default(),
    };
    if header.best_of > 1 {
        decks.truncate(2);
    }
    Heading {
        engine: header.engine.clone(),
        seed: header.seed,
        rules: header.rules.clone(),
        bots: header.bots.clone(),
        pairing,
        decks,
        sided,
        interrupted: false,
        seconds: None,
        played_now: 0,
        unrepeatable: Unrepeatable::new(header.repeats, header.time_control),
    }
}

/// The header of the whole run, if the readers, in the order of their shards, make one up.
fn whole(readers: &[(&PathBuf, RecordReader)]) -> Result<RecordHeader, MergeError> {
    let Some((_, first)) = readers.first() else {
        return Err(MergeError::Shards("give the records of all shards of a run".to_owned()));
    };
    let without_shard = |header: &RecordHeader| {
        let Shard { index, of } = Shard::WHOLE;
        RecordHeader { shard: (index, of), ..header.clone() }
    };
    let header = without_shard(first.header());
    let of = first.header().shard.1.max(1);
    for (path, reader) in readers {
        if reader.header().shard.1.max(1) != of {
            let text = format!("{}: it is one of another number of shards", path.display());
            return Err(MergeError::Shards(text));
        }
        if let Some(difference) = without_shard(reader.header()).difference(&header) {
            let fault = RecordFault::OtherRun(difference);
            return Err(RecordError { path: (*path).clone(), fault }.into());
        }
    }
    if of > 1 && header.has_unknown_weights() {
        let text = "these records don't say which weights their bots had, so they may be of several runs; play again what has weights=FILE";
        return Err(MergeError::Shards(text.to_owned()));
    }
    for (expected, (path, reader)) in (0..).zip(readers) {
        let shard = reader.header().shard.0;
        if shard < expected {
            let text = format!("{}: shard {}/{of} was given twice", path.display(), shard + 1);
            return Err(MergeError::Shards(text));
        }
        if shard > expected {
            return Err(MergeError::Shards(format!("shard {}/{of} is missing", expected + 1)));
        }
    }
    if (readers.len() as u64) < of {
        return Err(MergeError::Shards(format!("shard {}/{of} is missing", readers.len() + 1)));
    }
    Ok(header)
}
