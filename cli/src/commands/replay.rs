//! `duelfish replay`.

use std::io::{BufRead, Write};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use duelfish_arena::record::{DuelRecord, Ending, RecordHeader, RecordReader};
use duelfish_arena::suite::question_at;
use duelfish_arena::{Replay, Side, Stepper};
use duelfish_engine::{CardCode, Catalogue};
use duelfish_search::{Spec, Weights};
use serde::Serialize;

use crate::args::{Export, Format, OwnCards, ReplayArgs};
use crate::output::Align::{Left, Right};
use crate::{ExitVerdict, field, input, interrupt, output};

pub(crate) fn run(args: &ReplayArgs) -> Result<ExitVerdict> {
    let reader = RecordReader::open(&args.record)?;
    warn(reader.header());
    if args.decision.is_some() && args.export != Some(Export::Question) {
        bail!("--decision is for --export question; leave it out");
    }
    if args.check {
        warn_of_weights(reader.header());
    }
    let cards = record_cards(&args.own, reader.header())?;
    let replay = || ready(&args.record, reader.header(), &cards);
    match (args.duel, args.check) {
        (None, false) => list(args, reader),
        (None, true) => {
            let replay = replay()?;
            check_all(&replay, reader)
        }
        (Some(number), check) => {
            let (replay, header) = (replay()?, reader.header().clone());
            let duel = find(reader, number)?;
            match (check, args.export) {
                (true, _) => {
                    replay.check(&duel)?;
                    output::text(&format!("duel {number} plays as it was recorded\n"))?;
                }
                (false, Some(Export::Text)) => export_text(&replay, &header, &duel)?,
                (false, Some(Export::Json)) => export_json(&replay, &header, &duel)?,
                (false, Some(Export::Question)) => {
                    let mut stepper = at_decision(&replay, &duel, args.decision.unwrap_or(0))?;
                    output::text(&question_at(&mut stepper, replay.game(), &cards)?)?;
                }
                (false, None) => step_through(&replay, &header, &duel)?,
            }
            Ok(ExitVerdict::Good)
        }
    }
}

/// Says what must be said wherever a duel of this record is shown.
pub(crate) fn warn(header: &RecordHeader) {
    if !header.note.is_empty() {
        output::warning(&header.note);
    }
}

/// A replay proves that the recorded choices lead to the recorded results. It does not prove that
/// the bots of the record would choose the same, and they can't be expected to if their weights are
/// others now.
fn warn_of_weights(header: &RecordHeader) {
    for ((side, bot), known) in ["A", "B"].into_iter().zip(&header.bots).zip(header.weights) {
        let Some(known) = known else { continue };
        let now = Spec::parse(bot).ok().and_then(|spec| spec.weights().map(Weights::hash));
        if now != Some(known) {
            output::warning(&format!(
                "bot {side} had other weights (hash {known:016x}) than {bot} has now: its choices are those of the record, and not of this file"
            ));
        }
    }
}

/// Makes the decks and rules of a record ready to be played with.
pub(crate) fn ready<'c>(
    path: &Path,
    header: &RecordHeader,
    cards: &'c Catalogue,
) -> Result<Replay<'c>> {
    Replay::new(header, cards).map_err(|error| anyhow!("{}: {error}", input::shown(path)))
}

/// The cards that the record was played with.
pub(crate) fn record_cards(own: &OwnCards, header: &RecordHeader) -> Result<Catalogue> {
    let cards = own.catalogue()?.into_owned();
    let blanks: Vec<CardCode> =
        header.blanks.iter().filter_map(|passcode| cards.by_passcode(*passcode)).collect();
    Ok(cards.with_blanks(&blanks)?)
}

/// The duel with this number.
pub(crate) fn find(reader: RecordReader, number: u64) -> Result<DuelRecord> {
    for duel in reader {
        let duel = duel?;
        if duel.number == number {
            return Ok(duel);
        }
    }
    bail!("the record has no duel {number}; `duelfish replay RECORD` lists what it has")
}

/// A duel before its decision with this number, counted from 0.
pub(crate) fn at_decision<'r, 'c>(
    replay: &'r Replay<'c>,
    duel: &'r DuelRecord,
    decision: usize,
) -> Result<Stepper<'r, 'c>> {
    let mut stepper = replay.begin(duel)?;
    while stepper.at() < decision {
        if !stepper.forward()? {
            let (number, count) = (duel.number, stepper.decisions());
            bail!("duel {number} has {count} decisions; --decision counts from 0");
        }
    }
    Ok(stepper)
}

