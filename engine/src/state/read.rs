//! Facts that the boundary of the engine reads to write positions as text.

use super::Duel;
use super::rooms::Modifier;
use super::traits::in_rules;
use crate::ids::{CardId, NO_CARD, Player};
use duelfish_script::{Catalogue, ModKind, kind};

impl Duel {
    /// Whether anything holds for a time, is allowed for the turn, or was counted this turn: a position as
    /// text can't say that. Neither can it say which monster a card holds in another way than as its Equip
    /// Card, nor that a Trap is a monster or that something was done in the phase.
    pub(crate) fn has_passing_effects(&self, cards: &Catalogue) -> bool {
        let passes = |m: &Modifier| {
            // Values that are set under a condition count from when it became true, and zones, a Type
            // or an Attribute that were chosen are not written.
            let since = m.is(ModKind::SetAtk)
                || m.is(ModKind::SetDef)
                || m.is(ModKind::BaseAtk)
                || m.is(ModKind::BaseDef)
                || m.is(ModKind::ZonesUnusable)
                || m.is(ModKind::TypeKept)
                || m.is(ModKind::AttributeKept);
            let passing = !m.is_continuous() && !m.is(ModKind::Counters);
            passing || since || (m.target != NO_CARD && m.target != m.source)
        };
        let odd_equip = |card: &CardId| {
            // A monster that another one has taken lies face-down there if it was.
            let equips =
                self.position(*card).is_face_up() && cards.facts(self.code(*card)).is(kind::EQUIP);
            equips != self.host(*card).is_some()
        };
        let odd_monster = |card: CardId| !cards.facts(self.code(card)).is(kind::MONSTER);
        let mut monsters = Player::BOTH.into_iter().flat_map(|player| self.monsters(player));
        let mut spells = Player::BOTH.into_iter().flat_map(|player| self.spell_cards(player));
        !self.is_untouched()
            || self.mods().iter().any(passes)
            || spells.any(|card| odd_equip(&card))
            || monsters.any(|(_, card)| odd_monster(card))
            || !self.delayed().is_empty()
            || self.uses.iter().any(|used| used.group != 0)
    }

    /// Whether the rules have a Battle Phase in this turn.
    #[inline]
    pub(crate) const fn may_battle_this_turn(&self) -> bool {
        self.turn > 1 || self.rules & in_rules::FIRST_BATTLE != 0
    }

    /// Whether nobody has Summoned or Set anything, changed a position or activated anything in this phase, if a card asks for that.
    #[inline]
    pub(crate) const fn is_untouched(&self) -> bool {
        self.acted == 0
    }

    /// The rank of a card's lasting effects among all modifiers by age, from 1; 0 for a card that
    /// modifies nothing.
    pub(crate) fn rank_of_effects(&self, card: CardId) -> u16 {
        let first = self.mods().iter().position(|modifier| modifier.source == card.0);
        first.map_or(0, |rank| rank as u16 + 1)
    }
}
