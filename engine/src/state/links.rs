//! Link Arrows: the zones that Link Monsters point to, and to which zones a monster may come because
//! of them.

use super::{Duel, traits};
use crate::catalogue::{Catalogue, kind};
use crate::ids::{Handle, Place, Player, Seat};
use crate::marks::rule;

/// The two Extra Monster Zones of a player.
pub(super) const EXTRA: u8 = 0b110_0000;
/// The columns above which the Extra Monster Zones lie.
const COLUMN: [i8; 2] =
    [Seat(Seat::MAIN).column().cast_signed(), Seat(Seat::MAIN + 1).column().cast_signed()];

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
static POINTED: [[Pointed; ARROW_SETS]; Seat::ALL as usize] = {
    let mut all = [[Pointed { own: 0, theirs: 0 }; ARROW_SETS]; Seat::ALL as usize];
    let mut seat = 0;
    while seat < all.len() {
        let mut arrows = 0;
        while arrows < ARROW_SETS {
            all[seat][arrows] = find_pointed(Seat(seat as u8), arrows as u16);
            arrows += 1;
        }
        seat += 1;
    }
    all
};

/// The zones to which a Link Monster with these arrows points from a zone (CT-03.6).
#[inline]
pub(crate) fn pointed_from(seat: Seat, arrows: u16) -> Pointed {
    POINTED[usize::from(seat.0)][usize::from(arrows) % ARROW_SETS]
}