/// A duel in the list of a record.
#[derive(Debug, Serialize)]
struct ReplayEntry {
    number: u64,
    first: &'static str,
    winner: Option<&'static str>,
    ended: String,
    turns: u16,
    decisions: usize,
}

impl ReplayEntry {
    fn new(duel: &DuelRecord) -> Self {
        let result = duel.result();
        // A player who gives up loses.
        let first = if duel.b_first { Side::B } else { Side::A };
        let winner = match duel.ending.conceded_by() {
            Some(player) => Some(first.of(player.other())),
            None => result.and_then(|result| result.winner()),
        };
        Self {
            number: duel.number,
            first: first.word(),
            winner: winner.map(Side::word),
            ended: duel.ending.to_string(),
            turns: duel.turns,
            decisions: duel.actions.len(),
        }
    }
}

/// Prints the duels of a record; those before a damaged place are printed before the error.
fn list(args: &ReplayArgs, mut reader: RecordReader) -> Result<ExitVerdict> {
    let mut entries = Vec::new();
    let mut fault = None;
    for duel in &mut reader {
        match duel {
            Ok(duel) => entries.push(ReplayEntry::new(&duel)),
            Err(error) => fault = Some(error),
        }
    }
    match args.format {
        Format::Json => output::json(&entries)?,
        Format::Table => {
            let rows = entries.iter().map(|entry| {
                [
                    entry.number.to_string(),
                    entry.first.to_owned(),
                    entry.winner.unwrap_or("-").to_owned(),
                    entry.turns.to_string(),
                    entry.decisions.to_string(),
                    entry.ended.clone(),
                ]
            });
            let columns = ["duel", "first", "winner", "turns", "decisions", "ended"];
            let table = output::table(Some(columns), [Right, Left, Left, Right, Right, Left], rows);
            output::text(&format!("{}\n{table}", heading(reader.header())))?;
        }
    }
    fault.map_or(Ok(ExitVerdict::Good), |error| Err(error.into()))
}

/// The note that must be shown with every duel, on a line of its own.
pub(crate) fn marked(header: &RecordHeader) -> String {
    if header.note.is_empty() { String::new() } else { format!("{}\n", header.note) }
}

/// The facts that all duels of a record share.
fn heading(header: &RecordHeader) -> String {
    let decks: Vec<&str> = header.decks.iter().map(|deck| deck.name.as_str()).collect();
    let [a, b] = &header.bots;
    let (shard, of) = header.shard;
    let part = if of > 1 { format!(", shard {}/{of}", shard + 1) } else { String::new() };
    format!(
        "engine {}, rules {}, seed {}, {} duels{part}\ndecks {}\nA {a}, B {b}\n",
        header.engine,
        header.rules,
        header.seed,
        header.games,
        decks.join(", ")
    ) + &marked(header)
}

fn check_all(replay: &Replay<'_>, reader: RecordReader) -> Result<ExitVerdict> {
    let stop = interrupt::flag()?;
    let bar = output::progress(reader.header().plan().count(), "duels");
    let mut checked = 0_u64;
    for duel in reader {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            bar.finish_and_clear();
            output::text(&format!("{checked} duels play as they were recorded; interrupted\n"))?;
            return Ok(ExitVerdict::Interrupted);
        }
        replay.check(&duel?)?;
        checked += 1;
        bar.set_position(checked);
    }
    bar.finish_and_clear();
    output::text(&format!("{checked} duels play as they were recorded\n"))?;
    Ok(ExitVerdict::Good)
}

/// The players of a duel, in words.
pub(crate) fn players(header: &RecordHeader, duel: &DuelRecord) -> [String; 2] {
    let sides = if duel.b_first { [1, 0] } else { [0, 1] };
    [0, 1].map(|seat| {
        let side = sides[seat];
        let deck = header.decks.get(duel.decks[seat] as usize).map_or("?", |deck| &deck.name);
        format!("{} {} with {deck}", ["A", "B"][side], header.bots[side])
    })
}

/// A decision of an exported duel.
#[derive(Debug, Serialize)]
struct ReplayStep {
    decision: usize,
    turn: u16,
    phase: &'static str,
    player: String,
    action: String,
    events: Vec<String>,
}

