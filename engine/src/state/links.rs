//! Link Arrows: the zones that Link Monsters point to, and to which zones a monster may come because
//! of them.

use super::{Duel, traits};
use crate::ids::{CardId, Location, MonsterZone, Player};
use crate::marks::rule;
use duelfish_script::{Catalogue, kind};

/// The two Extra Monster Zones of a player.
pub(super) const EXTRA: u8 = 0b110_0000;
/// The columns above which the Extra Monster Zones lie.
const COLUMN: [i8; 2] = [
    MonsterZone(MonsterZone::MAIN).column().cast_signed(),
    MonsterZone(MonsterZone::MAIN + 1).column().cast_signed(),
];

/// Zones on both sides of the field, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pointed {
    /// Of the player whose Link Monster it is.
    pub(crate) own: u8,
    /// Of the other player.
    pub(crate) theirs: u8,
}

/// How many sets of arrows the printed facts can say.
const ARROW_SETS: usize = 0x200;

/// The zones that each set of arrows points to from each zone.
static POINTED: [[Pointed; ARROW_SETS]; MonsterZone::ALL as usize] = {
    let mut all = [[Pointed { own: 0, theirs: 0 }; ARROW_SETS]; MonsterZone::ALL as usize];
    let mut zone = 0;
    while zone < all.len() {
        let mut arrows = 0;
        while arrows < ARROW_SETS {
            all[zone][arrows] = find_pointed(MonsterZone(zone as u8), arrows as u16);
            arrows += 1;
        }
        zone += 1;
    }
    all
};

/// The zones to which a Link Monster with these arrows points from a zone (CT-03.6).
#[inline]
pub(crate) fn pointed_from(zone: MonsterZone, arrows: u16) -> Pointed {
    POINTED[usize::from(zone.0)][usize::from(arrows) % ARROW_SETS]
}

/// The same, found arrow by arrow. An Extra Monster Zone stands on both sides: it is one place with two
/// numbers.
const fn find_pointed(zone: MonsterZone, arrows: u16) -> Pointed {
    // Each arrow as the columns that it goes to the right and the rows that it goes up.
    const ARROWS: [(u16, i8, i8); 8] = [
        (0x1, -1, -1),
        (0x2, 0, -1),
        (0x4, 1, -1),
        (0x8, -1, 0),
        (0x20, 1, 0),
        (0x40, -1, 1),
        (0x80, 0, 1),
        (0x100, 1, 1),
    ];
    let (column, row) = (zone.column().cast_signed(), if zone.is_main() { 0 } else { 1 });
    let (mut own, mut theirs) = (0_u8, 0_u8);
    let mut at = 0;
    while at < ARROWS.len() {
        let (bit, right, up) = ARROWS[at];
        at += 1;
        let (column, row) = (column + right, row + up);
        if arrows & bit == 0 || column < 0 || column >= MonsterZone::MAIN.cast_signed() {
            continue;
        }
        match row {
            0 => own |= 1 << column,
            1 if column == COLUMN[0] => {
                own |= 1 << MonsterZone::MAIN;
                theirs |= 1 << (MonsterZone::MAIN + 1);
            }
            1 if column == COLUMN[1] => {
                own |= 1 << (MonsterZone::MAIN + 1);
                theirs |= 1 << MonsterZone::MAIN;
            }
            2 => theirs |= 1 << (MonsterZone::MAIN.cast_signed() - 1 - column),
            _ => {}
        }
    }
    Pointed { own, theirs }
}

impl Duel {
    /// The zones of a player that a face-up Link Monster of either player points to, those of this
    /// player in the zones of `left` not counted (DF-15.i, SU-05.3).
    #[inline(always)]
    pub(crate) fn linked_zones(&self, cards: &Catalogue, player: Player, left: u8) -> u8 {
        let mut zones = 0;
        for side in Player::BOTH {
            let gone = if side == player { left } else { 0 };
            for (zone, card) in self.monsters(side) {
                if gone >> zone.0 & 1 == 0 && self.is_link(cards, card) {
                    let pointed = self.points_to(cards, zone, card);
                    zones |= if side == player { pointed.own } else { pointed.theirs };
                }
            }
        }
        zones
    }

    /// Whether a card is a Link Monster.
    #[inline]
    pub(crate) fn is_link_monster(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_trait(traits::LINKS) && cards.facts(self.code(card)).is(kind::LINK)
    }

    /// Whether a monster on the field is a face-up Link Monster.
    fn is_link(&self, cards: &Catalogue, card: CardId) -> bool {
        self.position(card).is_face_up() && cards.facts(self.code(card)).is(kind::LINK)
    }

    /// The zones that the Link Monster in a zone points to.
    pub(crate) fn points_to(&self, cards: &Catalogue, zone: MonsterZone, card: CardId) -> Pointed {
        rule!("CT-03.6e", "CT-03.6f", "CT-03.6g", "CT-03.6h", "CT-03.6i", "CT-03.6j", "DF-22");
        pointed_from(zone, cards.facts(self.code(card)).arrows)
    }

