//! Fusion Materials that go from a Deck.

use std::collections::BTreeSet;

use duelfish_engine::{Action, DecisionKind, Duel, Game, Stacked};

use crate::choices::{toggle, unselected};
use crate::line::TraceAsk;
use crate::options::{Offer, OptionChoice};
use crate::replay::{PendingQuestion, Stop, TraceReplay};

/// Materials of Fusion Monsters that are more than this are not looked at one by one.
const DEEP: u32 = 3;

impl TraceAsk {
    /// Whether it is about cards of a Deck.
    pub(crate) fn is_of_deck(&self) -> bool {
        let first = self.options.first().and_then(|option| option.get("loc"));
        first.and_then(serde_json::Value::as_str) == Some("deck")
    }
}

impl TraceReplay {
    /// Materials of a Deck, picked one at a time in any order, where copies look the same; ours are given in
    /// the order in which they are asked when all are picked. A pick may be taken back by picking it again.
    pub(crate) fn unselect_from_deck_to_fuse(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let mut picked = self.take_picked();
        let recorded = unselected(ask)?;
        if picked.is_empty() {
            let mut ours = BTreeSet::new();
            gather(&self.duel, &self.game, DEEP, &mut ours);
            let theirs: BTreeSet<u32> = recorded.iter().filter_map(|choice| choice.id).collect();
            crate::compare::same(|| "materials".to_owned(), &theirs, &ours)?;
        }
        if ask.picks()?.is_some() {
            let choice = recorded[ask.pick()?].clone();
            toggle(&mut picked, choice);
            // Materials without a fixed number are asked one after the other, each as if it were the last.
            let fixed = ask.max.filter(|most| *most > 1).map(|most| most as usize);
            if picked.len() < recorded.len() && fixed != Some(picked.len()) {
                self.pending = PendingQuestion::Cards(picked);
                return Ok(());
            }
        }
        self.give_from_deck(picked)
    }

    fn give_from_deck(&mut self, mut picked: Vec<OptionChoice>) -> Result<(), Stop> {
        let of_deck = |choice: &OptionChoice| choice.loc.as_deref() == Some("deck");
        let from_deck = picked.iter().filter(|choice| of_deck(choice));
        let places = from_deck.filter_map(|choice| Some((choice.con?, choice.seq?)));
        let mut places: Vec<(u8, u8)> = places.collect();
        // Those that lie higher go first: what is brought forward last goes last.
        places.sort_unstable_by(|a, b| b.cmp(a));
        places.iter().for_each(|(con, seq)| self.bring_forward(*con, *seq));
        picked.iter_mut().filter(|choice| of_deck(choice)).for_each(|choice| choice.seq = None);
        self.give_offered(&mut picked, |replay| {
            let mut cards = replay.cards_offered();
            let those = cards.iter_mut().filter(|(choice, _)| of_deck(choice));
            those.for_each(|(choice, _)| choice.seq = None);
            cards
        })?;
        if Offer::of(&self.duel, &self.game).actions.contains(&Action::DONE) {
            self.answer(Action::DONE)?;
        }
        for (con, seq) in places {
            self.order.take(con, seq);
            self.unordered.picked_from_deck(con);
        }
        Ok(())
    }
}

/// The passcodes of all cards that can be chosen from here on, one after the other.
fn gather(duel: &Duel, game: &Game<'static>, deep: u32, ids: &mut BTreeSet<u32>) {
    let mut seen = BTreeSet::new();
    for (choice, action) in Offer::of(duel, game).cards() {
        let Some(id) = choice.id.filter(|id| seen.insert(*id)) else { continue };
        ids.insert(id);
        let mut next = *duel;
        next.apply(game, action, &mut Stacked::default(), &mut ());
        let from_deck = Offer::of(&next, game)
            .cards()
            .iter()
            .any(|(choice, _)| choice.loc.as_deref() == Some("deck"));
        let more = next.decision().is_some_and(|decision| decision.kind == DecisionKind::Card);
        if deep > 1 && more && from_deck {
            gather(&next, game, deep - 1, ids);
        }
    }
}
