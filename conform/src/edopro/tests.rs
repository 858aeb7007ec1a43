//! Recorded duels of the reference engine, written as EDOPro saves duels and imported again.

use std::io::BufRead;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use duelfish_engine::{Candidate, Chance, DecisionKind, Duel, Game, Opening, Question};
use serde_json::Value;

use super::yrpx::{Encoder, packed};
use super::{Import, ReplayFileError, import};
use crate::line::TraceState;
use crate::{compare, source, table};

/// A recorded duel: its file, and the tables that it shows.
struct Recorded {
    file: Vec<u8>,
    states: Vec<TraceState>,
    end: Value,
}

/// The recorded duels of a file that begin at the beginning.
fn recorded(path: &Path) -> Vec<Recorded> {
    let mut found = Vec::new();
    let mut open: Option<(Encoder, Vec<TraceState>)> = None;
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
                    encoder.asked(&line);
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
struct OptionsAgain<'a>(std::slice::Iter<'a, u32>);

impl Chance for OptionsAgain<'_> {
    fn answer(&mut self, _: Question, _: impl Fn(u32) -> Candidate) -> u32 {
        *self.0.next().expect("chance is asked as often as before")
    }
}

/// Plays an imported duel and shows the table wherever its player may act freely, and at the end.
fn states_of(import: &Import) -> Vec<TraceState> {
    let game = Game::new(import.rules.clone(), duelfish_cards::catalogue());
    let decks = [0, 1]
        .map(|p| duelfish_engine::DeckList { main: &import.main[p], extra: &import.extra[p] });
    let mut chance = OptionsAgain(import.answers.iter());
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
fn unordered(mut state: TraceState) -> TraceState {
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
    let told: Vec<TraceState> = recorded.states.into_iter().map(unordered).collect();
    let mut rest = told.iter();
    for ours in states_of(&import).into_iter().map(unordered) {
        let from = rest.clone();
        if !rest.any(|told| compare::states(told, &ours).is_ok()) {
            let same = |told: &&TraceState| (told.turn, &told.phase) == (ours.turn, &ours.phase);
            let difference: Vec<_> =
                from.filter(same).filter_map(|told| compare::states(told, &ours).err()).collect();
            return Err(format!("turn {}: another table: {difference:?}", ours.turn));
        }
    }
    Ok(())
}

/// The recorded duels that come with the project.
fn own_traces(name: &str) -> Vec<PathBuf> {
    vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("traces").join(name)]
}

