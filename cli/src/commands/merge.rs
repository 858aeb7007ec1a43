//! `duelfish merge`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use duelfish_arena::merge;
use duelfish_arena::record::RecordReader;
use serde::Serialize;

use super::replay::record_cards;
use super::{match_decks, sprt};
use crate::args::{ListFormat, MergeArgs};
use crate::missing::Replaced;
use crate::{ExitVerdict, input, output};

pub(crate) fn run(args: &MergeArgs) -> Result<ExitVerdict> {
    let directories = args.records.iter().filter(|path| path.is_dir()).count();
    match directories {
        0 => of_one_match(args),
        all if all == args.records.len() => of_many(args),
        _ => bail!("give either records or directories of records, not both"),
    }
}

fn of_one_match(args: &MergeArgs) -> Result<ExitVerdict> {
    let cards = match args.records.first() {
        Some(first) => record_cards(&args.own, RecordReader::open(first)?.header())?,
        None => args.own.catalogue()?.into_owned(),
    };
    let details = args.details.then_some(&cards);
    let join = || merge(&args.records, args.out.as_deref(), details);
    let joined = output::while_spinning("joining", join)?;
    let report = joined.report;
    if !joined.note.is_empty() {
        output::warning(&joined.note);
    }
    output::warn_of_forfeits(&report.forfeits);
    let replaced = Replaced::of_record(&cards, &joined.replaced);
    match_decks::print(args.format, &report, &replaced, &joined.note)?;
    Ok(sprt::verdict(&report))
}

/// The sums over joined runs of several matches.
#[derive(Debug, Serialize)]
struct Joined {
    records: usize,
    duels: u64,
    out: PathBuf,
}

/// Joins the records of the same name in directories: those of `tournament` and `compare`.
fn of_many(args: &MergeArgs) -> Result<ExitVerdict> {
    let Some(out) = &args.out else {
        bail!("say with --out where the records of the whole run go: a directory")
    };
    if args.format == ListFormat::Csv {
        bail!("--format csv is about one match; give its records, not directories");
    }
    if args.details {
        bail!("--details is about a match of two decks; give its records, not directories");
    }
    let names = names_in_all(&args.records)?;
    std::fs::create_dir_all(out)
        .with_context(|| format!("{}: this directory can't be made", input::shown(out)))?;
    let bar = output::progress(names.len() as u64, "records");
    let mut duels = 0;
    for name in &names {
        let shards: Vec<PathBuf> = args.records.iter().map(|part| part.join(name)).collect();
        duels += merge(&shards, Some(&out.join(name)), None)?.report.games;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let joined = Joined { records: names.len(), duels, out: out.clone() };
    match args.format {
        ListFormat::Json => output::json(&joined)?,
        ListFormat::Table | ListFormat::Csv => output::text(&format!(
            "{} with {duels} duels joined; the command that played them reports on all with --record {} --resume\n",
            output::count(names.len(), "record"),
            input::shown(out)
        ))?,
    }
    Ok(ExitVerdict::Good)
}

/// The names of the records, which all of these directories must have.
fn names_in_all(directories: &[PathBuf]) -> Result<BTreeSet<String>> {
    let mut all: Vec<(&PathBuf, BTreeSet<String>)> = Vec::new();
    for directory in directories {
        all.push((directory, names_in(directory)?));
    }
    let names: BTreeSet<String> = all.iter().flat_map(|(_, names)| names.clone()).collect();
    for (directory, has) in &all {
        if let Some(lacking) = names.difference(has).next() {
            bail!(
                "{}: {lacking} is missing, which another part has; finish it with --resume, then merge",
                input::shown(directory)
            );
        }
    }
    if names.is_empty() {
        bail!("there are no records (*.duels) in these directories");
    }
    Ok(names)
}

fn names_in(directory: &Path) -> Result<BTreeSet<String>> {
    let entries = std::fs::read_dir(directory)
        .with_context(|| format!("{}: can't be read", input::shown(directory)))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    Ok(names.filter(|name| name.ends_with(".duels")).collect())
}
