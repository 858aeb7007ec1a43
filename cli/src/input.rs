//! Decks from the command line.

use std::fs::File;
use std::io::Read;

use anyhow::{Context, Result, bail};
use duelfish_cards::{Deck, Parsed};

/// A deck file larger than this is no deck; the parser says so.
const MOST_BYTES: u64 = 2 << 20;

/// Reads a deck from a file, or from a `ydke://` URL that stands where a file's name would.
pub(crate) fn read_deck(source: &str) -> Result<Parsed> {
    if source.starts_with("ydke://") {
        return Ok(duelfish_cards::parse(source.as_bytes(), "ydke URL")?);
    }
    let file = File::open(source).with_context(|| format!("{source}: can't open the deck"))?;
    let mut bytes = Vec::new();
    let read = file.take(MOST_BYTES).read_to_end(&mut bytes);
    read.with_context(|| format!("{source}: can't read the deck"))?;
    Ok(duelfish_cards::parse(&bytes, source)?)
}

/// Reads a deck that is to be played. What was read differently from how it is written is said on
/// standard error; what forbids playing is an error that names every card.
pub(crate) fn playable_deck(source: &str) -> Result<Deck> {
    let parsed = read_deck(source)?;
    for note in &parsed.notes {
        eprintln!("note: {note}");
    }
    let problems = parsed.check();
    let blocking: Vec<String> =
        problems.iter().filter(|problem| problem.blocks_play()).map(ToString::to_string).collect();
    if blocking.is_empty() {
        return Ok(parsed.deck);
    }
    bail!("{}", blocking.join("\nerror: "))
}
