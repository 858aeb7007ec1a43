//! One duel of a study: its moves, its states, and a session that goes on from one of them.

use duelfish_arena::record::{DuelRecord, Ending};
use duelfish_arena::{ProgramEnd, Replay};
use duelfish_engine::{Action, Player};
use duelfish_session::{Beginning, DuelTable, Voice};
use serde_json::{Map, Value, json};

use crate::error::ApiError;
use crate::state;
use crate::studies::{OpenStudy, players};

/// A duel that is gone through from its beginning on.
pub(crate) struct DuelWalk<'r> {
    table: DuelTable<'r>,
    duel: &'r DuelRecord,
    at: usize,
}

impl<'r> DuelWalk<'r> {
    /// Begins a duel of a record.
    pub(crate) fn begin(replay: Replay<'r>, duel: &'r DuelRecord) -> Result<Self, ApiError> {
        let decks = replay.decks().len();
        if duel.decks.iter().any(|deck| *deck as usize >= decks) {
            return Err(ApiError::refused("the duel names decks that the record does not have"));
        }
        let beginning = Beginning::of_record(replay.into(), duel);
        let table = DuelTable::watched(beginning, duel);
        let table = table.map_err(|error| ApiError::refused(error.to_string()))?;
        Ok(Self { table, duel, at: 0 })
    }

    /// The duel before the move with the number [`DuelWalk::at`].
    pub(crate) const fn table(&self) -> &DuelTable<'r> {
        &self.table
    }

    /// How many moves were made.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// The next move; none at the end.
    pub(crate) fn next(&self) -> Result<Option<Action>, ApiError> {
        let Some(bits) = self.duel.actions.get(self.at) else { return Ok(None) };
        let legal = |action: &Action| self.table.duel().is_legal(self.table.game(), *action);
        Action::from_bits(*bits).filter(legal).map(Some).ok_or_else(|| {
            ApiError::refused(format!(
                "move {} is not legal here; another version recorded it",
                self.at
            ))
        })
    }

    /// Makes the next move; `false` at the end.
    pub(crate) fn forward(&mut self) -> Result<bool, ApiError> {
        let Some(action) = self.next()? else { return Ok(false) };
        self.table.bot_answers(action);
        self.at += 1;
        Ok(true)
    }

    /// Makes moves up to this state.
    pub(crate) fn go_to(&mut self, at: usize) -> Result<(), ApiError> {
        while self.at < at {
            if !self.forward()? {
                let last = self.at;
                return Err(ApiError::missing(format!(
                    "there is no state {at}; the last one is {last}"
                )));
            }
        }
        Ok(())
    }
}

/// The moves and the log of a duel.
pub(crate) fn moves(study: &mut OpenStudy, number: u64) -> Result<Value, ApiError> {
    let duel = study.duel(number)?;
    let header = study.header.clone();
    let mut walk = DuelWalk::begin(study.begin()?, &duel)?;
    let (mut moves, mut log, mut told) = (Vec::new(), Vec::new(), 0);
    loop {
        let table = walk.table();
        let lines = table.log(None).map_or(&[][..], |log| log.lines());
        for (number, line) in lines.iter().enumerate().skip(told) {
            let mut shown = state::line(number, line);
            shown["state"] = walk.at().into();
            log.push(shown);
        }
        told = lines.len();
        let Some(action) = walk.next()? else { break };
        let view = table.duel().judge_view(table.game());
        let player = table.duel().decision().map(|decision| decision.player.to_string());
        let choices = state::choices(table).map_or(0, |menu| menu.choices.len());
        moves.push(json!({
            "at": walk.at(),
            "player": player,
            "words": view.describe(action),
            "turn": view.turn(),
            "phase": view.phase().word(),
            "choices": choices,
        }));
        walk.forward()?;
    }
    let who = players(&header, &duel);
    let shown = Player::BOTH.map(|player| {
        let deck = header.decks.get(duel.decks[player.index()] as usize);
        let deck = deck.map_or("", |deck| deck.name.as_str());
        let name = Voice::WATCHER.who_first(player);
        (player.to_string(), json!({ "who": who[player.index()], "name": name, "deck": deck }))
    });
    Ok(json!({
        "number": number,
        "rules": header.rules,
        "note": header.note,
        "players": Map::from_iter(shown),
        "moves": moves,
        "log": log,
        "over": over(walk.table(), duel.ending),
        "analysis": null,
    }))
}

/// The state before a move, as a player or a watcher sees it.
pub(crate) fn state_at(
    study: &mut OpenStudy,
    number: u64,
    at: usize,
    eye: Option<Player>,
) -> Result<Value, ApiError> {
    let duel = study.duel(number)?;
    let mut walk = DuelWalk::begin(study.begin()?, &duel)?;
    walk.go_to(at)?;
    let lines = walk.table().log(None).map_or(0, |log| log.lines().len());
    let mut shown = state::scene(walk.table(), eye);
    shown["at"] = at.into();
    shown["lines"] = lines.into();
    Ok(shown)
}

/// The end of a duel in words; null if it is not over.
fn over(table: &DuelTable<'_>, ending: Ending) -> Value {
    let by_rules = state::over(table, Voice::WATCHER);
    if !by_rules.is_null() || ending == Ending::OPEN {
        return by_rules;
    }
    let winner = ending.end().and_then(ProgramEnd::winner);
    let winner = winner.or(ending.conceded_by().map(Player::other));
    json!({ "winner": winner.map(|winner| winner.to_string()), "text": ending.to_string() })
}