/// An exported duel. Version 1.
#[derive(Debug, Serialize)]
struct Exported {
    schema: u32,
    number: u64,
    seed: u64,
    players: [String; 2],
    begin: Vec<String>,
    steps: Vec<ReplayStep>,
    outcome: String,
    turns: u16,
    /// The note that must be shown wherever the duel is shown.
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

fn exported(replay: &Replay<'_>, header: &RecordHeader, duel: &DuelRecord) -> Result<Exported> {
    let mut stepper = replay.begin(duel)?;
    let begin = events(replay, &stepper);
    let mut steps = Vec::new();
    while let Some((player, action)) = stepper.next_action() {
        let state = *stepper.duel();
        let action = state.describe(replay.game(), action);
        stepper.forward()?;
        steps.push(ReplayStep {
            decision: stepper.at(),
            turn: state.turn(),
            phase: state.phase().word(),
            player: player.to_string(),
            action,
            events: events(replay, &stepper),
        });
    }
    stepper.compare_end()?;
    Ok(Exported {
        schema: 1,
        number: duel.number,
        seed: duel.seed,
        players: players(header, duel),
        begin,
        steps,
        outcome: duel.ending.to_string(),
        turns: duel.turns,
        note: header.note.clone(),
    })
}

/// The events of the last step, with nothing hidden.
fn events(replay: &Replay<'_>, stepper: &Stepper<'_, '_>) -> Vec<String> {
    let describe = |event: &duelfish_engine::Event| event.describe(stepper.duel(), replay.game());
    stepper.events().iter().map(describe).collect()
}

fn export_json(replay: &Replay<'_>, header: &RecordHeader, duel: &DuelRecord) -> Result<()> {
    output::json(&exported(replay, header, duel)?)
}

fn export_text(replay: &Replay<'_>, header: &RecordHeader, duel: &DuelRecord) -> Result<()> {
    let exported = exported(replay, header, duel)?;
    let mut text = heading(header);
    let [first, second] = &exported.players;
    text += &format!("duel {}, seed {:016x}\n", exported.number, exported.seed);
    text += &format!("P1 {first}\nP2 {second}\n\n");
    for event in &exported.begin {
        text += &format!("      {event}\n");
    }
    for step in &exported.steps {
        text += &format!("{:4}  {} {}\n", step.decision, step.player, step.action);
        for event in &step.events {
            text += &format!("      {event}\n");
        }
    }
    text += &format!("\n{} in turn {}\n", exported.outcome, exported.turns);
    output::text(&text)
}

/// Shows the duel decision by decision, as the lines on standard input say.
fn step_through(replay: &Replay<'_>, header: &RecordHeader, duel: &DuelRecord) -> Result<()> {
    let mut stepper = replay.begin(duel)?;
    let [first, second] = players(header, duel);
    output::text(&format!("duel {}\nP1 {first}\nP2 {second}\n\n", duel.number))?;
    show(replay, &stepper, duel.ending)?;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        prompt()?;
        let Some(line) = lines.next() else { return output::text("\n") };
        let line = line?;
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (None | Some("n"), _) => {
                if !stepper.forward()? {
                    output::text("this is the end of the duel\n")?;
                    continue;
                }
            }
            (Some("b"), _) => {
                if !stepper.back() {
                    output::text("this is the beginning of the duel\n")?;
                    continue;
                }
            }
            (Some("e"), _) => while stepper.forward()? {},
            (Some("g"), Some(number)) => {
                let Ok(number) = number.parse::<usize>() else {
                    output::text("write g and the number of a decision: g 12\n")?;
                    continue;
                };
                while stepper.at() > number && stepper.back() {}
                while stepper.at() < number && stepper.forward()? {}
            }
            (Some("q"), _) => return Ok(()),
            _ => {
                output::text(
                    "Enter goes forwards, b backwards, g N to decision N, e to the end, q quits\n",
                )?;
                continue;
            }
        }
        show(replay, &stepper, duel.ending)?;
    }
}

fn prompt() -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(b"> ")?;
    Ok(out.flush()?)
}

fn show(replay: &Replay<'_>, stepper: &Stepper<'_, '_>, ending: Ending) -> Result<()> {
    let mut text = String::new();
    for event in events(replay, stepper) {
        text += &format!("  {event}\n");
    }
    let view = stepper.duel().judge_view(replay.game());
    text += &format!("\n{}\n", field::draw(&view, duelfish_engine::Player::FIRST));
    let all = stepper.decisions();
    text += &match stepper.next_action() {
        Some((player, action)) => {
            let action = stepper.duel().describe(replay.game(), action);
            format!("decision {} of {all}: {player} {action}\n", stepper.at() + 1)
        }
        None => format!("after decision {all} of {all}; {ending}\n"),
    };
    output::text(&text)
}
