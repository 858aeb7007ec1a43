//! The zones and piles of both players, to be read.

use super::traits::in_rules;
use super::{Derived, Duel, FIELD_BIT, SideState, traits};
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, NO_CARD, Player};
use crate::marks::{rule, rule_if};
use duelfish_script::able;

impl Duel {
    /// A player's Spells and Traps in Spell & Trap Zones and the Field Zone, in that order.
    #[inline]
    pub(crate) fn spell_cards(&self, player: Player) -> impl Iterator<Item = CardId> {
        self.cards_in_zones(player, self.occupied_spells(player))
    }

    /// Those of them that could be used in response as they lie.
    #[inline]
    pub(crate) fn quick_spells(&self, player: Player) -> impl Iterator<Item = CardId> {
        self.cards_in_zones(player, self.sides[player.index()].quick)
    }

    /// The opponent's face-up Spells and Traps that a player might use in response, if there are cards that
    /// either player uses.
    #[inline(always)]
    pub(crate) fn borrowed_spells(&self, player: Player) -> impl Iterator<Item = CardId> {
        let any = self.has_trait(traits::BY_EITHER);
        let theirs = any.then(|| self.quick_spells(player.other()));
        theirs.into_iter().flatten().filter(|card| self.position(*card).is_face_up())
    }