/// The recorded duels outside of the product; none if they are not there.
fn other_traces(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces").join(folder);
    let Ok(entries) = std::fs::read_dir(&root) else {
        eprintln!("skipped: there is no {}", root.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Imports every `step`-th duel; how many came out as they were recorded, and of how many.
fn imported(paths: &[PathBuf], step: usize) -> (usize, usize) {
    let (mut good, mut all, mut number) = (0, 0, 0);
    for path in paths {
        for (at, duel) in recorded(path).into_iter().enumerate() {
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
    println!("{good} of {all}");
    (good, all)
}

/// Every how manyth of the duels outside of the product is imported: all where `DUELFISH_IMPORT_ALL` is set.
fn step(usual: usize) -> usize {
    if std::env::var_os("DUELFISH_IMPORT_ALL").is_some() { 1 } else { usual }
}

#[test]
fn recorded_duels_of_the_project_come_out_as_they_were_recorded() {
    for name in ["vanilla.jsonl.gz", "starter.jsonl.gz", "goat.jsonl.gz"] {
        let (good, all) = imported(&own_traces(name), 1);
        assert!(good == all && all > 0, "{name}: {good} of {all}");
    }
}

#[test]
fn vanilla_duels_come_out_as_they_were_recorded() {
    let (good, all) = imported(&other_traces("vanilla"), step(10));
    assert_eq!(good, all);
}

#[test]
fn duels_of_the_starter_decks_come_out_as_they_were_recorded() {
    let (good, all) = imported(&other_traces("starter"), step(10));
    assert_eq!(good, all);
}

#[test]
fn most_goat_duels_come_out_as_they_were_recorded() {
    let (good, all) = imported(&other_traces("goat"), step(20));
    assert!(100 * good >= 95 * all, "{good} of {all}");
}

#[test]
fn most_duels_of_the_mechanics_come_out_as_they_were_recorded() {
    let (good, all) = imported(&other_traces("mechanics"), step(20));
    assert!(100 * good >= 95 * all, "{good} of {all}");
}

fn quiet(bytes: &[u8]) -> Result<Import, ReplayFileError> {
    import(bytes, &mut |_| ControlFlow::Continue(()))
}

/// A duel with starter decks of the project: its header and its lines.
fn lines() -> (Value, Vec<Value>) {
    const SEVENTH: usize = 6;
    let path = own_traces("starter.jsonl.gz").remove(0);
    let lines = source::open(&path).unwrap().lines();
    let lines = lines.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    let lines: Vec<Value> = lines.filter(|line| line["t"] != "ask").collect();
    let mut duels = lines.split(|line| line["t"] == "end");
    let mut duel = duels.nth(SEVENTH).unwrap().to_vec();
    (duel.remove(0), duel)
}

/// A replay of the first `count` lines of that duel.
fn beginning(header: &Value, lines: &[Value], count: usize) -> Encoder {
    let mut encoder = Encoder::new(["Ann", "Bob"], header);
    for line in &lines[..count] {
        match line["t"].as_str() {
            Some("event") => encoder.event(line),
            Some("state") if line["final"] != true => encoder.asked(line),
            _ => {}
        }
    }
    encoder
}

#[test]
fn a_duel_that_was_given_up_is_kept_up_to_there() {
    let (header, lines) = lines();
    let until =
        lines.iter().rposition(|line| line["t"] == "state" && line["final"] != true).unwrap();
    let mut encoder = beginning(&header, &lines, until + 1);
    // The second player wins for no reason of the rules.
    encoder.packet(5, &[1, 0]);
    let import = quiet(&encoder.file()).unwrap();
    assert_eq!(import.stuck, None);
    assert_eq!((import.outcome, import.given_up_by), (None, Some(duelfish_engine::Player::FIRST)));
    assert_eq!(import.start.names, ["Ann", "Bob"]);
    assert!(import.actions.len() > 20);
}

#[test]
fn a_duel_that_goes_another_way_is_kept_up_to_there() {
    let (header, lines) = lines();
    let mut encoder = beginning(&header, &lines, lines.len() / 2);
    encoder.event(&serde_json::json!({"kind": "damage", "p": 1, "n": 7777}));
    let import = quiet(&encoder.file()).unwrap();
    let stuck = import.stuck.unwrap();
    assert!(stuck.expected.contains("7777") && stuck.turn > 1, "{stuck}");
    assert_eq!(stuck.to_string().lines().count(), 1);
    assert!(!import.actions.is_empty() && import.outcome.is_none());
}

/// The error about the replay of a duel after it was changed.
fn said_after(change: impl FnOnce(&mut Value, &mut Vec<Value>)) -> String {
    let (mut header, mut lines) = lines();
    change(&mut header, &mut lines);
    let encoder = beginning(&header, &lines, lines.len());
    quiet(&encoder.file()).unwrap_err().to_string()
}

#[test]
fn what_can_not_be_imported_is_said() {
    let foreign = said_after(|header, _| {
        header["decks"][0]["main"][0] = 81_332_143.into();
        header["decks"][1]["main"][3] = 99_999_999.into();
    });
    let expected = "cards that can't be played yet: Yu-Jo Friendship (81332143), \
                    an unknown card (99999999)";
    assert_eq!(foreign, expected);
    let rush = said_after(|header, _| header["flags"] = 0x90_0000.into());
    assert!(rush.contains("DUEL_NO_STANDBY_PHASE, DUEL_DRAW_UNTIL_5"), "{rush}");
}

#[test]
fn damaged_files_are_errors_of_one_line() {
    let (header, lines) = lines();
    let file = beginning(&header, &lines, lines.len()).file();
    let said = |bytes: &[u8]| quiet(bytes).unwrap_err().to_string();
    assert!(said(b"yrpY").contains("no replay of EDOPro"));
    assert!(said(b"").contains("no replay of EDOPro"));
    assert!(said(&file[..40]).contains("it is cut off"));
    assert!(said(&file[..file.len() / 2]).contains("is damaged"));
    let old = packed(0x3170_7279, &[0; 200]);
    assert!(said(&old).contains("only the answers of both players"));
    let mut newer = file.clone();
    newer[32] = 9;
    assert!(said(&newer).contains("version 9"));
    let mut tag = 2_u32.to_le_bytes().to_vec();
    tag.resize(4 + 80, 0);
    tag.extend(2_u32.to_le_bytes());
    tag.resize(8 + 160, 0);
    assert!(said(&packed(0x5870_7279, &tag)).contains("4 players take part"));
    let mut unknown = beginning(&header, &lines, 12);
    unknown.packet(250, &[1, 2, 3]);
    assert!(said(&unknown.file()).contains("of the unknown kind 250"));
    let mut short = beginning(&header, &lines, 12);
    short.packet(50, &[1, 2, 3]);
    assert!(said(&short.file()).contains("(a move) is damaged"));
    let mut huge = beginning(&header, &lines, 12);
    huge.packet(90, &[0, 255, 255, 255, 255]);
    assert!(said(&huge.file()).contains("(drawn cards) is damaged"));
}

/// Numbers without an order.
fn scrambled(seed: u64) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = (seed ^ (seed >> 30)).wrapping_mul(STEP);
    (mixed ^ (mixed >> 27)).wrapping_mul(STEP) >> 16
}

/// No change of a file or of the content packed in it, and no cut, causes a panic, and each error
/// is one line.
#[test]
fn changed_files_never_panic() {
    let (header, lines) = lines();
    let whole = beginning(&header, &lines, 60);
    let (file, content) = (whole.clone().file(), whole.content());
    for round in 0..600 {
        let inside = round % 3 != 0;
        let mut bytes = if inside { content.clone() } else { file.clone() };
        for change in 0..3 {
            let number = scrambled(1 + 8 * round + change);
            let at = number as usize % bytes.len();
            bytes[at] ^= (number >> 32) as u8;
        }
        if round % 5 == 0 {
            bytes.truncate(scrambled(8 * round) as usize % bytes.len());
        }
        let bytes = if inside { packed(0x5870_7279, &bytes) } else { bytes };
        // A changed replay may tell anything; the search in it is broken off soon.
        let found = import(&bytes, &mut |tried| match tried > 300 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        if let Err(error) = found {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
    }
}
