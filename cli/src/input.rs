//! Decks, positions, puzzles and replays from the command line.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use duelfish_arena::lessons::Lessons;
use duelfish_arena::net::NetSamples;
use duelfish_cards::{Deck, DeckError, LimitList, Parsed, Puzzle};
use duelfish_engine::{Catalogue, Position, PositionError, Rules};

use crate::refusal::{Refusal, Remedy};

/// Nothing is read of a file beyond this many bytes; the parser says that they are too many.
const MOST_BYTES: u64 = 2 << 20;

/// The same of replays; EDOPro packs one in less than 128 KiB.
const MOST_BYTES_OF_REPLAY: u64 = 16 << 20;

/// The same of results, which have a few hundred bytes for each two decks of a field.
const MOST_BYTES_OF_RESULTS: u64 = 256 << 20;

/// The same of tables of printed texts; those of all cards have 5 MiB.
const MOST_BYTES_OF_TEXTS: u64 = 64 << 20;

/// The same of positions of self-play: so many that they can hardly be trained on.
const MOST_BYTES_OF_SAMPLES: u64 = 16 << 30;

/// The word in place of a position file that means standard input.
const STANDARD_INPUT: &str = "-";

/// How messages call a deck that is a URL.
pub(crate) const NAME_OF_URL: &str = "ydke URL";

/// How a URL begins that stands where a file's name would.
const URL: &str = "ydke://";

/// Reads a deck from a file, or from a `ydke://` URL.
pub(crate) fn read_deck(cards: &Catalogue, source: &Path) -> Result<Result<Parsed, DeckError>> {
    let (bytes, name) = deck_text(source)?;
    Ok(duelfish_cards::parse_with(cards, &bytes, &name))
}

/// How names of decks end.
pub(crate) const DECK: &str = "ydk";

/// The files with this ending at a path: itself, whatever its name, or those of a directory and below.
pub(crate) fn gather(
    path: &Path,
    ending: &str,
    named: bool,
    files: &mut BTreeSet<PathBuf>,
) -> Result<()> {
    if path.is_dir() {
        let shown = shown(path);
        let entries = std::fs::read_dir(path);
        let entries = entries.with_context(|| format!("{shown}: the directory can't be read"))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("{shown}: the directory can't be read"))?;
            gather(&entry.path(), ending, false, files)?;
        }
    } else if named || path.extension().is_some_and(|extension| extension == ending) {
        files.insert(path.to_owned());
    }
    Ok(())
}

/// The decks at these paths, with those of directories and below in place of the directories, sorted by
/// name.
pub(crate) fn decks_at(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        if url(path).is_some() || !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let mut files = BTreeSet::new();
        gather(path, DECK, true, &mut files)?;
        if files.is_empty() {
            bail!("{}: there is no deck (.ydk) in this directory", shown(path));
        }
        all.extend(files);
    }
    Ok(all)
}

/// The text of a deck, and how messages call it.
fn deck_text(source: &Path) -> Result<(Vec<u8>, String)> {
    Ok(match url(source) {
        Some(url) => (url.as_bytes().to_owned(), NAME_OF_URL.to_owned()),
        None => (read_file(source)?, shown(source)),
    })
}

/// The text of a deck that is read later, and how messages call it.
pub(crate) fn text_of_deck(source: &Path) -> Result<(String, String)> {
    let (bytes, name) = deck_text(source)?;
    Ok((as_text(bytes, &name)?, name))
}

/// Reads a deck in any form, lists of names too. A note about text that was read differently from
/// how it is written goes to standard error.
pub(crate) fn deck_in_any_form(cards: &Catalogue, source: &Path) -> Result<Parsed> {
    let (bytes, name) = deck_text(source)?;
    Ok(with_notes(duelfish_cards::parse_any(cards, &bytes, &name)?))
}

/// Reads a deck that may be played. A note about text that was read differently from how it is
/// written goes to standard error.
pub(crate) fn deck(cards: &Catalogue, source: &Path) -> Result<Parsed> {
    Ok(with_notes(read_deck(cards, source)?.map_err(|error| match error {
        DeckError::Unknown { cards, .. } => Refusal::unknown(&shown(source), &cards).into(),
        error => anyhow::Error::from(error),
    })?))
}

/// The deck, after its notes were said.
fn with_notes(parsed: Parsed) -> Parsed {
    for note in &parsed.notes {
        crate::output::note(&note.to_string());
    }
    parsed
}

/// As [`deck`]; what forbids playing is an error.
pub(crate) fn playable_deck(cards: &Catalogue, rules: &Rules, source: &Path) -> Result<Deck> {
    let parsed = deck(cards, source)?;
    Refusal::of(cards, rules, std::slice::from_ref(&parsed), Remedy::None, |_| true)?;
    Ok(parsed.deck)
}

