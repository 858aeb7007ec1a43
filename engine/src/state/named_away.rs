//! Monsters of a name whose effects are negated, wherever they are activated.

use super::Duel;
use crate::ids::{CardId, Location, Player};
use duelfish_script::{Catalogue, KindSet, ModKind};

/// The kinds that can negate cards.
const NEGATING: KindSet =
    KindSet::all(&[ModKind::Negated, ModKind::NameForbidden, ModKind::NamesNegated]);

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
}
