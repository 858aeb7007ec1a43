//! All sessions: those in memory, and those that wait in files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use duelfish_arena::record::{Ending, RecordHeader};
use duelfish_arena::seeds::{SeedPurpose, derive};
use duelfish_arena::{MatchSpec, Replay};
use duelfish_cards::Deck;
use duelfish_engine::{Catalogue, Rules};
use duelfish_search::Spec;
use duelfish_session::saved::{self, PERSON, Saved, SavedError, seats_of};
use duelfish_session::{Beginning, DuelTable, Seat};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::error::ApiError;
use crate::room::Room;

/// The ending of the files of sessions.
const ENDING: &str = "duel";

/// So many sessions stay in memory; of others the file is read again when somebody asks.
const MOST_OPEN: usize = 100;

/// Letters of an id.
const LONGEST_ID: usize = 80;

/// A duel that is to be begun.
pub(crate) struct NewDuel {
    pub(crate) decks: [Deck; 2],
    pub(crate) seats: [Seat; 2],
    pub(crate) rules: Rules,
    pub(crate) b_first: bool,
    pub(crate) seed: u64,
}

/// The sessions of a folder.
pub(crate) struct Rooms {
    folder: PathBuf,
    cards: &'static Catalogue,
    open: Mutex<BTreeMap<String, Arc<Room>>>,
}

impl Rooms {
    /// The sessions whose files are in this folder, which is made if need be.
    pub(crate) fn of(folder: PathBuf, cards: &'static Catalogue) -> std::io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, cards, open: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Room>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.{ENDING}"))
    }

    /// The session with this id.
    ///
    /// # Errors
    /// Fails when there is none, or its file can't be gone on with.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Room>, ApiError> {
        let none = || {
            let id: String = id.chars().take(LONGEST_ID).collect();
            let id = id.escape_debug();
            ApiError::missing(format!("there is no session `{id}`; GET /api/sessions lists them"))
        };
        // An id has no dots and no slashes, so it names no file elsewhere.
        let fits =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if id.is_empty() || id.len() > LONGEST_ID || !id.chars().all(fits) {
            return Err(none());
        }
        let mut open = self.lock();
        if let Some(room) = open.get(id) {
            return Ok(Arc::clone(room));
        }
        let file = self.file(id);
        let saved = saved::read(&file).map_err(|error| match error {
            SavedError::Missing(_) => none(),
            error => ApiError::refused(error.to_string()),
        })?;
        let room = self.restored(id, file, saved)?;
        Ok(Self::keep(&mut open, room))
    }

    fn restored(&self, id: &str, file: PathBuf, saved: Saved) -> Result<Room, ApiError> {
        let refused = |error: &dyn std::fmt::Display| {
            ApiError::refused(format!("the session `{id}` can't be gone on with: {error}"))
        };
        let seats = saved.seats();
        let Saved { header, duel, .. } = saved;
        let replay = Replay::new(&header, self.cards).map_err(|error| refused(&error))?;
        let table =
            DuelTable::restore(Beginning::Decks(Arc::new(replay)), seats, header.seed, &duel);
        let table = table.map_err(|error| refused(&error))?;
        Room::open(id.to_owned(), header, table, file)
    }

    /// Begins a duel.
    ///
    /// # Errors
    /// Fails when it can't be played, or not be kept.
    pub(crate) fn begin(&self, new: NewDuel) -> Result<Arc<Room>, ApiError> {
        let NewDuel { decks, seats, rules, b_first, seed } = new;
        let names = decks.each_ref().map(|deck| deck.name.clone());
        let header = header(self.cards, decks, &seats, rules, seed);
        let failed = |error: &dyn std::fmt::Display| ApiError::refused(error.to_string());
        let replay = Replay::new(&header, self.cards).map_err(|error| failed(&error))?;
        let table = DuelTable::begin(
            Beginning::Decks(Arc::new(replay)),
            seats_of(seats, b_first),
            seed,
            b_first,
        );
        let table = table.map_err(|error| failed(&error))?;
        let mut open = self.lock();
        let id = self.free_id(&names);
        let file = self.file(&id);
        let room = Room::open(id, header, table, file)?;
        Ok(Self::keep(&mut open, room))
    }

    /// An id that is not taken: the names of the decks, and a number, which has nothing to do with the seed.
    fn free_id(&self, names: &[String; 2]) -> String {
        let [a, b] = names.each_ref().map(|name| slug(name));
        let now = nanoseconds();
        let ids = (0..).map(|nth| {
            let number = derive(now, nth, SeedPurpose::Duel) & 0xff_ffff;
            format!("{a}-{b}-{number:06x}")
        });
        let mut free = ids.filter(|id| !self.file(id).exists());
        // There are always more numbers.
        free.next().unwrap_or_default()
    }

    fn keep(open: &mut BTreeMap<String, Arc<Room>>, room: Room) -> Arc<Room> {
        if open.len() >= MOST_OPEN {
            // All that is left out of memory is in its file.
            let idle = |room: &Arc<Room>| Arc::strong_count(room) == 1 && !room.is_busy();
            let idle = open.iter().find(|(_, room)| idle(room)).map(|(id, _)| id.clone());
            if let Some(id) = idle {
                open.remove(&id);
            }
        }
        let room = Arc::new(room);
        open.insert(room.id.clone(), Arc::clone(&room));
        room
    }

    /// Forgets a session and its file.
    pub(crate) fn remove(&self, id: &str) -> Result<(), ApiError> {
        let room = self.find(id)?;
        self.lock().remove(id);
        room.remove()
    }

    /// The sessions, the newest first. Files that hold none are left out.
    pub(crate) fn list(&self) -> Value {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        let mut found: Vec<(SystemTime, Value)> = entries
            .filter_map(|entry| {
                let path = entry.path();
                let id = path.file_stem()?.to_str()?.to_owned();
                let is_duel = path.extension().is_some_and(|ending| ending == ENDING);
                let changed = entry.metadata().ok()?.modified().ok()?;
                let saved = saved::read(&path).ok().filter(|_| is_duel)?;
                Some((changed, listed(&id, &saved, changed)))
            })
            .collect();
        found.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
        found.into_iter().map(|(_, shown)| shown).collect()
    }

    /// The folder of the files.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

