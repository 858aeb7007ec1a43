//! A session of the server: a table, its file, and those who wait for changes of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use duelfish_engine::{Action, Player};
use duelfish_search::Choice;
use duelfish_session::{DuelTable, Seat, Thought, WaitsFor};
use serde_json::Value;
use tokio::sync::watch;

use crate::common::lock;
use crate::error::ApiError;
use crate::kept::Kept;
use crate::state::{self, About, LinesTold};

/// A session.
pub(crate) struct Room {
    pub(crate) id: String,
    kept: Kept,
    file: PathBuf,
    inner: Mutex<Inner>,
    /// Tells the number of the newest revision.
    changed: watch::Sender<u64>,
}

struct Inner {
    table: DuelTable<'static>,
    revision: u64,
    waits: WaitsFor,
    /// Set when nobody wants the answer any more that a bot is looking for; none while no bot is at work.
    thinking: Option<Arc<AtomicBool>>,
    fault: Option<String>,
    /// The session was removed, and no file may come back.
    removed: bool,
}

/// A bot's answer that is to be found, and the moment that it is for.
pub(crate) struct Task {
    pub(crate) thought: Thought<'static>,
    revision: u64,
    /// Becomes true when nobody wants the answer any more.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Room {
    /// Puts a table up as a session and writes its file.
    ///
    /// # Errors
    /// Fails when the file can't be written.
    pub(crate) fn open(
        id: String,
        kept: Kept,
        table: DuelTable<'static>,
        file: PathBuf,
    ) -> Result<Self, ApiError> {
        // A session that is opened again never repeats a revision that a client may still know.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
        let revision = now as u64;
        let (waits, fault) = (WaitsFor::Nobody, None);
        let inner = Inner { table, revision, waits, thinking: None, fault, removed: false };
        let (changed, _) = watch::channel(revision);
        let room = Self { id, kept, file, inner: Mutex::new(inner), changed };
        room.change(&mut room.lock())?;
        Ok(room)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    /// The file of the session.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Whether its file is a record.
    pub(crate) const fn has_record(&self) -> bool {
        self.kept.is_record()
    }

    /// The seat that is asked.
    pub(crate) fn waits_for(&self) -> Option<Player> {
        match self.lock().waits {
            WaitsFor::Person(player) | WaitsFor::Bot(player) => Some(player),
            WaitsFor::Nobody => None,
        }
    }

    /// Why its bot gives no answer any more, if it does not.
    pub(crate) fn fault(&self) -> Option<String> {
        self.lock().fault.clone()
    }

    /// Waits for changes.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Whether somebody watches or a bot is at work, so that it must stay in memory.
    pub(crate) fn is_busy(&self) -> bool {
        self.changed.receiver_count() > 0 || self.lock().thinking.is_some()
    }

    /// The seat that a request is about. Without a name: the only person's, or a watcher's where there is no person.
    ///
    /// # Errors
    /// Fails when the seat is not a person's, or must be named.
    pub(crate) fn seat(&self, named: Option<&str>) -> Result<Option<Player>, ApiError> {
        let inner = self.lock();
        let is_person = |player: &Player| inner.table.is_person(*player);
        let mut persons = Player::BOTH.into_iter().filter(is_person);
        let Some(name) = named else {
            return match (persons.next(), persons.next()) {
                (Some(_), Some(_)) => Err(ApiError::unreadable(
                    "two persons play this duel; say which one sits here, with ?seat=P1 or ?seat=P2",
                )),
                (only, _) => Ok(only),
            };
        };
        let seat = persons.find(|player| player.to_string() == name);
        let none =
            || ApiError::refused("no person sits there; leave ?seat= out, or name a person's");
        seat.map(Some).ok_or_else(none)
    }

    /// The session as a seat sees it, and how many lines its log has.
    pub(crate) fn state(&self, seat: Option<Player>, told: LinesTold) -> (Value, usize) {
        let inner = self.lock();
        let lines = inner.table.log(seat).map_or(0, |log| log.lines().len());
        (state::state(&inner.table, &self.about(&inner), seat, told), lines)
    }

    fn about<'a>(&'a self, inner: &'a Inner) -> About<'a> {
        About {
            id: &self.id,
            revision: inner.revision,
            thinking: inner.thinking.is_some(),
            rules: self.kept.rules(),
            decks: self.kept.decks(),
            note: self.kept.note(),
            fault: inner.fault.as_deref(),
        }
    }

    /// Looks at the table.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&DuelTable<'static>) -> T) -> T {
        look(&self.lock().table)
    }

