//! How far the cards with effects are to be trusted, for `duelfish cards --coverage`.

use std::collections::BTreeMap;

use duelfish_cards::mutate::{CardText, card_texts};
use duelfish_cards::{catalogue, pool_files};
use duelfish_conform::RecordedCards;
use duelfish_engine::Catalogue;
use serde::Serialize;

use crate::output::{self, Align};

/// How a card came by its effects, and what was shown of them. docs/reading-cards.md explains the tiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Tier {
    /// Written by people, with tests that notice each change of the text.
    ByHand,
    /// Read from the printed text, and recorded duels of the reference engine have shown it.
    Proved,
    /// From the user's own card files.
    Own,
    /// Read from the user's database; nothing has shown it. Results with such cards are marked.
    Read,
    /// In the user's database, with a text that could not be read.
    Declined,
}

/// The cards of a tier.
#[derive(Debug, Serialize)]
pub(super) struct TierCount {
    pub(super) tier: Tier,
    pub(super) cards: usize,
    /// Those that have acted in recorded duels.
    pub(super) recorded: usize,
}

/// A card of the pool.
pub(super) struct PoolCard {
    pub(super) passcode: u32,
    pub(super) name: String,
    pub(super) tier: Tier,
    /// The recorded duels in which it acted; with 0 there are only its tests.
    pub(super) recorded_duels: u64,
}

/// All cards of the pool, by the names of their files.
pub(super) fn pool_cards() -> Vec<PoolCard> {
    let (recorded, pool) = (RecordedCards::of_project(), catalogue());
    let of = |card: CardText| PoolCard {
        passcode: pool.facts(card.code).passcode,
        name: pool.name(card.code).to_owned(),
        tier: if card.file.starts_with("cards/read/") { Tier::Proved } else { Tier::ByHand },
        recorded_duels: recorded.duels(&card),
    };
    card_texts(&pool_files(), pool).into_iter().map(of).collect()
}

/// Counts the cards with effects, and those that were declined. Tiers without a card are left out.
pub(super) fn count(cards: &Catalogue, pool: &[PoolCard], declined: usize) -> Vec<TierCount> {
    let pool: BTreeMap<u32, &PoolCard> = pool.iter().map(|card| (card.passcode, card)).collect();
    let mut counts = [Tier::ByHand, Tier::Proved, Tier::Own, Tier::Read, Tier::Declined]
        .map(|tier| TierCount { tier, cards: 0, recorded: 0 });
    for (code, _) in cards.scripts().cards() {
        let known = pool.get(&cards.facts(code).passcode);
        let tier = match known {
            _ if cards.is_unproved(code) => Tier::Read,
            Some(card) => card.tier,
            None => Tier::Own,
        };
        let recorded = known.is_some_and(|card| card.recorded_duels > 0) && tier != Tier::Read;
        let row = &mut counts[tier as usize];
        row.cards += 1;
        row.recorded += usize::from(recorded);
    }
    counts[Tier::Declined as usize].cards = declined;
    counts.into_iter().filter(|row| row.cards > 0).collect()
}

/// The counts as a table.
pub(super) fn in_words(tiers: &[TierCount]) -> String {
    let rows = tiers.iter().map(|row| {
        let meaning = match row.tier {
            Tier::ByHand => "written by hand, with tests of its own",
            Tier::Proved => "read from the printed text and shown by recorded duels",
            Tier::Own => "from your own card files",
            Tier::Read => "read from your database; results with them are marked",
            Tier::Declined => "can't be read; `duelfish deck check` says why",
        };
        let tier = match row.tier {
            Tier::ByHand => "by hand",
            Tier::Proved => "proved",
            Tier::Own => "own",
            Tier::Read => "read",
            Tier::Declined => "declined",
        };
        [tier.to_owned(), row.cards.to_string(), row.recorded.to_string(), meaning.to_owned()]
    });
    let columns = ["tier", "cards", "in recorded duels", ""];
    output::table(Some(columns), [Align::Left, Align::Right, Align::Right, Align::Left], rows)
}
