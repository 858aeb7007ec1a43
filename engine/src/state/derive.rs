//! Current values of monsters on the field, derived from what is printed and what modifies it.

use super::gateway::{put, put_aside};
use super::modifiers::Reach;
use super::rooms::Modifier;
use super::{Derived, Duel, status_bits};
use crate::ids::{CardId, Location, MonsterZone, NO_CARD, Player};
use crate::marks::{rule, rule_if};
use crate::witness::Witness;
use duelfish_script::{Catalogue, Facts, KindSet, ModKind, Until, kind, reads_bit};

/// The bit of [`Duel::dirty`] that stands for no zone: which cards are negated is to be found out.
pub(super) const NEGATION: u16 = 1 << 15;

/// The modifiers that change the Attribute of a monster, and those that change its Level.
const ATTRIBUTES: KindSet = KindSet::all(&[ModKind::BecomesAttribute, ModKind::AddsAttribute]);
const LEVELS: KindSet = KindSet::all(&[ModKind::Level, ModKind::SetLevel]);

/// The modifiers that take the place of a value, for which the order counts in which conditions come true.
const SETS_POINTS: KindSet =
    KindSet::all(&[ModKind::SetAtk, ModKind::SetDef, ModKind::BaseAtk, ModKind::BaseDef]);
const ORIGINALS: KindSet = KindSet::all(&[ModKind::BaseAtk, ModKind::BaseDef]);

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
            self.adjust_negation(w, cards);
        }
        if self.has_any_mod(SETS_POINTS) {
            self.restamp(w, cards);
        }
        if self.refresh_round(w, cards) {
            self.refresh_rounds(w, cards);
        }
    }

    #[inline(never)]
    fn refresh_rounds<W: Witness>(&mut self, w: &mut W, cards: &Catalogue) {
        for _ in 0..ROUNDS {
            if self.has_mod(ModKind::Negated) {
                self.adjust_negation(w, cards);
            }
            self.mark_dirty_by_those(w, |m| m.reads & reads_bit::MONSTERS != 0);
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
            put_aside!(self, w, self.dirty = self.dirty & (self.dirty - 1));
            let (p, zone) = ((bit / 8) as usize, (bit % 8) as usize);
            let fresh = self.derive(cards, Player::of_bit(p as u8), MonsterZone(zone as u8));
            if self.derived[p][zone] != fresh {
                put!(self, w, self.derived[p][zone] = fresh);
                changed = true;
            }
        }
        // Which monsters are negated may depend on their values too.
        changed && (self.reads & reads_bit::MONSTERS != 0 || self.has_mod(ModKind::Negated))
    }

    /// Current values of the monster in a zone.
    #[inline]
    pub(super) fn derive(&self, cards: &Catalogue, player: Player, zone: MonsterZone) -> Derived {
        let Some(card) = self.monster(player, zone) else { return Derived::default() };
        let facts = cards.facts(self.code(card));
        if facts.atk == 0 || facts.def == 0 {
            // It stays: nothing looks whether a value is 0.
            rule!("CT-01.7");
        }
        let mut values = printed(facts);
        rule_if!(self.has_status(card, status_bits::SUMMONING), "SU-00.4c", "SU-00.4d");
        // While it is being Summoned nothing touches it (FACT-N17, FACT-A1).
        if self.mods().is_empty() || self.has_status(card, status_bits::SUMMONING) {
            return values;
        }
        self.modify(cards, card, &mut values);
        rule_if!(values.atk == 0 || values.def == 0, "CT-01.7");
        values
    }

    /// Applies all modifiers in the order of their stamps (FACT-A2).
    ///
    /// A modifier that changes no value is looked at last, because it depends on all values which
    /// monsters it is about. Changes of ATK and DEF stay separate signed entries until the end,
    /// because a later one may turn all of them round (FACT-A4).
    #[inline(never)]
    fn modify(&self, cards: &Catalogue, card: CardId, values: &mut Derived) {
        let (mut atk, mut def) = (Points::new(values.atk), Points::new(values.def));
        let (mut reversed, mut looks) = (false, false);
        let up = self.position(card).is_face_up();
        self.modify_kind(cards, card, values);
        if self.has_any_mod(ORIGINALS) {
            (atk.base, def.base) = self.standing_originals(cards, card, values);
        }
        // A card mostly changes ATK and DEF of the same monsters: it is asked once for both.
        let mut last: Option<(&Modifier, bool)> = None;
        for m in self.mods() {
            if !m.may_be_about(card) || !m.is_shown() {
                continue;
            }
            if m.looks_at_values() {
                looks = true;
                continue;
            }
            let applies = match last {
                Some((other, applies)) if m.applies_as(other) => applies,
                _ => self.surely_applies(cards, m, card, values),
            };
            last = Some((m, applies));
            if !applies {
                continue;
            }
            values.flags |= m.flag();
            if m.is(ModKind::Atk) {
                atk.add(m, self.value_of(cards, m));
            } else if m.is(ModKind::Def) {
                def.add(m, self.value_of(cards, m));
            } else if m.is(ModKind::ReverseChanges) {
                reversed = true;
            } else if m.is(ModKind::SetAtk) || m.is(ModKind::CoversAtk) {
                atk.set(m, self.value_of(cards, m));
            } else if m.is(ModKind::SetDef) {
                def.set(m, self.value_of(cards, m));
            } else if m.is_standing_original() {
                // It was counted before all others.
            } else if m.is(ModKind::BaseAtk) && up {
                (atk.base, atk.set) = (self.value_of(cards, m), None);
            } else if m.is(ModKind::BaseDef) && up {
                (def.base, def.set) = (self.value_of(cards, m), None);
            } else if m.is(ModKind::SwapBase) && !self.is_link_monster(cards, card) {
                std::mem::swap(&mut atk.base, &mut def.base);
            }
        }
        values.atk = atk.total(reversed);
        // A Link Monster has no DEF that could change (CT-01.3).
        values.def = if self.is_link_monster(cards, card) { 0 } else { def.total(reversed) };
        if looks {
            for m in self.mods().iter().filter(|m| m.looks_at_values() && m.is_shown()) {
                if self.applies(cards, m, card, values) {
                    values.flags |= m.flag();
                }
            }
        }
    }

    /// Applies changes of Type, Attribute and Level first, because others ask for these whatever their stamps
    /// are (FACT-A10, FACT-A11).
    fn modify_kind(&self, cards: &Catalogue, card: CardId, values: &mut Derived) {
        if self.has_mod(ModKind::BecomesType) {
            for m in self.mods().iter().filter(|m| m.is(ModKind::BecomesType)) {
                if self.applies(cards, m, card, values) {
                    // One that was never declared changes nothing.
                    let race = self.value_of(cards, m);
                    values.race = if race > 0 { race.cast_unsigned() } else { values.race };
                }
            }
        }
        if self.has_any_mod(ATTRIBUTES) {
            self.modify_attribute(cards, card, values);
        }
        if self.has_any_mod(LEVELS) {
            self.modify_level(cards, card, values);
        }
    }

    /// An Attribute that it has takes the place of all before it, one that it has too comes to them.
    #[inline(never)]
    fn modify_attribute(&self, cards: &Catalogue, card: CardId, values: &mut Derived) {
        for m in self.mods().iter().filter(|m| ATTRIBUTES.has(m.what())) {
            if self.applies(cards, m, card, values) {
                let bits = self.value_of(cards, m) as u8;
                if m.is(ModKind::AddsAttribute) {
                    values.attribute |= bits;
                } else if bits != 0 {
                    values.attribute = bits;
                }
            }
        }
    }

    /// A Level that it has takes the place of the one before it and of what lasting effects made of that, but
    /// what cards make of it as long as they stay counts on (FACT-A10).
    #[inline(never)]
    fn modify_level(&self, cards: &Catalogue, card: CardId, values: &mut Derived) {
        let (mut set, mut lingering, mut continuous) = (None, 0, 0);
        for m in self.mods().iter().filter(|m| LEVELS.has(m.what())) {
            if !self.applies(cards, m, card, values) {
                continue;
            }
            let value = self.value_of(cards, m);
            if m.is(ModKind::SetLevel) {
                (set, lingering) = (Some(value), 0);
            } else if m.is_continuous() {
                continuous += value;
            } else {
                lingering += value;
            }
        }
        let facts = cards.facts(self.code(card));
        let by = set.map_or(0, |set| set - i32::from(values.level));
        values.change_level(facts, by + lingering + continuous);
    }

    /// A modifier that changes ATK or DEF gets a new stamp when its condition comes true (FACT-A5, FACT-A6),
    /// which counts where something sets them. Several that come true at once get it in the order in which the
    /// duel made their cards (FACT-O1).
    #[inline(never)]
    fn restamp<W: Witness>(&mut self, w: &mut W, cards: &Catalogue) {
        for _ in 0..self.mods().len() {
            let mut first: Option<((u8, u8, bool, u8), usize)> = None;
            for at in 0..self.mods().len() {
                let m = self.mods()[at];
                // The facts that its condition depends on have not changed while the monster is up to date.
                if !m.is_of_points() || !self.may_be_stale(&m) || !self.woke_or_slept(cards, &m) {
                    continue;
                }
                if m.is_awake() {
                    self.turn_modifier_in_place(w, at);
                } else {
                    let place = self.place_in_line(cards, CardId(m.source));
                    if first.is_none_or(|(before, _)| place < before) {
                        first = Some((place, at));
                    }
                }
            }
            let Some((_, at)) = first else { return };
            self.turn_modifier(w, at);
        }
    }

    /// Before something sets ATK or DEF, this notes which conditions hold, so that it overrides the
    /// changes that stand already (FACT-A2).
    pub(crate) fn note_what_stands<W: Witness>(&mut self, w: &mut W, cards: &Catalogue) {
        for at in 0..self.mods().len() {
            let m = self.mods()[at];
            if m.is_of_points() && self.woke_or_slept(cards, &m) {
                self.turn_modifier_in_place(w, at);
            }
        }
    }

    /// Whether what a modifier is about may be out of date.
    fn may_be_stale(&self, m: &Modifier) -> bool {
        let card = CardId(m.target);
        if m.reach() != Reach::Card || self.location(card) != Location::Monster {
            return true;
        }
        self.dirty >> (8 * self.controller(card).number() + self.zone(card)) & 1 == 1
    }

    /// Current values of a card wherever it is: as derived on the field, as printed elsewhere.
    #[inline(always)]
    pub(crate) fn values_of(&self, cards: &Catalogue, card: CardId) -> Derived {
        if self.location(card) == Location::Monster {
            return *self.derived(self.controller(card), MonsterZone(self.zone(card)));
        }
        let facts = cards.facts(self.code(card));
        let mut values = printed(facts);
        if self.has_mod(ModKind::Level) && self.location(card) == Location::Hand {
            values.change_level(facts, self.level_change_in_hand(cards, card, &values));
        }
        values
    }
}

