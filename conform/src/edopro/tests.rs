//! Recorded duels of the reference engine, written as EDOPro saves duels and imported again.

use std::io::BufRead;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use duelfish_engine::{Chance, DecisionKind, Duel, Game, Lot, Opening, Question};
use serde_json::Value;

use super::encode::Encoder;
use super::{Import, ReplayError, import};
use crate::line::State;
use crate::{compare, source, table};

/// A recorded duel: its file, and the tables that it shows.
struct Recorded {
    file: Vec<u8>,
    states: Vec<State>,
    end: Value,
}

/// The recorded duels of a file that begin at the beginning.
fn recorded(path: &Path) -> Vec<Recorded> {
    let mut found = Vec::new();
    let mut open: Option<(Encoder, Vec<State>)> = None;
    for line in source::open(path).unwrap().lines() {
        let line: Value = serde_json::from_str(&line.unwrap()).unwrap();
        match (line["t"].as_str(), &mut open) {
            (Some("header"), _) => {
                let laid = (0..2).any(|p| !line["decks"][p]["field"].is_null());
                open = (!laid).then(|| (Encoder::new(["Ann", "Bob"], &line), Vec::new()));
            }
            (Some("event"), Some((encoder, _))) => encoder.event(&line),
            (Some("state"), Some((encoder, states))) => {
                if line["final"] != true {
                    encoder.asked();
                }
                states.push(serde_json::from_value(line).unwrap());
            }
            (Some("end"), Some(_)) => {
                let Some((mut encoder, states)) = open.take() else { continue };
                encoder.end(&line);
                found.push(Recorded { file: encoder.file(), states, end: line });
            }
            _ => {}
        }
    }
    found
}

/// Answers of chance as they were found.
struct Again<'a>(std::slice::Iter<'a, u32>);

impl Chance for Again<'_> {
    fn answer(&mut self, _: Question, _: impl Fn(u32) -> Lot) -> u32 {
        *self.0.next().expect("chance is asked as often as before")
    }
}

/// Plays an imported duel and shows the table wherever its player may act freely, and at the end.
fn states_of(import: &Import) -> Vec<State> {
    let game = Game::new(import.rules.clone(), duelfish_cards::catalogue());
    let decks = [0, 1].map(|p| duelfish_engine::DeckList {
        main: &import.main[p],
        extra: &import.extra[p],
    });
    let mut chance = Again(import.answers.iter());
    let opening = Opening::new(&game, decks).unwrap();
    let mut duel: Duel = opening.start(&game, &mut chance, &mut ());
    let mut states = Vec::new();
    for action in &import.actions {
        let kind = duel.decision().map(|decision| decision.kind);
        if matches!(kind, Some(DecisionKind::Idle | DecisionKind::Battle)) {
            states.push(table::state(&duel, &game));
        }
        duel.try_apply(&game, *action, &mut chance, &mut ()).unwrap();
    }
    states.push(table::state(&duel, &game));
    states
}

/// Piles whose order is no matter of what is told.
fn unordered(mut state: State) -> State {
    for side in &mut state.players {
        side.gy.sort_unstable();
        side.banished.sort_unstable();
        side.extra_faceup.sort_unstable();
        for monster in side.mzone.iter_mut().flatten() {
            monster.overlays.sort_unstable();
        }
    }
    state
}

/// Imports a recorded duel and compares its tables and its end with the recorded ones.
fn check(recorded: Recorded) -> Result<(), String> {
    let found = import(&recorded.file, &mut |_| ControlFlow::Continue(()));
    let import = found.map_err(|error| error.to_string())?;
    if let Some(stuck) = import.stuck {
        return Err(stuck.to_string());
    }
    if recorded.end["turns"].as_u64() != Some(import.turns.into()) {
        return Err(format!("{} turns", import.turns));
    }
    let ended = import.outcome.is_some();
    if ended == (recorded.end["reason"] == "cap") {
        return Err(format!("it ends: {:?}", import.outcome));
    }
    let told: Vec<State> = recorded.states.into_iter().map(unordered).collect();
    let mut rest = told.iter();
    for ours in states_of(&import).into_iter().map(unordered) {
        let from = rest.clone();
        if !rest.any(|told| compare::states(told, &ours).is_ok()) {
            let same = |told: &&State| (told.turn, &told.phase) == (ours.turn, &ours.phase);
            let difference: Vec<_> =
                from.filter(same).filter_map(|told| compare::states(told, &ours).err()).collect();
            return Err(format!("turn {}: another table: {difference:?}", ours.turn));
        }
    }
    Ok(())
}

/// The recorded duels outside of the product; none if they are not there.
fn traces(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces").join(folder);
    let Ok(entries) = std::fs::read_dir(&root) else {
        eprintln!("skipped: there is no {}", root.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Imports every `step`-th duel of a folder; how many came out as they were recorded, and of how many.
fn imported(folder: &str, step: usize) -> (usize, usize) {
    let (mut good, mut all, mut number) = (0, 0, 0);
    for path in traces(folder) {
        for (at, duel) in recorded(&path).into_iter().enumerate() {
            number += 1;
            if number % step != 0 {
                continue;
            }
            all += 1;
            match check(duel) {
                Ok(()) => good += 1,
                Err(what) => println!("{} #{}: {what}", path.display(), at + 1),
            }
        }
    }
    println!("{folder}: {good} of {all}");
    (good, all)
}

#[test]
fn vanilla_duels_come_out_as_they_were_recorded() {
    let (good, all) = imported("vanilla", step(10));
    assert_eq!(good, all);
}

#[test]
fn duels_of_the_starter_decks_come_out_as_they_were_recorded() {
    let (good, all) = imported("starter", step(10));
    assert_eq!(good, all);
}

#[test]
fn most_goat_duels_come_out_as_they_were_recorded() {
    let (good, all) = imported("goat", step(30));
    assert!(100 * good >= 95 * all, "{good} of {all}");
}

#[test]
fn most_duels_of_the_mechanics_come_out_as_they_were_recorded() {
    let (good, all) = imported("mechanics", step(30));
    assert!(100 * good >= 90 * all, "{good} of {all}");
}

/// Every how manyth duel is imported: all of them where `DUELFISH_IMPORT_ALL` is set.
fn step(usual: usize) -> usize {
    if std::env::var_os("DUELFISH_IMPORT_ALL").is_some() { 1 } else { usual }
}

#[test]
fn what_is_no_replay_is_said_so() {
    let error = import(b"yrpY", &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, ReplayError::Foreign));
}
