//! `duelfish cards read`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use duelfish_cards::{catalogue, is_supported};
use duelfish_engine::{CardCode, Catalogue};
use duelfish_reader::{CardBatch, Decline, PrintedCard, Reader, RuleFile, table};
use serde::Serialize;

use crate::args::{Format, ReadArgs};
use crate::commands::read_play::{self, PlayedCards};
use crate::database;
use crate::output::Align;
use crate::progress::while_spinning;
use crate::{ExitVerdict, input, lookup, output};

/// Clauses that are listed for people.
const LISTED: usize = 20;

/// The results for all cards.
#[derive(Debug, Serialize)]
struct ReadReport<'b> {
    /// Cards whose texts were given and that have something to read.
    cards: usize,
    read: usize,
    declined: usize,
    /// Why cards were declined, each card once, for its first clause.
    reasons: BTreeMap<&'static str, usize>,
    /// The clauses that alone keep cards from being read.
    waiting: Vec<Waiting<'b>>,
    /// Each card that was declined.
    declines: Vec<ShownDecline<'b>>,
    /// The random duels of the cards that were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<PlayedCards>,
}

#[derive(Debug, Serialize)]
struct Waiting<'b> {
    clause: String,
    cards: usize,
    example: &'b str,
}

#[derive(Debug, Serialize)]
struct ShownDecline<'b> {
    passcode: u32,
    name: &'b str,
    clauses: Vec<ShownClause<'b>>,
}

#[derive(Debug, Serialize)]
struct ShownClause<'b> {
    reason: &'static str,
    clause: &'b str,
    from: &'b str,
}

/// One card with its file or the clauses that are declined.
#[derive(Debug, Serialize)]
struct ShownReading<'b> {
    passcode: u32,
    name: &'b str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'b str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    declined: Vec<ShownClause<'b>>,
}

pub(crate) fn run(args: &ReadArgs) -> Result<ExitVerdict> {
    let (cards, printed) = sources(args)?;
    let reader = match &args.rules {
        None => Reader::new(&cards)?,
        Some(directory) => Reader::with_rules(&rule_files(directory)?, &cards)?,
    };
    if !args.cards.is_empty() {
        return show(args, &reader, &cards, &printed);
    }
    // The hand-written cards are better than what can be read.
    let is_open = |card: &&PrintedCard| {
        cards.by_passcode(card.passcode).is_none_or(|code| !is_supported(&cards, code))
    };
    let printed: Vec<PrintedCard> = printed.iter().filter(is_open).cloned().collect();
    let batch = while_spinning("reading", || reader.read_all(&cards, &printed));
    if let Some(directory) = &args.out {
        write(directory, &batch, &cards)?;
    }
    let mut report = report(&batch, &cards);
    if let Some(duels) = args.duels {
        let loaded = database::with_files(&cards, database::unproved(&batch, &cards))?;
        let codes: Vec<CardCode> = batch.read.iter().map(|card| card.code).collect();
        report.played =
            Some(while_spinning("playing", || read_play::play(&loaded, &codes, duels))?);
    }
    match args.format {
        Format::Json => output::json(&report)?,
        Format::Table => output::text(&in_words(&report, args.out.as_deref()))?,
    }
    let held = report.played.as_ref().is_none_or(PlayedCards::held);
    Ok(if held { ExitVerdict::Good } else { ExitVerdict::Bad })
}

/// The card table and the texts.
fn sources(args: &ReadArgs) -> Result<(Catalogue, Vec<PrintedCard>)> {
    if let Some(path) = &args.cdb {
        let found = database::open(path)?;
        return Ok((found.table, found.printed));
    }
    let path = args.texts.as_deref().unwrap_or(Path::new("-"));
    Ok((catalogue().clone(), table(path, &input::printed_texts(path)?)?))
}

fn rule_files(directory: &Path) -> Result<Vec<RuleFile>> {
    let name = directory.display();
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| format!("{name}: can't be read"))? {
        let path = entry.with_context(|| format!("{name}: can't be read"))?.path();
        if path.extension().is_some_and(|ending| ending == "rules") {
            files.push((path.display().to_string(), input::text(&path)?));
        }
    }
    if files.is_empty() {
        bail!("{name}: there are no rules in this directory; their files end in .rules");
    }
    files.sort();
    Ok(files)
}

/// Writes the card files into a directory of their own.
fn write(directory: &Path, batch: &CardBatch, cards: &Catalogue) -> Result<()> {
    let name = directory.display();
    fs::create_dir_all(directory).with_context(|| format!("{name}: can't be made"))?;
    let mut entries = fs::read_dir(directory).with_context(|| format!("{name}: can't be read"))?;
    if entries.next().is_some() {
        bail!("{name}: this directory is not empty; name a new one");
    }
    for (file, text) in database::whole_files(batch, cards) {
        output::write(&directory.join(file), text.as_bytes())?;
    }
    Ok(())
}

