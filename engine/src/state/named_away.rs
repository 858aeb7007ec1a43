//! Monsters of a name whose effects are negated, wherever they are activated, and Spells and Traps of a column.

use super::rooms::Modifier;
use super::{Duel, Link, link_bits};
use crate::ids::{CardId, Location, MonsterZone, Player};
use duelfish_script::{Catalogue, KindSet, ModKind, kind};

/// The kinds that can negate cards.
const NEGATING: KindSet = KindSet::all(&[
    ModKind::Negated,
    ModKind::NameForbidden,
    ModKind::NamesNegated,
    ModKind::ColumnNegated,
]);

impl Duel {
    /// Whether anything says of cards that they are negated.
    #[inline(always)]
    pub(super) fn may_negate(&self) -> bool {
        self.has_any_mod(NEGATING)
    }

    /// Whether the effects of monsters with the printed name of a card are negated for a player.
    #[inline(always)]
    pub(crate) fn is_name_negated(&self, cards: &Catalogue, card: CardId, of: Player) -> bool {
        self.has_mod(ModKind::NamesNegated) && self.says_name(cards, card, of, false)
    }

    /// The same of a card on the field: a monster to which the card that says so can do something.
    #[inline(always)]
    pub(super) fn is_name_negated_there(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_mod(ModKind::NamesNegated)
            && self.location(card) == Location::Monster
            && self.says_name(cards, card, self.controller(card), true)
    }

    #[inline(never)]
    fn says_name(&self, cards: &Catalogue, card: CardId, of: Player, affecting: bool) -> bool {
        let name = cards.name_as(self.code(card));
        self.mods_on_player(cards, ModKind::NamesNegated, of).any(|m| {
            let said = self.table().code(self.value_of(cards, m) as u16);
            cards.name_as(said) == name && !(affecting && self.is_kept_off(cards, m, card))
        })
    }

    /// Whether a card is a Spell or Trap in a column in which these are negated (FACT-N25).
    #[inline(always)]
    pub(crate) fn is_column_negated_there(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_mod(ModKind::ColumnNegated) && {
            let place = self.location(card);
            // A Trap that is a monster is one in both kinds of zones.
            let is_one = place.is_spell_zone()
                || (place == Location::Monster && cards.facts(self.code(card)).is(kind::TRAP));
            let column = self.column_of(card);
            is_one && self.is_column_negated(cards, card, self.controller(card), column)
        }
    }

    /// The same of the effect of a link, which was activated in such a column, be its card still there or not.
    #[inline(always)]
    pub(crate) fn is_link_column_negated(&self, cards: &Catalogue, link: &Link) -> bool {
        self.has_mod(ModKind::ColumnNegated) && {
            let (card, player) = (CardId(link.source), Player::of_bit(link.player));
            let by_spell = link.flags & (link_bits::SPELL | link_bits::TRAP) != 0;
            let place = Location::from_byte(link.location);
            by_spell
                && matches!(place, Location::Spell | Location::Pendulum)
                && self.is_column_negated(
                    cards,
                    card,
                    player,
                    Some(MonsterZone::seen_by_first(player, link.zone)),
                )
        }
    }

    #[inline(never)]
    fn is_column_negated(
        &self,
        cards: &Catalogue,
        card: CardId,
        of: Player,
        column: Option<u8>,
    ) -> bool {
        let itself = |m: &Modifier| m.source == card.0 && self.unmoved_since(card, m.stamp);
        column.is_some_and(|column| {
            let mut all = self.mods_on_player(cards, ModKind::ColumnNegated, of);
            all.any(|m| m.value == i32::from(column) && !itself(m))
        })
    }
}
