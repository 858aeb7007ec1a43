//! Which cards are negated: found out anew whenever something changes on which that may depend.
//!
//! A card that is negated negates nothing itself, so the order matters. A card that was negated
//! stays so until a check of that card says otherwise. Cards are checked one after the other, and
//! each result at once counts for the next. A card that begins to be at work is checked before it
//! negates anything (FACT-N6, FACT-N7). So of two cards that negate each other the one that came
//! first wins.

use arrayvec::ArrayVec;

use super::derive::NEGATION;
use super::gateway::put_aside;
use super::modifiers::Reach;
use super::rooms::Modifier;
use super::{Card, CardSet, Duel, status_bits};
use crate::event::Event;
use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::limits::MAX_CARDS;
use crate::state::Ctx;
use crate::witness::Witness;
use duelfish_script::{Catalogue, KindSet, ModKind, Until, kind};

/// Rounds after which cards that negate each other in a circle stay as they are.
const ROUNDS: u32 = 8;

/// The changes of its own ATK and DEF that a card loses when it becomes negated.
const OWN_VALUES: [ModKind; 7] = [
    ModKind::Atk,
    ModKind::Def,
    ModKind::SetAtk,
    ModKind::SetDef,
    ModKind::BaseAtk,
    ModKind::BaseDef,
    ModKind::SetLevel,
];

/// Whether a modifier is one of the changes of its own values that a card loses when it becomes negated. The
/// original ATK and DEF that came with effects which it has taken over it keeps.
fn is_lost_by_negation(m: &Modifier, taken: bool) -> bool {
    m.source == m.target
        && !m.is_continuous()
        && m.until != Until::EndOfCalculation as u8
        && m.until != Until::ForeverAnyway as u8
        && m.until != Until::ForeverOpen as u8
        && OWN_VALUES.iter().any(|kind| m.is(*kind))
        && !(taken && (m.is(ModKind::BaseAtk) || m.is(ModKind::BaseDef)))
}

impl Duel {
    /// Which cards are negated is to be found out anew, if anything negates.
    #[inline]
    pub(super) fn negation_changed<W: Witness>(&mut self, w: &mut W) {
        if self.may_negate() {
            self.mark_negation(w);
        }
    }

    /// A link has resolved: what it holds is held from now on.
    pub(crate) fn begin_to_hold<W: Witness>(&mut self, w: &mut W, number: u8) {
        for at in 0..self.mods().len() {
            let m = self.mods()[at];
            if m.is(ModKind::Held) && m.value == i32::from(number) {
                self.set_mod_value(w, at, 0, m.until);
            }
        }
        self.mark_all_dirty(w);
        self.negation_changed(w);
    }

    pub(super) fn mark_negation<W: Witness>(&mut self, w: &mut W) {
        put_aside!(self, w, self.dirty = self.dirty | NEGATION);
    }

    /// Finds out which cards are negated, if anything has changed that negates.
    #[inline(always)]
    pub(crate) fn find_negated<W: Witness>(&mut self, w: &mut W, cards: &Catalogue) {
        if self.dirty & NEGATION != 0 {
            self.adjust_negation(w, cards);
        }
    }

