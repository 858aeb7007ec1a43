//! Tables of duels that were recorded: gone on with, branched off, or watched.

use duelfish_arena::record::DuelRecord;
use duelfish_engine::{Action, SetupError};
use duelfish_search::Spec;

use crate::beginning::Beginning;
use crate::table::{DuelTable, Seat};

/// Why a saved duel can't be gone on with: it does not play as it was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its duel does not play as it was saved; it can't be gone on with")]
pub struct Diverged;

impl<'c> DuelTable<'c> {
    /// Begins a recorded duel again and plays what was recorded of it. The answers of chance that were recorded stay;
    /// further ones come from the seed.
    ///
    /// # Errors
    /// Fails when it does not play as it was recorded.
    pub fn restore(
        start: Beginning<'c>,
        seats: [Seat; 2],
        seed: u64,
        record: &DuelRecord,
    ) -> Result<Self, Diverged> {
        let table = Self::branch(start, seats, seed, record)?;
        if table.answers == record.answers { Ok(table) } else { Err(Diverged) }
    }

    /// As [`DuelTable::restore`], of the beginning of a duel: its record may have more answers of chance than its actions
    /// ask for. Those that are left are forgotten.
    ///
    /// # Errors
    /// Fails when the actions are not legal.
    pub fn branch(
        start: Beginning<'c>,
        seats: [Seat; 2],
        seed: u64,
        record: &DuelRecord,
    ) -> Result<Self, Diverged> {
        let begun = Self::begin_with(start, seats, seed, record.b_first, record.answers.clone());
        let mut table = begun.map_err(|_| Diverged)?;
        if record.decks != table.record().decks {
            return Err(Diverged);
        }
        for bits in &record.actions {
            let legal = |action: &Action| table.duel().is_legal(table.game(), *action);
            let action = Action::from_bits(*bits).filter(legal).ok_or(Diverged)?;
            if table.question().is_some() { table.answer(action) } else { table.apply(action) }
        }
        table.conceded = record.ending.conceded_by();
        table.recorded.truncate(table.odd);
        Ok(table)
    }

    /// Begins a recorded duel that nobody plays: [`DuelTable::bot_answers`] takes what was recorded, and chance answers
    /// as it did.
    ///
    /// # Errors
    /// Fails when the decks can't be played.
    pub fn watched(start: Beginning<'c>, record: &DuelRecord) -> Result<Self, SetupError> {
        let nobody = [Seat::Bot(Spec::Random), Seat::Bot(Spec::Random)];
        Self::begin_with(start, nobody, 0, record.b_first, record.answers.clone())
    }
}
