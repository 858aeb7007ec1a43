//! A player's belief about the cards of the opponent that lie hidden.
//!
//! The list is known, or it is one of several ([`Belief`]). Which card of it lies where is not equally likely: a Set card is
//! oftener a Trap than a Spell, and one that has lain there while its owner was attacked is hardly one that answers attacks. An
//! [`Inference`] says how much likelier each card is in each [`Situation`], as it was learned from self-play.

mod codec;
mod inference;
mod situation;

use std::sync::Arc;

use duelfish_engine::{CardCode, Dealer, DeckList, View};

use crate::bot::Setup;

pub use inference::{INFERENCE_UNIT, Inference, InferenceReader, InferenceRow};
pub use situation::Situation;

/// The lists that the opponent may hold, and how likely their cards are where they may lie.
#[derive(Clone, Debug, Default)]
pub struct Belief {
    /// The opponent's list is known, so that hidden cards are what is left of it.
    known: bool,
    /// Else it is one of these: Main Deck and Extra Deck.
    lists: Vec<[Vec<CardCode>; 2]>,
    /// Without one, a hidden card is any that may lie at its place, each equally likely.
    inference: Option<InferenceReader>,
}

impl Belief {
    /// For duels in which the opponent's list is told, as the decks of the duel tell it.
    #[must_use]
    pub fn of_known_list() -> Self {
        Self { known: true, ..Self::default() }
    }

    /// For duels in which the opponent's list is not told: it is any of these, each as likely as the
    /// others that fit what was seen.
    #[must_use]
    pub fn any_of(lists: &[DeckList<'_>]) -> Self {
        let lists = lists.iter().map(|list| [list.main.to_vec(), list.extra.to_vec()]).collect();
        Self { known: false, lists, inference: None }
    }

    /// The same with what this inference says of hidden cards, whose logarithms count this share, from 0 to 1.
    #[must_use]
    pub fn with_inference(self, inference: Arc<Inference>, share: f32) -> Self {
        Self { inference: Some(InferenceReader::new(inference, share)), ..self }
    }

    /// The same with the inference that another belief has.
    pub(crate) fn with_inference_of(self, other: Self) -> Self {
        Self { inference: other.inference.or(self.inference), ..self }
    }

    /// A duel begins: its set-up may tell the list.
    pub(crate) fn begin(&mut self, setup: &Setup<'_>) {
        self.known = setup.decks[setup.me.other().index()].is_some();
        if let Some(inference) = &mut self.inference {
            inference.begin();
        }
    }

    /// Deals worlds for each list that is possible; none if none is, so that there is nothing to
    /// search.
    #[must_use]
    pub fn dealers(&mut self, view: &View<'_>) -> Vec<Dealer> {
        let mut dealers: Vec<Dealer> = if self.known {
            view.dealer(None).into_iter().collect()
        } else {
            let guess = |[main, extra]: &[Vec<CardCode>; 2]| {
                view.dealer(Some(DeckList { main, extra })).ok()
            };
            self.lists.iter().filter_map(guess).collect()
        };
        if let Some(inference) = &mut self.inference {
            for dealer in &mut dealers {
                inference.weigh(view, dealer);
            }
        }
        dealers
    }
}