impl Derived {
    /// A Level goes up or down, but not below 1; Ranks and Link Ratings are no Levels (FACT-A10).
    fn change_level(&mut self, facts: &Facts, by: i32) {
        // A Trap that is a monster has one too.
        let has_level = facts.is_any(kind::MONSTER | kind::TRAP);
        if by != 0 && has_level && !facts.is_any(kind::XYZ | kind::LINK) {
            rule!("CT-02.3.ii", "CT-03.5b", "CT-03.7b");
            self.level = (i32::from(self.level) + by).clamp(1, i32::from(u8::MAX)) as u8;
        }
    }
}

/// ATK or DEF while modifiers are applied one after the other.
struct Points {
    base: i32,
    /// The value that a modifier has set in its place.
    set: Option<i32>,
    /// The sum of modifiers that last for a time, and of those that stand as long as their source.
    lingering: i32,
    continuous: i32,
}

impl Points {
    const fn new(base: i32) -> Self {
        Self { base, set: None, lingering: 0, continuous: 0 }
    }

    const fn add(&mut self, m: &Modifier, value: i32) {
        if m.is_continuous() {
            self.continuous += value;
        } else {
            self.lingering += value;
        }
    }

    /// A value for a time overrides all before it. A standing one overrides the additions of other
    /// standing ones and, on its own card, all additions. So does a value that a monster has as long
    /// as it stays itself (FACT-A2, FACT-A3).
    const fn set(&mut self, m: &Modifier, value: i32) {
        self.set = Some(value);
        if m.until == Until::Forever as u8 || m.until == Until::ForeverOpen as u8 {
            return;
        }
        if !m.is_continuous() {
            self.continuous = 0;
            self.lingering = 0;
        } else if m.target == NO_CARD {
            self.lingering = 0;
        }
    }

    fn total(&self, reversed: bool) -> i32 {
        let added = self.lingering + self.continuous;
        let start = self.set.unwrap_or(self.base);
        (if reversed { start - added } else { start + added }).max(0)
    }
}

/// The printed values; a "?" counts as 0 on the field.
pub(super) fn printed(facts: &Facts) -> Derived {
    rule!("CT-01.4a", "CT-01.4b", "CT-03.6b", "CT-03.8b");
    Derived {
        atk: facts.atk.max(0),
        def: facts.def.max(0),
        race: facts.race,
        level: facts.level_or_none(),
        attribute: facts.attribute,
        ..Derived::default()
    }
}
