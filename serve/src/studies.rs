//! Studies: records that are looked into, each in a file of its own.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use duelfish_arena::record::{DuelRecord, RecordHeader, RecordReader, RecordWriter};
use duelfish_arena::{Replay, ReplayError};
use duelfish_conform::edopro::import;
use duelfish_engine::{CardCode, Catalogue};
use duelfish_session::imported;
use serde_json::{Value, json};

use crate::common::newest_first;
use crate::error::ApiError;
use crate::ids;

/// The ending of the files of studies.
const ENDING: &str = "duels";

/// Duels that are listed at once.
const MOST_LISTED: usize = 200;

/// Seconds that the search for the duel of a replay may take.
const SECONDS: u64 = 30;

/// The first bytes of a replay of EDOPro.
const REPLAYS: [&[u8]; 2] = [b"yrpX", b"yrp1"];

/// The studies of a folder.
pub(crate) struct Studies {
    folder: PathBuf,
    cards: &'static Catalogue,
}

/// A record that is open.
pub(crate) struct OpenStudy {
    pub(crate) header: RecordHeader,
    duels: RecordReader,
    cards: Catalogue,
}

impl Studies {
    /// The studies whose files are in this folder, which is made if need be.
    pub(crate) fn of(folder: PathBuf, cards: &'static Catalogue) -> std::io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, cards })
    }

    /// The file of a study.
    pub(crate) fn file(&self, id: &str) -> Result<PathBuf, ApiError> {
        let none = || {
            let id = ids::shown(id);
            ApiError::missing(format!("there is no study `{id}`; GET /api/studies lists them"))
        };
        let file = self.folder.join(format!("{id}.{ENDING}"));
        if ids::is_id(id) && file.exists() { Ok(file) } else { Err(none()) }
    }

    /// A file beside that of a study.
    pub(crate) fn beside(&self, id: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{id}.{ending}"))
    }

    /// Keeps a record or a replay as a study.
    pub(crate) fn add(&self, name: &str, bytes: &[u8]) -> Result<String, ApiError> {
        let name: String = name.chars().filter(|c| !c.is_control()).take(80).collect();
        let stem = name.rsplit(['/', '\\']).next().unwrap_or("").to_owned();
        let id = ids::free(&[stem.split('.').next().unwrap_or("")], |id| {
            self.folder.join(format!("{id}.{ENDING}")).exists()
        });
        let file = self.folder.join(format!("{id}.{ENDING}"));
        let failed = |error: &dyn std::fmt::Display| {
            ApiError::failed(format!("the study is not kept: {error}"))
        };
        if REPLAYS.iter().any(|begin| bytes.starts_with(begin)) {
            let (header, duel) = replayed(bytes).map_err(|error| {
                ApiError::refused(format!(
                    "{}: {error}",
                    if stem.is_empty() { "replay" } else { &stem }
                ))
            })?;
            let mut writer =
                RecordWriter::create(&file, &header).map_err(|error| failed(&error))?;
            writer.push(&duel).and_then(|()| writer.flush()).map_err(|error| failed(&error))?;
        } else {
            fs::write(&file, bytes).map_err(|error| failed(&error))?;
            // A file that is no record, or of other cards, is said to be so at once.
            if let Err(error) = self.open(&id).and_then(|mut study| study.begin().map(|_| ())) {
                let _ = fs::remove_file(&file);
                let words = error.to_string().replace(&file.to_string_lossy().into_owned(), &stem);
                return Err(ApiError::refused(words));
            }
        }
        let shown = if stem.is_empty() { id.clone() } else { stem };
        fs::write(self.beside(&id, "name"), shown).map_err(|error| failed(&error))?;
        Ok(id)
    }

    /// Opens the record of a study.
    pub(crate) fn open(&self, id: &str) -> Result<OpenStudy, ApiError> {
        let file = self.file(id)?;
        let refused = |error: &dyn std::fmt::Display| ApiError::refused(error.to_string());
        let duels = RecordReader::open(&file).map_err(|error| refused(&error))?;
        let header = duels.header().clone();
        let blanks: Vec<CardCode> =
            header.blanks.iter().filter_map(|code| self.cards.by_passcode(*code)).collect();
        let cards = self.cards.clone().with_blanks(&blanks).map_err(|error| refused(&error))?;
        Ok(OpenStudy { header, duels, cards })
    }

