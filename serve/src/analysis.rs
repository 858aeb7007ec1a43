//! The analysis of a duel: a bot looks at every move.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use duelfish_engine::Player;
use duelfish_search::duels::key_of;
use duelfish_search::{Choice, Findings, Spec, Why};
use duelfish_session::MenuChoice;
use serde_json::{Value, json};

use crate::common::lock;
use crate::error::ApiError;
use crate::state;
use crate::studies::Studies;
use crate::study::DuelWalk;

/// Losses from which a move is marked, in chances to win.
const MARKS: [(f32, &str); 3] = [(0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy")];

/// The analyses that run or ran since the server began.
#[derive(Default)]
pub(crate) struct Analyses {
    all: Mutex<BTreeMap<(String, u64), Arc<Analysis>>>,
    /// One at a time: each takes a whole processor.
    turn: Mutex<()>,
}

/// An analysis that runs or has ended.
struct Analysis {
    bot: Spec,
    stop: AtomicBool,
    found: Mutex<AnalysisFound>,
}

#[derive(Default)]
struct AnalysisFound {
    done: usize,
    of: usize,
    is_over: bool,
    moves: Vec<Value>,
    error: Option<String>,
}

impl Analyses {
    /// Begins the analysis of a duel; one that runs is stopped.
    pub(crate) fn begin(self: &Arc<Self>, studies: &Arc<Studies>, id: &str, duel: u64, bot: Spec) {
        let key = (id.to_owned(), duel);
        let found = Mutex::default();
        let analysis = Arc::new(Analysis { bot, stop: AtomicBool::new(false), found });
        if let Some(old) = lock(&self.all).insert(key, Arc::clone(&analysis)) {
            old.stop.store(true, Ordering::Relaxed);
        }
        let (all, studies, id) = (Arc::clone(self), Arc::clone(studies), id.to_owned());
        std::thread::spawn(move || {
            let _turn = lock(&all.turn);
            let done = analysis.run(&studies, &id, duel);
            let mut found = lock(&analysis.found);
            found.is_over = true;
            found.error = done.err().map(|error| error.to_string());
            drop(found);
            let file = studies.beside(&id, &file_ending(duel));
            if studies.file(&id).is_ok() && !analysis.stop.load(Ordering::Relaxed) {
                // An analysis that is not kept can be made again.
                let _ = std::fs::write(file, analysis.shown().to_string());
            }
        });
    }

    /// Stops the analysis of a duel; what is found stays.
    pub(crate) fn stop(&self, id: &str, duel: u64) {
        if let Some(analysis) = lock(&self.all).get(&(id.to_owned(), duel)) {
            analysis.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The analysis of a duel as far as it is; null if there is none.
    pub(crate) fn show(&self, studies: &Studies, id: &str, duel: u64) -> Value {
        let running = lock(&self.all).get(&(id.to_owned(), duel)).cloned();
        match running {
            Some(analysis) => analysis.shown(),
            None => kept(&studies.beside(id, &file_ending(duel))),
        }
    }
}

fn file_ending(duel: u64) -> String {
    format!("{duel}.analysis")
}

fn kept(file: &Path) -> Value {
    let text = std::fs::read_to_string(file).ok();
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Value::Null)
}

impl Analysis {
    fn shown(&self) -> Value {
        let found = lock(&self.found);
        json!({
            "bot": self.bot.to_string(),
            "done": found.done,
            "of": found.of,
            "running": !found.is_over,
            "moves": found.moves,
            "error": found.error,
        })
    }

    fn run(&self, studies: &Studies, id: &str, number: u64) -> Result<(), ApiError> {
        let mut study = studies.open(id)?;
        let duel = study.duel(number)?;
        lock(&self.found).of = duel.actions.len();
        let mut walk = DuelWalk::begin(study.begin()?, &duel)?;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let looked = self.look(&walk)?;
            let mut found = lock(&self.found);
            found.moves.extend(looked);
            found.done = walk.at();
            drop(found);
            if !walk.forward()? {
                return Ok(());
            }
        }
    }

    /// The bot's numbers for the next move, if there was a choice and it has numbers.
    fn look(&self, walk: &DuelWalk<'_>) -> Result<Option<Value>, ApiError> {
        let table = walk.table();
        let (Some(action), Some(menu)) = (walk.next()?, state::choices(table)) else {
            return Ok(None);
        };
        if menu.choices.len() < 2 {
            return Ok(None);
        }
        let Some(thought) = table.thought(&self.bot) else { return Ok(None) };
        let player = thought.player();
        let choice = thought.choose(&self.stop);
        let choice = choice.map_err(|error| ApiError::failed(error.to_string()))?;
        let Choice { why: Why::Search(Findings { choices, .. }), .. } = choice else {
            return Ok(None);
        };
        let view = table.view(player);
        let key = key_of(&view, action);
        let made = choices.iter().find(|finding| key_of(&view, finding.action) == key);
        let Some(best) = choices.first() else { return Ok(None) };
        let named = menu.all.iter().find(|(_, other)| *other == best.action);
        let named =
            named.and_then(|(key, _)| menu.choices.iter().find(|choice| choice.key == *key));
        let text = named.map_or_else(|| view.describe(best.action), MenuChoice::in_words);
        let chance = if player == Player::FIRST { best.value } else { 1.0 - best.value };
        let loss = made.map(|made| (best.value - made.value).max(0.0));
        let mark = loss.and_then(|loss| MARKS.iter().find(|(least, _)| loss >= *least));
        Ok(Some(json!({
            "at": walk.at(),
            "chance": chance,
            "best": {
                "words": view.describe(best.action),
                "text": text,
                "value": best.value,
            },
            "value": made.map(|made| made.value),
            "loss": loss,
            "mark": mark.map(|(_, word)| *word),
        })))
    }
}
