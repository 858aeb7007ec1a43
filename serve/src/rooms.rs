//! All sessions: those in memory, and those that wait in files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use duelfish_arena::record::{DuelRecord, Ending, RecordHeader, rules_from_words, rules_in_words};
use duelfish_arena::{MatchSpec, Replay, SortedDeck};
use duelfish_cards::Deck;
use duelfish_engine::{Catalogue, Rules};
use duelfish_search::Spec;
use duelfish_session::saved::{PERSON, seats_of};
use duelfish_session::{Beginning, DuelTable, PositionFile, Seat};
use serde_json::Value;

use crate::common::{lock, newest_first};
use crate::error::ApiError;
use crate::ids;
use crate::kept::{self, Kept, POSITION, RECORD};
use crate::room::Room;
use crate::solving::position_of;
use crate::thinkers::Thinkers;

/// So many sessions stay in memory; of others the file is read again when somebody asks.
const MOST_OPEN: usize = 100;

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
    /// They are told of every session that comes into memory: a bot may have to answer there.
    thinkers: Thinkers,
    open: Mutex<BTreeMap<String, Arc<Room>>>,
}

impl Rooms {
    /// The sessions whose files are in this folder, which is made if need be.
    pub(crate) fn of(
        folder: PathBuf,
        cards: &'static Catalogue,
        thinkers: Thinkers,
    ) -> std::io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, cards, thinkers, open: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Room>>> {
        lock(&self.open)
    }

    fn file(&self, id: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{id}.{ending}"))
    }

