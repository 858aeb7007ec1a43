//! `duelfish cards --mutate`.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use duelfish_cards::mutate::{CardText, Mutant, card_texts, mutants};
use duelfish_cards::{card_files, pool_files};
use duelfish_engine::duel_test::check;
use duelfish_engine::{CardCode, Catalogue};
use duelfish_script::language::load_onto;
use rayon::prelude::*;
use serde::Serialize;

use crate::args::{CardsArgs, Format};
use crate::{ExitVerdict, input, output};

/// Where the tests of cards lie, seen from the root of the project.
const TESTS: &str = "cards/tests/pool";
/// The list of changes that no test needs to notice, beside the tests.
const LIST: &str = "survivors.txt";

/// The results for all cards.
#[derive(Debug, Default, Serialize)]
struct Judged {
    /// Cards with tests.
    cards: usize,
    /// Changed texts that still compile.
    mutants: usize,
    /// Those under which a test fails.
    killed: usize,
    /// Those under which no test fails.
    survivors: Vec<Survivor>,
    /// Those under which the engine panicked, which is a mistake in the engine.
    panicked: Vec<Survivor>,
    /// Cards with a text and no test file.
    without_tests: Vec<String>,
    /// Files whose tests fail without any change.
    broken: Vec<String>,
    /// Lines of the list that are about no survivor.
    stale: Vec<String>,
}

/// A changed text that no test notices.
#[derive(Clone, Debug, Serialize)]
struct Survivor {
    card: String,
    file: String,
    line: usize,
    was: String,
    now: String,
    /// Why that is well, if the list says so.
    reason: Option<String>,
}

/// A card with the text of its tests.
struct MutantsTested {
    card: CardText,
    file: String,
    tests: String,
}

/// How the tests of a card took a changed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    Killed,
    Survived,
    Panicked,
}

pub(crate) fn run(args: &CardsArgs) -> Result<ExitVerdict> {
    let base = args.own.catalogue()?;
    let directory = directory(args.tests.as_deref())?;
    let mut files = pool_files();
    // Recorded duels judge the cards that were read; they have no tests of their own.
    files.retain(|(name, _)| !name.starts_with("cards/read/"));
    if let Some(own) = args.own.directory() {
        files.extend(card_files(own)?);
    }
    let wanted = wanted(args, &base)?;
    let texts = card_texts(&files, &base).into_iter();
    let texts = texts.filter(|card| wanted.is_empty() || wanted.contains(&card.code));
    let mut judged = Judged::default();
    let mut tested = Vec::new();
    for card in texts {
        let path = directory.join(format!("{}.duel", card.stem));
        if !path.is_file() {
            judged.without_tests.push(base.name(card.code).to_owned());
            continue;
        }
        let (file, tests) = (input::shown(&path), input::text(&path)?);
        let plain = check(&tests, &file, &base);
        if plain.tests == 0 || !plain.failures.is_empty() {
            judged.broken.push(file);
        } else {
            tested.push(MutantsTested { card, file, tests });
        }
    }
    judged.cards = tested.len();
    let reasons = reasons(&directory.join(LIST))?;
    judge(&mut judged, &base, &tested, &reasons);
    let is_wanted = |key: &&String| tested.iter().any(|t| key.starts_with(&t.card.stem));
    let survivors: Vec<String> = judged.survivors.iter().map(Survivor::key).collect();
    let stale = reasons.keys().filter(is_wanted).filter(|key| !survivors.contains(key));
    judged.stale = stale.cloned().collect();
    match args.format {
        Format::Json => output::json(&judged)?,
        Format::Table => output::text(&in_words(&judged, &directory))?,
    }
    let well = judged.survivors.iter().all(|survivor| survivor.reason.is_some());
    let clean = judged.panicked.is_empty() && judged.broken.is_empty();
    Ok(if well && clean { ExitVerdict::Good } else { ExitVerdict::Bad })
}

/// The directory with the tests: the one that was named, or that of the project around here.
fn directory(named: Option<&Path>) -> Result<PathBuf> {
    if let Some(named) = named {
        if named.is_dir() {
            return Ok(named.to_owned());
        }
        bail!(
            "{}: there is no such directory; name one with files like dark-hole.duel",
            input::shown(named)
        );
    }
    let here = std::env::current_dir()?;
    let found = here.ancestors().map(|above| above.join(TESTS)).find(|path| path.is_dir());
    let found = found.ok_or_else(|| {
        anyhow!("there is no directory {TESTS} here or above; name the tests' directory with --tests DIR")
    })?;
    Ok(found.strip_prefix(&here).map_or(found.clone(), Path::to_owned))
}

/// The cards that were named; none means all.
fn wanted(args: &CardsArgs, cards: &Catalogue) -> Result<Vec<CardCode>> {
    let find = |name: &String| {
        let found = cards.find(name).map(|code| cards.base(code));
        found.ok_or_else(|| anyhow!("there is no card `{}`", name.escape_debug()))
    };
    let wanted: Result<Vec<CardCode>> = args.filter.iter().map(find).collect();
    let wanted = wanted?;
    let silent = wanted.iter().find(|code| cards.scripts().card(**code).is_none());
    match silent {
        Some(code) => {
            bail!("{} has no card file, so there is nothing to change", cards.name(*code))
        }
        None => Ok(wanted),
    }
}