    /// The name of a study: that of its file.
    pub(crate) fn name(&self, id: &str) -> String {
        fs::read_to_string(self.beside(id, "name")).unwrap_or_else(|_| id.to_owned())
    }

    /// The studies, the newest first.
    pub(crate) fn list(&self) -> Value {
        newest_first(&self.folder, |id, path| {
            path.extension().filter(|ending| *ending == ENDING)?;
            let games = RecordReader::open(path).ok()?.header().games;
            Some(json!({ "name": self.name(id), "duels": games }))
        })
    }

    /// Forgets a study with all files beside its own.
    pub(crate) fn remove(&self, id: &str) -> Result<(), ApiError> {
        self.file(id)?;
        let begin = format!("{id}.");
        for entry in fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok) {
            if entry.file_name().to_string_lossy().starts_with(&begin) {
                fs::remove_file(entry.path()).map_err(|error| {
                    ApiError::failed(format!("a file can't be removed: {error}"))
                })?;
            }
        }
        Ok(())
    }

    /// A study with its duels from this one on.
    pub(crate) fn describe(&self, id: &str, from: usize) -> Result<Value, ApiError> {
        let OpenStudy { header, duels, .. } = self.open(id)?;
        let name = |deck: u32| header.decks.get(deck as usize).map_or("", |deck| &deck.name);
        let (mut count, mut listed) = (0, Vec::new());
        for duel in duels {
            // A record that is torn has the duels before.
            let Ok(duel) = duel else { break };
            if count >= from && listed.len() < MOST_LISTED {
                listed.push(json!({
                    "number": duel.number,
                    "decks": duel.decks.map(name),
                    "players": players(&header, &duel),
                    "turns": duel.turns,
                    "answers": duel.actions.len(),
                    "over": duel.ending.to_string(),
                }));
            }
            count += 1;
        }
        Ok(json!({
            "id": id,
            "name": self.name(id),
            "rules": header.rules,
            "bots": header.bots,
            "decks": header.decks.iter().map(|deck| deck.name.as_str()).collect::<Vec<_>>(),
            "note": header.note,
            "count": count,
            "duels": listed,
        }))
    }
}

impl OpenStudy {
    /// The rules and decks of the record, if this program can play its duels again.
    pub(crate) fn begin(&mut self) -> Result<Replay<'_>, ApiError> {
        let begun: Result<Replay<'_>, ReplayError> = Replay::new(&self.header, &self.cards);
        begun.map_err(|error| ApiError::refused(error.to_string()))
    }

    /// The duel with this number.
    pub(crate) fn duel(&mut self, number: u64) -> Result<DuelRecord, ApiError> {
        for duel in self.duels.by_ref() {
            let duel = duel.map_err(|error| ApiError::refused(error.to_string()))?;
            if duel.number == number {
                return Ok(duel);
            }
        }
        Err(ApiError::missing(format!("the record has no duel {number}")))
    }

    /// Whether cards are played without their text.
    pub(crate) const fn has_blanks(&self) -> bool {
        !self.header.blanks.is_empty()
    }
}

/// The players of a duel by seat.
pub(crate) fn players<'h>(header: &'h RecordHeader, duel: &DuelRecord) -> [&'h str; 2] {
    let [a, b] = [header.bots[0].as_str(), header.bots[1].as_str()];
    if duel.b_first { [b, a] } else { [a, b] }
}

/// The duel of a replay of EDOPro.
fn replayed(bytes: &[u8]) -> Result<(RecordHeader, DuelRecord), String> {
    let begun = Instant::now();
    let tick = &mut |_| match begun.elapsed().as_secs() >= SECONDS {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let found = import(bytes, tick).map_err(|error| error.to_string())?;
    Ok((imported::header(&found), imported::duel_record(&found)))
}
