//! Cards of a name that must not be used at all: neither they nor their effects (FACT-N1).

use super::Duel;
use crate::ids::CardId;
use duelfish_script::{Catalogue, ModKind};

impl Duel {
    /// Whether something forbids all use of a card: what came to the field before that may be used, also
    /// where it has changed its zone since.
    #[inline(always)]
    pub(crate) fn is_forbidden(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_mod(ModKind::NameForbidden) && self.is_forbidden_somehow(cards, card)
    }

    #[inline(never)]
    fn is_forbidden_somehow(&self, cards: &Catalogue, card: CardId) -> bool {
        let name = i32::from(cards.name_as(self.code(card)).row());
        self.mods_on_player(cards, ModKind::NameForbidden, self.controller(card)).any(|m| {
            self.value_of(cards, m) == name
                && !(self.is_on_field(card)
                    && (self.unmoved_since(card, m.stamp) || self.came_from(card).is_on_field()))
        })
    }
}
