//! A player's belief about the opponent's Deck.

use duelfish_engine::{CardCode, Dealer, DeckList, View};

use crate::bot::Setup;

/// The lists that the opponent may hold.
#[derive(Clone, Debug, Default)]
pub struct Belief {
    /// The opponent's list is known, so that hidden cards are what is left of it.
    known: bool,
    /// Else it is one of these: Main Deck and Extra Deck.
    lists: Vec<[Vec<CardCode>; 2]>,
}

impl Belief {
    /// For duels in which the opponent's list is not told: it is any of these, each as likely as the
    /// others that fit what was seen.
    #[must_use]
    pub fn any_of(lists: &[DeckList<'_>]) -> Self {
        let lists = lists.iter().map(|list| [list.main.to_vec(), list.extra.to_vec()]).collect();
        Self { known: false, lists }
    }

    /// A duel begins: its set-up may tell the list.
    pub(crate) fn begin(&mut self, setup: &Setup<'_>) {
        self.known = setup.decks[setup.me.other().index()].is_some();
    }

    /// Deals worlds for each list that is possible; none if none is, so that there is nothing to
    /// search.
    pub(crate) fn dealers(&self, view: &View<'_>) -> Vec<Dealer> {
        if self.known {
            return view.dealer(None).into_iter().collect();
        }
        let guess =
            |[main, extra]: &[Vec<CardCode>; 2]| view.dealer(Some(DeckList { main, extra })).ok();
        self.lists.iter().filter_map(guess).collect()
    }
}
