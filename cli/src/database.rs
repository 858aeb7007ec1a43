//! Cards of the user's own database: their facts, and their effects as far as their texts can be read.

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use duelfish_cards::{is_supported, pool_files};
use duelfish_engine::{CardCode, Catalogue, kind};
use duelfish_reader::{
    CardBatch, DatabaseCard, DeclinedCard, PrintedCard, Reader, database, facts_line,
};
use duelfish_script::language::{self, CardFile};

/// The cards of a database that the pool does not have.
pub(crate) struct DatabaseCards {
    /// The card table with the rows of new cards, and the effects of the pool as far as no rows are new.
    pub(crate) table: Catalogue,
    /// The texts of cards that can't be played yet.
    pub(crate) printed: Vec<PrintedCard>,
}

/// Reads a database.
///
/// # Errors
/// The file is no card database.
pub(crate) fn open(path: &Path) -> Result<DatabaseCards> {
    let cards = duelfish_cards::catalogue();
    let found = database(path)?;
    let is_new = |card: &&DatabaseCard| cards.by_passcode(card.facts.passcode).is_none();
    let new: Vec<_> =
        found.iter().filter(is_new).map(|card| (card.facts, card.name.as_str().into())).collect();
    let table = match new.as_slice() {
        [] => cards.clone(),
        _ => cards.clone().with_cards(new).with_context(|| path.display().to_string())?,
    };
    let can_be_played =
        |passcode| cards.by_passcode(passcode).is_some_and(|code| is_supported(cards, code));
    // Another artwork has the text of its card.
    let is_wanted = |card: &DatabaseCard| {
        !card.facts.is(kind::TOKEN)
            && !card.facts.is_artwork()
            && !can_be_played(card.facts.passcode)
    };
    let printed = found.into_iter().filter(is_wanted).map(|card| card.printed).collect();
    Ok(DatabaseCards { table, printed })
}

impl DatabaseCards {
    /// The pool, and with it all cards that could be read; and those that could not.
    ///
    /// # Errors
    /// There are more cards than the tables hold.
    pub(crate) fn read(self) -> Result<OwnRead> {
        let batch = Reader::new(&self.table)?.read_all(&self.table, &self.printed);
        let catalogue = with_files(&self.table, unproved(&batch, &self.table))?;
        Ok(OwnRead { catalogue: Cow::Owned(catalogue), declined: batch.declined })
    }
}

/// The cards that a command knows, and cards of a database that could not be read.
pub(crate) struct OwnRead {
    pub(crate) catalogue: Cow<'static, Catalogue>,
    /// None without a database.
    pub(crate) declined: Vec<DeclinedCard>,
}

/// The pool with these card files, on a card table that may have more cards than the pool's.
///
/// # Errors
/// The files can't be loaded together.
pub(crate) fn with_files(table: &Catalogue, files: Vec<CardFile>) -> Result<Catalogue> {
    let made = if table.len() == duelfish_cards::catalogue().len() {
        let scripts = language::load_onto(table.scripts().clone(), &files, table);
        scripts.map(|scripts| table.clone().with_scripts(scripts))
    } else {
        // Rows were numbered anew, so the pool is compiled again.
        let all: Vec<CardFile> = pool_files().into_iter().chain(files).collect();
        language::extend(&all, table.clone())
    };
    made.map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        anyhow!("the cards that were read can't be loaded together\n{}", errors.join("\n"))
    })
}

/// The card files of a batch, each with the line that says that nothing has shown yet that it is right.
pub(crate) fn unproved(batch: &CardBatch, cards: &Catalogue) -> Vec<CardFile> {
    below_first_line(batch, cards, |_| "  unproved\n".to_owned())
}

/// The same for a folder: cards that are in no table bring their facts.
pub(crate) fn whole_files(batch: &CardBatch, cards: &Catalogue) -> Vec<CardFile> {
    let known = duelfish_cards::catalogue();
    below_first_line(batch, cards, |code| {
        let facts = cards.facts(code);
        let is_new = known.by_passcode(facts.passcode).is_none();
        let facts = if is_new { facts_line(facts) + "\n" } else { String::new() };
        facts + "  unproved\n"
    })
}

fn below_first_line(
    batch: &CardBatch,
    cards: &Catalogue,
    lines: impl Fn(CardCode) -> String,
) -> Vec<CardFile> {
    let mut files = batch.files(cards);
    for ((_, text), card) in files.iter_mut().zip(&batch.read) {
        let end = text.find('\n').map_or(text.len(), |end| end + 1);
        text.insert_str(end, &lines(card.code));
    }
    files
}
