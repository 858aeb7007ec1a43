//! How a card lies to others: in one column with them, or equipped with them.

use crate::ids::{CardId, Location, MonsterZone, Player};
use crate::state::{Ctx, Duel};
use duelfish_script::{Catalogue, How, Op, SelectId, SetRef, kind};

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
        hosts.iter().map(CardId).any(|host| {
            self.fits_host(cards, ctx.player, card, host)
                || self.could_unite(cards, ctx.player, card, host)
        })
    }

    /// Whether a Union Monster's own effect could equip it to a monster, if it were on the field.
    fn could_unite(&self, cards: &Catalogue, player: Player, card: CardId, host: CardId) -> bool {
        let (code, scripts) = (self.code(card), cards.scripts());
        cards.facts(code).is(kind::UNION)
            && scripts.effects_of(code).any(|(_, effect)| {
                let equips = |op| matches!(op, Op::EquipTo(SetRef::Targets(0)));
                let takes = |op| match op {
                    Op::Choose { from, how: How::Target(0), .. } => {
                        let (row, ctx) = (scripts.select(from), Ctx::of_card(player, card));
                        ctx.is_among(row.sides, self.controller(host))
                            && self.fits(cards, ctx, row.test, host)
                    }
                    _ => false,
                };
                scripts.steps(effect.body).any(equips) && scripts.steps(effect.target).any(takes)
            })
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
