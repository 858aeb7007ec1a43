//! Extra Monster Zones that a monster closes to its own controller.

use super::Duel;
use super::links::EXTRA;
use super::rooms::Modifier;
use crate::ids::{CardId, Location, NO_CARD, Player};
use duelfish_script::{Catalogue, ModKind};

impl Duel {
    /// The Extra Monster Zones that the own monsters close to a player, also where they would leave for what comes.
    #[inline(always)]
    pub(crate) fn closed_extra_zones(&self, cards: &Catalogue, player: Player) -> u8 {
        if self.has_mod(ModKind::ClosesExtraZones) {
            self.all_closed_zones(cards, player)
        } else {
            0
        }
    }

    #[inline(never)]
    fn all_closed_zones(&self, cards: &Catalogue, player: Player) -> u8 {
        let closing = self.mods().iter().filter(|m| m.is(ModKind::ClosesExtraZones));
        let pointing = |m: &Modifier| CardId(if m.target == NO_CARD { m.source } else { m.target });
        closing.map(pointing).fold(0, |closed, card| {
            let stays = self.location(card) == Location::Monster && self.controller(card) == player;
            closed | if stays { self.zones_pointed_by(cards, card, player) & EXTRA } else { 0 }
        })
    }
}