    /// Changes the table at a revision.
    ///
    /// # Errors
    /// Fails when the session has gone on since, when the change is refused, or when the file can't be written.
    pub(crate) fn at_revision(
        &self,
        revision: u64,
        change: impl FnOnce(&mut DuelTable<'static>) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let mut inner = self.lock();
        if inner.revision != revision || inner.removed {
            return Err(ApiError::outdated());
        }
        change(&mut inner.table)?;
        self.change(&mut inner)
    }

    /// Settles a table that has changed, keeps it, and tells those who wait.
    fn change(&self, inner: &mut Inner) -> Result<(), ApiError> {
        if let Some(stop) = inner.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
        inner.fault = None;
        inner.waits = inner.table.settle();
        inner.revision += 1;
        let kept = self.keep(inner);
        self.changed.send_replace(inner.revision);
        kept
    }

    fn keep(&self, inner: &Inner) -> Result<(), ApiError> {
        if inner.removed {
            return Ok(());
        }
        self.kept.write(&self.file, &inner.table.record())
    }

    /// The work for a bot here, if one is asked and none is at work. Tables without persons wait for a step.
    pub(crate) fn task(&self, is_step: bool) -> Option<Task> {
        let mut inner = self.lock();
        let has_person = inner.table.seats().contains(&Seat::Person);
        let WaitsFor::Bot(_) = inner.waits else { return None };
        if inner.thinking.is_some() || inner.fault.is_some() || inner.removed {
            return None;
        }
        if !has_person && !is_step {
            return None;
        }
        let thought = inner.table.bot_thought()?;
        let stop = Arc::new(AtomicBool::new(false));
        inner.thinking = Some(Arc::clone(&stop));
        Some(Task { thought, revision: inner.revision, stop })
    }

    /// Takes the answer to a task, unless the table has changed since.
    pub(crate) fn done(&self, task: &Task, answer: Result<Choice, String>) {
        let mut inner = self.lock();
        if inner.revision != task.revision || inner.removed {
            return;
        }
        inner.thinking = None;
        let kept = match answer {
            Ok(choice) => {
                inner.table.bot_answers(choice.action);
                self.change(&mut inner)
            }
            Err(error) => Err(ApiError::failed(error)),
        };
        if let Err(error) = kept {
            inner.fault = Some(error.to_string());
            inner.revision += 1;
            self.changed.send_replace(inner.revision);
        }
    }

    /// The session is no more.
    ///
    /// # Errors
    /// Fails when its file can't be removed.
    pub(crate) fn remove(&self) -> Result<(), ApiError> {
        let mut inner = self.lock();
        inner.removed = true;
        if let Some(stop) = inner.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
        self.changed.send_replace(inner.revision + 1);
        std::fs::remove_file(&self.file)
            .map_err(|error| ApiError::failed(format!("its file can't be removed: {error}")))
    }

    /// Whether it was removed.
    pub(crate) fn is_removed(&self) -> bool {
        self.lock().removed
    }
}

/// The action with this number among those that a seat is shown.
pub(crate) fn numbered(
    table: &DuelTable<'_>,
    me: Player,
    number: usize,
) -> Result<Action, ApiError> {
    let menu =
        state::menu(table, me).ok_or_else(|| ApiError::refused("it is not your turn to answer"))?;
    let count = menu.choices.len();
    let choice = menu.choices.get(number);
    choice.map(|choice| choice.action).ok_or_else(|| {
        ApiError::refused(format!("there is no action {number}; the last one is {}", count - 1))
    })
}

/// The legal action that these words mean.
pub(crate) fn worded(table: &DuelTable<'_>, me: Player, words: &str) -> Result<Action, ApiError> {
    if state::menu(table, me).is_none() {
        return Err(ApiError::refused("it is not your turn to answer"));
    }
    let parsed = table.duel().parse(table.game(), words);
    parsed.map_err(|error| ApiError::refused(format!("{error}")))
}
