//! One more Normal Summon in a turn, because an effect allows it.

use super::tributes::{MAIN_ZONES, TributeRoom};
use crate::ids::{CardId, Player};
use crate::marks::rule;
use crate::state::{Ctx, Duel, Modifier, traits};
use duelfish_script::{Catalogue, ModKind};

/// The effects that allow one more Normal Summon: any, with Tributes only, and to a zone that their card
/// points to.
const ONE_MORE: [ModKind; 3] =
    [ModKind::OneMoreSummon, ModKind::OneMoreTributeSummon, ModKind::OneMoreSummonThere];

impl Duel {
    /// Where a player may Normal Summon one monster more this turn because of an effect.
    #[inline]
    pub(crate) fn one_more_summon(&self, cards: &Catalogue, player: Player) -> Option<TributeRoom> {
        if !ONE_MORE.iter().any(|kind| self.has_mod(*kind)) || self.used_one_more_summon(player) {
            return None;
        }
        self.room_for_one_more(cards, player)
    }

    #[inline(never)]
    fn room_for_one_more(&self, cards: &Catalogue, player: Player) -> Option<TributeRoom> {
        rule!("SU-01.7h", "SU-01.7i", "SU-01.7m", "SU-01.7n", "SU-01.7p");
        let [any, tributed, there] = ONE_MORE;
        let given = |kind| self.mods_on_player(cards, kind, player).next().is_some();
        if given(any) || given(tributed) {
            return Some(TributeRoom { zones: MAIN_ZONES, stays: 0, chosen: true });
        }
        let source = CardId(self.mods_on_player(cards, there, player).next()?.source);
        let zones = self.zones_pointed_by(cards, source, player) & MAIN_ZONES;
        let own = zones != 0 && self.controller(source) == player;
        let stays = if own { 1 << self.zone(source) } else { 0 };
        (zones != 0).then_some(TributeRoom { zones, stays, chosen: false })
    }

    /// Whether a card can be Normal Summoned as the one more only with Tributes, or not at all.
    pub(crate) fn needs_tributes_in(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        room: TributeRoom,
    ) -> bool {
        room.chosen && !self.is_one_more(cards, ModKind::OneMoreSummon, player, card)
    }

    /// Whether an effect of this kind allows this card as the one more.
    fn is_one_more(&self, cards: &Catalogue, kind: ModKind, player: Player, card: CardId) -> bool {
        self.mods_on_player(cards, kind, player).any(|m| self.is_about(cards, m, card))
    }

    /// Whether a card's player has used no such effect this turn, and no card of this name has given one.
    /// Nor is anything to be gained while that player can't Normal Summon at all.
    pub(crate) fn can_gain_summon(&self, cards: &Catalogue, ctx: Ctx) -> bool {
        let name = |card: u8| cards.name_as(self.code(CardId(card)));
        let given = |m: &Modifier| {
            ONE_MORE.iter().any(|kind| m.is(*kind))
                && self.is_on_player(m, ctx.player)
                && name(m.source) == name(ctx.source)
        };
        !self.used_one_more_summon(ctx.player)
            && !self.mods().iter().any(given)
            && !self.player_has(cards, ModKind::NoSummon, ctx.player)
    }

    /// Whether a card of the hand can be Normal Summoned as the one more, to this room.
    pub(crate) fn fits_one_more(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        room: TributeRoom,
    ) -> bool {
        if self.is_forbidden(cards, card) {
            return false;
        }
        let needed = self.tributes_of(cards, card);
        if self.needs_tributes_in(cards, player, card, room) {
            rule!("SU-01.7q");
            return needed > 0
                && self.is_one_more(cards, ModKind::OneMoreTributeSummon, player, card)
                && (self.comes_with_other_tributes(cards, player, card, Some(room), 1)
                    || self.tributes_with(cards, player, card).within(Some(room)).allow(needed));
        }
        let without = self.has_trait(traits::TRIBUTELESS)
            && (self.way_without_tributes(cards, player, card).is_some()
                || self.help_without_tributes(cards, player, card).is_some());
        self.tributes_with(cards, player, card).within(Some(room)).allow(needed)
            || self.comes_with_other_tributes(cards, player, card, Some(room), 0)
            || (without && self.open_main_zones(player) & room.zones != 0)
    }
}