/// Reads a list of forbidden and limited cards: the first of the file.
pub(crate) fn limit_list(cards: &Catalogue, path: &Path) -> Result<LimitList> {
    let lists = LimitList::parse(cards, &read_file(path)?, &shown(path))?;
    lists.into_iter().next().ok_or_else(|| anyhow!("{}: no list", shown(path)))
}

/// Reads a file of text.
pub(crate) fn text(path: &Path) -> Result<String> {
    as_text(read_file(path)?, &shown(path))
}

/// Reads results of another command.
pub(crate) fn results(path: &Path) -> Result<String> {
    whole_text(path, MOST_BYTES_OF_RESULTS, "results are")
}

/// Reads a table of printed texts.
pub(crate) fn printed_texts(path: &Path) -> Result<String> {
    whole_text(path, MOST_BYTES_OF_TEXTS, "a table of printed texts is")
}

/// Reads a text of which nothing may be left out, however long it is.
fn whole_text(path: &Path, most: u64, what: &str) -> Result<String> {
    let bytes = read_up_to(path, most + 1)?;
    if bytes.len() as u64 > most {
        bail!("{}: {what} not larger than {} MiB; choose another file", shown(path), most >> 20);
    }
    as_text(bytes, &shown(path))
}

/// Reads a file of positions of self-play. A file that begins as another one is not read on.
pub(crate) fn samples(path: &Path) -> Result<NetSamples> {
    let head = read_up_to(path, NetSamples::FIRST_LINE.len() as u64)?;
    let begins = head == NetSamples::FIRST_LINE;
    let bytes = if begins { read_up_to(path, MOST_BYTES_OF_SAMPLES)? } else { head };
    NetSamples::from_bytes(&bytes).map_err(|error| anyhow!("{}: {error}", shown(path)))
}

/// Reads a file of lessons.
pub(crate) fn lessons(path: &Path) -> Result<Lessons> {
    let head = read_up_to(path, Lessons::FIRST_LINE.len() as u64)?;
    let begins = head == Lessons::FIRST_LINE;
    let bytes = if begins { read_up_to(path, MOST_BYTES_OF_SAMPLES)? } else { head };
    Lessons::from_bytes(&bytes).map_err(|error| anyhow!("{}: {error}", shown(path)))
}

fn as_text(bytes: Vec<u8>, name: &str) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| anyhow!("{name}: this is no text; choose another file"))
}

/// Reads a position file, the position of a puzzle, or for `-` a position from standard input.
pub(crate) fn position(cards: &Catalogue, path: &Path) -> Result<Position> {
    if is_puzzle(path) {
        return Ok(puzzle(cards, path)?.position);
    }
    let (text, name) = if path == Path::new(STANDARD_INPUT) {
        let name = "standard input".to_owned();
        let bytes =
            up_to(io::stdin().lock(), MOST_BYTES).map_err(|error| unreadable(&name, &error))?;
        (as_text(bytes, &name)?, name)
    } else {
        (text(path)?, shown(path))
    };
    let is_content = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    if !text.lines().any(is_content) {
        bail!("{name}: there is no position in it; write lines like `P1 hand: Battle Ox`");
    }
    Position::parse(&text, cards).map_err(|error| {
        let PositionError { line, what } = error;
        anyhow!("{name}:{line}: {what}")
    })
}

/// Whether a file's name is that of a puzzle.
pub(crate) fn is_puzzle(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("lua"))
}

/// Reads a puzzle.
pub(crate) fn puzzle(cards: &Catalogue, path: &Path) -> Result<Puzzle> {
    Ok(Puzzle::parse(cards, &read_file(path)?, &shown(path))?)
}

/// How messages call a deck: by its path, on one line.
pub(crate) fn shown(source: &Path) -> String {
    source.to_string_lossy().replace(char::is_control, "?")
}

fn url(source: &Path) -> Option<&str> {
    source.to_str().map(str::trim).filter(|text| text.starts_with(URL))
}

/// Reads a replay.
pub(crate) fn replay(path: &Path) -> Result<Vec<u8>> {
    read_up_to(path, MOST_BYTES_OF_REPLAY)
}

fn read_file(path: &Path) -> Result<Vec<u8>> {
    read_up_to(path, MOST_BYTES)
}

fn read_up_to(path: &Path, most: u64) -> Result<Vec<u8>> {
    File::open(path)
        .and_then(|file| up_to(file, most))
        .map_err(|error| unreadable(&shown(path), &error))
}

fn up_to(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn unreadable(path: &str, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow!("{path}: there is no such file; check the path"),
        io::ErrorKind::IsADirectory => anyhow!("{path}: this is a directory; choose a file"),
        io::ErrorKind::PermissionDenied => anyhow!("{path}: reading is not permitted; allow it"),
        _ => anyhow!("{path}: can't be read ({error}); choose another file"),
    }
}
