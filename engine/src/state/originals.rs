//! The original ATK and DEF of monsters, which effects may change.

use super::derive::printed;
use super::{Derived, Duel};
use crate::ids::CardId;
use duelfish_script::{Catalogue, KindSet, ModKind};

impl Duel {
    /// Its original ATK and DEF after the standing changes of other cards, which come before all others whatever
    /// their stamps are (FACT-A2); the values are as printed still.
    #[inline(never)]
    pub(super) fn standing_originals(
        &self,
        cards: &Catalogue,
        card: CardId,
        values: &Derived,
    ) -> (i32, i32) {
        let (mut atk, mut def) = (values.atk, values.def);
        if self.position(card).is_face_up() {
            for m in self.mods().iter().filter(|m| m.is_standing_original()) {
                if self.applies(cards, m, card, values) {
                    let original = if m.is(ModKind::BaseAtk) { &mut atk } else { &mut def };
                    *original = self.value_of(cards, m);
                }
            }
        }
        (atk, def)
    }

    /// The original ATK or DEF of a monster (FACT-A8).
    pub(crate) fn base_of(
        &self,
        cards: &Catalogue,
        card: CardId,
        stat: duelfish_script::Stat,
    ) -> i32 {
        use duelfish_script::Stat;
        let mut values = printed(cards.facts(self.code(card)));
        const CHANGES: KindSet =
            KindSet::all(&[ModKind::SwapBase, ModKind::BaseAtk, ModKind::BaseDef]);
        if self.has_any_mod(CHANGES) {
            (values.atk, values.def) = self.standing_originals(cards, card, &values);
            for m in self.mods() {
                let later = CHANGES.has(m.what()) && !m.is_standing_original();
                if !later || !self.applies(cards, m, card, &values) {
                    continue;
                }
                if m.is(ModKind::SwapBase) && self.is_link_monster(cards, card) {
                    // There is nothing to swap (FACT-A1).
                } else if m.is(ModKind::SwapBase) {
                    std::mem::swap(&mut values.atk, &mut values.def);
                } else if m.is(ModKind::BaseAtk) {
                    values.atk = self.value_of(cards, m);
                } else {
                    values.def = self.value_of(cards, m);
                }
            }
        }
        match stat {
            Stat::Atk => values.atk,
            Stat::Def => values.def,
            Stat::Level => i32::from(values.level),
            Stat::Scale | Stat::Rank => 0,
        }
    }
}