    /// The session with this id.
    ///
    /// # Errors
    /// Fails when there is none, or its file can't be gone on with.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Room>, ApiError> {
        let none = || {
            let id = ids::shown(id);
            ApiError::missing(format!("there is no session `{id}`; GET /api/sessions lists them"))
        };
        if !ids::is_id(id) {
            return Err(none());
        }
        let mut open = self.lock();
        if let Some(room) = open.get(id) {
            return Ok(Arc::clone(room));
        }
        for ending in [RECORD, POSITION] {
            let file = self.file(id, ending);
            if let Some((kept, table)) = kept::restored(&file, self.cards)? {
                let room = Room::open(id.to_owned(), kept, table, file)?;
                return Ok(self.keep(&mut open, room));
            }
        }
        Err(none())
    }

    /// Begins a duel.
    ///
    /// # Errors
    /// Fails when it can't be played, or not be kept.
    pub(crate) fn begin(&self, new: NewDuel) -> Result<Arc<Room>, ApiError> {
        let NewDuel { decks, seats, rules, b_first, seed } = new;
        let names = decks.each_ref().map(|deck| deck.name.clone());
        let decks = decks.map(|deck| {
            let sorted = SortedDeck::new(&deck);
            let (main, extra) = (sorted.main().to_vec(), sorted.extra().to_vec());
            Deck { main, extra, ..deck }
        });
        let header = header(self.cards, decks, &seats, rules, seed);
        let failed = |error: &dyn std::fmt::Display| ApiError::refused(error.to_string());
        let replay = Replay::new(&header, self.cards).map_err(|error| failed(&error))?;
        let table = DuelTable::begin(
            Beginning::decks(Arc::new(replay), b_first),
            seats_of(seats, b_first),
            seed,
            b_first,
        );
        let table = table.map_err(|error| failed(&error))?;
        self.put_up(&names, Kept::Record(Box::new(header)), table)
    }

    /// Begins a duel at a position.
    ///
    /// # Errors
    /// Fails when the text is none, or the duel can't be kept.
    pub(crate) fn begin_at(
        &self,
        text: &str,
        seats: [Seat; 2],
        seed: u64,
    ) -> Result<Arc<Room>, ApiError> {
        let (position, text) = position_of(self.cards, text, "")
            .map_err(|(line, what)| ApiError::refused(format!("line {line}: {what}")))?;
        let file = PositionFile::new(&text, &seats, seed);
        let table = DuelTable::begin(Beginning::position(position, self.cards), seats, seed, false);
        let table = table.map_err(|error| ApiError::refused(error.to_string()))?;
        let kept = Kept::Position(Box::new(file), table.game().rules.name.to_owned());
        self.put_up(&["position".to_owned(), "duel".to_owned()], kept, table)
    }

    /// Begins a duel that goes on from the beginning of a recorded one.
    ///
    /// # Errors
    /// Fails when it does not play as it was recorded, or can't be kept.
    pub(crate) fn branch(
        &self,
        trunk: &RecordHeader,
        duel: &DuelRecord,
        seats: [Seat; 2],
        seed: u64,
    ) -> Result<Arc<Room>, ApiError> {
        let refused = |error: &dyn std::fmt::Display| ApiError::refused(error.to_string());
        let deck = |number: u32| -> Result<Deck, ApiError> {
            let cards = trunk.decks.get(number as usize);
            let cards = cards
                .ok_or_else(|| refused(&"the duel names decks that the record does not have"))?;
            let codes = |passcodes: &[u32]| {
                passcodes.iter().filter_map(|code| self.cards.by_passcode(*code)).collect()
            };
            let (main, extra) = (codes(&cards.main), codes(&cards.extra));
            Ok(Deck { name: cards.name.clone(), main, extra, side: Vec::new() })
        };
        let decks = [deck(duel.decks[0])?, deck(duel.decks[1])?];
        let names = decks.each_ref().map(|deck| deck.name.clone());
        let rules = rules_from_words(&trunk.rules);
        let rules = rules.ok_or_else(|| refused(&"this version does not have its rules"))?;
        let header = header(self.cards, decks, &seats, rules, seed);
        let replay = Replay::new(&header, self.cards).map_err(|error| refused(&error))?;
        let begun =
            DuelRecord { decks: [0, 1], b_first: false, ending: Ending::OPEN, ..duel.clone() };
        let beginning = Beginning::of_record(Arc::new(replay), &begun);
        let table = DuelTable::branch(beginning, seats, seed, &begun);
        let table = table.map_err(|error| refused(&error))?;
        self.put_up(&names, Kept::Record(Box::new(header)), table)
    }

    /// Puts up a table whose answers were given elsewhere.
    ///
    /// # Errors
    /// Fails when its file can't be written.
    pub(crate) fn put_up(
        &self,
        names: &[String; 2],
        kept: Kept,
        table: DuelTable<'static>,
    ) -> Result<Arc<Room>, ApiError> {
        let mut open = self.lock();
        let id = self.free_id(names);
        let file = self.file(&id, if kept.is_record() { RECORD } else { POSITION });
        let room = Room::open(id, kept, table, file)?;
        Ok(self.keep(&mut open, room))
    }

    fn free_id(&self, names: &[String; 2]) -> String {
        let [a, b] = names.each_ref().map(String::as_str);
        ids::free(&[a, b], |id| [RECORD, POSITION].iter().any(|end| self.file(id, end).exists()))
    }

    fn keep(&self, open: &mut BTreeMap<String, Arc<Room>>, room: Room) -> Arc<Room> {
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
        self.thinkers.answer(Arc::clone(&room), false);
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
        newest_first(&self.folder, |id, path| {
            let mut shown = kept::listed(path)?;
            let open = self.lock().get(id).cloned();
            let waits = open.and_then(|room| room.waits_for());
            shown["waits_for"] = waits.map(|player| player.to_string()).into();
            Some(shown)
        })
    }

    /// The folder of the files.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The header of a record of one duel.
pub(crate) fn header(
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
    // Decks of a recorded duel keep the order in which it took them.
    let spec = MatchSpec { as_listed: true, ..MatchSpec::new(decks, bots, rules, 1, seed) };
    let mut header = spec.header(cards, "");
    // Those of a replay may differ from every preset.
    header.rules = rules_in_words(&spec.rules);
    for (bot, seat) in header.bots.iter_mut().zip(sides) {
        if *seat == Seat::Person {
            PERSON.clone_into(bot);
        }
    }
    header
}