    /// The zones to which a card points, if it is a face-up Link Monster on the field.
    #[inline(always)]
    fn pointed_by(&self, cards: &Catalogue, card: CardId) -> Pointed {
        if self.location(card) == Location::Monster && self.is_link(cards, card) {
            self.points_to(cards, MonsterZone(self.zone(card)), card)
        } else {
            Pointed::default()
        }
    }

    /// The zones of a player to which a Link Monster on the field points.
    #[inline(always)]
    pub(crate) fn zones_pointed_by(&self, cards: &Catalogue, card: CardId, side: Player) -> u8 {
        let pointed = self.pointed_by(cards, card);
        if self.controller(card) == side { pointed.own } else { pointed.theirs }
    }

    /// Whether a monster on the field and another one point to each other.
    #[inline(always)]
    pub(crate) fn is_co_linked(&self, cards: &Catalogue, card: CardId) -> bool {
        rule!("CT-03.6k", "CT-03.6m", "CT-03.6n");
        self.location(card) == Location::Monster
            && self
                .pointed_monsters(cards, card)
                .any(|other| self.does_point_to(cards, other, card))
    }

    /// The monsters to which a Link Monster on the field points.
    #[inline(always)]
    pub(crate) fn pointed_monsters(
        &self,
        cards: &Catalogue,
        card: CardId,
    ) -> impl Iterator<Item = CardId> + '_ {
        let pointed = self.pointed_by(cards, card);
        let player = self.controller(card);
        let of = move |side: Player, zones: u8| {
            self.monsters(side).filter(move |(zone, _)| zones >> zone.0 & 1 == 1)
        };
        of(player, pointed.own).chain(of(player.other(), pointed.theirs)).map(|(_, card)| card)
    }

    /// Whether a Link Monster on the field points to a monster there.
    #[inline(always)]
    pub(crate) fn does_point_to(&self, cards: &Catalogue, card: CardId, other: CardId) -> bool {
        self.location(other) == Location::Monster
            && self.zones_pointed_by(cards, card, self.controller(other)) >> self.zone(other) & 1
                == 1
    }

    /// The free zones of a player to which a monster can be Special Summoned from where it is.
    pub(crate) fn zones_for(&self, cards: &Catalogue, player: Player, monster: CardId) -> u8 {
        self.zones_after(cards, player, monster, 0)
    }

    /// The same on a side to which a player Summons it.
    pub(crate) fn zones_placed_by(
        &self,
        cards: &Catalogue,
        by: Player,
        side: Player,
        monster: CardId,
    ) -> u8 {
        if by == side {
            self.zones_for(cards, side, monster)
        } else {
            self.all_zones_after(cards, side, monster, 0)
        }
    }

    /// The same once the player's monsters in the zones of `left` have gone: which zones there are is
    /// asked then, and so are the arrows (SU-05.9, SU-07.8, SU-08.7).
    #[inline(always)]
    pub(crate) fn zones_after(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: CardId,
        left: u8,
    ) -> u8 {
        let zones = self.all_zones_after(cards, player, monster, left);
        self.zones_with_room(player, zones, left)
    }

    /// The same zones for what another player places there, which nothing limits.
    pub(crate) fn all_zones_after(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: CardId,
        left: u8,
    ) -> u8 {
        let zones = self.most_zones_after(cards, player, monster, left);
        zones | self.second_extra_zone(cards, player, monster, left)
    }

    /// Whether there is any.
    #[inline]
    pub(crate) fn has_zone_after(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: CardId,
        left: u8,
    ) -> bool {
        let zones = self.most_zones_after(cards, player, monster, left);
        self.zones_with_room(player, zones, left) != 0
            || self.zones_with_room(
                player,
                self.second_extra_zone(cards, player, monster, left),
                left,
            ) != 0
    }

    /// All of them but the one that an Extra Link would open.
    #[inline(always)]
    fn most_zones_after(&self, cards: &Catalogue, player: Player, monster: CardId, left: u8) -> u8 {
        if self.location(monster) != Location::Extra {
            rule!("DF-21");
            return (self.free_main_zones(player) | left) & !EXTRA & !self.unusable_zones(player);
        }
        if !self.is_bound_by_arrows(cards, monster) {
            rule!("DF-14.ii", "DF-14.iii", "SU-07.2", "SU-08.2");
            return self.zones_from_extra(player, left) & !self.closed_extra_zones(cards, player);
        }
        self.zones_for_open_extra(cards, player, left)
    }

    /// Whether a monster of the Extra Deck can't come to just any zone: a Link Monster, and a face-up
    /// Pendulum Monster.
    fn is_bound_by_arrows(&self, cards: &Catalogue, monster: CardId) -> bool {
        self.has_trait(traits::EXTRA_ZONES)
            && (cards.facts(self.code(monster)).is(kind::LINK)
                || self.position(monster).is_face_up())
    }

    /// The zones to which Link Monsters and face-up Pendulum Monsters can come from the Extra Deck: an Extra
    /// Monster Zone, or those to which a Link Monster points.
    #[inline(always)]
    pub(crate) fn zones_for_open_extra(&self, cards: &Catalogue, player: Player, left: u8) -> u8 {
        rule!("DF-15.i", "SU-05.2", "SU-05.3", "DF-13.i");
        let closed = self.closed_extra_zones(cards, player);
        let zones = self.zones_from_extra(player, left) & !closed;
        if !self.has_trait(traits::EXTRA_ZONES) {
            return zones;
        }
        zones & (EXTRA | self.linked_zones(cards, player, left))
    }

    /// The second Extra Monster Zone of a player who uses one already, if the Link Monster that would
    /// come there would complete an Extra Link (SU-05.8).
    #[inline(always)]
    fn second_extra_zone(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: CardId,
        left: u8,
    ) -> u8 {
        if self.location(monster) != Location::Extra || !self.is_bound_by_arrows(cards, monster) {
            return 0;
        }
        rule!("SU-05.8");
        let own = self.occupied(player) & !left & EXTRA;
        let closed = self.closed_extra_zones(cards, player);
        let arrows = cards.facts(self.code(monster)).arrows;
        if own.count_ones() != 1 || arrows == 0 || EXTRA & !(own | closed) == 0 {
            return 0;
        }
        let zone = MonsterZone(if own >> MonsterZone::MAIN & 1 == 1 {
            MonsterZone::MAIN + 1
        } else {
            MonsterZone::MAIN
        });
        // Seen from the other side it has the other number.
        let across = MonsterZone(2 * MonsterZone::MAIN + 1 - zone.0);
        if self.monster(player.other(), across).is_some() {
            return 0;
        }
        rule!("SU-05.8-todo");
        let links = self.extra_link(cards, player, zone, arrows, left);
        if links { 1 << zone.0 } else { 0 }
    }

    /// Whether a chain of co-linked monsters would lead from one Extra Monster Zone to the other one if
    /// a Link Monster with these arrows stood in a zone of a player.
    fn extra_link(
        &self,
        cards: &Catalogue,
        player: Player,
        zone: MonsterZone,
        arrows: u16,
        left: u8,
    ) -> bool {
        // For each zone of this player and of the other one: the zones of both that the monster there
        // points to, in one number. An Extra Monster Zone counts where its monster stands.
        let mut points = [0_u16; 16];
        for side in Player::BOTH {
            let base = if side == player { 0 } else { 8 };
            let gone = if side == player { left } else { 0 };
            for (at, card) in self.monsters(side) {
                if gone >> at.0 & 1 == 0 && self.is_link(cards, card) {
                    points[base + at.index()] = both(self.points_to(cards, at, card), base);
                }
            }
        }
        points[zone.index()] = both(pointed_from(zone, arrows), 0);
        let co_linked = |a: usize, b: usize| points[a] >> b & 1 == 1 && points[b] >> a & 1 == 1;
        let (mut reached, mut open) = (1_u16 << zone.0, 1_u16 << zone.0);
        while open != 0 {
            let a = open.trailing_zeros() as usize;
            open &= open - 1;
            for b in (0..16).filter(|b| co_linked(a, *b)) {
                if reached >> b & 1 == 0 {
                    reached |= 1 << b;
                    open |= 1 << b;
                }
            }
        }
        let other = MonsterZone(2 * MonsterZone::MAIN + 1 - zone.0);
        reached >> other.0 & 1 == 1
    }
}