    /// Finds out which cards are negated.
    #[inline(never)]
    pub(super) fn adjust_negation<W: Witness>(&mut self, w: &mut W, cards: &Catalogue) {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for card in self.in_line_to_be_checked(cards) {
                changed |= self.check_negated(w, cards, CardId(card));
            }
            if !changed {
                break;
            }
        }
        // Modifiers that were lost here may have asked for the same again.
        put_aside!(self, w, self.dirty = self.dirty & !NEGATION);
    }

    /// The cards of [`Self::may_be_negated`], in the order in which they are looked at, which is that of
    /// their making (FACT-N7). The order matters only where two modifiers negate.
    fn in_line_to_be_checked(&self, cards: &Catalogue) -> ArrayVec<u8, MAX_CARDS> {
        let mut line: ArrayVec<u8, MAX_CARDS> = self.may_be_negated().iter().collect();
        if self.mods().iter().filter(|m| m.is(ModKind::Negated)).nth(1).is_some() {
            line.sort_unstable_by_key(|card| self.place_in_line(cards, CardId(*card)));
        }
        line
    }

    /// The cards that are negated, lie on the field, or are named.
    fn may_be_negated(&self) -> CardSet {
        let negates = |m: &&Modifier| m.is(ModKind::Negated) && m.reach() == Reach::Card;
        let mut found: CardSet = self.mods().iter().filter(negates).map(|m| m.target).collect();
        for player in Player::BOTH {
            let monsters = self.monsters(player).map(|(_, card)| card);
            let all = monsters.chain(self.spell_cards(player));
            found = all.fold(found, |found, card| found.with(card.0));
        }
        // Few are, if any: four at a time are looked at.
        let is = |card: &Card| card.status & status_bits::NEGATED != 0;
        let used = &self.cards[..usize::from(self.cards_used)];
        for (at, four) in used.chunks(4).enumerate() {
            if four.iter().fold(false, |any, card| any | is(card)) {
                let negated = (0..four.len()).filter(|card| is(&four[*card]));
                found = negated.fold(found, |found, card| found.with((at * 4 + card) as u8));
            }
        }
        found
    }

    /// Finds out whether one card is negated; says whether that changed.
    pub(super) fn check_negated<W: Witness>(
        &mut self,
        w: &mut W,
        cards: &Catalogue,
        card: CardId,
    ) -> bool {
        let negated = self.would_be_negated(cards, card);
        if negated == self.has_status(card, status_bits::NEGATED) {
            return false;
        }
        self.set_status(w, card, status_bits::NEGATED, negated);
        if negated {
            self.forget_own_values(w, card);
            self.lose_counters(w, card);
        }
        self.mark_all_dirty(w);
        if self.has_mod(ModKind::Control) {
            // That changes nothing on which the negation of a card depends.
            let due = self.dirty & NEGATION;
            self.review_control_by(w, card);
            put_aside!(self, w, self.dirty = self.dirty & !NEGATION | due);
        }
        true
    }

    /// A card that becomes negated loses the changes that it gave its own ATK, DEF and Level for a time
    /// (FACT-N8), but not those for the damage calculation alone.
    pub(super) fn forget_own_values<W: Witness>(&mut self, w: &mut W, card: CardId) {
        if self.has_any_mod(KindSet::all(&OWN_VALUES)) {
            let taken = self.has_been_given(ModKind::HasEffectsOf, card);
            self.remove_mods(w, |m| m.target == card.0 && is_lost_by_negation(m, taken));
        }
    }

    /// A card holds counters by its effect: while that is negated it has none. Those that any card can hold stay.
    fn lose_counters<W: Witness>(&mut self, w: &mut W, card: CardId) {
        let Some((kind, count)) = self.own_counters(card) else { return };
        self.write_own_counters(w, card, [0; 2]);
        let change = 0_i8.saturating_sub_unsigned(count);
        w.event(self, Event::Counters { card, kind, change });
    }

    /// Whether a change that a card gave its own ATK, DEF or Level while it was negated has no effect yet: it has once the card
    /// is negated no more. Those of before are lost (FACT-N8).
    pub(super) fn waits_for_own_effects(&self, m: &Modifier) -> bool {
        let card = CardId(m.target);
        m.source == m.target
            && self.has_status(card, status_bits::NEGATED)
            && m.until != Until::Source as u8
            && is_lost_by_negation(m, self.has_been_given(ModKind::HasEffectsOf, card))
    }

    /// Whether anything that stands negates a card.
    pub(super) fn would_be_negated(&self, cards: &Catalogue, card: CardId) -> bool {
        self.is_negated_without(cards, card, CardSet::EMPTY)
    }

    /// The same for what does not come from these cards, which are about to leave.
    pub(crate) fn is_negated_without(
        &self,
        cards: &Catalogue,
        card: CardId,
        leaving: CardSet,
    ) -> bool {
        let negates =
            |m: &Modifier| m.is(ModKind::Negated) && !(m.is_continuous() && leaving.has(m.source));
        let mut negating =
            self.mods().iter().filter(|m| negates(m) && self.reaches(cards, m, card));
        negating.any(|m| self.stands(m) || self.waits_for(cards, m, card, leaving))
            || (self.is_on_field(card)
                && self.position(card).is_face_up()
                && (self.is_forbidden(cards, card)
                    || self.is_name_negated_there(cards, card)
                    || self.is_column_negated_there(cards, card)))
    }

    /// Whether a modifier that does not stand works again once some cards have left, because nothing else negates its
    /// source. That is found out before anything is found out of this card only if the source stands before it in line
    /// (FACT-N7).
    fn waits_for(&self, cards: &Catalogue, m: &Modifier, card: CardId, leaving: CardSet) -> bool {
        let source = CardId(m.source);
        let leaves = |n: &Modifier| n.is_continuous() && leaving.has(n.source);
        let mut negating = self
            .mods()
            .iter()
            .filter(|n| n.is(ModKind::Negated) && self.stands(n) && self.reaches(cards, n, source));
        !leaving.is_empty()
            && m.source != NO_CARD
            && self.is_on_field(source)
            && self.place_in_line(cards, source) < self.place_in_line(cards, card)
            && negating.next().is_some_and(leaves)
            && negating.all(leaves)
    }

    /// Whether something that negates Spells and Traps on the field negates the effect of a link, be
    /// its card still there or not (FACT-N5).
    pub(crate) fn is_negated_where_it_was(
        &self,
        cards: &Catalogue,
        card: CardId,
        location: Location,
    ) -> bool {
        self.has_mod(ModKind::Negated)
            && location.is_spell_zone()
            && self.is_negated_as_spell(cards, card)
    }

    /// Whether a card is negated by what negates Spells and Traps, also where it is none of those.
    pub(crate) fn is_negated_as_spell(&self, cards: &Catalogue, card: CardId) -> bool {
        self.mods().iter().any(|m| {
            m.is(ModKind::Negated)
                && m.reach() == Reach::Spells
                && self.stands(m)
                && self.fits_scope(cards, m, card)
        })
    }

    /// The modifiers of a kind on a card of the field, be it a monster or not, whose conditions hold.
    pub(crate) fn mods_on_card<'a>(
        &'a self,
        cards: &'a Catalogue,
        kind: ModKind,
        card: CardId,
    ) -> impl Iterator<Item = &'a Modifier> {
        let on = move |m: &&Modifier| {
            m.is(kind)
                && self.is_on_field(card)
                && self.stands(m)
                && self.reaches(cards, m, card)
                && self.is_in_force(cards, m)
        };
        self.mods().iter().filter(on)
    }

    /// The oldest modifier of a kind on a card of the field.
    pub(crate) fn mod_on_card<'a>(
        &'a self,
        cards: &'a Catalogue,
        kind: ModKind,
        card: CardId,
    ) -> Option<&'a Modifier> {
        self.mods_on_card(cards, kind, card).next()
    }

    /// Whether a modifier applies to a card, wherever that lies.
    #[inline(always)]
    pub(super) fn reaches(&self, cards: &Catalogue, m: &Modifier, card: CardId) -> bool {
        let reach = m.reach();
        if reach == Reach::Card {
            return m.target == card.0;
        }
        match self.location(card) {
            Location::Monster => {
                let zone = crate::ids::MonsterZone(self.zone(card));
                !self.has_status(card, status_bits::SUMMONING)
                    && self.applies(cards, m, card, self.derived(self.controller(card), zone))
            }
            Location::Spell | Location::Field | Location::Pendulum | Location::Hand => {
                reach == Reach::Spells
                    // A negation does nothing to cards that lie face-down.
                    && (!m.is(ModKind::Negated) || self.position(card).is_face_up())
                    // A monster that is an Equip Card counts as a Spell (FACT-A12).
                    && (matches!(self.location(card), Location::Spell | Location::Pendulum)
                        || cards.facts(self.code(card)).is_any(kind::SPELL | kind::TRAP))
                    && self.fits_scope(cards, m, card)
            }
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material => false,
        }
    }

    /// Whether a card is on the sides of a modifier and fits its test.
    fn fits_scope(&self, cards: &Catalogue, m: &Modifier, card: CardId) -> bool {
        let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
        self.is_in_force(cards, m)
            && ctx.is_among(m.sides(), self.controller(card))
            && self.fits(cards, ctx, duelfish_script::TestId(m.filter), card)
    }
}