fn shown_clauses(clauses: &[Decline]) -> Vec<ShownClause<'_>> {
    let mut shown = Vec::new();
    for clause in clauses {
        shown.push(ShownClause {
            reason: clause.reason.in_words(),
            clause: &clause.clause,
            from: &clause.from,
        });
    }
    shown
}

fn report<'b>(batch: &'b CardBatch, cards: &'b Catalogue) -> ReadReport<'b> {
    let name = |passcode: u32| cards.by_passcode(passcode).map_or("", |code| cards.name(code));
    let mut reasons = BTreeMap::new();
    for card in &batch.declined {
        *reasons.entry(card.clauses[0].reason.in_words()).or_default() += 1;
    }
    let waiting = batch.waited_for().into_iter().map(|clause| Waiting {
        cards: clause.cards.len(),
        example: name(clause.cards[0]),
        clause: clause.pattern,
    });
    let declines = batch.declined.iter().map(|card| ShownDecline {
        passcode: card.passcode,
        name: name(card.passcode),
        clauses: shown_clauses(&card.clauses),
    });
    ReadReport {
        cards: batch.read.len() + batch.declined.len(),
        read: batch.read.len(),
        declined: batch.declined.len(),
        reasons,
        waiting: waiting.collect(),
        declines: declines.collect(),
        played: None,
    }
}

fn in_words(report: &ReadReport<'_>, out: Option<&Path>) -> String {
    let mut text = format!(
        "{} of {} read, {} declined\n",
        report.read,
        output::count(report.cards, "card"),
        report.declined
    );
    if let Some(directory) = out {
        let name = directory.display();
        text += &format!("The card files are in {name}; play with them by --cards {name}\n");
    }
    if let Some(played) = &report.played {
        text += &read_play::in_words(played);
    }
    if report.waiting.is_empty() {
        return text;
    }
    text += "\nClauses that alone keep cards from being read:\n\n";
    let rows =
        report.waiting.iter().take(LISTED).map(|clause| {
            [clause.cards.to_string(), clause.clause.clone(), clause.example.to_owned()]
        });
    let columns = Some(["cards", "clause", "for example"]);
    text + &output::table(columns, [Align::Right, Align::Left, Align::Left], rows)
}

/// Shows single cards.
fn show(
    args: &ReadArgs,
    reader: &Reader,
    cards: &Catalogue,
    printed: &[PrintedCard],
) -> Result<ExitVerdict> {
    let mut wanted: Vec<PrintedCard> = Vec::new();
    for name in &args.cards {
        let code: CardCode = lookup::card(cards, name)?;
        let passcode = cards.facts(cards.base(code)).passcode;
        let Some(card) = printed.iter().find(|card| card.passcode == passcode) else {
            bail!("there is no text of {} ({passcode})", cards.name(code));
        };
        wanted.push(card.clone());
    }
    let batch = reader.read_all(cards, &wanted);
    let shown: Vec<ShownReading<'_>> =
        wanted.iter().map(|card| shown(card, &batch, cards)).collect();
    match args.format {
        Format::Json => output::json(&shown)?,
        Format::Table => {
            output::text(&shown.iter().map(reading_in_words).collect::<Vec<_>>().join("\n"))?;
        }
    }
    let good = shown.iter().all(|card| card.file.is_some());
    Ok(if good { ExitVerdict::Good } else { ExitVerdict::Bad })
}

fn shown<'b>(card: &PrintedCard, batch: &'b CardBatch, cards: &'b Catalogue) -> ShownReading<'b> {
    let passcode = card.passcode;
    let is_it = |code: CardCode| cards.facts(code).passcode == passcode;
    let read = batch.read.iter().find(|read| is_it(read.code));
    let declined = batch.declined.iter().find(|card| card.passcode == passcode);
    ShownReading {
        passcode,
        name: cards.by_passcode(passcode).map_or("", |code| cards.name(code)),
        file: read.map(|read| read.reading.file.as_str()),
        declined: declined.map_or_else(Vec::new, |card| shown_clauses(&card.clauses)),
    }
}

fn reading_in_words(card: &ShownReading<'_>) -> String {
    if let Some(file) = card.file {
        return file.to_owned();
    }
    let mut text = format!("{} ({}): declined\n", card.name, card.passcode);
    for clause in &card.declined {
        text += &format!("  {}: {}\n", clause.reason, clause.clause);
        if !clause.from.is_empty() {
            text += &format!("    from here: {}\n", clause.from);
        }
    }
    if card.declined.is_empty() {
        text += "  there is nothing to read\n";
    }
    text
}
