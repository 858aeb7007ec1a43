//! How a card lies to others: in one column with them, or equipped with them.

use crate::ids::{CardId, Location, MonsterZone};
use crate::state::{Ctx, Duel};
use duelfish_script::{Catalogue, SelectId, SetRef};

impl Duel {
    /// Whether another card that a selection finds is in the same column.
    pub(super) fn is_in_column_of(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        card: CardId,
        from: SelectId,
    ) -> bool {
        let Some(column) = self.column_of(card) else { return false };
        let mut others = self.gather(cards, ctx, from).iter().map(CardId);
        others.any(|other| other != card && self.column_of(other) == Some(column))
    }

    /// Whether a card can be equipped to one of the monsters of a set.
    pub(super) fn fits_any_host(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        card: CardId,
        hosts: SetRef,
    ) -> bool {
        let hosts = self.members(ctx, hosts);
        hosts.iter().any(|host| self.fits_host(cards, ctx.player, card, CardId(host)))
    }

    /// Whether a card that a selection finds is equipped to a monster.
    pub(super) fn is_equipped_with(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        monster: CardId,
        from: SelectId,
    ) -> bool {
        self.has_equips()
            && self.gather(cards, ctx, from).iter().map(CardId).any(|card| {
                self.location(card) == Location::Spell && self.host(card) == Some(monster)
            })
    }

    /// Whether a Link Monster that a selection finds points to a card, or to the zone where it was last.
    pub(super) fn is_pointed_by(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        card: CardId,
        from: SelectId,
    ) -> bool {
        self.gather(cards, ctx, from)
            .iter()
            .any(|link| self.does_point_to(cards, CardId(link), card))
    }

    /// The column in which a card lies, counted from the left of the first player; Field Zones are in
    /// none (DF-1).
    pub(crate) fn column_of(&self, card: CardId) -> Option<u8> {
        let zone = self.zone(card);
        let own = match self.location(card) {
            Location::Monster => MonsterZone(zone).column(),
            Location::Spell | Location::Pendulum => zone,
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Field
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material => return None,
        };
        Some(MonsterZone::seen_by_first(self.controller(card), own))
    }
}
