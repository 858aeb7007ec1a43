//! A limit on how many monsters a player may place on the own side: no more than the other player controls, as
//! long as that one controls any. Monsters that are there already stay, and control of others may still change.

use super::Duel;
use crate::ids::Player;
use duelfish_script::ModKind;

impl Duel {
    /// How many monsters more a player may place; less than 0 if there are too many already.
    #[inline(always)]
    pub(crate) fn room_left(&self, player: Player) -> i32 {
        if self.has_mod(ModKind::NoMoreMonsters) { self.room_by_limit(player) } else { i32::MAX }
    }

    #[inline(never)]
    fn room_by_limit(&self, player: Player) -> i32 {
        let most = self.occupied(player.other()).count_ones().cast_signed();
        let limited = self.mods_standing_on(ModKind::NoMoreMonsters, player).next().is_some();
        if limited && most > 0 {
            most - self.occupied(player).count_ones().cast_signed()
        } else {
            i32::MAX
        }
    }

    /// These zones, or none if no monster may be placed once those in the zones of `left` have gone.
    #[inline(always)]
    pub(crate) fn zones_with_room(&self, player: Player, zones: u8, left: u8) -> u8 {
        let gone = (left & self.occupied(player)).count_ones().cast_signed();
        if self.room_left(player).saturating_add(gone) > 0 { zones } else { 0 }
    }

    /// The Main Monster Zones in which a player may place a monster now, one bit each.
    #[inline(always)]
    pub(crate) fn open_main_zones(&self, player: Player) -> u8 {
        self.zones_with_room(player, self.free_main_zones(player), 0)
    }
}
