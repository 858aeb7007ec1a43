//! Counters on cards. A card that says which counters it can hold has them in its own row; counters that any
//! face-up card can hold lie on it as modifiers, and are gone when it leaves or is turned face-down (FACT-E15).

use super::Duel;
use super::modifiers::{ModValue, ModifierDraft};
use super::rooms::Modifier;
use crate::ids::CardId;
use crate::witness::Witness;
use duelfish_script::{Counter, ModKind, Scope, Until, reads_bit};

/// The counters on a card, by their kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters([Option<(Counter, u8)>; 1 + Counter::ON_ANY_CARD.len()]);

impl Counters {
    /// Each kind that is there, with the number of such counters.
    pub fn iter(&self) -> impl Iterator<Item = (Counter, u8)> + '_ {
        self.0.iter().copied().flatten()
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// How many there are of all kinds.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.iter().map(|(_, count)| u32::from(count)).sum()
    }
}

impl Duel {
    /// How many counters of a kind are on a card.
    pub(crate) fn counters(&self, card: CardId, kind: Counter) -> i32 {
        if kind.is_for_any_card() {
            return self
                .row_of_counters(card, kind)
                .map_or(0, |at| i32::from(self.mods()[at].value as u8));
        }
        self.own_counters(card)
            .map_or(0, |(held, count)| i32::from(count) * i32::from(held == kind))
    }

    /// The counters on a card.
    pub(crate) fn counters_on(&self, card: CardId) -> Counters {
        let mut found = Counters::default();
        found.0[0] = self.own_counters(card);
        if self.has_mod(ModKind::Counters) {
            for (at, kind) in Counter::ON_ANY_CARD.into_iter().enumerate() {
                let count = self.counters(card, kind) as u8;
                found.0[1 + at] = (count > 0).then_some((kind, count));
            }
        }
        found
    }

    /// Writes how many counters of a kind are on a card.
    pub(crate) fn write_counters<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        kind: Counter,
        count: u8,
    ) {
        if !kind.is_for_any_card() {
            self.write_own_counters(w, card, if count == 0 { [0; 2] } else { [kind.0, count] });
            return;
        }
        let value = i32::from(kind.0) << 16 | i32::from(count);
        match self.row_of_counters(card, kind) {
            _ if count == 0 => self.remove_mods(w, |m| lies_on(m, card, kind)),
            Some(at) => self.set_mod_value(w, at, value, Until::Forever as u8),
            None => {
                let draft = ModifierDraft {
                    kind: ModKind::Counters,
                    scope: Scope::Card,
                    target: card.0,
                    source: card.0,
                    player: self.controller(card),
                    until: Until::Forever,
                    value: ModValue::Fixed(value),
                    reads: 0,
                };
                self.add_mod(w, draft.pack());
            }
        }
        // Values may depend on them.
        self.facts_changed(w, reads_bit::MONSTERS | reads_bit::SPELLS);
    }

    /// Where the counters of a kind that any card can hold stand among the modifiers.
    fn row_of_counters(&self, card: CardId, kind: Counter) -> Option<usize> {
        if !self.has_mod(ModKind::Counters) {
            return None;
        }
        self.mods().iter().position(|m| lies_on(m, card, kind))
    }
}

/// Whether a modifier is the counters of a kind on a card.
fn lies_on(m: &Modifier, card: CardId, kind: Counter) -> bool {
    m.is(ModKind::Counters) && m.target == card.0 && m.value >> 16 == i32::from(kind.0)
}
