//! `duelfish import`.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, anyhow, bail};
use duelfish_arena::record::{
    DuelRecord, RecordError, RecordFault, RecordHeader, RecordWriter, rules_in_words,
};
use duelfish_conform::edopro::import;
use duelfish_session::imported::{duel_record, header};
use serde::Serialize;

use crate::args::{Format, ImportArgs};
use crate::output::Align::{Left, Right};
use crate::{ExitVerdict, input, interrupt, output};

/// A replay that was imported, as programs read it.
#[derive(Debug, Serialize)]
struct ImportEntry {
    file: String,
    /// The record; none if nothing was written.
    record: Option<String>,
    /// The names of the players, first the one who goes first.
    players: [String; 2],
    rules: String,
    turns: u16,
    decisions: usize,
    ended: String,
    /// Where the duel goes another way than the replay.
    stuck: Option<String>,
}

pub(crate) fn run(args: &ImportArgs) -> Result<ExitVerdict> {
    if args.out.is_some() && args.files.len() > 1 {
        bail!("--out names one record and there are {} replays; leave it out", args.files.len());
    }
    let stop = interrupt::flag()?;
    let (mut entries, mut verdict) = (Vec::new(), ExitVerdict::Good);
    for file in &args.files {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        match one(args, file, &stop) {
            Ok(entry) => {
                if let Some(stuck) = &entry.stuck {
                    output::error(&format!("{}: {stuck}", entry.file));
                    verdict = worse(verdict, ExitVerdict::Bad);
                }
                entries.push(entry);
            }
            Err(error) => {
                output::error(&error.to_string());
                verdict = ExitVerdict::Unusable;
            }
        }
    }
    print(args.format, &entries)?;
    Ok(if stop.load(Ordering::Relaxed) { ExitVerdict::Interrupted } else { verdict })
}

/// A file that can't be used counts more than a duel that went another way.
fn worse(a: ExitVerdict, b: ExitVerdict) -> ExitVerdict {
    if a == ExitVerdict::Unusable { a } else { b }
}

fn one(args: &ImportArgs, file: &Path, stop: &AtomicBool) -> Result<ImportEntry> {
    let shown = input::shown(file);
    let out = args.out.clone().unwrap_or_else(|| file.with_extension("duels"));
    if out.exists() {
        return Err(exists(&out));
    }
    let bytes = input::replay(file)?;
    let tick = &mut |_| match stop.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let found = output::while_spinning(&shown, || import(&bytes, tick));
    let found = found.map_err(|error| anyhow!("{shown}: {error}"))?;
    let duel = duel_record(&found);
    let stuck = found.stuck.as_ref().map(ToString::to_string);
    let whole = stuck.is_none();
    if whole || args.partial {
        write(&out, &header(&found), &duel)?;
    }
    Ok(ImportEntry {
        file: shown,
        record: (whole || args.partial).then(|| input::shown(&out)),
        rules: rules_in_words(&found.rules),
        turns: found.turns,
        decisions: duel.actions.len(),
        ended: duel.ending.to_string(),
        players: found.start.names,
        stuck,
    })
}

fn write(out: &Path, header: &RecordHeader, duel: &DuelRecord) -> Result<()> {
    let written = || -> Result<(), RecordError> {
        let mut writer = RecordWriter::create(out, header)?;
        writer.push(duel)?;
        writer.flush()
    };
    written().map_err(|error| match error.fault {
        RecordFault::Exists => exists(out),
        _ => error.into(),
    })
}

fn exists(out: &Path) -> anyhow::Error {
    anyhow!("{}: it exists already; name another record with --out", input::shown(out))
}

fn print(format: Format, entries: &[ImportEntry]) -> Result<()> {
    if format == Format::Json {
        return output::json(&entries);
    }
    if entries.is_empty() {
        return Ok(());
    }
    let rows = entries.iter().map(|entry| {
        [
            entry.file.clone(),
            entry.players.join(" - "),
            entry.turns.to_string(),
            entry.decisions.to_string(),
            entry.ended.clone(),
            entry.record.clone().unwrap_or_else(|| "-".to_owned()),
        ]
    });
    let columns = ["replay", "players", "turns", "decisions", "ended", "record"];
    output::text(&output::table(Some(columns), [Left, Left, Right, Right, Left, Left], rows))
}