/// The same, found arrow by arrow. An Extra Monster Zone stands on both sides: it is one place with two
/// numbers.
const fn find_pointed(seat: Seat, arrows: u16) -> Pointed {
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
    let (column, row) = (seat.column().cast_signed(), if seat.is_main() { 0 } else { 1 });
    let (mut own, mut theirs) = (0_u8, 0_u8);
    let mut at = 0;
    while at < ARROWS.len() {
        let (bit, right, up) = ARROWS[at];
        at += 1;
        let (column, row) = (column + right, row + up);
        if arrows & bit == 0 || column < 0 || column >= Seat::MAIN.cast_signed() {
            continue;
        }
        match row {
            0 => own |= 1 << column,
            1 if column == COLUMN[0] => {
                own |= 1 << Seat::MAIN;
                theirs |= 1 << (Seat::MAIN + 1);
            }
            1 if column == COLUMN[1] => {
                own |= 1 << (Seat::MAIN + 1);
                theirs |= 1 << Seat::MAIN;
            }
            2 => theirs |= 1 << (Seat::MAIN.cast_signed() - 1 - column),
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
            for (seat, card) in self.monsters(side) {
                if gone >> seat.0 & 1 == 0 && self.is_link(cards, card) {
                    let pointed = self.points_to(cards, seat, card);
                    zones |= if side == player { pointed.own } else { pointed.theirs };
                }
            }
        }
        zones
    }

    /// Whether a card is a Link Monster.
    #[inline]
    pub(crate) fn is_link_monster(&self, cards: &Catalogue, card: Handle) -> bool {
        self.has_trait(traits::LINKS) && cards.facts(self.print(card)).is(kind::LINK)
    }

    /// Whether a monster on the field is a face-up Link Monster.
    fn is_link(&self, cards: &Catalogue, card: Handle) -> bool {
        self.pose(card).is_face_up() && cards.facts(self.print(card)).is(kind::LINK)
    }

    /// The zones that the Link Monster in a zone points to.
    pub(crate) fn points_to(&self, cards: &Catalogue, seat: Seat, card: Handle) -> Pointed {
        rule!("CT-03.6e", "CT-03.6f", "CT-03.6g", "CT-03.6h", "CT-03.6i", "CT-03.6j", "DF-22");
        pointed_from(seat, cards.facts(self.print(card)).arrows)
    }

    /// The zones to which a card points, if it is a face-up Link Monster on the field.
    #[inline(always)]
    fn pointed_by(&self, cards: &Catalogue, card: Handle) -> Pointed {
        if self.place(card) == Place::Monster && self.is_link(cards, card) {
            self.points_to(cards, Seat(self.seat(card)), card)
        } else {
            Pointed::default()
        }
    }

    /// The zones of a player to which a Link Monster on the field points.
    #[inline(always)]
    pub(crate) fn zones_pointed_by(&self, cards: &Catalogue, card: Handle, side: Player) -> u8 {
        let pointed = self.pointed_by(cards, card);
        if self.controller(card) == side { pointed.own } else { pointed.theirs }
    }

    /// Whether a monster on the field and another one point to each other.
    #[inline(always)]
    pub(crate) fn is_co_linked(&self, cards: &Catalogue, card: Handle) -> bool {
        rule!("CT-03.6k", "CT-03.6m", "CT-03.6n");
        self.place(card) == Place::Monster
            && self
                .pointed_monsters(cards, card)
                .any(|other| self.does_point_to(cards, other, card))
    }

    /// The monsters to which a Link Monster on the field points.
    #[inline(always)]
    pub(crate) fn pointed_monsters(
        &self,
        cards: &Catalogue,
        card: Handle,
    ) -> impl Iterator<Item = Handle> + '_ {
        let pointed = self.pointed_by(cards, card);
        let player = self.controller(card);
        let of = move |side: Player, zones: u8| {
            self.monsters(side).filter(move |(seat, _)| zones >> seat.0 & 1 == 1)
        };
        of(player, pointed.own).chain(of(player.other(), pointed.theirs)).map(|(_, card)| card)
    }

    /// Whether a Link Monster on the field points to a monster there.
    #[inline(always)]
    pub(crate) fn does_point_to(&self, cards: &Catalogue, card: Handle, other: Handle) -> bool {
        self.place(other) == Place::Monster
            && self.zones_pointed_by(cards, card, self.controller(other)) >> self.seat(other) & 1
                == 1
    }

    /// The free zones of a player to which a monster can be Special Summoned from where it is.
    pub(crate) fn zones_for(&self, cards: &Catalogue, player: Player, monster: Handle) -> u8 {
        self.zones_after(cards, player, monster, 0)
    }

    /// The same once the player's monsters in the zones of `left` have gone: which zones there are is
    /// asked then, and so are the arrows (SU-05.9, SU-07.8, SU-08.7).
    #[inline(always)]
    pub(crate) fn zones_after(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: Handle,
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
        monster: Handle,
        left: u8,
    ) -> bool {
        self.most_zones_after(cards, player, monster, left) != 0
            || self.second_extra_zone(cards, player, monster, left) != 0
    }

    /// All of them but the one that an Extra Link would open.
    #[inline(always)]
    fn most_zones_after(&self, cards: &Catalogue, player: Player, monster: Handle, left: u8) -> u8 {
        if self.place(monster) != Place::Extra {
            rule!("DF-21");
            return (self.free_main_zones(player) | left) & !EXTRA & !self.unusable_zones(player);
        }
        if !self.is_bound_by_arrows(cards, monster) {
            rule!("DF-14.ii", "DF-14.iii", "SU-07.2", "SU-08.2");
            return self.zones_from_extra(player, left);
        }
        self.zones_for_open_extra(cards, player, left)
    }

    /// Whether a monster of the Extra Deck can't come to just any zone: a Link Monster, and a face-up
    /// Pendulum Monster.
    fn is_bound_by_arrows(&self, cards: &Catalogue, monster: Handle) -> bool {
        self.has_trait(traits::EXTRA_ZONES)
            && (cards.facts(self.print(monster)).is(kind::LINK) || self.pose(monster).is_face_up())
    }

    /// The zones to which Link Monsters and face-up Pendulum Monsters can come from the Extra Deck: an Extra
    /// Monster Zone, or those to which a Link Monster points.
    #[inline(always)]
    pub(crate) fn zones_for_open_extra(&self, cards: &Catalogue, player: Player, left: u8) -> u8 {
        rule!("DF-15.i", "SU-05.2", "SU-05.3", "DF-13.i");
        let zones = self.zones_from_extra(player, left);
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
        monster: Handle,
        left: u8,
    ) -> u8 {
        if self.place(monster) != Place::Extra || !self.is_bound_by_arrows(cards, monster) {
            return 0;
        }
        rule!("SU-05.8");
        let own = self.occupied(player) & !left & EXTRA;
        let arrows = cards.facts(self.print(monster)).arrows;
        if own.count_ones() != 1 || arrows == 0 {
            return 0;
        }
        let seat = Seat(if own >> Seat::MAIN & 1 == 1 { Seat::MAIN + 1 } else { Seat::MAIN });
        // Seen from the other side it has the other number.
        let across = Seat(2 * Seat::MAIN + 1 - seat.0);
        if self.monster(player.other(), across).is_some() {
            return 0;
        }
        rule!("SU-05.8-todo");
        let links = self.extra_link(cards, player, (seat, arrows), left);
        if links { 1 << seat.0 } else { 0 }
    }

    /// Whether a chain of co-linked monsters would lead from one Extra Monster Zone to the other one if
    /// a Link Monster with these arrows stood in a zone of a player.
    fn extra_link(
        &self,
        cards: &Catalogue,
        player: Player,
        (seat, arrows): (Seat, u16),
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
        points[seat.index()] = both(pointed_from(seat, arrows), 0);
        let co_linked = |a: usize, b: usize| points[a] >> b & 1 == 1 && points[b] >> a & 1 == 1;
        let (mut reached, mut open) = (1_u16 << seat.0, 1_u16 << seat.0);
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
        let other = Seat(2 * Seat::MAIN + 1 - seat.0);
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
        let both_up = pointed_from(Seat(2), 0x40 | 0x100);
        assert_eq!(both_up, Pointed { own: EXTRA, theirs: EXTRA });
        // Straight up from the second zone lies the left one, which is the other player's right one.
        let up = pointed_from(Seat(1), 0x80);
        assert_eq!(up, Pointed { own: 1 << 5, theirs: 1 << 6 });
        // Beside and below there are Main Monster Zones and Spell & Trap Zones.
        assert_eq!(pointed_from(Seat(0), 0x8 | 0x20 | 0x2).own, 1 << 1);
        // From an Extra Monster Zone down are the own zones, up the opponent's, seen from there.
        assert_eq!(pointed_from(Seat(5), 0x1 | 0x2 | 0x4).own, 0b0_0111);
        assert_eq!(pointed_from(Seat(5), 0x40 | 0x80 | 0x100).theirs, 0b1_1100);
        assert_eq!(pointed_from(Seat(6), 0x8 | 0x20), Pointed::default());
    }
}