/// Pointed zones as one number: those of the one side in the low byte, those of the other in the
/// high one; turned round for a monster of the other side.
const fn both(pointed: Pointed, base: usize) -> u16 {
    let (low, high) =
        if base == 0 { (pointed.own, pointed.theirs) } else { (pointed.theirs, pointed.own) };
    low as u16 | (high as u16) << 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_point_to_neighbours_above_below_and_beside() {
        // From the middle zone up-left and up-right reach both Extra Monster Zones.
        let both_up = pointed_from(MonsterZone(2), 0x40 | 0x100);
        assert_eq!(both_up, Pointed { own: EXTRA, theirs: EXTRA });
        // Straight up from the second zone lies the left one, which is the other player's right one.
        let up = pointed_from(MonsterZone(1), 0x80);
        assert_eq!(up, Pointed { own: 1 << 5, theirs: 1 << 6 });
        // Beside and below there are Main Monster Zones and Spell & Trap Zones.
        assert_eq!(pointed_from(MonsterZone(0), 0x8 | 0x20 | 0x2).own, 1 << 1);
        // From an Extra Monster Zone down are the own zones, up the opponent's, seen from there.
        assert_eq!(pointed_from(MonsterZone(5), 0x1 | 0x2 | 0x4).own, 0b0_0111);
        assert_eq!(pointed_from(MonsterZone(5), 0x40 | 0x80 | 0x100).theirs, 0b1_1100);
        assert_eq!(pointed_from(MonsterZone(6), 0x8 | 0x20), Pointed::default());
    }
}