/// Makes all mutants and runs the tests of their cards.
fn judge(
    judged: &mut Judged,
    base: &Catalogue,
    tested: &[MutantsTested],
    reasons: &BTreeMap<String, String>,
) {
    let spinner = output::spinner("changing texts");
    let all: Vec<(&MutantsTested, Mutant)> = tested
        .par_iter()
        .flat_map_iter(|t| mutants(&t.card, base).into_iter().map(move |mutant| (t, mutant)))
        .collect();
    spinner.finish_and_clear();
    let bar = output::progress(all.len() as u64, "mutants");
    let taken: Vec<Taken> = all
        .par_iter()
        // A copy of the catalogue for each thread, into which one text after another is put.
        .map_init(
            || base.clone(),
            |own, (t, mutant)| {
                let taken = take(own, base, t, mutant);
                bar.inc(1);
                taken
            },
        )
        .collect();
    bar.finish_and_clear();
    judged.mutants = all.len();
    for ((t, Mutant { line, was, now, .. }), taken) in all.into_iter().zip(taken) {
        let (card, file) = (t.card.stem.clone(), t.card.file.clone());
        let mut survivor = Survivor { card, file, line, was, now, reason: None };
        survivor.reason = reasons.get(&survivor.key()).cloned();
        match taken {
            Taken::Killed => judged.killed += 1,
            Taken::Survived => judged.survivors.push(survivor),
            Taken::Panicked => judged.panicked.push(survivor),
        }
    }
}

/// Runs the tests of a card with another text of it.
fn take(own: &mut Catalogue, base: &Catalogue, t: &MutantsTested, mutant: &Mutant) -> Taken {
    let rest = base.scripts().clone().without(t.card.code);
    let file = (t.card.file.clone(), mutant.text.clone());
    let Ok(scripts) = load_onto(rest, &[file], base) else { return Taken::Killed };
    *own = std::mem::take(own).with_scripts(scripts);
    let cards = &*own;
    match catch_unwind(AssertUnwindSafe(|| check(&t.tests, &t.file, cards))) {
        Ok(checked) if checked.failures.is_empty() => Taken::Survived,
        Ok(_) => Taken::Killed,
        Err(_) => Taken::Panicked,
    }
}

/// Reads the list of changes that no test needs to notice: `CARD: WAS -> NOW  # reason`.
fn reasons(path: &Path) -> Result<BTreeMap<String, String>> {
    let mut reasons = BTreeMap::new();
    if !path.exists() {
        return Ok(reasons);
    }
    let (text, name) = (input::text(path)?, input::shown(path));
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what: &str| anyhow!("{name}:{}: {what}", index + 1);
        let (key, reason) =
            line.split_once('#').filter(|(_, reason)| !reason.trim().is_empty()).ok_or_else(
                || wrong("the line has no reason; add `# why no test needs to notice it`"),
            )?;
        if !key.contains(": ") || !key.contains(" -> ") {
            return Err(wrong("write `CARD: WAS -> NOW  # reason`, as `cards --mutate` prints it"));
        }
        if reasons.insert(key.trim().to_owned(), reason.trim().to_owned()).is_some() {
            return Err(wrong("the same change stands in an earlier line; remove one of them"));
        }
    }
    Ok(reasons)
}

impl Survivor {
    /// How lists name it.
    fn key(&self) -> String {
        let now = if self.now.is_empty() { "(nothing)" } else { &self.now };
        format!("{}: {} -> {now}", self.card, self.was)
    }
}

fn in_words(judged: &Judged, directory: &Path) -> String {
    let mut text = String::new();
    let open: Vec<&Survivor> = judged.survivors.iter().filter(|s| s.reason.is_none()).collect();
    for survivor in &open {
        text += &format!("{}  ({}:{})\n", survivor.key(), survivor.file, survivor.line);
    }
    for survivor in &judged.panicked {
        let (file, line) = (&survivor.file, survivor.line);
        text += &format!("the engine panicked: {}  ({file}:{line})\n", survivor.key());
    }
    for file in &judged.broken {
        text += &format!("{file}: fails without any change; see `duelfish test {file}`\n");
    }
    for key in &judged.stale {
        text += &format!("{}/{LIST}: no survivor any more: {key}\n", input::shown(directory));
    }
    if !judged.without_tests.is_empty() {
        text += &format!("without tests: {}\n", judged.without_tests.join(", "));
    }
    let listed = judged.survivors.len() - open.len();
    text + &format!(
        "{} of {}: {} killed, {} survived, {listed} of these listed with a reason\n",
        output::count(judged.mutants, "mutant"),
        output::count(judged.cards, "card"),
        judged.killed,
        judged.survivors.len()
    )
}