fn listed(id: &str, saved: &Saved, changed: SystemTime) -> Value {
    let Saved { header, duel, .. } = saved;
    let is_open = duel.ending == Ending::OPEN;
    json!({
        "id": id,
        "decks": header.decks.iter().map(|deck| deck.name.as_str()).collect::<Vec<_>>(),
        "players": header.bots,
        "rules": header.rules,
        "turn": duel.turns,
        "over": (!is_open).then(|| duel.ending.to_string()),
        "saved": OffsetDateTime::from(changed).format(&Rfc3339).ok(),
    })
}

/// The header of a record of one duel.
fn header(
    cards: &'static Catalogue,
    decks: [Deck; 2],
    sides: &[Seat; 2],
    rules: Rules,
    seed: u64,
) -> RecordHeader {
    // A person stands in the place of a bot that makes no difference.
    let bots = sides.each_ref().map(|seat| match seat {
        Seat::Person => Spec::Random,
        Seat::Bot(spec) => spec.clone(),
    });
    let mut header = MatchSpec::new(decks, bots, rules, 1, seed).header(cards, "");
    for (bot, seat) in header.bots.iter_mut().zip(sides) {
        if *seat == Seat::Person {
            PERSON.clone_into(bot);
        }
    }
    header
}

/// The nanoseconds of the clock: a number that nobody has chosen.
pub(crate) fn nanoseconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// A name in the letters of ids.
fn slug(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            text.push(letter.to_ascii_lowercase());
        } else if !text.ends_with('-') && !text.is_empty() {
            text.push('-');
        }
        if text.len() == 24 {
            break;
        }
    }
    let text = text.trim_matches('-');
    if text.is_empty() { "deck".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids() {
        assert_eq!(slug("Goat Control (2005)"), "goat-control-2005");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("デッキ"), "deck");
    }
}
