//! Current values of monsters on the field, derived from what is printed and what modifies it.

use super::gateway::put;
use super::{Derived, Duel, status_bits};
use crate::catalogue::{Catalogue, Facts};
use crate::effects::{ModKind, reads_bit};
use crate::ids::{Handle, Player, Seat};
use crate::marks::rule;
use crate::witness::Witness;

/// The bit of [`Duel::dirty`] that stands for no zone: which cards are negated is to be found out.
pub(super) const NEGATION: u16 = 1 << 15;

/// Rounds after which values that count each other in a circle stay as they are.
const ROUNDS: u32 = 8;

impl Duel {
    /// Re-derives the current values of monsters in dirty zones.
    #[inline(always)]
    pub(crate) fn refresh<W: Witness>(&mut self, w: &mut W, cards: &Catalogue) {
        if self.dirty != 0 {
            self.refresh_dirty(w, cards);
        }
    }

    /// One monster's values may count others by theirs, so a change makes another round.
    #[inline(never)]
    fn refresh_dirty<W: Witness>(&mut self, w: &mut W, cards: &Catalogue) {
        if self.dirty & NEGATION != 0 {
            self.settle_negation(w, cards);
        }
        if self.refresh_round(w, cards) {
            self.refresh_rounds(w, cards);
        }
    }

    #[inline(never)]
    fn refresh_rounds<W: Witness>(&mut self, w: &mut W, cards: &Catalogue) {
        for _ in 0..ROUNDS {
            if self.has_mod(ModKind::Negated) {
                self.settle_negation(w, cards);
            }
            self.mark_all_dirty(w);
            if !self.refresh_round(w, cards) {
                return;
            }
        }
    }

    /// Whether a value changed on which another one may depend.
    #[inline(always)]
    fn refresh_round<W: Witness>(&mut self, w: &mut W, cards: &Catalogue) -> bool {
        let mut changed = false;
        while self.dirty != 0 {
            let bit = self.dirty.trailing_zeros();
            put!(self, w, self.dirty = self.dirty & (self.dirty - 1));
            let (p, seat) = ((bit / 8) as usize, (bit % 8) as usize);
            let fresh = self.derive(cards, Player(p as u8), Seat(seat as u8));
            if self.derived[p][seat] != fresh {
                put!(self, w, self.derived[p][seat] = fresh);
                changed = true;
            }
        }
        // Which monsters are negated may depend on their values too.
        changed && (self.reads & reads_bit::MONSTERS != 0 || self.has_mod(ModKind::Negated))
    }

    /// Current values of the monster in a zone.
    #[inline]
    pub(super) fn derive(&self, cards: &Catalogue, player: Player, seat: Seat) -> Derived {
        let Some(card) = self.monster(player, seat) else { return Derived::default() };
        let facts = cards.facts(self.print(card));
        if facts.atk == 0 || facts.def == 0 {
            // It stays: nothing looks whether a value is 0.
            rule!("CT-01.7");
        }
        let mut values = printed(facts);
        if self.has_status(card, status_bits::SUMMONING) {
            rule!("SU-00.4c", "SU-00.4d");
        }
        // While it is being Summoned nothing touches it (N17, A1).
        if self.mods().is_empty() || self.has_status(card, status_bits::SUMMONING) {
            return values;
        }
        self.modify(cards, card, &mut values);
        values
    }

    /// Applies all modifiers in the order of their stamps (A2).
    ///
    /// Changes of ATK and DEF stay separate signed entries until the end, because a later one may
    /// turn all of them round (A4).
    #[inline(never)]
    fn modify(&self, cards: &Catalogue, card: Handle, values: &mut Derived) {
        let (mut atk, mut def, mut reversed) = (0, 0, false);
        for m in self.mods() {
            if !self.applies(cards, m, card, values) {
                continue;
            }
            values.flags |= 1_u32.checked_shl(u32::from(m.what())).unwrap_or(0);
            if m.is(ModKind::Atk) {
                atk += self.value_of(cards, m);
            } else if m.is(ModKind::Def) {
                def += self.value_of(cards, m);
            } else if m.is(ModKind::ReverseChanges) {
                reversed = true;
            }
        }
        let sign = if reversed { -1 } else { 1 };
        values.atk = (values.atk + sign * atk).max(0);
        values.def = (values.def + sign * def).max(0);
    }

    /// Current values of a card wherever it is: as derived on the field, as printed elsewhere.
    pub(crate) fn values_of(&self, cards: &Catalogue, card: Handle) -> Derived {
        if self.place(card) == crate::ids::Place::Monster {
            *self.derived(self.controller(card), Seat(self.seat(card)))
        } else {
            printed(cards.facts(self.print(card)))
        }
    }
}

/// What is printed; a "?" counts as 0 on the field.
fn printed(facts: &Facts) -> Derived {
    Derived {
        atk: facts.atk.max(0),
        def: facts.def.max(0),
        race: facts.race,
        level: facts.level,
        attribute: facts.attribute,
        ..Derived::default()
    }
}
