//! Cards that are destroyed in place of the monster that they are equipped to: Union monsters.

use crate::chance::Chance;
use crate::ids::{CardId, Location};
use crate::marks::rule;
use crate::run::Run;
use crate::state::{CardSet, Duel};
use crate::witness::Witness;
use duelfish_script::ModKind;

impl Duel {
    /// The cards that are destroyed in place of a monster on the field: by battle, or by an effect (FACT-M3).
    pub(super) fn substitutes_of(&self, card: CardId, in_battle: bool) -> CardSet {
        if !self.has_mod(ModKind::FallsForHost)
            || self.location(card) != Location::Monster
            || !self.position(card).is_face_up()
        {
            return CardSet::EMPTY;
        }
        // That the monster is unaffected by such cards does not matter. The clause of the old texts is a
        // condition and no effect: it holds also while the Union is negated (CT-02.15h).
        let falls = self.mods().iter().filter(|m| {
            m.is(ModKind::FallsForHost)
                && self.host(CardId(m.source)) == Some(card)
                && (self.stands(m) || m.value & ModKind::NO_OTHER_UNION != 0)
                && (in_battle || m.value & ModKind::IN_BATTLE_ONLY == 0)
        });
        falls.map(|m| m.source).collect()
    }

    /// Whether one more Union may be equipped to a monster. A Union that must be the only one can't join
    /// any other, and no Union can join such a one.
    pub(crate) fn takes_union(&self, card: CardId, alone: bool) -> bool {
        let bars = |value: i32| alone || value & ModKind::NO_OTHER_UNION != 0;
        let barred = self.has_mod(ModKind::FallsForHost)
            && self.mods().iter().any(|m| {
                m.is(ModKind::FallsForHost)
                    && self.host(CardId(m.source)) == Some(card)
                    && bars(m.value)
            });
        if barred {
            if alone {
                rule!("CT-02.15j");
            } else {
                rule!("CT-02.15i");
            }
        }
        !barred
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Those of these cards that an effect destroys, and the cards that fall in place of the others.
    pub(super) fn with_substitutes(&self, cards: CardSet) -> CardSet {
        if !self.duel.has_mod(ModKind::FallsForHost) {
            return cards;
        }
        let mut left = cards;
        for card in cards.iter() {
            let instead = self.duel.substitutes_of(CardId(card), false);
            if !instead.is_empty() {
                rule!("CT-02.15h");
                left = instead.iter().fold(left.without(card), CardSet::with);
            }
        }
        left
    }
}
