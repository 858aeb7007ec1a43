//! Zones that the rules or an effect keep a player from using.
//!
//! At first the value of a [`ModKind::ZonesUnusable`] says how many they are at most. Its player
//! chooses them as soon as the modifier stands. Then the value is the zones themselves and whose
//! they are, whoever controls the source from then on.

use super::modifiers::Reach;
use super::rooms::Modifier;
use super::{Duel, traits};
use crate::ids::Player;
use crate::witness::Witness;
use duelfish_script::{ModKind, Sides};

/// Bit of the value: the zones are chosen, one bit each in the low byte.
const CHOSEN: i32 = 1 << 8;
/// Bit of the value: they are the second player's.
const SECOND: i32 = 1 << 9;

impl Duel {
    /// The Monster Zones that rules or effects keep a player from using, one bit each.
    #[inline]
    pub(crate) fn unusable_zones(&self, player: Player) -> u8 {
        let chosen = self.has_mod(ModKind::ZonesUnusable);
        self.closed_columns() | if chosen { self.chosen_zones(player) } else { 0 }
    }

    /// The columns in which nobody has zones, one bit each.
    #[inline]
    pub(crate) const fn closed_columns(&self) -> u8 {
        const OUTER: u8 = 0b1_0001;
        if self.has_trait(traits::THREE_COLUMNS) { OUTER } else { 0 }
    }

    #[inline(never)]
    fn chosen_zones(&self, player: Player) -> u8 {
        let side = if player == Player::SECOND { CHOSEN | SECOND } else { CHOSEN };
        let all = self.mods().iter().filter(|m| {
            m.is(ModKind::ZonesUnusable) && m.value & (CHOSEN | SECOND) == side && self.stands(m)
        });
        all.fold(0, |zones, m| zones | m.value as u8)
    }

    /// The next choice of zones: whose zones they are, who chooses, how many at most, and the number
    /// of the modifier.
    #[inline(always)]
    pub(crate) fn zones_to_choose(&self) -> Option<ZonesToChoose> {
        if !self.has_mod(ModKind::ZonesUnusable) {
            return None;
        }
        let due = |m: &Modifier| {
            m.is(ModKind::ZonesUnusable)
                && m.reach() == Reach::Player
                && m.value & CHOSEN == 0
                && self.stands(m)
        };
        let at = self.mods().iter().position(due)?;
        let m = &self.mods()[at];
        let by = self.player_of(m);
        let of = if m.sides() == Sides::Mine { by } else { by.other() };
        Some(ZonesToChoose { at, by, of, most: m.value as u8 })
    }

    /// Notes which zones were chosen.
    pub(crate) fn make_unusable<W: Witness>(&mut self, w: &mut W, what: ZonesToChoose, zones: u8) {
        let side = if what.of == Player::SECOND { SECOND } else { 0 };
        let until = self.mods()[what.at].until;
        self.set_mod_value(w, what.at, i32::from(zones) | CHOSEN | side, until);
    }
}

/// A choice of zones that is to be made.
#[derive(Clone, Copy)]
pub(crate) struct ZonesToChoose {
    at: usize,
    /// The player who chooses.
    pub(crate) by: Player,
    /// The player whose zones they are.
    pub(crate) of: Player,
    /// How many at most.
    pub(crate) most: u8,
}