    /// The cards in these Spell & Trap Zones of a player, one bit each, the Field Zone above them. A card
    /// lies in each of them.
    #[inline(always)]
    fn cards_in_zones(&self, player: Player, zones: u8) -> impl Iterator<Item = CardId> {
        let mut left = zones;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let zone = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(CardId(self.in_spell_zone(player, zone)))
        })
    }

    /// The card in a Spell & Trap Zone, or in the Field Zone, which has the number after these.
    #[inline(always)]
    pub(super) fn in_spell_zone(&self, player: Player, zone: usize) -> u8 {
        // The Field Zone lies behind the others, so that it need not be told from them.
        const FIRST: usize = std::mem::offset_of!(SideState, spells);
        const { assert!(std::mem::offset_of!(SideState, field) == FIRST + FIELD_BIT as usize) };
        bytemuck::bytes_of(&self.sides[player.index()])[FIRST + zone]
    }

    /// The Monster Zones of a player; free ones are `NO_CARD`.
    pub(crate) fn monster_row(&self, player: Player) -> &[u8] {
        &self.sides[player.index()].monsters
    }

    /// The Spell & Trap Zones of a player; free ones are `NO_CARD`.
    pub(crate) fn spell_row(&self, player: Player) -> &[u8] {
        &self.sides[player.index()].spells
    }

    /// The cards in the Pendulum Zones of a player, the left one first; `NO_CARD` where there is none.
    pub(crate) fn scales(&self, player: Player) -> [u8; 2] {
        // Not the zone makes the difference but how the card came there, and as long as it is there.
        rule!("DF-30.ii", "DF-31", "DF-32", "DF-36", "CT-02.10e", "CT-02.10h");
        let row = self.sides[player.index()].spells;
        [row[0], row[4]].map(|card| {
            let there = card != NO_CARD && self.location(CardId(card)) == Location::Pendulum;
            rule_if!(card != NO_CARD && !there, "DF-38");
            if there { card } else { NO_CARD }
        })
    }

    /// The Field Zone of a player; `NO_CARD` if it is free.
    pub(crate) fn field_zone(&self, player: Player) -> &[u8] {
        std::slice::from_ref(&self.sides[player.index()].field)
    }

    /// Whether a player has Spells or Traps that could be used in response as they lie.
    #[inline]
    pub(crate) const fn has_quick_spell(&self, player: Player) -> bool {
        self.sides[player.index()].quick != 0
    }

    /// Whether a Spell or Trap could be used in response as it lies, by what it can do at all.
    pub(super) const fn could_be_quick(&self, card: CardId) -> bool {
        let up = self.position(card).is_face_up();
        self.is_able(card, if up { able::QUICK_UP } else { able::QUICK_SET })
    }

    /// Whether a phase might bring an effect of a card where it is, by what it can do at all.
    pub(super) const fn could_be_of_phase(&self, card: CardId) -> bool {
        let location = self.location(card);
        let there = location.is_on_field() || location.is_used_from_away();
        there && self.is_able(card, able::IN_PHASE)
    }

    /// Whether something that happens to others could trigger a card of a player's hand or Graveyard, or a banished one, by what
    /// they can do at all.
    #[inline]
    pub(crate) const fn any_triggered_away(&self, player: Player) -> bool {
        self.away[player.index()] != 0
    }

    /// How many such cards there are.
    pub(super) fn triggered_away(&self, player: Player) -> u8 {
        let there = self.hand(player).iter().chain(self.grave(player)).chain(self.banished(player));
        there.filter(|card| self.is_able(CardId(**card), able::TRIGGERED_AWAY)).count() as u8
    }

    /// The card in a Spell & Trap Zone.
    pub(crate) const fn spell(&self, player: Player, zone: u8) -> Option<CardId> {
        match self.sides[player.index()].spells[zone as usize] {
            NO_CARD => None,
            card => Some(CardId(card)),
        }
    }

    /// The card in a Field Zone.
    pub(crate) const fn field(&self, player: Player) -> Option<CardId> {
        match self.sides[player.index()].field {
            NO_CARD => None,
            card => Some(CardId(card)),
        }
    }

    /// The free Spell & Trap Zones of a player, one bit each.
    #[inline(always)]
    pub(crate) fn free_spell_zones(&self, player: Player) -> u8 {
        rule!("DF-2");
        let closed = self.closed_columns() | self.held_zones(player);
        !(self.occupied_spells(player) | closed) & 0b1_1111
    }

    /// The Spell & Trap Zones of a player to which a Pendulum Card can go as a Spell: the outer two, if
    /// nothing is there and the rules know such zones.
    #[inline(always)]
    pub(crate) fn free_pendulum_zones(&self, player: Player) -> u8 {
        const OUTER: u8 = 0b1_0001;
        rule!("DF-2", "DF-30.i", "DF-33", "DF-34", "CT-02.10b", "CT-02.10i");
        if self.rules & in_rules::PENDULUM_ZONES == 0 {
            return 0;
        }
        self.free_spell_zones(player) & OUTER
    }

    /// The card ids of a player's hand, oldest first.
    #[inline(always)]
    pub(crate) fn hand(&self, player: Player) -> &[u8] {
        self.sides[player.index()].hand.cards()
    }

    /// Whether a card lies banished face-down. One that is banished for now lies open, however it will come
    /// back.
    #[inline(always)]
    pub(crate) fn is_banished_down(&self, card: CardId) -> bool {
        (self.location(card) == Location::Banished) & (self.position(card) == BattlePosition::Down)
    }

    #[inline(always)]
    pub(crate) fn grave(&self, player: Player) -> &[u8] {
        self.sides[player.index()].grave.cards()
    }

    #[inline(always)]
    pub(crate) fn banished(&self, player: Player) -> &[u8] {
        self.sides[player.index()].banished.cards()
    }

    #[inline(always)]
    pub(crate) fn extra(&self, player: Player) -> &[u8] {
        self.sides[player.index()].extra.cards()
    }

    pub(crate) fn deck_top(&self, player: Player) -> &[u8] {
        self.sides[player.index()].deck_top.cards()
    }

    pub(crate) fn deck_rest(&self, player: Player) -> &[u8] {
        self.sides[player.index()].deck_rest.cards()
    }

    pub(crate) fn deck_bottom(&self, player: Player) -> &[u8] {
        self.sides[player.index()].deck_bottom.cards()
    }

    /// The cards attached to the monsters of a player, in the order in which they were attached.
    pub(crate) fn materials(&self, player: Player) -> &[u8] {
        self.sides[player.index()].materials.cards()
    }

    /// The monster in a zone.
    #[inline]
    pub(crate) const fn monster(&self, player: Player, zone: MonsterZone) -> Option<CardId> {
        match self.sides[player.index()].monsters[zone.index()] {
            NO_CARD => None,
            card => Some(CardId(card)),
        }
    }

    /// The occupied Monster Zones of a player, ascending.
    #[inline]
    pub(crate) fn monsters(
        &self,
        player: Player,
    ) -> impl Iterator<Item = (MonsterZone, CardId)> + '_ {
        let zones = &self.sides[player.index()].monsters;
        let mut left = self.occupied(player);
        std::iter::from_fn(move || {
            let zone = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            let card = zones.get(usize::from(zone))?;
            Some((MonsterZone(zone), CardId(*card)))
        })
    }

    /// The occupied Monster Zones of a player, one bit each.
    #[inline(always)]
    pub(crate) const fn occupied(&self, player: Player) -> u8 {
        let [a, b, c, d, e, f, g] = self.sides[player.index()].monsters;
        taken([a, b, c, d, e, f, g, NO_CARD])
    }

    /// The occupied Spell & Trap Zones of a player, one bit each, and above them the Field Zone.
    #[inline(always)]
    pub(crate) const fn occupied_spells(&self, player: Player) -> u8 {
        let side = &self.sides[player.index()];
        let [a, b, c, d, e] = side.spells;
        taken([a, b, c, d, e, side.field, NO_CARD, NO_CARD])
    }

    /// The free Main Monster Zones of a player, one bit each (DF-6, DF-7).
    #[inline(always)]
    pub(crate) fn free_main_zones(&self, player: Player) -> u8 {
        rule!("DF-13.ii");
        !(self.occupied(player) | self.unusable_zones(player)) & ((1 << MonsterZone::MAIN) - 1)
    }

    /// The zones that a monster of a player's face-down Extra Deck may come to, one bit each, if the
    /// own monsters in `left` had gone. They are the free Main Monster Zones, and the two Extra Monster
    /// Zones as long as that player has none (DF-13.i, DF-14.i). An Extra Monster Zone is the other
    /// player's too, from the other side.
    #[inline(always)]
    pub(crate) fn zones_from_extra(&self, player: Player, left: u8) -> u8 {
        use super::links::EXTRA;
        rule!("DF-14.i", "SU-04.2", "SU-04.4#2", "DF-2", "DF-12", "DF-17");
        let own = self.occupied(player) & !left;
        let theirs = self.occupied(player.other());
        let main = !(own | self.unusable_zones(player)) & ((1 << MonsterZone::MAIN) - 1);
        if !self.has_trait(traits::EXTRA_ZONES) || own & EXTRA != 0 {
            return main;
        }
        let taken = (theirs >> 1 & 0b010_0000) | (theirs << 1 & 0b100_0000);
        main | EXTRA & !taken
    }

    pub(crate) const fn derived(&self, player: Player, zone: MonsterZone) -> &Derived {
        &self.derived[player.index()][zone.index()]
    }
}

/// Which of some zones are not free, one bit each.
#[inline(always)]
const fn taken(zones: [u8; 8]) -> u8 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // A byte of `x` is zero exactly for a free zone; the sum carries into its top bit if not.
    let x = !u64::from_le_bytes(zones);
    let tops = (((x & LOW) + LOW) | x) & !LOW;
    // Gathers the eight top bits into the highest byte, in order.
    ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}
